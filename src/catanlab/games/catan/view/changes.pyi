from typing import final

from catanlab.games.catan.view.view import CatanView

def changes(before: CatanView, after: CatanView) -> bytes: ...

@final
class Changes:
    def __init__(self, before: CatanView, after: CatanView) -> None: ...

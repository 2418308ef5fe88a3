from typing import final

@final
class JsonBuffer:
    def __init__(self) -> None: ...

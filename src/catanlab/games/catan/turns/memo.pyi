from typing import final

__all__ = ["Memo"]

@final
class Memo: ...

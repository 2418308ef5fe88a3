from typing import final

__all__ = ["Evaluation", "Nothing"]

class Evaluation:
    def __init__(self) -> None: ...

@final
class Nothing(Evaluation):
    def __init__(self) -> None: ...

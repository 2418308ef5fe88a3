from typing import final

__all__ = ["GroupFirst", "Policy", "Uniform"]

class Policy:
    def __init__(self) -> None: ...

@final
class Uniform(Policy):
    def __init__(self) -> None: ...

@final
class GroupFirst(Policy):
    def __init__(self) -> None: ...

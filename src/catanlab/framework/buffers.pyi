from typing import final

# What the buffers hold is seen by native code only.
@final
class MoveBuffer:
    def __init__(self, capacity: int = 512) -> None: ...

@final
class ValueBuffer:
    def __init__(self, capacity: int = 64) -> None: ...

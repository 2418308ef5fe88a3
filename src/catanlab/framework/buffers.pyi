from typing import final

# The items of the buffers and the functions over bit masks are for native code only.
@final
class MoveBuffer:
    def __init__(self, capacity: int = 512) -> None: ...

@final
class ValueBuffer:
    def __init__(self, capacity: int = 64) -> None: ...

from collections.abc import Iterable
from typing import Any, final

__all__ = [
    "ANY_PORT",
    "PORT_NAMES",
    "STANDARD_NUMBERS",
    "STANDARD_PORTS",
    "STANDARD_TERRAIN",
    "TERRAIN_NAMES",
    "Board",
]

ANY_PORT: int
TERRAIN_NAMES: tuple[str, ...]
PORT_NAMES: tuple[str, ...]
STANDARD_TERRAIN: tuple[int, ...]
STANDARD_NUMBERS: tuple[int, ...]
STANDARD_PORTS: tuple[int, ...]

@final
class Board:
    def __init__(
        self,
        resources: Iterable[int | str],
        numbers: Iterable[int],
        ports: Iterable[int | str],
        *,
        standard: bool = True,
    ) -> None: ...
    @property
    def resources(self) -> tuple[int, ...]: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def ports(self) -> tuple[int, ...]: ...
    @property
    def desert(self) -> int: ...
    def port_at(self, node: int) -> int: ...
    def pips(self, node: int) -> int: ...
    def node_resources(self, node: int) -> tuple[str, ...]: ...
    def to_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_dict(cls, data: dict[str, Any], *, standard: bool = True) -> Board: ...
    def to_jsettlers(self) -> tuple[list[int], list[int]]: ...
    @classmethod
    def from_jsettlers(
        cls, hex_values: Iterable[int], numbers: Iterable[int], *, standard: bool = True
    ) -> Board: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...

"""A board as one word: five rows of terrain letters with their numbers, then the ports.

    o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw

The hexes stand in the order of their ids, row by row from the north; the ports in the order of the grid,
3 for a port that trades everything 3:1, else the letter of the resource it trades 2:1.
"""

from __future__ import annotations

import re
from itertools import accumulate, pairwise

from catanlab.framework.errors import BoardError
from catanlab.games.catan.board import Board
from catanlab.games.catan.text.letters import RESOURCE_LETTERS, TERRAIN_LETTERS, quote

_ROWS = (3, 4, 5, 4, 3)
_PORT_LETTERS = RESOURCE_LETTERS + "3"
_HEX = re.compile(r"([wcshod])([1-9][0-9]?)?", re.ASCII)


def board_text(board: Board) -> str:
    """Return the board as one word.

    >>> from catanlab.framework.random import Random
    >>> from catanlab.games.catan.layouts import make_board
    >>> board_text(make_board("beginner", Random()))
    'o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw'
    """
    hexes = [
        f"{TERRAIN_LETTERS[terrain]}{number or ''}"
        for terrain, number in zip(board.resources, board.numbers, strict=True)
    ]
    rows = ["".join(hexes[a:b]) for a, b in pairwise(accumulate(_ROWS, initial=0))]
    ports = "".join(_PORT_LETTERS[port] for port in board.ports)
    return "/".join([*rows, ports])


def read_board(text: str) -> Board:
    """Return the board that a word describes, of any mix of hexes, numbers and ports.

    >>> read_board("o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw").desert
    9

    Raises BoardError.
    """
    *rows, ports = text.split("/")
    if len(rows) != len(_ROWS):
        raise BoardError(f"a board is five rows and the ports between slashes, not {quote(text)}")
    terrain: list[int] = []
    numbers: list[int] = []
    for row, size in zip(rows, _ROWS, strict=True):
        found = _HEX.findall(row)
        if len(found) != size or "".join(map("".join, found)) != row:
            raise BoardError(f"{quote(row)} is not {size} hexes: letters of {TERRAIN_LETTERS} with numbers")
        terrain += [TERRAIN_LETTERS.index(letter) for letter, _ in found]
        numbers += [int(number or 0) for _, number in found]
    if any(letter not in _PORT_LETTERS for letter in ports):
        raise BoardError(f"{quote(ports)} is not the ports, letters of {_PORT_LETTERS}")
    return Board(terrain, numbers, [_PORT_LETTERS.index(letter) for letter in ports], standard=False)

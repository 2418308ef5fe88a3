"""Settlers of Catan: rules, boards, moves, positions and views, in native code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.games.catan.board import Board
    from catanlab.games.catan.engine.arrange import (
        give_cards,
        give_resources,
        put_city,
        put_road,
        put_settlement,
        set_turn,
    )
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.game import Catan
    from catanlab.games.catan.grid import (
        edge_between,
        edge_nodes,
        hex_edges,
        hex_nodes,
        node_edges,
        node_hexes,
        node_neighbours,
        port_edge,
    )
    from catanlab.games.catan.moves import CatanMove, Deal, MoveKind
    from catanlab.games.catan.position import CatanPosition, Phase, by_card, by_resource
    from catanlab.games.catan.rules import Rules
    from catanlab.games.catan.view.changes import changes
    from catanlab.games.catan.view.observer import CatanObserver
    from catanlab.games.catan.view.view import CatanView

__all__ = [
    "Board",
    "Catan",
    "CatanMove",
    "CatanObserver",
    "CatanPosition",
    "CatanState",
    "CatanView",
    "Deal",
    "MoveKind",
    "Phase",
    "Rules",
    "by_card",
    "by_resource",
    "changes",
    "edge_between",
    "edge_nodes",
    "give_cards",
    "give_resources",
    "hex_edges",
    "hex_nodes",
    "node_edges",
    "node_hexes",
    "node_neighbours",
    "port_edge",
    "put_city",
    "put_road",
    "put_settlement",
    "set_turn",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Board": "catanlab.games.catan.board",
            "Catan": "catanlab.games.catan.game",
            "CatanMove": "catanlab.games.catan.moves",
            "CatanObserver": "catanlab.games.catan.view.observer",
            "CatanPosition": "catanlab.games.catan.position",
            "CatanState": "catanlab.games.catan.engine.state",
            "CatanView": "catanlab.games.catan.view.view",
            "Deal": "catanlab.games.catan.moves",
            "MoveKind": "catanlab.games.catan.moves",
            "Phase": "catanlab.games.catan.position",
            "Rules": "catanlab.games.catan.rules",
            "by_card": "catanlab.games.catan.position",
            "by_resource": "catanlab.games.catan.position",
            "changes": "catanlab.games.catan.view.changes",
            "edge_between": "catanlab.games.catan.grid",
            "edge_nodes": "catanlab.games.catan.grid",
            "give_cards": "catanlab.games.catan.engine.arrange",
            "give_resources": "catanlab.games.catan.engine.arrange",
            "hex_edges": "catanlab.games.catan.grid",
            "hex_nodes": "catanlab.games.catan.grid",
            "node_edges": "catanlab.games.catan.grid",
            "node_hexes": "catanlab.games.catan.grid",
            "node_neighbours": "catanlab.games.catan.grid",
            "port_edge": "catanlab.games.catan.grid",
            "put_city": "catanlab.games.catan.engine.arrange",
            "put_road": "catanlab.games.catan.engine.arrange",
            "put_settlement": "catanlab.games.catan.engine.arrange",
            "set_turn": "catanlab.games.catan.engine.arrange",
        },
    )

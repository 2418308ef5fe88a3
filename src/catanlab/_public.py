"""The public packages: programs and docs import the names in their `__all__`, nothing from deeper paths."""

from __future__ import annotations

PUBLIC_PACKAGES = {
    "catanlab": "what most programs need",
    "catanlab.framework": "games of your own, in plain Python, and what every game has",
    "catanlab.framework.declared": "games of your own as declarations, after Roelofs",
    "catanlab.games": "the games besides Catan",
    "catanlab.games.catan": "positions, moves, views and the map of Catan; positions set up by hand",
    "catanlab.games.catan.draw": "pictures",
    "catanlab.games.catan.turns": "whole turns as moves",
    "catanlab.table": "agents, tables, plays, events and records",
    "catanlab.playout": "policies and evaluations of playouts",
    "catanlab.search": "the search, its settings, results and tree policies",
    "catanlab.agents": "agents by name, and classes to derive an agent from",
    "catanlab.agents.decisions": "single decisions that agents share",
    "catanlab.agents.estimates": "how long building and winning take",
    "catanlab.agents.negotiation": "trade between players",
    "catanlab.lab": "matches",
    "catanlab.lab.executors": "matches on this machine or a cluster",
    "catanlab.lab.experiments": "experiments of the theses",
    "catanlab.lab.statistics": "intervals and tests over blocks",
    "catanlab.lab.store": "stored results",
    "catanlab.lab.tuning": "parameters of an agent tuned",
    "catanlab.server": "the database of a server, and its dice checked",
    "catanlab.server.wire": "the messages of the server",
    "catanlab.server.client": "a client of the server",
    "catanlab.server.bot_client": "bots and agents at a server",
    "catanlab.bridges.jsettlers": "agents at a JSettlers server",
    "catanlab.benchmarks": "a person played by a script, for measurements and examples",
}
"""Every public package, with what it is for."""

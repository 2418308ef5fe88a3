"""Single decisions that agents share, one per module.

    settlements of the set-up       opening.py (Thomas, JSettlers), martin_opening.py
    roads of the set-up             opening_road.py (Thomas, JSettlers), martin_opening.py
    development cards               knight.py, plenty.py, monopoly.py, road_building.py
    the robber and its victim       robber.py
    discards after a seven          discard.py
    trades with the bank            bank.py

Each is a function that returns a `Choice`, or None if there is nothing to do. Where Thomas' thesis and
JSettlers differ, a keyword chooses; the docstrings name the source of each variant. needs.py has the cards
and roads of an aim, options.py the keywords of all decisions of an agent.
"""

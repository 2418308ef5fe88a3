"""Models of acceptance: how likely another seat is to take a deal. All by name: registry.py.

the contract                       model.py
whoever has the cards accepts      anyone.py
Thomas' rule                       thomas.py
the rule of JSettlers' robots      players/jsettlers/acceptance.py
the rule of the greedy agent       players/greedy/acceptance.py
what the answers so far speak for  learned.py
"""

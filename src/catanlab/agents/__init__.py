"""The agents for Catan, in layers; each layer imports only those before it.

base           choices with reasons, a view and a board as numbers, counts of cards, aims, replay of logs
estimates      how long building and winning take, and what every seat is likely to build next
decisions      single decisions that agents share, one per module
negotiation    trade between players: schemes, and statements of interest
value          the native playout policies of Catan, and moves by their scores
players        the agents themselves
registry.py    all agents by name
"""

"""The laboratory: plays matches of agents, stores their games, and computes statistics over them."""

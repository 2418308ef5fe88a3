"""Who plays: the agents for Catan, and the list of all agents by name."""

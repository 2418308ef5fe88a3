"""The agents that play: one module or package each."""

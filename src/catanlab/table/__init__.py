"""The table: agents and people at one game of any kind, clocks, and what happened."""

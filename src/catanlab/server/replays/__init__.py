"""Games that are over, for those who look at them again: replays, statistics, and playing on from a position."""

"""Games that are over, seen again: replays, statistics, and playing on from a position."""

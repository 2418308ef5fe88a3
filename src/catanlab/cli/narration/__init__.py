"""A game in words: each event as sentences, a record from start to end, and a table that is watched."""

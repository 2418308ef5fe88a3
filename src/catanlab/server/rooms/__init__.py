"""Rooms: people and robots at one game, and the hub that has them all, without a web framework."""

"""What all agents are built on: choices, positions and boards as numbers, counts of cards, aims, replay."""

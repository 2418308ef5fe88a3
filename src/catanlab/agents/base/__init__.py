"""The ground of every agent: choices, the position and the board in plain numbers, aims, replay of logs."""

"""Agents that search: one class, whose presets are the searches of the theses."""

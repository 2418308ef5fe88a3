"""Measurements of speed: those of `catanlab bench`, and others that are run by `python -m`."""

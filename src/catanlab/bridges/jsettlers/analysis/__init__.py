"""Offline analysis of games that were recorded at a server."""

"""Estimates: how long building and winning take, and what every seat is likely to build next."""

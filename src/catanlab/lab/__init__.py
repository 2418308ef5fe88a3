"""Measuring: batches of random games, and the benchmark."""

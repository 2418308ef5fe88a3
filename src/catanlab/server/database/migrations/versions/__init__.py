"""The steps, in order; each names the one before it."""

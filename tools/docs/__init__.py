"""Writes the parts of the documentation that follow from the code, and adapts it to Sphinx."""

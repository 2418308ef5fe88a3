"""Mutants of the native rules, and the tests that should catch them."""

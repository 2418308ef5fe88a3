"""Whole games played natively: policies, evaluations, playouts, batches and matches of native players."""

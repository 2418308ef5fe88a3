"""Settlers of Catan, natively."""

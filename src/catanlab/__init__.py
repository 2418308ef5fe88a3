"""catanlab: a laboratory for Settlers of Catan."""

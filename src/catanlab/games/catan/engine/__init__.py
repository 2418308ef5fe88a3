"""The rules of Catan, natively: one module for each family of rules, over the fields of a position."""

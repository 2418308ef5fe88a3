"""The steps that lead a database to the tables of this version; alembic runs what is missing at a start.

To add one, change `tables.py`, then write `versions/v0002_what_changes.py` after the model of the last one.
A test says where both differ. A step that was released is never changed.
"""

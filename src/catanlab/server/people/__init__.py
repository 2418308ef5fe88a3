"""People and bots: who somebody is."""

"""The study of recorded games: facts of each from its log, tables, search, and exports."""

from catanlab.games.catan.engine.position import Position

# The other rules are over native fields: only compiled code calls them.
def finish_if_won(state: Position) -> None: ...

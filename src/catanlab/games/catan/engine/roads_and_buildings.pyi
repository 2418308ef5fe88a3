from catanlab.games.catan.engine.position import Position

# The other rules are over native fields: only compiled code calls them.
def put_piece(state: Position, group: int, seat: int, place: int) -> None: ...

"""Seats our agents in games that Catanatron hosts, and plays matches against its players.

Catanatron is no part of catanlab: it is imported where it is installed, or from a clone that the command
names. `docs/how-to/catanatron.md` is the manual.

* `repository` imports Catanatron and names its version and players.
* `geometry` and `actions` translate boards and actions; `host_position` reads what a seat may know.
* `follower` keeps our observer of a game at the position of theirs; `differences` names what differs.
* `player` is the seat, `hosted_game` one game, `results` the file of a match, `match` the command.
"""

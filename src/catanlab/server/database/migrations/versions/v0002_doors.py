"""Accounts, sessions, moderation, servers, lists of rooms, results of games, ratings, and channels."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False)


def upgrade() -> None:
    """Make the new tables, and move the tokens of persons into sessions."""
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.execute(
        "INSERT INTO sessions (token_hash, person, kind, created_at, seen_at)"
        " SELECT token_hash, id, 'session', created_at, seen_at FROM persons"
    )
    with op.batch_alter_table("persons") as persons:
        persons.drop_constraint("uq_persons_token_hash", type_="unique")
        persons.drop_column("token_hash")
        persons.add_column(sa.Column("name_key", sa.String(96), nullable=False, server_default=""))
        persons.add_column(sa.Column("kind", sa.String(8), nullable=False, server_default="person"))
        persons.add_column(sa.Column("owner", sa.String(40)))
        persons.add_column(sa.Column("password_hash", sa.Text))
        persons.add_column(sa.Column("reserved", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE persons SET name_key = lower(name)")
    op.create_index("ix_persons_name_key", "persons", ["name_key"])
    op.create_index("ix_persons_owner", "persons", ["owner"])
    op.create_index(
        "uq_persons_reserved",
        "persons",
        ["name_key"],
        unique=True,
        sqlite_where=sa.text("reserved"),
        postgresql_where=sa.text("reserved"),
    )
    op.create_table(
        "bans",
        _id(),
        sa.Column("person", sa.String(40)),
        sa.Column("address", sa.String(64)),
        sa.Column("until", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bans"),
    )
    op.create_index("ix_bans_person", "bans", ["person"])
    op.create_index("ix_bans_address", "bans", ["address"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("muted", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("person", "muted", name="pk_mutes"),
    )
    op.create_table(
        "reports",
        _id(),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("channel", sa.String(24), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_state", "reports", ["state"])
    op.create_table(
        "servers",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
    )
    # Not as a batch: SQLite would make the table anew, and the events that refer to it forbid that.
    op.drop_column("rooms", "expires")
    op.add_column("rooms", sa.Column("summary", sa.LargeBinary))
    op.add_column("rooms", sa.Column("ended_at", sa.BigInteger))
    op.create_index("ix_rooms_owner", "rooms", ["owner"])
    op.create_table(
        "room_people",
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("room", "person", name="pk_room_people"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_room_people_room"),
    )
    op.create_index("ix_room_people_person", "room_people", ["person"])
    op.create_table(
        "games",
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("experiment", sa.String(40), nullable=False),
        sa.Column("arm", sa.String(40), nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("termination", sa.String(16), nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("rating_number", sa.Integer),
        sa.PrimaryKeyConstraint("room", "game", name="pk_games"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_games_room"),
        sa.UniqueConstraint("rating_number", name="uq_games_rating_number"),
    )
    op.create_index("ix_games_ended_at", "games", ["ended_at"])
    op.create_index("ix_games_rated", "games", ["rated"])
    op.create_table(
        "game_seats",
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(40)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("substituted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("room", "game", "seat", name="pk_game_seats"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_game_seats_room"),
    )
    op.create_index("ix_game_seats_person", "game_seats", ["person"])
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(240), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("name", sa.String(240), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("who", "size", name="pk_ratings"),
    )
    op.create_table(
        "channel_lines",
        _id(),
        sa.Column("channel", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channel_lines"),
    )
    op.create_index("ix_channel_lines_channel_id", "channel_lines", ["channel", "id"])

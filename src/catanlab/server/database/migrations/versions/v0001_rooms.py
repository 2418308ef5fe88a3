"""Rooms, their events, chat, persons, and the dice of games."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.Column("expires", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
    )
    op.create_index("ix_rooms_status", "rooms", ["status"])
    op.create_table(
        "events",
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.String(40)),
        sa.Column("act", sa.String(40)),
        sa.PrimaryKeyConstraint("room", "seq", name="pk_events"),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_events_numbered_from_1")),
        sa.CheckConstraint("act IS NULL OR person IS NOT NULL", name=op.f("ck_events_an_act_is_a_persons")),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_events_room"),
    )
    op.create_index(
        "uq_events_act",
        "events",
        ["room", "person", "act"],
        unique=True,
        sqlite_where=sa.text("act IS NOT NULL"),
        postgresql_where=sa.text("act IS NOT NULL"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("act", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat"),
        sa.UniqueConstraint("room", "person", "act", name="uq_chat_room_person_act"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_chat_room"),
    )
    op.create_index("ix_chat_room_id", "chat", ["room", "id"])
    op.create_table(
        "persons",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
        sa.UniqueConstraint("token_hash", name="uq_persons_token_hash"),
    )
    op.create_table(
        "dice",
        sa.Column("room", sa.String(24), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(16), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", "game", name="pk_dice"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_dice_room"),
        sa.UniqueConstraint("commitment", name="uq_dice_commitment"),
        sa.UniqueConstraint("secret", name="uq_dice_secret"),
    )

"""Recorded games, completed: everything hidden is known, and they replay by our rules."""

from pathlib import Path

import pytest
from tests.bridges.recorded import FOLDER, WHOLE, messages, transcript

from catanlab.bridges.jsettlers.errors import RecordedGameError
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.recorded.recorded_game import (
    complete_game,
    read_recorded_game,
    server_messages,
)
from catanlab.bridges.jsettlers.recorded.server_log import ServerLog, read_server_log
from catanlab.bridges.jsettlers.transcript import Transcript
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import MoveKind
from catanlab.table.record_reader import read_records

ROBOTS, DISCARDS = FOLDER / "robots", FOLDER / "discards"
GAMES = [
    *(FOLDER / f"{name}.txt.gz" for name in WHOLE),
    *sorted(ROBOTS.glob("*.txt.gz")),
    DISCARDS / "game.txt.gz",
]


def without(name, kind):
    """Return the messages of a recorded game without those of a kind."""
    return [message for message in server_messages(transcript(name)) if message.name != kind]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_a_completed_game_replays_to_the_scores_that_the_server_sent(path):
    recorded = read_recorded_game(path)
    state = recorded.game.start()
    for move in recorded.moves:
        assert move.kind is not MoveKind.DRAW or move.card is not None
        assert move.kind not in (MoveKind.STEAL, MoveKind.DISCARD) or move.resource is not None
        state.apply(move)
    assert state.is_over
    assert tuple(state.scores) == recorded.scores
    assert state.returns[recorded.winner] == 1.0


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_all_hands_are_those_that_the_server_sent_at_the_end_of_each_turn(path):
    recorded = read_recorded_game(path)
    checks = [m for m in server_messages(Transcript.read(path)) if m.name == "BOTGAMEDATACHECK"]
    state = recorded.game.start()
    seen = []
    for move in recorded.moves:
        if move.kind is MoveKind.END_TURN:
            seen.append(sorted(tuple(sorted(seat.certain)) for seat in state.position.seats))
        state.apply(move)
    hands = [
        sorted(tuple(sorted(check.values[i + 1 : i + 6])) for i in range(0, 24, 6)) for check in checks
    ]
    assert len(seen) > 20
    assert hands[: len(seen)] == seen


@pytest.mark.full
def test_a_completed_game_is_a_record(tmp_path):
    recorded = read_recorded_game(GAMES[0])
    path = tmp_path / "game.txt"
    record = recorded.record(headers={"Event": "a test"})
    record.write(path)
    (again,) = read_records(path)
    assert again.moves == list(recorded.moves)
    assert again.agents == recorded.nicks
    assert again.result.scores == recorded.scores


def test_drawn_cards_come_from_the_log_of_the_server():
    path = ROBOTS / "mixed.txt.gz"
    log = read_server_log(ROBOTS / "server.log")
    recorded = read_recorded_game(path, log)
    drawn = {seat: [] for seat in range(4)}
    state = recorded.game.start()
    for move in recorded.moves:
        if move.kind is MoveKind.DRAW:
            drawn[state.position.on_turn].append(move.card)
        state.apply(move)
    for seat, nick in enumerate(recorded.nicks):
        if nick != "catanlab0":
            assert drawn[seat] == log.draws.get(("~botsOnly~42", nick), [])
    assert any(drawn.values())


def discards_of(recorded):
    """Return the discards of each seat, five counts for each time."""
    found = {seat: [] for seat in range(4)}
    state, discarding = recorded.game.start(), -1
    for move in recorded.moves:
        if move.kind is not MoveKind.DISCARD:
            discarding = -1
        else:
            if discarding != state.to_move:
                discarding = state.to_move
                found[discarding].append([0] * 5)
            found[discarding][-1][move.resource] += 1
        state.apply(move)
    return {seat: [tuple(counts) for counts in times] for seat, times in found.items()}


@pytest.mark.full
def test_discards_of_two_at_once_come_from_the_log_of_the_server():
    """One robot robs the other after both have discarded: from the hands alone another solution fits."""
    path, log = DISCARDS / "game.txt.gz", read_server_log(DISCARDS / "server.log")
    recorded = read_recorded_game(path, log)
    named = {seat: log.discards.get(("catanlab-11", nick), []) for seat, nick in enumerate(recorded.nicks)}
    assert sum(map(len, named.values())) == 4
    assert discards_of(recorded) == named
    assert discards_of(read_recorded_game(path)) != named


@pytest.mark.full
def test_a_log_with_other_discards_is_refused():
    path, log = DISCARDS / "game.txt.gz", read_server_log(DISCARDS / "server.log")
    player = next(iter(log.discards))
    first, *rest = log.discards[player]
    for other in (rest, [first, *rest, first], [(8, 0, 0, 0, 0), *rest]):
        with pytest.raises(RecordedGameError):
            read_recorded_game(path, ServerLog(log.draws, {**log.discards, player: other}))


def test_a_log_that_does_not_fit_is_refused():
    draws = {
        ("~botsOnly~42", nick): [c.KNIGHT] * 9 for nick in ("robot 4", "robot 5", "robot 6", "robot 7")
    }
    draws |= {("~botsOnly~42", nick): [c.KNIGHT] * 9 for nick in ("robot 8", "robot 9", "robot 10")}
    with pytest.raises(RecordedGameError, match="are named"):
        read_recorded_game(ROBOTS / "mixed.txt.gz", ServerLog(draws))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (list, "from its beginning"),
        (lambda: without("greedy", "BOTGAMEDATACHECK"), "did not send the true hands"),
        (lambda: without("greedy", "GAMESTATS"), "the end of the game"),
        (lambda: server_messages(transcript("takeover")), "a game in progress was taken over"),
        (
            lambda: [*server_messages(transcript("greedy")), *server_messages(transcript("smart"))],
            "more than one game",
        ),
        (lambda: without("greedy", "DICERESULT"), "cannot be followed"),
    ],
)
def test_a_game_that_cannot_be_completed_is_refused_with_the_reason(given, why):
    with pytest.raises(RecordedGameError, match=why):
        complete_game(given())


def test_wrong_hands_cannot_be_explained():
    changed = []
    for message in server_messages(transcript("greedy")):
        if message.name == "BOTGAMEDATACHECK" and len(changed) > 800:
            values = list(message.values)
            values[1], values[2] = values[1] + 1, max(0, values[2] - 1)
            message = Message(message.name, game=message.game, kind=message.kind, values=tuple(values))
        changed.append(message)
    with pytest.raises(RecordedGameError):
        complete_game(changed)


def test_every_offer_has_its_answers():
    offers = sum(m.name == "MAKEOFFER" for _, m in messages("smart"))
    recorded = read_recorded_game(Path(FOLDER / "smart.txt.gz"))
    kinds = [move.kind for move in recorded.moves]
    assert 0 < kinds.count(MoveKind.OFFER) <= offers
    for place, kind in enumerate(kinds):
        if kind is MoveKind.OFFER:
            assert kinds[place + 1] in (MoveKind.ACCEPT, MoveKind.REJECT, MoveKind.COUNTER)

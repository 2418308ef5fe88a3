"""What may be chosen for a new game: complete, true, and accepted when a room is made with it."""

import dataclasses
import json
from pathlib import Path

import msgspec
import pytest
from tests.server.api.apis import ApiBench, checked, with_api

from catanlab.agents.registry import AGENTS
from catanlab.games.catan.layouts import LAYOUTS
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.server import wire
from catanlab.server.api.choices import SWITCHES, choices
from catanlab.server.robots.levels import LEVELS
from catanlab.server.rooms.room import Room

CHOICES = json.loads(msgspec.json.encode(choices()))


def created(**options) -> Room:
    made, _ = Room.create("room", wire.RoomOptions(**options), owner="ann", act="a", now=0.0, at=0)
    return made


@pytest.mark.full
def test_anyone_gets_the_choices_in_one_answer(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        assert checked(await api.client.get("/api/choices")) == CHOICES

    with_api(tmp_path, test)


def test_every_level_agent_layout_rule_and_set_is_there() -> None:
    def names(key: str) -> list[str]:
        return [each["name"] for each in CHOICES[key]]

    assert names("levels") == list(LEVELS)
    assert CHOICES["usual_level"] in LEVELS
    assert set(names("agents")) == set(AGENTS.names)
    assert sorted(names("layouts")) == sorted(LAYOUTS)
    assert names("rule_sets") == list(NAMED_RULES)
    assert names("rules") == [field.name for field in dataclasses.fields(Rules)]
    assert set(SWITCHES) <= set(names("rules"))
    for key in ("levels", "agents", "layouts", "rule_sets", "rules", "paces"):
        assert all(each["summary"] for each in CHOICES[key])


def test_robots_and_boards_and_clocks_that_may_be_chosen_are_accepted() -> None:
    for robot in [*CHOICES["levels"], *CHOICES["agents"]]:
        created(robots=(robot["name"],))
    for layout in CHOICES["layouts"]:
        created(board=layout["name"])
    for pace in CHOICES["paces"]:
        given = None if pace["pace"] is None else msgspec.convert(pace["pace"], wire.Pace)
        assert created(pace=given).options.pace == given


def test_a_set_with_its_changes_is_base_with_these_changes() -> None:
    for each in CHOICES["rule_sets"]:
        changes = "".join(f",{change['name']}={change['value']}" for change in each.get("changes", ()))
        assert rules_from_text(f"base{changes}") == rules_from_text(each["name"])


@pytest.mark.parametrize("rule", CHOICES["rules"], ids=lambda rule: rule["name"])
def test_every_value_of_a_rule_can_be_written_and_no_other(rule) -> None:
    values = {
        "flag": [True, False],
        "number": [rule.get("least"), rule.get("most")],
        "word": rule.get("values"),
    }[rule["kind"]]
    for value in values:
        text = f"base,{rule['name']}={value},bank_limit=no" if rule["name"] == "hidden_discards" else ""
        rules = rules_from_text(text or f"base,{rule['name']}={value}")
        shown = getattr(rules, rule["name"])
        assert shown == value or str(shown).replace(" ", "-") == value
    assert rule["default"] in values or rule["kind"] == "number"
    if rule["kind"] == "number":
        assert rule["least"] <= rule["default"] <= rule["most"]
        for wrong in (rule["least"] - 1, rule["most"] + 1):
            with pytest.raises(ValueError, match="allowed"):
                rules_from_text(f"base,{rule['name']}={wrong}")


def test_only_agents_that_search_say_that_they_think_long() -> None:
    searches = {agent["name"]: agent.get("searches", False) for agent in CHOICES["agents"]}
    assert searches["uct"]
    assert not searches["greedy"]

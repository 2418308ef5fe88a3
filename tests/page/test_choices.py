"""What the form of a new game offers is what the server has."""

import json
import subprocess

import msgspec
from tests.page.node import NODE
from tests.page.page_sources import PAGE

from catanlab.server.api.choices import choices


def test_levels_layouts_and_paces_are_those_of_the_server() -> None:
    names = "LAYOUTS, LEVELS, PACES, SIZES, LEAST_POINTS, MOST_POINTS"
    script = (
        f"const {{ {names} }} = await import('{PAGE}/lobby/options.js');"
        f"console.log(JSON.stringify({{ {names} }}));"
    )
    command = [str(NODE), "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    page = json.loads(done.stdout)
    server = msgspec.to_builtins(choices())
    rules = {rule["name"]: rule for rule in server["rules"]}
    assert page["LEVELS"] == [level["name"] for level in server["levels"]]
    assert sorted(page["LAYOUTS"]) == sorted(layout["name"] for layout in server["layouts"])
    assert page["PACES"] == {pace["name"]: pace["pace"] for pace in server["paces"]}
    assert page["LEAST_POINTS"] == rules["points_to_win"]["least"]
    assert page["MOST_POINTS"] == rules["points_to_win"]["most"]
    assert page["SIZES"] == list(range(rules["players"]["least"], rules["players"]["most"] + 1))

"""`catanlab bandits` as a table, as JSON and as a picture."""

import json
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from tests.cli.test_commands import output

from catanlab.cli.main import main

SVG = "{http://www.w3.org/2000/svg}"
LITTLE = ("--power", "3", "--trials", "4")


def test_bandits_prints_regrets_and_shares(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "bandits", *LITTLE).splitlines()
    assert lines[0] == "10 arms, 0.5 against 0.4, 4 trials"
    assert lines[3].split() == ["pulls", "uct:c=1.4142", "thompson", "thompson:reshape=yes"]
    assert [line.split()[0] for line in lines[4:8]] == ["1", "4", "16", "64"]
    assert lines[9] == "Trials in which the best arm was pulled most, with 95 % intervals"
    assert len(lines) == 15


def test_bandits_json_has_every_trial(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--arms", "3", "--best", "0.9", "--gap", "0.6", "--seed", "7", "--json")
    found = json.loads(output(capsys, "bandits", "vpi", "puct:c=0.5", *LITTLE, *words))
    assert (found["arms"], found["best"], found["gap"], found["seed"]) == (3, 0.9, 0.6, 7)
    assert found["pulls"] == [1, 4, 16, 64]
    assert [policy["policy"] for policy in found["policies"]] == ["vpi", "puct:c=0.5"]
    for policy in found["policies"]:
        for place in range(4):
            mean = sum(trial[place] for trial in policy["trials"]) / 4
            assert policy["regret"][place] == pytest.approx(mean)
        assert all(
            low <= share <= high
            for low, share, high in zip(
                policy["best_found_low"], policy["best_found"], policy["best_found_high"], strict=True
            )
        )


def test_a_single_trial_has_no_margin(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "bandits", "uct", "--power", "1", "--trials", "1", "--json"))
    assert found["policies"][0]["margin"] == [None, None]
    assert "±" not in output(capsys, "bandits", "uct", "--power", "1", "--trials", "1")


@pytest.mark.full
def test_bandits_plots_a_curve_for_each_policy(capsys: pytest.CaptureFixture[str], tmp_path) -> None:
    pytest.importorskip("matplotlib")
    files = [tmp_path / "curves.svg", tmp_path / "again.svg"]
    for file in files:
        output(capsys, "bandits", "uct", "thompson", *LITTLE, "--svg", str(file))
    assert files[0].read_bytes() == files[1].read_bytes()
    picture = ElementTree.fromstring(files[0].read_text(encoding="utf-8"))
    texts = [element.text for element in picture.iter(f"{SVG}text")]
    assert {"uct", "thompson", "pulls", "regret", "64"} <= set(texts)
    curves = [group for group in picture.iter(f"{SVG}g") if group.get("id", "").startswith("curve-")]
    assert [len(list(curve.iter(f"{SVG}use"))) for curve in curves] == [4, 4]


@pytest.mark.full
def test_the_plot_can_go_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    words = ["bandits", "uct", "--power", "0", "--trials", "1", "--svg", "-"]
    assert main(words) == 0
    captured = capsys.readouterr()
    assert "curve-0" in captured.out
    assert ElementTree.fromstring(captured.out).tag == f"{SVG}svg"
    assert "regret" in captured.err
    assert main([*words, "--json"]) == 2
    assert "standard output takes only one of them" in capsys.readouterr().err


@pytest.mark.full
def test_a_single_trial_is_plotted_without_margins(tmp_path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "curve.svg"
    assert main(["bandits", "uct", "--power", "0", "--trials", "1", "--svg", str(file)]) == 0
    assert "curve-0" in file.read_text(encoding="utf-8")


def test_without_matplotlib_the_extra_is_named_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr("catanlab.cli.bandits.regret_curve", None)
    assert main(["bandits", *LITTLE, "--svg", str(tmp_path / "curves.svg")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "catanlab: a plot needs the package matplotlib, which is not installed: "
        "pip install 'catanlab[lab]'\n"
    )


@pytest.mark.full
def test_plotting_is_the_only_use_of_matplotlib() -> None:
    command = "import sys; from catanlab.cli.main import main; main(['bandits', 'uct', '--power', '1']); "
    command += "print('matplotlib' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["ucb"], "unknown tree policy 'ucb'; the policies are uct,"),
        (["uct:k=1"], "uct has no option 'k'; its options are c"),
        (["uct", "uct"], "the policy uct is given twice"),
        (["--gap", "0.7"], "gap is 0.7; allowed is a number up to 0.5, the best"),
        (["--trials", "0"], "'0' is not an integer from 1 to 100000"),
    ],
)
def test_wrong_bandits_are_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], refusal: str
) -> None:
    assert main(["bandits", *words]) == 2
    captured = capsys.readouterr()
    assert refusal in captured.err
    assert captured.out == ""

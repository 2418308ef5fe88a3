"""Tables of a report: what programs and papers read."""

import csv

from catanlab.lab.experiments.tables import Table

TABLE = Table(
    "Wins, by seat",
    ("match", "player", "seats", "wins [95 %]", "thesis", "effect", "remark", "first"),
    (
        (
            "to 1,000 points",
            "uct",
            "8,000",
            "25.4 % [23.7, 27.3]",
            "24 %",
            "3 points",
            "8,000 or so",
            "5e-05",
        ),
        ("to 10 points", "uct, thesis", "12", "25.40 %", "", "0.4 VP", "9", "-1,234.5 [-2,000.0, 3.5]"),
        ("to 3 points", "greedy", "1,000,000", "", "", "", "", ""),
    ),
    2,
)


def test_csv_has_bare_numbers_and_intervals_in_three_columns():
    first, second, third = csv.DictReader(TABLE.to_csv().splitlines())
    assert first == {
        "table": "Wins, by seat",
        "match": "to 1,000 points",
        "player": "uct",
        "seats": "8000",
        "wins (%)": "25.4",
        "wins low (%)": "23.7",
        "wins high (%)": "27.3",
        "thesis (%)": "24",
        "effect": "3",
        "effect unit": "points",
        "remark": "8,000 or so",
        "first": "5e-05",
        "first low": "",
        "first high": "",
    }
    assert (second["wins (%)"], second["wins low (%)"], second["effect unit"]) == ("25.40", "", "VP")
    assert (second["first"], second["first low"], second["first high"]) == ("-1234.5", "-2000.0", "3.5")
    assert third["seats"] == "1000000"
    assert {third[name] for name in third if name not in ("table", "match", "player", "seats")} == {""}


def test_csv_has_units_of_a_head_behind_the_name():
    table = Table("Effects", ("factor", "effect, points", "more, points"), (("a", "1.5 [0.5, 2.5]", "+3"),))
    assert table.to_csv().splitlines() == [
        "table,factor,effect (points),effect low (points),effect high (points),more (points)",
        "Effects,a,1.5,0.5,2.5,+3",
    ]


def test_the_columns_of_intervals_do_not_depend_on_what_was_played():
    table = Table("Claims", ("claim", "difference [95 %]"), (("A > B", ""),))
    assert table.to_csv().splitlines() == [
        "table,claim,difference,difference low,difference high",
        "Claims,A > B,,,",
    ]


def test_latex_and_csv_carry_the_title():
    first, second = (Table(title, ("agent",), (("uct",),)) for title in ("Equal time", "Equal 200 %"))
    assert first.to_latex().startswith("% Equal time\n\\begin{tabular}")
    assert second.to_latex().startswith("% Equal 200 %\n")
    assert first.to_csv() == "table,agent\nEqual time,uct"


def test_csv_has_a_p_value_below_the_smallest_number_as_that_number():
    table = Table("Pairs", ("pair", "p"), (("a - b", "< 1e-300"), ("a - c", "0.0312")))
    assert table.to_csv().splitlines() == ["table,pair,p", "Pairs,a - b,1e-300", "Pairs,a - c,0.0312"]


def test_latex_has_a_minus_before_numbers_and_hyphens_in_words():
    rows = (("thomas-plan:c=-1 - x", "-3.1 [-5.0, -1.2]", "+2.0 [-inf, 4.0]"),)
    line = Table("Pairs", ("row - column", "a", "b"), rows).to_latex().splitlines()[5]
    assert line == r"thomas-plan:c=-1 - x & $-$3.1 [$-$5.0, $-$1.2] & +2.0 [$-$inf, 4.0] \\"

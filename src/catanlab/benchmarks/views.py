"""The time of observing a game of Catan, and of each property of a view.

    python -m catanlab.benchmarks.views
    python -m catanlab.benchmarks.views --rules jsettlers

Times are of CPU, in microseconds a call, the median over views taken all along random games.
"""

import argparse
import pickle
import time
from collections.abc import Callable
from statistics import median

from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.positions import view_text
from catanlab.games.catan.view.changes import changes
from catanlab.games.catan.view.view import CatanView

REFUSED = CatanMove.parse("settlement 0")
"""A move that is seldom legal."""


def main() -> None:
    """Collect views and print a line for each thing that can be asked of one."""
    parser = argparse.ArgumentParser(description="Measure observers and views of Catan.")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="base")
    options = parser.parse_args()
    views, observing = [], []
    for seed in range(options.seed, options.seed + options.games):
        some, cost = watched(Catan(rules=options.rules, seed=seed), seed)
        views += some
        observing.append(cost)
    worlds = sorted(len(view.worlds) for view in views)
    print(f"{len(views)} views; worlds: median {worlds[len(worlds) // 2]}, most {worlds[-1]}")
    print(f"{'observer.observe(move)':28}{median(observing):9.2f} µs")
    for name, ask in QUESTIONS.items():
        print(f"{name:28}{median(cost_of(ask, view) for view in views):9.2f} µs")
    steps = [step for seed in range(options.games) for step in steps_of(options.rules, seed)]
    print(f"{'changes(before, after)':28}{median(cost_of(*step) for step in steps):9.2f} µs")


def watched(game: Catan, seed: int) -> tuple[list[CatanView], float]:
    """Play a random game; return a view every 50 plies, and what an observation cost on average."""
    state = game.start()
    observer = game.observer(0)
    random = Random(seed)
    views = []
    spent = 0.0
    plies = 0
    while not state.is_over:
        by_group = game.rules.player_trade
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group)
        seen = state.seen(move, 0)
        start = time.process_time()
        observer.observe(seen)
        spent += time.process_time() - start
        state.apply(move)
        plies += 1
        if plies % 50 == 0 and not state.is_over:
            views.append(observer.view())
    return views, 1e6 * spent / plies


def steps_of(rules: str, seed: int) -> list[tuple[Callable[[CatanView], Callable[[], object]], CatanView]]:
    """Play a random game; return for every tenth event how to compare the views before and after it."""
    game = Catan(rules=rules, seed=seed)
    state, observer, random = game.start(), game.observer(0), Random(seed)
    steps = []
    while not state.is_over:
        by_group = game.rules.player_trade
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group)
        before = observer.view()
        observer.observe(state.seen(move, 0))
        state.apply(move)
        if random.below(10) == 0:
            steps.append((comparing(before), observer.view()))
    return steps


def comparing(before: CatanView) -> Callable[[CatanView], Callable[[], object]]:
    """Return what compares a later view with this one."""
    return lambda after: lambda: changes(before, after)


def sampling(view: CatanView) -> Callable[[], object]:
    """Return a function that samples into one state again and again."""
    state, random = view.game.start(), Random(1)
    return lambda: view.sample_into(state, random)


def loading(view: CatanView) -> Callable[[], object]:
    """Return a function that reads the view back from its pickle."""
    data = pickle.dumps(view)
    return lambda: pickle.loads(data)


QUESTIONS: dict[str, Callable[[CatanView], Callable[[], object]]] = {
    "view.copy()": lambda view: view.copy,
    "view.position": lambda view: lambda: view.copy().position,
    "view.worlds": lambda view: lambda: view.worlds,
    "view.possible_hands(1)": lambda view: lambda: view.possible_hands(1),
    "view.sample(random)": lambda view: lambda: view.sample(Random(1)),
    "view.sample_into(state, ...)": sampling,
    "view.to_json()": lambda view: view.to_json,
    "view.counting_json()": lambda view: view.counting_json,
    "view.refusal(move)": lambda view: lambda: view.refusal(REFUSED),
    "view_text(view)": lambda view: lambda: view_text(view),
    "pickle.dumps(view)": lambda view: lambda: pickle.dumps(view),
    "pickle.loads(...)": loading,
}


def cost_of(ask: Callable[[CatanView], Callable[[], object]], view: CatanView, calls: int = 20) -> float:
    """Return the time of one call, in microseconds."""
    call = ask(view)
    call()
    start = time.process_time()
    for _ in range(calls):
        call()
    return 1e6 * (time.process_time() - start) / calls


if __name__ == "__main__":
    main()

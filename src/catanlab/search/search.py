"""A search: one tree or several, grown until the budget is spent, and the result read from them.

With a budget of iterations the result is the same for the same seed and number of threads. Several trees
(threads, or the worlds of an ensemble) are searched apart, and their roots are added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import sqrt
from time import perf_counter
from typing import Any, Protocol

from catanlab.framework.adapter import Wrapper
from catanlab.framework.errors import ArgumentError
from catanlab.framework.moves import GROUP_SHIFT, Move, group_number
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.framework.state import FixedSampler, Sampler, State
from catanlab.playout.registry import make_evaluation, make_policy
from catanlab.search.backup import Rewards
from catanlab.search.candidates import Priors
from catanlab.search.final import choose_final, robust_max
from catanlab.search.move_groups import read_groups, scheduled
from catanlab.search.registry import make_priors
from catanlab.search.result import Branch, RootMove, SearchResult, Step
from catanlab.search.settings import Settings
from catanlab.search.simulation import Simulation
from catanlab.search.slices import from_now, is_over, run_in_slices
from catanlab.search.tree import Tree
from catanlab.search.tree_policies.registry import make_tree_policy

MAX_TURNS = 10_000
"""The limit of a playout without a cut: in some positions nobody can win any more."""
TOP_DEPTH, TOP_WIDTH = 4, 5
"""How much of the tree a result keeps."""


class Wrap(Protocol):
    """Makes compound moves of plain ones."""

    def around(self, state: State) -> State:
        """Return a state in the same position whose moves are compound."""

    def sampler(self, sampler: Sampler) -> Sampler:
        """Return a sampler of such states, made from a sampler of plain ones."""


class Search:
    """The trees for one decision of a seat."""

    def __init__(
        self,
        view: View,
        settings: Settings,
        random: Random,
        *,
        policy_options: dict[str, Any] | None = None,
        wrap: Wrap | None = None,
        trees: Sequence[Tree] = (),
    ) -> None:
        """Prepare a search for the seat of the view, which must be to move.

        `trees` are those of an earlier search (`follow`). Raises ArgumentError if they do not fit.
        """
        if view.seat is None or view.to_move != view.seat:
            raise ArgumentError(f"seat {view.seat} is not to move: there is nothing to search")
        self.view = view
        self._seat = view.seat
        self.settings = settings
        self._policy_options = scheduled(settings.c_from, view.turn, policy_options or {})
        self._wrap = wrap
        self._seed = random.below(2**31 - 1) << 31 | random.below(2**31 - 1)
        count = settings.threads
        if settings.hidden == "ensemble":
            count = max(settings.worlds, count)
        kept = [*trees, *[None] * count]
        self.simulations = [self._simulation(i, kept[i]) for i in range(count)]
        self.inherited = sum(simulation.tree.facts()["visits"] for simulation in self.simulations)
        self.seconds = 0.0

    def _simulation(self, index: int, tree: Tree | None) -> Simulation:
        settings, view = self.settings, self.view
        random = Random(self._seed, "search", index)
        # One world for all trees of an open search, one each for those of an ensemble.
        world = view.sample(
            random if settings.hidden == "ensemble" else Random(self._seed, "search", 2**32)
        )
        sampler = view.sampler()
        varies = not isinstance(sampler, FixedSampler) and (settings.hidden == "sets" or settings.reuse)
        if settings.hidden != "sets":
            sampler = FixedSampler(world)
        root = world
        if self._wrap is not None:
            root, sampler = self._wrap.around(world), self._wrap.sampler(sampler)
        if not index:
            self._game = root.game
            self._groups = read_groups(settings.groups, root.game.move_type)
            self._named = {int(move): move for move in root.legal_moves}
        tree_policy = make_tree_policy(settings.policy, **self._policy_options)
        rewards = Rewards(
            settings.value,
            make_evaluation(settings.at_cut),
            self._seat,
            settings.win_weight,
            settings.points_weight,
            settings.scale,
        )
        cut = MAX_TURNS if settings.cut_turns is None else settings.cut_turns
        if settings.cut_rounds is not None:
            cut = settings.cut_rounds * view.game.seats
        return Simulation(
            state=root.blank(),
            seat=self._seat,
            sampler=sampler,
            tree_policy=tree_policy,
            policy=make_policy(settings.playout, view.game.move_type),
            rewards=rewards,
            random=random,
            tree=tree,
            priors=_priors(settings, root.game.move_type, isinstance(root, Wrapper)),
            chance=settings.chance,
            varies=varies,
            by_group=bool(settings.groups),
            groups=self._groups,
            threshold=settings.threshold,
            threshold_at=settings.threshold_at,
            expand_after=settings.expand_after,
            cut=cut,
            backup=settings.backup,
            blend=settings.blend,
            cap=settings.nodes,
        )

    # Running.

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> SearchResult:
        """Search until the iterations or the seconds are over, or `stop` says so, and return the result.

        Arguments that are not given come from the settings. It can be called again to search on.
        KeyboardInterrupt passes through between slices; `result` then returns the result so far.
        """
        if iterations is None and seconds is None:
            iterations, seconds = self.settings.iterations, self.settings.seconds
        begin = perf_counter()
        try:
            if self.settings.final == "robust-max":
                self._run_to_robust_max(iterations, seconds, stop)
            else:
                run_in_slices(self.simulations, self.settings.threads, iterations, from_now(seconds), stop)
        finally:
            self.seconds += perf_counter() - begin
        return self.result()

    def _run_to_robust_max(
        self, iterations: int | None, seconds: float | None, stop: Callable[[], bool] | None
    ) -> None:
        """Search; while no move has both the most visits and the highest value, five times a tenth more.

        Time for that is set aside: the seconds are never overrun.
        """
        run = partial(run_in_slices, self.simulations, self.settings.threads)
        end = from_now(seconds)
        first = None if seconds is None else seconds / 1.5
        run(iterations, from_now(first), stop)
        for _ in range(5):
            if robust_max(self._roots()) or is_over(end, stop):
                break
            more = None if iterations is None else max(iterations // 10, 1)
            tenth = None if first is None else from_now(first / 10)
            run(more, tenth, stop)

    # Results.

    @property
    def choices(self) -> tuple[Move, ...]:
        """The moves to choose from."""
        return tuple(self._named.values())

    @property
    def done(self) -> int:
        """How many simulations have been made; it may be asked for while threads make more."""
        return sum(simulation.done for simulation in self.simulations)

    def moves(self) -> list[RootMove]:
        """Return the moves of the root as they stand, the most visited first."""
        return sorted(self._roots(), key=lambda root: (-root.visits, -root.value))

    def result(self) -> SearchResult:
        """Return the result so far; raises ArgumentError before the first simulation."""
        settings = self.settings
        roots = self.moves()
        if not roots:
            raise ArgumentError("nothing has been searched yet")
        done = self.done
        first = self.simulations[0].tree
        return SearchResult(
            game=self.view.game,
            seat=self._seat,
            best=self._best(roots),
            final=settings.final,
            moves=tuple(roots),
            variation=tuple(self._variation(first)),
            top=self._branch(first, 0, TOP_DEPTH),
            iterations=done,
            seconds=self.seconds,
            trees=len(self.simulations),
            nodes=sum(len(simulation.tree) for simulation in self.simulations),
            depth_mean=sum(simulation.steps for simulation in self.simulations) / max(done, 1),
            depth_max=max(simulation.deepest for simulation in self.simulations),
            refused=sum(simulation.tree.refused for simulation in self.simulations),
            inherited=self.inherited,
        )

    def _best(self, roots: list[RootMove]) -> Move:
        settings = self.settings
        if settings.final in ("sample", "selection"):
            return self._move(self.simulations[0].choose_again(settings.final == "selection"))
        rule = (settings.final, settings.secure_weight, settings.secure_sign)
        if settings.groups:
            # The group is chosen by the same rule as the move within it.
            group = self._group_code(choose_final(self._roots(groups=True), *rule).move)
            roots = [root for root in roots if self._group_code(root.move) == group]
        return choose_final(roots, *rule).move

    def _roots(self, *, groups: bool = False) -> list[RootMove]:
        """Return the moves of the root, or their groups, added up over the trees."""
        known = {self._group_code(move) for move in self._named} if groups else self._named
        found: dict[int, list[dict[str, Any]]] = {}
        for simulation in self.simulations:
            tree = simulation.tree
            children = tree.children()
            if self.settings.groups and not groups:
                children = [child for group in children for child in tree.children(group)]
            for child in children:
                facts = tree.facts(child)
                # A tree that was kept may know moves that cannot be made now.
                if facts["chooser"] == self.view.seat and facts["move"] in known:
                    found.setdefault(facts["move"], []).append(facts)
        return [self._root(move, parts) for move, parts in found.items()]

    def _root(self, move: int, parts: list[dict[str, Any]]) -> RootMove:
        visits = sum(part["visits"] for part in parts)

        def mean(numbers: Iterable[float]) -> float:
            weighted = (number * part["visits"] for number, part in zip(numbers, parts, strict=True))
            return float(sum(weighted) / max(visits, 1))

        seats = range(self.view.game.seats)
        values = tuple(mean(part["values"][seat] for part in parts) for seat in seats)
        value = values[self._seat]
        # The variance within the trees, and that of their means.
        within = mean(part["spread"] ** 2 for part in parts)
        between = mean((part["values"][self.view.seat] - value) ** 2 for part in parts)
        return RootMove(
            move=self._move(move),
            visits=visits,
            values=values,
            value=value,
            spread=sqrt(within + between),
            prior=parts[0]["prior"],
            available=sum(part["available"] for part in parts),
        )

    def _variation(self, tree: Tree) -> Iterable[Step]:
        node = 0
        is_own = True
        while children := tree.children(node):
            facts = {child: tree.facts(child) for child in children}
            if is_own:
                children = [child for child in children if self._is_possible(facts[child])]
                if not children:
                    return
                is_own = bool(self.settings.groups) and node == 0
            node = max(children, key=lambda child: facts[child]["visits"])
            chosen = facts[node]
            if chosen["visits"] == 0:
                return
            if chosen["kind"] != "group":
                yield Step(
                    chosen["chooser"], self._move(chosen["move"]), chosen["visits"], tuple(chosen["values"])
                )

    def _is_possible(self, facts: dict[str, Any]) -> bool:
        """Say whether a child of the root can be chosen now: a tree that was kept may know others."""
        if facts["kind"] == "group":
            return any(facts["move"] == self._group_code(move) for move in self._named)
        return facts["chooser"] == self.view.seat and facts["move"] in self._named

    def _branch(self, tree: Tree, node: int, depth: int) -> Branch:
        facts = tree.facts(node)
        visited = [(tree.facts(child)["visits"], -child) for child in tree.children(node)]
        shown = sorted(visited, reverse=True)[:TOP_WIDTH] if depth else []
        shown = [(visits, child) for visits, child in shown if visits]
        return Branch(
            move=self._move(facts["move"]) if node else None,
            kind=facts["kind"],
            chooser=facts["chooser"],
            visits=facts["visits"],
            values=tuple(facts["values"]),
            children=tuple(self._branch(tree, -child, depth - 1) for _, child in shown),
            left_out=len(visited) - len(shown),
            group=self._group_name(facts["move"]) if facts["kind"] == "group" else "",
        )

    def _group_code(self, move: int) -> int:
        """Return the code under which the group of a move stands in the trees."""
        number = group_number(move)
        return (self._groups[number] if number < len(self._groups) else number) << GROUP_SHIFT

    def _group_name(self, code: int) -> str:
        """Return the names of the groups that stand in the trees under a code."""
        names = self._game.move_type.groups
        return ", ".join(
            name for name, head in zip(names, self._groups, strict=True) if head == group_number(code)
        )

    def _move(self, code: int) -> Move:
        return self._named.get(code) or self._game.move_type(code)

    # The next decision.

    def follow(self, events: Iterable[tuple[int | None, Move]]) -> list[Tree]:
        """Return the subtrees that remain after the events since, or an empty list.

        An event is the seat that chose, None for chance, and the move as the searching seat saw it.
        """
        if self.settings.hidden == "ensemble":
            return []
        happened = list(events)
        found = [
            (simulation.tree, self._descend(simulation.tree, happened)) for simulation in self.simulations
        ]
        return [tree.below(node) for tree, node in found if node] if all(node for _, node in found) else []

    def _descend(self, tree: Tree, events: Iterable[tuple[int | None, Move]]) -> int:
        """Return the node that the events lead to, or 0 if the tree does not know it."""
        node = 0
        has_outcomes = self.settings.chance in ("nodes", "sampled")
        for seat, move in events:
            if seat is None and not has_outcomes:
                continue
            below: int | None = node
            if seat is not None and self.settings.groups:
                below = tree.child(node, self._group_code(move), seat)
            if below is not None:
                below = tree.child(below, move, -1 if seat is None else seat)
            if below is None:
                return 0
            node = below
        return node


def _priors(settings: Settings, move_type: type[Move], is_compound: bool) -> Priors | None:
    uses_priors = settings.policy in ("puct", "bias", "widening")
    if not (settings.prior or settings.virtual or settings.heuristic or uses_priors):
        return None
    return make_priors(
        settings.prior,
        settings.virtual,
        move_type,
        adds_up=is_compound,
        heuristic=settings.heuristic,
    )

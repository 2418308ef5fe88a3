"""Tree search for any game: trees of one decision, grown by simulations within a budget.

Where to find it:

    a search from view to result    search.py: one tree or several, and the re-use of a tree
    options                         settings.py, each with its default
    budgets and threads             slices.py
    one simulation                  simulation.py, `Simulation`: down the tree, playout, back up
    chance models                   simulation.py, `ChanceModel`: nodes, sampled, grouped, open
    the moves at a node             candidates.py, `Candidates`: listed, matched with the children, added
    hidden cards                    search.py picks the sampler, which draws the cards; candidates.py and
                                    `ChanceModel` put moves into the tree as the searching seat sees them
    the formula of a tree policy    tree_policies/: ucb.py (uct, ucb-tuned, puct, bias, widening), bayes.py
                                    (bayes, thompson), vpi.py, rave.py; the shared arg-max is in base.pxd
    names and options of policies   tree_policies/registry.py and makers.py
    priors and virtual wins         candidates.py, `Priors`; from text: registry.py
    playouts, rewards and backups   backup.py: `Ending`, `Rewards`, `Backup`
    the tree itself                 tree.py: nodes in flat arrays
    the final choice                final.py
    the result, printed and drawn   result.py, result_table.py, tree_picture.py
    bandits                         one_level_tree.py, a tree policy on one node; bandits.py, its regret

Policies and evaluations of playouts are in `catanlab.playout`. Nothing here knows a particular game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.search.beta_densities import reshaped
    from catanlab.search.candidates import GroupPriors, Priors
    from catanlab.search.one_level_tree import OneLevelTree
    from catanlab.search.result import SearchResult
    from catanlab.search.search import Search
    from catanlab.search.settings import Settings
    from catanlab.search.tree_policies.base import PlainTreePolicy, TreePolicy
    from catanlab.search.tree_policies.registry import make_tree_policy, policy_options, read_tree_policy

__all__ = [
    "GroupPriors",
    "OneLevelTree",
    "PlainTreePolicy",
    "Priors",
    "Search",
    "SearchResult",
    "Settings",
    "TreePolicy",
    "make_tree_policy",
    "policy_options",
    "read_tree_policy",
    "reshaped",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "GroupPriors": "catanlab.search.candidates",
            "OneLevelTree": "catanlab.search.one_level_tree",
            "PlainTreePolicy": "catanlab.search.tree_policies.base",
            "Priors": "catanlab.search.candidates",
            "Search": "catanlab.search.search",
            "SearchResult": "catanlab.search.result",
            "Settings": "catanlab.search.settings",
            "TreePolicy": "catanlab.search.tree_policies.base",
            "make_tree_policy": "catanlab.search.tree_policies.registry",
            "policy_options": "catanlab.search.tree_policies.registry",
            "read_tree_policy": "catanlab.search.tree_policies.registry",
            "reshaped": "catanlab.search.beta_densities",
        },
    )

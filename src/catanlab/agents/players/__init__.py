"""The agents that play.

greedy/        pursues the build that scores soonest: goals.py, paths.py, worth.py, trade.py, robbery.py
expectimax.py  searches its turn by the evaluation and haggles; beliefs.py says what others hold and may win
haggler.py     the greedy agent with another way to trade
heuristic.py   Martin's opening and the scores of his playouts
one_ply.py     looks one move ahead with the evaluation
planner.py     the base class of agents that plan; thomas.py and jsettlers/ derive from it
thomas.py      Thomas' agents: options and levels
jsettlers/     the robots of JSettlers: smart.py and fast.py choose builds, committed_plan.py keeps a plan
strategies/    Tuma's two strategies, on top of the greedy agent
mcts/          agents that search: presets.py has those of the theses, overrides/ their decisions by rule
"""

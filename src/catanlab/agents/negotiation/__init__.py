"""Trade between players: offers, answers, counter-offers, and statements of interest.

Where to find it:

    the contract of a negotiator       negotiator.py; all schemes by name: registry.py
    an agent with a negotiator         trader.py; the option `trade`: options.py
    Thomas' negotiator                 batna.py: offers.py has his order of deals, alternative.py the best
                                       alternative, acceptance.py whether others would accept, counters.py
    the negotiator of JSettlers        jsettlers.py: jsettlers_offers.py has its order of deals,
                                       seller_beliefs.py who sells what, opponent_plans.py the others' aims
    Panousis' negotiator               panousis.py
    haggling                           haggle.py: asks.py has its deals, appraisal.py what a hand is worth,
                                       haggle_memory.py what was refused, models/ how others answer
    principled negotiation             principled.py: statements.py reads and writes what is said
    what a negotiator remembers        memory.py
    estimates for one decision         outlook.py
    reasons in words                   wording.py
"""

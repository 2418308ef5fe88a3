"""The robots of the online game: they think in a pool of worker processes that all rooms share.

questions and answers, errors       questions.py
the pool                            pool.py: the only module that knows the event loop
who waits for which worker          schedule.py; expected times: costs.py; budgets: governor.py
what a worker keeps                 kept_agents.py
a worker process                    worker.py inside, worker_process.py outside, messages.py between them
words at fitting moments            talk.py
how long a robot seems to think     delay.py
levels for people                   levels.py
"""

"""The robots of the online game: they think in a pool of worker processes that all rooms share.

Where to find it:

    questions, answers, errors          questions.py
    the pool                            pool.py; how it is doing: status.py
    who waits for which worker          schedule.py; the lanes: lanes.py, expected times: costs.py,
                                        turns of addresses: fair_queue.py, budgets under load: governor.py
    a worker's place in the pool        station.py; what the worker keeps: kept_agents.py
    a worker process                    worker.py inside, worker_process.py outside, messages.py between
    words at fitting moments            talk.py
    how long a robot seems to think     delay.py
    levels for people                   levels.py
"""

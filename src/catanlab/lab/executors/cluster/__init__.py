"""Matches on a Dask cluster.

The client, which is the command, hands out units of blocks, checks and stores what comes back, and decides
what is played again: it is the only writer. A worker of the cluster passes a unit to a process of its own,
the player, which plays as a match on one machine does.

`link` talks to the scheduler, `roster` admits workers, `units` says what is played next, `dask_executor`
puts these together; `node` is what a worker runs, `player` its process, `result_bytes` what comes back,
`fingerprint` what must be the same on all machines, and `check` looks at a cluster before a match.
"""

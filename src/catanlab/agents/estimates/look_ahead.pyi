from catanlab.agents.estimates.estimates import Estimates

__all__ = ["look_after"]

def look_after(ahead: Estimates, now: Estimates, seat: int, kind: str, place: int) -> None: ...

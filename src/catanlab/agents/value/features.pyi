from catanlab.framework.state import State

__all__ = ["FEATURE_NAMES", "features"]

FEATURE_NAMES: tuple[str, ...]

def features(state: State, seat: int) -> list[float]: ...

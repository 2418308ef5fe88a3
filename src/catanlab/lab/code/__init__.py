"""Keys of results that stand for the code that played them."""

from catanlab.lab.code.key import code_key, has_same_code, has_same_games

__all__ = ["code_key", "has_same_code", "has_same_games"]

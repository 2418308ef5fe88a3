"""Keys of the code that played stored results."""

from catanlab.lab.code.key import code_key, has_same_code, has_same_games

__all__ = ["code_key", "has_same_code", "has_same_games"]

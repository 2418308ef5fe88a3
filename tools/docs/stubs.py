"""Signatures of native classes and functions, which only their `.pyi` files have."""

import ast
from copy import deepcopy
from functools import cache
from importlib.util import find_spec
from pathlib import Path


def stub_signature(thing: object) -> tuple[str, str] | None:
    """Return the arguments and the result of a native class, method or function; None if it has no stub.

    >>> import catanlab
    >>> stub_signature(catanlab.State.is_legal)
    ('(move: Move | int | str, seat: int | None=None)', 'bool')
    """
    name = getattr(thing, "__qualname__", "")
    definitions = _definitions(_module(thing))
    if isinstance(thing, type):
        maker = definitions.get(f"{name}.__init__")
        return (_arguments(maker, of_class=True), "") if maker else None
    function = definitions.get(name)
    if function is None:
        return None
    result = ast.unparse(function.returns) if function.returns else ""
    return _arguments(function, of_class="." in name), result


def _module(thing: object) -> str:
    """Return the module of a class or function; a method of a native class knows only its class."""
    return getattr(thing, "__module__", None) or getattr(thing, "__objclass__", object).__module__


@cache
def _definitions(module: str) -> dict[str, ast.FunctionDef]:
    """Return the functions and methods in the stub of a module by their names; none if it has no stub."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return {}
    stub = Path(spec.origin).parent / f"{module.rpartition('.')[2]}.pyi"
    if not stub.exists():
        return {}
    found: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            methods = (each for each in node.body if isinstance(each, ast.FunctionDef))
            found |= {f"{node.name}.{method.name}": method for method in methods}
    return found


def _arguments(function: ast.FunctionDef, *, of_class: bool) -> str:
    """Return the arguments in brackets, without `self` or `cls`."""
    arguments = deepcopy(function.args)
    decorators = {ast.unparse(each) for each in function.decorator_list}
    if of_class and "staticmethod" not in decorators:
        del (arguments.posonlyargs or arguments.args)[:1]
    return f"({ast.unparse(arguments)})"

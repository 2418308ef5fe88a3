#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment, plays and serves there, away from the sources.
# usage: tools/check_wheel.sh PYTHON
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(realpath -s "$1")
sources=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step() {
    local what=$1
    shift
    if ! "$@" >"$work/log" 2>&1; then
        cat "$work/log" >&2
        echo "wheel: could not $what" >&2
        exit 1
    fi
}

unset PYTHONPATH
# tools/install.sh builds with the requirements of pyproject.toml alone, so --no-isolation hides none.
step "build it" "$python" -m build --wheel --no-isolation --outdir "$work" .
step "make an empty environment" "$python" -m venv "$work/venv"
step "install it" "$work/venv/bin/python" -m pip install -qq --no-compile --disable-pip-version-check \
    "$work"/*.whl

mkdir "$work/elsewhere"
cd "$work/elsewhere"
step "find every native module in it" "$work/venv/bin/python" -I - <<'END'
from importlib.util import find_spec
from pathlib import Path

import catanlab

package = Path(catanlab.__file__).parent
native = [path for path in package.rglob("*.pxd") if path.with_suffix(".py").exists()]
assert native, "no native module"
assert (package / "py.typed").exists(), "no py.typed"
migrations = package / "server" / "database" / "migrations"
assert (migrations / "env.py").exists() and list(migrations.glob("versions/v*.py")), "no migrations"
for path in native:
    name = ".".join(path.relative_to(package.parent).with_suffix("").parts)
    assert path.with_suffix(".pyi").exists(), f"{name} has no stub"
    assert find_spec(name).origin.endswith(".so"), f"{name} is not compiled"
END
site=$("$work/venv/bin/python" -I -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
cp -r "$sources/examples/compiled_policy" "$work/policy"
cd "$work/policy"
step "compile a policy against it" env PYTHONPATH="$site" "$python" setup.py -q build_ext --inplace
step "play by that policy" "$work/venv/bin/python" -W error -c \
    "import builder, catanlab; catanlab.play_random(games=100, seed=1, policy=builder.Builder())"
cd "$work/elsewhere"
step "watch a game" "$work/venv/bin/catanlab" play --watch --seed 1
step "play from Python" "$work/venv/bin/python" -I -W error -c \
    "import catanlab; catanlab.play_random(games=100, seed=1)"
step "play by the net" "$work/venv/bin/python" -I -W error -c \
    "import catanlab; from catanlab.agents import NetOnePly; catanlab.play_random(games=2, seed=1, policy=NetOnePly())"
step "install what its server needs" "$work/venv/bin/python" -m pip install -qq --no-compile \
    --disable-pip-version-check "$(echo "$work"/*.whl)[server]"
step "serve the page" "$work/venv/bin/python" -I "$sources/tools/fetch_page.py" "$work/venv/bin/catanlab"
echo "wheel: built, installed, played and served"

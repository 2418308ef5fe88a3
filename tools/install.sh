#!/usr/bin/env bash
# Makes .venv with catanlab, editable, and what playing needs; with `dev`, what its developers need too.
# usage: tools/install.sh PYTHON [dev]
set -euo pipefail
cd "$(dirname "$0")/.."

python=${1:-python3}
purpose=${2:-play}

fail() {
    echo "catanlab needs $1" >&2
    exit 1
}

can_compile() {
    local folder status=0
    folder=$(mktemp -d)
    echo '#include <Python.h>' >"$folder/probe.c"
    "$python" - "$folder" <<'END' >/dev/null 2>&1 || status=1
import shlex, subprocess, sys, sysconfig
from pathlib import Path
folder = Path(sys.argv[1])
compiler = shlex.split(sysconfig.get_config_var("CC"))
include = "-I" + sysconfig.get_path("include")
subprocess.run([*compiler, include, "-c", folder / "probe.c", "-o", folder / "probe.o"], check=True)
END
    rm -rf "$folder"
    return $status
}

has_venv() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null
}

complete() {
    command -v "$python" >/dev/null && has_venv && can_compile
}

# Prints the requirements of `play`, which builds and plays, or those that `dev` has besides.
requirements() {
    .venv/bin/python - "$1" <<'END'
import re, sys, tomllib
from pathlib import Path
settings = tomllib.loads(Path("pyproject.toml").read_text())
project, play = settings["project"], settings["tool"]["catanlab"]["play"]
if sys.argv[1] == "play":
    named = {re.match(r"[\w.-]+", wanted)[0]: wanted for wanted in project["dependencies"]}
    wanted = [*settings["build-system"]["requires"], *(named[name] for name in play)]
    wanted += project["optional-dependencies"]["server"]
else:
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
print("\n".join(wanted))
END
}

# Packages are byte-compiled when they are first imported: most of their files never are.
pip_install() {
    .venv/bin/python -m pip install -qq --no-compile --disable-pip-version-check "$@"
}

fetch() {
    local lines wanted
    lines=$(requirements "$1")
    mapfile -t wanted <<<"$lines"
    pip_install "${wanted[@]}"
}

# As `python -m venv`, but without byte-compiling pip and an old setuptools, which takes five seconds.
make_environment() {
    local wheel
    rm -rf .venv
    "$python" -m venv --without-pip .venv
    wheel=$("$python" - <<'END'
import ensurepip, sysconfig
from pathlib import Path
folder = Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or Path(ensurepip.__file__).with_name("_bundled"))
print(next(iter(sorted(folder.glob("pip-*.whl"))), ""))
END
    )
    if [ -z "$wheel" ] || ! .venv/bin/python "$wheel/pip" install -qq --no-compile --no-index \
        --disable-pip-version-check "$wheel" 2>/dev/null; then
        .venv/bin/python -m ensurepip >/dev/null
    fi
}

if [ "$purpose" = dev ]; then
    rm -f .venv/installed-dev
    echo "Fetching what the checks and tests need"
    fetch dev
    tools/install_postgresql.sh
    tools/install_browser.sh
    echo "$PWD" >.venv/installed-dev
    exit
fi

if ! complete && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing a C compiler and the Python headers with apt-get"
    log=$(mktemp)
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes \
        --no-install-recommends gcc libc6-dev python3 python3-dev python3-venv; } \
        >"$log" 2>&1 || cat "$log" >&2
    rm -f "$log"
fi

command -v "$python" >/dev/null || fail "Python 3.11 or newer, and there is no $python."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer, and $python is $("$python" -V 2>&1)."
has_venv || fail "Python's venv module (on Debian: the package python3-venv)."
can_compile || fail "a C compiler and the Python headers (on Debian: the packages gcc and python3-dev)."

wanted=$("$python" -c 'import sys; print(sys.version)')
if [ "$(.venv/bin/python -c 'import sys; print(sys.version)' 2>/dev/null)" != "$wanted" ] ||
    [ "$(cat .venv/installed 2>/dev/null || echo "$PWD")" != "$PWD" ]; then
    echo "Making .venv with $("$python" -V)"
    make_environment
fi

rm -f .venv/installed
echo "Fetching what playing needs"
fetch play
.venv/bin/python setup.py -q build_ext --inplace
echo "Installing catanlab into .venv"
# The requirements of the build are there already: pip would fetch them a second time.
CATANLAB_BUILT=1 pip_install --no-build-isolation --no-deps --editable .
echo "$PWD" >.venv/installed

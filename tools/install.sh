#!/usr/bin/env bash
# Makes .venv with catanlab, editable, and what its developers need.
# usage: tools/install.sh [PYTHON]
set -euo pipefail
cd "$(dirname "$0")/.."

python=${1:-python3}

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
    rm -rf .venv
    "$python" -m venv .venv
fi

rm -f .venv/installed
echo "Building and installing catanlab into .venv"
# pip would compile all files of all packages, their tests included, on one core.
.venv/bin/python -m pip install -qq --no-compile --disable-pip-version-check --editable '.[dev]'
packages=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
.venv/bin/python -m compileall -qq -j 0 -x '/tests?/' "$packages" || true # some are for other Pythons
echo "$PWD" >.venv/installed

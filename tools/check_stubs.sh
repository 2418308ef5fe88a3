#!/usr/bin/env bash
# Compares every native module with its .pyi stub.
# usage: tools/check_stubs.sh PYTHON
set -euo pipefail
cd "$(dirname "$0")/.."

modules=()
while read -r declarations; do
    module=${declarations%.pxd}
    if [ -e "$module.py" ] && [ "${module##*/}" != __init__ ]; then
        [ -e "$module.pyi" ] || { echo "$module.py is native and has no .pyi stub" >&2; exit 1; }
        module=${module#src/}
        modules+=("${module//\//.}")
    fi
done < <(find src -name '*.pxd' | sort)

if [ ${#modules[@]} -gt 0 ]; then
    "$1" -m mypy.stubtest --concise --ignore-disjoint-bases --ignore-unused-allowlist \
        --allowlist tools/stubtest_allowlist.txt --mypy-config-file pyproject.toml "${modules[@]}"
fi

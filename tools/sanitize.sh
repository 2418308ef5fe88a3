#!/usr/bin/env bash
# Runs the tests of all rooms with native modules on modules built with gcc's address and
# undefined-behaviour sanitizers, which also find C arrays that are read or written past their end.
# usage: tools/sanitize.sh PYTHON [pytest arguments]
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(realpath -s "$1")
shift
copy=build/sanitize

mkdir -p "$copy"
rm -rf "$copy"/{src,tests,tools,examples,docs}
cp -r src tests tools examples docs pyproject.toml setup.py README.md LICENSE "$copy"
find "$copy/src" -name '*.so' -delete
cd "$copy"

export CATANLAB_SANITIZE=1
"$python" setup.py -q build_ext --inplace

# The golden games and trees run whole games of every agent, and searches with every policy.
tests=(tests/{framework,rules,views,turns,search,agents,golden})

# Python's own allocator would hide the edges of objects. pytest must leave the real stderr alone:
# a process that aborts would take the captured report with it.
compiler=$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("CC").split()[0])')
status=0
LD_PRELOAD="$("$compiler" -print-file-name=libasan.so) $("$compiler" -print-file-name=libubsan.so)" \
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
    PYTHONMALLOC=malloc PYTHONPATH="$PWD/src" \
    "$python" -m pytest -p no:cacheprovider --capture=sys -m "not slow and not full" "${tests[@]}" "$@" 2>&1 |
    tee output || status=1

if grep -qE 'runtime error: |ERROR: AddressSanitizer' output; then
    echo "sanitize: a report, see above" >&2
    exit 1
fi
exit $status

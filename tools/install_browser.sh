#!/usr/bin/env bash
# Installs Debian's chromium for the tests of the page, where that is possible; else says in a line why not.
# Playwright drives it and downloads no browser of its own. A test names another place than / as SYSTEM_ROOT.
set -euo pipefail

root=${SYSTEM_ROOT:-}

left_out() {
    echo "Chromium $1: tests in a browser are left out"
    exit 0
}

if command -v chromium >/dev/null || [ -x "$root/usr/lib/chromium/chromium" ]; then
    exit 0
fi
[ "$(id -u)" = 0 ] || left_out "is not installed, and only root can do it"
command -v apt-get >/dev/null || left_out "is not installed, and there is no apt-get"

echo "Installing chromium with apt-get"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium; } \
    >"$log" 2>&1 || left_out "cannot be installed ($(tail -n 1 "$log"))"

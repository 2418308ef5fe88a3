#!/usr/bin/env bash
# Installs PostgreSQL for the tests, which start a server of their own, where that is possible; else says in a
# line why not. No cluster is made and nothing is started. A test names another place than / as SYSTEM_ROOT.
set -euo pipefail

root=${SYSTEM_ROOT:-}

left_out() {
    echo "PostgreSQL $1: tests with it are left out"
    exit 0
}

if command -v initdb >/dev/null || compgen -G "$root/usr/lib/postgresql/*/bin/initdb" >/dev/null; then
    exit 0
fi
[ "$(id -u)" = 0 ] || left_out "is not installed, and only root can do it"
command -v apt-get >/dev/null || left_out "is not installed, and there is no apt-get"

echo "Installing PostgreSQL with apt-get"
log=$(mktemp)
settings=$root/etc/postgresql-common/createcluster.d
trap 'rm -f "$log" "$settings/catanlab.conf"' EXIT
mkdir -p "$settings"
echo "create_main_cluster = false" >"$settings/catanlab.conf"
{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql; } \
    >"$log" 2>&1 || left_out "cannot be installed ($(tail -n 1 "$log"))"

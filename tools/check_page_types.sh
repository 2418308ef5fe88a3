#!/usr/bin/env bash
# Checks the types of the page's modules, which are written as JSDoc, with a TypeScript that npm fetches into .venv.
# Where that cannot be had, a line says so.
set -euo pipefail
cd "$(dirname "$0")/.."

version=5.9.3
folder=.venv/typescript-$version
compiler=$folder/node_modules/typescript/bin/tsc

left_out() {
    echo "The types of the page are not checked: $1"
    exit 0
}

command -v node >/dev/null || left_out "there is no node"
if [ ! -e "$compiler" ]; then
    command -v npm >/dev/null || left_out "there is no npm"
    rm -rf "$folder.part"
    said=$(npm install --prefix "$folder.part" --no-audit --no-fund --no-save --loglevel=error \
        "typescript@$version" 2>&1) || left_out "npm cannot fetch TypeScript ($(tail -n 1 <<<"$said"))"
    mv "$folder.part" "$folder"
fi
node "$compiler" --project src/catanlab/server/page/tsconfig.json

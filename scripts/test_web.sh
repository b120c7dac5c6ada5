#!/usr/bin/env bash
# The tests of the window: types in step, a fresh build equal to the kept one, and Chromium as a person uses it.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "skipped: node and npm are not installed (the built window ships with the package)"
    exit 0
fi
.venv/bin/python scripts/build_web_types.py --check
cd web
npm install --no-save --no-audit --no-fund
npx tsc --noEmit
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
MEADOW_WEB_OUT="$fresh" npx vite build
if ! diff -r "$fresh" ../src/meadow/viewer/web/bundle; then
    echo "the kept window differs from a fresh build: run make web and commit it"
    exit 1
fi
size=$(stat -c %s "$fresh/window.js")
if [ "$size" -ge 1000000 ]; then
    echo "window.js has $size bytes: expected less than 1,000,000"
    exit 1
fi
if ! ls /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -y -qq chromium >/dev/null
    else
        npx playwright install chromium
    fi
fi
npx playwright test

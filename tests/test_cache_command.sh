#!/bin/bash
# The commands with and without the cache of meshes: the same output; the folder that they use; how to switch it off.
#
# Usage: test_cache_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
set -u
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
export HOME=$work/home XDG_CACHE_HOME=$work/xdg
unset FIRSTCONTACT_MESH_CACHE

cp "$(dirname "${BASH_SOURCE[0]}")/../assets/path.csv" "$work/path.csv"

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
# run OPTION...: into $work/out; the number of entries of all folders below $work.
run() {
    "$program" query builtin:icosphere:level=5 builtin:icosphere:level=3 "$@" \
        --path "$work/path.csv" >"$work/out" 2>"$work/err" || fail "query $*: exit code $?: $(cat "$work/err")"
    [ -s "$work/err" ] && fail "query $*: $(cat "$work/err")"
    sed -i -E 's/"(us|ms|time[a-z_]*)":[0-9.e+-]+//g' "$work/out"
    [ -e "$work/first" ] || cp "$work/out" "$work/first"
    cmp "$work/out" "$work/first" || fail "query $*: another output"
}
count() { find "$1" -name '*.entry' 2>/dev/null | wc -l; }

# Red: an option that is unknown to a command, or that has no effect.
run --no-mesh-cache
FIRSTCONTACT_MESH_CACHE=off run
[ "$(find "$work" -type d | wc -l)" = 1 ] || fail "a folder without a cache: $(find "$work")"
run
[ "$(count "$work/xdg/firstcontact")" = 1 ] || fail "no entry in XDG_CACHE_HOME: $(find "$work")"
run
XDG_CACHE_HOME=relative run
[ "$(count "$work/home/.cache/firstcontact")" = 1 ] || fail "no entry in ~/.cache: $(find "$work")"
FIRSTCONTACT_MESH_CACHE=$work/own run
[ "$(count "$work/own")" = 1 ] || fail "no entry in FIRSTCONTACT_MESH_CACHE: $(find "$work")"
[ "$(count "$work")" = 3 ] || fail "other entries: $(find "$work")"
[ ! -e relative ] || fail "a folder in the current one"

[ $failures -eq 0 ]

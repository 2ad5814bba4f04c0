#!/usr/bin/env bash
# `firstcontact lesson` without a window: the list, every lesson as pictures with its text, invalid calls.
#
# Usage: test_lesson_command.sh PROGRAM. Red: a lesson missing in the list or with a stop that cannot be drawn, a missing or
# empty picture, an invalid call accepted.
set -uo pipefail
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
# Mesa's drivers leak memory and are unloaded before the leak checker can name them.
export ASAN_OPTIONS=detect_leaks=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

expect_code() { # CODE TEXT ARGS...
    local code=$1 text=$2 got=0
    shift 2
    "$program" lesson "$@" >"$work/out" 2>"$work/err" || got=$?
    [ "$got" = "$code" ] || fail "lesson $*: exit code $got, not $code"
    grep -qF -- "$text" "$work/out" "$work/err" || fail "lesson $*: says nothing of '$text'"
}

"$program" lesson >"$work/list" || fail "lesson: exit code $?"
[ "$(wc -l <"$work/list")" = 6 ] || fail "$(wc -l <"$work/list") lessons"

while read -r name count _; do
    if ! "$program" lesson "$name" --out "$work/$name" --size 800x560 >"$work/words" 2>"$work/err"; then
        grep -q "cannot draw without a display" "$work/err" && exit 0 # no driver
        fail "lesson $name: $(cat "$work/err")"
    fi
    [ "$(find "$work/$name" -name '*.png' -size +8k | wc -l)" = "$count" ] || fail "lesson $name: not $count pictures"
    [ "$(grep -c "^Stop [0-9]* of $count: " "$work/words")" = "$count" ] || fail "lesson $name: not $count titles"
    [ "$(sort <"$work/words" | grep -c '^  Try it: ')" = "$count" ] || fail "lesson $name: a stop without a goal"
    [ "$(find "$work/$name" -name '*.png' -exec md5sum {} + | cut -d' ' -f1 | sort -u | wc -l)" = "$count" ] ||
        fail "lesson $name: two stops look the same"
    # The requested size: width and height of a PNG are its bytes 17 to 24.
    [ "$(od -An -tu1 -j16 -N8 "$work/$name/$name-01.png" | tr -s ' ')" = " 0 0 3 32 0 0 2 48" ] ||
        fail "lesson $name: another size"
done <"$work/list"

expect_code 2 "unknown lesson 'no-such'" no-such
expect_code 2 "--out needs NAME" --out "$work/none"
expect_code 2 "--size must be" boxes --out "$work/none" --size 12
expect_code 2 "--out must be a directory" boxes --out "$work/one.png"
expect_code 1 "too small" boxes --out "$work/none" --size 320x240
exit $((failures > 0))

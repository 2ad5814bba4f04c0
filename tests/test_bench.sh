#!/bin/bash
# Every benchmark with few steps, two of them and FC_CASES times as many: exit code 0, right answers, valid JSON. No time is
# asserted.
#
# Usage: test_bench.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
set -u
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
steps=$((2 * ${FC_CASES:-1}))

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Without names, each of --list runs. Red: a benchmark left out, one that cannot load its meshes, a broken requirement (a
# missed contact, unequal counts), NaN or a missing comma in the JSON.
names=$("$program" bench --list | awk '{print $1}')
[ "$(echo "$names" | wc -l)" -ge 6 ] || fail "--list: $names"
"$program" bench --steps "$steps" --json "$work/all.json" >"$work/out" 2>"$work/err" ||
    fail "bench: exit code $?: $(tail -c 500 "$work/out" "$work/err")"
grep -q FAIL "$work/out" && fail "bench: $(grep FAIL "$work/out")"
for name in $names; do
    grep -q "^$name: " "$work/out" || fail "bench $name: no such line"
    python3 - "$work/all.json" "$name" "$steps" <<'END' || fail "bench $name: JSON"
import json, sys
run = json.load(open(sys.argv[1]))
bench, = [bench for bench in run["benchmarks"] if bench["name"] == sys.argv[2]]
assert bench["steps"] == int(sys.argv[3]) and run["processor"] and run["compiler"]
assert bench["tables"] and all(len(row) > 1 for table in bench["tables"] for row in table["rows"])
assert all(target["met"] for target in bench["targets"] if target["required"])
END
done

# Every other pair of meshes is measured and judged. Red: a pair left out; a judge that tests nothing.
python3 - "$work/all.json" <<'END' || fail "first-contact: other pairs"
import json, sys
tables = json.load(open(sys.argv[1]))["benchmarks"][0]["tables"]
judged, = [table["rows"] for table in tables if table["title"].startswith("Other pairs, judged")]
assert len(judged) >= 8 and all(row["free poses"] > 0 and row["oracle"] > 0 for row in judged)
assert sum(row["contacts"] for row in judged) >= 8
END

# Four linearly moving points, a thousand of each family: every answer is right, and all families are present. Red: a missed
# contact in one of ten thousand degenerate queries.
"$program" bench elements --steps 16000 --seed 7 --json "$work/elements.json" >"$work/out" 2>"$work/err" ||
    fail "elements: exit code $?: $(tail -c 500 "$work/out" "$work/err")"
python3 - "$work/elements.json" <<'END' || fail "elements: verdicts"
import json, sys
rows = json.load(open(sys.argv[1]))["benchmarks"][0]["tables"][1]["rows"]
assert len(rows) == 16
for row in rows:
    assert row["queries"] == 1000 and row["contacts"] > 20, row
    assert all(row[k] == 0 for k in ("missed", "false", "late", "within tolerance", "undecided")), row
END

# The same throws through other libraries, if compiled in: as many steps, and nothing of ours below the floor. Red: a peer
# that does not run, a row without its numbers, a mesh of ours below the floor.
"$program" bench world --steps 20 --peers --json "$work/peers.json" >"$work/out" 2>"$work/err" ||
    fail "world --peers: exit code $?: $(tail -c 500 "$work/out" "$work/err")"
python3 - "$work/peers.json" <<'END' || fail "world --peers: rows"
import json, sys
rows = json.load(open(sys.argv[1]))["benchmarks"][0]["tables"][0]["rows"]
steps = {}
for row in rows:
    mesh, who = row["label"].split(": ")
    steps.setdefault(mesh, set()).add(row["steps"])
    assert row["steps/s, median"] > 0 and row["depth"] >= 0
    assert who != "ours" or row["depth"] == row["through"] == row["overlaps"] == 0
assert len(steps) == 10 and all(len(counts) == 1 for counts in steps.values())
END

# The same steps of two boxes through other libraries. Red: a peer that does not run or finds almost nothing.
"$program" bench boxes --steps 40 --peers --json "$work/boxes.json" >"$work/out" 2>"$work/err" ||
    fail "boxes --peers: exit code $?: $(tail -c 500 "$work/out" "$work/err")"
python3 - "$work/boxes.json" <<'END' || fail "boxes --peers: rows"
import json, sys
tables = json.load(open(sys.argv[1]))["benchmarks"][0]["tables"]
steps = [table for table in tables if table["title"].startswith("Peers")]
assert len(steps) in (0, 5)
for table in steps:
    for row in table["rows"]:
        assert row["median us"] > 0, row
        if "that hit" in table["title"] and not row["label"].startswith("ours"):
            assert row["hits"] >= 30 and row["hits"] + row["misses"] + row["failures"] == 40, row
END

# Two points over a unit triangle, one through it and one beside it. Red: a reader that mixes up rows, or the truth.
points() { # X TRUTH
    for z in 1 -1; do
        printf '%s,8,2,8,%s,1,%s\n0,1,0,1,0,1,%s\n1,1,0,1,0,1,%s\n0,1,1,1,0,1,%s\n' "$1" $z "$2" "$2" "$2" "$2"
    done
}
{ points 2 1; points 16 0; } >"$work/vertex-face.csv"
"$program" bench elements --steps 5 --queries "$work/vertex-face.csv" >"$work/out" 2>"$work/err" ||
    fail "queries: exit code $?"
grep -qE '^ +vertex-face.csv +2 +1 +0 +0 +0 +0 +0 ' "$work/out" || fail "queries: $(grep csv "$work/out")"
tr -s ' \n' ' ' <"$work/out" | grep -q ' 2 queries, 0 with .* 0 where' || fail "queries: $(grep queries "$work/out")"

# Errors in files are located. Red: half a query accepted as a whole one.
refuse() { # NAME PATTERN
    "$program" bench elements --steps 5 --queries "$work/$1" >"$work/out" 2>"$work/err" && fail "$1 is accepted"
    grep -qE -- "$2" "$work/err" || fail "$1: $(cat "$work/err")"
}
head -n 7 "$work/vertex-face.csv" >"$work/short-vertex-face.csv"
refuse short-vertex-face.csv '7 rows, expected eight'
sed '3s/,1,/,0,/' "$work/vertex-face.csv" >"$work/zero-vertex-face.csv"
refuse zero-vertex-face.csv ':3: denominator 0'
sed '5s/1$/0/' "$work/vertex-face.csv" >"$work/mixed-vertex-face.csv"
refuse mixed-vertex-face.csv ':5: the truth changes'
cp "$work/vertex-face.csv" "$work/queries.csv"
refuse queries.csv 'must say which queries'
refuse no-edge-edge.csv 'No such file'

"$program" bench nonsense >"$work/out" 2>"$work/err"
[ $? -eq 2 ] || fail "an unknown benchmark: exit code"
grep -q "unknown benchmark 'nonsense'" "$work/err" || fail "an unknown benchmark: $(cat "$work/err")"

[ $failures -eq 0 ]

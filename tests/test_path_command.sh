#!/bin/bash
# `firstcontact path` on the command line: answers in closed form, exit codes, lists of jobs, rejected input.
#
# Usage: test_path_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

poses=px,py,pz,qw,qx,qy,qz
# write_path HEADER ROW...
write_path() {
    local row
    echo "$1"
    for row in "${@:2}"; do echo "$row,1,0,0,0"; done
}
cube=builtin:box # half extent 1

# exits CODE NAME PATTERN COMMAND...: the exit code, an empty standard error, a line that matches the pattern.
exits() {
    local code=$1 name=$2 pattern=$3
    shift 3
    "$@" >out 2>err
    local got=$?
    [ $got -eq "$code" ] || fail "$name: exit code $got, expected $code: $(head -c 300 err)"
    [ -s err ] && fail "$name: says $(head -c 300 err)"
    grep -qE -- "$pattern" out || fail "$name: no '$pattern' in: $(head -c 600 out)"
}
path() { "$program" path "$cube" "$cube" "$@"; }

# A cube passes another at a distance of 0.5, or moves from x = 4 to x = 1 on its second edge and stops at x = 2. Red: exit
# codes of other commands, an edge off by one, times of the edge instead of the path.
write_path $poses -4,2.5,0 0,2.5,0 4,2.5,0 >passing.csv
write_path time,$poses 1,-4,3,0 2,4,3,0 4,4,0,0 10,1,0,0 >meeting.csv
exits 0 free '^\{"job":0,"status":"free","edge":null,"t":null,"t_hi":null,"time":null,.*"pose":\[4,2.5,0,1,0,0,0\],"pose_time":2,"edges":2,"pieces":2,' path --path passing.csv
exits 1 contact '^\{"job":0,"status":"contact","edge":2,"t":0.66666666[0-9]*,"t_hi":0.66666666[0-9]*,"time":(7.99999999|8.00000000)[0-9]*,.*"shape":0,"obstacle":0,.*"normal":\[1,.*"edges":3,"pieces":3,' path --path meeting.csv
exits 1 "second mesh" '"status":"contact".*"obstacle":1,' "$program" path $cube builtin:box:x=0.5,y=0.1,z=0.1 $cube --path meeting.csv
exits 1 safety '"status":"contact","edge":0,"t":[0-9.]+,' path --path passing.csv --safety-distance 0.6
exits 0 safety '"status":"free"' path --path passing.csv --safety-distance 0.4
write_path $poses 1.5,0,0 5,0,0 >inside.csv
write_path $poses 4,0,0 -4,0,0 >across.csv
exits 1 overlap '"status":"overlap","edge":0,"t":0,' path --path inside.csv
exits 3 undecided '"status":"undecided".*"reason":"budget"' "$program" path builtin:torus builtin:gear --path across.csv --max-tests 1

# The distance is 0.5 throughout the middle of the first path, and 1 in its last twentieth or so. Red: a bound of the whole
# path in each part.
exits 0 clearance '"clearance":\{"lo":0.499999[0-9]*,"hi":0.50000[0-9]*,"edge":[01],.*"point_a":\[[^]]*\],"point_b":\[[^]]*\],"feature_a":' path --path passing.csv --clearance
exits 0 bounds '"bounds":\[\{"from":0,"to":0.5,"lo":0.499999[0-9]*,"hi":0.50000[0-9]*,"time":[0-9.]*\},.*\{"from":1.5,"to":2,"lo":0.499999' path --path passing.csv --clearance --bounds 4
exits 0 precision '"lo":0.499[0-9]*,"hi":0.50000' path --path passing.csv --clearance --precision 0.001
exits 1 "clearance of a contact" '"clearance":\{"lo":0,"hi":[0-9.e-]+,' path --path meeting.csv --clearance

# A cube fits flush into a row of cubes: with an allowance it slides out. Red: an allowance of one mesh only.
write_path $poses 2,0,0 2,5,0 >flush.csv
exits 1 flush '"status":"(contact|overlap)"' path --path flush.csv
exits 0 allowance '"status":"free"' path --path flush.csv --allowance 0.01 --safety-distance 0.015
exits 0 "allowance and clearance" '"lo":0.01[0-9]*,"hi":0.02' path --path flush.csv --allowance 0.01 --clearance --precision 0.001
refuse 2 "with the allowance" path --path flush.csv --allowance 3

# B moves, too, on times of its own. Red: B at rest, or on A's times.
write_path time,$poses 0,0,0,0 0.2,0,6,0 5,0,6,0 >away.csv
exits 1 "B at rest" '"status":"contact"' path --path across.csv
exits 0 "B moves away" '"status":"free".*"pieces":2,' path --path across.csv --path-b away.csv

# A picture of a free path, of one with a contact and of an undecided one; the lines are those without a picture. Red: a
# picture that changes the answer, none for a contact, a file that is not complete.
if "$program" path $cube $cube --path passing.csv --clearance --size 320x240 --picture free.png >picture 2>err; then
    "$program" path $cube $cube --path passing.csv --clearance >plain
    diff <(sed -E 's/"time_us":[0-9.]+//' picture) <(sed -E 's/"time_us":[0-9.]+//' plain) >/dev/null || fail "--picture changes the answer"
    exits 1 "picture of a contact" '"status":"contact"' path --path meeting.csv --clearance --safety-distance 0.1 --size 320x240 --picture contact.png
    exits 3 "picture of an undecided path" '"status":"undecided"' "$program" path builtin:torus builtin:gear --path across.csv --max-tests 1 --clearance --size 320x240 --camera 9,9,9,0,0,0 --picture undecided.png
    for name in free contact undecided; do
        [ "$(head -c 8 $name.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ] || fail "$name.png: not a PNG file"
        [ "$(tail -c 8 $name.png | head -c 4)" = IEND ] || fail "$name.png: incomplete"
    done
    refuse 2 no-such "$program" path $cube $cube --path passing.csv --clearance --size 64x64 --picture no-such/p.png
    cmp -s free.png contact.png && fail "--picture: the same for a free path and a contact"
elif [ -n "${FC_REQUIRE_OPENGL:-}" ] || ! grep -q 'cannot draw without a display' err; then
    fail "--picture: $(head -c 300 err)"
fi
refuse 2 "--picture needs --clearance" path --path passing.csv --picture p.png
refuse 2 "--picture must be FILE.png" path --path passing.csv --clearance --picture p.jpg
refuse 2 "--size must be" path --path passing.csv --clearance --picture p.png --size 5x5
refuse 2 "--camera must be" path --path passing.csv --clearance --picture p.png --camera 1,2
refuse 2 "--size needs --picture" path --path passing.csv --size 320x240
refuse 2 "--max-tests must be a whole number from 1 to 1000000000000000, not '1.5'" path --path passing.csv --max-tests 1.5
refuse 2 "--camera needs --picture" path --path passing.csv --camera 1,2,3,0,0,0

# Lengths of single meshes: the safety distance of an obstacle, and allowances. Red: lengths of one mesh given to all, or lost.
write_path $poses 6,0,0 2.5,0,0 >near.csv
write_path $poses 6,0,0 1.9,0,0 >tight.csv
{
    echo '{"a":"builtin:box","b":["builtin:box",{"mesh":"builtin:box","pose":[2.5,3,0,1,0,0,0],"safety_distance":1.05}],"path":"near.csv"}'
    echo '{"a":"builtin:box","b":[{"mesh":"builtin:box","safety_distance":0.25},{"mesh":"builtin:box","pose":[2.5,3,0,1,0,0,0]}],"path":"near.csv","safety_distance":0.6}'
    echo '{"a":{"mesh":"builtin:box","allowance":0.06},"b":{"mesh":"builtin:box","allowance":0.06},"path":"tight.csv"}'
    echo '{"a":"builtin:box","b":{"mesh":"builtin:box","allowance":0.06},"path":"tight.csv"}'
} >lengths.jsonl
exits 1 "lengths of meshes" '^\{"job":3,"status":"contact"' "$program" path --list lengths.jsonl
grep -qE '^\{"job":0,"status":"contact",.*"t":0.337.*"obstacle":1,' out || fail "safety distance of an obstacle: $(sed -n 1p out | head -c 300)"
[ "$(grep -cE '^\{"job":[12],"status":"free"' out)" = 2 ] || fail "lengths of meshes: $(sed -n 2,3p out | cut -c1-200)"

# A list: results in order, the same bytes for every number of threads; a job with a rigid set and obstacles of all kinds.
{
    echo '{"a":"builtin:box","b":"builtin:box","path":"passing.csv"}'
    echo
    echo '{"a":"builtin:box","b":"builtin:box","path":"across.csv","path_b":"away.csv"}'
    echo '{"a":["builtin:box",{"mesh":"builtin:box","pose":[0,-2.5,0,1,0,0,0]}],"b":[{"mesh":"builtin:box","path":"away.csv"},{"mesh":"builtin:box","pose":[0,0,9,1,0,0,0]},{"mesh":"builtin:box","pose":[0,0,0,1,0,0,0]}],"path":"passing.csv","path_b":"away.csv","safety_distance":0.1}'
    for ((i = 0; i < 20; i++)); do echo '{"a":"builtin:gear","b":{"mesh":"builtin:torus","pose":[0,'$((i % 5))',0,1,0,0,0]},"path":"passing.csv"}'; done
} >list.jsonl
exits 1 list '^\{"job":2,"status":"contact".*"shape":1,"obstacle":2,' "$program" path --list list.jsonl
[ "$(wc -l <out)" -eq 23 ] || fail "list: $(wc -l <out) lines"
untimed() { sed -E 's/"time_us":[0-9.]+//' "$1"; }
untimed out >expected
for jobs in 1 2 5; do
    "$program" path --list list.jsonl --jobs $jobs >out
    untimed out | cmp -s - expected || fail "list --jobs $jobs: other lines"
done
"$program" path --list list.jsonl --out lines.jsonl >out && fail "--out: exit code 0 with a contact"
[ -s out ] && fail "--out: prints $(head -c 100 out)"
untimed lines.jsonl | cmp -s - expected || fail "--out: other lines"

# Rejected input: exit code 2, a message with file and line, no output. Red: exit code 1, which means a contact.
refuse 2 "expected A B... --path PATH.csv" "$program" path $cube
refuse 2 "expected A B... --path PATH.csv" path
refuse 2 "--list replaces" path --list list.jsonl
refuse 2 "--list has no --normalize" "$program" path --list list.jsonl --normalize
refuse 2 "--bounds needs --clearance" path --path passing.csv --bounds 3
refuse 2 "--precision needs --clearance" path --path passing.csv --precision 1
refuse 2 "unknown option '--paths'" path --paths passing.csv
refuse 2 "none.csv" path --path none.csv
refuse 2 "none.csv" path --path passing.csv --path-b none.csv
refuse 2 "unknown built-in mesh" "$program" path $cube builtin:none --path passing.csv
write_path $poses 0,0,0 >short.csv
refuse 2 "short.csv: a path needs at least two poses" path --path short.csv
write_path time,$poses 0,0,0,0 0,1,0,0 >still.csv
refuse 2 "still.csv:3: the time is not above that of the row before" path --path still.csv
write_path time,$poses -1,0,0,0 0,1,0,0 >negative.csv
refuse 2 "negative.csv:2: the time is negative" path --path negative.csv
write_path times,$poses 0,0,0,0 >header.csv
refuse 2 "header.csv:1: the first line must be the header time,px" path --path header.csv
write_path $poses 0,0,nan 0,0,1 >nan.csv
refuse 2 "nan.csv:2: pz is not a finite number" path --path nan.csv
# reject TEXT LINE: a list whose second line is wrong.
reject() {
    printf '%s\n%s\n' '{"a":"builtin:box","b":"builtin:box","path":"passing.csv"}' "$2" >wrong.jsonl
    refuse 2 "wrong.jsonl:2: $1" "$program" path --list wrong.jsonl
}
reject "invalid JSON: it ends too early" '{'
reject "invalid JSON near 'b}'" '{"a":b}'
reject "a job must be an object" '[]'
reject 'a job needs "b"' '{"a":"builtin:box","path":"passing.csv"}'
reject 'a job needs a "path"' '{"a":"builtin:box","b":"builtin:box"}'
reject 'unknown key "c" in a job' '{"a":"builtin:box","b":"builtin:box","path":"passing.csv","c":1}'
reject 'a mesh must be a text or an object' '{"a":"builtin:box","b":3,"path":"passing.csv"}'
reject '"b" has from 1 to 4096 meshes' '{"a":"builtin:box","b":[],"path":"passing.csv"}'
reject 'a mesh has a "pose" or a "path", not both' '{"a":"builtin:box","b":{"mesh":"builtin:box","pose":[0,0,0,1,0,0,0],"path":"away.csv"},"path":"passing.csv"}'
reject 'safety_distance must be at least 0' '{"a":"builtin:box","b":{"mesh":"builtin:box","safety_distance":-1},"path":"passing.csv"}'
reject 'unknown key "safety_distance" in a mesh' '{"a":{"mesh":"builtin:box","safety_distance":1},"b":"builtin:box","path":"passing.csv"}'
reject 'unknown key "path" in a mesh' '{"a":{"mesh":"builtin:box","path":"away.csv"},"b":"builtin:box","path":"passing.csv"}'
reject 'none.csv' '{"a":"builtin:box","b":"builtin:box","path":"none.csv"}'
printf '\n\n' >empty.jsonl
refuse 2 "empty.jsonl: the list has no jobs" "$program" path --list empty.jsonl

# --help, and its example.
"$program" path --help >help || fail "--help: exit code $?"
example=$(sed -n '/^example:/{n;p}' help)
PATH=$(dirname "$(realpath "$program")"):$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
grep -q '"clearance":{"lo":0.0' out || fail "the example prints: $(head -c 300 out)"

[ $failures -eq 0 ]

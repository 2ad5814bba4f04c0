#!/bin/bash
# `firstcontact disassemble` on the command line: order, certificates by `firstcontact path`, exit codes, rejected input.
#
# Usage: test_disassemble_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

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
take() { "$program" disassemble "$@"; }

# A block in a box that is open above, under a lid that lies on the box with a little play.
cat >box.json <<'END'
{"objects":[
 {"name":"box","body":"fixed","shapes":[
  {"mesh":"builtin:box:x=1.2,y=0.1,z=1.2","pose":[0,-0.1,0,1,0,0,0]},
  {"mesh":"builtin:box:x=0.1,y=0.5,z=1.2","pose":[1.1,0.5,0,1,0,0,0]},
  {"mesh":"builtin:box:x=0.1,y=0.5,z=1.2","pose":[-1.1,0.5,0,1,0,0,0]},
  {"mesh":"builtin:box:x=1,y=0.5,z=0.1","pose":[0,0.5,1.1,1,0,0,0]},
  {"mesh":"builtin:box:x=1,y=0.5,z=0.1","pose":[0,0.5,-1.1,1,0,0,0]}]},
 {"name":"block","mesh":"builtin:box:x=0.9,y=0.4,z=0.9","pose":[0,0.41,0,1,0,0,0],"body":"dynamic"},
 {"name":"lid","mesh":"builtin:box:x=1.2,y=0.1,z=1.2","pose":[0,1.11,0,1,0,0,0],"body":"dynamic"}]}
END

# The lid comes off first. Red: an order that ignores the other parts, a missing field.
exits 0 order '^\{"part":"block","status":"free","order":1,"path":\[\[0,0.41,0,1,0,0,0\],.*"length":[0-9.]+,"clearance":\{"lo":[0-9.e-]+,"hi":[0-9.e-]+\},"states":[0-9]+,"slides":[0-9]+,"pair_tests":[0-9]+,"reason":null,"proofs":\[\],"axis":null,"obstacle":null,"parts":\["block"\],"within":null,"time_s":[0-9.e-]+\}$' take box.json
head -1 out | grep -q '"part":"lid","status":"free","order":0,' || fail "order: not the lid first: $(head -c 100 out)"

# The same results for any number of threads, and for the same seed. Red: a race, a clock in the search.
plain() { sed -E 's/"time_s":[0-9.e-]+/"time_s":0/' "$1"; }
take box.json --jobs 1 --seed 3 >one
take box.json --jobs 4 --seed 3 >four
take box.json --seed 4 >other
[ "$(plain one)" = "$(plain four)" ] || fail "jobs: other results with four threads"
[ "$(plain one)" = "$(plain other)" ] && fail "seed: no effect"

# The path of one part is free by the command path. Red: rows of another part, a path among the wrong obstacles.
exits 0 csv '"part":"lid"' take box.json --part lid --csv lid.csv
sed -E 's/.*"path":\[\[([^]]*)\].*/\1/' out | cmp -s - <(sed -n 2p lid.csv) || fail "csv: the first row is another pose"
echo '{"a":"builtin:box:x=1.2,y=0.1,z=1.2","b":[{"mesh":"builtin:box:x=0.9,y=0.4,z=0.9","pose":[0,0.41,0,1,0,0,0]},{"mesh":"builtin:box:x=0.1,y=0.5,z=1.2","pose":[1.1,0.5,0,1,0,0,0]}],"path":"lid.csv"}' >job.jsonl
exits 0 certificate '"status":"free"' "$program" path --list job.jsonl

# Assemblies of 12 and 15 parts come apart. Held by its bolts, the shackle of the padlock does not come out alone. Red: a part
# of the files that overlaps another, or has no way.
for name in padlock camera; do
    exits 0 "$name" '"order":0,' take "$assets/$name.json"
    [ "$(grep -c '"status":"free"' out)" = "$([ $name = padlock ] && echo 12 || echo 15)" ] || fail "$name: $(grep -c free out) parts"
done
exits 3 shackle '"part":"shackle","status":"(not found|impossible)"' take "$assets/padlock.json" --part shackle --rounds 1

# Under the lid the block is caged, also with more rounds, in which it is not tried. Red: a path through the lid, a proof that is not used.
exits 3 caged '^\{"part":"block","status":"impossible","order":null,"path":null,"length":null,"clearance":null,.*"reason":null,"proofs":\["caged"\],"axis":null,"obstacle":null,"parts":\["block"\],"within":null,"time_s":null\}$' take box.json --part block --rounds 12

# Linked rings name a neighbour. Red: the index of a mesh in place of the part.
exits 3 linked '"part":"ring 4","status":"impossible",.*"proofs":\["linked"\],"axis":null,"obstacle":"ring 3"' take "linked rings"

# A nut that has had no time: translations are excluded, turns are not.
exits 3 nut '"status":"not found",.*"reason":"budget","proofs":\["translations"\],"axis":null' take "nut on a bolt" --rounds 1
exits 3 time '"reason":"interrupted"' take "nut on a bolt" --rounds 12 --time 0.01

# Two linked rings, and two halves that block each other, come out in groups. A group names its parts, its parts name the group. Red: the
# fields of a single part, a group that is not taken apart, results that depend on threads.
tub=$(dirname "${BASH_SOURCE[0]}")/../assets/tub.json
exits 3 group '^\{"part":"tongue","status":"free","order":1,"path":\[\[0,0.5,0,1,0,0,0\],.*,"parts":\["tongue","groove"\],"within":null,"time_s":[0-9.e-]+\}$' take "$tub" --rounds 1 --jobs 1
cp out one
grep -qE '^\{"part":"tongue","status":"free","order":2,.*"clearance":\{"lo":0.019[0-9]*,"hi":0.02[0-9]*\},.*"parts":\["tongue"\],"within":1,' one || fail "group: the tongue does not come off the groove: $(sed -n 3p one | head -c 200)"
grep -qE '^\{"part":"ring 2","status":"impossible","order":null,.*"proofs":\["linked"\],"axis":null,"obstacle":"ring 1","parts":\["ring 2"\],"within":0,' one || fail "group: the rings do not stay together: $(tail -1 one | head -c 200)"
take "$tub" --rounds 1 --jobs 3 >many
[ "$(plain one)" = "$(plain many)" ] || fail "group: other results with three threads"
exits 3 alone '"part":"ring 1","status":"impossible",.*"within":null' take "$tub" --rounds 1 --group 1
grep -q '"order":[0-9]' out && fail "alone: a part came out: $(head -c 300 out)"

# An overlap is named. Red: the index of a mesh in place of the part.
sed 's/0,1.11,0/0,0.9,0/' box.json >low.json
exits 1 overlap '"part":"lid","status":"overlap",.*"obstacle":"(box|block)"' take low.json --part lid

# Results as a file; nothing is written if the input is bad.
exits 0 out '^$' bash -c "'$program' disassemble box.json --out parts.jsonl && echo"
[ "$(wc -l <parts.jsonl)" = 2 ] || fail "out: not two lines"
refuse 2 "unknown scene or file 'nothing'" take nothing
refuse 2 "there is no object 'peg'" take box.json --part peg --out none.jsonl
[ -e none.jsonl ] && fail "a file after an error"
refuse 2 "csv needs --part" take box.json --csv all.csv
refuse 2 "--group" take box.json --group 0
refuse 2 "" take

# The example of --help works as typed.
"$program" disassemble --help >help || fail "help"
example=$(sed -n '/^example:/{n;p}' help)
PATH=$(dirname "$(realpath "$program")"):$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
grep -q '"status":"free","order":0' out || fail "the example prints: $(head -c 300 out)"

[ $failures -eq 0 ]

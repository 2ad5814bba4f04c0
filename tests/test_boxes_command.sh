#!/bin/bash
# `firstcontact boxes` on the command line: answers in closed form, its options, and rejected input.
#
# Usage: test_boxes_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

boxes() { "$program" boxes --input boxes.csv "$@"; }
tests=$(dirname "$assets")/tests

# The file that comes with the program equals its script's output. Red: only one of the two changed.
awk -f "$tests/write_boxes.awk" >boxes.csv
cmp -s boxes.csv "$assets/boxes.csv" || fail "assets/boxes.csv differs from the output of tests/write_boxes.awk"
columns=$(head -n 1 boxes.csv)
vector='\[[-0-9.e]+,[-0-9.e]+,[-0-9.e]+\]'

# Its answers, the full lines. Red: a field lost, renamed or moved, a value where none applies.
expect "falling" '^\{"row":0,"status":"contact","t":0\.83333333333[0-9]+,"kind":"vertex-face","point":'"$vector"',"normal":\[-?0,1,-?0\],"time_us":[0-9.]+,"t_hi":0\.83333333333[0-9]+,"feature_a":\{"kind":"vertex","id":5\},"feature_b":\{"kind":"face","id":3\},"parts":[0-9]+\}$' boxes
expect "free" '^\{"row":3,"status":"free","t":null,"kind":null,"point":null,"normal":null,"time_us":[0-9.]+,"t_hi":null,"feature_a":null,"feature_b":null,"parts":[0-9]+\}$' boxes
expect "overlap" '^\{"row":4,"status":"overlap","t":null,"kind":null,"point":null,"normal":null,"time_us":[0-9.]+,"t_hi":null,"feature_a":null,"feature_b":null,"parts":[0-9]+\}$' boxes
expect "edge on edge" '^\{"row":5,"status":"contact","t":0\.396446609406[0-9]*,"kind":"edge-edge","point":'"$vector"',"normal":\[-?0,1,-?0\],"time_us":[0-9.]+,"t_hi":0\.39644660940[0-9]*,"feature_a":\{"kind":"edge","id":2,"vertices":\[4,5\]\},"feature_b":\{"kind":"edge","id":11,"vertices":\[3,7\]\},' boxes
[ "$(boxes | wc -l)" -eq 7 ] || fail "not one line a row"
expect "summary" '^\{"rows":7,"free":1,"contact":5,"overlap":1,"undecided":0,"parts":[0-9]+,"planes":[0-9]+,"time_us":\{"median":[0-9.]+,"p95":[0-9.]+,"max":[0-9.]+\}\}$' boxes --summary
[ "$(boxes --summary | wc -l)" -eq 8 ] || fail "--summary: not one line more"

# Times in closed form to 1e-9: free fall, a rotating rod, a growing box, edge on edge; for the tumbling boxes by bisection
# of the separating axes' gaps. Red: coordinates not divided by w, a coefficient of another power of t.
times() { boxes | sed -n 's/.*"t":\([0-9.e-]*\),.*"t_hi":\([0-9.e-]*\),.*/\1 \2/p'; }
times | awk '
    function check(name, t) { if (!($1 <= t + 1e-12 && t - 1e-9 <= $1 && t <= $2 + 1e-12 && $2 <= t + 1e-9)) print name ": " $0 }
    NR == 1 { check("falling", 5 / 6) }
    NR == 2 { a = (atan2(1, 0.5) - atan2(0.1, sqrt(1.24))) / 2; check("turning", sin(a) / cos(a)) }
    NR == 3 { check("growing", (sqrt(5) - 1) / 2) }
    NR == 4 { check("edge on edge", (3 - sqrt(2)) / 4) }
    NR == 5 { check("tumbling", 0.4317377669607048) }
    END { if (NR != 5) print NR " contacts, not 5" }' >wrong
[ -s wrong ] && fail "times: $(cat wrong)"

# unit FIRST X [W]: the unit matrix with FIRST as its first entry, X in its fourth column and W as its last entry.
# file ROW...: a file of these rows.
zero=0,0,0
unit() { echo "$1,$zero,$zero,$2,$zero,1,0,0,$zero,$zero,$zero,$zero,1,0,0,$zero,$zero,$zero,$zero,${3:-1,0,0}"; }
still=$(unit 1,0,0 0,0,0)
file() { printf '%s\n' "$columns" "$@"; }

# Boxes that lose their volume on the path, that touch at the start, that are mirrored. Red: an undecided row without its
# free part, a contact at the start reported as overlap.
file "1,1,1,1,1,1,$(unit 1,-2,0 5,0,0),$still" >flat.csv
expect "flat" '^\{"row":0,"status":"undecided","t":0\.(49999999[0-9]*|5),"kind":null,"point":null,"normal":null,' "$program" boxes --input flat.csv
file "1,1,1,1,1,1,$(unit 1,0,0 2,0,0),$still" >touching.csv
expect "touching" '^\{"row":0,"status":"contact","t":0,"kind":"vertex-face",.*"normal":\[1,-?0,-?0\]' "$program" boxes --input touching.csv
file "1,1,1,1,1,1,$(unit -1,0,0 5,-4,0),$still" >mirrored.csv
expect "mirrored" '"status":"contact","t":0\.(7499999999|75)[0-9]*,.*"normal":\[1,-?0,-?0\].*"feature_a":\{"kind":"vertex","id":[1357]\}' "$program" boxes --input mirrored.csv
# Divided by w = 1 + t from 4 to 2, A's centre as well as its half extent: (4 - 1) / (1 + t) = 1 nowhere before 1.
file "1,1,1,1,1,1,$(unit 1,0,0 4,0,0 1,1,0),$still" >divided.csv
expect "divided" '"status":"free"' "$program" boxes --input divided.csv
file "1,1,1,1,1,1,$(unit 1,0,0 4,0,0 1,4,0),$still" >divided.csv # (4 - 1) / (1 + 4 t) = 1 at t = 1/2
expect "divided" '"status":"contact","t":0\.(49999999999|5)' "$program" boxes --input divided.csv

# --template: a valid input file. Red: a header that the reader rejects.
"$program" boxes --template >template.csv || fail "--template: exit code $?"
[ "$(head -n 1 template.csv)" = "$columns" ] || fail "--template: another header"
expect "template" '^\{"row":0,"status":"contact","t":0\.37(49999|5)[0-9]*,"kind":"vertex-face",.*"feature_a":\{"kind":"vertex","id":0\},"feature_b":\{"kind":"face","id":3\}' "$program" boxes --input template.csv
"$program" boxes --template --out written.csv || fail "--template --out: exit code $?"
cmp -s template.csv written.csv || fail "--template --out: another file"
expect "pipe" '"row":0,"status":"contact"' bash -c "cat template.csv | '$program' boxes --input /dev/stdin"

# --out: the same lines, in a file that appears only when complete.
untimed() { sed 's/,"time_us":[0-9.]*//' "$@"; }
boxes --out result >out || fail "--out: exit code $?"
[ -s out ] && fail "--out prints as well"
[ "$(untimed result)" = "$(boxes | untimed)" ] || fail "--out: other lines"
[ "$(find . -name 'result*' | wc -l)" -eq 1 ] || fail "--out leaves a temporary file"
refuse 1 "/nowhere/result: " boxes --out /nowhere/result
if [ -c /dev/full ]; then
    boxes --out /dev/full >out 2>err && fail "a full disk: it succeeds"
    grep -q '^firstcontact: /dev/full: ' err || fail "a full disk: $(cat err)"
fi

# Bad input stops the run with its file and line before anything is written.
bad() {
    local said=$1
    shift
    printf '%s' "$@" >bad.csv
    refuse 1 "$said" "$program" boxes --input bad.csv --out refused
    [ -e refused ] && fail "a refused run leaves a result"
}
newline=$'\n'
good=1,1,1,1,1,1,$still,$still
bad 'bad.csv:1: the file is empty' ''
bad 'bad.csv:1: the first line must be the header ax,ay,az,bx,by,bz,a11_0,a11_1,a11_2,a12_0,...,a44_2,b11_0,...,b44_2 (102 columns, it has 3)' "x,y,z$newline" "1,2,3$newline"
bad "(column 7 is 'a11', expected a11_0)" "${columns/a11_0/a11}$newline" "$good$newline"
bad 'bad.csv:1: the file has no boxes' "$columns$newline"
bad 'bad.csv:3: 101 columns, expected 102' "$columns$newline" "$good$newline" "${good%,0}$newline"
bad 'bad.csv:4: 103 columns, expected 102' "$columns$newline" "$good$newline$newline" "$good,0"
bad "bad.csv:2: a11_0 is not a finite number: 'nan'" "$columns$newline" "1,1,1,1,1,1,$(unit nan,0,0 0,0,0),$still$newline"
bad "bad.csv:2: b14_2 is not a finite number: 'inf'" "$columns$newline" "1,1,1,1,1,1,$still,$(unit 1,0,0 0,0,inf)$newline"
bad 'bad.csv:2: ay must be above 0' "$columns$newline" "1,0,1,1,1,1,$still,$still$newline"
bad 'bad.csv:2: bz must be above 0' "$columns$newline" "1,1,1,1,1,-1,$still,$still$newline"
bad 'bad.csv:2: a number is beyond 1e100' "$columns$newline" "1,1,1,1,1,1,$still,$(unit 1,0,0 2e100,0,0)$newline"
bad 'bad.csv:2: A: the bottom row of the matrix must be 0 0 0 w' "$columns$newline" "1,1,1,1,1,1,${still%,0,1,0,0},1,1,0,0,$still$newline"
bad 'bad.csv:2: A: w (a44) must be above 0 for all t in [0, 1]' "$columns$newline" "1,1,1,1,1,1,$(unit 1,0,0 0,0,0 1,-4,4),$still$newline"
bad 'bad.csv:3: B: w (b44) must be above 0 for all t in [0, 1]' "$columns$newline" "$good$newline" "1,1,1,1,1,1,$still,$(unit 1,0,0 0,0,0 1,-1,0)$newline"
refuse 1 "missing.csv: No such file" "$program" boxes --input missing.csv

# Wrong calls.
refuse 2 "expected --input BOXES.csv | --template" "$program" boxes
refuse 2 "unexpected argument 'boxes.csv'" "$program" boxes boxes.csv
refuse 2 "--input needs FILE" "$program" boxes --input
refuse 2 "unknown option '--poses'" "$program" boxes --poses boxes.csv
refuse 2 "--summary takes no value" boxes --summary=1
refuse 2 "--input cannot be combined with --template" boxes --template
refuse 2 "--summary cannot be combined with" "$program" boxes --template --summary

# The example of --help works as typed.
"$program" boxes --help >help 2>err || fail "--help: exit code $?"
[ -s err ] && fail "--help writes to standard error"
mkdir bin
ln -s "$program" bin/firstcontact
example=$(sed -n '/^example:/{n;p}' help)
PATH=$work/bin:$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
grep -q '^{"row":0,"status":"contact"' out || fail "the example prints: $(head -c 300 out)"

[ $failures -eq 0 ]

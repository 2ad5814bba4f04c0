#!/bin/bash
# `firstcontact convex` on the command line: answers in closed form, the effect of options, and rejected input.
#
# Usage: test_convex_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

one=1,0,0,0 # no rotation
# Cubes of half extent 1, A at the origin: a gap of 0.5 along x, touching, penetrating, a gap along a diagonal.
write_pairs 0,0,0,$one,2.5,0,0,$one 0,0,0,$one,2,0,0,$one 0,0,0,$one,1.5,0.25,0,$one 0,0,0,$one,-3,-3,-3,$one >pairs.csv
convex() { "$program" convex builtin:box builtin:box --poses pairs.csv "$@"; }

# Answers. Red: a vector from B to A, indices of the hull instead of vertices of the file, a vector without separation.
expect "apart" '^\{"row":0,"result":"disjoint","separating_vector":\[1,0,0\],"support_a":[0-7],"support_b":[0-7],"iterations":1,"fallback":false,"time_us":[0-9.]+\}$' convex
expect "touching" '^\{"row":1,"result":"touching","separating_vector":\[[^]]*\],"support_a":[0-7],"support_b":[0-7],"iterations":[0-9]+,"fallback":true,' convex
expect "colliding" '^\{"row":2,"result":"collide","separating_vector":null,"support_a":null,"support_b":null,"iterations":[0-9]+,' convex
expect "diagonal" '^\{"row":3,"result":"disjoint","separating_vector":\[-0' convex
[ "$(convex | wc -l)" -eq 4 ] || fail "not one line a row"
expect "summary" '^\{"rows":4,"disjoint":2,"touching":1,"collide":1,"undecided":0,"iterations":[0-9]+,.*"fallbacks":[0-9]+,"time_us":\{"median":[0-9.]+,"p95":[0-9.]+,"max":[0-9.]+\}\}$' convex --summary
[ "$(convex --summary | wc -l)" -eq 5 ] || fail "--summary: not one line more"

# The support vertices are the file's: for a mesh with another vertex order, those on the facing sides.
printf 'v 9 9 9\nv 1 1 1\nv -1 1 1\nv 1 -1 1\nv 1 1 -1\nf 2 3 4\nf 2 5 3\nf 2 4 5\nf 3 5 4\n' >tetrahedron.obj
write_pairs 0,0,0,$one,4,0,0,$one >far.csv
expect "ids" '"support_a":[134],"support_b":2,' "$program" convex tetrahedron.obj tetrahedron.obj --poses far.csv

# A hull is convex: a box within the hole of a torus collides with the hull; moving and rotating a mesh and its pose
# together keeps the answer.
write_pairs 0,0,0,$one,0,0,0,$one >centre.csv
expect "hole" '"result":"collide"' "$program" convex builtin:torus:major=2,minor=0.2 builtin:box:x=0.1,y=0.1,z=0.1 --poses centre.csv
expect "scale" '^\{"row":0,"result":"collide"' convex --scale-b 2
expect "scale" '^\{"row":0,"result":"disjoint"' convex --scale-a 0.1 --scale-b 0.1
expect "normalize" '^\{"row":1,"result":"disjoint"' convex --normalize # half sides of 1/sqrt(3)
write_pairs 5,5,5,0.5,0.5,0.5,0.5,5,7.5,5,0.5,0.5,0.5,0.5 >turned.csv
expect "turned" '"result":"disjoint","separating_vector":\[[^,]*,1,[^,]*\]' "$program" convex builtin:box builtin:box --poses turned.csv

# Neither the cache nor the support method changes a result; the cache saves steps.
write_motion() {
    echo $header
    for ((i = 0; i < 200; i++)); do echo "0,0,0,$one,2.$((i % 90 + 10)),1.$((i % 70 + 10)),0.3,$one"; done
}
write_motion >motion.csv
results() { "$program" convex builtin:teapot:segments=4 builtin:gear --normalize --poses motion.csv "$@" | sed 's/,"separating_vector.*//'; }
plain=$(results)
[ "$(echo "$plain" | wc -l)" -eq 200 ] || fail "motion: not 200 lines"
for option in --no-cache "--support table" "--support climb" "--support hierarchy"; do
    # shellcheck disable=SC2086
    [ "$(results $option)" = "$plain" ] || fail "$option changes a result"
done
hits() { "$program" convex builtin:box builtin:box --poses motion.csv --summary "$@" | sed -n 's/.*"cache_hits":\([0-9]*\),.*/\1/p'; }
[ "$(hits)" -gt 50 ] || fail "the cache is never hit: $(hits)"
[ "$(hits --no-cache)" -eq 0 ] || fail "--no-cache hits a cache: $(hits --no-cache)"

# --out: the same lines, in a file that appears only when complete.
untimed() { sed 's/,"time_us".*//' "$@"; }
convex --out result >out || fail "--out: exit code $?"
[ -s out ] && fail "--out prints as well"
[ "$(untimed result)" = "$(convex | untimed)" ] || fail "--out: other lines"
[ "$(find . -name 'result*' | wc -l)" -eq 1 ] || fail "--out leaves a temporary file"
refuse 1 "/nowhere/result: " convex --out /nowhere/result
if [ -c /dev/full ]; then
    convex --out /dev/full >out 2>err && fail "a full disk: it succeeds"
    grep -q '^firstcontact: /dev/full: ' err || fail "a full disk: $(cat err)"
fi

# Bad input stops the run with its file and line before anything is written.
pairs() {
    printf '%b' "$1" >bad.csv
    refuse 1 "$2" "$program" convex builtin:box builtin:box --poses bad.csv --out refused
    [ -e refused ] && fail "a refused run leaves a result"
}
row=0,0,0,$one,2.5,0,0,$one
pairs '' 'bad.csv:1: the file is empty'
pairs "px,py,pz,qw,qx,qy,qz\n0,0,0,$one\n" "bad.csv:1: the first line must be the header $header"
pairs "$header\n" 'bad.csv:1: the file has no poses'
pairs "$header\n$row\n0,0,0,$one\n" 'bad.csv:3: 7 columns, expected 14'
pairs "$header\n\n$row,1\n" 'bad.csv:3: 15 columns, expected 14'
pairs "$header\n$row\n0,0,0,$one,nan,0,0,$one\n" "bad.csv:3: b_px is not a finite number: 'nan'"
pairs "$header\n0,inf,0,$one,0,0,0,$one\n" "bad.csv:2: a_py is not a finite number: 'inf'"
pairs "$header\n0,0,0,$one,1,0,0,0,0,0,0\n" 'bad.csv:2: B: the quaternion is zero'
pairs "$header\n0,0,0,2,0,0,0,1,0,0,$one\n" 'bad.csv:2: A: the quaternion is not of unit length'
pairs "$header\n0,0,0,$one,1e101,0,0,$one\n" 'bad.csv:2: B: a coordinate is beyond 1e100'
refuse 1 "missing.csv: No such file" "$program" convex builtin:box builtin:box --poses missing.csv
refuse 1 "missing.obj: No such file" "$program" convex missing.obj builtin:box --poses pairs.csv
refuse 1 "unknown built-in mesh 'bax'" "$program" convex builtin:box builtin:bax --poses pairs.csv

# Invalid calls.
refuse 2 "expected A B --poses PAIRS.csv" "$program" convex builtin:box
refuse 2 "unexpected argument 'c'" "$program" convex a b c --poses pairs.csv
refuse 2 "expected A B --poses PAIRS.csv" "$program" convex builtin:box builtin:box
refuse 2 "--poses needs FILE" "$program" convex builtin:box builtin:box --poses
refuse 2 "--support must be table|climb|hierarchy, not 'scan'" convex --support scan
refuse 2 "--scale-a must be a number" convex --scale-a 0
refuse 2 "unknown option '--path'" "$program" convex builtin:box builtin:box --path pairs.csv

# The example of --help works as typed.
"$program" convex --help >help 2>err || fail "--help: exit code $?"
[ -s err ] && fail "--help writes to standard error"
mkdir bin
ln -s "$program" bin/firstcontact
example=$(sed -n '/^example:/{n;p}' help)
PATH=$work/bin:$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
grep -q '^{"row":0,"result":"' out || fail "the example prints: $(head -c 300 out)"

[ $failures -eq 0 ]

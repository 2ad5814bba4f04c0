#!/bin/bash
# `firstcontact regions` on the command line: contacts in closed form, the effect of options, and rejected input.
#
# Usage: test_regions_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

regions() { "$program" regions "$@"; }

# number KEY LINE FROM TO: the number of that key in a line of `out` is between the two.
number() {
    sed -n "$2p" out | sed -n "s/.*\"$1\":\([-0-9.e]*\).*/\1/p" >found
    awk -v a="$3" -v b="$4" '$1 >= a && $1 <= b { good = 1 } END { exit !good }' found || fail "$1 in line $2: $(cat found), not in [$3, $4]"
}

one=1,0,0,0 # no rotation
# Cubes of half extent 1, B at the origin: A moved by 0.5 on top of it; slightly above; separated; penetrating by 0.1;
# corner on corner. The files' numbers: face 2 is below, face 3 above.
write_pairs 0.5,2,0,$one,0,0,0,$one 0.5,2.000002,0,$one,0,0,0,$one 0,2.5,0,$one,0,0,0,$one 0.5,1.9,0.25,$one,0,0,0,$one 2,2,2,$one,0,0,0,$one >pairs.csv
on_boxes() { regions builtin:box builtin:box --poses pairs.csv "$@"; }

# Answers. Red: a normal from A to B, points on one of the two instead of between them, a corner order as seen from B, an
# index in a list instead of a number of the file.
on_boxes >out 2>err || fail "boxes: exit code $?"
[ -s err ] && fail "boxes: says $(cat err)"
[ "$(wc -l <out)" -eq 5 ] || fail "boxes: not one line a row"
cat >expected <<'END'
{"row":0,"status":"touch","regions":[{"dim":2,"a":{"kind":"face","id":2},"b":{"kind":"face","id":3},"points":[[-0.5,1,-1],[-0.5,1,1],[1,1,1],[1,1,-1]],"normals":[[0,1,0]],"area":3,"age":0,"origin":"computed","indeterminate":false}]}
END
head -1 out | cmp -s - expected || fail "on a face: $(head -1 out)"
sed -n 2p out | grep -qE '^\{"row":1,"status":"touch","regions":\[\{"dim":2,.*"points":\[\[-0.5,1.00000[01][0-9]*,-1\],.*"normals":\[\[0,1,0\]\],"area":3,' || fail "above a face: $(sed -n 2p out)"
sed -n 3p out | grep -q '^{"row":2,"status":"separate","regions":\[\]}$' || fail "apart: $(sed -n 3p out)"
sed -n 4p out | grep -qE '^\{"row":3,"status":"penetrate","crossing":0.1[0-9]*,"point":\[[^]]*\],"a":\{"kind":"edge","id":[0-9]+,"vertices":\[[0-7],[0-7]\]\},"b":\{"kind":"face","id":5\},"regions":\[' || fail "sunk in: $(sed -n 4p out | head -c 300)"
sed -n 5p out | grep -qE '^\{"row":4,"status":"touch","regions":\[\{"dim":0,"a":\{"kind":"vertex","id":0\},"b":\{"kind":"vertex","id":7\},"points":\[\[1,1,1\]\],"normals":\[\[0.577[0-9]*,0.577[0-9]*,0.577[0-9]*\]\],"age":0,"origin":"computed","indeterminate":true\}\]\}$' || fail "corner on corner: $(sed -n 5p out)"
expect "summary" '^\{"rows":5,"separate":1,"touch":3,"penetrate":1,"undecided":0,"points":[0-9]+,"lines":[0-9]+,"areas":2,"persisted":0,"clustered":0,"candidates":[0-9]+,"time_us":\{"median":[0-9.]+,"p95":[0-9.]+,"max":[0-9.]+\}\}$' on_boxes --summary
[ "$(wc -l <out)" -eq 6 ] || fail "--summary: not one line more"

# An edge on a face, rotated by an eighth; a tip on a face. The number of an edge is its index in the mesh's list, its ends
# are the file's.
write_pairs 0.25,2.414213562373095,0,0.9238795325112867,0.3826834323650898,0,0,0,0,0,$one >edge.csv
expect "edge" '"regions":\[\{"dim":1,"a":\{"kind":"edge","id":[0-9]+,"vertices":\[4,5\]\},"b":\{"kind":"face","id":3\},"points":\[\[-0.75,1,[^]]*\],\[1,1,[^]]*\]\],"normals":\[\[0,1,0\]\],"length":1.75,"age":0,"origin":"computed","indeterminate":false\}\]\}$' \
    regions builtin:box builtin:box --poses edge.csv
printf 'v 9 9 9\nv 1 1 1\nv -1 1 1\nv 1 -1 1\nv 1 1 -1\nf 2 5 3\nf 2 4 5\nf 3 5 4\nf 2 3 4\n' >tetrahedron.obj
write_pairs -1,2,-1,$one,0,0,0,$one >tip.csv
expect "ids" '"regions":\[\{"dim":0,"a":\{"kind":"vertex","id":3\},"b":\{"kind":"face","id":3\},"points":\[\[0,1,0\]\],"normals":\[\[0,1,0\]\],' \
    regions tetrahedron.obj builtin:box --poses tip.csv

# A box on a floor of many faces, an open surface: one square, without edges of the floor. A ring of four sides on a box: a
# bridge joins its hole, ten points. Red: a visible inner edge, a missing bridge, the hole's area counted.
write_pairs 0.1,1,0.2,$one,0,0,0,$one >floor.csv
expect "floor" '"regions":\[\{"dim":2,"a":\{"kind":"face","id":2\},"b":\{"kind":"face","id":0\},"points":\[(\[[^]]*\],){3}\[[^]]*\]\],"normals":\[\[0,1,0\]\],"area":(4|3\.99999[0-9]*),"age":0,"origin":"computed","indeterminate":false\}\]\}$' \
    regions builtin:box builtin:floor --poses floor.csv
expect "floor, all of it" '"status":"touch"' regions builtin:box builtin:floor --poses floor.csv --all
[ "$(grep -o '"dim":2' out | wc -l)" -eq 1 ] || fail "floor: not one polygon"
[ "$(grep -o '"dim":1' out | wc -l)" -eq 4 ] || fail "floor: not four edges"
[ "$(grep -o '"dim":0' out | wc -l)" -eq 4 ] || fail "floor: not four vertices"
[ "$(grep -o '"sufficient":true' out | wc -l)" -eq 1 ] || fail "floor: not one that suffices"
[ "$(grep -o '"sufficient":false' out | wc -l)" -eq 8 ] || fail "floor: not eight that are not needed"
write_pairs 0,1.15,0,$one,0,0,0,$one >ring.csv
expect "ring" '"dim":2,"a":\{"kind":"face","id":[0-9]+\},"b":\{"kind":"face","id":3\},"points":\[(\[[^]]*\],){9}\[[^]]*\]\],"normals":\[\[0,1,0\]\],' \
    regions builtin:ring:segments=4 builtin:box --poses ring.csv
number area 1 1.279999999 1.280000001

# --tolerance: a gap of 0.01 is contact within it, and a crossing of that depth is no penetration.
write_pairs 0,2.01,0,$one,0,0,0,$one 0,1.99,0,$one,0,0,0,$one >gap.csv
expect "gap" '^\{"row":0,"status":"separate","regions":\[\]\}$' regions builtin:box builtin:box --poses gap.csv
expect "crossing" '^\{"row":1,"status":"penetrate","crossing":0.01' regions builtin:box builtin:box --poses gap.csv
expect "gap within the tolerance" '^\{"row":0,"status":"touch",.*"dim":2,' regions builtin:box builtin:box --poses gap.csv --tolerance 0.02
expect "crossing within the tolerance" '^\{"row":1,"status":"touch",.*"dim":2,' regions builtin:box builtin:box --poses gap.csv --tolerance 0.02

# Scaled and centred: a box twice as large from farther away, two boxes of unit radius.
write_pairs 0,3,0,$one,0,0,0,$one >scaled.csv
expect "scale" '"area":4,' regions builtin:box builtin:box --poses scaled.csv --scale-a 2
expect "scale" '"area":4,' regions builtin:box builtin:box --poses scaled.csv --scale-b 2
write_pairs 0,1.1547005383792515,0,$one,0,0,0,$one >unit.csv
expect "normalize" '"dim":2' regions builtin:box builtin:box --poses unit.csv --normalize
number area 1 1.33333333 1.33333334

# The index and the sphere trees give the same, to the last digit: boxes, gears in contact, a box in a socket.
write_pairs 0,0.3,0,$one,0,0,0,$one 0.4,0.3,-0.3,0.9950041652780258,0,0.09983341664682815,0,0,0,0,$one 1.8,0,0,$one,0,0,0,$one >gears.csv
write_pairs 0,0.25,0,$one,0,0,0,$one 0.1,0,0,$one,0,0,0,$one >peg.csv
for meshes in "builtin:box builtin:box --poses pairs.csv" "builtin:gear builtin:gear --poses gears.csv" "builtin:peg builtin:socket:clearance=0 --poses peg.csv"; do
    for option in "" --all; do
        # shellcheck disable=SC2086
        regions $meshes $option >with || fail "$meshes: exit code $?"
        # shellcheck disable=SC2086
        regions $meshes $option --no-index >without || fail "$meshes --no-index: exit code $?"
        cmp -s with without || fail "$meshes $option: --no-index finds others: $(diff with without | head -c 300)"
        grep -q '"dim":' with || fail "$meshes $option: no region"
    done
done

# A box entirely inside another one penetrates it, though no surfaces touch: by the index and by the sphere trees. So it
# does if it touches the other from within, or crosses its side. Red: an answer that depends on the candidate search, a
# solid taken for its surface.
expect "inside" '^\{"row":0,"status":"penetrate","crossing":null,"point":\[[^]]*\],"a":null,"b":null,"regions":\[\]\}$' regions builtin:box builtin:box --scale-a 0.5 --poses "$assets/../tests/data/nested_regions.csv"
write_pairs 0,0,0,$one,0,0,0,$one 0.5,0,0,$one,0,0,0,$one 0.7,0,0,$one,0,0,0,$one 1.5,0,0,$one,0,0,0,$one 2,0,0,$one,0,0,0,$one >nested.csv
for option in "" --no-index; do
    # shellcheck disable=SC2086
    regions builtin:box builtin:box --scale-a 0.5 --poses nested.csv $option | sed 's/.*"status":"\([a-z]*\)".*/\1/' | tr '\n' ' ' >out
    [ "$(cat out)" = "penetrate penetrate penetrate touch separate " ] || fail "nested boxes $option: $(cat out)"
done
regions builtin:box builtin:box --scale-a 0.5 --poses nested.csv --all >with
regions builtin:box builtin:box --scale-a 0.5 --poses nested.csv --all --no-index | cmp -s with - || fail "nested boxes: --no-index answers otherwise"

# --persist: a box slides to the other's edge and on to its corner. The normal of the face persists, where a new one would
# differ, and ages count the rows; without it each row is independent. The same with both moved and rotated from row to row:
# persistent data rotates with B.
ages() { sed 's/.*"age":\([0-9]*\),"origin":"\([a-z]*\)".*/\1 \2/' | tr '\n' ' '; }
expect "persist" '^\{"row":4,.*"dim":0,.*"normals":\[\[0,1,0\]\],"age":4,"origin":"shrunk"' regions builtin:box builtin:box --poses "$assets/contacts.csv" --persist
[ "$(ages <out)" = "0 computed 1 persisted 2 persisted 3 shrunk 4 shrunk " ] || fail "--persist: $(ages <out)"
expect "without --persist" '^\{"row":4,.*"dim":0,.*"normals":\[\[0.577' regions builtin:box builtin:box --poses "$assets/contacts.csv"
[ "$(ages <out)" = "0 computed 0 computed 0 computed 0 computed 0 computed " ] || fail "without --persist: $(ages <out)"
awk -F, -v OFS=, 'NR == 1 { print; next } {
    angle = 0.4 * (NR - 2); c = cos(angle / 2); s = sin(angle / 2) # both turned about z, then moved
    x = cos(angle) * $1 - sin(angle) * $2; y = sin(angle) * $1 + cos(angle) * $2
    printf "%.17g,%.17g,%.17g,%.17g,0,0,%.17g,%.17g,5,0,%.17g,0,0,%.17g\n", x + NR, y + 5, $3, c, s, NR, c, s }' "$assets/contacts.csv" >moved.csv
regions builtin:box builtin:box --poses moved.csv --persist >out || fail "moved: exit code $?"
[ "$(ages <out)" = "0 computed 1 persisted 2 persisted 3 shrunk 4 shrunk " ] || fail "moved: $(ages <out)"
# The last row is rotated by 1.6: the normal is (-sin, cos) of it.
sed -n 5p out | grep -qE '"normals":\[\[-0.99957[0-9]*,-0.02919[0-9]*,[^]]*\]\]' || fail "moved: the normal did not turn: $(sed -n 5p out)"

# --out: the same lines, in a file that appears only when complete.
on_boxes --out result >out || fail "--out: exit code $?"
[ -s out ] && fail "--out prints as well"
on_boxes | cmp -s - result || fail "--out: other lines"
[ "$(find . -name 'result*' | wc -l)" -eq 1 ] || fail "--out leaves a temporary file"
refuse 1 "/nowhere/result: " on_boxes --out /nowhere/result
if [ -c /dev/full ]; then
    on_boxes --out /dev/full >out 2>err && fail "a full disk: it succeeds"
    grep -q '^firstcontact: /dev/full: ' err || fail "a full disk: $(cat err)"
fi

# More regions than the initial room: congruent rings of 400 sides are found completely.
write_pairs 0,0.3,0,0.9999,0,0.01414178207,0,0,0,0,$one >discs.csv
expect "many regions" '"status":"touch"' regions builtin:ring:segments=400 builtin:ring:segments=400 --poses discs.csv --all
[ "$(grep -o '"dim":2' out | wc -l)" -eq 1 ] || fail "many regions: not one polygon"
[ "$(grep -o '"dim":' out | wc -l)" -gt 1000 ] || fail "many regions: $(grep -o '"dim":' out | wc -l)"

# Bad input stops the run with its file and line before anything is written.
pairs() {
    printf '%b' "$1" >bad.csv
    refuse 1 "$2" "$program" regions builtin:box builtin:box --poses bad.csv --out refused
    [ -e refused ] && fail "a refused run leaves a result"
}
row=0,0,0,$one,2.5,0,0,$one
pairs '' 'bad.csv:1: the file is empty'
pairs "px,py,pz,qw,qx,qy,qz\n0,0,0,$one\n" "bad.csv:1: the first line must be the header $header"
pairs "$header\n" 'bad.csv:1: the file has no poses'
pairs "$header\n$row\n0,0,0,$one\n" 'bad.csv:3: 7 columns, expected 14'
pairs "$header\n$row\n0,0,0,$one,nan,0,0,$one\n" "bad.csv:3: b_px is not a finite number: 'nan'"
pairs "$header\n0,0,0,$one,1,0,0,0,0,0,0\n" 'bad.csv:2: B: the quaternion is zero'
refuse 1 "missing.csv: No such file" "$program" regions builtin:box builtin:box --poses missing.csv
refuse 1 "missing.obj: No such file" "$program" regions missing.obj builtin:box --poses pairs.csv
refuse 1 "unknown built-in mesh 'bax'" "$program" regions builtin:box builtin:bax --poses pairs.csv

# Invalid calls.
refuse 2 "expected A B --poses PAIRS.csv" "$program" regions builtin:box
refuse 2 "unexpected argument 'c'" "$program" regions a b c --poses pairs.csv
refuse 2 "expected A B --poses PAIRS.csv" "$program" regions builtin:box builtin:box
refuse 2 "--poses needs FILE" "$program" regions builtin:box builtin:box --poses
refuse 2 "--tolerance must be a number" on_boxes --tolerance 0
refuse 2 "--scale-a must be a number" on_boxes --scale-a 0
refuse 2 "unknown option '--path'" "$program" regions builtin:box builtin:box --path pairs.csv

# The example of --help works as typed.
"$program" regions --help >help 2>err || fail "--help: exit code $?"
[ -s err ] && fail "--help writes to standard error"
mkdir bin
ln -s "$program" bin/firstcontact
example=$(sed -n '/^example:/{n;p}' help)
PATH=$work/bin:$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
cmp -s expected out || fail "the example prints: $(head -c 300 out)"

[ $failures -eq 0 ]

#!/bin/bash
# `firstcontact classify` on the command line: answers in closed form, invalid solids, and rejected input.
#
# Usage: test_classify_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

# same NAME FILE: `out` equals the file.
same() {
    cmp -s "$2" out || fail "$1: $(diff "$2" out | head -3 | cut -c 1-300)"
}

write_points() {
    echo x,y,z
    for row in "$@"; do echo "$row"; done
}

write_segments() {
    echo x1,y1,z1,x2,y2,z2
    for row in "$@"; do echo "$row"; done
}

classify() { "$program" classify "$@"; }

# An edge's index in the solid's list is internal; its ends are the file's.
name_edges() { sed 's/"edge","id":[0-9]*,/"edge","id":N,/g'; }


# A grid about a cube of half extent 1. The number of coordinates of magnitude 1 determines the feature; vertices and faces
# have the numbers of builtin:box (x first, then y, then z; below before above), an edge the numbers of its ends. Red: a
# wrong location, an index instead of a number of the file, rows exchanged.
awk 'BEGIN { print "x,y,z"; for (x = -3; x < 4; x++) for (y = -3; y < 4; y++) for (z = -3; z < 4; z++) print x/2 "," y/2 "," z/2 }' >grid.csv
awk -F, 'function size(a) { return a < 0 ? -a : a }
    NR > 1 {
        on = beyond = face = low = high = 0
        for (i = 1; i < 4; i++) {
            beyond += size($i) > 1
            if (size($i) == 1) on++
            if (size($i) == 1) face = 2 * (i - 1) + ($i > 0)
            if ($i == 1) low += 2 ^ (i - 1)
            if ($i == 1 || size($i) < 1) high += 2 ^ (i - 1)
        }
        where = beyond ? "outside" : on == 3 ? "vertex" : on == 2 ? "edge" : on == 1 ? "face" : "inside"
        id = where == "vertex" ? low : where == "face" ? face : where == "edge" ? "N,\"vertices\":[" low "," high "]" : "null"
        printf "{\"row\":%d,\"where\":\"%s\",\"id\":%s}\n", NR - 2, where, id
    }' grid.csv >grid.expected
classify builtin:box --points grid.csv >grid.out 2>err || fail "grid: exit code $?: $(head -c 300 err)"
name_edges <grid.out >out
same "grid" grid.expected
[ "$(grep '"edge"' grid.out | grep -o '"id":[0-9]*' | sort -u | wc -l)" -eq 12 ] || fail "grid: not 12 different edges"
expect "summary" '^\{"rows":343,"outside":218,"inside":27,"vertex":8,"edge":36,"face":54,"undecided":0,"time_us":\{"median":[0-9.]+,"p95":[0-9.]+,"max":[0-9.]+\}\}$' \
    classify builtin:box --points grid.csv --summary
[ "$(wc -l <out)" -eq 344 ] || fail "--summary: not one line more"

# The numbers are the file's: an unused vertex comes first, and the last point is on a slanted face.
printf 'v 9 9 9\nv 1 1 1\nv -1 1 1\nv 1 -1 1\nv 1 1 -1\nf 2 5 3\nf 2 4 5\nf 3 5 4\nf 2 3 4\n' >tetrahedron.obj
write_points 1,1,-1 0.5,0.5,1 1,0,1 0.2,0.2,0.8 1,0.5,0.5 0.3,0.4,0.3 >of_tetrahedron.csv
classify tetrahedron.obj --points of_tetrahedron.csv | name_edges >out
cat >expected <<'END'
{"row":0,"where":"vertex","id":4}
{"row":1,"where":"face","id":3}
{"row":2,"where":"edge","id":N,"vertices":[1,3]}
{"row":3,"where":"inside","id":null}
{"row":4,"where":"face","id":1}
{"row":5,"where":"face","id":2}
END
same "ids" expected

# Segments through the cube: from face to face, along a face from edge to edge, from corner to corner, along an edge,
# within, from within to a face, past it, of length 0.
write_segments -2,0,0,2,0,0 -2,1,0,2,1,0 2,2,2,-2,-2,-2 -2,1,1,2,1,1 -0.5,0,0,0.5,0,0 0,0,0,0,-1,0 2,2,0,3,-5,0 0.5,0.5,0.5,0.5,0.5,0.5 >segments.csv
classify builtin:box --segments segments.csv | name_edges >out
cat >expected <<'END'
{"row":0,"pieces":[{"from":0,"to":0.25,"where":"outside"},{"from":0.25,"to":0.25,"where":"face","id":0},{"from":0.25,"to":0.75,"where":"inside"},{"from":0.75,"to":0.75,"where":"face","id":1},{"from":0.75,"to":1,"where":"outside"}]}
{"row":1,"pieces":[{"from":0,"to":0.25,"where":"outside"},{"from":0.25,"to":0.25,"where":"edge","id":N,"vertices":[2,6]},{"from":0.25,"to":0.75,"where":"face","id":3},{"from":0.75,"to":0.75,"where":"edge","id":N,"vertices":[3,7]},{"from":0.75,"to":1,"where":"outside"}]}
{"row":2,"pieces":[{"from":0,"to":0.25,"where":"outside"},{"from":0.25,"to":0.25,"where":"vertex","id":7},{"from":0.25,"to":0.75,"where":"inside"},{"from":0.75,"to":0.75,"where":"vertex","id":0},{"from":0.75,"to":1,"where":"outside"}]}
{"row":3,"pieces":[{"from":0,"to":0.25,"where":"outside"},{"from":0.25,"to":0.25,"where":"vertex","id":6},{"from":0.25,"to":0.75,"where":"edge","id":N,"vertices":[6,7]},{"from":0.75,"to":0.75,"where":"vertex","id":7},{"from":0.75,"to":1,"where":"outside"}]}
{"row":4,"pieces":[{"from":0,"to":1,"where":"inside"}]}
{"row":5,"pieces":[{"from":0,"to":1,"where":"inside"},{"from":1,"to":1,"where":"face","id":2}]}
{"row":6,"pieces":[{"from":0,"to":1,"where":"outside"}]}
{"row":7,"pieces":[{"from":0,"to":0,"where":"inside"}]}
END
same "segments" expected
expect "pieces" '^\{"rows":8,"outside":9,"inside":5,"vertex":4,"edge":3,"face":4,"undecided":0,"time_us":' classify builtin:box --segments segments.csv --summary

# More pieces than the initial room: 100 cubes in a row, each entered, crossed and left. Red: pieces cut off.
awk 'BEGIN {
    for (i = 0; i < 100; i++) for (k = 0; k < 8; k++) print "v", 3 * i + k % 2, int(k / 2) % 2, int(k / 4)
    split("1 5 7 3,2 4 8 6,1 2 6 5,3 7 8 4,1 3 4 2,5 6 8 7", faces, ",")
    for (i = 0; i < 100; i++) for (f = 1; f < 7; f++) {
        split(faces[f], c, " ")
        print "f", 8 * i + c[1], 8 * i + c[2], 8 * i + c[3], 8 * i + c[4]
    }
}' >row.obj
write_segments -1,0.4,0.3,299,0.4,0.3 299,0.4,0.3,-1,0.4,0.3 >long.csv
classify row.obj --segments long.csv >out 2>err || fail "row of cubes: $(head -c 300 err)"
for line in 1 2; do
    sed -n "${line}p" out | grep -o '{"from[^}]*}' >pieces
    [ "$(wc -l <pieces)" -eq 401 ] || fail "row of cubes: $(wc -l <pieces) pieces"
    [ "$(grep -c '"inside"' pieces)" -eq 100 ] || fail "row of cubes: $(grep -c '"inside"' pieces) inside"
    # Each piece begins where the last one ended.
    awk -F'[:,]' 'NR > 1 && $2 != last { bad = 1 } { last = $4 } END { exit bad }' pieces || fail "row of cubes: gaps"
done
sed -n 1p out | grep -o '"id":[0-9]*' | sed 's/.*://' | awk '{ if ($1 != 6 * int((NR - 1) / 2) + (NR - 1) % 2) exit 1 }' ||
    fail "row of cubes: faces out of order"

# Scale, normalisation, tolerance (a point well within it is on the face, one well beyond is not), the example files'
# answers.
write_points 1.5,0,0 0.55,0.55,0.55 1.0000001,0,0 1.001,0,0 >near.csv
expect "as it is" '^\{"row":0,"where":"outside"' classify builtin:box --points near.csv
expect "as it is" '^\{"row":2,"where":"outside"' classify builtin:box --points near.csv
expect "scale" '^\{"row":0,"where":"inside"' classify builtin:box --points near.csv --scale 2
expect "scale" '^\{"row":1,"where":"outside"' classify builtin:box --points near.csv --scale 0.5
expect "normalize" '^\{"row":1,"where":"inside"' classify builtin:box --points near.csv --normalize # half sides of 1/sqrt(3)
expect "normalize" '^\{"row":2,"where":"outside"' classify builtin:box --points near.csv --normalize
expect "tolerance" '^\{"row":2,"where":"face","id":1\}' classify builtin:box --points near.csv --tolerance 1e-5
expect "tolerance" '^\{"row":3,"where":"outside"' classify builtin:box --points near.csv --tolerance 1e-5
classify builtin:l-shape --points "$assets/points.csv" | sed 's/.*"where":"\([a-z]*\)".*/\1/' | tr '\n' ' ' >out
[ "$(cat out)" = "inside outside face face edge vertex " ] || fail "assets/points.csv: $(cat out)"
expect "assets/segments.csv" '^\{"row":3,"pieces":\[\{"from":0,"to":0.65,"where":"outside"\},\{"from":0.65,"to":0.65,"where":"edge","id":[0-9]+,"vertices":\[3,9\]\},\{"from":0.65,"to":1,"where":"inside"\},\{"from":1,"to":1,"where":"edge",' \
    classify builtin:l-shape --segments "$assets/segments.csv"

# --info: a box of half extents 1, 2, 3 at (5, 0, 0); coplanar triangles are one face. Red: another axis, inertia about
# the origin, triangles for faces.
awk 'BEGIN { for (k = 0; k < 8; k++) print "v", 5 + (k % 2 ? 1 : -1), int(k / 2) % 2 ? 2 : -2, int(k / 4) ? 3 : -3
    split("1 5 7,1 7 3,2 4 8,2 8 6,1 2 6,1 6 5,3 7 8,3 8 4,1 3 4,1 4 2,5 6 8,5 8 7", f, ","); for (k = 1; k < 13; k++) print "f", f[k] }' >brick.obj
expect "info" '^\{"mesh":"brick.obj","solid":true,"vertices":8,"edges":12,"faces":6,"loops":6,"shells":1,.*"index":\{"nodes":[0-9]+,"height":[0-9]+,"average_height":[0-9.]+\},"bytes":[0-9]+,"flaws":\{\}\}$' \
    classify brick.obj --info
[ "$(wc -l <out)" -eq 1 ] || fail "info: not one line"
# number KEY INDEX VALUE: the value to rounding.
number() {
    sed "s/.*\"$1\"://" out | tr -d '[' | tr ',]}' '   ' | awk -v i="$2" -v v="$3" '{ d = $i - v; exit !(d < 1e-9 && d > -1e-9) }' || fail "info: $1 $2 is not $3: $(cat out)"
}
number area 1 88
number volume 1 48
number centroid 1 5
number centroid 2 0
number inertia 1 208
number inertia 2 0
number inertia 5 160
number inertia 6 0
number inertia 9 80
number tolerance 1 3.741657e-9

# Ids of merged faces are the lowest of their triangles': faces of brick.obj are triangles.
write_points 6,0.1,0 5,0,3 >of_brick.csv
expect "merged face" '^\{"row":0,"where":"face","id":2\}$' classify brick.obj --points of_brick.csv
expect "merged face" '^\{"row":1,"where":"face","id":10\}$' classify brick.obj --points of_brick.csv

# mesh info has the same line, second; for an open mesh it gives the reason.
expect "mesh info" '^\{"mesh":"builtin:box","solid":true,"vertices":8,"edges":12,"faces":6,' "$program" mesh info builtin:box
expect "mesh info" '^\{"mesh":"builtin:teapot","solid":false,"because":"[0-9]+ open edges, the first between vertices [0-9]+ and [0-9]+ at \(' "$program" mesh info builtin:teapot

# --out: the same lines, in a file that appears only when complete.
classify builtin:box --points grid.csv --out result >out || fail "--out: exit code $?"
[ -s out ] && fail "--out prints as well"
cmp -s result grid.out || fail "--out: other lines"
[ "$(find . -name 'result*' | wc -l)" -eq 1 ] || fail "--out leaves a temporary file"
refuse 1 "/nowhere/result: " classify builtin:box --points grid.csv --out /nowhere/result
if [ -c /dev/full ]; then
    for rows in "--points grid.csv" "--segments segments.csv" --info; do
        # shellcheck disable=SC2086
        classify builtin:box $rows --out /dev/full >out 2>err && fail "a full disk: $rows succeeds"
        grep -q '^firstcontact: /dev/full: ' err || fail "a full disk: $(cat err)"
    done
fi

# Invalid solids are rejected with the reason, the location and the remedy. Vertex k of the cube has bits of x, y, z.
cube() {
    printf 'v %s %s %s\n' -1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1
    printf 'f %s %s %s %s\n' 1 5 7 3 2 4 8 6 1 2 6 5 3 7 8 4 1 3 4 2 5 6 8 7
}
# cubes SCALE DX DY DZ: the cube, and another one scaled and moved.
cubes() {
    cube
    cube | awk -v s="$1" -v x="$2" -v y="$3" -v z="$4" 'BEGIN { CONVFMT = OFMT = "%.17g" }
        /^v/ { print "v", s * $2 + x, s * $3 + y, s * $4 + z } /^f/ { print "f", $2 + 8, $3 + 8, $4 + 8, $5 + 8 }'
}
solid() {
    refuse 1 "$1" classify "$2" --points grid.csv --out refused "${@:3}"
    [ -e refused ] && fail "a refused run leaves a result"
}
cube | sed '$d' >open.obj
solid 'open.obj: not a solid: 4 open edges, the first between vertices 4 and 6 at (-1, 0, 1): close the holes' open.obj
solid 'not a solid: 4 open edges, the first between vertices 4 and 6 at (-2, 0, 2): ' open.obj --scale 2
cube | sed 's/f 5 6 8 7/f 7 8 6 5/' >flipped.obj
solid 'flipped.obj: not a solid: 4 edges between triangles of opposite orientation, the first between vertices 4 and 6 at (-1, 0, 1): flip' flipped.obj
cube | awk '/^f/ { print "f", $5, $4, $3, $2; next } { print }' >inside_out.obj
solid 'inside_out.obj: not a solid: 1 shell that is inside out, with face 0 and its centre at (0, 0, 0): flip its faces' inside_out.obj
cubes 0.5 0 0 0 >filled.obj
solid 'filled.obj: not a solid: 1 shell that is inside out, with face 6 and its centre at (0, 0, 0): flip' filled.obj
cubes 1 2 2 0 >edge.obj
solid 'edge.obj: not a solid: 1 edge of more than two triangles, between vertices 3 and 7 at (1, 1, 0): separate the parts' edge.obj
cubes 1 2 2 2 >corner.obj
solid 'corner.obj: not a solid: 1 vertex where parts of the surface only touch, number 7 at (1, 1, 1): separate the parts' corner.obj
cubes 1 1 0.5 0.25 >crossing.obj
solid 'crossing.obj: not a solid: 12 pairs of faces that cross each other, the first between faces 1 and 8 at (1, -0.5, -0.75): unite' \
    crossing.obj --refuse-intersections
expect "crossing faces, when not asked" '"solid":true' classify crossing.obj --info
solid 'builtin:teapot: not a solid: 160 open edges, the first between vertices 500 and 501 at (1.29163, 2.4, -0.106652); 1 vertex' builtin:teapot
solid 'builtin:box: --tolerance 0.1 is too large for a mesh of radius 1.73205' builtin:box --tolerance 0.1

# A reversed cube within a cube is a cavity.
cubes -0.5 0 0 0 >hollow.obj
write_points 0,0,0 0.75,0,0 0.5,0.1,0.2 >of_hollow.csv
classify hollow.obj --points of_hollow.csv | sed 's/.*"where":"\([a-z]*\)".*/\1/' | tr '\n' ' ' >out
[ "$(cat out)" = "outside inside face " ] || fail "cavity: $(cat out)"

# Features nearer than 100 tolerances cause a warning, and the answers are still printed.
cubes 0.9 1.9000001 0 0 >warned.obj
classify warned.obj --points near.csv >out 2>err || fail "near features: exit code $?"
grep -q '^firstcontact: warned.obj: warning: 4 pairs of features closer than 100 tolerances, the first between vertex 8 and face 1 at (1, -0.9, -0.9), at distance 1e-07 with a tolerance of 2.37e-09; .*a smaller --tolerance' err ||
    fail "near features: says $(cat err)"
[ "$(wc -l <out)" -eq 4 ] || fail "near features: no answers"
expect "near features, a smaller tolerance" '"flaws":\{\}' classify warned.obj --info --tolerance 1e-10

printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 3 2\nf 1 3 4\nf 1 4 2\n' >flat.obj
solid 'flat.obj: not a solid: no volume: give it a thickness' flat.obj

# Bad input stops the run with its file and line before anything is written.
points() {
    printf '%b' "$1" >bad.csv
    refuse 1 "$2" classify builtin:box --points bad.csv --out refused
    [ -e refused ] && fail "a refused run leaves a result"
}
points '' 'bad.csv:1: the file is empty'
points 'x,y,z\n' 'bad.csv:1: the file has no points'
points 'x,y\n1,2\n' 'bad.csv:1: the first line must be the header x,y,z'
points '1,2,3\n' 'bad.csv:1: the first line must be the header x,y,z'
points 'x1,y1,z1,x2,y2,z2\n1,2,3,4,5,6\n' 'bad.csv:1: the first line must be the header x,y,z'
points 'x,y,z\n0,0,0\n\n1,2\n' 'bad.csv:4: 2 columns, expected 3'
points 'x,y,z\n1,2,3,4\n' 'bad.csv:2: 4 columns, expected 3'
points 'x,y,z\n0,0,0\n0,nan,0\n' "bad.csv:3: y is not a finite number: 'nan'"
points 'x,y,z\n0,0,1e999\n' "bad.csv:2: z is not a finite number: '1e999'"
points 'x,y,z\n0,0,1e101\n' 'bad.csv:2: a coordinate is beyond 1e100'
write_segments 0,0,0,1,1,1 0,0,0,1,1 >bad.csv
refuse 1 'bad.csv:3: 5 columns, expected 6' classify builtin:box --segments bad.csv
refuse 1 'grid.csv:1: the first line must be the header x1,y1,z1,x2,y2,z2' classify builtin:box --segments grid.csv
refuse 1 'missing.csv: No such file' classify builtin:box --points missing.csv
refuse 1 'missing.obj: No such file' classify missing.obj --points grid.csv
refuse 1 "unknown built-in mesh 'bax'" classify builtin:bax --points grid.csv
write_points 1e100,-1e100,0 1e-300,0,0 >extreme.csv
expect "far away" '^\{"row":0,"where":"outside","id":null\}$' classify builtin:box --points extreme.csv
expect "near zero" '^\{"row":1,"where":"inside","id":null\}$' classify builtin:box --points extreme.csv

# Invalid calls.
refuse 2 'expected SOLID --points P.csv | --segments S.csv | --info' classify --points grid.csv
refuse 2 "unexpected argument 'b'" classify a b --points grid.csv
refuse 2 'expected SOLID --points P.csv | --segments S.csv | --info' classify builtin:box
refuse 2 'only one of --points, --segments and --info' classify builtin:box --points grid.csv --segments segments.csv
refuse 2 'only one of --points, --segments and --info' classify builtin:box --points grid.csv --info
refuse 2 '--summary cannot be combined with' classify builtin:box --info --summary
refuse 2 '--points needs FILE' classify builtin:box --points
refuse 2 '--tolerance must be a number' classify builtin:box --points grid.csv --tolerance -1
refuse 2 '--tolerance must be a number' classify builtin:box --points grid.csv --tolerance nan
refuse 2 "unknown option '--point'" classify builtin:box --point grid.csv

# The example of --help works as typed.
classify --help >help 2>err || fail "--help: exit code $?"
[ -s err ] && fail "--help writes to standard error"
mkdir bin
ln -s "$program" bin/firstcontact
example=$(sed -n '/^example:/{n;p}' help)
PATH=$work/bin:$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
[ "$(sed 's/.*"where":"\([a-z]*\)".*/\1/' out | tr '\n' ' ')" = "inside face edge vertex outside " ] || fail "the example prints: $(head -c 300 out)"

[ $failures -eq 0 ]

#!/bin/bash
# Bad input and bad calls: each is rejected with its file, line and remedy, and leaves nothing behind.
#
# Usage: test_bad_calls.sh PROGRAM. Exit 2 for a wrong call, 1 for input that is wrong; messages begin with
# "firstcontact: "; nothing reaches standard output.
set -u
program=$1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# refuse EXIT_CODE TEXT COMMAND...: the exit code, the text in the message, an empty output, no crash.
refuse() {
    local code=$1 text=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    local got=$?
    [ $got -eq "$code" ] || fail "${*:2}: exit code $got, expected $code: $(head -c 300 "$work/err")"
    [ -s "$work/out" ] && fail "${*:2}: prints $(head -c 100 "$work/out")"
    grep -qF -- "$text" "$work/err" || fail "${*:2}: no '$text' in: $(head -c 300 "$work/err")"
    grep -q '^firstcontact: ' "$work/err" || fail "${*:2}: the message lacks the program name"
}

printf 'px,py,pz,qw,qx,qy,qz\n3,0,0,1,0,0,0\n0,0,0,1,0,0,0\n' >"$work/path.csv"
cd "$work" || exit 1

# Help in three forms, and of a command. Red: "help" is an unknown command, or --help ignores the command.
for call in "help query" "--help query" "query --help"; do
    "$program" $call | grep -q '^usage: firstcontact query A B' || fail "firstcontact $call: not the help of query"
done
"$program" help | grep -q '^usage: firstcontact \[options\]' || fail "firstcontact help: not the help of the program"

# Calls
refuse 2 "nosuch.obj: No such file or directory" "$program" nosuch.obj
refuse 2 "unknown option '--foo'" "$program" --foo
refuse 2 "--size must be WIDTHxHEIGHT in pixels, at least 160x120, not '10'" "$program" --size 10
refuse 2 "unknown command, scene or file 'conjure'" "$program" conjure
refuse 2 "expected A B" "$program" query
refuse 2 "expected A B" "$program" query builtin:box
refuse 2 "unexpected argument 'c'" "$program" query a b c --path path.csv
refuse 2 "expected A B --path PATH.csv" "$program" query builtin:box builtin:box
refuse 2 "--path needs FILE" "$program" query builtin:box builtin:box --path
refuse 2 "unknown option '--speed'" "$program" query builtin:box builtin:box --speed 3
refuse 2 "--max-tests must be a whole number from 1 to 1000000000000000, not '0.5'" "$program" query a b --path path.csv --max-tests 0.5
refuse 2 "--jobs must be a whole number from 0 to 256, not '1.5'" "$program" query a b --path path.csv --jobs 1.5
refuse 2 "query: --path may be given only once" "$program" query a b --path path.csv --path=path.csv
refuse 2 "mesh info: --scale may be given only once" "$program" mesh info builtin:box --scale 1 --scale 1
refuse 2 "--mode must be continuous|discrete, not 'both'" "$program" query a b --path path.csv --mode both
refuse 2 "--margin must be a number" "$program" query a b --path path.csv --margin -1
refuse 2 "--margin must be a number" "$program" query a b --path path.csv --margin nan
refuse 2 "--safety-distance must be a number" "$program" query a b --path path.csv --safety-distance -1
refuse 2 "--safety-distance needs --mode continuous" "$program" query a b --path path.csv --mode discrete --safety-distance 1
refuse 2 "--summary takes no value" "$program" query a b --path path.csv --summary=1
refuse 2 "--response slide needs --mode continuous" "$program" query a b --path path.csv --mode discrete --response slide
refuse 2 "expected MESH" "$program" mesh info
refuse 2 "expected MESH OUT.obj" "$program" mesh export builtin:box
refuse 2 "the name must end in .obj" "$program" mesh export builtin:box box.stl
refuse 2 "expected info or export, not 'inf'" "$program" mesh inf
refuse 2 "unknown scene 'nowhere'" "$program" scenes nowhere
refuse 2 "--check and --file exclude each other" "$program" scenes dominoes --check --file
refuse 2 "expected SCENE|MESH ... --out FILE.png" "$program" render thin-plates
refuse 2 "--out must be FILE.png, FILE.gif, FILE.mp4 or a directory" "$program" render thin-plates --out a.jpg
refuse 2 "--out must be FILE.png, FILE.gif, FILE.mp4 or a directory" "$program" render thin-plates --out "$work/a.tar.gz"
[ -e a.jpg ] || [ -e a.tar.gz ] && fail "a refused ending leaves a directory"
refuse 2 "--size must be WIDTHxHEIGHT" "$program" render thin-plates --out a.png --size big
refuse 2 "--camera must be six or seven numbers" "$program" render thin-plates --out a.png --camera 1,2,3
refuse 2 "--frames needs a directory" "$program" render thin-plates --out a.png --frames 5
refuse 1 "unknown scene or file 'nowhere'" "$program" render nowhere --out a.png
[ -e a.png ] && fail "a refused call leaves a picture"

# Meshes
refuse 1 "builtin:torrus: unknown built-in mesh 'torrus'" "$program" mesh info builtin:torrus
refuse 1 "torus has no parameter 'mayor'" "$program" mesh info builtin:torus:mayor=2
refuse 1 "missing.obj: No such file" "$program" mesh info missing.obj
FIRSTCONTACT_BUNNY=$work/none.obj refuse 1 "none.obj: No such file" "$program" mesh info builtin:bunny
: >empty.obj
: >empty.ply
: >empty.stl
for file in empty.obj empty.ply empty.stl; do refuse 1 "$file: the file is empty" "$program" mesh info $file; done
"$program" mesh export builtin:torus:segments=12 good.obj || fail "mesh export"
head -c 700 good.obj >cut.obj
refuse 1 "cut.obj:" "$program" mesh info cut.obj
head -n 60 good.obj | grep '^v' >points.obj
refuse 1 "points.obj: no triangles" "$program" mesh info points.obj
sed '5s/.*/v 1 nan 2/' good.obj >nan.obj
refuse 1 "nan.obj:5: a coordinate is not finite" "$program" mesh info nan.obj
sed '7s/.*/v -inf 0 2/' good.obj >inf.obj
refuse 1 "inf.obj:7: a coordinate is not finite" "$program" mesh info inf.obj
sed '80s/.*/f 1 2 100/' good.obj >index.obj
refuse 1 "index.obj:80: face" "$program" mesh info index.obj
printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n' >cut.ply
refuse 1 "the file ends before its last element" "$program" mesh info cut.ply
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n' >cut.stl
refuse 1 "cut.stl:5: the file ends here; expected 'vertex'" "$program" mesh info cut.stl
printf 'glTF\002\000\000\000\377\000\000\000noise' >noise.glb
refuse 1 "noise.glb: a GLB file begins with 'glTF'" "$program" mesh info noise.glb
# Files that crashed the program when Assimp ran in its process. Red: a crash of the child that affects us.
head -c 200000 /dev/zero | tr '\0' '[' >deep.gltf
refuse 1 "deep.gltf:1: brackets are nested more than 200 deep" "$program" mesh info deep.gltf
awk 'BEGIN {
    print "<COLLADA version=\"1.4.1\"><library_visual_scenes><visual_scene id=\"s\">"
    for (i = 0; i < 600000; i++) print i < 300000 ? "<node>" : "</node>"
    print "</visual_scene></library_visual_scenes></COLLADA>"
}' >deep.dae
refuse 1 "deep.dae: the importer " "$program" query deep.dae builtin:box --path path.csv
# The child is the running program, also through a link.
cp "$(realpath "$program")" copy && ln -s copy linked
for file in "$root"/tests/data/fuzz/door/tetrahedron.{gltf,glb,3ds,dae}; do
    ./linked mesh info "$file" >out 2>err || fail "$file: $(cat err)"
    grep -q '"closed":true' out || fail "$file: not closed"
done
mkfifo pipe.obj
refuse 1 "pipe.obj: not a regular file" "$program" mesh info pipe.obj # instead of waiting for its other end
rm -f copy linked
echo words >words.xyzzy
refuse 1 "words.xyzzy: unknown mesh format; the formats are OBJ, PLY, OFF, STL, glTF" "$program" mesh info words.xyzzy
[ "$(grep -o xyzzy err | wc -l)" -eq 1 ] || fail "an unknown format: the path is said twice"
refuse 1 "Is a directory" "$program" mesh info "$work"
refuse 1 "/nowhere/a.obj: No such file" "$program" mesh export builtin:box /nowhere/a.obj

# Paths: nothing of the run is printed when a later row is bad, and no file appears.
path() {
    printf 'px,py,pz,qw,qx,qy,qz\n%b' "$1" >bad.csv
    refuse 1 "$2" "$program" query builtin:box builtin:box --path bad.csv --out result.jsonl
    [ -e result.jsonl ] && fail "a refused query leaves a result"
}
path '3,0,0,1,0,0,0\n0,0,0,1,0,0,0\n0,0,0,0,0,0,0\n' 'bad.csv:4: the quaternion is zero'
path '3,0,0,1,0,0,0\n0,0,nan,1,0,0,0\n' 'bad.csv:3: pz is not a finite number'
path '3,0,0,1,0,0,0\n0,inf,0,1,0,0,0\n' 'bad.csv:3: py is not a finite number'
path '3,0,0,1,0,0\n' 'bad.csv:2: 6 columns, expected 7'
path '3,0,0,2,0,0,0\n' 'bad.csv:2: the quaternion is not of unit length'
path '3,0,0,1,0,0,0\n' 'bad.csv:2: a path needs at least two poses'
: >empty.csv
refuse 1 "empty.csv:1: the file is empty" "$program" query builtin:box builtin:box --path empty.csv
refuse 1 "missing.csv: No such file" "$program" query builtin:box builtin:box --path missing.csv
refuse 1 "missing.obj: No such file" "$program" query missing.obj builtin:box --path path.csv

# Lists and help that could not be written are detected, too. Red: a list cut short by a full disk, accepted as complete.
if [ -c /dev/full ]; then
    for call in "--help" "query --help" "scenes" "scenes dominoes --file" "mesh info builtin:box"; do
        # shellcheck disable=SC2086
        "$program" $call >/dev/full 2>err && fail "$call to a full disk succeeds"
        [ "$(cat err)" = "firstcontact: standard output: No space left on device" ] || fail "$call to a full disk: $(cat err)"
    done
fi

# Scene files
echo '{"objects":[{"name":"a","mesh":"builtin:box","colour":1}]}' >bad.json
refuse 1 'bad.json:1: unknown key "colour" in an object' "$program" render bad.json --out a.png
echo '{"objects":[' >cut.json
refuse 1 'cut.json:2: invalid JSON' "$program" render cut.json --out a.png
echo '{"objects":[{"name":"a","mesh":"missing.obj"}]}' >mesh.json
refuse 1 'mesh.json:1: object "a": missing.obj: No such file' "$program" render mesh.json --out a.png
printf '{"objects":[\n{"name":"a","mesh":"builtin:box","body":"dynamic","density":1e308}]}' >heavy.json
refuse 1 'heavy.json:2: density must be at most 1e+100' "$program" simulate heavy.json --seconds 1
printf '{"objects":[\n{"name":"a","mesh":"builtin:box","body":"dynamic","density":1e100,"scale":1e70}]}' >heavy.json
refuse 1 'heavy.json:2: object "a": it cannot be a body' "$program" simulate heavy.json --seconds 1
[ -e a.png ] && fail "a refused render leaves a picture"

# A mesh of a million triangles works, more than 2^20 (a fifth of it under sanitizers, which are slow).
segments=1030
grep -q __asan_init "$program" && segments=450
"$program" mesh export builtin:torus:segments=$segments big.obj || fail "mesh export of a million triangles"
"$program" mesh info big.obj >out 2>err || fail "mesh info of a million triangles: $(head -c 300 err)"
grep -q "\"triangles\":$((segments * segments))," out || fail "mesh info of a million triangles: $(head -c 200 out)"
grep -q '"solid":null,"because":"more than 200000 triangles' out || fail "mesh info builds a solid of a million triangles"

# On a terminal, standard error explains a wait of more than a second: the first mesh that takes two seconds here. Elsewhere
# there is no message.
[ -s err ] && fail "progress is shown without a terminal: $(head -c 100 err)"
if [ $segments -eq 1030 ] && script -qec true /dev/null >/dev/null 2>&1; then
    for segments in 620 1030 1400 2000; do
        begin=$(date +%s%N)
        script -qec "'$program' mesh info builtin:torus:segments=$segments >out" /dev/null >terminal </dev/null
        waited=$((($(date +%s%N) - begin) / 1000000))
        [ $waited -lt 2000 ] || break
    done
    grep -q 'building the mesh' terminal || fail "no progress on a terminal in $waited ms"
fi
rm -f big.obj

[ $failures -eq 0 ]

#!/bin/bash
# The commands on the command line: every example of --help, and the effect of each option on the output.
#
# Usage: test_commands.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
set -u
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
sanitizer=${ASAN_OPTIONS:-}

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect NAME EXIT_CODE PATTERN COMMAND...: the exit code, and an output line that matches the pattern.
expect() {
    local name=$1 code=$2 pattern=$3
    shift 3
    "$@" >"$work/out" 2>"$work/err"
    local got=$?
    [ $got -eq "$code" ] || fail "$name: exit code $got, expected $code: $(head -c 300 "$work/err")"
    grep -qE -- "$pattern" "$work/out" || fail "$name: no '$pattern' in: $(head -c 300 "$work/out")"
}

write_path() {
    echo px,py,pz,qw,qx,qy,qz
    for row in "$@"; do echo "$row"; done
}

# Every example in a --help works as typed, with the program under its own name. Red: an outdated example.
mkdir "$work/bin"
ln -s "$program" "$work/bin/firstcontact"
names=$("$program" --help | sed -n '/^commands/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[ "$(echo "$names" | wc -l)" -ge 4 ] || fail "--help lists no commands"
while read -r command; do
    # shellcheck disable=SC2086
    "$program" $command --help >"$work/help" 2>"$work/err" || fail "$command --help: exit code $?"
    [ -s "$work/err" ] && fail "$command --help writes to standard error"
    grep -q "^usage: firstcontact $command" "$work/help" || fail "$command --help: no usage"
    example=$(sed -n '/^example:/{n;p}' "$work/help")
    [ -n "$example" ] || fail "$command --help: no example"
    [ "$command" = bench ] && continue # takes its time; its own tests run it
    [ "$command" = render ] && export ASAN_OPTIONS=detect_leaks=0 # OpenGL drivers keep some memory to the end
    (cd "$work" && PATH=$work/bin:$PATH bash -c "$example") >"$work/out" 2>"$work/err" ||
        fail "$command: the example failed: $example: $(head -c 300 "$work/err")"
    export ASAN_OPTIONS=$sanitizer
    [ -s "$work/out" ] || [ "$command" = "mesh export" ] || fail "$command: the example prints nothing"
done < <(printf '%s\nmesh info\nmesh export\n' "$names")
expect "help" 0 '^commands' "$program" --help
expect "help lists meshes" 0 'builtin:torus-knot' "$program" --help
expect "help says exit codes" 0 '^  0  success, also when contact or overlap was found' "$program" --help
expect "version" 0 '^firstcontact [0-9]+\.[0-9]+\.[0-9]+$' "$program" --version

# A cube of half extent 1 moves from x = 4 towards another one: contact after 2 of 4 units, 1e-6 from it.
write_path 4,0.1,0.2,1,0,0,0 0,0.1,0.2,1,0,0,0 5,0.1,0.2,1,0,0,0 >"$work/path.csv"
query() { "$program" query builtin:box builtin:box --path "$work/path.csv" "$@"; }
expect "contact" 0 '"step":0,"status":"contact","t":0\.(49999999|50000000)' query
expect "normal" 0 '"normal":\[1,0,0\]' query
expect "second step" 0 '"step":1,"status":"overlap","t":null' query
expect "drag" 0 '"step":1,"status":"free","t":null,"t_hi":null,"kind":null,"point":null,"normal":null,"feature_a":null,"feature_b":null,"pose":\[5,' \
    query --steps drag
expect "discrete" 0 '"step":0,"status":"overlap","t":null' query --mode discrete
expect "summary" 0 '"steps":2,"free":0,"contact":1,"overlap":1,"undecided":0' query --summary
expect "scale" 0 '"t":0\.(37499999|37500000)' query --scale-b 1.5
expect "normalize" 0 '"t":0\.7113248' query --normalize # half sides of 1/sqrt(3)
expect "margin" 0 '"pose":\[2\.0[0-9]+,' query --margin 0.01
expect "safety distance" 0 '"t":0\.(37499999|37500000).*"pose":\[2\.5000[0-9]*,.*"clearance":0\.50000[0-9]+,' query --safety-distance 0.5 --clearance
expect "slide at a distance" 0 '"step":0,.*"pose":\[2\.5000[0-9]*,.*"slide":\{"reached":false' query --safety-distance 0.5 --response slide
expect "slide" 0 '"step":0,"status":"contact".*"slide":\{"reached":(true|false),"exhausted":false,"queries":[1-9]' query --response slide

# The clearance at each resolved pose of the cube: the margin's gap in front of the other, for the step to 5 an overlap; far
# away the distance of the nearest faces. The summary has the minimum, with its step. Red: the clearance of the step's
# start, a trusted cache.
expect "clearance" 0 '"step":0,.*"clearance":[1-6]\.[0-9]+e-06,.*"clearance_feature_a":\{"kind":"(face|edge|vertex)","id"' query --clearance
expect "clearance's normal" 0 '"step":0,.*"clearance_normal":\[1,0,0\]' query --clearance
expect "no clearance" 0 '"step":0,"status":"overlap".*"clearance":0,.*"clearance_normal":null' query --clearance --steps drag --mode discrete
write_path 4,0.1,0.2,1,0,0,0 3.5,0.1,0.2,1,0,0,0 5,0.1,0.2,1,0,0,0 >"$work/far.csv"
far() { "$program" query builtin:box builtin:box --path "$work/far.csv" --clearance --summary; }
expect "clearance of a free step" 0 '"step":0,"status":"free".*"clearance":1\.5,' far
expect "least clearance" 0 '"steps":2,.*"clearance_least":1\.5,"clearance_step":0' far
query | grep -q clearance && fail "query says the clearance unasked"

# Results do not depend on optimisations. Red: an accelerator that changes an answer.
answers() { query "$@" | sed 's/,"tests".*//'; }
plain=$(answers)
for option in --no-labels --no-pair-tables --no-proxy --no-boxes --brute-force "--leaf-radius 0.05" "--leaf-radius 5"; do
    # shellcheck disable=SC2086
    [ "$(answers $option)" = "$plain" ] || fail "query $option changes the answer"
done
[ "$(query | wc -l)" -eq 2 ] || fail "query: one line a step"
[ "$(query --summary | wc -l)" -eq 3 ] || fail "query --summary: one line more"

# --out has the same lines, in a file that appears only when complete.
query --out "$work/result" >"$work/out" || fail "query --out"
[ -s "$work/out" ] && fail "query --out prints as well"
[ "$(sed 's/,"tests".*//' "$work/result")" = "$plain" ] || fail "query --out: other lines"
[ "$(find "$work" -name 'result*' | wc -l)" -eq 1 ] || fail "query --out leaves a temporary file"
# Red: a link replaced by a file, a private file that becomes readable for all.
echo old >"$work/kept" && chmod 600 "$work/kept" && ln -s kept "$work/link"
query --out "$work/link" || fail "query --out to a link"
[ -L "$work/link" ] && cmp -s "$work/kept" "$work/link" && grep -q '"step":0' "$work/kept" || fail "query --out: a link"
[ "$(stat -c %a "$work/kept")" = 600 ] || fail "query --out: mode $(stat -c %a "$work/kept") instead of 600"
if [ -c /dev/full ]; then
    query --out /dev/full >"$work/out" 2>"$work/err" && fail "query to a full disk succeeds"
    grep -q '^firstcontact: /dev/full: ' "$work/err" || fail "query to a full disk: $(cat "$work/err")"
fi

# Path on a pipe, as from a planner.
expect "pipe" 0 '"step":0,"status":"contact"' bash -c "cat '$work/path.csv' | '$program' query builtin:box builtin:box --path /dev/stdin"

# mesh info and export: the numbers of a box, and a mesh that reads back unchanged.
expect "mesh info" 0 '"points":8,"faces":6,"vertices":8,"edges":18,"triangles":12,"components":1' "$program" mesh info builtin:box
expect "mesh info" 0 '"volume":8,"closed":true,"manifold":true,"oriented":true,"box":true' "$program" mesh info builtin:box
expect "mesh info" 0 '"box":false' "$program" mesh info builtin:icosphere
expect "mesh defects" 0 '"defect":"open edge","face":[0-9]+,"vertices":\[[0-9]+,[0-9]+\],"point":\[' "$program" mesh info builtin:teapot
"$program" mesh export builtin:torus-knot "$work/knot.obj" || fail "mesh export"
"$program" mesh export "$work/knot.obj" "$work/again.obj" || fail "mesh export of its own file"
cmp -s "$work/knot.obj" "$work/again.obj" || fail "mesh export: numbers change when read back"
cp "$work/knot.obj" "$work/two words.obj"
expect "mesh with blanks in its name" 0 '"faces":4608' "$program" mesh info "$work/two words.obj"

# scenes: one a line; a scene as a file is a scene again.
expect "scenes" 0 '^\{"name":"spinning blade","group":"fast","about":"' "$program" scenes
[ "$("$program" scenes | wc -l)" -ge 6 ] || fail "scenes: fewer than six"
expect "one scene" 0 '"name":"thin plates"' "$program" scenes thin-plates
[ "$("$program" scenes thin-plates | wc -l)" -eq 1 ] || fail "scenes NAME: more than one"
expect "scene check" 0 '"name":"torch in a cavity","passed":true,"message":null' "$program" scenes --check "torch in a cavity"
"$program" scenes --file "thin plates" >"$work/plates.json" || fail "scenes --file"

export ASAN_OPTIONS=detect_leaks=0
# render: pictures of the given size, a directory of steps, a film. Red: an empty picture.
"$program" render "$work/plates.json" --size 320x180 --out "$work/pictures" >"$work/out" 2>"$work/err" ||
    fail "render: $(head -c 300 "$work/err")"
[ "$(find "$work/pictures" -name '*.png' | wc -l)" -eq 3 ] || fail "render: not one picture a step"
ls "$work"/pictures/3-contact.png >/dev/null 2>&1 || fail "render: no 3-contact.png"
"$program" render thin-plates --size 160x90 --frames 6 --out "$work/film.gif" >"$work/out" 2>"$work/err" ||
    fail "render to a GIF: $(head -c 300 "$work/err")"
head -c 6 "$work/film.gif" | grep -q GIF89a || fail "render: no GIF"
if command -v identify >/dev/null; then
    identify "$work/pictures/3-contact.png" | grep -q ' 320x180 ' || fail "render: wrong size"
    [ "$(identify "$work/film.gif" | wc -l)" -eq 6 ] || fail "render: not six pictures in the film"
    [ "$(identify -format %k "$work/pictures/3-contact.png")" -gt 100 ] || fail "render: an empty picture"
    convert "$work/film.gif" -format %w "$work/film.png" 2>"$work/err" || fail "render: $(head -c 200 "$work/err")"
fi

[ $failures -eq 0 ]

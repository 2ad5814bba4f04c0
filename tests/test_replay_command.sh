#!/bin/bash
# `firstcontact replay` on the command line: a handwritten recording, those of assets/ bit for bit, and truncated, changed
# or malicious files rejected with their line.
#
# Usage: test_replay_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"
cd "$work" || exit 1
data=$(cd "$assets/../tests/data" && pwd)

# Recorded long ago, perhaps at another optimisation level, with drags, bounces, additions and playing. Red: a result that
# is not the same bits on every machine and in every build, or a reader stricter than its old files.
for recording in hand world; do
    expect "$recording" '^\{"frames":[0-9]+,"same":true\}$' "$program" replay "$data/$recording.fcrec" --verify
done

# Its result today is written like the recording's. Red: a lost field, a number that changes.
"$program" replay "$data/hand.fcrec" >out 2>err || fail "hand: exit code $?"
grep '^{"frame":' "$data/hand.fcrec" | grep -v '"do":"look"' >expected
grep -v '"do":"look"' out | cmp -s expected - || fail "the lines differ: $(grep -v '"do":"look"' out | diff expected - | head -c 400)"
"$program" replay "$data/hand.fcrec" --out again.txt || fail "--out: exit code $?"
cmp -s out again.txt || fail "--out writes other lines"

# --poses: frame 0 is the start of the recording, each frame has the poses after it, and the other lines stay. Red: poses one
# frame early or late, a changed line, a start before the entries that lead to the recording.
"$program" replay "$data/hand.fcrec" --poses >poses 2>err || fail "--poses: exit code $?"
grep -v '"poses":' poses | cmp -s out - || fail "--poses changes the other lines"
[ "$(head -n 1 poses)" = '{"frame":0,"poses":[[0,0,0,1,0,0,0],[3.5,0.3,0,1,0,0,0]]}' ] || fail "--poses begins with $(head -n 1 poses)"
[ "$(grep -c '"poses":' poses)" = 93 ] || fail "--poses: $(grep -c '"poses":' poses) lines of poses for 92 frames"
awk '/"do":"move".*"rest":/ { rest = $0; sub(/.*"rest":/, "", rest); sub(/\].*/, "]", rest); getline
    if (index($0, rest "]}") == 0) { print "the pose after frame is not " rest ": " $0; wrong = 1 } } END { exit wrong }' poses >err ||
    fail "--poses: $(head -c 300 err)"
"$program" replay "$data/world.fcrec" --poses >poses 2>err || fail "--poses of a world: exit code $?"
"$program" scenes "bouncing cube" --file | grep -o '"pose":[^]]*' | tail -n 1 | cut -d: -f2 >start
grep -qF -- "$(cat start)" <(head -n 1 poses) && fail "--poses begins with the scene, not with the recording: $(head -n 1 poses)"
sed 's/^{"end":92}$/{"frame":93,"do":"option","object":1,"option":"removed","value":1}\n{"end":93}/' "$data/hand.fcrec" >removed.fcrec
expect "a removed object" '^\{"frame":93,"poses":\[\[0,0,0,1,0,0,0\],null\]\}$' "$program" replay removed.fcrec --poses
refuse 2 "so --poses needs a call without it" "$program" replay "$data/hand.fcrec" --poses --verify

# The example of --help works as typed. Red: a handwritten line that needs data only the window has.
"$program" replay --help >help || fail "--help: exit code $?"
mkdir bin && ln -s "$program" bin/firstcontact
example=$(sed -n '/^example:/{n;p}' help)
PATH=$work/bin:$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
grep -q '^{"frame":1,"do":"move",.*"status":"contact"' out || fail "the example prints: $(head -c 300 out)"
PATH=$work/bin:$PATH bash -c "$example --verify" >out 2>err && fail "a frame of which nothing is said passes for the same"
grep -q "stdin:2: the recording has no result of frame 1" err || fail "nothing is said of a frame: says $(cat err)"

# One digit of one frame, one mesh, the end, a line changed. Red: a difference undetected, or reported elsewhere.
awk '/"frame":20,/ { sub(/"rest":\[[^,]*/, "\"rest\":[0.123456789") } 1' "$data/hand.fcrec" >changed.fcrec
line=$(grep -n '"frame":20,' changed.fcrec | cut -d: -f1)
refuse 1 "changed.fcrec:$line: frame 20 differs: rest px: recorded 0.123456789, now" "$program" replay changed.fcrec --verify
sed '1s/"hash":"./"hash":"x/' "$data/hand.fcrec" >mesh.fcrec
refuse 1 "mesh.fcrec:1: hash must be a string of 16 hexadecimal digits" "$program" replay mesh.fcrec
sed '1s/"hash":"..../"hash":"0000/' "$data/hand.fcrec" >mesh.fcrec
refuse 1 "mesh.fcrec:1: the mesh builtin:" "$program" replay mesh.fcrec
grep -q "is not the one recorded" err || fail "another mesh: says $(cat err)"
sed '2s/builtin:[^"]*/gone.obj/' "$data/hand.fcrec" >gone.fcrec
refuse 1 'gone.fcrec:2: object "' "$program" replay gone.fcrec
grep -q '": gone.obj: No such file' err || fail "a mesh that is gone: says $(cat err)"
head -n 30 "$data/hand.fcrec" >cut.fcrec
refuse 1 "cut.fcrec:30: the recording ends here without its" "$program" replay cut.fcrec --verify
"$program" replay cut.fcrec >out 2>err || fail "cut off: exit code $?"
grep -q "warning: cut.fcrec:30: the recording ends here without its" err || fail "cut off: says $(cat err)"
head -c 4000 "$data/hand.fcrec" >half.fcrec
"$program" replay half.fcrec >out 2>err || fail "a half line: $(cat err)"
sed '9s/.*/{"frame":1e9,"do":"explode"}/' "$data/hand.fcrec" >hostile.fcrec
refuse 1 "hostile.fcrec:9: do must be one of" "$program" replay hostile.fcrec
sed '9s/"object":[0-9]*/"object":-1/' "$data/hand.fcrec" >hostile.fcrec
refuse 1 "hostile.fcrec:9: object must be a whole number from 0 to" "$program" replay hostile.fcrec
sed '9s/"object":[0-9]*/"object":0/' "$data/hand.fcrec" >hostile.fcrec
refuse 1 "hostile.fcrec:9: object 0, block, is fixed and cannot be moved" "$program" replay hostile.fcrec
printf '\357\273\277' | cat - "$data/hand.fcrec" | sed 's/$/\r/' >windows.fcrec # an editor's byte order mark and ends of lines
expect "windows" '"same":true' "$program" replay windows.fcrec --verify
expect "windows" '^a.png$' env ASAN_OPTIONS=detect_leaks=0 "$program" render windows.fcrec --size 32x32 --out a.png # drivers keep memory
printf '\0' >zero.fcrec
refuse 1 "zero.fcrec: not a recording: it contains zero bytes" "$program" replay zero.fcrec
: >empty.fcrec
refuse 1 "empty.fcrec:1: the file is empty" "$program" replay empty.fcrec
refuse 1 "none.fcrec" "$program" replay none.fcrec
printf '{\n"objects":[]}\n' >scene.json
refuse 1 "scene.json:1: not a recording: the first line must be" "$program" replay scene.json
refuse 2 "expected RECORDING" "$program" replay

[ $failures -eq 0 ] && echo "replay: all as expected"
exit $((failures > 0))

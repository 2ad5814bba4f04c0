#!/usr/bin/env bash
# The index of a solid: I shows it, the cursor probes, Ctrl and the wheel move the probe in depth, S and a drag draw a
# segment through it; for an open mesh the index of a solid is shown. The scene "inside out" runs by itself.
# Red: a key without its action, a probe that does not follow the cursor, a segment whose pieces do not alternate, a scene
# whose index is hidden.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

probeIs() { [ "$(status probe)" = "$1" ]; }
probeIsFace() { [[ "$(status probe)" == face* ]]; }
indexIsOf() { [ "$(status index_of)" = "$1" ]; }
pieceCountIs() { [ "$(status pieces | tr -cd '"' | wc -c)" = $((2 * $1)) ]; }

startDisplay
startProgram builtin:box
xdotool mousemove 640 640
[ "$(status index_of)" = null ] || fail "an unrequested index is shown"
restingShot before
xdotool key i
waitFor 5 "I shows the index of the box" indexIsOf box
restingShot index
holds "$(countChanged before index) > 1000" || fail "the overlay changed $(countChanged before index) pixels"

# The box is one unit about the middle of the picture: inside at its cursor position, outside beside it.
center=$(status center | tr -d '[]')
x=${center%%.*} y=${center#*,} y=${y%.*}
xdotool mousemove "$x" "$y"
waitFor 5 "the probe in the middle: inside" probeIs inside
holds "$(status probe_path) >= 1" || fail "a probe without a path"
xdotool keydown ctrl
for i in $(seq 30); do xdotool click 4; done
waitFor 5 "Ctrl and the wheel: out on the far side" probeIs outside
for i in $(seq 30); do xdotool click 5; done
waitFor 5 "and back" probeIs inside
xdotool keyup ctrl
xdotool mousemove 240 640
waitFor 5 "the probe beside it: outside" probeIs outside
echo "probe: inside, outside, depth"

# Through the box from one side to the other: outside, a face, inside, a face, outside.
pose=$(status pose)
xdotool keydown s mousemove 240 "$y" mousedown 1
letFramesPass
for i in $(seq 12); do
    xdotool mousemove $((240 + 60 * i)) "$y"
    pause 0.03
done
waitFor 5 "five pieces while dragging" pieceCountIs 5
xdotool mouseup 1 keyup s
letPictureRest
pieceCountIs 5 || fail "the segment is missing: $(status pieces)"
[[ "$(status pieces)" =~ ^\[\"outside\",\"face\ [0-9]+\",\"inside\",\"face\ [0-9]+\",\"outside\"\]$ ]] ||
    fail "pieces: $(status pieces)"
[ "$(status pose)" = "$pose" ] || fail "the segment moved the box"
echo "dragged segment: $(status pieces)"

# S alone, then two clicks; Esc cancels the next one.
xdotool key s mousemove 240 100 click 1
letFramesPass
xdotool mousemove 400 110
waitFor 5 "a segment beside the box: one piece" pieceCountIs 1
xdotool click 1
letFramesPass
xdotool mousemove "$x" "$y"
letPictureRest
pieceCountIs 1 || fail "the segment follows the cursor after the second click: $(status pieces)"
xdotool key s mousemove 240 "$y" click 1
letFramesPass
xdotool mousemove 1000 "$y"
waitFor 5 "a new segment" pieceCountIs 5
xdotool key Escape
waitFor 5 "Esc gives it up" pieceCountIs 0
hasEnded && fail "Esc ended the program"
xdotool key i
waitFor 5 "I hides the index" indexIsOf null
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"
echo "two clicks, Esc"

# The teapot is open: the index is that of the box. A discrete step reports its time of collision.
startProgram builtin:teapot builtin:box
xdotool mousemove 640 640 key i
waitFor 5 "the index of the solid" indexIsOf box
xdotool key d g x
xdotool type -- -1.5
xdotool key Return
waitFor 5 "sunk in" statusIs status overlap
letPictureRest
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"
echo "no solid, discrete step"

startProgram --size 640x400 --scene "inside out"
xdotool mousemove 320 360
waitFor 5 "the scene shows its index" indexIsOf gear
[ "$(status playing)" = true ] || fail "the scene does not start by itself"
timeIsBeyond() { holds "$(status scene_time) > $1"; }
waitFor 30 "two seconds of the scene" timeIsBeyond 2
xdotool key bracketright
sceneIsAnother() { [ "$(status scene)" != "inside out" ]; }
waitFor 20 "the next scene" sceneIsAnother
waitFor 5 "without an unrequested index" indexIsOf null
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"
echo "inside out: runs, and takes its index with it"

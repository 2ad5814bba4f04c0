#!/usr/bin/env bash
# The keyboard and other mouse actions, each checked in the state afterwards.
# Red: a key without its action, a nudge that passes through the bunny, a typed value that differs from the motion.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

press() { xdotool key "$@"; }

poseIsNot() { [ "$(status pose)" != "$1" ]; }
poseIs() { [ "$(status pose)" = "$1" ]; }
coordinate() { status pose | tr -d '[]' | cut -d, -f"$1"; }
sceneIsNot() { [ "$(status scene)" != "$1" ]; }

startDisplay
startProgram
xdotool mousemove 640 640
startPose=$(status pose)

press Left
waitFor 5 "the left arrow moves the teapot" poseIsNot "$startPose"
press ctrl+z
waitFor 5 "Ctrl+Z undoes" poseIs "$startPose"
press shift+Right
waitFor 5 "Shift with an arrow turns" poseIsNot "$startPose"
press BackSpace
waitFor 5 "Backspace restarts" poseIs "$startPose"
echo "nudge, undo, turn, restart"

# Nudges into the bunny stop at contact like a drag.
for i in $(seq 100); do xdotool key Left; done
waitFor 10 "nudged to the bunny: contact" grep -q '"status":"contact"' "$work/status"
grep -q '"status":"overlap"' "$work/status" && fail "nudged into overlap"
press BackSpace
waitFor 5 "Backspace restarts" poseIs "$startPose"
echo "nudges stop at contact"

statusIs response stop || fail "the first scene does not begin with stop"
press l
waitFor 5 "L: slide" statusIs response slide
press l
waitFor 5 "L: bounce" statusIs response bounce
press l
waitFor 5 "L: stop" statusIs response stop
press d
waitFor 5 "D: discrete" statusIs mode discrete
press d
waitFor 5 "D: continuous" statusIs mode continuous
echo "modes"

# G, y, 0.5, Enter: half a unit up, exactly.
before=$(coordinate 2)
press g
press y
xdotool type 0.5
press Return
movedByHalf() { holds "($(coordinate 2) - $before - 0.5)^2 < 1e-18"; }
waitFor 5 "G Y 0.5 Enter moves by 0.5 along y" movedByHalf
echo "typed move"

# Ctrl and the left button rotate the teapot; the wheel while dragging moves it nearer.
press BackSpace
waitFor 5 "Backspace restarts" poseIs "$startPose"
center=$(status center | tr -d '[]')
x=${center%%.*} y=${center#*,} y=${y%.*}
xdotool mousemove "$x" "$y" keydown ctrl mousedown 1
letFramesPass
xdotool mousemove_relative 40 10
letFramesPass
xdotool mouseup 1 keyup ctrl
turned() { [ "$(status pose | cut -d, -f4-)" != "$(cut -d, -f4- <<<"$startPose")" ]; }
waitFor 5 "Ctrl+drag turns" turned
press BackSpace
waitFor 5 "Backspace restarts" poseIs "$startPose"
xdotool mousemove "$x" "$y" mousedown 1
letFramesPass
xdotool click 4 click 4
letFramesPass
xdotool mouseup 1
waitFor 5 "the wheel moves along the view" poseIsNot "$startPose"
echo "turn by mouse, depth by wheel"

# Esc releases the dragged object and resets it.
press BackSpace
waitFor 5 "Backspace restarts" poseIs "$startPose"
xdotool mousemove "$x" "$y" mousedown 1
letFramesPass
xdotool mousemove_relative 60 0
waitFor 5 "dragged" poseIsNot "$startPose"
press Escape
waitFor 5 "Esc puts it back" poseIs "$startPose"
xdotool mouseup 1
echo "Esc takes a drag back"

scene=$(status scene)
press bracketright
waitFor 20 "] opens the next scene" sceneIsNot "$scene"
press bracketleft
waitFor 20 "[ opens the previous one" statusIs scene "$scene"
echo "scenes by [ and ]"

# All display options at once, then a screenshot.
for key in v x w b m c k h shift+b alt+bracketright F2 F3 F1 Escape Tab Tab Home f shift+f; do press "$key"; done
letPictureRest
hasEnded && fail "the program ended"
[ ! -s "$work/stderr" ] || fail "messages while everything is shown"
echo "all overlays"

press ctrl+q
expectExit 10 0

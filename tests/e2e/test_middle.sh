#!/usr/bin/env bash
# Interruptions: a new size, full screen, the scene picker and a dropped file while the teapot is dragged, and closing the
# window. The drag continues or ends, nothing overlaps, no message appears.
# Red: a drag that jumps when the picture is resized, a drag of an object of the old scene, a crash when the dragged object
# is destroyed.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

grab() { # the selected object, and half of the way to the bunny
    local center x y
    waitFor 10 "the picture keeps changing" centerStands
    center=$(status center | tr -d '[]')
    x=${center%%.*} y=${center#*,} y=${y%.*}
    xdotool mousemove "$x" "$y"
    letFramesPass
    xdotool mousedown 1
    waitFor 5 "the teapot is not dragged" statusIs held true
    for _ in 1 2 3 4 5; do xdotool mousemove_relative -- -12 2 sleep 0.03; done
}
coordinate() { status pose | tr -d '[]' | cut -d, -f"$1"; }
isAbout() { holds "($(coordinate 1) - $1) ^ 2 < 1e-4"; }
# The window has the size, and so has the newest frame: positions refer to it.
pictureIs() {
    [ "$(xdotool getwindowgeometry "$window" | sed -nE 's/.*Geometry: //p')" = "$1" ] &&
        [ "$(status dock | cut -d, -f2)" = $((${1#*x} - 27)) ]
}
sceneIs() { statusIs scene "$1"; }

startDisplay 1400x900
startProgram --check --size 1000x700
grab
letHandArrive
x=$(coordinate 1)
xdotool windowsize "$window" 1300 800
waitFor 5 "the window has no other size" pictureIs 1300x800
letHandArrive
isAbout "$x" || fail "the teapot jumped from $x to $(coordinate 1) when the window grew"
statusIs held true || fail "the hand let go when the window grew"
xdotool key F11
waitFor 10 "no full screen" pictureIs 1400x900
letHandArrive
isAbout "$x" || fail "the teapot jumped from $x to $(coordinate 1) in full screen"
xdotool key F11
waitFor 10 "full screen does not end" pictureIs 1300x800
xdotool mouseup 1
echo "sizes while dragging"

grab
xdotool key ctrl+o
waitFor 5 "the picker does not open" statusIs finder true
letFramesPass
xdotool type "dominoes"
xdotool key Return
waitFor 20 "the picker did not open dominoes" sceneIs dominoes
waitFor 5 "an object of the old scene is still dragged" statusIs held false
waitFor 5 "the picker does not close" statusIs finder false
letFramesPass # until then the picker has the keyboard
xdotool mouseup 1 key BackSpace ctrl+o
waitFor 5 "the picker does not open again" statusIs finder true
letFramesPass
xdotool type "teapot and"
xdotool key Return
waitFor 20 "the picker did not open the start's scene" sceneIs "teapot and bunny"
waitFor 5 "the picker does not close" statusIs finder false
echo "scene picker while dragging"

grab
"$program" mesh export builtin:torus:segments=20 "$work/torus.obj" 2>/dev/null
drop "$window" 500 400 "$work/torus.obj"
hasThree() { [ "$(status objects)" = 3 ]; }
waitFor 10 "the dropped mesh did not join" hasThree
xdotool mouseup 1
echo "file dropped while dragging"

grab
screen close "$window"
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"
echo "closed while dragging"

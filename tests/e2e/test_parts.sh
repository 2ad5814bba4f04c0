#!/usr/bin/env bash
# While the teapot is dragged, only parts of the window are drawn. At each stop the window has the pixels of a complete
# drawing: a moment's cover over the window makes the program draw all of it again.
# Red: a trace of an object, a shadow, a label, a number of a panel or a menu; a part that is drawn but not shown.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

# Nothing on the screen changes any more: trails have faded, panels have settled.
hasSettled() {
    letFramesPass
    statusIs painted 0.0000 || ! statusIs held true
}

settle() {
    waitFor 10 "the window changes by itself" hasSettled
    statusIs held true || letPictureRest
}

# Takes both pictures. Returns false if the program chose another quality meanwhile, as after a slow complete drawing.
takeBoth() {
    settle
    local firstFrame
    firstFrame=$(wc -l <"$work/status")
    shot parts
    screen cover "$window" >/dev/null
    letFramesPass
    settle
    shot all
    letFramesPass
    [ "$(tail -n "+$firstFrame" "$work/status" | grep -o '"quality":[0-9]*' | sort -u | wc -l)" = 1 ]
}

checked=0
compare() { # NAME
    local count x y
    waitFor 10 "the quality changes again and again" takeBoth
    read -r count x y <<<"$(screen mismatch "$work/parts.ppm" "$work/all.ppm")"
    [ "$count" = 0 ] || fail "$1: $count pixels differ from a complete drawing, one at ($x, $y)"
    checked=$((checked + 1))
}

drag() { # DX DY STEPS
    local i
    for i in $(seq "$3"); do
        xdotool mousemove_relative --sync -- "$1" "$2"
        letFramesPass 2
    done
}

# Median of the drawn fractions of the frames that moved the teapot since a line of the status.
getMedianPainted() {
    tail -n "+$1" "$work/status" | sed -nE 's/.*"pose":\[([^]]*)\].*"painted":([0-9.]*).*/\1 \2/p' |
        awk '$1 != last { last = $1; print $2 }' | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

startDisplay
startProgram
xdotool key F2 # its frames per second change with each picture
letPictureRest
center=$(status center | tr -d '[]')
x=${center%,*} y=${center#*,}
xdotool mousemove "${x%.*}" "${y%.*}"
letFramesPass
xdotool mousedown 1
waitFor 5 "the teapot in the hand" statusIs held true
firstLine=$(wc -l <"$work/status")
drag -8 3 8
compare "free"
drag -12 0 20
compare "at the bunny"
painted=$(getMedianPainted "$firstLine")
echo "median drawn fraction of the window while the teapot moves: $painted"
holds "$painted > 0 && $painted < 0.35" || fail "a drag draws $painted of the window"
xdotool key d
drag -14 -4 8
compare "overlap in discrete mode"
xdotool key Tab
drag 10 6 4
compare "without panels"
xdotool key Tab
drag 12 0 10
compare "with panels again"
xdotool mouseup 1
waitFor 5 "the teapot let go" statusIs held false
compare "let go"
xdotool mousemove 30 14 click 1
letFramesPass
xdotool mousemove 60 60
compare "a menu"
xdotool key Escape
letFramesPass
xdotool key F1
compare "help"
xdotool key F1
xdotool key bracketright
compare "the next scene"
echo "$checked windows are those of complete drawings"

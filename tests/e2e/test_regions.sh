#!/usr/bin/env bash
# Contact regions in the window: a box on a floor of many triangles touches it in one region, which persists while the box
# is dragged along; C hides and shows the regions, Shift+C the whole set, a click in the inspector's table selects a row,
# Shift+F frames. A cube in a corner has three areas, by sphere trees and by the index of solids alike. A block that moves
# by its scene can be dragged. The teapot slid over the bunny has regions too, and nothing raises a message.
# Red: a visible inner edge of the floor, ages that restart with each frame, a key without effect, a table that cannot be
# clicked.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

ageIsBeyond() { holds "$(status region_age) > $1"; }
chosenIsOne() { holds "$(status region_chosen) >= 0"; }

# Presses on the selected object's middle. An object that its scene moves may have left that point on a slow machine: then
# the button is released for the next attempt.
isTaken() {
    center=$(status center | tr -d '[]')
    x=${center%%.*} y=${center#*,} y=${y%.*}
    xdotool mousemove "$x" "$y"
    letFramesPass
    xdotool mousedown 1
    letFramesPass
    if statusIs held true; then return 0; fi
    xdotool mouseup 1
    return 1
}

# Drags the selected object by its middle, `$1` pixels to the right in `$2` steps; does not release it.
drag() {
    local center x y i
    waitFor 5 "the object in the hand" isTaken
    for i in $(seq "$2"); do
        xdotool mousemove $((x + $1 * i / $2)) "$y"
        pause 0.03
    done
}

letGo() {
    xdotool mouseup 1
    waitFor 5 "the object let go" statusIs held false
}

startDisplay
startProgram --scene "face on face"
xdotool mousemove 640 660
waitFor 5 "one region suffices" statusIs sufficient 1
statusIs touch touch || fail "touch: $(status touch)"
[ "$(status sufficient_by_dimension)" = "[0,0,1]" ] || fail "it is no area: $(status sufficient_by_dimension)"
statusIs regions_shown sufficient || fail "not shown from the start"
echo "face on face: 1 of $(status regions) regions"
restingShot shown
xdotool key c
waitFor 5 "C hides them" statusIs regions_shown none
restingShot hidden
holds "$(countChanged shown hidden) > 2000" || fail "the regions change $(countChanged shown hidden) pixels"
xdotool key c
waitFor 5 "C shows them" statusIs regions_shown sufficient
xdotool key shift+c
waitFor 5 "Shift+C: the whole set" statusIs regions_shown whole
restingShot whole
holds "$(status regions) > $(status sufficient)" || fail "the whole set is no larger"
xdotool key shift+c
waitFor 5 "Shift+C again: the sufficient subset" statusIs regions_shown sufficient
echo "C, Shift+C"

drag 60 12
moveOnAndAgeIsBeyond() {
    xdotool mousemove_relative 1 0 # a slow machine has drawn a few of the steps only
    ageIsBeyond "$1"
}
waitFor 5 "the region lasts" moveOnAndAgeIsBeyond 5
statusIs sufficient 1 || fail "$(status sufficient) regions while dragged along"
holds "$(status persistent) == 1" || fail "the normal does not persist"
echo "dragged along: age $(status region_age)"
letGo

# Undone in contact, while dragged: back at the start, released, and earlier steps can be undone too.
before=$(status pose)
drag 60 12
xdotool key ctrl+z
waitFor 5 "undo lets go" statusIs held false
[ "$(status pose)" = "$before" ] || fail "undone while dragged: at $(status pose), not at $before"
letGo
xdotool key ctrl+z
poseHasChanged() { [ "$(status pose)" != "$before" ]; }
waitFor 5 "the drag before is undone" poseHasChanged

# The table is in the right panel; its first row is under the line with the switch.
rowIsFound() {
    local y
    for y in $(seq 186 10 250); do
        xdotool mousemove 1130 "$y"
        letFramesPass
        xdotool click 1
        letFramesPass
        if chosenIsOne; then return 0; fi
    done
    return 1
}
restingShot before
rowIsFound || fail "no row of the table can be clicked"
restingShot chosen
holds "$(countChanged before chosen) > 2000" || fail "a click on a row frames nothing"
xdotool mousemove 640 660 key Home
letPictureRest
xdotool key shift+f
restingShot framed
holds "$(countChanged before framed) > 2000" || fail "Shift+F frames nothing"
[ ! -s "$work/stderr" ] || fail "messages"
xdotool key ctrl+q
expectExit 10 0
echo "table and Shift+F"

startProgram --scene "cube in a room corner"
xdotool mousemove 640 660
waitFor 5 "three areas" statusIs sufficient_by_dimension "[0,0,3]"
statusIs regions_by_index 0 || fail "an unrequested index"
regions=$(status regions)
xdotool key i
letFramesPass
before=$(status pose)
xdotool key alt+Up
waitFor 5 "the cube moves" poseHasChanged
waitFor 5 "found by the index" statusIs regions_by_index 1
xdotool key ctrl+z
waitFor 5 "the cube returns" statusIs pose "$before"
waitFor 5 "the same regions by the index" statusIs regions "$regions"
statusIs sufficient_by_dimension "[0,0,3]" || fail "by the index: $(status sufficient_by_dimension)"
[ ! -s "$work/stderr" ] || fail "messages"
xdotool key ctrl+q
expectExit 10 0
echo "cube in a corner: $regions regions, 3 suffice, by trees and by index"

# A block that moves by its scene can be taken at once: the scene pauses, the block stays where it is put.
startProgram --scene "block on two fingers"
xdotool mousemove 640 660
ageIsBeyondOne() { holds "$(status region_age) > 1"; }
waitFor 5 "the scene moves the block" ageIsBeyondOne
statusIs playing true || fail "the scene does not play by itself"
drag 40 10
statusIs playing false || fail "the scene plays on against the hand"
letGo
before=$(status pose)
letPictureRest
[ "$(status pose)" = "$before" ] || fail "let go, the block goes from $before to $(status pose)"
xdotool key space
waitFor 5 "Space plays on" statusIs playing true
[ ! -s "$work/stderr" ] || fail "messages"
xdotool key ctrl+q
expectExit 10 0
echo "a block that moves by its scene, dragged"

startProgram
xdotool mousemove 640 660
letPictureRest
statusIs regions 0 || fail "regions of a teapot that touches nothing: $(status regions)"
drag -320 40
hadRegions() { grep '"touch":"touch"' "$work/status" | grep -v '"sufficient":0' >/dev/null; }
waitFor 5 "teapot on bunny: regions" hadRegions
grep '"touch":"penetrate"' "$work/status" >/dev/null && fail "penetration in continuous mode"
echo "teapot on bunny: $(status sufficient) of $(status regions), $(status regions_us) us"
letGo
[ ! -s "$work/stderr" ] || fail "messages"
xdotool key ctrl+q
expectExit 10 0

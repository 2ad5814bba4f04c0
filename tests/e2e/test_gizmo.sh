#!/usr/bin/env bash
# The gizmo and the cameras in the window: A shows handles; dragging one moves the teapot along its axis up to the bunny and
# never into it, and one undo reverts that; the keypad turns the camera, orthographic and back; a following camera keeps the
# teapot's position in the picture; typed moves arrive exactly or stop.
# Red: handles that are not drawn or not found at their pixels, a drag that passes through, a view reported and not shown, a
# key without effect.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

placeOf() { status "$1" | tr -d '[]'; }
part() { cut -d, -f"$1" <<<"$2"; }
poseIs() { [ "$(status pose)" = "$1" ]; }

# Finds the tip of the x arrow in a front view: 88 pixels to the right of the teapot's middle.
findArrow() {
    local center
    center=$(placeOf center)
    arrowX=$(printf '%.0f' "$(part 1 "$center")") arrowY=$(printf '%.0f' "$(part 2 "$center")")
    arrowX=$((arrowX + 88))
}

startDisplay
startProgram
start=$(status pose)
xdotool mousemove 640 100 key KP_1
waitFor 5 "the view of the front" statusIs view front
xdotool key KP_5
waitFor 5 "the orthographic front" statusIs view "front, orthographic"
waitFor 5 "the camera stopped" centerStands
restingShot without
xdotool key a
waitFor 5 "the gizmo" statusIs gizmo true
restingShot with
changed=$(countChanged without with)
holds "$changed > 1500 && $changed < 30000" || fail "the gizmo changed $changed pixels"

findArrow
xdotool mousemove "$arrowX" "$arrowY"
waitFor 5 "the lit arrow along x" statusIs handle 1
restingShot lit
changed=$(countChanged with lit)
holds "$changed > 100 && $changed < 3000" || fail "lighting a handle changed $changed pixels"
xdotool mousedown 1
waitFor 5 "the handle in the hand" statusIs held true
for i in $(seq 10); do
    xdotool mousemove $((arrowX - 40 * i)) $((arrowY + 5 * i)) # the way of a hand is never straight
    letFramesPass 2
done
letHandArrive
statusIs status contact || fail "$(status status) instead of contact with the bunny"
xdotool mouseup 1
waitFor 5 "the teapot let go" statusIs held false
letHandArrive
moved=$(placeOf pose) start=$(tr -d '[]' <<<"$start")
holds "$(part 1 "$moved") < $(part 1 "$start") - 0.3" || fail "the teapot is at $moved"
for i in 2 3 4 5 6 7; do
    [ "$(part $i "$moved")" = "$(part $i "$start")" ] || fail "off the axis: $moved"
done
grep -q '"status":"overlap"' "$work/status" && fail "an overlap in continuous mode"
xdotool key ctrl+z
waitFor 5 "the teapot at its start" poseIs "[$start]"

xdotool key g x KP_Subtract 0 period 2 5 Return
expected=$(awk "BEGIN { printf \"%.6f\", $(part 1 "$start") - 0.25 }")
waitFor 5 "the typed pose" poseIs "[${expected%%0*},$(cut -d, -f2- <<<"$start")]"
xdotool key ctrl+z
waitFor 5 "the teapot at its start again" poseIs "[$start]"

xdotool key ctrl+KP_3
waitFor 5 "the view of the left" statusIs view "left, orthographic"
xdotool key KP_7
waitFor 5 "the view of the top" statusIs view "top, orthographic"
xdotool key KP_5
waitFor 5 "the top in perspective" statusIs view top
waitFor 5 "the camera stopped" centerStands
before=$(status center)
xdotool key ctrl+f
waitFor 5 "the camera that follows" statusIs view "top, follows"
xdotool key Right
hasMoved() { ! poseIs "[$start]"; }
waitFor 5 "a step to the right" hasMoved
letFramesPass
[ "$(status center)" = "$before" ] || fail "followed from $before to $(status center)"

# A copy, and both in a group: a typed move of one moves the other by as much.
xdotool key ctrl+f KP_1 ctrl+d
waitFor 5 "the copy" statusIs object "teapot 2"
letHandArrive
copy=$(placeOf pose)
xdotool key y shift+Tab
waitFor 5 "the first teapot" statusIs object teapot
xdotool key y
hasGroup() { [[ $(status notice) == "2 objects move together"* ]]; }
waitFor 5 "the group" hasGroup
xdotool key g y 0 period 5 Return
waitFor 5 "the end of the typed move" statusIs held false
letHandArrive
xdotool key shift+Tab
waitFor 5 "the copy again" statusIs object "teapot 2"
holds "$(part 2 "$(placeOf pose)") - $(part 2 "$copy") - 0.5 < 1e-9 && $(part 2 "$(placeOf pose)") > $(part 2 "$copy") + 0.499" ||
    fail "the copy went from $copy to $(placeOf pose)"

# A typed angle turns both, about their common centre; one undo takes that back.
copy=$(status pose)
xdotool key r z 3 0 Return
waitFor 5 "the end of the typed turn" statusIs held false
letHandArrive
turnOf() { part 5 "$(placeOf pose)"; }
holds "$(turnOf) < -0.24 && $(turnOf) > -0.26" || fail "the copy turned to $(placeOf pose)"
xdotool key shift+Tab
waitFor 5 "the first teapot again" statusIs object teapot
holds "$(turnOf) < -0.24 && $(turnOf) > -0.26" || fail "the first teapot turned to $(placeOf pose)"
xdotool key ctrl+z
waitFor 5 "the copy, which undo selects" statusIs object "teapot 2"
waitFor 5 "the copy as before the turn" poseIs "$copy"

xdotool key ctrl+q
expectExit 10 0

#!/usr/bin/env bash
# The page "Step by step": Q opens it on the last step, keys and the mouse move its cursor, the interval shrinks to the
# contact of the query, the next drag replaces it, the other searches open, Esc closes it.
# Red: a page that shows an older step, a cursor that does not follow, keys that move the scene instead, a picture that does
# not change.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

eventIs() { [ "$(status steps_event)" = "$1" ]; }
kindIsNot() { [ "$(status steps_kind)" != "$1" ]; }

startDisplay 1280x720
startProgram --size 1280x720
xdotool mousemove 640 200
xdotool key q
waitFor 5 "nothing to step through yet" statusIs steps none

# A drag into the bunny in two moves, the second one far.
center=$(status center | tr -d '[]')
x=${center%%.*} y=${center#*,} y=${y%.*}
xdotool mousemove "$x" "$y" mousedown 1
waitFor 5 "the teapot in the hand" statusIs held true
xdotool mousemove_relative -- -8 0
xdotool mousemove_relative -- -330 10
waitFor 10 "dragged to contact" statusIs status contact
waitFor 5 "nothing is shown during the drag" statusIs steps none
xdotool mouseup 1
waitFor 5 "the last query is repeated" statusIs steps query
total=$(status steps_total)
[ "$total" -gt 20 ] || fail "$total events"
eventIs 1 || fail "begins at $(status steps_event)"
holds "$(status steps_t) == 1" || fail "the interval begins with $(status steps_t)"
contact=$(status t)
restingShot first

xdotool key period period period
waitFor 5 "three steps on" eventIs 4
xdotool key comma
waitFor 5 "a step back" eventIs 3
kind=$(status steps_kind)
xdotool key shift+period
waitFor 5 "another kind" kindIsNot "$kind"
xdotool key End
waitFor 5 "the end" eventIs "$total"
[ "$(status steps_kind)" = decided ] || fail "ends with $(status steps_kind)"
holds "($(status steps_t) - $contact)^2 < 1e-18" || fail "the interval ends with $(status steps_t), contact at $contact"
[ "$(status status)" = contact ] || fail "stepping changed the query"
restingShot last
[ "$(countChanged first last)" -gt 3000 ] || fail "the picture stays: $(countChanged first last) pixels"
xdotool key Home
waitFor 5 "the start" eventIs 1
echo "$total events, $(status steps_t) down to $contact"

# The mouse scrubs the timeline, from the middle to beyond its ends.
dock=$(status dock | tr -d '[]')
IFS=, read -r left top width _ <<<"$dock"
xdotool mousemove $((left + width * 2 / 5)) $((top + 59)) mousedown 1
isMiddle() { [ "$(status steps_event)" -gt 1 ] && [ "$(status steps_event)" -lt "$total" ]; }
waitFor 5 "scrubbed to the middle" isMiddle
xdotool mousemove $((left + width - 2)) $((top + 59))
waitFor 5 "scrubbed to the end" eventIs "$total"
xdotool mousemove $((left + 2)) $((top + 59))
waitFor 5 "scrubbed to the start" eventIs 1
xdotool mouseup 1 mousemove 640 200
echo "scrubbed"

# Another step of the object replaces the page's; after closing, keys move the scene again.
xdotool key Right
isAway() { statusIs status free || statusIs status near; }
waitFor 5 "a nudge away" isAway
isOther() { [ "$(status steps_total)" != "$total" ]; }
waitFor 5 "the new step is shown" isOther
xdotool key Escape
waitFor 5 "Esc closes the page" statusIs steps null

# For the boxes of a motion path, the matching search opens automatically.
xdotool key ctrl+q
expectExit 10 0
startProgram --scene "flying boxes" --size 1280x720
xdotool mousemove 640 200 key q
waitFor 5 "boxes" statusIs steps boxes
[ "$(status playing)" = false ] || fail "the scene plays on"
xdotool key End
waitFor 5 "the end of the route" statusIs steps_kind decided
holds "$(status route_t) == $(status boxes_t)" || fail "the picture is at $(status route_t)"
xdotool key space
waitFor 5 "nothing is shown while the scene plays" statusIs steps none
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

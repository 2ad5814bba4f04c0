#!/usr/bin/env bash
# Lessons in the window: Enter and Shift+Enter move from stop to stop with the camera, the mouse reaches a goal, a user's
# action is shown instead of the event, Esc leaves with the original view options.
# Red: a stop that opens without its event, an unreachable goal, an event still shown after a user's action, view options of
# a stop that outlast the lesson.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

stopIs() { [ "$(status lesson_stop)" = "$1" ] && [ "$(status lesson_moves)" = false ]; }

startDisplay 1280x720
startProgram --lesson first-contact --size 1280x720
waitFor 5 "the first stop" stopIs 1
[ "$(status mode)" = discrete ] || fail "the first stop is in the mode $(status mode)"
[ "$(status regions_shown)" = none ] || fail "contact regions are shown: $(status regions_shown)"
[ "$(status lesson_reached)" = false ] || fail "a goal is reached at once"

# "Press D for the continuous method, then drag the teapot back through the bunny: it stops."
center=$(status center | tr -d '[]')
x=${center%%.*} y=${center#*,} y=${y%.*}
xdotool mousemove 640 100 key d
waitFor 5 "continuous" statusIs mode continuous
xdotool mousemove "$x" "$y" mousedown 1
waitFor 5 "the teapot in the hand" statusIs held true
xdotool mousemove_relative -- 60 0
xdotool mousemove_relative -- 400 0
waitFor 10 "the goal is reached" statusIs lesson_reached true
xdotool mouseup 1
echo "a goal reached by the mouse"

xdotool mousemove 640 100 key Return
waitFor 5 "the second stop" stopIs 2
restingShot far
xdotool key Return
waitFor 5 "the third stop" stopIs 3
xdotool key b
letFramesPass
[ "$(status lesson_reached)" = false ] || fail "any level of the sphere tree reaches the goal"
xdotool key alt+bracketleft key alt+bracketleft key alt+bracketleft
waitFor 5 "the goal of an overlay" statusIs lesson_reached true
xdotool key Return
waitFor 5 "the fourth stop" stopIs 4
showsEvent() { letFramesPass && [ -n "$(status steps_event)" ]; } # its search comes with a later picture
waitFor 5 "no event is shown" showsEvent
[ "$(status lesson_shows)" = true ] || fail "no event is shown"
[ "$(status steps_kind)" = "spheres disjoint" ] || fail "the event is $(status steps_kind)"
restingShot near
[ "$(countChanged far near)" -gt 20000 ] || fail "the picture stays: $(countChanged far near) pixels"
event=$(status steps_event)

# A moved object is shown instead of the event; the stop, opened again, shows its event again.
xdotool key Right
waitFor 5 "the event is hidden" statusIs lesson_shows false
waitFor 5 "the search is closed" statusIs steps null
xdotool key Return
waitFor 5 "the fifth stop" stopIs 5
xdotool key shift+Return
waitFor 5 "back at the fourth" stopIs 4
waitFor 5 "no event is shown" showsEvent
[ "$(status steps_event)" = "$event" ] || fail "another event: $(status steps_event), not $event"

# The page "Step by step" continues from the event; the lesson stays open.
xdotool key q
xdotool key period
eventIs() { [ "$(status steps_event)" = "$1" ]; }
waitFor 5 "one event on" eventIs $((event + 1))
xdotool key Return
waitFor 5 "the fifth stop again" stopIs 5
waitFor 5 "no event is shown" showsEvent
event=$(status steps_event)
for ((i = 1; i < 10; i++)); do xdotool key period; done
waitFor 5 "9 events on, beside the card" eventIs $((event + 9))
[ "$(status lesson_reached)" = false ] || fail "a goal reached by another event"
xdotool key period
waitFor 5 "the goal of an event" statusIs lesson_reached true

# Beyond the last stop the lesson ends; here by Esc.
xdotool key Escape
waitFor 5 "the lesson is closed" statusIs lesson null
waitFor 5 "its event is gone" statusIs steps null
[ "$(status regions_shown)" = sufficient ] || fail "contact regions are not shown as before: $(status regions_shown)"
xdotool key Return
letFramesPass
[ "$(status lesson)" = null ] || fail "Enter begins a lesson"
xdotool key ctrl+q
expectExit 10 0

# Opening a scene during a lesson ends it; the command opens the window on a lesson.
startProgram --lesson boxes --size 1280x720
waitFor 5 "boxes" stopIs 1
[ "$(status steps)" = boxes ] || fail "no route is shown"
xdotool mousemove 640 100 key bracketright
waitFor 10 "another scene" statusIs lesson null
xdotool key ctrl+q
expectExit 10 0

# A pointer that rests on the picture does not replace the stop's event; one that moves does.
startProgram --lesson brep-index --size 1280x720
waitFor 5 "the index" stopIs 1
letFramesPass 5
waitFor 5 "the camera rests" statusIs lesson_moves false
[ "$(status lesson_shows)" = true ] || fail "the pointer at rest hides the event"
xdotool mousemove 650 290 # the first point after the camera's motion is where the pointer rests
letFramesPass
xdotool mousemove 660 300
waitFor 5 "the user's point" statusIs lesson_shows false
xdotool key ctrl+q
expectExit 10 0

# Goals of the way out: E finds it, a waypoint dragged to the side blocks an edge. Each stop begins without it.
startProgram --lesson paths --size 1280x720
waitFor 5 "paths" stopIs 1
xdotool mousemove 640 60
for stop in 2 3 4 5; do
    xdotool key Return
    waitFor 20 "stop $stop" stopIs "$stop"
done
letFramesPass
[ "$(status lesson_reached)" = false ] || fail "a way is found at once"
xdotool key e
waitFor 30 "the goal of a found way" statusIs lesson_reached true
xdotool key Return
waitFor 5 "stop 6" stopIs 6
[ "$(status way_nodes)" = 0 ] || fail "the way of the stop before is left"
xdotool key Return
waitFor 5 "stop 7" stopIs 7
xdotool key e
hasWay() { [ "$(status way_nodes)" -gt 1 ]; }
waitFor 30 "a way" hasWay
letFramesPass
[ "$(status lesson_reached)" = false ] || fail "a free way is blocked"
IFS=, read -r x y <<<"$(status way_handles | tr -d '[]' | cut -d, -f3-4)"
xdotool mousemove "${x%.*}" "${y%.*}" mousedown 1
waitFor 5 "the waypoint in the hand" statusIs held true
xdotool mousemove_relative -- -40 -4
xdotool mousemove_relative -- -60 -6
waitFor 10 "the goal of a blocked edge" statusIs lesson_reached true
xdotool mouseup 1 key ctrl+q
expectExit 10 0

spawn stdout stderr "$program" lesson brep-index
programId=$child
waitFor 20 "a window of the command" hasWindow
letFramesPass
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

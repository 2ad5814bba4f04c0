#!/usr/bin/env bash
# The way out in the window: E finds one for the hook on its bar and shows it, Space plays it to its end and back, Shift+E saves
# it as a file that `firstcontact path` certifies. A drag ends the search; fixed objects have no way. Red: a way that is not
# free, a search that never ends, an object that leaves its way, a way that stays after its scene.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

hasFile() { compgen -G "$1" >/dev/null; }
hasWay() { [ "$(status way_nodes)" -gt 1 ]; }
hasNoWay() { statusIs way_nodes 0; }
hasStopped() { statusIs way_plays false; }
isAtEnd() { hasStopped && holds "$(status way_at) == $(status way_nodes) - 1"; }
isAtStart() { hasStopped && holds "$(status way_at) == 0"; }

cd "$work"
startDisplay
startProgram --scene "hook on a bar"
xdotool mousemove 640 660
letPictureRest
start=$(status pose)
shot bare
xdotool key e
waitFor 30 "E finds a way" hasWay
restingShot shown
holds "$(countChanged bare shown) > 300" || fail "the way changes $(countChanged bare shown) pixels"
xdotool key space
waitFor 20 "Space plays the way" isAtEnd
[ "$(status pose)" != "$start" ] || fail "the object has not moved"
statusIs status free || fail "at the end: $(status status)"
xdotool key space
waitFor 20 "Space plays it back" isAtStart
[ "$(status pose)" = "$start" ] || fail "back at $(status pose), not $start"

xdotool key shift+e
waitFor 5 "Shift+E saves it" hasFile 'way-*.csv'
bar='{"mesh":"builtin:ring:outer=0.2,inner=0.14,height=3","pose":[0,0,0,0.70710678118654757,0.70710678118654746,0,0]}'
echo "{\"a\":\"builtin:hook\",\"b\":$bar,\"path\":\"$(echo way-*.csv)\"}" >jobs
"$program" path --list jobs >certificate || fail "not certified: $(cat certificate)"

# Taken off its way, the object does not jump back.
xdotool key Right
letPictureRest
moved=$(status pose)
xdotool key space
letFramesPass
[ "$(status pose)" = "$moved" ] || fail "playing moves an object that has left its way"
xdotool key Escape
waitFor 5 "Esc removes the way" hasNoWay
xdotool key ctrl+z
letPictureRest
xdotool key e
waitFor 30 "E finds it again" hasWay
xdotool key bracketright
waitFor 20 "another scene has no way" hasNoWay
[ ! -s "$work/stderr" ] || fail "messages"
xdotool key ctrl+q
expectExit 10 0

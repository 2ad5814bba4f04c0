#!/usr/bin/env bash
# The way out in the window: E finds one for the hook on its bar and shows it, Space plays it to its end and back, Shift+E saves
# it as a file that `firstcontact path` certifies. A drag ends the search; fixed objects have no way. Its waypoints are dragged:
# a blocked edge is named and drawn, undo takes it back, and files and playing have the edited way.
# Red: a way that is not free, a search that never ends, an object that leaves its way, a way that stays after its scene, an
# edited way that counts as certified or does not again, a file of the way before the edit.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"
tub=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../assets/tub.json")

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

# Waypoint 2 is dragged into the bar: it slides, and the way to it is blocked. The file is named so.
getHandle() { # FIELD NUMBER
    local numbers
    numbers=$(status "$1" | tr -d '[]')
    cut -d, -f"$((2 * $2 - 1))-$((2 * $2))" <<<"${numbers}" | tr ',' ' '
}
isOpen() { [ "$(status way_open)" != 0 ]; }
isDecided() { ! isOpen; }
isCertified() { isDecided && statusIs way_certified true; }
isBlocked() { isDecided && statusIs way_certified false; }
isLit() { [ "$(status way_lit)" != 0.0 ]; }
saysMeets() { [[ $(lastStatus) == *'"notice":"Saved: blocked-way-'*'hook meets bar between waypoints'* ]]; }
isBackAtStart() { [ "$(status pose)" = "$start" ]; }
isMeasured() { statusIs way_measured true; }
findsPath() { "$program" path --list jobs >certificate; }
writeJob() { echo "{\"a\":\"builtin:hook\",\"b\":$bar,\"path\":\"$1\"}" >jobs; }
read -r x y <<<"$(getHandle way_handles 2)"
xdotool mousemove "${x%.*}" "${y%.*}"
waitFor 5 "the waypoint under the pointer is lit" isLit
xdotool mousedown 1
waitFor 5 "the waypoint in the hand" statusIs held true
xdotool mousemove_relative -- -30 0
xdotool mousemove_relative -- -60 -10
waitFor 10 "the edge is blocked" isBlocked
shot blocked
xdotool mouseup 1
waitFor 5 "the waypoint is released" statusIs held false
[ "$(status pose)" = "$start" ] || fail "the drag of a waypoint has moved the object"
holds "$(countChanged shown blocked) > 300" || fail "the edit changes $(countChanged shown blocked) pixels"
xdotool mousemove 640 660 key shift+e
waitFor 5 "the contact is named" saysMeets
waitFor 5 "a blocked way is saved" hasFile 'blocked-way-*.csv'
writeJob "$(echo blocked-way-*.csv)"
! findsPath || fail "the blocked way is free: $(cat certificate)"
# Played, the object stops before the contact.
xdotool key space
saysStopped() { [[ $(lastStatus) == *'"notice":"Stopped: hook meets bar between waypoints 1 and 2"'* ]]; }
waitFor 20 "the blocked way stops the object" saysStopped
[ "$(status status)" != overlap ] || fail "the object overlaps on the blocked way"
xdotool key ctrl+z
letHandArrive
waitFor 5 "undo takes the object back first" isBackAtStart
xdotool key ctrl+z
waitFor 10 "undo takes the edit back" isCertified
xdotool key ctrl+y
waitFor 10 "redo" isBlocked
xdotool key ctrl+z
waitFor 10 "undo again" isCertified

# A waypoint is added where the way is wide: the way stays certified, its clearance is measured again, Space plays it.
nodes=$(status way_nodes)
read -r x y <<<"$(getHandle way_middles 2)"
xdotool mousemove "${x%.*}" "${y%.*}" mousedown 1
waitFor 5 "a new waypoint in the hand" statusIs held true
xdotool mousemove_relative -- -20 10
xdotool mousemove_relative -- -40 10
xdotool mouseup 1 mousemove 640 660
waitFor 10 "the edited way is certified" isCertified
waitFor 10 "its clearance is measured" isMeasured
[ "$(status way_nodes)" = $((nodes + 1)) ] || fail "$(status way_nodes) waypoints, not one more than $nodes"
rm way-*.csv
xdotool key shift+e
waitFor 5 "the edited way is saved" hasFile 'way-*.csv'
writeJob "$(echo way-*.csv)"
[ "$(wc -l <"$(echo way-*.csv)")" = $((nodes + 2)) ] || fail "the file has another way: $(cat way-*.csv)"
findsPath || fail "the edited way is not certified: $(cat certificate)"
xdotool key space
waitFor 20 "Space plays the edited way" isAtEnd
statusIs status free || fail "at the end: $(status status)"
xdotool key space
waitFor 20 "and back" isAtStart
[ "$(status pose)" = "$start" ] || fail "back at $(status pose), not $start"

# Esc ends a drag of a waypoint and leaves the way as it was.
handles=$(status way_handles)
read -r x y <<<"$(getHandle way_handles 1)"
xdotool mousemove "${x%.*}" "${y%.*}" mousedown 1
waitFor 5 "the last waypoint in the hand" statusIs held true
xdotool mousemove_relative 50 50
letFramesPass
[ "$(status way_handles)" != "$handles" ] || fail "the waypoint does not follow"
xdotool key Escape mouseup 1 mousemove 640 660
waitFor 10 "Esc ends the drag" statusIs held false
waitFor 10 "certified after Esc" isCertified
letPictureRest
[ "$(status way_handles)" = "$handles" ] || fail "after Esc: $(status way_handles), not $handles"

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

# A recording has the way that was found and its edits. Replayed, all certificates are the same, and the window shows the way
# of each frame. Red: an edit that is not recorded, one with the certificate before it, a way that stays at the beginning.
startProgram --scene "hook on a bar"
xdotool mousemove 640 660
letPictureRest
xdotool key F9
waitFor 5 "a recording" statusIs recording true
xdotool key e
waitFor 30 "E finds a way to record" hasWay
letPictureRest
read -r x y <<<"$(getHandle way_handles 2)"
xdotool mousemove "${x%.*}" "${y%.*}" mousedown 1
waitFor 5 "a recorded waypoint in the hand" statusIs held true
xdotool mousemove_relative -- -30 0
xdotool mousemove_relative -- -60 -10
waitFor 10 "the recorded edge is blocked" isBlocked
xdotool mouseup 1 mousemove 640 660
waitFor 5 "the recorded waypoint is released" statusIs held false
letPictureRest
edited=$(status way_handles)
xdotool key ctrl+z
waitFor 10 "undo while recording" isCertified
letPictureRest
xdotool key Escape
waitFor 5 "Esc removes the recorded way" hasNoWay
xdotool key F9
waitFor 5 "the end of the recording" statusIs recording false
xdotool key ctrl+q
expectExit 10 0
recording=$(echo recording-*.fcrec)
ways=$(grep '"do":"way"' "$recording" | sed 's/.*"status":"\([a-z]*\)"\(,"edge":[0-9]*\)\?.*/\1\2/' | paste -sd' ')
[ "$ways" = 'free contact,"edge":0 free free' ] || fail "the recording has the ways '$ways'"
"$program" replay "$recording" --verify >same || fail "the recorded ways differ"
sed 's/"status":"contact","edge":0/"status":"contact","edge":1/' "$recording" >other.fcrec
! "$program" replay other.fcrec --verify >same 2>differs || fail "another edge is not noticed"
grep -q 'edge: recorded 1, now 0' differs || fail "another edge: $(cat differs)"
startProgram "$recording"
hasNoWay || fail "the replay begins with a way"
isAtFrame() { statusIs replay_frame "$1"; }
frames=$(status replay_frames)
xdotool mousemove 640 660 key space
waitFor 20 "the end of the replay" isAtFrame "$frames"
hasNoWay || fail "the removed way is shown"
edit=$(grep -n '"status":"contact","edge":0' "$recording" | sed 's/.*"frame":\([0-9]*\).*/\1/')
for _ in 1 2 3 4; do
    isAtFrame "$edit" || { xdotool key comma; letFramesPass 3; }
done
waitFor 10 "the frame of the edit" isAtFrame "$edit"
waitFor 10 "the edited way is shown" isBlocked
[ "$(status way_handles)" = "$edited" ] || fail "the replay shows $(status way_handles), not $edited"
[ ! -s "$work/stderr" ] || fail "messages"
xdotool key ctrl+q
expectExit 10 0

# Linked tori: E says that no motion parts them, and why. Red: a search without an end, another reason.
cat >linked.json <<'END'
{"objects":[
 {"name":"lower torus","mesh":"builtin:torus:segments=24","pose":[0,0,0,1,0,0,0],"body":"fixed"},
 {"name":"upper torus","mesh":"builtin:torus:segments=24","pose":[1,0,0,0.7071067811865476,0.7071067811865476,0,0],"body":"driven"}]}
END
startProgram linked.json
xdotool mousemove 640 660
letPictureRest
saysLinked() { [[ $(lastStatus) == *'"notice":"upper torus: no way out, this is proved: it is linked with lower torus"'* ]]; }
xdotool key shift+Tab
xdotool key e
waitFor 30 "E says that the tori are linked" saysLinked
hasNoWay || fail "linked tori have a way"
restingShot linked
xdotool key ctrl+q
expectExit 10 0

# Two linked rings in a tub: one alone has no way, and E says that both together may. As a group they have one, and Space plays it for
# both. Red: a ring of the group that is an obstacle.
startProgram "$tub"
xdotool mousemove 640 660 key space
waitFor 5 "the world is paused" statusIs playing false
letPictureRest
selects() { xdotool key shift+Tab && waitFor 5 "$1 is selected" statusIs object "$1"; }
getHeight() { status pose | tr -d '[]' | cut -d, -f2; }
saysGroup() { [[ $(lastStatus) == *'it is linked with ring 2. Group them to take both out"'* ]]; }
selects groove
selects "ring 1"
xdotool key e
waitFor 30 "E says that the rings may leave together" saysGroup
xdotool key y
selects "ring 2"
xdotool key y e
waitFor 30 "E finds a way of both rings" hasWay
xdotool key space
waitFor 20 "Space plays it" isAtEnd
holds "$(getHeight) > 1.9" || fail "ring 2 is not out: $(status pose)"
selects tongue
selects groove
selects "ring 1"
holds "$(getHeight) > 1.9" || fail "ring 1 is not out: $(status pose)"
xdotool key ctrl+q
expectExit 10 0

#!/usr/bin/env bash
# A scene with a falling body, as a user sees it: it falls by itself, bounces, comes to rest; it is pulled with the mouse
# and thrown, or dropped with Esc; Space pauses, . and , step, Backspace restarts. Then the start scene: with the response
# "bounce" the teapot is thrown against the bunny.
# Red: a world that does not move or never sleeps, a drag that does not pull, a throw without velocity, a step of another
# length, rewinding to another state, a teapot that flies through the bunny.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

# The floor is wide and rough, so that a throw of any strength ends on it.
cat >"$work/drop.json" <<'END'
{"name":"a box falls","about":"It bounces and comes to rest.","gravity":[0,-9.81,0],
 "objects":[
 {"name":"floor","mesh":"builtin:box:x=200,y=0.5,z=200","pose":[0,-0.5,0,1,0,0,0],"friction":0.6},
 {"name":"box","mesh":"builtin:box:x=0.5,y=0.5,z=0.5","pose":[0,2,0,1,0,0,0],"body":"dynamic","restitution":0.5,
  "friction":0.6}],
 "camera":{"eye":[0,3,9],"target":[0,1,0],"fov":0.7}}
END

placeOf() { status "$1" | tr -d '[]'; }
part() { status "$1" | tr -d '[]' | cut -d, -f"$2"; } # part FIELD NUMBER
heightIs() { holds "$(part pose 2) $1"; }
fieldHolds() { holds "$(status "$1") $2"; }

# Presses the left button on the selected object.
grab() {
    local center
    center=$(placeOf center)
    x=${center%,*} x=${x%.*} y=${center#*,} y=${y%.*}
    xdotool mousemove "$x" "$y"
    letFramesPass
    xdotool mousedown 1
    waitFor 5 "the object in the hand" statusIs held true
}
# Moves the mouse by so many steps of (dx, dy) pixels.
pull() {
    local i
    for i in $(seq "$1"); do
        x=$((x + $2)) y=$((y + $3))
        xdotool mousemove "$x" "$y"
        letFramesPass 2 # as long as the world needs, which is slow where the window is
    done
}

startDisplay 900x560 # small: what moves is drawn in software
startProgram --size 900x560 "$work/drop.json"
xdotool mousemove 450 548
[ "$(status object)" = box ] || fail "the body is not selected"
[ "$(status playing)" = true ] || fail "the world does not begin by itself"
waitFor 30 "the box lower" heightIs "< 1.5"
waitFor 60 "the box asleep" statusIs world resting
waitFor 5 "no velocity" statusIs kinetic 0
heightIs "> 0.5" || fail "the box is in the floor: $(status pose)"
heightIs "< 0.501" || fail "the box is asleep in the air: $(status pose)"
[ "$(status world_contacts)" = 4 ] || fail "$(status world_contacts) contact points instead of 4"
fieldHolds impacts "> 2" || fail "$(status impacts) impacts"
fieldHolds energy "< 4.92" || fail "energy $(status energy)"
echo "rests after $(status scene_time) s, $(status impacts) impacts, energy $(status energy)"
shot rests

# Pulled up, it follows; Esc drops it without speed.
grab
pull 20 0 -6
waitFor 10 "the box pulled up" heightIs "> 1.3"
xdotool key Escape
waitFor 5 "the box dropped" statusIs held false
xdotool mouseup 1
waitFor 60 "the box asleep again" statusIs world resting
holds "$(part pose 1) < 0.3 && $(part pose 1) > -0.3" || fail "dropped, it went aside: $(status pose)"

# Pulled to the right and released in motion: thrown, it flies on.
grab
firstLine=$(wc -l <"$work/status")
pull 10 12 -10
xdotool mouseup 1
waitFor 5 "the box let go" statusIs held false
waitFor 60 "the box asleep after the throw" statusIs world resting
fastest=$(tail -n "+$firstLine" "$work/status" | sed -nE 's/.*"velocity":\[([^,]*),.*"held":false.*/\1/p' | sort -g | tail -n 1)
heightIs "> 0.5" && heightIs "< 0.501" || fail "thrown, it does not rest on the floor: $(status pose)"
holds "${fastest:-0} > 0.5" || fail "thrown with a velocity of ${fastest:-none}"
echo "thrown with $fastest to the right, came to rest at $(part pose 1)"

# Steps: one is 1/60 s; Shift, five. After a drag one can only rewind to the start.
xdotool mousemove 450 548
before=$(status scene_time)
xdotool key BackSpace
waitFor 5 "the start" fieldHolds scene_time "< 0.5"
xdotool key space
waitFor 5 "Space pauses" statusIs playing false
xdotool key BackSpace
waitFor 5 "the start, paused" statusIs scene_time 0.0000
xdotool key period
waitFor 5 "one step" statusIs scene_time 0.0167
one=$(status pose)
xdotool key shift+period
waitFor 5 "five steps" statusIs scene_time 0.1000
for i in $(seq 5); do xdotool key comma; done
# On a busy machine, rewinding passes this time before it ends there.
isBack() { statusIs scene_time 0.0167 && [ "$(status pose)" = "$one" ]; }
waitFor 5 "five steps back, at $one" isBack
[ "$(status playing)" = false ] || fail "a step began to play"
xdotool key minus minus
waitFor 5 "a quarter of the speed" statusIs speed 0.25
xdotool key equal equal
waitFor 5 "the usual speed" statusIs speed 1
echo "pause, steps, steps back, speed"

# Dragged while it is paused, it slides along obstacles, and does not fall.
grab
pull 5 0 -8
xdotool mouseup 1
waitFor 5 "the box let go" statusIs held false
waitFor 5 "the box dragged up" heightIs "> 2.2"
[ "$(status playing)" = false ] || fail "leading it began to play"
led=$(status pose)
letPictureRest
[ "$(status pose)" = "$led" ] || fail "a paused box moves"
xdotool key ctrl+z
waitFor 5 "undone" heightIs "< 2.01"
xdotool mousemove 450 548 key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

# The teapot against the bunny.
startProgram --size 900x560
xdotool mousemove 450 548
[ "$(status world)" = none ] || fail "the scene of the start has a world"
xdotool key l
waitFor 5 "L: slide" statusIs response slide
xdotool key l
waitFor 5 "L: bounce" statusIs response bounce
statusIs playing true || fail "bounce does not begin to play"
start=$(part pose 1)
firstLine=$(wc -l <"$work/status")
grab
pull 12 -14 0
xdotool mouseup 1
waitFor 5 "the teapot let go" statusIs held false
waitFor 30 "an impact" fieldHolds impacts "> 0"
second=$(awk "BEGIN { print $(status scene_time) + 1 }")
hasFlownOn() { statusIs world resting || fieldHolds scene_time "> $second"; }
waitFor 30 "a second of the flight after it" hasFlownOn
shot thrown
tail -n "+$firstLine" "$work/status" | sed -nE 's/.*"pose":\[([^]]*)\].*/\1/p' | uniq | sed '1i px,py,pz,qw,qx,qy,qz' >"$work/flight.csv"
overlaps=$("$program" query builtin:teapot builtin:bunny --normalize --mode discrete --path "$work/flight.csv" | grep -c '"status":"overlap"' || true)
[ "$overlaps" = 0 ] || fail "$overlaps of $(wc -l <"$work/flight.csv") poses overlap the bunny"
echo "thrown from $start: $(status impacts) impacts, none of $(wc -l <"$work/flight.csv") poses overlaps"
xdotool key l
waitFor 5 "L: stop" statusIs response stop
statusIs world none || fail "the world stays"
statusIs playing false || fail "it plays on without a world"
xdotool key l
waitFor 5 "L: slide" statusIs response slide
xdotool key ctrl+q
expectExit 10 0

#!/usr/bin/env bash
# Fields of the panels: options of a body (kind, damping, gravity scale, force, locks) and of a joint (goal, target and
# force of its motor, limits) are changed with the mouse and the keyboard. The world moves by them, and the saved scene has
# them. Red: a field that changes another option, that the world does not get, or that is not saved.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

part() { status "$1" | tr -d '[]' | cut -d, -f"$2"; } # part FIELD NUMBER
hasField() { [ -n "$(status "@$1")" ]; }
lacksField() { ! hasField "$1"; }
poseHolds() { holds "$(part pose "$1") $2"; }

# Clicks on a field, at a share of its width.
clickField() { # NAME [SHARE]
    letFramesPass
    waitFor 5 "no field $1" hasField "$1"
    local x y w h
    IFS=, read -r x y w h <<<"$(status "@$1" | tr -d '[]')"
    xdotool mousemove "$(awk "BEGIN { print int($x + ${2:-0.5} * $w) }")" "$(awk "BEGIN { print int($y + $h / 2) }")" click 1
    letFramesPass
}

# Opens a folded part.
unfold() { # NAME FIELD
    clickField "$1" 0.3
    waitFor 5 "$1 does not open" hasField "$2"
}

typeInto() { # NAME VALUE [SHARE]
    clickField "$1" "${3:-0.5}"
    xdotool key ctrl+a type -- "$2"
    xdotool key Return
    letFramesPass
}

# Ctrl and a click turn a slider into a field.
typeSlider() { # NAME VALUE
    xdotool keydown ctrl
    clickField "$1"
    xdotool keyup ctrl
    xdotool key ctrl+a type -- "$2"
    xdotool key Return
    letFramesPass
}

cd "$work"
cat >one.json <<'SCENE'
{"name":"one","gravity":[0,-10,0],"ground":false,"objects":[
 {"name":"box","mesh":"builtin:box:x=0.5,y=0.5,z=0.5","pose":[0,5,0,1,0,0,0],"body":"driven"},
 {"name":"sled","mesh":"builtin:box:x=0.5,y=0.5,z=0.5","pose":[4,0,0,1,0,0,0],"body":"dynamic"}],
 "joints":[{"kind":"slider","a":"sled","point":[4,0,0],"axis":[1,0,0],"motor":{"speed":0.5,"maxForce":40}}],
 "camera":{"eye":[0,3,14],"target":[0,2,0],"fov":0.9}}
SCENE
startDisplay 1280x1400
startProgram --size 1280x1400 one.json
xdotool key space
waitFor 5 "not paused" statusIs playing false
xdotool key BackSpace
[ "$(status object)" = box ] || fail "the box is not selected: $(status object)"

# Rows of the panels appear and go while a world plays: fields are edited while it pauses.
pauseWorld() {
    if statusIs playing true; then xdotool key space; fi
    waitFor 5 "it plays on" statusIs playing false
}
playWorld() {
    xdotool key space
    waitFor 5 "it does not play" statusIs playing true
}

choose() { # NAME ITEM
    clickField "$1"
    clickField "$2"
}

# --- A body
choose body dynamic # begins to play
waitFor 5 "a dynamic body does not begin to play" statusIs playing true
pauseWorld
unfold "Damping, limits, gravity" linearDamping
typeInto linearDamping 2
typeInto gravityScale 0.5
unfold "Constant force" force
typeInto force 4 0.15
typeInto force 6 0.85
unfold "Locked axes" alongX
clickField alongX 0.2

# --- A joint
unfold joint0 goal
choose goal "moves to a position"
typeSlider motorPosition 0.75
typeSlider motorForce 60
typeInto limits -1 0.25
typeInto limits 0.3 0.75

# --- The saved scene, at the start
xdotool key BackSpace
waitFor 5 "the start" statusIs scene_time 0.0000
xdotool key ctrl+s
saved='"body":"dynamic" "linearDamping":2 "gravityScale":0.5 "force":[4,0,6] "lockTranslation":[true,false,false]'
saved+=' "limits":[-1,0.3] "motor":{"maxForce":60,"speed":0.5,"position":0.75}'
for text in $saved; do waitFor 5 "the saved scene has no $text" grep -qF "$text" one.json; done
echo "saved: $saved"

# --- The world: half a second of a fall with damping, in closed form
for i in $(seq 6); do xdotool key shift+period; done
waitFor 10 "half a second" statusIs scene_time 0.5000
z=$(part pose 3) y=$(part pose 2) way="(0.5 - (1 - exp(-1)) / 2)"
poseHolds 1 "== 0" || fail "the locked axis moves: $(status pose)"
holds "$z > 0.999 * 3 * $way && $z < 1.001 * 3 * $way" || fail "force and damping: $(status pose)"
holds "5 - $y > 0.999 * 2.5 * $way && 5 - $y < 1.001 * 2.5 * $way" || fail "scaled gravity: $(status pose)"

# The motor moves the sled to its limit, later to its position.
clickField object1 0.3
waitFor 5 "the sled is not selected" statusIs object sled
sledIsAt() { poseHolds 1 "> 3.999 + $1" && poseHolds 1 "< 4.001 + $1"; }
playWorld
waitFor 10 "the sled is not at its limit" sledIsAt 0.3
pauseWorld
typeInto limits 2 0.75
playWorld
waitFor 10 "the sled is not at the position of its motor" sledIsAt 0.75
pauseWorld
choose goal "keeps a speed"
playWorld
waitFor 10 "the sled does not move on" poseHolds 1 "> 5"
echo "moved: a body with damping, a force and a lock; a motor to a limit, a position, and on"
xdotool key ctrl+q
expectExit 10 0

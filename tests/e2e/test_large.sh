#!/usr/bin/env bash
# A mesh of 400,000 triangles in the window: the colours of its clearance, its steps and its solid take no frame long, nor
# much memory, and another scene does not wait for a solid that is being built.
# Red: surfaces cut or copied by the thread that draws, colours before they are known, a solid that frames wait for, or that
# is built although nobody waits for it, a stage that ends after its threads.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

cat >"$work/ball.json" <<'END_OF_SCENE'
{"name":"ball","objects":[
 {"name":"ball","mesh":"builtin:torus:segments=640","pose":[0,0,0,1,0,0,0],"body":"driven"},
 {"name":"other","mesh":"builtin:icosphere","pose":[2.35,0,0,1,0,0,0],"body":"fixed"}]}
END_OF_SCENE

# The most processor time of the thread that draws that a frame took, from one frame on.
longestSince() { # FRAME
    grep '}$' "$work/status" | sed -E 's/.*"frame":([0-9]*),.*"processor_ms":([0-9.]*).*/\1 \2/' |
        awk -v from="$1" '$1 >= from && $2 > most { most = $2 } END { print most + 0 }'
}
# The longest frame of what has been done since frame $begin is like one in which nothing but the picture is made; the
# first picture with something new in it, for which the renderer makes shaders, takes up to 2.4 times as long.
check() { # TEXT
    local longest
    letPictureRest 30
    longest=$(longestSince "$begin")
    echo "$1: at most $longest ms of the processor's time a frame, usually $usual"
    holds "$longest < 3 * $usual" || fail "$1: a frame took $longest ms, others $usual"
    begin=$(($(status frame) + 1))
}
getPeak() { sed -nE 's/VmHWM:\s*([0-9]*) kB/\1/p' "/proc/$programId/status"; }
countThreads() { ls "/proc/$programId/task" | wc -l; }

startDisplay 640x400
startProgram builtin:box --size 640x400
letPictureRest
base=$(getPeak)
xdotool key ctrl+q
expectExit 10 0

startProgram "$work/ball.json" --size 640x400
xdotool mousemove 320 380
letPictureRest 30
begin=2 # the first frame copies the mesh; the next ones draw the whole picture, later ones only parts
for i in 1 2 3; do
    xdotool key Left
    letPictureRest 30
done
usual=$(longestSince "$begin")
begin=$(($(status frame) + 1))
threads=$(countThreads)

shot bare
xdotool key x
waitFor 30 "the colours do not come" statusIs clearance_colours true
check "coloured"
shot coloured
holds "$(countChanged bare coloured) > 500" || fail "the colours change $(countChanged bare coloured) pixels"
xdotool key Left
letFramesPass
waitFor 30 "the colours do not follow" statusIs clearance_colours true
check "moved"
xdotool key x
waitFor 5 "the colours stay" statusIs clearance null
check "without colours"
xdotool key x
waitFor 30 "the colours do not come again" statusIs clearance_colours true
check "coloured again"
xdotool key x
xdotool key q
waitFor 5 "the steps are not shown" statusIs dock_page steps
check "step by step"
xdotool key q
waitFor 5 "the steps stay" statusIs dock_page closed

# The mesh's own is cdMeshInfo.byteCount of it with its hull and its surface.
own=148300 peak=$(getPeak)
echo "memory: $((peak - base)) kB beyond the program's own, of $own kB of the mesh"
[ $((peak - base)) -lt $((3 * own)) ] || fail "$((peak - base)) kB for a mesh of $own kB"

# Its solid: a bar, which Esc ends; the index is off then.
xdotool key i
waitFor 10 "no solid is awaited" statusIs awaited solid
[ "$(status index_of)" = null ] || fail "the index of $(status index_of) is shown before the solid is there"
used=$(getUsedMilliseconds)
xdotool key Escape
waitFor 5 "Esc does not cancel" statusIs awaited nothing
threadsEnded() { [ "$(countThreads)" -le "$threads" ]; }
waitFor 5 "the thread of the solid does not end" threadsEnded
used=$(($(getUsedMilliseconds) - used))
echo "a solid, given up after $used ms of the processor" # all of it takes some 5,000
[ "$used" -lt 1500 ] || fail "Esc does not end the building of the solid: $used ms of the processor"
check "a solid, given up"
xdotool key i
waitFor 5 "no solid is awaited" statusIs awaited solid

# Another scene ends the thread, too.
[ "$(countThreads)" -gt "$threads" ] || fail "the solid is built already: this test sees nothing"
xdotool key bracketright
sceneIsOther() { [ "$(status scene)" != ball ]; }
waitFor 10 "no other scene" sceneIsOther
waitFor 5 "the thread of the solid does not end with its scene" threadsEnded
echo "another scene, while the solid is being built"
xdotool key ctrl+q
expectExit 10 0

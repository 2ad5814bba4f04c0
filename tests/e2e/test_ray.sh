#!/usr/bin/env bash
# The ray from the pointer: P shows the object under the pointer with its face, as a query of the meshes and, once a body
# moves, of the world; Shift+P keeps it while pointer and camera move; P hides it. Red: a ray of an old pointer position, one
# that follows although it is kept, a key without effect.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

rayIs() { statusIs ray "$1"; }

cd "$work"
cat >two.json <<'SCENE'
{"name":"two","ground":false,"objects":[
 {"name":"block","mesh":"builtin:box:x=1,y=1,z=1","pose":[0,0,0,1,0,0,0]},
 {"name":"hand","mesh":"builtin:box:x=0.5,y=0.5,z=0.5","pose":[4,0,0,1,0,0,0],"body":"driven"}],
 "camera":{"eye":[0,0,12],"target":[0,0,0],"fov":0.7}}
SCENE
startDisplay 1280x720
startProgram two.json
letPictureRest
picture=$(status picture | tr -d '[]')
IFS=, read -r left top width height <<<"$picture"
x=$((left + width / 2 + 20)) y=$((top + height / 2 + 15))
xdotool mousemove $x $y
letPictureRest
rayIs null || fail "an unrequested ray: $(status ray)"
shot bare
xdotool key p
waitFor 5 "P shows what is under the pointer" rayIs block
holds "$(status ray_distance) > 10.99 && $(status ray_distance) < 16" || fail "at $(status ray_distance)"
[[ $(status ray_feature) == face* ]] || fail "the feature is $(status ray_feature)"
restingShot shown
holds "$(countChanged bare shown) > 200" || fail "P changes $(countChanged bare shown) pixels"
xdotool mousemove $x $((top + 20))
waitFor 5 "above the block there is nothing" rayIs nothing
xdotool mousemove $x $y
waitFor 5 "the block again" rayIs block
distance=$(status ray_distance)

xdotool key shift+p
waitFor 5 "it is kept" statusIs ray_kept true
xdotool mousemove $x $((top + 20)) mousedown 2
for i in $(seq 10); do
    xdotool mousemove $((x + 20 * i)) $((top + 20))
    pause 0.03
done
xdotool mouseup 2
letFramesPass
rayIs block && statusIs ray_distance "$distance" || fail "kept, it hits $(status ray) at $(status ray_distance)"
restingShot aside
holds "$(countChanged shown aside) > 2000" || fail "the camera did not move"
xdotool key shift+p
waitFor 5 "it follows the pointer again" rayIs nothing
xdotool key p
waitFor 5 "P hides it" rayIs null
echo "pointer, kept, hidden"

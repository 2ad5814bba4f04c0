#!/usr/bin/env bash
# The window never blocks: a large mesh is loaded beside the frames, with a progress bar, and can be cancelled.
# Red: a mesh read by the drawing thread, a cancel that waits for it, a result after the cancel, a scene that is unusable
# meanwhile, a window that does not close, long frames.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

# 125,000 triangles: seconds of work, during which a window that loads by itself would freeze.
"$program" mesh export builtin:uv-sphere:n=251 "$work/large.obj"
cat >"$work/wedge.obj" <<'END'
v -0.5 0 -0.5
v 0.5 0 -0.5
v 0 0 0.5
v 0 1 0
f 1 2 3
f 2 1 4
f 3 2 4
f 1 3 4
END

objectCountIs() { [ "$(status objects)" = "$1" ]; }
isLoading() { [ "$(status loading)" = "$1" ]; }
stepIs() { [ "$(status loading_step)" = "$1" ]; }
# Prints for the frames with the bar from one frame on: their number, the milliseconds from first to last, and their maximum
# processor time. (Other load on the machine makes all of them longer, not a single one.)
tellFrames() { # FRAME
    grep '}$' "$work/status" | grep '"loading":"large.obj"' |
        sed -E 's/.*"frame":([0-9]*),"time":([0-9.]*).*"processor_ms":([0-9.]*).*/\1 \2 \3/' |
        awk -v from="$1" '$1 >= from { if (!count++) first = $2; last = $2; if ($3 > most) most = $3 }
            END { printf "%d %d %.1f", count, 1000 * (last - first), most }'
}
dropLarge() {
    drop "$window" 640 360 "$work/large.obj" || fail "the drop was not taken"
    waitFor 10 "no bar" isLoading large.obj
}

startDisplay
startProgram builtin:box --size 640x400
letPictureRest
dropLarge
waitFor 20 "the mesh is not built" stepIs "building the sphere tree"
holds "$(status progress) > 0 && $(status progress) < 1" || fail "the bar shows nothing"

# The old scene stays usable meanwhile.
before=$(status pose)
xdotool key Left
poseChanged() { [ "$(status pose)" != "$before" ]; }
waitFor 5 "a key does not move the object while a mesh is loaded" poseChanged
isLoading large.obj || fail "the mesh was there before the key: this test sees nothing"
echo "the scene is used while a mesh is loaded"

# Esc cancels at once, without a result.
xdotool key Escape
waitFor 2 "Esc does not cancel" isLoading null
objectCountIs 1 || fail "a mesh that was given up came"
echo "given up"

# Two at once: they load in order, each to its own position.
letPictureRest
begin=$(($(status frame) + 1))
dropLarge
drop "$window" 640 360 "$work/wedge.obj" || fail "the drop was not taken"
waitFor 10 "the second file does not wait" statusIs loads 2
waitFor 60 "the meshes do not appear" objectCountIs 3
waitFor 5 "the bar stays" isLoading null
[ "$(status object)" = wedge ] || fail "the files came in another order"
read -r frames whole longest <<<"$(tellFrames "$begin")"
[ "$frames" -ge 8 ] || fail "only $frames frames in the $whole ms in which a mesh was loaded"
holds "$longest < $whole / 6" || fail "a frame took $longest ms of the $whole ms in which a mesh was loaded"
echo "loaded one after the other, in $whole ms: $frames frames, the longest of $longest ms of the processor's time"

# The button of the bar.
letPictureRest
before=$(status objects)
dropLarge
letFramesPass
width=$(status track | sed -E 's/[][]//g' | awk -F, '{ print int($1 + $3 / 2 + 150) }')
bottom=$(status track | sed -E 's/[][]//g' | awk -F, '{ print int($2 - 36) }')
xdotool mousemove "$width" "$bottom"
letFramesPass
xdotool click 1
waitFor 5 "the button does not cancel" isLoading null
objectCountIs "$before" || fail "the button did not cancel the mesh"
echo "given up by the button"

# A built-in scene: the bunny's, with the large mesh in place of the bunny.
openSlowScene() {
    xdotool key ctrl+o
    waitFor 5 "the picker does not open" statusIs finder true
    letFramesPass
    xdotool type "teapot and bunny"
    letFramesPass
    xdotool key Return
    waitFor 10 "no bar for a built-in scene" isLoading "teapot and bunny"
}
xdotool key ctrl+q
expectExit 20 0
export FIRSTCONTACT_BUNNY=$work/large.obj
startProgram builtin:box --size 640x400
letPictureRest
openSlowScene
before=$(status pose)
letFramesPass # until then the finder has the keyboard
xdotool key Left
waitFor 5 "a key does not move the object while a scene is loaded" poseChanged
isLoading "teapot and bunny" || fail "the scene was there before the key: this test sees nothing"
xdotool key Escape
waitFor 2 "Esc does not cancel the scene" isLoading null
objectCountIs 1 || fail "a scene that was given up came"
openSlowScene
waitFor 60 "the scene does not come" statusIs scene "teapot and bunny"
echo "a built-in scene loaded beside the frames"

# The window closes while a thread is at work.
dropLarge
xdotool key ctrl+q
expectExit 20 0
echo "closed while a mesh was loaded"

# From the command line there is no scene yet, and the window still responds.
code=0
echo "f 1 2 x" >"$work/bad.obj"
"$program" "$work/wedge.obj" "$work/bad.obj" 2>"$work/stderr" || code=$?
[ "$code" = 1 ] || fail "a bad file beside a good one: exit code $code"
grep -q "bad.obj:1" "$work/stderr" || fail "the message does not name the bad file"
# The key is there while the file is loaded: a scene would have written its status.
beginLarge() {
    rm -f "$work/status"
    window=""
    spawn stdout stderr "$program" --status "$work/status" "$work/large.obj"
    programId=$child
    waitFor 20 "no window while the command line's file is loaded" hasWindow
    [ ! -s "$work/status" ] || fail "the large mesh was there before the key: this test sees nothing"
}
beginLarge
xdotool key Escape
waitFor 20 "no scene after Esc" hasStatus
[ "$(status object)" != large ] || fail "Esc does not cancel what the command line names"
isLoading null || fail "Esc leaves a file waiting"
xdotool key ctrl+q
expectExit 20 0
beginLarge
xdotool key ctrl+q
expectExit 20 0
[ ! -s "$work/status" ] || fail "the window did not close before the command line's file was loaded"
echo "given up, and closed, while the command line's file was loaded"
startProgram "$work/large.obj"
objectCountIs 1 || fail "the large mesh was not opened"
xdotool key ctrl+q
expectExit 10 0
echo "opened from the command line"

# The first picture of the default scene's window comes before its scene.
rm -f "$work/status"
window=""
spawn stdout stderr "$program" --status "$work/status"
programId=$child
waitFor 20 "no window while the first scene is loaded" hasWindow
letFramesPass 1
[ ! -s "$work/status" ] || fail "the first scene was there before the window: this test sees nothing"
xdotool key Escape
waitFor 20 "no scene after Esc" hasStatus
[ "$(status scene)" != "teapot and bunny" ] || fail "Esc does not cancel the first scene"
xdotool key ctrl+q
expectExit 20 0
echo "a window before its scene"

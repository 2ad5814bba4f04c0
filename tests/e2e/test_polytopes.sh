#!/usr/bin/env bash
# The scene of polytopes: it runs by itself, counts its tests, and the histogram contains each of them once. The overlay of
# the convex hulls: H shows it, in this scene and where queries test the hulls.
# Red: a scene that does not move, a test missing in the histogram, a key without its action.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

# Reads both arrays and both counts from one status line.
histogramAgrees() {
    local line kind sum
    line=$(lastStatus)
    for kind in apart colliding; do
        sum=$(statusOf "steps_$kind" "$line" | tr -d '[]' | tr ',' '+')
        [ "$((sum))" = "$(statusOf "tests_$kind" "$line")" ] || return 1
    done
}
sceneTimeIsBeyond() { holds "$(status scene_time) > $1"; }
framesAre() { [ "$(status tally_frames)" = "$1" ]; }

startDisplay
startProgram --scene polytopes
xdotool mousemove 640 640
[ "$(status playing)" = true ] || fail "the scene does not start by itself"
waitFor 30 "two seconds of the scene" sceneTimeIsBeyond 2
histogramAgrees || fail "the histogram does not hold each test once"
tests=$(status tests_apart) collisions=$(status tests_colliding)
holds "$tests > 1000 && $collisions > 100" || fail "only $tests tests separated and $collisions colliding"
holds "$(status cache_hits) > 0.2 * $tests" || fail "the cache does not help: $(status cache_hits) hits"
[ "$(status objects)" = 500 ] || fail "$(status objects) bodies"
echo "runs by itself: $tests tests separated, $collisions colliding in $(status tally_frames) frames, $(status fps) fps"

xdotool key space
waitFor 5 "Space pauses" statusIs playing false
letPictureRest # the last picture, a fine one, is there
before=$(status scene_time)
shot paused
xdotool key h
waitFor 5 "H shows the hulls" statusIs hulls_shown true
restingShot hulls
holds "$(countChanged paused hulls) > 500" || fail "the overlay changed $(countChanged paused hulls) pixels"
[ "$(status scene_time)" = "$before" ] || fail "a paused scene moves"
xdotool key period
waitFor 5 "one step" sceneTimeIsBeyond "$before"
[ "$(status playing)" = false ] || fail "one step began to play"
xdotool key BackSpace
waitFor 5 "Backspace restarts" framesAre 0
[ "$(status scene_time)" = 0.0000 ] || fail "restarted at $(status scene_time)"
echo "pause, overlay, one step, restart"
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

# The teapot moves to the bunny: first the hulls are separated, at contact they are not.
startProgram --scene "teapot and bunny"
xdotool mousemove 640 640
[ "$(status hulls)" = null ] || fail "hulls tested before any query"
xdotool key h
waitFor 5 "H shows the hulls" statusIs hulls_shown true
for i in $(seq 100); do xdotool key Left; done
waitFor 10 "nudged to the bunny: contact" grep -q '"status":"contact"' "$work/status"
grep -q '"hulls":"separated"' "$work/status" || fail "the hulls were never separated"
grep -q '"hulls":"separated","hulls_cached":true' "$work/status" || fail "the separating vector was never kept"
# A contact with separated hulls would be a contradiction.
contacts=$(grep '"status":"contact"' "$work/status" | grep -c '"hulls":"separated"' || true)
[ "$contacts" = 0 ] || fail "$contacts contacts of meshes whose hulls are separated"
histogramAgrees || fail "the histogram does not hold each query once"
[ "$(status tests_colliding)" -gt 0 ] || fail "no query is counted"
xdotool key h
waitFor 5 "H hides the hulls" statusIs hulls_shown false
echo "teapot and bunny: separated, cached, in contact"
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

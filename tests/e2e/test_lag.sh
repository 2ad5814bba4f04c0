#!/usr/bin/env bash
# Steps that take too long. A torus is pulled over a ball that just fits into it: it follows the pointer over several
# frames, the status reports that until it arrives, no frame exceeds its permitted tests, and a recording of it replays bit
# for bit. A sphere is rotated inside another one that is hardly larger, by keys and by the story: no step of one frame
# would make progress, and it still arrives; a few entries are recorded, not one for each try.
# Red: a frame that waits for the whole step, an object that stays behind for ever, a replay that differs, a key that must
# be pressed again.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

most=20000
cat >"$work/fit.json" <<END
{"name":"fit","response":"stop",
 "objects":[{"name":"torus","mesh":"builtin:torus:segments=48","pose":[0,2,0,1,0,0,0],"body":"driven"},
            {"name":"ball","mesh":"builtin:icosphere:radius=0.69,level=4","body":"fixed"}],
 "camera":{"eye":[0,0.5,9],"target":[0,0.5,0],"fov":0.7}}
END

placeOf() { status "$1" | tr -d '[]'; }
wasLate() { grep -q '"late":true' "$work/status"; }
hasCome() { wasLate && [ "$(status late)" = false ]; }

startDisplay
mkdir "$work/files"
cd "$work/files"
startProgram "$work/fit.json" --max-tests $most
[ "$(status object)" = torus ] || fail "the torus is not in hand"
xdotool key F9
waitFor 5 "no recording" statusIs recording true
place=$(placeOf center) x=${place%,*} x=${x%.*} y=${place#*,} y=${y%.*}
xdotool mousemove "$x" "$y"
letFramesPass
xdotool mousedown 1
waitFor 5 "the torus in the hand" statusIs held true
xdotool mousemove "$x" $((y + 60))
letFramesPass
xdotool mousemove "$x" $((y + 260))
waitFor 20 "a step that was cut short" wasLate
shot late
waitFor 60 "a torus that has arrived" hasCome
[ "$(status held)" = true ] || fail "the torus was let go"
xdotool mouseup 1
waitFor 5 "the torus let go" statusIs held false
xdotool key F9
waitFor 5 "the recording does not end" statusIs recording false

late=$(grep -c '"late":true' "$work/status")
# The maximum of one frame: the end of the work paused in the frame before, a step, the same again when it is first cut
# short, and the beginning of its display. Tests are counted by calls of the interrupt, which occur after at most 256 of
# them, and each of these may be called once more.
expectShortFrames() {
    local over
    over=$(sed -nE 's/.*"frame_tests":([0-9]+).*/\1/p' "$work/status" | sort -n | tail -n 1)
    holds "$over <= $1 + 4 * 256" || fail "a frame did $over pair tests, not $1"
}
expectShortFrames $most
recording=$(echo "$work"/files/*.fcrec)
grep -q '"tests":[0-9]' "$recording" || fail "no step of the recording was cut short"
"$program" replay "$recording" --verify >"$work/replayed" || fail "the replay differs: $(tail -n 1 "$work/replayed")"
xdotool key ctrl+q
expectExit 20 0
echo "$late frames were late, all briefly"

# Keys and the story.
cat >"$work/turn.json" <<END
{"name":"turn","response":"stop",
 "objects":[{"name":"inner","mesh":"builtin:icosphere:radius=0.99,level=4","body":"driven"},
            {"name":"outer","mesh":"builtin:icosphere:radius=1,level=4","body":"fixed"}],
 "camera":{"eye":[0,0.5,4],"target":[0,0,0],"fov":0.7},
 "story":[{"caption":"a quarter of a turn","object":"inner","start":[0,0,0,1,0,0,0],"target":[0,0,0,0.7071067811865476,0,0.7071067811865476,0],"mode":"continuous"}]}
END
few=6000
turnOf() { status pose | tr -d '[]' | awk -F, '{ w = $4 < 0 ? -$4 : $4; printf "%.2f", 360 / 3.14159265358979 * atan2(sqrt(1 - w * w), w) }'; }
isTurnedBy() { [ "$(status late)" = false ] && holds "$(turnOf) > $1 - 0.02 && $(turnOf) < $1 + 0.02"; }
hasNoSearch() { [ "$(status searching)" = false ]; }
startProgram "$work/turn.json" --max-tests $few
rm -f "$recording"
xdotool key F9
waitFor 5 "no recording" statusIs recording true
xdotool key shift+Right
waitFor 30 "a step of a key that takes several frames" wasLate
waitFor 30 "a sphere turned by one key, not $(turnOf) degrees" isTurnedBy 2
xdotool key shift+Right shift+Right
waitFor 60 "a sphere turned by two keys more, not $(turnOf) degrees" isTurnedBy 6
xdotool key space
waitFor 120 "a sphere turned by the story, not $(turnOf) degrees" isTurnedBy 90
waitFor 60 "regions that are not found" hasNoSearch
xdotool key F9
waitFor 5 "the recording does not end" statusIs recording false
expectShortFrames $few
recording=$(echo "$work"/files/*.fcrec)
moves=$(grep -c '"do":"move"' "$recording")
[ "$moves" -le 8 ] || fail "$moves moves were recorded"
"$program" replay "$recording" --verify >"$work/replayed" || fail "the replay differs: $(tail -n 1 "$work/replayed")"
xdotool key ctrl+q
expectExit 20 0
echo "$(grep -c '"late":true' "$work/status") frames were late, $moves moves were recorded"

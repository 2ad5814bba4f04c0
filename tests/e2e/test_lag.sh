#!/usr/bin/env bash
# A step of a drag that takes too long: a torus is pulled over a ball that just fits into it. The torus follows the
# pointer in several frames, the status says so meanwhile and no longer when it has come, no frame does more tests than
# it is allowed, and a recording of it is replayed bit for bit.
# Red: a frame that waits for the whole step, a torus that stays behind for good, a replay that differs.
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
sleep 0.2
xdotool mousedown 1
waitFor 5 "the torus in the hand" statusIs held true
xdotool mousemove "$x" $((y + 60))
sleep 0.1
xdotool mousemove "$x" $((y + 260))
waitFor 20 "a step that was cut short" wasLate
shot late
waitFor 60 "a torus that has come" hasCome
[ "$(status held)" = true ] || fail "the torus was let go"
xdotool mouseup 1
waitFor 5 "the torus let go" statusIs held false
xdotool key F9
waitFor 5 "the recording does not end" statusIs recording false

late=$(grep -c '"late":true' "$work/status")
over=$(sed -nE 's/.*"pair_tests":([0-9]+).*/\1/p' "$work/status" | awk -v most=$most '$1 > most' | wc -l)
[ "$over" = 0 ] || fail "$over frames did more than $most pair tests"
recording=$(echo "$work"/files/*.fcrec)
grep -q '"tests":'$most "$recording" || fail "no step of the recording was cut short"
"$program" replay "$recording" --verify >"$work/replayed" || fail "the replay differs: $(tail -n 1 "$work/replayed")"
xdotool key ctrl+q
expectExit 20 0
echo "$late frames were late, none did more than $most pair tests"

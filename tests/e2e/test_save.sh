#!/usr/bin/env bash
# What the window saves is fit for use: a recorded path, run again by the command line, ends where the window left the
# teapot; a saved scene and a saved query open again, the scene with everything where it was; a screenshot is written.
# Red: a path that misses the first or last pose, a scene that forgets where things are, a query without its step.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

hasFile() { compgen -G "$1" >/dev/null; }

startDisplay
cd "$work"
startProgram
xdotool mousemove 640 640
waitFor 5 "response stop" statusIs response stop

center=$(status center | tr -d '[]')
x=${center%%.*} y=${center#*,} y=${y%.*}
xdotool mousemove "$x" "$y" key shift+F9
waitFor 5 "no path is recorded" hasFile 'path-*.csv'
xdotool mousedown 1
waitFor 5 "the teapot in the hand" statusIs held true
for i in $(seq 40); do
    xdotool mousemove $((x - 8 * i)) $((y + i / 4))
    sleep 0.03
done
waitFor 5 "contact" statusIs status contact
xdotool mouseup 1
waitFor 5 "let go" statusIs held false
xdotool key shift+F9
letFramesPass
pose=$(status pose)

path=$(echo path-*.csv)
[ -s "$path" ] || fail "no path was recorded"
"$program" query builtin:teapot builtin:bunny --normalize --path "$path" --steps drag --response stop >steps
[ "$(tail -n 1 steps | sed -nE 's/.*"status":"([a-z]*)".*/\1/p')" = contact ] || fail "the replay does not end in contact"
replayed=$(tail -n 1 steps | sed -nE 's/.*"pose":\[([^]]*)\].*/\1/p')
distance=$(awk -v a="${pose//[\[\]]/}" -v b="$replayed" 'BEGIN {
    split(a, p, ","); split(b, q, ","); for (i = 1; i <= 7; ++i) sum += (p[i] - q[i])^2; print sqrt(sum) }')
echo "$(wc -l <steps) steps replayed, $distance from the window's pose"
holds "$distance < 1e-9" || fail "replayed to $replayed, the window has $pose"

xdotool key ctrl+s key F10 key ctrl+p
hasFiles() { [ -s "$(echo scene-*.json)" ] && [ -s "$(echo query-*.fcrec)" ] && [ -s "$(echo firstcontact-*.png)" ]; }
waitFor 5 "a scene, a query and a screenshot" hasFiles
xdotool key ctrl+q
expectExit 10 0

startProgram "$(echo scene-*.json)"
[ "$(status pose)" = "$pose" ] || fail "the saved scene has the teapot at $(status pose), not at $pose"
statusIs response stop || fail "the saved scene forgot the response"
xdotool mousemove 640 640 key ctrl+q
expectExit 10 0
startProgram "$(echo query-*.fcrec)"
xdotool mousemove 640 640 key ctrl+q
expectExit 10 0
echo "scene and query open again"

"$program" replay "$(echo query-*.fcrec)" >again || fail "the saved query does not run"
grep -q '"status":"contact"' again || fail "the saved query does not end in contact"
echo "the query runs again: contact"

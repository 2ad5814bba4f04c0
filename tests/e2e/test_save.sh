#!/usr/bin/env bash
# Saved files are usable: a recorded path, replayed by the command line, ends at the teapot's pose in the window; a saved
# scene and a saved query open again, the scene with all poses; a screenshot is written.
# Red: a path without the first or last pose, a scene without its poses, a query without its step.
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
    pause 0.03
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
# The lengths of pairs are saved, too, for the objects by their new numbers. Red: a saved scene without them.
cat >pairs.json <<'END'
{"name":"pairs","objects":[{"name":"a","mesh":"builtin:box"},{"name":"b","mesh":"builtin:box","pose":[4,0,0,1,0,0,0],"body":"driven"},
 {"name":"c","mesh":"builtin:box","pose":[8,0,0,1,0,0,0]}],"pairs":[{"a":"b","b":"c","safetyDistance":0.25,"allowance":0.001}]}
END
startProgram pairs.json
xdotool mousemove 640 640 key ctrl+s
savesPairs() { tr -d ' \n' <pairs.json | grep -q '"gravity".*"pairs":\[{"a":"b","b":"c","safetyDistance":0.25,"allowance":0.001}\]'; }
waitFor 5 "the pairs are saved" savesPairs
xdotool key ctrl+q
expectExit 10 0
# A built-in shape with parameters is added by typing; the scene is saved under a typed name, and saved again to the same
# file. Red: a file replaced without a question, a second name for each save, a lost story.
startProgram
xdotool mousemove 640 640 key shift+a
waitFor 5 "the finder" statusIs finder true
letFramesPass
xdotool type "gear:teeth=20"
letFramesPass
xdotool key Return
waitFor 10 "the gear joined" statusIs objects 3
statusIs object '"gear"' || statusIs object gear || fail "the gear is not selected"
letFramesPass
echo '{"not":"replaced yet"}' >named.json
xdotool key ctrl+shift+s
letFramesPass
xdotool key ctrl+a
letFramesPass
xdotool type "named"
letFramesPass
xdotool key Return
letFramesPass
grep -q "not" named.json || fail "a file was replaced without a question"
xdotool key Return
isSaved() { grep -q "gear:teeth=20" named.json; }
waitFor 5 "saved as named.json" isSaved
letFramesPass
xdotool key ctrl+d
waitFor 5 "a copy" statusIs objects 4
xdotool key ctrl+s
hasCopy() { [ "$(grep -c "gear:teeth=20" named.json)" = 2 ]; }
waitFor 5 "saved to the same file" hasCopy
grep -q '"story"' named.json || fail "the story is lost"
xdotool key ctrl+q
expectExit 10 0
echo "a shape added by name, saved under a typed name and again"

startProgram "$(echo query-*.fcrec)"
xdotool mousemove 640 640 key ctrl+q
expectExit 10 0
echo "scene and query open again"

"$program" replay "$(echo query-*.fcrec)" >again || fail "the saved query does not run"
grep -q '"status":"contact"' again || fail "the saved query does not end in contact"
echo "the query runs again: contact"

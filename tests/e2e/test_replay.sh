#!/usr/bin/env bash
# A session is recorded and shown again: F9, a drag into contact, F9; the file opens, plays, is scrubbed, stepped back, and
# replays bit for bit on the command line; a drag in the middle of it continues from there. F10 saves the last query, which
# opens at its answer. In a world, a pull can be rewound. An incomplete recording is reported and changes nothing.
# Red: a recording that lacks a step, a scrub that ends at another frame, a step back that does not lead back, a replay that
# continues during a drag, a broken file that opens.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

atLeast() { [ "$(status "$1")" -ge "$2" ]; }
hasFile() { compgen -G "$1" >/dev/null; }
noticeHolds() { [[ $(status notice) == *"$1"* ]]; }
frameIs() { statusIs replay_frame "$1"; }

# drag DX DY STEPS: takes the selected object at its position and drags it.
drag() {
    local center x y i
    center=$(status center | tr -d '[]')
    x=${center%%.*} y=${center#*,} y=${y%.*}
    xdotool mousemove "$x" "$y" mousedown 1
    waitFor 5 "the object in the hand" statusIs held true
    for i in $(seq "$3"); do
        xdotool mousemove $((x + $1 * i)) $((y + $2 * i))
        letFramesPass 2 # each is a step of its own, however slow the window is
    done
}

cat >"$work/two.json" <<'END'
{"name":"two boxes","response":"stop","objects":[{"name":"block","mesh":"builtin:box:x=1,y=1,z=1"},
 {"name":"hand","mesh":"builtin:box:x=0.5,y=0.5,z=0.5","pose":[3,0,0,1,0,0,0],"body":"driven"}],
 "camera":{"eye":[1,2,12],"target":[1,0,0],"fov":0.7}}
END

startDisplay
cd "$work"
startProgram two.json
xdotool mousemove 640 200 key F9
waitFor 5 "a recording" statusIs recording true
drag -12 0 20
waitFor 5 "contact" statusIs status contact
xdotool mouseup 1
waitFor 5 "let go" statusIs held false
rest=$(status pose)
xdotool mousemove 640 200 key F9
waitFor 5 "the recording's end" statusIs recording false
xdotool key F10
waitFor 5 "no query was saved" hasFile 'query-*.fcrec'
xdotool key ctrl+q
expectExit 10 0
recording=$(echo recording-*.fcrec) query=$(echo query-*.fcrec)
"$program" replay "$recording" --verify >same || fail "the recording differs"
"$program" replay "$query" --verify >same || fail "the query differs"
echo "recorded: $(wc -l <"$recording") lines"

startProgram "$recording"
statusIs replay true || fail "a recording opens without being replayed"
frames=$(status replay_frames)
frameIs 0 || fail "it begins at frame $(status replay_frame)"
begin=$(status pose)
xdotool mousemove 640 200 key space
waitFor 20 "played to its end" frameIs "$frames"
[ "$(status pose)" = "$rest" ] || fail "the replay ends at $(status pose), the hand ended at $rest"
[ "$(status replay_differs)" = 0 ] || fail "frame $(status replay_differs) differs"
xdotool key comma
waitFor 5 "a step back" frameIs $((frames - 1))
xdotool key period
waitFor 5 "a step forward" frameIs "$frames"
[ "$(status pose)" = "$rest" ] || fail "back and forth ends at $(status pose)"
IFS=, read -r tx ty tw th <<<"$(status track | tr -d '[]')"
[ "$th" -gt 10 ] || fail "there is no timeline"
xdotool mousemove $((tx + 150)) $((ty + th / 2)) mousedown 1
letFramesPass
xdotool mousemove $((tx + 20)) $((ty + th / 2))
waitFor 5 "scrubbed to the beginning" frameIs 0
xdotool mouseup 1
[ "$(status pose)" = "$begin" ] || fail "the beginning is at $(status pose), not at $begin"
xdotool mousemove 640 200 key shift+period
waitFor 5 "some steps on" atLeast replay_frame 5
shot replay
drag 0 -4 5
xdotool mouseup 1
waitFor 5 "interrupted by a drag" statusIs replay false
waitFor 5 "and let go, after the last of its motions" statusIs held false
echo "played, stepped, scrubbed, interrupted by a drag"

head -c 700 "$recording" >cut.fcrec
sed 's/"do":"move"/"do":"jump"/' "$recording" >wrong.fcrec
before=$(status pose)
drop "$window" 640 300 "$work/wrong.fcrec" >/dev/null
waitFor 10 "no word of the broken recording" noticeHolds "wrong.fcrec:4"
[ "$(status pose)" = "$before" ] && statusIs replay false || fail "a broken recording changed the scene"
drop "$window" 640 300 "$work/$query" >/dev/null
waitFor 10 "the query" statusIs replay_frames 1
waitFor 5 "its answer" statusIs status contact
frameIs 1 || fail "the query opens at frame $(status replay_frame)"
xdotool mousemove 640 200 key ctrl+q
expectExit 10 0
echo "the query opens at its answer"

# Pulled while it falls, then rewound: as it was before the pull.
cat >drop.json <<'END'
{"name":"a box falls","gravity":[0,-9.81,0],"objects":[
 {"name":"floor","mesh":"builtin:box:x=20,y=0.5,z=20","pose":[0,-0.5,0,1,0,0,0]},
 {"name":"box","mesh":"builtin:box:x=0.5,y=0.5,z=0.5","pose":[0,3,0,1,0,0,0],"body":"dynamic"}],
 "camera":{"eye":[0,3,9],"target":[0,1,0],"fov":0.7}}
END
startProgram drop.json
xdotool mousemove 640 60 key space
waitFor 5 "paused" statusIs playing false
xdotool key BackSpace period period
waitFor 5 "two steps" statusIs scene_time 0.0333
two=$(status pose)
xdotool key space
drag 0 -3 8
xdotool mouseup 1 mousemove 640 60 key space
waitFor 5 "paused again" statusIs playing false
xdotool key comma
waitFor 5 "rewinding" statusIs replay true
xdotool key BackSpace period period
waitFor 5 "two steps once more" statusIs scene_time 0.0333
[ "$(status pose)" = "$two" ] || fail "rewinding ends at $(status pose), not at $two"
xdotool key ctrl+q
expectExit 10 0
echo "rewinding after a drag"

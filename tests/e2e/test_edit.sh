#!/usr/bin/env bash
# Keys duplicate, remove and restore objects while the session is recorded; the recording replays bit for bit, and the saved
# scene has the current objects. Red: a key without effect, an undo that does not restore, an edit missing in the recording
# or the scene file.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

objectsAre() { statusIs objects "$1"; }
selectedIs() { statusIs object "$1"; }
hasFile() { compgen -G "$1" >/dev/null; }

cd "$work"
cat >two.json <<'SCENE'
{"name":"two","objects":[
 {"name":"hand","mesh":"builtin:box:x=0.5,y=0.5,z=0.5","pose":[2,0,0,1,0,0,0],"body":"driven","transparent":true},
 {"name":"block","mesh":"builtin:box:x=0.5,y=0.5,z=0.5","friction":0.25}],
 "camera":{"eye":[0,3,12],"target":[0,0,0],"fov":0.7}}
SCENE
startDisplay 1280x720
startProgram --check two.json
xdotool key F9
waitFor 5 "no recording" statusIs recording true
xdotool key ctrl+d
waitFor 5 "no copy" objectsAre 3
waitFor 5 "the copy is not selected" selectedIs "hand 2"
xdotool key Delete
waitFor 5 "nothing was removed" objectsAre 2
waitFor 5 "nothing else is selected" selectedIs hand
xdotool key Delete
waitFor 5 "the scene's own was not removed" objectsAre 1
xdotool key ctrl+z
waitFor 5 "it did not come back" selectedIs hand
xdotool key ctrl+z
waitFor 5 "the copy did not come back" selectedIs "hand 2"
xdotool key ctrl+z
waitFor 5 "the copy did not go" objectsAre 2
xdotool key ctrl+y
waitFor 5 "the copy did not come again" objectsAre 3
xdotool key F9
waitFor 5 "the recording does not end" statusIs recording false
"$program" replay --verify recording-*.fcrec >verified || fail "the recording does not run again: $(cat verified)"
echo "duplicate, remove, undo, redo, and the recording"

# The scene came from a file: it is saved there.
xdotool key ctrl+s
for text in '"name":"hand 2"' '"friction":0.25' '"transparent":true'; do
    waitFor 5 "the saved scene has no $text" grep -q "$text" two.json
done
xdotool key ctrl+q
expectExit 10 0
hasFile 'scene-*.json' && fail "a second file was made"
echo "saved scene"

#!/usr/bin/env bash
# Files on the command line, and files dropped on the window.
# Red: a mesh argument ignored, a missing file that opens an empty window, a drop that crashes or is ignored.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

cat >"$work/a wedge.obj" <<'END'
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

startDisplay
startProgram "builtin:torus" "$work/a wedge.obj"
waitFor 5 "two objects" objectCountIs 2
echo "two meshes opened"

xdotool mousemove 640 360
drop "$window" 640 360 "$work/a wedge.obj" || fail "the drop was not taken"
waitFor 10 "a third object" objectCountIs 3
echo "a third one dropped"

# Red: a client that dies while the window answers its drop ends the program; the next drop is ignored.
drop "$window" 640 360 "$work/a wedge.obj" vanish
saysBadWindow() { grep -q 'X error 3 (BadWindow' "$work/stderr"; }
waitFor 10 "a warning about the client that has gone" saysBadWindow
isAlive "$programId" || fail "a client that died has ended the program"
drop "$window" 640 360 "$work/a wedge.obj" || fail "the drop after it was not taken"
waitFor 10 "a fourth object" objectCountIs 4
echo "a client that dies is survived"

# Files that crash Assimp, or are rejected before. Red: a crash of the importer that ends the window, a valid file rejected
# after a bad one.
awk 'BEGIN {
    print "<COLLADA version=\"1.4.1\"><library_visual_scenes><visual_scene id=\"s\">"
    for (i = 0; i < 600000; i++) print i < 300000 ? "<node>" : "</node>"
    print "</visual_scene></library_visual_scenes></COLLADA>"
}' >"$work/deep.dae"
head -c 200000 /dev/zero | tr '\0' '[' >"$work/deep.gltf"
noticeHolds() { [[ $(status notice) == *"$1"* ]]; }
drop "$window" 640 360 "$work/deep.dae" || fail "the drop of a bad file was not taken"
waitFor 20 "no word of the crash" noticeHolds "deep.dae: the importer crashed"
drop "$window" 640 360 "$work/deep.gltf" || fail "the drop of another bad file was not taken"
waitFor 10 "no word of the brackets" noticeHolds "deep.gltf:1: brackets are nested"
objectCountIs 4 || fail "a bad file became an object"
echo "bad files refused, the window lives"

# Red: a path that is not found, a letter of it taken for a key, as R for "rotate".
xdotool key ctrl+o
waitFor 5 "the picker does not open" statusIs finder true
letFramesPass
xdotool type "$work/a wedge"
letFramesPass
xdotool key Return
waitFor 10 "a fifth object, by its path" objectCountIs 5
statusIs held false || fail "a letter of the path took hold of something"
letFramesPass # until then the finder has the keyboard
xdotool key ctrl+n
waitFor 10 "what was dropped alone" objectCountIs 3
echo "a fifth one opened by its path; the scene's own left"
xdotool key ctrl+q
expectExit 10 0

# The program's file is deleted while it runs, as in an upgrade. Red: an importer found by its path.
cp "$program" "$work/copy"
program=$work/copy startProgram "$work/a wedge.obj"
rm "$work/copy"
drop "$window" 640 360 "$(dirname "${BASH_SOURCE[0]}")/../data/fuzz/door/tetrahedron.glb" || fail "the drop was not taken"
waitFor 10 "a second object, read by a child process" objectCountIs 2
echo "a glTF file read by a program whose file is gone"
xdotool key ctrl+q
expectExit 10 0

startProgram "gear teeth"
sceneIs() { [ "$(status scene)" = "$1" ]; }
waitFor 5 "the scene of that name" sceneIs "gear teeth"
echo "a scene opened by its name"
xdotool key ctrl+q
expectExit 10 0

code=0
"$program" "$work/missing.obj" 2>"$work/stderr" || code=$?
[ "$code" != 0 ] || fail "a missing file was opened"
grep -q "missing.obj" "$work/stderr" || fail "the message does not name the missing file"
echo "a missing file is refused by name"

# Red: a program that does not open without the bunny's package, as when started from a menu.
export FIRSTCONTACT_BUNNY=$work/missing.obj
startProgram
[ "$(status scene)" != "teapot and bunny" ] || fail "the bunny's scene opened without the bunny"
grep -q "missing.obj" "$work/stderr" || fail "nothing said of the missing bunny"
echo "without the bunny the next scene opened"
xdotool key ctrl+q
expectExit 10 1

#!/usr/bin/env bash
# A 6-axis device through the real libspnav, the page that tests axes, the stereo key with a drag in either eye's picture,
# and a film of the window. A simulated spacenavd daemon sends the device's events; without libspnav that part is skipped,
# with a message.
# Red: motion that never reaches the object, that passes through the bunny or has a wrong direction, a daemon that is not
# found again; a mouse that misses objects in the right half; a missing film.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"
daemonId=""

tell() { echo "$*" >&7; }
startDaemon() {
    spawn daemon.out daemon "$tools/spacenavd" "$work/spnav.sock" <"$work/fifo"
    daemonId=$child
    waitFor 5 "no daemon" test -S "$work/spnav.sock"
}
poseIs() { [ "$(status pose)" = "$1" ]; }
poseIsNot() { [ "$(status pose)" != "$1" ]; }
coordinate() { status pose | tr -d '[]' | cut -d, -f"$1"; }
center() { status center | tr -d '[]' | cut -d, -f"$1" | cut -d. -f1; }

export SPNAV_SOCKET=$work/spnav.sock
mkfifo "$work/fifo"
hasDrawn() { [ "$(status frame)" -ge "$1" ]; }
letPicturesPass() { waitFor 10 "$1 pictures" hasDrawn $(($(status frame) + $1)); }

exec 7<>"$work/fifo"
startDisplay
cd "$work"
startDaemon
startProgram
startPose=$(status pose)

if grep -q 'libspnav\.so\.0' <<<"$(/sbin/ldconfig -p)"; then
    waitFor 10 "the device is found" statusIs six_axes "Tester's Cap"
    # Right, then back by undo.
    x=$(center 1)
    tell motion 250 0 0 0 0 0
    movedRight() { [ "$(center 1)" -gt $((x + 30)) ]; }
    waitFor 10 "a push to the right moves the teapot right" movedRight
    tell motion 0 0 0 0 0 0
    waitFor 5 "the push ends" statusIs pushing false
    xdotool key ctrl+z
    waitFor 5 "one undo reverts the whole push" poseIs "$startPose"
    # Into the bunny: contact, never overlap. While sliding it can rotate there.
    xdotool key l
    waitFor 5 "L: slide" statusIs response slide
    tell motion -350 0 0 0 0 0
    waitFor 15 "pushed to the bunny: contact" statusIs status contact
    letPicturesPass 10 # it pushes on
    tell motion 0 0 0 0 0 0
    grep -q '"status":"overlap"' "$work/status" && fail "pushed into overlap"
    tell motion 0 0 0 0 300 0
    turned() { [ "$(status pose | cut -d, -f4-)" != "$(cut -d, -f4- <<<"$startPose")" ]; }
    waitFor 5 "the cap turns it" turned
    tell motion 0 0 0 0 0 0
    # The first button switches the cap to the camera: the teapot only moves on the screen.
    waitFor 5 "the push ends" statusIs pushing false
    tell press 0
    tell release 0
    waitFor 5 "the cap has the camera" statusIs notice "The six-axis device moves the camera"
    pose=$(status pose)
    x=$(center 1)
    tell motion 200 0 0 0 0 0
    movedAside() { [ "$(center 1)" -gt $((x + 20)) ]; }
    waitFor 5 "the camera moves" movedAside
    tell motion 0 0 0 0 0 0
    poseIs "$pose" || fail "the camera's motion moved the teapot"
    # The daemon ends, and another one is found.
    endChild "$daemonId"
    waitFor 5 "the device is gone" statusIs six_axes null
    startDaemon
    waitFor 10 "the device is found again" statusIs six_axes "Tester's Cap"
    echo "six axes: push, undo, contact, turn, camera, found again"
else
    echo "libspnav is not installed: 6-axis part skipped"
fi

# Stereo: the object can be dragged in either eye's picture.
xdotool mousemove 640 640 key BackSpace key Home
waitFor 5 "restarted" poseIs "$startPose"
xdotool key shift+s
waitFor 5 "anaglyph" statusIs stereo anaglyph
shot anaglyph
xdotool key shift+s key shift+s
waitFor 5 "squeezed" statusIs stereo squeezed
# The picture is 808 pixels wide and begins at 208: a position x is at half of it in the right half.
x=$((208 + 404 + ($(center 1) - 208) / 2)) y=$(center 2)
xdotool mousemove "$x" "$y" mousedown 1
waitFor 5 "the teapot is taken in the right eye's picture" statusIs held true
xdotool mousemove_relative 20 0
waitFor 5 "and dragged" poseIsNot "$startPose"
xdotool mouseup 1 key shift+s
waitFor 5 "stereo off" statusIs stereo off
echo "stereo"

# A film, with an empty PATH and therefore without MP4, and one by ffmpeg if it is installed.
xdotool mousemove 640 640 key ctrl+shift+p
isFilming() { [ "$(status film)" != null ]; }
waitFor 5 "a film is made" isFilming
xdotool key Left key Left
letPicturesPass 10
xdotool key ctrl+shift+p
waitFor 10 "the film has ended" statusIs film null
film=$(echo film-*)
[ -s "$film" ] || fail "no film"
case $film in
*.mp4) head -c 12 "$film" | grep -q ftyp || fail "$film is no MP4" ;;
*.gif) head -c 6 "$film" | grep -q GIF89a || fail "$film is no GIF" ;;
esac
echo "film: $film, $(stat -c %s "$film") bytes"

# An unfinished film is complete when the window closes.
rm "$film"
xdotool key ctrl+shift+p
waitFor 5 "a film is made" isFilming
letPicturesPass 10
xdotool key ctrl+q
expectExit 10 0
film=$(echo film-*)
[ -s "$film" ] && [ "$(echo film-* | wc -w)" = 1 ] || fail "closed in the middle of a film: $(echo film-*)"
[ ! -s "$work/stderr" ] || fail "messages: $(cat "$work/stderr")"

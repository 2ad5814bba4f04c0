#!/usr/bin/env bash
# Every scene opens in the window, draws something, and is replaced by the next without a message.
# Red: a scene with missing meshes, a shader that does not compile, an OpenGL error, a scene that affects the next one.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

colours=0
isColourful() {
    shot scene
    colours=$(screen colours "$work/scene.ppm")
    holds "$colours > 500"
}

startDisplay
mapfile -t scenes < <("$program" scenes | sed -nE 's/.*"name":"([^"]*)".*/\1/p')
[ "${#scenes[@]}" -ge 6 ] || fail "only ${#scenes[@]} scenes"
startProgram --size 640x400 --scene "${scenes[0]}"
xdotool mousemove 320 360
for scene in "${scenes[@]}"; do
    begin=$(now)
    waitFor 20 "'$scene' is open" statusIs scene "$scene"
    opened=$((($(now) - begin) / 1000000))
    waitFor 5 "$scene: a picture of more than 500 colours" isColourful
    [ ! -s "$work/stderr" ] || fail "$scene: messages"
    echo "$scene: open after $opened ms, $colours colours"
    xdotool key bracketright
done
waitFor 20 "the first scene comes after the last" statusIs scene "${scenes[0]}"
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

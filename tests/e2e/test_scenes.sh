#!/usr/bin/env bash
# Every scene opens in the window, draws something, and ends without a message.
# Red: a scene whose meshes are missing, a shader that does not compile, an OpenGL error.
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
for scene in "${scenes[@]}"; do
    startProgram --size 640x400 --scene "$scene"
    [ "$(status scene)" = "$scene" ] || fail "asked for '$scene', got '$(status scene)'"
    waitFor 5 "$scene: a picture of more than 500 colours" isColourful
    xdotool mousemove 320 360 key ctrl+q
    expectExit 10 0
    [ ! -s "$work/stderr" ] || fail "$scene: messages"
    echo "$scene: first frame after $startMilliseconds ms, $colours colours"
done

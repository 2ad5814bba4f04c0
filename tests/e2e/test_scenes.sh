#!/usr/bin/env bash
# Every scene opens in the window, draws something, and ends without a message.
# Red: a scene whose meshes are missing, a shader that does not compile, an OpenGL error.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

startDisplay
mapfile -t scenes < <("$program" scenes | sed -nE 's/.*"name":"([^"]*)".*/\1/p')
[ "${#scenes[@]}" -ge 6 ] || fail "only ${#scenes[@]} scenes"
for scene in "${scenes[@]}"; do
    startProgram --scene "$scene"
    [ "$(status scene)" = "$scene" ] || fail "asked for '$scene', got '$(status scene)'"
    sleep 0.5
    shot scene
    colours=$(screen colours "$work/scene.ppm")
    holds "$colours > 500" || fail "$scene: only $colours colours"
    xdotool mousemove 640 640 key ctrl+q
    expectExit 10 0
    [ ! -s "$work/stderr" ] || fail "$scene: messages"
    echo "$scene: first frame after $startMilliseconds ms, $colours colours"
done

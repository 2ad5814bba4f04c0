#!/usr/bin/env bash
# How fast the default scene comes up at 1280 x 720 on the software renderer, and how fast it runs while a person
# moves something in it. The times are printed; what is asserted is loose, since machines differ.
# Red: meshes built again and again, shaders compiled each frame, a frame that takes a tenth of a second.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

startDisplay
startProgram
echo "first frame after $startMilliseconds ms"
holds "$startMilliseconds < 6000" || fail "the first frame took $startMilliseconds ms"

shot start
colours=$(screen colours "$work/start.ppm")
echo "$colours colours"
holds "$colours > 500" || fail "only $colours colours: is anything drawn?"

# Orbits without a pause, so that every frame is a new picture.
orbit() {
    local i x=640 y=680
    xdotool mousemove $x $y mousedown 2
    for i in $(seq 150); do
        xdotool mousemove $((x + (i % 50) * 4)) $y
        sleep 0.01
    done
    xdotool mouseup 2
}

firstFrame=$(status frame) begin=$(now)
orbit
frames=$(($(status frame) - firstFrame))
rate=$(awk "BEGIN { printf \"%.1f\", $frames * 1e9 / ($(now) - $begin) }")
echo "$rate frames a second while orbiting"
holds "$rate > 5" || fail "only $rate frames a second"

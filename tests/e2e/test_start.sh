#!/usr/bin/env bash
# The startup time of the default scene at 1280 x 720 on the software renderer, and its speed during user input. The times
# are printed; only processor time is asserted, which does not depend on other load, with loose bounds, since machines
# differ.
# Red: meshes built repeatedly, shaders compiled each frame, a frame that takes a tenth of a second.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

startDisplay
startProgram
used=$(getUsedMilliseconds)
echo "first frame after $startMilliseconds ms, $used ms of the processor"
holds "$used < 6000" || fail "the first frame took $used ms of the processor"

shot start
colours=$(screen colours "$work/start.ppm")
echo "$colours colours"
holds "$colours > 500" || fail "only $colours colours: is anything drawn?"

# Orbits continuously, so that every frame is a new picture, until there are so many of them.
orbit() { # FRAMES
    local i=0 x=640 y=680 end
    end=$(($(status frame) + $1))
    hasOrbited() {
        i=$((i + 1))
        xdotool mousemove $((x + (i % 50) * 4)) $y
        [ "$(status frame)" -ge "$end" ]
    }
    xdotool mousemove $x $y mousedown 2
    waitFor 30 "the orbit is not drawn" hasOrbited
    xdotool mouseup 2
}

firstFrame=$(status frame) begin=$(now) used=$(getUsedMilliseconds)
orbit 50
frames=$(($(status frame) - firstFrame)) used=$(($(getUsedMilliseconds) - used))
rate=$(awk "BEGIN { printf \"%.1f\", $frames * 1e9 / ($(now) - $begin) }")
echo "$rate frames a second while orbiting, $((used / frames)) ms of the processor each"
holds "$used < 400 * $frames" || fail "$frames frames took $used ms of the processor"

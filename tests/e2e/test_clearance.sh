#!/usr/bin/env bash
# Clearance in the window: X shows the minimum distance, which shrinks as the teapot is dragged towards the bunny and ends
# as the gap at contact; the surfaces get their colours, soon complete; X again hides it. T alone makes surfaces
# transparent. Red: a distance of an old pose, colours that never appear, a key without effect.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

hasClearance() { [ "$(status clearance)" != null ]; }
# A frame may lack the value while the teapot moves; null would count as 0.
isBelow() {
    local gap
    gap=$(status clearance)
    holds "$gap > 0 && $gap < $1"
}
hasNone() { [ "$(status clearance)" = null ]; }

startDisplay
startProgram --scene "teapot and bunny"
xdotool mousemove 640 660
letPictureRest
hasNone || fail "an unrequested clearance: $(status clearance)"
shot bare
xdotool key x
waitFor 5 "X shows the clearance" hasClearance
holds "$(status clearance) > 0.5" || fail "at the start: $(status clearance)"
statusIs clearance_from bunny || fail "from $(status clearance_from)"
restingShot shown
holds "$(countChanged bare shown) > 2000" || fail "X changes $(countChanged bare shown) pixels"
far=$(status clearance)

center=$(status center | tr -d '[]')
x=${center%%.*} y=${center#*,} y=${y%.*}
xdotool mousemove "$x" "$y"
letFramesPass
xdotool mousedown 1
waitFor 5 "the teapot in hand" statusIs held true
for i in $(seq 20); do
    xdotool mousemove $((x - 8 * i)) "$y"
    pause 0.03
done
waitFor 5 "it shrinks" isBelow "0.5 * $far"
echo "from $far to $(status clearance)"
for i in $(seq 20 40); do
    xdotool mousemove $((x - 8 * i)) "$y"
    pause 0.03
done
waitFor 5 "the gap at contact" isBelow 1e-5
xdotool mouseup 1
waitFor 5 "let go" statusIs held false
waitFor 5 "the colours are there" statusIs clearance_colours true
echo "at contact: $(status clearance) in $(status clearance_us) µs"

xdotool mousemove 640 660
restingShot coloured
xdotool key x
waitFor 5 "X hides it" hasNone
restingShot hidden
holds "$(countChanged coloured hidden) > 2000" || fail "the colours change $(countChanged coloured hidden) pixels"
xdotool key t
restingShot transparent
holds "$(countChanged hidden transparent) > 2000" || fail "T changes $(countChanged hidden transparent) pixels"
[ ! -s "$work/stderr" ] || fail "messages"
xdotool key ctrl+q
expectExit 10 0

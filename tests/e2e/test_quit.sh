#!/usr/bin/env bash
# Ctrl+Q and the window's close button end the program with code 0; Esc closes the topmost item and never ends it, so that
# pressing it once too often loses nothing.
# Red: one of them without effect, a hang, or a crash on shutdown; an Esc that ends the program.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

pressCtrlQ() { xdotool key ctrl+q; }
pressClose() { screen close "$window"; }
hasDrawn() { [ "$(status frame)" -gt "$1" ]; }

startDisplay
for way in pressCtrlQ pressClose; do
    startProgram
    xdotool mousemove 640 360 # keys go to the window under the pointer
    letFramesPass
    frame=$(status frame)
    xdotool key F1 Escape Escape Escape
    waitFor 5 "the keys were not drawn" hasDrawn "$frame"
    letFramesPass
    ! hasEnded || fail "Esc ended the program"
    "$way"
    expectExit 10 0
    echo "$way: exit code 0"
done

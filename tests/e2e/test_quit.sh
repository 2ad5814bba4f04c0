#!/usr/bin/env bash
# Every way out: Esc, Ctrl+Q, the window's close button; each ends the program with code 0.
# Red: a way that does nothing, hangs, or crashes while it tears down.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

pressEscape() { xdotool key Escape; }
pressCtrlQ() { xdotool key ctrl+q; }
pressClose() { "$screen" close "$window"; }

startDisplay
for way in pressEscape pressCtrlQ pressClose; do
    startProgram
    xdotool mousemove 640 360 # keys go to the window under the pointer
    sleep 0.3
    "$way"
    expectExit 10 0
    echo "$way: exit code 0"
done

#!/usr/bin/env bash
# Small windows and large letters: Tab reaches each panel, each page of the dock opens and leaves some of the picture, help
# scrolls.
# Red: a window too narrow for both panels in which Tab has no effect; a panel wider than the window; a dock that takes the
# whole picture or none of it; help that is cut off where it is longer than the window.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

readLayout() { # sets the sizes of the picture and of the panels over it
    local over
    IFS=, read -r pictureX _ pictureWidth pictureHeight <<<"$(status picture | tr -d '[]')"
    over=$(status over | tr -d '[]')
    overLeft=${over%,*} overRight=${over#*,}
}

expectPanels() { # NAME WIDTH: after Tab, and the picture shows it
    xdotool key Tab
    waitFor 5 "panels: $1" statusIs panels "$1"
    letFramesPass
    readLayout
    [ "$1" = both ] || [ "$pictureWidth" = "$2" ] || fail "with panels $1 the picture is $(status picture)"
    case $1 in
    left) holds "$overLeft > 100 && $overLeft <= $2 && $overRight == 0" || fail "panels over the picture: $(status over)" ;;
    right) holds "$overRight > 100 && $overRight <= $2 && $overLeft == 0" || fail "panels over the picture: $(status over)" ;;
    none) holds "$overLeft + $overRight == 0" || fail "panels over the picture: $(status over)" ;;
    both) holds "$overLeft + $overRight == 0 && $pictureX > 100 && $pictureWidth < $2 - 200" || fail "no room beside the picture" ;;
    esac
}

expectDock() { # PAGE KEY SCALE
    local dock
    xdotool key "$2"
    waitFor 5 "page $1" statusIs dock_page "$1"
    letFramesPass
    readLayout
    dock=$(status dock | tr -d '[]')
    holds "${dock##*,} >= 60 * $3 && $pictureHeight >= 30 * $3" || fail "page $1: dock $dock, picture $(status picture)"
}

expectHelp() { # WIDTH HEIGHT
    xdotool key F1
    waitFor 5 "help" statusIs help true
    shot top
    xdotool mousemove $(($1 / 2)) $(($2 / 2)) click --repeat 3 5
    waitFor 5 "help scrolls" changesSince top
    xdotool key Escape
    waitFor 5 "no help" statusIs help false
}
changesSince() {
    shot after
    [ "$(countChanged "$1" after)" -gt 2000 ]
}

hasWidth() { readLayout && [ "$pictureWidth" = "$1" ]; }

tryWindow() { # WIDTH HEIGHT SCALE KIND
    xdotool windowsize "$window" "$1" "$2" mousemove $(($1 / 2)) $(($2 / 3))
    if [ "$4" = wide ]; then
        waitFor 5 "both panels at $1" statusIs panels both
        expectPanels none "$1"
        expectPanels both "$1"
    else
        waitFor 5 "$1 pixels of picture" hasWidth "$1"
        expectPanels left "$1"
        expectPanels right "$1"
        expectPanels none "$1"
    fi
    echo "$1x$2 at $3: $4, every panel is reached"
}

tryPages() { # WIDTH HEIGHT SCALE
    expectDock plots F3 "$3"
    expectDock profile F3 "$3"
    expectDock steps q "$3"
    expectDock closed q 0
    expectHelp "$1" "$2"
    echo "$1x$2 at $3: every page is reached, help scrolls"
}

startDisplay 1300x740
startProgram --no-settings --size 1280x600 --scale 1
tryWindow 1280 600 1 wide
tryWindow 800 600 1 narrow
tryWindow 640 400 1 narrow
tryPages 640 400 1
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"
startProgram --no-settings --size 1280x720 --scale 2
tryWindow 1280 720 2 narrow
tryWindow 640 400 2 narrow
tryPages 640 400 2
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

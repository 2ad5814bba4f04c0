#!/usr/bin/env bash
# The first minute of a user: the mouse drags the teapot into the bunny. Continuous mode must stop it in contact, and no
# resolved pose may overlap the bunny, which the command line checks independently; after D, the same drag in discrete mode
# must penetrate.
# Red: a drag without motion, contact that is not reported or comes with overlap, D without effect, a teapot that is drawn
# at another pose than reported.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

bunny=(builtin:bunny --normalize)

# "x,y" on the screen from a status field such as center: [640.0,360.0].
placeOf() { status "$1" | tr -d '[]'; }

# Drags the teapot by its middle, leftwards into the bunny, in small steps like a hand; does not release it.
dragIntoBunny() {
    local center x y i
    center=$(placeOf center)
    x=${center%,*} x=${x%.*} y=${center#*,} y=${y%.*}
    xdotool mousemove "$x" "$y"
    letFramesPass
    xdotool mousedown 1
    waitFor 5 "the teapot in the hand" statusIs held true
    for i in $(seq 40); do
        xdotool mousemove $((x - 8 * i)) "$y"
        letFramesPass 2 # each is a step of its own, however slow the window is
    done
}

letGo() {
    xdotool mouseup 1
    waitFor 5 "the teapot let go" statusIs held false
}

# The poses of all frames since line $1 of the status file, as a path file.
writePath() {
    echo "px,py,pz,qw,qx,qy,qz"
    tail -n "+$1" "$work/status" | sed -nE 's/.*"pose":\[([^]]*)\].*/\1/p' | uniq
}

# Counts the poses of a path that overlap the bunny, by the command line's discrete test.
countOverlaps() {
    "$program" query builtin:teapot "${bunny[@]}" --mode discrete --path "$1" | grep -c '"status":"overlap"' || true
}

# Without "grep -q" and "head": they end early, and the broken pipe would count as a failure.
statusWas() { tail -n "+$firstLine" "$work/status" | grep "\"status\":\"$1\"" >/dev/null; }

startDisplay
startProgram
[ "$(status object)" = teapot ] || fail "the teapot is not in hand"
statusIs mode continuous || fail "the program does not start in continuous mode"
shot before
startPose=$(status pose)

firstLine=$(wc -l <"$work/status")
dragIntoBunny
waitFor 5 "contact in continuous mode" statusWas contact
contactLine=$(grep -m 1 '"status":"contact"' "$work/status")
echo "continuous: contact, t $(statusOf t "$contactLine"), $(statusOf kind "$contactLine"), $(statusOf query_us "$contactLine") us"
[ "$(statusOf kind "$contactLine")" != null ] || fail "contact without a kind"
holds "$(statusOf t "$contactLine") >= 0 && $(statusOf t "$contactLine") < 1" || fail "contact at no time of the step"
statusWas overlap && fail "overlap in continuous mode"
shot contact
letGo

writePath "$firstLine" >"$work/continuous.csv"
poses=$(wc -l <"$work/continuous.csv")
holds "$poses > 10" || fail "only $poses poses of a long drag"
overlaps=$(countOverlaps "$work/continuous.csv")
[ "$overlaps" = 0 ] || fail "$overlaps of $poses poses overlap the bunny"
echo "none of $poses poses overlaps"

# The changed pixels are where the teapot was and is.
read -r count _ _ <<<"$(screen difference "$work/before.ppm" "$work/contact.ppm")"
holds "$count > 5000" || fail "only $count pixels changed while the teapot moved"
colours=$(screen colours "$work/contact.ppm")
holds "$colours > 500" || fail "only $colours colours: is anything drawn?"
echo "$count pixels changed"

xdotool key BackSpace
isAtStart() { [ "$(status pose)" = "$startPose" ]; }
waitFor 5 "the teapot back at its start" isAtStart
xdotool key d
waitFor 5 "discrete mode" statusIs mode discrete
firstLine=$(wc -l <"$work/status")
dragIntoBunny
waitFor 5 "overlap in discrete mode" statusWas overlap
shot overlap
letGo
writePath "$firstLine" >"$work/discrete.csv"
overlaps=$(countOverlaps "$work/discrete.csv")
holds "$overlaps > 0" || fail "the state says overlap, the command line does not"
echo "discrete: penetrates, $overlaps poses overlap"

xdotool key ctrl+q
expectExit 10 0

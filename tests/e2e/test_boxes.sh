#!/usr/bin/env bash
# The scene of flying boxes: it plays by itself and stops at contacts, the mouse scrubs the timeline, the corner views can
# be hidden, the box is dragged and its step is a screw, the scene plays on.
# Red: a scene that does not move, a scrub that does not pause, ends elsewhere or follows a pointer whose button is up, a view
# that stays, a drag whose step has another contact than the query.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

routeIsBeyond() { holds "$(status route_t) > $1"; }
routeIsAt() { holds "($(status route_t) - ($1))^2 < ($2)^2"; }
routeIsNot() { [ "$(status route)" != "$1" ]; }
# All keys have taken effect, even if pressed faster than a busy machine draws.
routeStands() {
    local before
    before=$(status route_t)
    letFramesPass
    [ "$(status route_t)" = "$before" ]
}
field() { status "$1" | tr -d '[]' | cut -d, -f"$2"; }
# Scrubs to a fraction of the line's width; the line lies within the panel's margins.
scrubTo() { # SHARE
    local x y w h
    x=$(field timeline 1) y=$(field timeline 2) w=$(field timeline 3) h=$(field timeline 4)
    xdotool mousemove "$(awk "BEGIN { printf \"%d\", $x + 10 + $1 * ($w - 20) }")" $((y + h - 20))
}

startDisplay 1280x800
startProgram --scene "flying boxes" --size 1280x800
xdotool mousemove 640 640
[ "$(status playing)" = true ] || fail "the scene does not start by itself"
waitFor 20 "the boxes fly" routeIsBeyond 0.1
atContact=""
# One status line of the stop: the scene continues by itself, and a later line may be of another route.
hasStopped() {
    atContact=$(grep '"route_state":"contact".*}$' "$work/status" | sed -n 1p)
    [ -n "$atContact" ]
}
atStop() { statusOf "$1" "$atContact"; }
waitFor 40 "the first contact" hasStopped
[ "$(atStop boxes_kind)" = vertex-face ] || fail "kind $(atStop boxes_kind)"
holds "$(atStop route_t) == $(atStop boxes_t)" || fail "stopped at $(atStop route_t), contact at $(atStop boxes_t)"
first=$(atStop route)
waitFor 30 "the next route" routeIsNot "$first"
echo "plays, stops at the contact, continues: $(status route), $(status fps) fps, $(status boxes_us) us a query"

xdotool key BackSpace
waitFor 5 "Backspace restarts" statusIs route "$first"
xdotool key space
waitFor 5 "Space pauses" statusIs playing false
before=$(status route_t)
xdotool key period
waitFor 5 "a step forward" statusIs playing false
xdotool key shift+period shift+period shift+period shift+period shift+period shift+period shift+period shift+period
waitFor 5 "steps go on" routeIsBeyond "$before"
waitFor 10 "all of them are made" routeStands
beyond=$(status route_t)
xdotool key shift+comma
isBefore() { holds "$(status route_t) < $beyond"; }
waitFor 5 "a step back" isBefore
xdotool key shift+bracketright
waitFor 5 "the next route by key" routeIsNot "$first"
xdotool key shift+bracketleft
waitFor 5 "the previous route by key" statusIs route "$first"
echo "pause, steps, routes"

# Scrubbed into the overlap and back; playing stops while the mouse scrubs.
xdotool key space
waitFor 5 "Space plays" statusIs playing true
contact=$(status boxes_t)
scrubTo 0.9
xdotool mousedown 1
waitFor 5 "scrubbing pauses" statusIs playing false
waitFor 5 "scrubbed to 0.9" routeIsAt 0.9 0.01
waitFor 5 "overlap beyond the contact" statusIs route_state overlap
scrubTo 0.1
waitFor 5 "scrubbed to 0.1" routeIsAt 0.1 0.01
waitFor 5 "free before the contact" statusIs route_state free
xdotool mouseup 1
xdotool mousemove 640 640
letPictureRest
routeIsAt 0.1 0.01 || fail "let go at 0.1, and it is at $(status route_t)"
[ "$(status boxes_t)" = "$contact" ] || fail "scrubbing changed the answer"

# All of this within one slow frame: the pointer's last place is not the one of the press or of the release.
whileStopped() { # COMMAND...
    kill -STOP "$programId"
    "$@"
    kill -CONT "$programId"
    letPictureRest
}
letGoAndLeave() {
    scrubTo "$1"
    xdotool mouseup 1 mousemove 640 640
}
clickAndLeave() {
    scrubTo "$1"
    xdotool mousedown 1 mouseup 1 mousemove 640 640
}
scrubTo 0.2
xdotool mousedown 1
waitFor 5 "scrubbed to 0.2" routeIsAt 0.2 0.01
whileStopped letGoAndLeave 0.8
routeIsAt 0.8 0.01 || fail "let go at 0.8 within a frame, and it is at $(status route_t)"
whileStopped clickAndLeave 0.3
routeIsAt 0.3 0.01 || fail "clicked at 0.3 within a frame, and it is at $(status route_t)"
echo "scrubbed"

# The corner views: O hides and shows them; Shift+O the timeline.
waitFor 10 "the notice of a path disappears" statusIs notice null
restingShot with
xdotool key o
waitFor 5 "O hides the corner views" statusIs insets false
restingShot without
[ "$(countChanged with without)" -gt 20000 ] || fail "the corner views were $(countChanged with without) pixels"
xdotool key o
waitFor 5 "O shows the corner views" statusIs insets true
restingShot again
above=760 # of 800 rows: below, the status bar shows the pictures a second, which change
[ "$(countChanged with again "$above")" -lt 200 ] || fail "shown again they differ by $(countChanged with again "$above") pixels"
xdotool key shift+o
hasNoLine() { [ "$(field timeline 4)" = 0 ]; }
hasLine() { [ "$(field timeline 4)" -gt 0 ]; }
waitFor 5 "Shift+O hides the timeline" hasNoLine
xdotool key shift+o
waitFor 5 "Shift+O shows the timeline" hasLine
echo "views come and go"

# The box is dragged through the other one: the screw of the step, and the query's own contact.
center=$(status center | tr -d '[]')
x=${center%%.*} y=${center#*,} y=${y%.*}
xdotool mousemove "$x" "$y" mousedown 1
waitFor 5 "the box in the hand" statusIs held true
xdotool mousemove_relative 10 10
waitFor 5 "a hand's step" statusIs route_by_hand true
letFramesPass # so that no two moves become one step, on a slow machine either
xdotool mousemove_relative 30 60
letFramesPass
xdotool mousemove_relative 500 150
contactsWithBox() { grep '"route_by_hand":true' "$work/status" | grep -v '"kind":null\|"met":"ground"' | grep '}$'; }
hasMet() { [ -n "$(contactsWithBox)" ]; }
waitFor 10 "dragged into contact with the other box" hasMet
contactsWithBox >"$work/contacts"
while read -r line; do
    [ "$(statusOf boxes "$line")" = contact ] || fail "the query met, the screw did not: $line"
    holds "($(statusOf t "$line") - $(statusOf boxes_t "$line"))^2 <= 1e-18" || fail "two times of contact: $line"
done <"$work/contacts"
xdotool mouseup 1
waitFor 5 "the box let go" statusIs held false
letPictureRest
grep -q '"status":"overlap","t":[0-9]' "$work/status" && fail "dragged into overlap"
xdotool key space
waitFor 5 "the scene plays on" statusIs route_by_hand false
waitFor 5 "the scene plays on" statusIs playing true
echo "dragged: $(wc -l <"$work/contacts") frames in contact, the same time in both"

# Every path in order, in another size, without messages.
xdotool windowsize "$window" 1000 640
for i in 1 2 3 4 5 6; do
    before=$(status route)
    xdotool key shift+bracketright
    waitFor 5 "route $i" routeIsNot "$before"
    letFramesPass
done
xdotool windowsize "$window" 420 300
letFramesPass
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

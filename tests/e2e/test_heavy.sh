#!/usr/bin/env bash
# A world whose steps take longer than a frame: each frame does its share of a step and is drawn, and the window answers
# meanwhile. A body is pulled, the camera turns, the recording of it comes out the same, and the scene restarts in the
# middle of a step.
# Red: a frame that waits for a step, a world that a hand or a moving camera keeps from its next step, a body that does
# not follow the hand, an early end of a step that the recording lacks, bodies that overlap.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

most=4096 # pair tests that a frame may do; a step of this scene does many times as many
fieldHolds() { holds "$(status "$1") $2"; }
# Counts the frames from one on; the most pair tests of one, the most frames in a row with the same time of the scene.
tellFrames() { # FRAME
    grep '}$' "$work/status" |
        sed -E 's/.*"frame":([0-9]*),.*"frame_tests":([0-9]*).*"scene_time":([0-9.]*).*/\1 \2 \3/' |
        awk -v from="$1" '$1 < from { next } { if ($2 > most) most = $2; row = $3 == time ? row + 1 : 1; time = $3
            if (row > longest) longest = row; ++count } END { printf "%d %d %d", count, most, longest }'
}

# Knots that fall on each other, and a crate to pull in front of them.
{
    echo '{"name":"knots","gravity":[0,-9.81,0],"camera":{"eye":[0,3,9],"target":[0,1,0],"fov":0.8},"objects":['
    echo '{"name":"crate","mesh":"builtin:box:x=0.3,y=0.3,z=0.3","body":"dynamic","pose":[0,-0.1,3.2,1,0,0,0]},'
    for i in $(seq 0 8); do
        echo "{\"name\":\"knot $i\",\"mesh\":\"builtin:torus-knot:radius=0.7,tube=0.2,segments=60\",\"body\":\"dynamic\","
        echo "\"pose\":[$((i % 3 * 2 - 2)).$((i / 3)),$((1 + i / 3 * 2)),0.$i,0.8,0.6,0,0],\"velocity\":[0,-4,0],\"friction\":0.5},"
    done
    echo '{"name":"floor","mesh":"builtin:box:x=40,y=0.5,z=40","pose":[0,-1,0,1,0,0,0]}]}'
} >"$work/knots.json"

startDisplay 640x400
cd "$work"
startProgram --size 640x400 --max-tests "$most" --check knots.json
xdotool mousemove 320 390
waitFor 60 "the bodies do not meet" fieldHolds events "> 4"
begin=$(status frame)
xdotool key F9
waitFor 5 "a recording" statusIs recording true

waitFor 20 "a slow world that claims to keep up" fieldHolds pace "< 0.9"

# A body follows the mouse, though no step ends within a frame.
grab() { # where the crate is in the picture of before
    local center
    center=$(status center | tr -d '[]')
    x=${center%%.*} y=${center#*,} y=${y%.*}
    xdotool mousemove "$x" "$y" mousedown 1
    letFramesPass
    ! statusIs held true || return 0
    xdotool mouseup 1
    return 1
}
waitFor 10 "a body in the hand" grab
time=$(status scene_time)
for i in $(seq 12); do
    xdotool mousemove $((x + 5 * i)) $((y - 8 * i))
    letFramesPass 2
done
waitFor 20 "the world stands still under the hand" fieldHolds scene_time "> $time + 0.03"
xdotool mouseup 1
waitFor 5 "let go" statusIs held false

# The camera turns while the world plays.
time=$(status scene_time) center=$(status center)
for i in $(seq 12); do
    xdotool mousemove $((20 + 4 * i)) 200
    [ "$i" != 1 ] || xdotool mousedown 2
    letFramesPass 1
done
xdotool mouseup 2
waitFor 20 "the world stands still while the camera turns" fieldHolds scene_time "> $time"
xdotool key F9
waitFor 5 "the recording's end" statusIs recording false
read -r frames worst row <<<"$(tellFrames "$begin")"
[ "$worst" -le $((most + 1024)) ] || fail "a frame did $worst pair tests instead of $most"
[ "$row" -ge 3 ] || fail "no step took more than $row of $frames frames: this test sees nothing"
"$program" replay recording-*.fcrec --verify >same || fail "the recording does not come out the same"
early=$(grep -c '"stop"' recording-*.fcrec || true) # by the button that is let go, hardly by more
[ "$early" -le 4 ] || fail "a hand that moves has ended $early steps early"
echo "$frames frames, at most $worst pair tests in one, a step in $row frames"

# One step back is a replay of all steps before, and pauses like the world, which itself pauses before: a step may end
# before the key arrives.
xdotool key space
waitFor 20 "a pause" statusIs playing false
begin=$(status frame) time=$(status scene_time)
xdotool key comma
waitFor 60 "a step back" fieldHolds scene_time "< $time"
waitFor 20 "the end of the replay" fieldHolds replay_frame "== $(status replay_frames) - 1"
read -r frames worst row <<<"$(tellFrames "$begin")"
[ "$worst" -le $((most + 1024)) ] || fail "a frame of a replay did $worst pair tests instead of $most"
[ "$row" -ge 3 ] || fail "no replayed step took more than $row of $frames frames: this test sees nothing"
echo "replayed in $frames frames, at most $worst pair tests in one"

xdotool key BackSpace
waitFor 5 "the start" fieldHolds scene_time "< 0.3"
xdotool key ctrl+q
expectExit 10 0
[ ! -s "$work/stderr" ] || fail "messages"

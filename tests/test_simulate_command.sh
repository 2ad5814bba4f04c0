#!/bin/bash
# `firstcontact simulate` on the command line: bodies and events in closed form, the effect of options, and rejected input.
#
# Usage: test_simulate_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

simulate() { "$program" simulate "$@"; }

# number KEY LINE FROM TO: the number of that key in line LINE of `out` ("$": the last) is between the two.
number() {
    sed -n "$2p" out | sed -n "s/.*\"$1\":\([-0-9.e]*\).*/\1/p" >found
    awk -v a="$3" -v b="$4" 'NF > 0 && $1 >= a && $1 <= b { good = 1 } END { exit !good }' found || fail "$1 in line $2: '$(cat found)', not in [$3, $4]"
}

# scene OBJECTS [OTHER]: a scene file on standard output, with gravity.
scene() { printf '{"gravity":[0,-10,0],"objects":[%s]%s}' "$1" "${2:-}"; }
floor='{"name":"floor","mesh":"builtin:box:x=9,y=1,z=9","pose":[0,-1,0,1,0,0,0]}'
box='"mesh":"builtin:box:x=0.5,y=0.5,z=0.5","body":"dynamic"'

# Free fall from 100: after a step of 0.5 s it is 1.25 lower with speed 5, after a second 5 and 10. The keys and their order
# are a contract. Red: a body at the start of its step, a velocity in another order.
scene "{\"name\":\"a \\\"b\\\"\",$box,\"pose\":[0,100,0,1,0,0,0],\"velocity\":[1,0,0]}" >fall.json
simulate fall.json --seconds 1 --step 0.5 >out 2>err || fail "fall: exit code $?: $(cat err)"
[ -s err ] && fail "fall: says $(cat err)"
cat >expected <<'END'
{"time":0.5,"body":"a \"b\"","pose":[0.5,98.75,0,1,0,0,0],"velocity":[1,-5,0,0,0,0]}
{"time":1,"body":"a \"b\"","pose":[1,95,0,1,0,0,0],"velocity":[1,-10,0,0,0,0]}
END
cmp -s expected out || fail "fall: $(cat out)"

# A box dropped by 1.25 meets the floor after 0.5 s at 5, and leaves it at half of that: an impulse of 7.5. Until it rests
# the energy falls from 17.5 to its potential energy, 5. Red: an impact without its time, names exchanged, a normal from a
# to b, an untested overlap.
scene "$floor,{\"name\":\"box\",$box,\"pose\":[0,1.75,0,1,0,0,0],\"restitution\":0.5}" >drop.json
expect "drop" '^\{"time":0.49[0-9]*,"event":"impact","a":"floor","b":"box","point":\[[^]]*\],"normal":\[0,-1,0\],"speed":4.9[0-9]*,"impulse":7.[0-9]*\}$' \
    simulate drop.json --seconds 3 --check --summary
grep -n '"event":"impact"' out | head -n 1 | cut -d: -f1 >line
number time "$(cat line)" 0.4999 0.5001
number speed "$(cat line)" 4.999 5.001
number impulse "$(cat line)" 7.498 7.502
grep -q '"event":"begin"' out || fail "drop: no begin"
grep -q '"event":"end"' out || fail "drop: no end"
[ "$(grep -c '"body":"box"' out)" -eq 180 ] || fail "drop: $(grep -c '"body"' out) poses of 180 steps"
sed -n 's/^{"time":\([^,]*\),"event".*/\1/p' out >times
sort -g times | cmp -s - times || fail "drop: events out of order: $(tr '\n' ' ' <times)"
number steps '$' 180 180
number resting '$' 1 1
number contacts '$' 4 4
number energy_start '$' 17.499 17.501
number energy_end '$' 5 5.01
number overlaps '$' 0 0
number lost_time '$' 0 0
number worst_drift '$' 0 1e-4
number impact '$' 3 12
number steps_per_second '$' 1 1e9

# Without --check overlaps are not reported. --every N omits bodies and keeps events. A step that does not divide the time
# is adjusted. Two runs are the same to the last digit.
expect "no check" '"overlaps":null' simulate drop.json --seconds 1 --summary
expect "every" '"event":"impact"' simulate drop.json --seconds 1 --every 20
[ "$(grep -c '"body"' out)" -eq 3 ] || fail "--every 20: $(grep -c '"body"' out) poses"
simulate drop.json --seconds 1 --step 0.3 >out || fail "--step: exit code $?"
[ "$(grep -c '"body"' out)" -eq 4 ] || fail "--step 0.3: $(grep -c '"body"' out) steps in a second"
simulate drop.json --seconds 3 >first || fail "exit code $?"
simulate drop.json --seconds 3 --out second >out || fail "--out: exit code $?"
cmp -s first second || fail "two runs differ: $(diff first second | head -n 2)"
[ -s out ] && fail "--out prints as well"
expect "no time" '^\{"steps":0,' simulate drop.json --seconds 0 --summary

# A pendulum: a ball joint to the world, half a metre above its middle; it keeps its length and its energy. A hinge with a
# motor rotates at its speed. Red: a joint that is read and not created.
joint='"joints":[{"kind":"ball","a":"box","point":[0,5.5,0]}]'
scene "{\"name\":\"box\",$box,\"pose\":[0,5,0,1,0,0,0],\"velocity\":[1,0,0]}" ",$joint" >pendulum.json
expect "pendulum" '"steps":120' simulate pendulum.json --seconds 2 --summary
sed -n 's/.*"pose":\[\([^]]*\)\].*/\1/p' out | awk -F, '{ r = sqrt($1 * $1 + ($2 - 5.5) ^ 2 + $3 * $3); if (r < 0.499 || r > 0.501) bad = 1 } END { exit bad }' ||
    fail "pendulum: its length is not 0.5"
joint='"joints":[{"kind":"hinge","a":"box","point":[0,5,0],"axis":[0,0,2],"speed":3,"torque":100}]'
scene "{\"name\":\"box\",$box,\"pose\":[0,5,0,1,0,0,0]}" ",$joint" >motor.json
expect "motor" '"body":"box","pose":\[[^]]*\],"velocity":\[[^]]*,(3|2.99999[0-9]*|3.00000[0-9]*)\]\}$' simulate motor.json --seconds 1

# Overlaps at the start: a warning, and with --check exit code 1 and the names.
scene "$floor,{\"name\":\"box\",$box,\"pose\":[0,0.3,0,1,0,0,0]}" >sunk.json
simulate sunk.json --seconds 0.1 >out 2>err || fail "sunk: exit code $?"
grep -q '^firstcontact: warning: "box" and "floor" overlap at the start$' err || fail "sunk: $(cat err)"
simulate sunk.json --seconds 0.1 --check --summary >out 2>err && fail "sunk --check: it succeeds"
grep -q '^firstcontact: at the start, step 0: "box" and "floor" overlap' err || fail "sunk --check: $(cat err)"
grep -q '"overlaps":[1-9]' out || fail "sunk --check: the summary counts none"

# A reached limit is reported: a wheel on a hinge rotates a million radians a second, more than a step can. A warning that
# names the step, and with --check exit code 1.
joint='"joints":[{"kind":"hinge","a":"box","point":[0,5,0],"axis":[0,0,1]}]'
scene "{\"name\":\"box\",$box,\"pose\":[0,5,0,1,0,0,0],\"angularVelocity\":[0,0,1e6]}" ",$joint" >wheel.json
simulate wheel.json --seconds 0.05 >out 2>err || fail "wheel: exit code $? $(cat err)"
grep -q '^firstcontact: warning: [0-9.e-]* s of motion were lost, first in step 1$' err || fail "wheel: $(cat err)"
simulate wheel.json --seconds 0.05 --check >out 2>err && fail "wheel --check: it succeeds"
grep -q '^firstcontact: [0-9.e-]* s of motion were lost, first in step 1$' err || fail "wheel --check: $(cat err)"

# Bad input stops before anything is written.
scene "$floor" >still.json
refuse 1 'still.json: no object is dynamic; give one "body":"dynamic"' simulate still.json --seconds 1
refuse 1 "no object is dynamic" simulate 'teapot and bunny' --seconds 1
refuse 1 "unknown scene or file 'nowhere.json'" simulate nowhere.json --seconds 1
scene "{\"name\":\"box\",\"body\":\"dynamic\",\"mesh\":\"builtin:bax\"}" >mesh.json
refuse 1 "object \"box\": builtin:bax: unknown built-in mesh 'bax'" simulate mesh.json --seconds 1 --out refused
[ -e refused ] && fail "a refused run leaves a result"
printf '{"objects":[{"name":"box",%s,\n"restitution":2}]}' "$box" >bouncy.json
refuse 1 'bouncy.json:2: restitution must be at most 1' simulate bouncy.json --seconds 1
refuse 1 "/nowhere/result: " simulate drop.json --seconds 1 --out /nowhere/result
if [ -c /dev/full ]; then
    simulate drop.json --seconds 1 --out /dev/full >out 2>err && fail "a full disk: it succeeds"
    grep -q '^firstcontact: /dev/full: ' err || fail "a full disk: $(cat err)"
fi

# Invalid calls.
refuse 2 "expected SCENE --seconds T" simulate --seconds 1
refuse 2 "expected SCENE --seconds T" simulate drop.json
refuse 2 "--seconds must be a number" simulate drop.json --seconds -1
refuse 2 "--step must be a number" simulate drop.json --seconds 1 --step 0
refuse 2 "--every must be a whole number" simulate drop.json --seconds 1 --every 0
refuse 2 "unexpected argument 'b'" simulate drop.json b --seconds 1
refuse 2 "unknown option '--steps'" simulate drop.json --steps 5

# The example of --help works as typed.
"$program" simulate --help >help 2>err || fail "--help: exit code $?"
[ -s err ] && fail "--help writes to standard error"
mkdir bin
ln -s "$program" bin/firstcontact
example=$(sed -n '/^example:/{n;p}' help)
PATH=$work/bin:$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
[ -s err ] && fail "the example says $(head -c 300 err)"
number steps '$' 60 60
number impact '$' 1 20

[ $failures -eq 0 ]

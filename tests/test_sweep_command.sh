#!/bin/bash
# `firstcontact sweep` on the command line: answers in closed form, exit codes, pictures, rejected input.
#
# Usage: test_sweep_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

# exits CODE NAME PATTERN COMMAND...: the exit code, an empty standard error, a line that matches the pattern.
exits() {
    local code=$1 name=$2 pattern=$3
    shift 3
    "$@" >out 2>err
    local got=$?
    [ $got -eq "$code" ] || fail "$name: exit code $got, expected $code: $(head -c 300 err)"
    [ -s err ] && fail "$name: says $(head -c 300 err)"
    grep -qE -- "$pattern" out || fail "$name: no '$pattern' in: $(head -c 600 out)"
}
sweep() { "$program" sweep "$@"; }

# A cube of edge 2 at the origin; a carriage slides along x, and on it a head along y. The joint of the head is given from
# the other side: the head is b.
cat >gantry.json <<'END'
{"objects":[
  {"name":"block","mesh":"builtin:box"},
  {"name":"head","mesh":"builtin:box","pose":[5,0,0,1,0,0,0],"body":"dynamic"},
  {"name":"carriage","shapes":[{"mesh":"builtin:box:x=0.1,y=0.1,z=0.1"}],"pose":[5,0,9,1,0,0,0],"body":"dynamic"}],
 "joints":[
  {"kind":"slider","name":"x","a":"carriage","point":[5,0,9],"axis":[1,0,0],"limits":[-6,4]},
  {"kind":"slider","a":"carriage","b":"head","point":[5,0,9],"axis":[0,1,0],"limits":[-4,null]}]}
END
# The head reaches the cube at x = 2, which is the value -3. Red: the sense of the second joint, limits that are ignored.
exits 1 contact '^\{"status":"contact","pairs":3,"free_pairs":2,"joints":\[\{"name":"x","range":\[-6,4\]\}\],"contacts":\[\{"a":"head","b":"block","from":\[-6\],"to":\[-(3|2.99999999)[0-9.]*\],"at":\[[-0-9.]*\],"certain":true\}\],"clearance":null,"undecided_share":0,' sweep gantry.json --joint x
exits 0 free '"status":"free","pairs":3,"free_pairs":3,.*"contacts":\[\],"clearance":\{"lo":0.99999[0-9]*,"hi":1[0-9.]*,"a":"head","b":"block","at":\[-2\],' sweep gantry.json --joint x=-2:4 --clearance
exits 1 "head" '"joints":\[\{"name":"head","range":\[1,9\]\}\],"contacts":\[\{"a":"head","b":"block","from":\[1\],"to":\[(2|1.99999)' sweep gantry.json --joint head=1:9 --at x=-5
exits 0 "allowed" '"status":"free","pairs":2,' sweep gantry.json --joint x --allow block,head
exits 1 "safety distance" '"to":\[-2.(5|49999999)' sweep gantry.json --joint x --safety-distance 0.5
# Pairs of their own: in the file and as an option, which overrides it, in any order of the names. Red: the length given
# to all pairs, an option that the file overrides.
sed 's/"joints":\[/"pairs":[{"a":"block","b":"head","safetyDistance":0.25},{"a":"carriage","b":"block","safetyDistance":9}],\n &/' gantry.json >pairs.json
exits 1 "distance of a pair" '"pairs":3,"free_pairs":1,.*"a":"head","b":"block","from":\[-6\],"to":\[-2.(75|7499999)' sweep pairs.json --joint x
exits 1 "distance of a pair and of all" '"a":"head","b":"block","from":\[-6\],"to":\[-2.(75|7499999)' sweep pairs.json --joint x --safety-distance 0.01
exits 1 "distance of a pair as an option" '"free_pairs":2,.*"to":\[-2.(5|49999999)' sweep pairs.json --joint x --safety-distance head,block=0.5 --safety-distance block,carriage=0
printf 'x\n0\n-6\n' >pair.csv
exits 1 "distance of a pair on a path" '"a":"head","b":"block".*"values":\{"x":-2.7(5|4999999)' sweep pairs.json --path pair.csv --safety-distance carriage,block=0
# An allowance moves both surfaces inwards: contact begins later by twice its length, and only for its pair.
exits 1 "allowance" '"pairs":3,"free_pairs":2,.*"a":"head","b":"block","from":\[-6\],"to":\[-3.(2|19999)' sweep gantry.json --joint x --allowance 0.1
exits 1 "allowance of a pair" '"pairs":3,"free_pairs":2,.*"a":"head","b":"block","from":\[-6\],"to":\[-3.(2|19999)' sweep gantry.json --joint x --allowance block,head=0.1
exits 1 "allowance of another pair" '"to":\[-(3|2.99999999)[0-9.]*\]' sweep gantry.json --joint x --allowance block,carriage=0.1
exits 1 "allowance and distance of a pair" '"to":\[-2.(7|69999)' sweep pairs.json --joint x --allowance block,head=0.1 --safety-distance block,head=0.5 --safety-distance block,carriage=0
exits 0 "allowance of a pair and clearance" '"lo":1.19999[0-9]*,"hi":1.2[0-9]*,"a":"head"' sweep gantry.json --joint x=-2:4 --clearance --allowance block,head=0.1
exits 1 "none for one pair" '"to":\[-(3|2.99999999)[0-9.]*\]' sweep gantry.json --joint x --allowance 0.1 --allowance block,head=0
exits 1 "two joints" '"certain":true.*"undecided_share":0.0' sweep gantry.json --joint x --joint head=-4:4 --resolution 0.01 --picture map.png
exits 3 "undecided" '"status":"undecided","reason":"budget"' sweep gantry.json --joint x --joint head=-4:4 --max-tests 1
python3 - <<'END' || fail "--picture: no map of both joints"
import struct, sys, zlib
data = open("map.png", "rb").read()
width, height = struct.unpack(">II", data[16:24])
rows, at = b"", 8
while at < len(data):
    length, = struct.unpack(">I", data[at:at + 4])
    if data[at + 4:at + 8] == b"IDAT": rows += data[at + 8:at + 8 + length]
    at += 12 + length
sys.exit(not (data[:4] == b"\x89PNG" and width == 896 and height == 896 and len(zlib.decompress(rows)) >= height * width * 3))
END
# A third joint lifts the block: only the map at its lower limit has a contact. Red: all boxes in every map.
sed 's/"name":"block","mesh":"builtin:box"/&,"pose":[0,0,0,1,0,0,0],"body":"dynamic"/
    s/"joints":\[/&{"kind":"slider","name":"lift","a":"block","point":[0,0,0],"axis":[0,0,1],"limits":[0,7.5]},/' gantry.json >lift.json
exits 1 "three joints" '"certain":true' sweep lift.json --joint x --joint head=-4:4 --joint lift --resolution 0.0625 --picture maps.png
python3 - <<'END' || fail "--picture: not four maps of which one has contacts"
import struct, sys, zlib
data = open("maps.png", "rb").read()
width, height = struct.unpack(">II", data[16:24])
depth = {2: 3, 6: 4}[data[25]]
packed, at = b"", 8
while at < len(data):
    length, = struct.unpack(">I", data[at:at + 4])
    if data[at + 4:at + 8] == b"IDAT": packed += data[at + 8:at + 8 + length]
    at += 12 + length
raw, rows, before = zlib.decompress(packed), [], bytes(width * depth)
for y in range(height):
    kind, row = raw[y * (width * depth + 1)], bytearray(raw[y * (width * depth + 1) + 1:(y + 1) * (width * depth + 1)])
    if kind == 2 and not any(row): row = before # as the row above
    for i in range(width * depth if kind and row is not before else 0):
        a, b, c = row[i - depth] if i >= depth else 0, before[i], before[i - depth] if i >= depth else 0
        nearest = min((a, b, c), key=lambda v: abs(a + b - c - v))
        row[i] = (row[i] + (0, a, b, (a + b) // 2, nearest)[kind]) & 255
    rows.append(row); before = row
red = [sum(rows[y][x * depth:x * depth + 3] == bytes((196, 43, 43)) for y in range(57, 359) for x in range(left, left + 302)) for left in range(89, 89 + 4 * 344, 344)]
sys.exit(not (width == 88 + 4 * 344 and red[0] > 1000 and red[1:] == [0, 0, 0]))
END
sweep gantry.json --joint x --out line.json >out && fail "--out: exit code 0 with a contact"
[ -s out ] && fail "--out: prints $(head -c 100 out)"
grep -q '"status":"contact"' line.json || fail "--out: no line"

# A bar of length 2 turns about z at the origin: degrees, whole turns. Its corner reaches the wall x = 1.5 on its way up.
cat >bar.json <<'END'
{"objects":[
  {"name":"wall","mesh":"builtin:box:x=0.5,y=9,z=1","pose":[2,0,0,1,0,0,0]},
  {"name":"bar","mesh":"builtin:box:x=1,y=0.1,z=0.1","pose":[0,1,0,0.7071067811865476,0,0,0.7071067811865476],"body":"dynamic"}],
 "joints":[{"kind":"hinge","a":"bar","point":[0,0,0],"axis":[0,0,-1]}]}
END
exits 1 degrees '"range":\[0,3.14159265358979[0-9]*\]\}\],"contacts":\[\{"a":"bar","b":"wall","from":\[0.79669[0-9]*\],"to":\[2.34490[0-9]*\]' sweep bar.json --joint bar=0deg:180deg
exits 0 "other side" '"status":"free"' sweep bar.json --joint bar=-170deg:45deg

# Paths: both joints of the gantry move at once. The head is at (2, 2) at the time 2/3: x goes from 5 to 0.5, y from 6.5 to -0.25.
printf 'time,x,head\n0,0,6.5\n1,-4.5,-0.25\n' >both.csv
printf ' head , x \r\n4,-4\r\n4,4\r\n\r\n' >beside.csv
exits 1 "path" '"status":"contact","path":"both.csv","edges":1,"pairs":3,"edge":0,"time":0.6666666666[0-9]*,"time_hi":0.6666666666[0-9]*,"a":"[a-z]*","b":"[a-z]*",.*"values":\{"x":-[23][.0-9]*,"head":[12][.0-9]*\},"free_time":0.66666[0-9]*,' sweep gantry.json --path both.csv
exits 0 "path beside the block" '"status":"free","path":"beside.csv","edges":1,.*"edge":null,.*"free_time":1,"free_values":\{"x":4,"head":4\}' sweep gantry.json --path beside.csv
exits 1 "two paths" '"path":"both.csv"' sweep gantry.json --path beside.csv --path both.csv
[ "$(wc -l <out)" = 2 ] || fail "two paths: not two lines"
exits 1 "path that starts in overlap" '"status":"overlap".*"time":0,' sweep gantry.json --path both.csv --safety-distance 6
exits 3 "path, undecided" '"status":"undecided","reason":"budget"' sweep gantry.json --path both.csv --max-tests 1
exits 1 "path with a tolerance" '"tolerance":(0.00[0-9]*|[0-9.]*e-[0-9]*),' sweep gantry.json --path both.csv --tolerance 0.001
refuse 2 "--tolerance needs --path" sweep gantry.json --joint x --tolerance 0.1
printf 'x,y\n0,0\n1,1\n' >unknown.csv
printf 'x,x\n0,0\n1,1\n' >twice.csv
printf 'time,x\n0,0\n0,1\n' >times.csv
printf 'x\n0\n\n5\n' >beyond.csv
printf 'time,x\n\n-1,0\n0,1\n' >early.csv
printf 'x\n0\nnan\n' >number.csv
printf 'x\n0\n' >short.csv
: >empty.csv
refuse 2 "unknown.csv:1: no joint has the name 'y'; the joints are x, head" sweep gantry.json --path unknown.csv
refuse 2 "unknown.csv:1: no joint has the name 'y'" sweep gantry.json --path beside.csv --path unknown.csv
refuse 2 "twice.csv:1: the joint 'x' has two columns" sweep gantry.json --path twice.csv
refuse 2 "times.csv:3: the time is not above that of the row before" sweep gantry.json --path times.csv
refuse 2 "beyond.csv:4: 5 is beyond the range -6:4 of the joint 'x'" sweep gantry.json --path beyond.csv
refuse 2 "early.csv:3: the time is negative" sweep gantry.json --path early.csv
refuse 2 "number.csv:3: x is not a finite number: 'nan'" sweep gantry.json --path number.csv
refuse 2 "short.csv:2: a path needs at least two rows" sweep gantry.json --path short.csv
refuse 2 "empty.csv:1: the file is empty" sweep gantry.json --path empty.csv
refuse 2 "--path and --joint exclude each other" sweep gantry.json --path both.csv --joint x
refuse 2 "--clearance, --precision, --resolution and --picture need --joint" sweep gantry.json --path both.csv --clearance

# Rejected input: exit code 2, a message, no output.
refuse 2 "expected MECHANISM (--joint NAME[=FROM:TO] | --path FILE.csv)" sweep gantry.json
refuse 2 "--joint may be given at most three times" sweep gantry.json --joint a --joint b --joint c --joint d
refuse 2 "no joint has the name 'y'; the joints are x, head" sweep gantry.json --joint y
refuse 2 "--joint x=1: the range must be FROM:TO" sweep gantry.json --joint x=1
refuse 2 "--joint x=2:1: the range must be FROM:TO" sweep gantry.json --joint x=2:1
refuse 2 "--joint x=0deg:1deg: the range must be FROM:TO" sweep gantry.json --joint x=0deg:1deg
refuse 2 "x=-7:0: the range of the joint is -6:4" sweep gantry.json --joint x=-7:0
refuse 2 "the joint is given twice" sweep gantry.json --joint x --joint x=0:1
refuse 2 "--joint head: the joint has no limits; write head=FROM:TO" sweep gantry.json --joint head
refuse 2 "--at x=1: the joint 'x' is moved by --joint" sweep gantry.json --joint x --at x=1
refuse 2 "--at x=2: the joint 'x' has two values" sweep gantry.json --joint head=0:1 --at x=1 --at x=2
refuse 2 "both.csv:1: the joint 'head' is moved by the file and set by --at" sweep gantry.json --path both.csv --at head=1
refuse 2 "--at x: write NAME=VALUE" sweep gantry.json --joint head=0:1 --at x
refuse 2 "--allow needs the names of two links, A,B, not 'block'" sweep gantry.json --joint x --allow block
refuse 2 "--allow needs the names of two links, A,B, not 'head,head'" sweep gantry.json --joint x --allow head,head
refuse 2 "--allow block,nope: no link has the name 'nope'" sweep gantry.json --joint x --allow block,nope
refuse 2 "--allow no,pe,block: no link has the name 'no,pe'" sweep gantry.json --joint x --allow no,pe,block
refuse 2 "--allow nope,none: no link has the name 'nope'" sweep gantry.json --joint x --allow nope,none
refuse 2 "--allowance nope,block=1: no link has the name 'nope'" sweep gantry.json --joint x --allowance nope,block=1
refuse 2 "--safety-distance needs the names of two links, A,B=LENGTH, not 'block=1'" sweep gantry.json --joint x --safety-distance block=1
refuse 2 "--safety-distance must be a number from 0 to 1e+100, or A,B=NUMBER, not '-1'" sweep gantry.json --joint x --safety-distance -1
refuse 2 "--allowance must be a number from 0 to 1e+100, or A,B=NUMBER, not 'block,head=x'" sweep gantry.json --joint x --allowance block,head=x
refuse 2 "with the allowance" sweep gantry.json --joint x --allowance block,head=5
sed -i 's/"b":"head","safety/"b":"none","safety/' pairs.json
refuse 2 'pairs.json:5: b of a pair: no object has the name "none"' sweep pairs.json --joint x
refuse 2 "--max-tests must be a whole number from 1 to 1000000000000000, not '2.5'" sweep gantry.json --joint x --max-tests 2.5
refuse 2 "--precision needs --clearance" sweep gantry.json --joint x --precision 1
refuse 2 "--picture needs a file FILE.png" sweep gantry.json --joint x --picture map.jpg
refuse 2 "none.json" sweep none.json --joint x
echo "v 0 0 0" >cube.obj
refuse 2 "cube.obj: neither a scene nor a URDF file (FILE.urdf); as a scene: cube.obj:1: invalid JSON near 'v 0 0 0'" sweep cube.obj --joint x
refuse 2 "unknown scene or file 'none'" sweep none --joint x
sed 's/"kind":"slider","a"/"kind":"ball","a"/; s/,"axis":\[0,1,0\],"limits":\[-4,null\]//' gantry.json >ball.json
refuse 2 'ball.json: "carriage" has a ball joint; a mechanism has hinges, sliders and fixed joints' sweep ball.json --joint x
sed 's/"joints":\[/"joints":[{"kind":"fixed","a":"head","point":[0,0,0]},/' gantry.json >loop.json
refuse 2 'the joints form a loop at "' sweep loop.json --joint x
sed 's/"name":"x"/"name":3/' gantry.json >name.json
refuse 2 'name.json:6: ' sweep name.json --joint x

# A robot in URDF: joints by name, axes and origins, a mesh of a package, a link without meshes, a sphere instead of a box
# that is only visible. The arm's upper side reaches the wall's corner where 0.35 cos t - 0.1 sin t = 0.05. Red: a frame or
# a sense of rotation that is wrong, a cylinder about another axis, <visual> in spite of <collision>.
mkdir -p cell/urdf cell/meshes
"$program" mesh export builtin:box:x=1,y=10,z=10 cell/meshes/wall.obj >out 2>err || fail "export: $(head -c 300 err)"
cat >cell/urdf/arm.urdf <<'END'
<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><collision><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision>
    <inertial><mass value="1"/></inertial></link>
  <link name="empty"/>
  <link name="arm"><visual><geometry><sphere radius="9"/></geometry></visual>
    <collision><geometry><box size="1 0.1 0.1"/></geometry><origin xyz="0.5 0 0" rpy="0 0 0"/></collision></link>
  <link name="tool"><visual><origin xyz="0.2 0 0"/><geometry><sphere radius="0.05"/></geometry></visual></link>
  <link name="wall"><collision><geometry><mesh filename="package://cell/meshes/wall.obj" scale="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="lift" type="prismatic"><parent link="base"/><child link="empty"/><axis xyz="0 0 1"/><limit lower="0" upper="0.5" effort="1" velocity="1"/></joint>
  <joint name="turn" type="revolute"><parent link="empty"/><child link="arm"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint>
  <joint name="wrist" type="continuous"><parent link="arm"/><child link="tool"/><origin xyz="1.05 0 0" rpy="0 0 1.5707963267948966"/><axis xyz="0 0 1"/></joint>
  <joint name="w" type="fixed"><parent link="base"/><child link="wall"/><origin xyz="0 1.35 0"/></joint>
</robot>
END
robot=cell/urdf/arm.urdf
sweep $robot --joint turn >out 2>err
if grep -q "built without expat" err; then
    echo "without expat: URDF is not tested"
else
    exits 1 "URDF" '"pairs":4,"free_pairs":2,"joints":\[\{"name":"turn","range":\[-2,2\]\}\],"contacts":\[\{"a":"wall","b":"arm","from":\[1.1547004[0-9]*\]' sweep $robot --joint turn
    exits 0 "URDF: two joints" '"status":"free","pairs":4,.*"clearance":\{"lo":0.149[0-9]*,"hi":0.150*[0-9]*,"a":"arm","b":"base","at":\[[-0-9.]*,0\]' sweep $robot --joint turn=-1:0.5 --joint lift --clearance
    exits 0 "URDF: continuous" '"status":"free"' sweep $robot --joint wrist=0:360deg --at turn=-90deg
    # wrong TEXT EXPRESSION: the robot, edited by sed, is refused with the text.
    wrong() {
        sed "$2" $robot >cell/urdf/wrong.urdf
        refuse 2 "$1" "$program" sweep cell/urdf/wrong.urdf --joint turn
    }
    wrong "wrong.urdf:10: joint 'lift': a joint must be revolute, continuous, prismatic or fixed, not 'planar'" 's/"prismatic"/"planar"/'
    wrong "wrong.urdf:10: joint 'lift': no link has the name 'bass'" 's/parent link="base"/parent link="bass"/'
    wrong "wrong.urdf:11: joint 'turn': the link 'empty' has two parents" 's/child link="arm"/child link="empty"/'
    wrong "wrong.urdf:10: the joints form a loop at the link" 's/"lift" type="prismatic"><parent link="base"/"lift" type="prismatic"><parent link="tool"/'
    wrong "wrong.urdf:11: joint 'turn': joints that mimic another are not supported" 's/<limit lower="-2"/<mimic joint="lift"\/>&/'
    wrong "wrong.urdf:11: joint 'turn': the lower limit, 3, must be below the upper one, 2" 's/lower="-2"/lower="3"/'
    wrong "wrong.urdf:11: joint 'turn': a revolute joint needs the element <limit> with lower and upper" '11s/<limit.*<.joint>/\n<\/joint>/'
    wrong "wrong.urdf:10: joint 'lift': a prismatic joint needs the element <limit>" '10s/<limit[^>]*>//'
    wrong "wrong.urdf:11: joint 'turn': the element <child> is missing" '11s/<child[^>]*>//'
    wrong "wrong.urdf:11: joint 'turn': <child> needs the attribute 'link'" '11s/child link/child name/'
    wrong "wrong.urdf:11: joint 'turn': the axis must not be zero" '11s/axis xyz="0 0 1"/axis xyz="0 0 0"/'
    wrong "wrong.urdf:11: joint 'turn': xyz of <origin> must be three numbers, not '0 0'" 's/xyz="0 0 0.3"/xyz="0 0"/'
    wrong "wrong.urdf:7: link 'arm': xyz of <origin> must be three numbers, not '0.5 0 0 1'" '7s/xyz="0.5 0 0"/xyz="0.5 0 0 1"/'
    wrong "wrong.urdf:11: joint 'turn': upper of <limit> must be a number, not 'two'" '11s/upper="2"/upper="two"/'
    wrong "wrong.urdf:11: joint 'turn': upper of <limit> must be within -1e100 and 1e100, not '1e101'" '11s/upper="2"/upper="1e101"/'
    wrong "wrong.urdf:3: link 'base': a geometry must be a box, a cylinder, a sphere or a mesh, not 'capsule'" 's/<cylinder/<capsule/'
    wrong "wrong.urdf:9: link 'wall': there is no mesh file 'package://cell/meshes/walls.obj' in a folder around" 's/wall.obj/walls.obj/'
    wrong "wrong.urdf:9: link 'wall': a mesh needs the same scale above 0 along all axes, not '1 2 3'" 's/0.1 0.1 0.1"\/><\/geom/1 2 3"\/><\/geom/'
    wrong "wrong.urdf:6: two links have the name 'empty'" 's/link name="arm"/link name="empty"/'
    wrong "wrong.urdf:9: link 'wall': there is no mesh file 'wall.obj' beside" 's/package:.*wall.obj/wall.obj/'
    echo 'f 1 2 3' >cell/urdf/cut.obj
    wrong "wrong.urdf:9: object \"wall\": shape 1: cell/urdf/cut.obj" 's/package:.*wall.obj/cut.obj/'
    wrong "wrong.urdf:3: link 'base': <cylinder> needs a radius above 0" 's/radius="0.1"/radius="0"/'
    wrong "wrong.urdf:7: link 'arm': <box> needs a size of three lengths above 0" 's/<box size="1/<box size="0/'
    wrong "wrong.urdf:2: a URDF file has the element robot, not 'sdf'" 's/robot/sdf/'
    wrong "wrong.urdf:4: invalid XML: mismatched tag" 's/<\/inertial>//'
    wrong "wrong.urdf:8: link 'tool': no geometry in <visual>" 's/<geometry><sphere radius="0.05"\/><\/geometry>//'
fi

# The same bytes with 1, 2 and 3 threads, times aside: joints, a limit of the work, paths of several runs. Red: tasks that
# share what a cell or a run of edges has found.
awk 'BEGIN { print "x,head"; for (i = 0; i < 100; i++) print 4 - 0.06 * i "," 3 * sin(i) }' >long.csv
same() {
    local name=$1 jobs
    shift
    sweep "$@" --jobs 1 | sed 's/"time_us":[0-9.]*//' >one
    [ -s one ] || fail "--jobs 1: $name: no line"
    for jobs in 2 3; do
        sweep "$@" --jobs $jobs | sed 's/"time_us":[0-9.]*//' | cmp - one || fail "--jobs $jobs: $name"
    done
}
same "a joint" gantry.json --joint x
same "two joints" gantry.json --joint x --joint head=-4:4 --resolution 0.01
same "three joints" lift.json --joint x --joint head=-4:4 --joint lift --resolution 0.0625
same "limit" gantry.json --joint x --joint head=-4:4 --resolution 0.01 --max-tests 9000
same "path" gantry.json --path long.csv --path both.csv
same "path with a limit" gantry.json --path long.csv --max-tests 300
grep -q '"reason":"budget"' one || fail "--jobs: no limit: $(head -c 300 one)"

# --help, and its example.
sweep --help >help || fail "--help: exit code $?"
example=$(sed -n '/^example:/{n;p}' help)
PATH=$(dirname "$(realpath "$program")"):$PATH bash -c "$example" >out 2>err || fail "the example failed: $example: $(head -c 300 err)"
grep -q '"status":"free".*"clearance":{"lo":0.009' out || fail "the example prints: $(head -c 300 out)"

[ $failures -eq 0 ]

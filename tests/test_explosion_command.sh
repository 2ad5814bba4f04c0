#!/bin/bash
# `firstcontact disassemble --picture` and `--film`: an exploded view and the film of the assembly.
#
# Usage: test_explosion_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

cat >stack.json <<'END'
{"objects":[
 {"name":"base","mesh":"builtin:box:x=1,y=0.2,z=1","pose":[0,0,0,1,0,0,0],"body":"fixed"},
 {"name":"middle","mesh":"builtin:box:x=0.8,y=0.2,z=0.8","pose":[0,0.41,0,1,0,0,0],"body":"dynamic"},
 {"name":"top","mesh":"builtin:box:x=0.6,y=0.2,z=0.6","pose":[0,0.82,0,1,0,0,0],"body":"dynamic"}]}
END

# The results are those without pictures. Red: file names among them, a picture that changes the search.
plain() { sed -E 's/"time_s":[0-9.e-]+/"time_s":0/' "$1"; }
expect without '"order":1' "$program" disassemble stack.json
plain out >bare
expect with '"order":1' "$program" disassemble stack.json --picture view.png --film film.gif
[ "$(plain out)" = "$(cat bare)" ] || fail "pictures change the results"
[ "$(head -c 4 view.png | tail -c 3)" = PNG ] || fail "no picture"
[ "$(head -c 3 film.gif)" = GIF ] || fail "no film"

# Groups do not change it: the pictures of the tub show that its halves come apart outside.
tub=$(dirname "${BASH_SOURCE[0]}")/../assets/tub.json
"$program" disassemble "$tub" --rounds 1 --picture tub.png --film tub.gif >out 2>err || [ $? -eq 3 ] || fail "tub: $(head -c 300 err)"
[ "$(head -c 4 tub.png | tail -c 3)" = PNG ] || fail "no picture of the tub"
[ "$(head -c 3 tub.gif)" = GIF ] || fail "no film of the tub"

# All parts are in the picture from the first picture of the film to the last: the hook hangs higher in the assembly than in
# the exploded view. Red: a camera for the exploded view alone.
mkdir bin
cat >bin/ffmpeg <<'END' # takes the raw pictures
#!/bin/sh
echo "$@" >arguments
cat >pictures
for file; do :; done
echo film >"${file#file:}"
END
chmod +x bin/ffmpeg
PATH=$PWD/bin:$PATH expect hook '"status":"free"' "$program" disassemble "hook on a bar" --film hook.mp4
python3 - <<'END' || fail "a part leaves the picture"
import re
import sys

width, height = map(int, re.search(r"-video_size (\d+)x(\d+)", open("arguments").read()).groups())
data, size = open("pictures", "rb").read(), 3 * width * height

def differ(a, b):  # by more than the background, a slow gradient from top to bottom
    return max(abs(x - y) for x, y in zip(a, b)) > 16

for first in range(0, len(data), size):
    pixel = lambda x, y: data[first + 3 * (width * y + x):first + 3 * (width * y + x) + 3]
    rows = [[pixel(x, y) for x in range(width)] for y in (4, height - 5)]
    sides = [[pixel(x, y) for y in range(height)] for x in (4, width - 5)]
    if any(differ(row[0], p) for row in rows for p in row): sys.exit(1)
    if any(differ(p, q) for side in sides for p, q in zip(side, side[1:])): sys.exit(1)
sys.exit(len(data) % size != 0 or len(data) < 10 * size)
END

refuse 2 "--picture must be FILE.png" "$program" disassemble stack.json --picture view.jpg
refuse 2 "--film must be FILE.gif or FILE.mp4" "$program" disassemble stack.json --film film.avi

[ $failures -eq 0 ]

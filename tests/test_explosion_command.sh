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
expect hook '"status":"free"' "$program" disassemble "hook on a bar" --film hook.gif
python3 - <<'END' || fail "a part leaves the picture"
import sys

data = open("hook.gif", "rb").read()
width, height = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
size = 3 * (2 << (data[10] & 7)) if data[10] & 128 else 0
common, at, clear_index, seen = data[13:13 + size], 13 + size, -1, 0
rows = {y: [None] * width for y in (4, height - 5)}
sides = {x: [None] * height for x in (4, width - 5)}

def blocks(at):
    parts = b""
    while data[at]:
        parts += data[at + 1:at + 1 + data[at]]
        at += data[at] + 1
    return parts, at + 1

def unpack(bits, packed):
    clear, table, out, last, held, count = 1 << bits, [], [], None, 0, 0
    table, width = [bytes([i]) for i in range(clear)] + [b"", b""], bits + 1
    for byte in packed:
        held, count = held | byte << count, count + 8
        while count >= width:
            code, held, count = held & (1 << width) - 1, held >> width, count - width
            if code == clear: table, width, last = table[:clear + 2], bits + 1, None; continue
            if code == clear + 1: return b"".join(out)
            entry = table[code] if code < len(table) else last + last[:1]
            out.append(entry)
            if last is not None and len(table) < 4096:
                table.append(last + entry[:1])
                if len(table) == 1 << width and width < 12: width += 1
            last = entry
    return b"".join(out)

while data[at] != 0x3B:
    if data[at] == 0x21:
        if data[at + 1] == 0xF9: clear_index = data[at + 6] if data[at + 3] & 1 else -1
        at = blocks(at + 2)[1]
        continue
    left, top, wide, high = (int.from_bytes(data[at + i:at + i + 2], "little") for i in (1, 3, 5, 7))
    own = 3 * (2 << (data[at + 9] & 7)) if data[at + 9] & 128 else 0
    colors, at = data[at + 10:at + 10 + own] if own else common, at + 10 + own
    packed, after = blocks(at + 1)
    pixels, at, seen = unpack(data[at], packed), after, seen + 1
    color = lambda i: tuple(colors[3 * i:3 * i + 3])
    for y, row in rows.items():
        for x in range(left, left + wide) if top <= y < top + high else ():
            i = pixels[(y - top) * wide + x - left]
            if i != clear_index: row[x] = color(i)
    for x, side in sides.items():
        for y in range(top, top + high) if left <= x < left + wide else ():
            i = pixels[(y - top) * wide + x - left]
            if i != clear_index: side[y] = color(i)
    # The background is a slow gradient from top to bottom.
    if any(max(abs(a - b) for a, b in zip(row[0], p)) > 16 for row in rows.values() for p in row): sys.exit(1)
    if any(max(abs(a - b) for a, b in zip(p, q)) > 16 for side in sides.values() for p, q in zip(side, side[1:])): sys.exit(1)
sys.exit(seen < 10)
END

refuse 2 "--picture must be FILE.png" "$program" disassemble stack.json --picture view.jpg
refuse 2 "--film must be FILE.gif or FILE.mp4" "$program" disassemble stack.json --film film.avi

[ $failures -eq 0 ]

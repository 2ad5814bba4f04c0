#!/bin/bash
# Films that `render` writes: GIF by the program itself, MP4 by ffmpeg, the real one if installed, and fakes that record
# their input, fail halfway, or are missing.
# Red: a film of another length or size, a wrong call of ffmpeg, a file or a child left behind on failure.
#
# Usage: test_films.sh PROGRAM
set -u
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
export ASAN_OPTIONS=detect_leaks=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

render() { "$program" render thin-plates --size 161x91 --frames 6 "$@" >"$work/out" 2>"$work/err"; }

# Pictures and hundredths of a second of a GIF: its graphic control blocks (21 f9 04).
measureGif() {
    od -An -v -tx1 "$1" | tr -d ' \n' | grep -oE '21f904[0-9a-f]{10}' | while read -r block; do
        echo $((16#${block:10:2}${block:8:2}))
    done | awk '{ sum += $1; ++count } END { print count + 0, sum + 0 }'
}

# Six pictures of 0.08 s, the last of each of three steps for 1.5 s; at 20 a second 0.05 s.
render --out "$work/film.gif" || fail "GIF: $(head -c 300 "$work/err")"
[ "$(measureGif "$work/film.gif")" = "6 474" ] || fail "GIF: pictures and hundredths are $(measureGif "$work/film.gif")"
render --out "$work/film.gif" --fps 20 || fail "GIF: $(head -c 300 "$work/err")"
[ "$(measureGif "$work/film.gif")" = "6 465" ] || fail "GIF --fps 20: $(measureGif "$work/film.gif")"
[ "$(od -An -tu2 -j6 -N4 "$work/film.gif" | xargs)" = "161 91" ] || fail "GIF: another size"

# The camera turns: the last picture differs from the first.
"$program" render thin-plates --story 0 --turn 90 --frames 2 --size 160x90 --out "$work/turn" >"$work/out" 2>"$work/err" ||
    fail "--turn: $(head -c 300 "$work/err")"
cmp -s "$work/turn/frame-0001.png" "$work/turn/frame-0002.png" && fail "--turn: the camera does not move"
render --out "$work/film.gif" --turn 360 || fail "GIF --turn: $(head -c 300 "$work/err")"
[ "$(measureGif "$work/film.gif")" = "6 48" ] || fail "GIF --turn halts: $(measureGif "$work/film.gif")"

# Names sort in the order of the pictures, also for a scene that moves by itself. Red: 1-moving.png before frame-0003.png,
# 10-moving.png before 2-moving.png.
"$program" render gears --frames 4 --size 64x36 --out "$work/gears" >"$work/out" 2>"$work/err" ||
    fail "--frames of gears: $(head -c 300 "$work/err")"
[ "$(ls "$work/gears" | xargs)" = "frame-0001.png frame-0002.png frame-0003.png frame-0004.png" ] ||
    fail "--frames of gears: $(ls "$work/gears" | xargs)"

# Options of pictures for papers: text, contacts and the caption change the picture; invalid combinations are rejected. Red:
# an option that is read and not used, a film marked transparent.
still() { "$program" render thin-plates --size 160x90 "$@" >"$work/out" 2>"$work/err"; }
still --out "$work/whole.png" || fail "render: $(head -c 300 "$work/err")"
for option in "--labels off" "--contacts off" "--caption off" "--ground off" "--background #102030" "--supersample 2" \
    "--background transparent"; do
    # shellcheck disable=SC2086
    still --out "$work/part.png" $option || fail "$option: $(head -c 300 "$work/err")"
    cmp -s "$work/whole.png" "$work/part.png" && fail "$option changes nothing"
    [ "$(od -An -tx1 -j16 -N8 "$work/part.png" | xargs)" = "00 00 00 a0 00 00 00 5a" ] || fail "$option: another size"
done
for call in "--out $work/a.gif --background transparent" "--out $work/a.png --background white" \
    "--out $work/a.png --background transparent --stereo anaglyph" "--out $work/a.png --supersample 5" \
    "--out $work/a.png --size 8192x8192 --supersample 4"; do
    # shellcheck disable=SC2086
    still $call
    [ $? -eq 2 ] || fail "render $call is not refused"
done

# The corner views as SVG: well-formed, with their text, faces and strokes; a picture without corner views is an error and
# leaves no file. Red: text that breaks the file, a list that is left out.
"$program" render 'flying boxes' --story 2 --size 1280x720 --out "$work/boxes.png" --svg "$work/boxes.svg" >"$work/out" \
    2>"$work/err" || fail "--svg: $(head -c 300 "$work/err")"
python3 - "$work/boxes.svg" <<'END' || fail "--svg: unexpected result"
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
name = lambda element: element.tag.split("}")[1]
frames = [element for element in root if name(element) == "g"]
assert name(root) == "svg" and len(frames) == 2, len(frames)
words = [element.text for element in root.iter() if name(element) == "text"]
for word in ("Minkowski boundary", "Orientation sphere", "A's faces", "edge 4-5, edge 0-2"):
    assert word in words, words
for frame in frames:
    shapes = [element for element in frame if name(element) in ("path", "circle")]
    assert sum(element.get("fill") == "none" for element in shapes) > 20
    assert sum(element.get("fill", "none") != "none" for element in shapes) > 20
    assert any(element.get("stroke-opacity") for element in shapes)  # hidden ones are dim
END
"$program" render gears --size 160x90 --out "$work/none.png" --svg "$work/none.svg" >"$work/out" 2>"$work/err" &&
    fail "--svg without corner views is no error"
grep -q 'none.svg: this picture has no corner views' "$work/err" || fail "--svg: $(head -c 300 "$work/err")"
[ -e "$work/none.svg" ] && fail "--svg: a file is left behind"

# Meshes: an assembly keeps its files' positions; side by side it is another picture. Red: an option that is not used,
# meshes that are read as scene files.
for x in 0 1; do
    printf 'v %s 0 0\nv %s.8 0 0\nv %s 1 0\nv %s 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' $x $x $x $x >"$work/part$x.obj"
done
parts() { "$program" render "$work/part0.obj" "$work/part1.obj" --size 160x90 "$@" >"$work/out" 2>"$work/err"; }
parts --out "$work/whole.png" || fail "render of meshes: $(head -c 300 "$work/err")"
parts --out "$work/row.png" --side-by-side || fail "--side-by-side: $(head -c 300 "$work/err")"
cmp -s "$work/whole.png" "$work/row.png" && fail "--side-by-side changes nothing"
"$program" render builtin:torus --normalize --size 160x90 --out "$work/torus.png" >"$work/out" 2>"$work/err" ||
    fail "render of a built-in shape: $(head -c 300 "$work/err")"
"$program" render "$work/part0.obj" "$work/none.obj" --out "$work/a.png" 2>"$work/err" && fail "a missing mesh is no error"
grep -q 'none.obj' "$work/err" || fail "a missing mesh: $(head -c 300 "$work/err")"

# A fake ffmpeg that records its arguments and counts its input: even sides, three bytes a pixel, all pictures.
mkdir "$work/bin" "$work/bad" "$work/none"
cat >"$work/bin/ffmpeg" <<'END'
#!/bin/sh
echo "$*" >"$KEPT/arguments"
wc -c >"$KEPT/size"
for file; do :; done
echo film >"${file#file:}"
END
cat >"$work/bad/ffmpeg" <<'END'
#!/bin/sh
head -c 1000 >/dev/null
echo "no room on the device" >&2
exit 3
END
chmod +x "$work/bin/ffmpeg" "$work/bad/ffmpeg"
KEPT=$work PATH=$work/bin:$PATH render --out "$work/film.mp4" --fps 10 || fail "MP4: $(head -c 300 "$work/err")"
[ "$(cat "$work/film.mp4")" = film ] || fail "MP4: the output of ffmpeg is missing"
grep -q -- '-video_size 160x90 -framerate 10 -i pipe:0' "$work/arguments" || fail "ffmpeg: $(cat "$work/arguments")"
grep -q -- '-c:v libx264 .*-pix_fmt yuv420p .*-f mp4 -y ' "$work/arguments" || fail "ffmpeg: $(cat "$work/arguments")"
[ "$(cat "$work/size")" -eq $((48 * 3 * 160 * 90)) ] || fail "ffmpeg was given $(cat "$work/size") bytes"

# It fails halfway: exit 1, its message, no file, no partial one.
mkdir "$work/empty"
PATH=$work/bad:$PATH render --out "$work/empty/film.mp4" && fail "a failing ffmpeg is no error"
grep -q "film.mp4: ffmpeg: no room on the device" "$work/err" || fail "failing ffmpeg: $(head -c 300 "$work/err")"
[ -z "$(ls "$work/empty")" ] || fail "failing ffmpeg leaves $(ls "$work/empty")"

# It is missing.
PATH=$work/none render --out "$work/empty/film.mp4" && fail "a missing ffmpeg is no error"
grep -q "package ffmpeg" "$work/err" || fail "missing ffmpeg: $(head -c 300 "$work/err")"
[ -z "$(ls "$work/empty")" ] || fail "missing ffmpeg leaves $(ls "$work/empty")"

# The real one.
if command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null; then
    render --out "$work/film.mp4" --fps 10 || fail "MP4: $(head -c 300 "$work/err")"
    got=$(ffprobe -v error -count_frames -show_entries stream=codec_name,width,height,pix_fmt,nb_read_frames \
        -of csv=p=0 "$work/film.mp4")
    [ "$got" = "h264,160,90,yuv420p,48" ] || fail "MP4: $got"
else
    echo "ffmpeg is not installed: its own film is left out"
fi

[ $failures -eq 0 ]

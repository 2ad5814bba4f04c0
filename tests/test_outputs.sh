#!/bin/bash
# Results that cannot be written completely: the disk is full, or a signal ends the program.
#
# A full disk is /dev/full behind a link with the right extension, and a file size limit of 0, which applies to regular
# files without privileges. Every writer exits with 1 and a message that names the file, keeps the old file, and leaves no
# temporary file.
# Red: an unchecked write or close, a truncated file under the result's name, a temporary file left by a signal, a signal
# that no longer ends the program as its caller expects.
#
# Usage: test_outputs.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
set -u
program=$1
data=$(cd "$(dirname "${BASH_SOURCE[0]}")/data" && pwd)
assets=$(cd "$(dirname "${BASH_SOURCE[0]}")/../assets" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
export ASAN_OPTIONS=detect_leaks=0 # OpenGL drivers keep some memory to the end

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

printf 'px,py,pz,qw,qx,qy,qz\n4,0,0,1,0,0,0\n0,0,0,1,0,0,0\n' >path.csv
printf 'a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz\n0,2,0,1,0,0,0,0,0,0,1,0,0,0\n' >pairs.csv
printf 'x,y,z\n0,0,0\n' >points.csv

# --- full disks

# refuses NAME REASON COMMAND...: its standard error must name the file and the reason.
refuses() {
    local name=$1 reason=$2 said code
    shift 2
    said=$("$@" 2>&1 >/dev/null)
    code=$?
    [ "$code" = 1 ] || fail "$name: exit code $code instead of 1: $(head -c 200 <<<"$said")"
    grep -q "^firstcontact: .*$name.*: $reason" <<<"$said" || fail "$name: the message is '$(head -c 200 <<<"$said")'"
}

withoutRoom() { (ulimit -f 0 && exec "$program" "$@"); }

# cannotWrite OPTION FILE COMMAND...: a result written to FILE, given by OPTION ("" for the last argument).
cannotWrite() {
    local option=$1 file=$2
    shift 2
    local target=(${option:+"$option"})
    echo before >"$file"
    refuses "$file" "File too large" withoutRoom "$@" "${target[@]}" "$file"
    [ "$(cat "$file")" = before ] || fail "$file: the old file is gone"
    rm "$file"
    refuses "$file" "File too large" withoutRoom "$@" "${target[@]}" "$file"
    if [ -c /dev/full ]; then
        ln -s /dev/full "$file"
        refuses "" "No space left on device" "$program" "$@" "${target[@]}" "$file"
        rm "$file"
    fi
    [ -z "$(find . -name "$file*")" ] || fail "$file: left behind: $(find . -name "$file*")"
}

cannotWrite --out query.jsonl query builtin:box builtin:box --path path.csv
cannotWrite --out convex.jsonl convex builtin:box builtin:box --poses pairs.csv
cannotWrite --out boxes.jsonl boxes --input "$assets/boxes.csv"
cannotWrite --out classify.jsonl classify builtin:box --points points.csv
cannotWrite --out regions.jsonl regions builtin:box builtin:box --poses pairs.csv
cannotWrite --out simulate.jsonl simulate dominoes --seconds 0.1
cannotWrite --out replay.jsonl replay "$data/hand.fcrec"
cannotWrite --out info.jsonl mesh info builtin:box
cannotWrite "" mesh.obj mesh export builtin:box
cannotWrite --out picture.png render thin-plates --size 64x36
cannotWrite --out film.gif render thin-plates --size 64x36 --frames 2
mkdir pictures
refuses pictures/1- "File too large" withoutRoom render thin-plates --size 64x36 --out pictures
[ -z "$(ls pictures)" ] || fail "a directory of pictures: left behind: $(ls pictures)"
if "$program" --help | grep -q '^  bench '; then
    cannotWrite --json bench.json bench distance --steps 1
fi

# Results on standard output.
if [ -c /dev/full ]; then
    for call in "query builtin:box builtin:box --path path.csv" "mesh info builtin:box" "scenes" "--help" "simulate --help" \
        "scenes --file dominoes" "render thin-plates --size 64x36 --out shown.png"; do
        # shellcheck disable=SC2086
        said=$("$program" $call 2>&1 >/dev/full) && fail "$call to a full standard output: exit code 0"
        grep -q '^firstcontact: standard output: No space left on device' <<<"$said" || fail "$call to a full standard output: '$said'"
    done
fi

# --- signals

# A fake ffmpeg that creates its file late and does not end by itself.
mkdir bin
cat >bin/ffmpeg <<'END'
#!/bin/bash
sleep 0.2
file=${*: -1}
: >"${file#file:}"
echo $$ >"${file#file:}.process"
exec sleep 60
END
chmod +x bin/ffmpeg

# within SECONDS CONDITION...
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.02
    done
}
hasTemporary() { compgen -G "$1.??????" >/dev/null; }
hasEnded() { ! kill -0 "$1" 2>/dev/null; }

# ends SIGNAL CODE FILE COMMAND...: sends the signal while FILE is written.
ends() {
    local signal=$1 code=$2 file=$3 process got=0
    shift 3
    PATH=$work/bin:$PATH env --default-signal=HUP,INT,TERM "$program" "$@" --out "$file" >/dev/null 2>err &
    process=$!
    within 60 hasTemporary "$file" || fail "$file: no temporary file after 60 s"
    kill -"$signal" "$process"
    within 60 hasEnded "$process" || { fail "SIG$signal does not end $1" && kill -KILL "$process"; }
    wait "$process" 2>/dev/null || got=$?
    [ "$got" = "$code" ] || fail "$1 --out $file, SIG$signal: exit code $got instead of $code: $(head -c 200 err)"
    [ -z "$(compgen -G "$file*")" ] || fail "$1 --out $file, SIG$signal: left behind: $(compgen -G "$file*")"
}

for signal in "INT 130" "TERM 143" "HUP 129"; do
    # shellcheck disable=SC2086
    ends $signal lines.jsonl simulate dominoes --seconds 1000
    # shellcheck disable=SC2086
    ends $signal film.gif render dominoes --frames 1000 --size 320x180
done

# ffmpeg must end before its file is removed, else it would come back.
PATH=$work/bin:$PATH env --default-signal=TERM "$program" render thin-plates --size 64x36 --out film.mp4 >/dev/null 2>err &
process=$!
within 60 hasTemporary film.mp4 || fail "film.mp4: no temporary file after 60 s"
kill -TERM "$process"
code=0
wait "$process" 2>/dev/null || code=$?
[ "$code" = 143 ] || fail "render --out film.mp4, SIGTERM: exit code $code instead of 143"
sleep 0.5
[ -z "$(compgen -G 'film.mp4*')" ] || fail "render --out film.mp4, SIGTERM: left behind: $(compgen -G 'film.mp4*')"

# An ignored signal, as by nohup, stays ignored.
env --ignore-signal=HUP --default-signal=TERM "$program" simulate dominoes --seconds 1000 --out ignored.jsonl >/dev/null 2>err &
process=$!
within 60 hasTemporary ignored.jsonl || fail "ignored.jsonl: no temporary file after 60 s"
kill -HUP "$process"
sleep 0.2
hasEnded "$process" && fail "an ignored SIGHUP ends the program"
kill -TERM "$process"
wait "$process" 2>/dev/null
[ -z "$(compgen -G 'ignored.jsonl*')" ] || fail "SIGTERM after an ignored SIGHUP leaves $(compgen -G 'ignored.jsonl*')"

[ $failures -eq 0 ]

#!/usr/bin/env bash
# Random input: no crash, no GL error, no message, no overlap by dragging in continuous mode (--check), an orderly end, by
# the keyboard and by the window's frame alternately. Valid and broken files are dropped meanwhile. Recordings made
# meanwhile (F9, F10) replay bit for bit.
# Eight seconds here; FC_MONKEY_SECONDS=600 and FC_MONKEY_SEED=7 for ten minutes of other input: after a minute, and when
# it happens to choose File > Quit, the program restarts with the next seed, each in another scene and with other options
# switched on. FC_MONKEY_SCENE="gear teeth" keeps to one scene.
# Red: a key that crashes in a rare state, a GL error, an overlap after a query, an action missing in recordings.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

seconds=${FC_MONKEY_SECONDS:-8} seed=${FC_MONKEY_SEED:-1}
data=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../data")
mkdir "$work/files" "$work/drop" && cd "$work/files" # what is saved on the way lands here, and is dropped later
startDisplay 1600x1000

# Recordings, complete and truncated; scenes, meshes; files that once broke the readers.
makeFiles() {
    local file
    cp "$data"/*.fcrec "$data"/fuzz/mesh_file/* "$data"/fuzz/scene_file/* "$work/drop"
    for file in "$data"/*.fcrec; do
        head -c $(($(stat -c %s "$file") / 2)) "$file" >"$work/drop/cut_${file##*/}"
    done
    "$program" mesh export builtin:gear "$work/drop/gear.obj" >/dev/null
    head -c 3000 /dev/zero >"$work/drop/zeros.stl"
    : >"$work/drop/empty.json"
}

# The start of a seed: nothing; else a scene, and the first keys.
readarray -t scenes < <("$program" scenes | sed -E 's/^.*"name":"([^"]*)".*/\1/')
starts=("" F9 x shift+s q d "shift+s shift+s" shift+t F3 "F9 q" "F2 F3 F3" "shift+t x F9" F10 r "c n k" "h b"
    "ctrl+p v v")
begin() {
    local scene=${FC_MONKEY_SCENE:-${scenes[(seed - 1) % ${#scenes[@]}]}} keys=${starts[(seed - 1) % ${#starts[@]}]}
    startProgram --check --scene "$scene"
    echo "seed $seed: $scene, ${keys:-nothing} pressed"
    # shellcheck disable=SC2046,SC2086
    [ -z "$keys" ] || xdotool $(printf 'key %s sleep 0.2 ' $keys)
}

# A text field in a slow frame swallows shortcuts, even those after the Escape that leaves it.
quitByKeys() {
    hasEnded || xdotool key Escape sleep 0.2 key ctrl+q sleep 0.2
    hasEnded
}

finish() { # what the program ended with
    local code=0
    waitFor 60 "the program did not end" hasEnded
    wait "$programId" || code=$?
    programId=""
    [ "$code" = 0 ] || fail "exit code $code after: $(tail -n 3 "$work/actions")"
    [ ! -s "$work/stderr" ] || fail "the program said something after: $(tail -n 5 "$work/actions")"
}

verifyRecordings() {
    local file
    for file in "$work"/files/*.fcrec; do
        [ -e "$file" ] || continue
        "$program" replay --verify "$file" >"$work/verify" 2>&1 || fail "$file: $(cat "$work/verify")"
        mv "$file" "$work/drop"
    done
}

makeFiles
end=$((SECONDS + seconds)) runs=0
while [ "$SECONDS" -lt "$end" ]; do
    begin
    center=$(status center | tr -d '[]')
    x=${center%%.*} y=${center#*,} y=${y%.*}
    time=$((end - SECONDS < 60 ? end - SECONDS : 60))
    monkey "$window" "$time" "$seed" "${x:-300}" "${y:-300}" "$work"/drop/* "$work"/files/* >"$work/actions" ||
        fail "the monkey failed"
    echo "seed $seed: $(tail -n 1 "$work/actions"), $(wc -l <"$work/status") frames"
    if ! hasEnded; then
        if [ $((seed % 2)) = 1 ]; then waitFor 60 "Ctrl+Q does not end it" quitByKeys; else screen close "$window"; fi
    fi
    finish
    verifyRecordings
    seed=$((seed + 1)) runs=$((runs + 1))
    [ "$runs" -lt $((20 + seconds / 20)) ] || fail "the program ends again and again"
done

#!/usr/bin/env bash
# Random input: no crash, no GL error, no message, nothing led into anything else in continuous mode (--check), an
# orderly end. Twenty seconds here; FC_MONKEY_SECONDS=600 and FC_MONKEY_SEED=7 for ten minutes of another kind. When it
# happens to choose File > Quit, the program is started again and it goes on with the next seed.
# Red: a key that crashes in a state nobody thought of, a GL error, an overlap after a query.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

seconds=${FC_MONKEY_SECONDS:-20} seed=${FC_MONKEY_SEED:-1}
program=$(realpath "$program")
mkdir "$work/files" && cd "$work/files" # what is saved on the way lands here
startDisplay 1600x1000

finish() { # what the program ended with
    local code=0
    waitFor 60 "the program did not end" hasEnded
    wait "$programId" || code=$?
    programId=""
    [ "$code" = 0 ] || fail "exit code $code after: $(tail -n 3 "$work/actions")"
    [ ! -s "$work/stderr" ] || fail "the program said something after: $(tail -n 5 "$work/actions")"
}

end=$((SECONDS + seconds)) runs=0
while [ "$SECONDS" -lt "$end" ]; do
    startProgram --check
    center=$(status center | tr -d '[]')
    x=${center%%.*} y=${center#*,} y=${y%.*}
    "$monkey" "$window" $((end - SECONDS)) "$seed" "$x" "$y" >"$work/actions" || fail "the monkey failed"
    echo "seed $seed: $(tail -n 1 "$work/actions"), $(wc -l <"$work/status") frames"
    hasEnded || xdotool key Escape Escape Escape ctrl+q
    finish
    seed=$((seed + 1)) runs=$((runs + 1))
    [ "$runs" -lt 20 ] || fail "the program ends again and again"
done

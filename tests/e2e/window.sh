# What every window test shares: an X server of its own, the program in it, its state and its picture.
#
# Source it with the program and the folder of the tools as arguments: `source window.sh FIRSTCONTACT TOOLS`. It gives
#     startDisplay [WxH]      an Xvfb on a free display number, ended with the script
#     startProgram ARGS...    the program with --status; returns when its first frame is there; sets `window`
#     status NAME             a field of the newest status line, without quotes
#     waitFor SECONDS TEXT CONDITION...   polls until the command CONDITION succeeds, else fails, saying TEXT
#     expectExit SECONDS CODE waits for the program to end by itself
#     shot NAME               a picture of the window, $work/NAME.ppm
set -euo pipefail
program=$1 screen=$2/screen drop=$2/drop monkey=$2/monkey
work=$(mktemp -d)
serverId="" programId="" window=""
export LIBGL_ALWAYS_SOFTWARE=1
export XDG_CONFIG_HOME=$work/config # settings of its own

cleanUp() {
    local code=$?
    [ -z "$programId" ] || kill "$programId" 2>/dev/null || true
    [ -z "$serverId" ] || kill "$serverId" 2>/dev/null || true
    wait 2>/dev/null || true
    if [ "$code" = 0 ] && [ -z "${FC_KEEP:-}" ]; then
        rm -rf "$work"
    else
        echo "what the test saw is kept in $work" >&2
    fi
}
trap cleanUp EXIT

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    if [ -s "$work/status" ]; then printf 'last status: %s\n' "$(lastStatus)" >&2; fi
    if [ -s "$work/xvfb" ]; then cat "$work/xvfb" >&2; fi
    if [ -s "$work/stderr" ]; then cat "$work/stderr" >&2; fi
    if [ -n "$programId" ] && kill -0 "$programId" 2>/dev/null && [ -n "$window" ]; then shot failed || true; fi
    exit 1
}

now() { date +%s%N; } # nanoseconds

waitFor() {
    local seconds=$1 text=$2 deadline
    shift 2
    deadline=$(($(now) + seconds * 1000000000))
    until "$@"; do
        [ "$(now)" -lt "$deadline" ] || fail "after $seconds s: $text"
        sleep 0.05
    done
}

# -noreset: a server that begins anew when its last client has gone may lose the signal that ends it.
startDisplay() {
    Xvfb -displayfd 3 -screen 0 "${1:-1280x720}x24" -nolisten tcp -noreset 3>"$work/display" 2>"$work/xvfb" &
    serverId=$!
    waitFor 20 "no X server" test -s "$work/display"
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
}

hasWindow() {
    kill -0 "$programId" 2>/dev/null || fail "the program ended by itself"
    window=$(xdotool search --onlyvisible --pid "$programId" 2>/dev/null | sed -n 1p)
    [ -n "$window" ]
}

# Starts the program and waits for its first picture. Sets startMilliseconds.
startProgram() {
    local begin
    rm -f "$work/status"
    begin=$(now)
    "$program" --status "$work/status" "$@" >"$work/stdout" 2>"$work/stderr" &
    programId=$!
    waitFor 60 "no first frame" hasStatus
    startMilliseconds=$((($(now) - begin) / 1000000))
    waitFor 10 "no window" hasWindow
}

lastStatus() { grep '}$' "$work/status" 2>/dev/null | tail -n 1; }

hasStatus() {
    kill -0 "$programId" 2>/dev/null || fail "the program ended by itself"
    [ -n "$(lastStatus)" ]
}

# A number, a word or an array of the newest status line.
status() { statusOf "$1" "$(lastStatus)"; }

statusOf() {
    sed -nE 's/.*"'"$1"'":("([^"]*)"|(\[[^]]*\])|([^,}]*)).*/\2\3\4/p' <<<"$2"
}

statusIs() { [ "$(status "$1")" = "$2" ]; }

hasEnded() { ! kill -0 "$programId" 2>/dev/null; }

expectExit() {
    local code=0
    waitFor "$1" "the program did not end" hasEnded
    wait "$programId" || code=$?
    programId=""
    [ "$code" = "$2" ] || fail "exit code $code instead of $2"
}

shot() { "$screen" shot "$window" "$work/$1.ppm" >/dev/null; }

# Whether an awk expression over numbers holds: holds "$x < 3".
holds() { awk "BEGIN { exit !($1) }"; }

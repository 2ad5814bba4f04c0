# Shared by the window tests: an X server of their own, the program in it, its state and its picture.
#
# Source it with the program and the folder of the tools as arguments: `source window.sh FIRSTCONTACT TOOLS`. It provides
#     startDisplay [WxH]      an Xvfb on a free display number, ended with the script
#     startProgram ARGS...    the program with --status; returns after its first pictures; sets `window`
#     spawn OUT ERR COMMAND...  any other background process, ended with the script; sets `child`
#     endChild ID             ends such a process for certain
#     status NAME             a field of the newest status line, without quotes
#     waitFor SECONDS TEXT CONDITION...   polls until the command CONDITION succeeds, else fails with TEXT
#     letFramesPass           waits until all earlier input has taken effect, on the screen and in the status
#     letPictureRest          waits until drawing has ended: nothing moves, the last picture is a fine one
#     letHandArrive           waits until the dragged object has reached the pointer, or an obstacle
#     centerStands            true if the selected object does not move on the screen
#     expectExit SECONDS CODE waits for the program to end by itself
#     shot NAME               a picture of the window, $work/NAME.ppm
#     restingShot NAME        the same after drawing has ended
#     countChanged A B [ROWS] the number of pixels that differ between two pictures, or in so many rows from the top
#     xdotool, screen, drop, monkey       the tools, each with a time limit
# SECONDS are for a quiet machine; a busy one gets $patience times as long.
set -euo pipefail
program=$(realpath "$1") tools=$(realpath "$2")
work=$(mktemp -d)
serverId="" programId="" window=""
patience=${FC_PATIENCE:-8}
export LIBGL_ALWAYS_SOFTWARE=1
export LP_NUM_THREADS=${LP_NUM_THREADS:-0} # as many pictures as with threads of the renderer take half the time of the processors
export XDG_CONFIG_HOME=$work/config # settings of its own

# Nothing in here may end the script before the last child has ended: a leftover child keeps an X server, and ctest waits
# until nobody has the test's output open.
cleanUp() {
    local code=$? id
    set +e
    trap - EXIT
    for id in $programId $(jobs -pr); do endChild "$id"; done # the program before its X server
    if [ "$code" = 0 ] && [ -z "${FC_KEEP:-}" ]; then
        rm -rf "$work"
    else
        echo "the test's files are kept in $work" >&2
    fi
    exit "$code"
}
trap cleanUp EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    if [ -s "$work/status" ]; then printf 'last status: %s\n' "$(lastStatus)" >&2; fi
    if [ -s "$work/xvfb" ]; then cat "$work/xvfb" >&2; fi
    if [ -s "$work/stderr" ]; then cat "$work/stderr" >&2; fi
    if [ -n "$window" ] && isAlive "$programId"; then
        timeout --kill-after=5 10 "$tools/screen" shot "$window" "$work/failed.ppm" >/dev/null || true
    fi
    exit 1
}

# Conditions are tested many times a second. Starting processes for them takes longer than all that the program does: the
# functions below use the shell's own commands where they can.
now() { printf '%s000\n' "${EPOCHREALTIME/[.,]/}"; } # nanoseconds
isOver() { [ "${EPOCHREALTIME/[.,]/}" -ge "$1" ]; }  # MICROSECONDS

exec {silence}<> <(:) # a pipe into which nobody writes
pause() { read -rt "$1" -u "$silence" _ || true; } # SECONDS

waitFor() {
    local seconds=$(($1 * patience)) text=$2 deadline
    shift 2
    deadline=$((${EPOCHREALTIME/[.,]/} + seconds * 1000000))
    until "$@"; do
        ! isOver "$deadline" || fail "after $seconds s: $text"
        pause 0.05
    done
}

# --- processes, all waited for with a time limit

isAlive() { [ -n "$1" ] && kill -0 "$1" 2>/dev/null; }

# The output goes to files of $work: an inherited one would keep ctest waiting for the child.
spawn() { # OUT ERR COMMAND...
    local out=$work/$1 err=$work/$2
    shift 2
    "$@" <&0 >"$out" 2>"$err" &
    child=$!
}

hasEndedWithin() { # SECONDS ID
    local deadline=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000))
    while isAlive "$2"; do
        ! isOver "$deadline" || return 1
        pause 0.02
    done
}

endChild() { # ID
    kill "$1" 2>/dev/null || return 0 # has ended
    hasEndedWithin 10 "$1" && return
    printf 'killed, since it did not end when asked: %s\n' "$(tr '\0' ' ' <"/proc/$1/cmdline")" >&2
    kill -KILL "$1" 2>/dev/null || true
    hasEndedWithin 10 "$1" || printf 'process %s cannot be killed\n' "$1" >&2
}

limited() { # SECONDS COMMAND...
    local seconds=$1 code=0
    shift
    timeout --kill-after=5 "$seconds" "$@" || code=$?
    [ "$code" != 124 ] || fail "after $seconds s: $*"
    return "$code"
}

# The tools talk to an X server that may have stopped answering.
xdotool() { limited 60 xdotool "$@"; }
screen() { "$tools/screen" "$@"; } # ends itself after 120 s
drop() { limited 90 "$tools/drop" "$@"; }
monkey() { limited $((60 + $2)) "$tools/monkey" "$@"; }

# --- the X server and the program

hasDisplayOrEnded() { grep -q . "$work/display" || ! isAlive "$serverId"; }

# -displayfd: the server itself chooses a free number. Two that start at once may choose the same one; one of them then ends, and
# another try finds the next number.
# -noreset: a server that resets when its last client has gone may lose the signal that ends it.
# -r: no auto-repeat; on a busy machine a key is released so late that it would count twice.
startDisplay() {
    local try
    for try in 1 2 3 4 5; do
        spawn xvfb.out xvfb Xvfb -displayfd 3 -screen 0 "${1:-1280x720}x24" -nolisten tcp -noreset -r 3>"$work/display"
        serverId=$child
        waitFor 20 "no X server" hasDisplayOrEnded
        if grep -q . "$work/display"; then break; fi
    done
    grep -q . "$work/display" || fail "the X server ended by itself, $try times"
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
}

hasWindow() {
    isAlive "$programId" || fail "the program ended by itself"
    window=$(xdotool search --onlyvisible --pid "$programId" 2>/dev/null | sed -n 1p)
    [ -n "$window" ]
}

# Starts the program and waits for its first picture, which sets startMilliseconds, and for the next two, in which panels and
# picture find their places.
startProgram() {
    local begin
    rm -f "$work/status"
    begin=$(now)
    spawn stdout stderr "$program" --status "$work/status" "$@"
    programId=$child
    waitFor 60 "no first frame" hasStatus
    startMilliseconds=$((($(now) - begin) / 1000000))
    waitFor 10 "no window" hasWindow
    letFramesPass
}

# Sets statusLine to the newest complete line of the status, or to nothing. The last one may not be complete yet.
readStatus() {
    statusLine=$(tail -n 1 "$work/status" 2>/dev/null) || true
    [ "${statusLine: -1}" = '}' ] || statusLine=$(tail -n 2 "$work/status" 2>/dev/null | sed -n 1p) || true
    [ "${statusLine: -1}" = '}' ] || statusLine=""
}

lastStatus() {
    readStatus
    printf '%s\n' "$statusLine"
}

hasStatus() {
    isAlive "$programId" || fail "the program ended by itself"
    readStatus
    [ -n "$statusLine" ]
}

# Returns a number, a word or an array of the newest status line.
status() {
    readStatus
    statusOf "$1" "$statusLine"
}

# Sets statusValue to a field of a status line, or to nothing. Not by ${2##*NAME}, for which the shell takes a hundred times as long.
findValue() { # NAME LINE
    statusValue=""
    [[ $2 =~ \"$1\":(\"([^\"]*)\"|\[[^]]*\]|[^][\",\}]+) ]] || return 0
    statusValue=${BASH_REMATCH[1]}
    [[ $statusValue != \"* ]] || statusValue=${BASH_REMATCH[2]}
}

statusOf() {
    findValue "$1" "$2"
    [ -z "$statusValue" ] || printf '%s\n' "$statusValue"
}

statusIs() {
    readStatus
    findValue "$1" "$statusLine"
    [ "$statusValue" = "$2" ]
}

# The window's program answers when it reads its events. After reading input it draws a picture, presents it and writes its
# status before it reads again: after the second answer all earlier input has taken effect. The third is for the interface,
# which needs two pictures for a click. If the program has ended, the test detects it.
letFramesPass() {
    screen ping "$window" "${1:-3}" >/dev/null || hasEndedWithin 10 "$programId" || fail "the window does not answer"
}

# From one answer to the next the program has drawn if anything changed. A fine picture may come a second later.
pictureRests() {
    local before
    letFramesPass
    statusIs fine true || return 1
    before=$(status frame)
    letFramesPass 2
    [ "$(status frame)" = "$before" ]
}
letPictureRest() { waitFor "${1:-10}" "the window draws on and on" pictureRests; }

letHandArrive() {
    letFramesPass
    waitFor 10 "the hand does not arrive" statusIs late false
}

# The selected object is where it was two pictures ago: no camera motion.
centerStands() {
    local before
    before=$(status center)
    letFramesPass
    [ "$(status center)" = "$before" ]
}

# Processor time used by all threads of the program: fields 14 and 15 after its name in brackets.
getUsedMilliseconds() {
    sed 's/.*) //' "/proc/$programId/stat" | awk -v tick="$(getconf CLK_TCK)" '{ printf "%d", ($12 + $13) * 1000 / tick }'
}

hasEnded() { ! isAlive "$programId"; }

expectExit() {
    local code=0
    waitFor "$1" "the program did not end" hasEnded
    wait "$programId" || code=$?
    programId=""
    [ "$code" = "$2" ] || fail "exit code $code instead of $2"
}

# When the program has answered, the newest status line's picture has arrived at the X server.
shot() {
    letFramesPass
    screen shot "$window" "$work/$1.ppm" >/dev/null
}

restingShot() {
    letPictureRest
    shot "$1"
}

countChanged() {
    local difference
    difference=$(screen difference "$work/$1.ppm" "$work/$2.ppm" "${@:3}")
    echo "${difference%% *}"
}

# True if an awk expression over numbers holds: holds "$x < 3". A value missing in the status, null or empty, makes it
# false: awk would take null for 0.
holds() {
    [[ $1 != *null* ]] || return 1
    awk "BEGIN { exit !($1) }" 2>/dev/null
}

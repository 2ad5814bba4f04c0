# Shared by the tests of single commands; source it with the program as the first argument.
#
# Creates a folder for output (`out`, `err` and the test's files), and checks commands. `fail` prints a line for every
# expectation that fails.
set -u
program=$1
assets=$(cd "$(dirname "${BASH_SOURCE[0]}")/../assets" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
header=a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect NAME PATTERN COMMAND...: exit code 0, empty standard error, an output line that matches the pattern.
expect() {
    local name=$1 pattern=$2
    shift 2
    "$@" >out 2>err || fail "$name: exit code $?: $(head -c 300 err)"
    [ -s err ] && fail "$name: says $(head -c 300 err)"
    grep -qE -- "$pattern" out || fail "$name: no '$pattern' in: $(head -c 300 out)"
}

# refuse EXIT_CODE TEXT COMMAND...: the exit code, the text in the message, an empty output.
refuse() {
    local code=$1 text=$2
    shift 2
    "$@" >out 2>err
    local got=$?
    [ $got -eq "$code" ] || fail "${*:2}: exit code $got, expected $code: $(head -c 300 err)"
    [ -s out ] && fail "${*:2}: prints $(head -c 100 out)"
    grep -qF -- "$text" err || fail "${*:2}: no '$text' in: $(head -c 400 err)"
    grep -q '^firstcontact: ' err || fail "${*:2}: the message lacks the program name"
}

# Pairs of poses, a row each.
write_pairs() {
    echo $header
    for row in "$@"; do echo "$row"; done
}

cd "$work" || exit 1

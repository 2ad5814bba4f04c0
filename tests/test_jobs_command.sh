#!/bin/bash
# --jobs of `query`, `convex`, `classify` and `regions`: the same bytes for every number of threads, times aside.
#
# Usage: test_jobs_command.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
source "$(dirname "${BASH_SOURCE[0]}")/command_frame.sh" "$@"

# Rows with runs of every length: rotating poses in and out of contact, points and segments all around.
awk 'BEGIN {
    print "px,py,pz,qw,qx,qy,qz"
    for (i = 0; i < 150; i++)
        printf "%.17g,%.17g,%.17g,%.17g,0,%.17g,0\n", 1.6 + 1.2 * sin(i), 0.7 * sin(3 * i), 0.4 * cos(5 * i), cos(i), sin(i) }' >path.csv
awk -v header=$header 'BEGIN {
    print header
    for (i = 0; i < 2600; i++)
        printf "%.17g,%.17g,%.17g,%.17g,0,0,%.17g,0.5,0,0,1,0,0,0\n", 1.5 * sin(0.01 * i), 1.5 * cos(0.013 * i), 0.3, cos(0.02 * i), sin(0.02 * i) }' >pairs.csv
{ echo $header; for ((i = 0; i < 90; i++)); do echo "0.$((i % 10)),$((i % 4)).$((i % 2 * 9)),0,1,0,0,0,0,0,0,1,0,0,0"; done; } >contacts.csv
awk 'BEGIN { print "x,y,z"; for (i = 0; i < 3000; i++) printf "%.17g,%.17g,%.17g\n", 1.5 * sin(i), 1.5 * sin(2 * i), 1.5 * sin(3 * i) }' >points.csv
awk 'BEGIN { print "x1,y1,z1,x2,y2,z2"; for (i = 0; i < 700; i++) printf "%.17g,%.17g,%.17g,0.1,0.2,%.17g\n", 2 * sin(i), 2 * sin(2 * i), 2 * sin(3 * i), i / 700 }' >segments.csv

untimed() { sed -E 's/"time_us":(\{[^}]*\}|[0-9.]+)//; s/"clearance_us":[0-9.]+//' "$1"; }

# same ROWS NAME COMMAND...: as many rows, in order, and the same bytes with 1, 2, 3 and 8 threads and with all cores. Red:
# lines out of order, lost or doubled, a cache that lives longer with one thread than with two, totals of one thread.
same() {
    local rows=$1 name=$2 jobs
    shift 2
    "$program" "$@" --jobs 1 --summary >one 2>err || fail "$name: exit code $?: $(head -c 300 err)"
    untimed one >expected
    [ "$(wc -l <one)" -eq $((rows + 1)) ] || fail "$name: $(wc -l <one) lines"
    sed -n 's/^{"\(row\|step\)":\([0-9]*\),.*/\2/p' one | awk '$1 != NR - 1 { exit 1 } END { exit NR == 0 }' || fail "$name: rows are not in order"
    for jobs in 2 3 8 0; do
        "$program" "$@" --jobs $jobs --summary >out 2>err || fail "$name --jobs $jobs: exit code $?: $(head -c 300 err)"
        [ -s err ] && fail "$name --jobs $jobs: says $(head -c 300 err)"
        untimed out | cmp -s - expected || fail "$name --jobs $jobs: $(untimed out | diff - expected | head -c 300)"
    done
    "$program" "$@" --summary >out 2>err || fail "$name: exit code $?: $(head -c 300 err)"
    untimed out | cmp -s - expected || fail "$name without --jobs: other lines"
}
torus=builtin:torus:major=1,minor=0.3,segments=16
same 149 query query $torus builtin:gear --path path.csv
same 149 "query --clearance" query $torus builtin:gear --path path.csv --clearance
same 149 "query --mode discrete" query $torus builtin:gear --path path.csv --mode discrete
same 149 "query --steps drag" query $torus builtin:gear --path path.csv --steps drag --clearance
same 149 "query --response slide" query builtin:box builtin:l-shape --path path.csv --response slide --max-tests 20000
same 2600 convex convex builtin:gear $torus --poses pairs.csv
same 2600 "convex --no-cache" convex builtin:gear $torus --poses pairs.csv --no-cache
same 3000 "classify --points" classify builtin:l-shape --points points.csv
same 700 "classify --segments" classify builtin:l-shape --segments segments.csv
same 90 regions regions builtin:box builtin:l-shape --poses contacts.csv
same 90 "regions --all" regions builtin:box builtin:l-shape --poses contacts.csv --all
same 90 "regions --persist" regions builtin:box builtin:l-shape --poses contacts.csv --persist

# A drag continues from A's last resolved pose, and persistent regions age, with any number of threads. Red: dependent rows
# given to two threads.
"$program" query $torus builtin:gear --path path.csv --jobs 8 >free
"$program" query $torus builtin:gear --path path.csv --steps drag --jobs 8 >drag
cmp -s free drag && fail "--steps drag --jobs 8: each step begins at its own row"
"$program" regions builtin:box builtin:box --poses "$assets/contacts.csv" --persist --jobs 8 >out
[ "$(sed 's/.*"age":\([0-9]*\).*/\1/' out | tr '\n' ' ')" = "0 1 2 3 4 " ] || fail "--persist --jobs 8: $(head -c 300 out)"

# Rows of convex share a cache for 1024 rows. Red: a cache that no row shares, or one that is not cleared.
head -1025 pairs.csv >first.csv
(head -1 pairs.csv; sed '1,1025d' pairs.csv) >rest.csv
for part in first rest; do
    "$program" convex builtin:gear $torus --poses $part.csv --summary >$part
    [ "$(sed -n 's/.*"cache_hits":\([0-9]*\),.*/\1/p' $part)" -gt 0 ] || fail "convex: no row of $part.csv hits the cache"
done
"$program" convex builtin:gear $torus --poses pairs.csv | untimed /dev/stdin >expected
(sed '$d' first; sed '$d' rest | awk -F'[:,]' '{ sub(/"row":[0-9]+/, "\"row\":" $2 + 1024); print }') | untimed /dev/stdin | cmp -s - expected ||
    fail "convex: row 1024 does not begin with an empty cache"

# --out is complete or missing; a bad row stops the run before any thread begins.
"$program" classify builtin:l-shape --points points.csv --jobs 3 --out result >out 2>err || fail "--out: exit code $?"
"$program" classify builtin:l-shape --points points.csv --jobs 1 | cmp -s - result || fail "--out --jobs 3: other lines"
(cat points.csv; echo 1,2) >bad.csv
refuse 1 "bad.csv:3002: 2 columns, expected 3" "$program" classify builtin:l-shape --points bad.csv --jobs 3 --out refused
[ -e refused ] && fail "a refused run leaves a result"
if [ -c /dev/full ]; then
    "$program" classify builtin:l-shape --points points.csv --jobs 3 --out /dev/full >out 2>err && fail "a full disk: it succeeds"
    grep -q '^firstcontact: /dev/full: ' err || fail "a full disk: $(cat err)"
fi

# Too little memory for the threads: an error, or all rows. AddressSanitizer needs its own terabytes.
if ! grep -qs __asan_init "$program"; then
    for limit in 20 30 40 60 80 120 200; do
        (ulimit -v $((limit * 1024)); exec "$program" query $torus builtin:gear --path path.csv --jobs 8 --out scarce) >out 2>err
        code=$?
        [ $code -eq 0 ] && [ "$(wc -l <scarce)" -eq 149 ] && rm scarce && continue
        grep -q 'error while loading shared libraries\|cannot allocate memory in static TLS' err && continue
        [ $code -eq 1 ] || fail "$limit MB: exit code $code: $(head -c 300 err)"
        grep -qi 'memory' err || fail "$limit MB: says $(head -c 300 err)"
        [ -e scarce ] && fail "$limit MB: a failed run leaves a result"
    done
fi

# Invalid calls.
for call in "query builtin:box builtin:box --path path.csv" "convex builtin:box builtin:box --poses pairs.csv" \
    "classify builtin:box --points points.csv" "regions builtin:box builtin:box --poses contacts.csv"; do
    for bad in x -1 1.5 1e9 257; do
        # shellcheck disable=SC2086
        refuse 2 "--jobs must be a whole number from 0 to 256, not '$bad'" "$program" $call --jobs $bad
    done
    # shellcheck disable=SC2086
    refuse 2 "--jobs needs N" "$program" $call --jobs
    "$program" "${call%% *}" --help | grep -q -- '--jobs N  *threads; ' || fail "${call%% *} --help: nothing about --jobs"
done

[ $failures -eq 0 ]

#!/bin/bash
# The manual against the program and the tree: docs/, README.md, the manual page.
#
# Usage: test_manual.sh PROGRAM. Prints a line for every expectation that fails; then exit 1.
set -u
program=$(realpath "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
pages=("$root"/README.md "$root"/CONTRIBUTING.md "$root"/collision/README.md "$root"/docs/*.md "$root"/docs/methods/*.md)

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Links and pictures have targets, including headings of other pages. Red: a page or picture renamed or missing in a commit,
# a changed heading.
check_links() {
    local page=$1 link file heading
    while read -r link; do
        case $link in http*://* | mailto:*) continue ;; esac
        file=${link%%#*} heading=${link#"${link%%#*}"}
        [ -n "$file" ] && file=$(dirname "$page")/$file || file=$page
        [ -e "$file" ] || { fail "${page#"$root"/}: $link does not exist"; continue; }
        [ -z "$heading" ] && continue
        grep -E '^#+ ' "$file" | sed -E 's/^#+ //; s/[^A-Za-z0-9 -]//g; s/ /-/g' | tr 'A-Z' 'a-z' |
            grep -qx -- "${heading#\#}" || fail "${page#"$root"/}: $link: no such heading"
    done < <(grep -oE '\]\([^) ]+\)' "$page" | sed 's/^](//; s/)$//')
}
for page in "${pages[@]}"; do check_links "$page"; done

# The gallery has exactly every scene with its picture, text and command. Red: a scene added, renamed or described
# differently without running scripts/gallery.
"$program" scenes >"$work/scenes"
while read -r line; do
    name=$(sed -E 's/.*"name":"(([^"\\]|\\.)*)".*/\1/' <<<"$line")
    about=$(sed -E 's/.*"about":"(([^"\\]|\\.)*)".*/\1/' <<<"$line")
    file=$(tr 'A-Z ' 'a-z-' <<<"$name" | tr -cd 'a-z0-9-').png
    [ -s "$root/docs/gallery/$file" ] || fail "docs/gallery/$file: no picture of '$name'; run scripts/gallery"
    grep -qxF "### $name" "$root/docs/gallery.md" || fail "docs/gallery.md: no '$name'; run scripts/gallery"
    grep -qxF -- "$about" "$root/docs/gallery.md" || fail "docs/gallery.md: '$name' says something else now; run scripts/gallery"
done <"$work/scenes"
[ "$(find "$root/docs/gallery" -name '*.png' | wc -l)" = "$(wc -l <"$work/scenes")" ] ||
    fail "docs/gallery: pictures of removed scenes"

# Every command line in the pages is valid: the options exist. Quick ones run in the tree, in place of assets/. Red: an
# option or a command that was renamed.
mkdir "$work/bin" "$work/run"
ln -s "$program" "$work/bin/firstcontact"
ln -s "$root/assets" "$work/run/assets"
export PATH=$work/bin:$PATH
check_command() {
    local page=$1 line=$2 command option
    command=$(sed -nE 's/.*firstcontact ([a-z]+)( .*)?$/\1/p' <<<"$line")
    for option in $(grep -oE -- ' --[a-z-]+' <<<"${line##*firstcontact }"); do
        "$program" ${command:+$command} --help 2>&1 | grep -qE -- "(^|[^a-z-])$option([^a-z-]|$)" ||
            "$program" ${command:+$command} info --help 2>&1 | grep -qE -- "(^|[^a-z-])$option([^a-z-]|$)" ||
            "$program" --help 2>&1 | grep -qE -- "(^|[^a-z-])$option([^a-z-]|$)" ||
            fail "${page#"$root"/}: no option $option: $line"
    done
    [[ $command =~ ^(query|convex|boxes|classify|regions|mesh|scenes)$ ]] || return 0
    [[ $line =~ (NAME|PATH|FILE|MESH|PAIRS|/tmp/|\.\.\.|bunny|\||part\.stl) ]] && ! [[ $line =~ ^printf ]] && return 0
    (cd "$work/run" && bash -c "$line") >"$work/out" 2>"$work/err" ||
        fail "${page#"$root"/}: exit code $?: $line: $(head -c 200 "$work/err")"
}
for page in "${pages[@]}"; do
    while read -r line; do
        check_command "$page" "$line"
    done < <(sed -nE 's/^    (\$ )?((printf .*\| )?(build\/release\/)?firstcontact( .*)?)$/\2/p' "$page" |
        sed 's|build/release/firstcontact|firstcontact|g; s/ *# .*//; s/   .*//' | grep -E 'firstcontact ' | grep -v 'COMMAND')
done

# Output shown on the pages is real: except for times, and up to "..." where parts are omitted. Red: output pasted from
# another version.
python3 - "$root" "$work/run" <<'END' || fail "docs: an output that is shown is not printed"
import glob, re, subprocess, sys
def plain(text):
    return re.sub(r'"time_us":[0-9.]+', '"time_us":0', text)
wrong = shown = 0
for page in glob.glob(sys.argv[1] + "/docs/*.md"):
    for command, output in re.findall(r"^    \$ (.*)\n((?:    .*\n)+)", open(page).read(), re.M):
        if re.search(r"\.fcrec|bunny|\./", command):
            continue
        run = subprocess.run(command, shell=True, cwd=sys.argv[2], capture_output=True, text=True)
        printed, at = plain(run.stdout).replace("\n", ""), 0
        shown += 1
        for piece in plain(re.sub(r"\n *", "", output.strip())).split("..."):
            place = printed.find(piece, at)
            if run.returncode or place < 0:
                print(f"{page}: {command}: not printed: {piece[:200]}")
                wrong += 1
                break
            at = place + len(piece)
sys.exit(wrong > 0 or shown < 5)
END

# Every key of a scene file is documented. Red: one added without documentation.
sed -n '/const keys\[\] = {/,/};/p; /const [a-z]*Keys\[\] = {/,/};/p' "$root/app/scenes/scene_read.c" | grep -o '"[A-Za-z]*"' |
    sort -u | tr -d '"' >"$work/keys"
[ "$(wc -l <"$work/keys")" -ge 30 ] || fail "keys of scene files: only $(wc -l <"$work/keys") found"
while read -r key; do
    grep -qE "[\`\"]$key[\`\"]" "$root/docs/files.md" || fail "docs/files.md: nothing about the key $key"
done <"$work/keys"

# The manual page has every command and every option of the window. Red: one added without documentation.
sed 's/\\-/-/g' "$root/docs/firstcontact.1" >"$work/man"
for name in $("$program" --help | sed -n '/^commands/,/^$/s/^  \([a-z-]*\) .*/\1/p') \
    $("$program" --help | sed -n '/^options of the window/,/^$/s/^  \(--[a-z-]*\).*/\1/p'); do
    grep -qE "^\.(B|BI|BR) $name( |$)" "$work/man" || fail "docs/firstcontact.1: nothing about $name"
    [[ $name == --* ]] || grep -q "^## $name" "$root/docs/commands.md" || fail "docs/commands.md: nothing about $name"
done

# The listing of docs/library.md is the compiled program. Red: one changed without the other.
sed -n '/^```c$/,/^```$/p' "$root/docs/library.md" | grep -v '^```' | grep -v '^$' >"$work/listing"
grep -v '^$' "$root/docs/ten_minutes.c" | cmp -s - "$work/listing" ||
    fail "docs/library.md: its listing is not docs/ten_minutes.c"

# The size of docs/ is limited. Red: uncompressed pictures.
size=$(du -sk "$root/docs" | cut -f1)
[ "$size" -le 6144 ] || fail "docs: $size KB, at most 6144"

exit $((failures > 0))

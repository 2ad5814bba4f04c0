#!/bin/bash
# Compares the manual (docs/, README.md, the manual page) with the program and the tree.
#
# Usage: test_manual.sh PROGRAM. Prints one line for each failed expectation; exit 1 if there is one.
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

# Every relative link, picture and heading exists. Red: a page or picture renamed or left out of a commit, a heading that
# changed.
declare -A headings # of each page, one a line
list_headings() {
    grep -E '^#+ ' "$1" | sed -E 's/^#+ //; s/[^A-Za-z0-9 -]//g; s/ /-/g' | tr 'A-Z' 'a-z'
}
check_links() {
    local page=$1 link file heading
    while read -r link; do
        case $link in http*://* | mailto:*) continue ;; esac
        file=${link%%#*} heading=${link#"${link%%#*}"}
        [ -n "$file" ] && file=${page%/*}/$file || file=$page
        [ -e "$file" ] || { fail "${page#"$root"/}: $link does not exist"; continue; }
        [ -z "$heading" ] && continue
        [ -n "${headings[$file]+known}" ] || headings[$file]=$'\n'$(list_headings "$file")$'\n'
        [[ ${headings[$file]} == *$'\n'"${heading#\#}"$'\n'* ]] || fail "${page#"$root"/}: $link: no such heading"
    done < <(grep -oE '\]\([^) ]+\)' "$page" | sed 's/^](//; s/)$//')
}
for page in "${pages[@]}" "$root/CHANGELOG.md"; do check_links "$page"; done

# docs/README.md links every page; docs/reference.md is the first page of Doxygen's output. Red: a new page that nobody finds.
for page in "$root"/docs/*.md "$root"/docs/methods/*.md; do
    [[ $page == */docs/README.md || $page == */docs/reference.md ]] ||
        grep -qF "](${page#"$root"/docs/})" "$root/docs/README.md" || fail "docs/README.md: no link to ${page#"$root"/}"
done

# The gallery has the picture, the text and the command of every scene, and of no other. Red: a scene that was added,
# renamed or described differently without scripts/gallery.
"$program" scenes >"$work/scenes"
text='"(([^"\\]|\\.)*)"'
while read -r line; do
    [[ $line =~ \"name\":$text ]] && name=${BASH_REMATCH[1]} || fail "scenes: no name: $line"
    [[ $line =~ \"about\":$text ]] && about=${BASH_REMATCH[1]} || fail "scenes: no text: $line"
    file=${name,,} file=${file// /-} file=${file//[^a-z0-9-]/}.png
    [ -s "$root/docs/gallery/$file" ] || fail "docs/gallery/$file: no picture of '$name'; run scripts/gallery"
    grep -qxF "### $name" "$root/docs/gallery.md" || fail "docs/gallery.md: no '$name'; run scripts/gallery"
    grep -qxF -- "$about" "$root/docs/gallery.md" || fail "docs/gallery.md: '$name' has another text; run scripts/gallery"
done <"$work/scenes"
[ "$(find "$root/docs/gallery" -name '*.png' | wc -l)" = "$(wc -l <"$work/scenes")" ] ||
    fail "docs/gallery: pictures of removed scenes"

# The options of every command line in the pages exist. Quick commands run in a folder with assets/. Red: an option or a
# command that was renamed.
mkdir -p "$work/bin" "$work/run/build/release"
ln -s "$program" "$work/bin/firstcontact"
ln -s "$program" "$work/run/build/release/firstcontact"
ln -s "$root/assets" "$work/run/assets"
export PATH=$work/bin:$PATH
declare -A helps # of each command, and that of all
check_command() {
    local page=$1 line=$2 command option rest=${2##*firstcontact }
    command=${rest%% *}
    [[ $command =~ ^[a-z]+$ ]] || command=
    [ -n "${helps[/$command]+known}" ] ||
        helps[/$command]=$({ "$program" ${command:+$command} --help; "$program" ${command:+$command} info --help; "$program" --help; } 2>&1)
    while [[ $rest =~ \ (--[a-z-]+)(.*)$ ]]; do
        option=${BASH_REMATCH[1]} rest=${BASH_REMATCH[2]}
        [[ ${helps[/$command]} =~ (^|[^a-z-])$option([^a-z-]|$) ]] || fail "${page#"$root"/}: no option $option: $line"
    done
    [[ $command =~ ^(query|path|convex|boxes|classify|regions|mesh|scenes)$ ]] || return 0
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

# The README: one screen, a picture that loads quickly, commands that work as typed. Red: a section that belongs on a page of
# docs/, a film that nobody shortened, a command that fails or prints nothing.
[ "$(wc -l <"$root/README.md")" -le 90 ] || fail "README.md: more than 90 lines"
[ "$(stat -c %s "$root/assets/first-contact.gif")" -le 1500000 ] || fail "assets/first-contact.gif: more than 1.5 MB"
export ASAN_OPTIONS=detect_leaks=0 # OpenGL drivers keep some memory to the end
while read -r line; do
    (cd "$work/run" && bash -c "${line//\/tmp\//$work/}") >"$work/out" 2>"$work/err" && [ -s "$work/out" ] && continue
    grep -q "no picture can be drawn here" "$work/err" || fail "README.md: $line: $(head -c 200 "$work/err")"
done < <(sed -n 's/^    \(build\/release\/.*\)/\1/p' "$root/README.md")
[ "$(grep -c '^    build/release/' "$root/README.md")" = 7 ] || fail "README.md: not seven lines of the command line"

# The program prints the outputs that the pages show, except for times and for what "..." omits. Red: an output pasted from
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
            found = printed.find(piece, at)
            if run.returncode or found < 0:
                print(f"{page}: {command}: not printed: {piece[:200]}")
                wrong += 1
                break
            at = found + len(piece)
sys.exit(wrong > 0 or shown < 5)
END

# docs/files.md explains every key of a scene file. Red: a new key without documentation.
sed -n '/const keys\[\] = {/,/};/p; /const [a-z]*Keys\[\] = {/,/};/p' "$root/app/scenes/scene_read.c" | grep -o '"[A-Za-z]*"' |
    sort -u | tr -d '"' >"$work/keys"
[ "$(wc -l <"$work/keys")" -ge 30 ] || fail "keys of scene files: only $(wc -l <"$work/keys") found"
while read -r key; do
    grep -qE "[\`\"]$key[\`\"]" "$root/docs/files.md" || fail "docs/files.md: nothing about the key $key"
done <"$work/keys"

# The glossary stays short. Red: a term that a textbook explains.
[ "$(grep -c '^| \*\*' "$root/docs/glossary.md")" -le 40 ] || fail "docs/glossary.md: more than 40 terms"

# The manual page has every command and every option of the window. Red: a new one without documentation.
sed 's/\\-/-/g' "$root/docs/firstcontact.1" >"$work/man"
for name in $("$program" --help | sed -n '/^commands/,/^$/s/^  \([a-z-]*\) .*/\1/p') \
    $("$program" --help | sed -n '/^options of the window/,/^$/s/^  \(--[a-z-]*\).*/\1/p'); do
    grep -qE "^\.(B|BI|BR) $name( |$)" "$work/man" || fail "docs/firstcontact.1: nothing about $name"
    [[ $name == --* ]] || grep -q "^## $name" "$root/docs/commands.md" || fail "docs/commands.md: nothing about $name"
done

# The listing of docs/library.md is docs/ten_minutes.c, which is compiled. Red: one changed without the other.
sed -n '/^```c$/,/^```$/p' "$root/docs/library.md" | grep -v '^```' | grep -v '^$' >"$work/listing"
grep -v '^$' "$root/docs/ten_minutes.c" | cmp -s - "$work/listing" ||
    fail "docs/library.md: its listing is not docs/ten_minutes.c"

# docs/ stays small. Red: uncompressed pictures.
size=$(du -sk "$root/docs" | cut -f1)
[ "$size" -le 6144 ] || fail "docs: $size KB, at most 6144"

exit $((failures > 0))

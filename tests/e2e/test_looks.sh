#!/usr/bin/env bash
# Themes, undo and redo, saved plots and settings in the window.
# Red: a theme that changes only the panels or nothing; a redo that is not exact to the bit; a CSV file without a table;
# settings that are lost, read from a broken file, or written to a wrong folder.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$@"

press() { xdotool key "$@"; }
poseIs() { [ "$(status pose)" = "$1" ]; }
poseIsNot() { [ "$(status pose)" != "$1" ]; }
hasFile() { compgen -G "$1" >/dev/null; }

# The mean of all bytes of ten rows in the middle, without the panels.
brightness() {
    restingShot "$1"
    od -An -v -tu1 -w3840 -j 1300000 -N 38400 "$work/$1.ppm" |
        awk '{ for (i = 1281; i <= 2560; i++) sum += $i; n += 1280 } END { printf "%.1f\n", sum / n }'
}

startDisplay
cd "$work"
startProgram
xdotool mousemove 640 560
dark=$(brightness dark)
press shift+t
light=$(brightness light)
holds "$light > $dark + 60" || fail "the light theme's picture has a brightness of $light, the dark one's of $dark"
echo "Shift+T: brightness $dark, then $light"

start=$(status pose)
press Left
waitFor 5 "the arrow moves" poseIsNot "$start"
moved=$(status pose)
press Up
waitFor 5 "the second arrow moves" poseIsNot "$moved"
end=$(status pose)
press ctrl+z
waitFor 5 "Ctrl+Z, once" poseIs "$moved"
press ctrl+z
waitFor 5 "Ctrl+Z, twice" poseIs "$start"
press ctrl+y
waitFor 5 "Ctrl+Y" poseIs "$moved"
press ctrl+shift+z
waitFor 5 "Ctrl+Shift+Z" poseIs "$end"
press ctrl+z
waitFor 5 "Ctrl+Z again" poseIs "$moved"
press Down
waitFor 5 "a new step" poseIsNot "$moved"
letFramesPass
after=$(status pose)
press ctrl+y
waitFor 5 "nothing to redo" statusIs notice "Nothing to redo"
poseIs "$after" || fail "redo after a new step moved the teapot"
echo "undo and redo are exact"

# The button at the end of the page's row, in a window of default size.
press F3
letPictureRest
xdotool mousemove 958 529 click 1
waitFor 5 "no plots-*.csv" hasFile 'plots-*.csv'
file=$(compgen -G 'plots-*.csv' | sed -n 1p)
awk -F, 'NR == 1 { columns = NF; next } NF != columns || $1 !~ /^[0-9]+$/ || $9 + 0 <= 0 { bad = 1 }
         END { exit bad || NR < 10 || columns != 15 }' "$file" || fail "$file is no table: $(head -3 "$file")"
grep -q '[0-9]$' "$file" || fail "$file has no query in it"
echo "$file: $(wc -l <"$file") lines"

press Escape
waitFor 5 "Esc does not close the plots" statusIs dock_page closed
press Escape
letPictureRest
! hasEnded || fail "Esc ended the program"
press ctrl+q
expectExit 10 0
settings=$XDG_CONFIG_HOME/firstcontact/settings.json
grep -q '"theme": "light"' "$settings" || fail "the theme is not in $settings"
startProgram
again=$(brightness again)
holds "$again > $dark + 60" || fail "the second start has a brightness of $again: the theme is forgotten"
press ctrl+q
expectExit 10 0
echo "the theme is kept: $again"

printf '{\n"theme": 3}\n' >"$settings"
startProgram
broken=$(brightness broken)
holds "$broken < $dark + 30" || fail "a broken file was used: $broken"
press ctrl+q
expectExit 10 0
grep -q '"theme": 3' "$settings" || fail "a broken file was written over"
printf '{\n"theme": "light"}\n' >"$settings"
startProgram --no-settings
press ctrl+q
expectExit 10 0
[ "$(wc -l <"$settings")" = 2 ] || fail "--no-settings wrote the settings"
startProgram --frames 5
expectExit 10 0
[ "$(wc -l <"$settings")" = 2 ] || fail "--frames wrote the settings"
[ ! -s "$work/stderr" ] || fail "something was said on stderr"
echo "broken settings, none, and those of tests"

#!/usr/bin/env bash
# Checks that scripts/figures draws the plane figures of docs/methods/, byte for byte, and that a page shows each.
#
# Usage: test_figures.sh PROGRAM (not used). Red: a figure edited by hand, a script that was changed and not run, output that
# depends on the machine, a figure that no page shows.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 "$root/scripts/figures" "$work/first"
LC_ALL=C PYTHONHASHSEED=7 python3 "$root/scripts/figures" "$work/again"
diff -r "$work/first" "$work/again"
count=0
for figure in "$root"/docs/methods/*.svg; do
    name=$(basename "$figure")
    cmp "$figure" "$work/first/$name" || { echo "FAILED: run scripts/figures"; exit 1; }
    grep -q "($name)" "$root"/docs/methods/*.md || { echo "FAILED: no page shows $name"; exit 1; }
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$figure"
    count=$((count + 1))
done
[ "$count" = "$(find "$work/first" -name '*.svg' | wc -l)" ] || { echo "FAILED: $count figures are committed"; exit 1; }
[ "$count" -ge 9 ] || { echo "FAILED: only $count figures"; exit 1; }

#!/usr/bin/env bash
# The plane figures of docs/methods/ equal the output of scripts/figures, byte for byte, and each is used on a page.
#
# Usage: test_figures.sh PROGRAM (unused). Red: a figure edited by hand, a script changed and not run, one whose output
# depends on the machine, an unused figure.
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

"""The examples run, print the lines that are expected, and so does the code of the README and of the notebook."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
SCRIPT = ROOT.parent / "scripts" / "notebook"
PRINTED = {
    "batch": r"\d+ of 10000 motions touch",
    "convex_pairs": r"3640 pairs, \d+ overlap; \d+ queries, \d+ decided by a kept vector",
    "disassembly": r"remove pin +along \+y.*\nremove lid +along \+x.*\nremove block",
    "dominoes": r"12 of 12 dominoes fell.*\nwrote dominoes.gif with 32 pictures; no overlap after 160 steps",
    "drag": r"contact +t = [\d.]+  x = 2\.\d+  gap = \d",
    "gripper_scan": r"the gripper stays farther than 0\.\d+ from \d+ triangles; plotted in clearance\.(png|csv)",
    "peg_in_hole": r"(?s)pushed down: stops at depth 1\.0000.*pushed aside: stops at x = 0\.0200.*tilted by 0\.2",
    "point_cloud": r"volume 3\.\d+ by 20000 points, 3\.0000 .*\ngrid points: 5 INSIDE, 26 ON_EDGE, 20 ON_FACE",
    "replay": r"90 frames, 2 objects\nfree fall: .*\n(the program gives the same bits|not compared with the program)",
    "sampling": r"first contact finds 40 of 40 contacts; 50 samples find \d ?",
    "tour": r"(?s)touches after 14\.8088 degrees.*closed form: 14\.8088 degrees.*speed after a second: 4\.90",
}
MODULES = {"film"}  # used by the examples


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_example(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Red if an example fails, or prints something else. Files that it writes are in a folder of the test."""
    if name in MODULES:
        return
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert re.search(PRINTED[name], capsys.readouterr().out)


def test_generated_scan(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Red if the example with a scan needs the bunny, which other machines do not have."""
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path(str(EXAMPLES / "gripper_scan.py"))
    names["main"].__globals__["BUNNY"] = tmp_path / "none.obj"
    names["main"]()
    assert list(tmp_path.glob("clearance.*"))


def test_plain_gif(tmp_path: Path) -> None:
    """Red if the GIF that is written without Pillow has other pixels, sizes or times than the pictures."""
    film = runpy.run_path(str(EXAMPLES / "film.py"))
    pictures = np.random.default_rng(4).integers(0, 256, (3, 20, 30, 3)).astype(np.uint8)
    file = tmp_path / "plain.gif"
    film["write_plain_gif"](str(file), pictures, 0.25)
    shown = read_gif(file.read_bytes())
    assert [delay for delay, _ in shown] == [25, 25, 25]
    for (_, pixels), picture in zip(shown, pictures):
        assert np.all(np.abs(pixels.astype(int) - picture) <= 26)  # half the distance of two levels


def read_gif(data: bytes) -> list[tuple[int, np.ndarray]]:
    """Returns delay and pixels of each picture of a GIF with one palette, whose codes have nine bits."""
    assert data[:6] == b"GIF89a" and data[10] == 0xF7 and data[-1:] == b"\x3b"
    palette = np.frombuffer(data, np.uint8, 768, 13).reshape(256, 3)
    at, delay, pictures = 13 + 768, 0, []
    while data[at] != 0x3B:
        if data[at] == 0x21:
            delay = int.from_bytes(data[at + 4 : at + 6], "little") if data[at + 1] == 0xF9 else delay
            at = read_blocks(data, at + 2)[1]
            continue
        width, height = np.frombuffer(data, "<u2", 2, at + 5)
        packed, at = read_blocks(data, at + 11)
        bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
        codes = bits[: len(bits) // 9 * 9].reshape(-1, 9) @ (1 << np.arange(9))
        colors = codes[: np.flatnonzero(codes == 257)[0]]
        assert np.all(np.diff(np.append(np.flatnonzero(colors == 256), len(colors))) <= 255)  # before codes get longer
        pictures.append((delay, palette[colors[colors < 256]].reshape(height, width, 3)))
    return pictures


def read_blocks(data: bytes, at: int) -> tuple[bytes, int]:
    """Returns the bytes of blocks up to an empty one, and the position behind it."""
    parts = []
    while data[at]:
        parts.append(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
    return b"".join(parts), at + 1


def test_draws_the_nearer_box() -> None:
    """Red if a picture shows what is behind, mirrors, or lets back faces hide front faces."""
    film = runpy.run_path(str(EXAMPLES / "film.py"))
    camera = film["Camera"]((0.0, 0.0, 5.0), (0.0, 0.0, 0.0), 4.0, (40, 40))
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    near, far = (np.hstack((square, np.full((4, 1), z))) for z in (1.0, 0.0))
    faces = np.array([(0, 1, 2), (0, 2, 3)])
    red, blue = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    for order in ([(near, faces, red), (far, faces, blue)], [(far, faces, blue), (near, faces, red)]):
        picture = camera.draw(order)
        assert picture[15, 25, 0] > 100 and picture[15, 25, 2] == 0  # right of the middle, above it
        assert np.all(picture[25, 25] == 245) and np.all(picture[15, 15] == 245)
    assert np.all(camera.draw([(near, faces[:, ::-1], red)]) == 245)


def test_readme() -> None:
    """Red if a block of the README does not run after those before it."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert len(blocks) >= 4
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


def make_notebook(source: Path, path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--plain", str(source), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_notebook(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Red if the notebook is not of nbformat 4, loses a line of its source, or a cell does not run."""
    source, path = EXAMPLES / "tour.py", tmp_path / "tour.ipynb"
    assert make_notebook(source, path).returncode == 0
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    kinds = [cell["cell_type"] for cell in notebook["cells"]]
    assert kinds.count("markdown") >= 6 and kinds.count("code") >= 6 and set(kinds) == {"markdown", "code"}
    assert len({cell["id"] for cell in notebook["cells"]}) == len(kinds)
    lines = [line for cell in notebook["cells"] for line in "".join(cell["source"]).splitlines()]
    marked = [line for line in source.read_text(encoding="utf-8").splitlines() if not line.startswith("# %%")]
    assert [line for line in lines if line] == [line.removeprefix("# ") for line in marked if line]
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    assert re.search(PRINTED["tour"], capsys.readouterr().out)


@pytest.mark.parametrize("text", ["import os\n# %%\n", "# %% [markdown]\ntext\n"])
def test_notebook_refuses(text: str, tmp_path: Path) -> None:
    """Red if lines without a cell, or text that is no comment, are lost."""
    source = tmp_path / "wrong.py"
    source.write_text(text, encoding="utf-8")
    done = make_notebook(source, tmp_path / "wrong.ipynb")
    assert done.returncode == 1 and f"{source}:" in done.stderr and not (tmp_path / "wrong.ipynb").exists()

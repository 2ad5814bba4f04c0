"""Draws meshes as pictures and writes them as an animated GIF. Other examples use this module.

Needs NumPy only. With Pillow the files are smaller.
"""

from __future__ import annotations

from typing import BinaryIO, Sequence

import numpy as np

CODE_BITS, CLEAR, END = 9, 256, 257  # codes of the GIF: 256 colours, then two commands
LIGHT = np.array((0.35, 0.75, 0.56))  # direction to the light: right, up, towards the eye
STEPS = np.array((5, 6, 5))  # largest index of red, green and blue


class Camera:
    """An orthographic camera. eye: where it looks from, shape (3,); y is up. span: width of the picture, length."""

    def __init__(self, eye: Sequence[float], center: Sequence[float], span: float, size: tuple[int, int]) -> None:
        back = np.array(eye) - center
        back /= np.linalg.norm(back)
        right = np.cross((0.0, 1.0, 0.0), back)
        right /= np.linalg.norm(right)
        self.axes = np.stack((right, np.cross(back, right), back))  # to the right, up, towards the eye
        self.center, self.size, self.scale = np.array(center), size, 2 * size[0] / span

    def draw(self, meshes: Sequence[tuple[np.ndarray, np.ndarray, Sequence[float]]]) -> np.ndarray:
        """Returns a picture, shape (height, width, 3), bytes. meshes: world vertices, faces, and a colour in [0, 1]."""
        width, height = 2 * self.size[0], 2 * self.size[1]  # four pixels become one, so that edges are smooth
        picture = np.full((height, width, 3), 245.0)
        depth = np.full((height, width), -np.inf)
        for vertices, faces, color in meshes:
            corners = (np.asarray(vertices) - self.center) @ self.axes.T
            corners[:, :2] = corners[:, :2] * (self.scale, -self.scale) + (width / 2, height / 2)
            triangles = corners[faces]
            sides = (triangles[:, 1:] - triangles[:, :1]) * (1.0, -1.0, self.scale)  # to the right, up, towards the eye
            normals = np.cross(sides[:, 0], sides[:, 1])
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
            for triangle, normal in zip(triangles, normals):
                if normal[2] > 0.0:  # a front face
                    light = 0.45 + 0.55 * max(normal @ LIGHT, 0.0)
                    draw_triangle(picture, depth, triangle, 255.0 * light * np.array(color))
        return picture.reshape(height // 2, 2, width // 2, 2, 3).mean(axis=(1, 3)).astype(np.uint8)


def draw_triangle(picture: np.ndarray, depth: np.ndarray, corners: np.ndarray, color: np.ndarray) -> None:
    """Fills the pixels whose centres are in a triangle, where it is nearer than what is drawn already."""
    a, b, c = corners
    low = np.maximum(np.floor(corners.min(axis=0)[:2]).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=0)[:2]).astype(int), (picture.shape[1], picture.shape[0]))
    if low[0] >= high[0] or low[1] >= high[1]:
        return  # outside the picture
    x, y = np.arange(low[0], high[0]) + 0.5, np.arange(low[1], high[1])[:, None] + 0.5
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    v = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area
    w = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area
    z = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2])
    part = slice(low[1], high[1]), slice(low[0], high[0])
    nearer = (v >= 0.0) & (w >= 0.0) & (v + w <= 1.0) & (z > depth[part])
    depth[part][nearer] = z[nearer]
    picture[part][nearer] = color


def write_gif(path: str, pictures: Sequence[np.ndarray], seconds: float) -> None:
    """Writes pictures of shape (height, width, 3) as a GIF that repeats; `seconds`: for which each one is shown."""
    try:
        from PIL import Image
    except ImportError:
        write_plain_gif(path, pictures, seconds)
        return
    first, *rest = (Image.fromarray(picture) for picture in pictures)
    first.save(path, save_all=True, append_images=rest, duration=round(1000 * seconds), loop=0)


def write_plain_gif(path: str, pictures: Sequence[np.ndarray], seconds: float) -> None:
    """Writes a GIF of 6 x 7 x 6 colours without compression."""
    height, width = pictures[0].shape[:2]
    palette = np.zeros((256, 3), np.uint8)
    palette[:252] = [np.round(np.divide(index, STEPS) * 255.0) for index in np.ndindex(6, 7, 6)]
    size = np.array((width, height), "<u2").tobytes()
    with open(path, "wb") as out:
        out.write(b"GIF89a" + size + b"\xf7\x00\x00" + palette.tobytes())
        out.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        for picture in pictures:
            out.write(b"\x21\xf9\x04\x00" + np.array(round(100 * seconds), "<u2").tobytes() + b"\x00\x00")
            out.write(b"\x2c\x00\x00\x00\x00" + size + b"\x00\x08")
            r, g, b = np.moveaxis(np.round(picture / 255.0 * STEPS).astype(np.uint16), -1, 0)
            write_codes(out, (42 * r + 6 * g + b).ravel())
        out.write(b"\x3b")


def write_codes(out: BinaryIO, colors: np.ndarray) -> None:
    """Writes colours without compression: a clear command before every 254 of them keeps all codes at nine bits."""
    parts = [np.concatenate(([CLEAR], colors[first : first + 254])) for first in range(0, len(colors), 254)]
    codes = np.concatenate((*parts, [END])).astype(np.uint16)
    bits = (codes[:, None] >> np.arange(CODE_BITS) & 1).astype(np.uint8)
    data = np.packbits(bits.ravel(), bitorder="little").tobytes()
    for first in range(0, len(data), 255):
        block = data[first : first + 255]
        out.write(bytes((len(block),)) + block)
    out.write(b"\x00")

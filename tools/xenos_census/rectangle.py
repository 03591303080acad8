"""The rectangle of a copy: section 6.1 of the register digest."""

import math
from struct import pack, unpack

from .names import signed


def vertices(r, guest):
    """The rectangle of the three vertices in pixels, before offset and scissors, or None."""
    d0, d1 = r[0x4800:0x4802]
    if d0 & 3 != 3 or d1 >> 2 & 0xFFFFFF != 6:
        return None
    words = [guest.fetch((d0 & ~3) + 4 * i | d1 & 3) for i in range(6)]
    floats = unpack("<6f", pack("<6I", *words))
    if not all(map(math.isfinite, floats)):
        return None
    half = 0 if r[0x2302] & 1 else 0.5
    x = [round((value + half) * 256) for value in floats[0::2]]
    y = [round((value + half) * 256) for value in floats[1::2]]
    return tuple(value + 127 >> 8 for value in (min(x), min(y), max(x), max(y)))


def cut(r, corners):
    """The rectangle that a copy writes."""
    x0, y0, x1, y1 = corners
    dx, dy = signed(r[0x2080], 15), signed(r[0x2080] >> 16, 15)
    if r[0x2205] >> 16 & 1:
        x0, y0, x1, y1 = x0 + dx, y0 + dy, x1 + dx, y1 + dy
    moved = (0, 0) if r[0x2081] >> 31 else (dx, dy)
    bounds = [
        ((r[0x2081] & 0x3FFF) + moved[0], (r[0x2081] >> 16 & 0x3FFF) + moved[1],
         (r[0x2082] & 0x3FFF) + moved[0], (r[0x2082] >> 16 & 0x3FFF) + moved[1]),
        (signed(r[0x200E], 15), signed(r[0x200E] >> 16, 15),
         signed(r[0x200F], 15), signed(r[0x200F] >> 16, 15)),
    ]
    for left, top, right, bottom in bounds:
        x0, y0 = max(x0, left, 0), max(y0, top, 0)
        x1, y1 = min(x1, max(right, 0)), min(y1, max(bottom, 0))
    if x0 >= x1 or y0 >= y1:
        return (0, 0, 0, 0)
    pitch = r[0x2000] & 0x3FFF & ~7
    return x0 & ~7, y0 & ~7, min(x1 + 7 & ~7, pitch), y1 + 7 & ~7

#!/usr/bin/env python3
"""Counts what an SST-1 bus stream uses, from the bytes alone.

For: an independent answer to `afterimage census`. It shares no code and no table with the Rust
sources: offsets, fields and rules are written down again here, from the register digest, the VOOD
description and docs/census.md. Standard library only; zstd files are unpacked by `zstd -dc`.
Not for: drawing. Of the table of pixels only "in" (pixels covered) is counted, by exact edges as
under profile `hardware`; what depends on values of pixels (chroma, depth and alpha kills, "out") is
left out.

    count_vood.py TRACE            prints JSON: tables of keys with count, frames, worst, first
    count_vood.py TRACE --window N also counts by windows of N frames
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from struct import iter_unpack, unpack_from

# ---- names of registers, as the field spells them -----------------------------------------------

PARAMETERS = [
    "vertexAx", "vertexAy", "vertexBx", "vertexBy", "vertexCx", "vertexCy",
    "startR", "startG", "startB", "startZ", "startA", "startS", "startT", "startW",
    "dRdX", "dGdX", "dBdX", "dZdX", "dAdX", "dSdX", "dTdX", "dWdX",
    "dRdY", "dGdY", "dBdY", "dZdY", "dAdY", "dSdY", "dTdY", "dWdY", "triangleCMD",
]
REGISTERS = {0x008 + 4 * i: name for i, name in enumerate(PARAMETERS)}
REGISTERS.update({0x088 + 4 * i: "f" + name for i, name in enumerate(PARAMETERS)})
REGISTERS.update({
    0x000: "status", 0x104: "fbzColorPath", 0x108: "fogMode", 0x10C: "alphaMode",
    0x110: "fbzMode", 0x114: "lfbMode", 0x118: "clipLeftRight", 0x11C: "clipLowYHighY",
    0x120: "nopCMD", 0x124: "fastfillCMD", 0x128: "swapbufferCMD", 0x12C: "fogColor",
    0x130: "zaColor", 0x134: "chromaKey", 0x140: "stipple", 0x144: "color0", 0x148: "color1",
    0x14C: "fbiPixelsIn", 0x150: "fbiChromaFail", 0x154: "fbiZfuncFail", 0x158: "fbiAfuncFail",
    0x15C: "fbiPixelsOut", 0x200: "fbiInit4", 0x204: "vRetrace", 0x208: "backPorch",
    0x20C: "videoDimensions", 0x210: "fbiInit0", 0x214: "fbiInit1", 0x218: "fbiInit2",
    0x21C: "fbiInit3", 0x220: "hSync", 0x224: "vSync", 0x228: "clutData", 0x22C: "dacData",
    0x230: "maxRgbDelta", 0x300: "textureMode", 0x304: "tLOD", 0x308: "tDetail",
    0x30C: "texBaseAddr", 0x310: "texBaseAddr_1", 0x314: "texBaseAddr_2",
    0x318: "texBaseAddr_3_8", 0x31C: "trexInit0", 0x320: "trexInit1",
})
REGISTERS.update({at: "fogTable" for at in range(0x160, 0x1E0, 4)})
REGISTERS.update({at: "nccTable0" for at in range(0x324, 0x354, 4)})
REGISTERS.update({at: "nccTable1" for at in range(0x354, 0x384, 4)})

# The alternate map groups each parameter's start, X step and Y step.
ALTERNATE = {}
for group in range(8):
    for step in range(3):
        plain, other = 0x020 + 0x20 * step + 4 * group, 0x020 + 12 * group + 4 * step
        ALTERNATE[other] = plain
        ALTERNATE[other + 0x80] = plain + 0x80


def register_class(at):
    """Block, form, FIFO and whether a write waits for the pipeline."""
    if at not in REGISTERS:
        return "no register"
    if at in (0x080, 0x100):
        return "command, FIFO"
    if at in (0x120, 0x124, 0x128):
        return "command, FIFO, sync"
    if 0x008 <= at < 0x080:
        return "triangle, fixed"
    if 0x088 <= at < 0x100:
        return "triangle, float"
    if 0x200 <= at < 0x300:
        return "video, immediate"
    if at >= 0x300:
        return "texture, FIFO, sync" if at >= 0x31C else "texture, FIFO"
    if at in (0x14C, 0x150, 0x154, 0x158, 0x15C):
        return "pixel, immediate"
    if at in (0x000, 0x104, 0x108, 0x10C):
        return "pixel, FIFO"
    return "pixel, FIFO, sync"


# ---- words as text: fields that are not zero ----------------------------------------------------

COMPARE = ["never", "less", "equal", "less-equal", "greater", "not-equal", "greater-equal", "always"]
BLEND = ["zero", "src-alpha", "color", "dst-alpha", "one", "one-minus-src-alpha",
         "one-minus-color", "one-minus-dst-alpha"] + [f"reserved-{i}" for i in range(8, 15)] + \
        ["saturate-or-prefog"]
BUFFER = ["front", "back", "reserved-2", "reserved-3"]
OTHER = ["iterated", "texture", "color1", "reserved-3"]
TEXTURE_FACTOR = ["zero", "c_local", "a_other", "a_local", "detail", "lod-fraction",
                  "reserved-6", "reserved-7"]
LFB_FORMAT = ["rgb565", "rgb555", "argb1555", "reserved-3", "rgb888", "argb8888"] + \
             [f"reserved-{i}" for i in range(6, 12)] + \
             ["depth-rgb565", "depth-rgb555", "depth-argb1555", "depth"]
TEXEL = ["rgb332", "yiq422", "a8", "i8", "ai44", "p8", "reserved-6", "reserved-7", "argb8332",
         "ayiq8422", "rgb565", "argb1555", "argb4444", "ai88", "ap88", "reserved-15"]

# name, low bit, width, names of values (None: a flag)
COLOR_PATH = [
    ("c_other", 0, 2, OTHER), ("a_other", 2, 2, OTHER), ("c_local", 4, 1, ["iterated", "color0"]),
    ("a_local", 5, 2, ["iterated", "color0", "iterated-z", "reserved-3"]),
    ("c_local_override", 7, 1, None), ("cc_zero_other", 8, 1, None), ("cc_sub_clocal", 9, 1, None),
    ("cc_mselect", 10, 3, ["zero", "c_local", "a_other", "a_local", "texture-alpha",
                           "reserved-5", "reserved-6", "reserved-7"]),
    ("cc_reverse_blend", 13, 1, None),
    ("cc_add", 14, 2, ["nothing", "c_local", "a_local", "reserved-3"]),
    ("cc_invert_output", 16, 1, None), ("cca_zero_other", 17, 1, None),
    ("cca_sub_clocal", 18, 1, None),
    ("cca_mselect", 19, 3, ["zero", "a_local", "a_other", "a_local-3", "texture-alpha",
                            "reserved-5", "reserved-6", "reserved-7"]),
    ("cca_reverse_blend", 22, 1, None),
    ("cca_add", 23, 2, ["nothing", "c_local", "a_local", "both"]),
    ("cca_invert_output", 25, 1, None), ("subpixel_adjust", 26, 1, None),
    ("texture_enable", 27, 1, None),
]
FOG = [("enable", 0, 1, None), ("zero_fog_color", 1, 1, None), ("zero_color", 2, 1, None),
       ("alpha_source", 3, 2, ["table", "iterated-alpha", "iterated-z", "both"]),
       ("constant", 5, 1, None)]
ALPHA = [("test_enable", 0, 1, None), ("test_function", 1, 3, COMPARE),
         ("blend_enable", 4, 1, None), ("src_rgb", 8, 4, BLEND), ("dst_rgb", 12, 4, BLEND),
         ("src_alpha", 16, 4, BLEND), ("dst_alpha", 20, 4, BLEND)]
FBZ = [("clip", 0, 1, None), ("chroma_key", 1, 1, None), ("stipple_enable", 2, 1, None),
       ("w_buffer", 3, 1, None), ("depth_test", 4, 1, None), ("depth_function", 5, 3, COMPARE),
       ("dither", 8, 1, None), ("rgb_write", 9, 1, None), ("aux_write", 10, 1, None),
       ("dither_matrix", 11, 1, ["4x4", "2x2"]), ("stipple_mode", 12, 1, ["rotate", "pattern"]),
       ("alpha_mask", 13, 1, None), ("draw_buffer", 14, 2, BUFFER), ("depth_bias", 16, 1, None),
       ("y_origin_bottom", 17, 1, None), ("alpha_planes", 18, 1, None),
       ("dither_subtract", 19, 1, None), ("depth_source_zacolor", 20, 1, None)]
TEXTURE_COMBINE = [
    ("tc_zero_other", 12, 1, None), ("tc_sub_clocal", 13, 1, None),
    ("tc_mselect", 14, 3, TEXTURE_FACTOR), ("tc_reverse_blend", 17, 1, None),
    ("tc_add_clocal", 18, 1, None), ("tc_add_alocal", 19, 1, None),
    ("tc_invert_output", 20, 1, None), ("tca_zero_other", 21, 1, None),
    ("tca_sub_clocal", 22, 1, None), ("tca_mselect", 23, 3, TEXTURE_FACTOR),
    ("tca_reverse_blend", 26, 1, None), ("tca_add_clocal", 27, 1, None),
    ("tca_add_alocal", 28, 1, None), ("tca_invert_output", 29, 1, None),
    ("trilinear", 30, 1, None),
]


def bits(word, low, width=1):
    return word >> low & ((1 << width) - 1)


def text(word, fields):
    shown = []
    for name, low, width, values in fields:
        value = bits(word, low, width)
        if value:
            shown.append(name if values is None else f"{name}={values[value]}")
    return " ".join(shown)


def clear(word, *fields):
    for low, width in fields:
        word &= ~(((1 << width) - 1) << low)
    return word


# ---- keys: what cannot matter is dropped (docs/census.md) ---------------------------------------

def stages(fog, alpha, fbz):
    """Everything behind the combine units, and whether colour and alpha are looked at."""
    color = bits(fbz, 9)
    stores_alpha = bits(fbz, 18) and bits(fbz, 10)
    # fog
    if not (bits(fog, 0) and color):
        fog = 0
    elif bits(fog, 5):
        fog = 1 | 1 << 5
    else:
        fog &= 0x3F
        if bits(fog, 3, 2) == 3:
            fog = clear(fog, (3, 2)) | 2 << 3
    # alpha test and blending
    blends = bits(alpha, 4) and (color or stores_alpha)
    kept = bits(alpha, 0)
    if bits(alpha, 0):
        kept |= alpha & 0xE
    if blends:
        kept |= 1 << 4
        if color:
            kept |= alpha & 0xFF00
        if stores_alpha:
            kept |= alpha & 0xFF0000
    alpha = kept
    # fbzMode
    fbz &= 0x1FFFFF
    if not bits(fbz, 4):
        fbz = clear(fbz, (5, 3), (20, 1))
    stores_depth = bits(fbz, 10) and not bits(fbz, 18)
    compares_depth = bits(fbz, 4) and not bits(fbz, 20)
    if not (stores_depth or compares_depth):
        fbz = clear(fbz, (3, 1), (16, 1))
    if not color:
        fbz = clear(fbz, (8, 1), (14, 2))
    if not (color and blends):
        fbz = clear(fbz, (19, 1))
    if not (bits(fbz, 8) or bits(fbz, 19)):
        fbz = clear(fbz, (11, 1))
    if not bits(fbz, 2):
        fbz = clear(fbz, (12, 1))
    if not (bits(fbz, 10) or blends):
        fbz = clear(fbz, (18, 1))
    source, destination = bits(alpha, 8, 4), bits(alpha, 12, 4)
    takes_alpha = (bits(alpha, 0) or (bits(fbz, 18) and bits(fbz, 10)) or source in (1, 5, 15)
                   or destination in (1, 5))
    return fog, alpha, fbz, color, takes_alpha


def stage_texts(fog, alpha, fbz):
    parts = []
    if fog:
        parts.append(f"fog({text(fog, FOG)})")
    if alpha:
        parts.append(f"alpha({text(alpha, ALPHA)})")
    if fbz:
        parts.append(f"fbz({text(fbz, FBZ)})")
    return parts


def color_combine(path, color, alpha, chroma_key, alpha_mask):
    p = clear(path, (26, 6))
    if not color:
        p = clear(p, (8, 9))
    if not alpha:
        p = clear(p, (17, 9))
    if bits(p, 8) and not bits(p, 9):
        p = clear(p, (10, 4))
    if bits(p, 17) and not bits(p, 18):
        p = clear(p, (19, 4))
    if bits(p, 19, 3) == 3:
        p = clear(p, (19, 3)) | 1 << 19
    if bits(p, 23, 2):
        p = clear(p, (23, 2)) | 2 << 23
    factor, alpha_factor = bits(p, 10, 3), bits(p, 19, 3)
    if not ((color and not bits(p, 8)) or chroma_key):
        p = clear(p, (0, 2))
    if not ((alpha and not bits(p, 17)) or factor == 2 or alpha_factor == 2 or alpha_mask):
        p = clear(p, (2, 2))
    if not (bits(p, 9) or factor == 1 or bits(p, 14, 2) == 1):
        p = clear(p, (4, 1), (7, 1))
    elif bits(p, 7):
        p = clear(p, (4, 1))
    if not (bits(p, 18) or alpha_factor == 1 or bits(p, 23, 2) or factor == 3
            or bits(p, 14, 2) == 2):
        p = clear(p, (5, 2))
    textured = bits(path, 27) and (
        bits(p, 0, 2) == 1 or bits(p, 2, 2) == 1 or bits(p, 7) or factor in (4, 5)
        or alpha_factor == 4)
    return p | (1 << 27 if textured else 0), bool(textured)


def pipeline(path, fog, alpha, fbz):
    """Texts of the pipeline and of its combine function, and whether it takes textures."""
    fog, alpha, fbz, color, takes_alpha = stages(fog, alpha, fbz)
    combine, textured = color_combine(path, color, takes_alpha, bits(fbz, 1), bits(fbz, 13))
    combine = text(combine, COLOR_PATH) or "iterated"
    parts = [f"color({combine})"] + stage_texts(fog, alpha, fbz)
    if bits(path, 26):
        parts.append("subpixel")
    return " ".join(parts), combine, textured


def lfb_pipeline(fog, alpha, fbz):
    fog, alpha, fbz, _, _ = stages(fog, alpha, fbz)
    return " ".join(stage_texts(fog, alpha, clear(fbz, (14, 2)))) or "nothing"


def fill(fbz):
    kept = fbz & (1 << 9 | 1 << 10 | 1 << 17)
    if bits(fbz, 9):
        kept |= fbz & (3 << 14 | 1 << 8)
        if bits(fbz, 8):
            kept |= fbz & 1 << 11
    return text(kept, FBZ) or "nothing"


def texture_combine(tmu, mode):
    m = mode & 0x7FFFF000
    if bits(m, 12) and not bits(m, 13):
        m = clear(m, (14, 4))
    if bits(m, 21) and not bits(m, 22):
        m = clear(m, (23, 4))
    if bits(m, 18):
        m = clear(m, (19, 1))
    if bits(m, 27) or bits(m, 28):
        m = clear(m, (28, 1)) | 1 << 27
    if bits(m, 23, 3) == 3:
        m = clear(m, (23, 3)) | 1 << 23
    if bits(m, 12) and not bits(m, 13) and bits(m, 21) and not bits(m, 22):
        m = clear(m, (30, 1))
    takes_other = (not bits(m, 12) or not bits(m, 21) or bits(m, 14, 3) == 2
                   or bits(m, 23, 3) == 2)
    return f"tmu{tmu} {text(m, TEXTURE_COMBINE) or 'other'}", takes_other


def number(quarters):
    whole = quarters / 4
    return str(int(whole)) if whole == int(whole) else str(whole)


def texture(tmu, mode, lod):
    aspect, wide = bits(lod, 21, 2), bits(lod, 20)
    width, height = (256, 256 >> aspect) if wide else (256 >> aspect, 256)
    level = min(bits(lod, 0, 6) >> 2, 8)
    code = bits(mode, 8, 4)
    shape = f"{1 << aspect}:1" if wide else f"1:{1 << aspect}"
    filters = ["point", "bilinear"]
    wraps = ["wrap", "clamp"]
    key = (f"tmu{tmu} {TEXEL[code]} {max(width >> level, 1)}x{max(height >> level, 1)} "
           f"aspect={shape} min={filters[bits(mode, 1)]} mag={filters[bits(mode, 2)]} "
           f"s={wraps[bits(mode, 6)]} t={wraps[bits(mode, 7)]} "
           f"lod={number(bits(lod, 0, 6))}..{number(bits(lod, 6, 6))}")
    bias = bits(lod, 12, 6)
    bias -= 64 if bias >= 32 else 0
    if bias:
        key += f" bias={number(bias)}"
    if bits(mode, 5) and code in (1, 9):
        key += " ncc=1"
    for flag, name in [(bits(mode, 0), "perspective"),
                       (bits(mode, 0) and bits(mode, 3), "clamp-negative-w"),
                       (bits(mode, 4), "lod-dither"), (bits(lod, 23), "zero-fraction"),
                       (bits(lod, 19), "split"), (bits(lod, 19) and bits(lod, 18), "odd"),
                       (bits(lod, 24), "multi-base")]:
        if flag:
            key += " " + name
    return key


def lfb_write(mode, half):
    code = bits(mode, 0, 4)
    parts = [f"write {16 if half else 32}-bit write_format={LFB_FORMAT[code]}",
             f"write_buffer={BUFFER[bits(mode, 4, 2)]}"]
    if bits(mode, 8):
        parts.append("pixel_pipeline")
    if bits(mode, 9, 2) and code != 15:
        parts.append("lanes=" + ["argb", "abgr", "rgba", "bgra"][bits(mode, 9, 2)])
    if bits(mode, 11) and code not in (4, 5):
        parts.append("write_word_swap")
    if bits(mode, 12):
        parts.append("write_byte_swizzle")
    if bits(mode, 13) and not bits(mode, 8):
        parts.append("y_origin_bottom")
    if bits(mode, 14) and bits(mode, 8):
        parts.append("w_source=zacolor")
    return " ".join(parts)


def lfb_read(mode, half):
    buffer = ["front", "back", "aux", "reserved-3"][bits(mode, 6, 2)]
    parts = [f"read {16 if half else 32}-bit read_buffer={buffer}"]
    for low, name in [(13, "y_origin_bottom"), (15, "read_word_swap"), (16, "read_byte_swizzle")]:
        if bits(mode, low):
            parts.append(name)
    return " ".join(parts)


# ---- coverage: exact edges, clip rectangle, rows and columns 0 to 1023 --------------------------

def column_at_or_right_of(px, py, qx, qy, centre):
    """The first column whose centre is not left of the edge from p down to q."""
    height = qy - py
    if height < 1:
        height = 1
    above = (px - 8) * height + (qx - px) * (centre - py)
    return -((-above) // (16 * height))


def covered(vertices, negative, clip):
    """Pixels of a triangle; `clip` is left, right, low, high or None."""
    ax, ay, bx, by, cx, cy = vertices
    first, last = (ay + 7) >> 4, (cy + 7) >> 4
    left_limit, right_limit, low, high = 0, 1024, 0, 1024
    if clip:
        left_limit, right_limit, low, high = clip
    total = 0
    for y in range(max(first, low, 0), min(last, high, 1024)):
        centre = 16 * y + 8
        major = column_at_or_right_of(ax, ay, cx, cy, centre)
        if centre < by:
            minor = column_at_or_right_of(ax, ay, bx, by, centre)
        else:
            minor = column_at_or_right_of(bx, by, cx, cy, centre)
        left, right = (minor, major) if negative else (major, minor)
        left = max(left, left_limit)
        right = min(right, right_limit)
        if right > left:
            total += right - left
    return total


def size_class(pixels):
    for first, name in [(65536, "65536 pixels and more"), (16384, "16384-65535 pixels"),
                        (4096, "4096-16383 pixels"), (1024, "1024-4095 pixels")]:
        if pixels >= first:
            return name
    if pixels < 2:
        return "1 pixel" if pixels else "0 pixels"
    first = 1 << (pixels.bit_length() - 1)
    return f"{first}-{2 * first - 1} pixels"


def overdraw_class(pixels, area):
    if not pixels:
        return "nothing drawn"
    for halves, name in [(1, "up to half a picture"), (2, "up to 1 picture"),
                         (4, "up to 2 pictures"), (8, "up to 4 pictures"),
                         (16, "up to 8 pictures")]:
        if 2 * pixels <= halves * area:
            return name
    return "more than 8 pictures"


def float_vertex(word):
    """An IEEE single as 12.4: the magnitude is shifted and cut, then the sign applied."""
    exponent, mantissa = bits(word, 23, 8), word & 0x7FFFFF | 0x800000
    shift = exponent - 150 + 4
    if exponent == 0:
        return 0
    if exponent == 255 or shift >= 40:
        value = -0x100000000 if word >> 31 else 0xFFFFFFFF
    else:
        value = mantissa << shift if shift >= 0 else (mantissa >> -shift if shift > -24 else 0)
        value = -value if word >> 31 else value
    return signed16(value)


def signed16(value):
    value &= 0xFFFF
    return value - 0x10000 if value & 0x8000 else value


# ---- the stream ---------------------------------------------------------------------------------

class Table:
    """Counts by key: in all, a frame, a window."""

    def __init__(self):
        self.rows = {}
        self.frame = defaultdict(int)

    def count(self, key, times, frame, record):
        if key not in self.rows:
            self.rows[key] = {"count": 0, "frames": 0, "worst": 0, "worst_frame": 0,
                              "first": {"frame": frame, "record": record},
                              "windows": defaultdict(int)}
        self.frame[key] += times

    def end_frame(self, frame, window):
        for key, times in self.frame.items():
            row = self.rows[key]
            row["count"] += times
            row["frames"] += 1
            row["windows"][str(frame // window)] += times
            if times > row["worst"]:
                row["worst"], row["worst_frame"] = times, frame
        self.frame.clear()


NAMES = ["commands", "pipelines", "color combine", "texture combine", "textures", "fills", "lfb",
         "lfb pipelines", "registers", "register reads", "register classes", "triangle sizes",
         "bytes", "swaps", "pixels", "pictures", "overdraw"]


class Counter:
    def __init__(self, tmus, window):
        self.tables = {name: Table() for name in NAMES}
        self.window = window
        self.tmus = tmus
        self.frame = 0
        self.record = 0
        self.open = False
        self.in_frame = 0
        self.vertices = [0] * 6
        self.path = self.fog = self.alpha = self.fbz = self.lfb = 0
        self.left = self.right = self.low = self.high = 0
        self.triple = self.remap = self.dimensions = 0
        self.modes = [0] * 3
        self.lods = [0] * 3
        self.fbi_key = None
        self.unit_keys = [None] * 3
        self.keys = {}

    def count(self, table, key, times=1):
        self.tables[table].count(key, times, self.frame, self.record)

    def pixels(self, pixels):
        if pixels:
            self.count("pixels", "in", pixels)
            self.in_frame += pixels

    def area(self):
        width, height = (self.dimensions & 0xFFF) + 1, self.dimensions >> 16 & 0xFFF
        # Four usual modes are programmed with two lines more than are shown.
        height -= 2 if height in (386, 402, 482, 602) else 0
        return width, height

    def end_frame(self):
        width, height = self.area()
        self.count("overdraw", overdraw_class(self.in_frame, width * height))
        for table in self.tables.values():
            table.end_frame(self.frame, self.window)
        self.frame += 1
        self.in_frame = 0
        self.open = False

    # -- writes and reads

    def clip(self):
        return (self.left, self.right, self.low, self.high) if bits(self.fbz, 0) else None

    def triangle(self, data):
        pixels = covered(self.vertices, data >> 31, self.clip())
        if self.fbi_key is None:
            self.fbi_key = pipeline(self.path, self.fog, self.alpha, self.fbz)
        state, combine, textured = self.fbi_key
        self.count("pipelines", state)
        self.count("color combine", combine)
        self.count("triangle sizes", size_class(pixels))
        self.pixels(pixels)
        if not textured:
            return
        for tmu in range(self.tmus):
            if self.unit_keys[tmu] is None:
                mode, lod = self.modes[tmu], self.lods[tmu]
                self.unit_keys[tmu] = (texture(tmu, mode, lod),) + texture_combine(tmu, mode)
            sampled, combine, takes_other = self.unit_keys[tmu]
            self.count("textures", sampled)
            self.count("texture combine", combine)
            if not takes_other:
                break

    def register(self, address, data):
        self.open = True
        at = address & 0x3FC
        if address >> 21 & 1 and self.remap and at < 0x100:
            at = ALTERNATE.get(at, at)
        chips = bits(address, 10, 4) or 15
        self.count("registers", REGISTERS.get(at, "no register"))
        self.count("register classes", register_class(at))
        if at in (0x080, 0x100):
            self.count("commands", REGISTERS[at])
            if chips & 1:
                self.triangle(data)
        elif at < 0x080 or 0x088 <= at < 0x0A0:
            fixed = at & 0x7C
            if 0x008 <= fixed < 0x020 and chips & 1:
                value = float_vertex(data) if at >= 0x080 else signed16(data)
                self.vertices[(fixed - 8) // 4] = value
        elif 0x104 <= at < 0x200:
            self.fbi(at, data, chips & 1)
        elif at == 0x20C:
            self.dimensions = data
        elif at == 0x218:
            self.triple = bits(data, 4)
        elif at == 0x21C:
            self.remap = bits(data, 0)
        elif at in (0x300, 0x304):
            for tmu in range(self.tmus):
                if chips >> (tmu + 1) & 1:
                    (self.modes if at == 0x300 else self.lods)[tmu] = data
                    self.unit_keys[tmu] = None

    def fbi(self, at, data, reached):
        if at == 0x120:
            self.count("commands", "nopCMD, clearing counters" if data & 1 else "nopCMD")
        elif at == 0x124:
            self.count("commands", "fastfillCMD")
            if reached:
                self.count("fills", fill(self.fbz))
        elif at == 0x128:
            self.count("commands", "swapbufferCMD")
            buffers = "triple" if self.triple else "double"
            when = "at retrace" if data & 1 else "at once"
            self.count("swaps", f"{buffers}, {when}, interval {bits(data, 1, 8)}")
            if reached:
                self.count("pictures", "%dx%d" % self.area())
                self.end_frame()
        if not reached:
            return
        self.fbi_key = None
        if at == 0x104:
            self.path = data
        elif at == 0x108:
            self.fog = data
        elif at == 0x10C:
            self.alpha = data
        elif at == 0x110:
            self.fbz = data
        elif at == 0x114:
            self.lfb = data
        elif at == 0x118:
            self.left, self.right = bits(data, 16, 10), bits(data, 0, 10)
        elif at == 0x11C:
            self.low, self.high = bits(data, 16, 10), bits(data, 0, 10)

    def remembered(self, make, *of):
        key = (make,) + of
        if key not in self.keys:
            self.keys[key] = make(*of)
        return self.keys[key]

    def write_lfb(self, address, half):
        self.open = True
        mode = self.lfb
        self.count("lfb", self.remembered(lfb_write, mode, half))
        self.count("bytes", "LFB written", 2 if half else 4)
        if not bits(mode, 8):
            return
        state = self.remembered(lfb_pipeline, self.fog, self.alpha, self.fbz)
        self.count("lfb pipelines", state)
        code, offset = bits(mode, 0, 4), address & 0x3FFFFF
        if code in (0, 1, 2, 15):
            first, y = offset >> 1 & 0x3FE, offset >> 11 & 0x3FF
            columns = [first, first + 1]
            if half:
                # Swizzle and swap each bring a lone half to the other side.
                side = bits(offset, 1) ^ bits(mode, 11) ^ bits(mode, 12)
                columns = [columns[side]]
        elif code in (4, 5, 12, 13, 14) and not half:
            columns, y = [offset >> 2 & 0x3FF], offset >> 12 & 0x3FF
        else:
            return
        clip = self.clip()
        if clip:
            left, right, low, high = clip
            columns = [x for x in columns if left <= x < right and low <= y < high]
        self.pixels(len(columns))

    def read_lfb(self, half):
        self.open = True
        self.count("lfb", self.remembered(lfb_read, self.lfb, half))
        self.count("bytes", "LFB read", 2 if half else 4)

    def write_texture(self, address):
        self.open = True
        tmu = bits(address, 21, 2)
        self.count("bytes", f"texture, tmu{tmu}" if tmu < self.tmus else "texture, no such unit", 4)

    def play(self, command, address, data):
        if command == 0:
            self.register(address, data)
        elif command in (2, 3):
            self.write_lfb(address, command == 3)
        elif command == 4:
            self.write_texture(address)
        elif command in (6, 7):
            self.open = True
            self.count("register reads", REGISTERS.get(address & 0x3FC, "no register"))
        elif command in (8, 9):
            self.read_lfb(command == 9)

    def result(self):
        if self.open:
            self.end_frame()
        tables = {name: table.rows for name, table in self.tables.items()}
        return {"frames": self.frame, "window": self.window, "tables": tables}


def content(path):
    with open(path, "rb") as file:
        stored = file.read()
    if stored[:4] == b"\x28\xb5\x2f\xfd":
        return subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout
    return stored


def count(path, window=60):
    bytes_ = content(path)
    magic, version, _, _, _, tmus = unpack_from("<6I", bytes_, 0)
    if magic != 0x564F4F44 or version != 1:
        raise SystemExit(f"{path}: no VOOD 1 stream")
    counter = Counter(tmus, window)
    end = 64 + (len(bytes_) - 64) // 24 * 24
    for record, fields in enumerate(iter_unpack("<8xB3x3I", bytes_[64:end])):
        command, address, data, times = fields
        counter.record = record
        for _ in range(times):
            counter.play(command, address, data)
    return {"source": os.path.basename(path), **counter.result()}


def main():
    arguments = sys.argv[1:]
    window = 60
    if "--window" in arguments:
        at = arguments.index("--window")
        window = int(arguments[at + 1])
        del arguments[at:at + 2]
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    json.dump(count(arguments[0], window), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

"""The twenty-nine surface configurations as scenes.

For: rectangles across the borders of EDRAM's tiles, at the pitch, across the halves of depth, and
through the samples of a pixel; what each stores by digest `xenos-hardware` 4.1, 4.4 and 5.6.
The list is digest `xenos-native-renderer` 1.3.
"""

from fractions import Fraction as F

from . import numbers as n
from .copies import BYTES, SEVEN, SEVEN_16, TENS, TENS_10, join, text
from .places import Surface, dwords

FIXED, FLOAT = "D24S8", "D24FS8"
# Pitch, samples, colour, depth.
KINDS = [
    (1280, 4, SEVEN, FLOAT), (1280, 4, SEVEN_16, FLOAT), (1280, 1, None, FLOAT), (1040, 1, None, FIXED),
    (1280, 1, TENS_10, None), (320, 2, SEVEN, FLOAT), (1280, 1, BYTES, FLOAT), (1280, 1, SEVEN, None),
    (320, 2, SEVEN_16, FLOAT), (640, 4, TENS, FLOAT), (80, 1, BYTES, FLOAT), (1280, 1, BYTES, None),
    (1280, 1, TENS_10, FLOAT), (1280, 1, TENS, None), (640, 4, None, FLOAT), (640, 4, None, FIXED),
    (640, 4, BYTES, FLOAT), (640, 4, SEVEN, FLOAT), (80, 1, "32_FLOAT", None), (160, 4, SEVEN, FLOAT),
    (1280, 1, "8_8_8_8_GAMMA", None), (400, 2, BYTES, FLOAT), (200, 4, BYTES, FLOAT), (200, 4, None, FIXED),
    (400, 1, BYTES, None), (1280, 1, None, None), (1280, 2, None, None), (1280, 1, "16_16_16_16", None),
    (640, 4, "16_16_16_16", None),
]  # fmt: skip
COLOR_BASE, DEPTH_BASE, BACK, STENCIL, REPORT = 64, 1024, 0xA5A5A5A5, 0x5A, 0x2000
# What each rectangle is drawn with: halves and denormals, what is held, ties of 7e3, all alphas.
COLORS = [
    (F(1), F(1, 2), F(255, 8), F(1)),
    (F(1, 4), F(1, 512), F(40), n.single(F(1, 3))),
    (F(0), F(-1), n.single(F(33, 10)), F(1, 2)),
    (F(2), 1 + F(1, 256), 1 + F(3, 256), n.single(F(17, 20))),
]
DEPTHS = [F(1, 2), F(1), F(1, 4), F(1, 1 << 16)]
# 5.6, in sixteenths from the pixel's centre: columns that lie right of it.
RIGHT = {2: [1], 4: [2, 3]}


def encode(form, color):
    """Words and arithmetic of a colour."""
    if form in (SEVEN, SEVEN_16):
        codes = [n.seven(value) for value in color[:3]] + [n.unorm(color[3], 2)]
        lines = [f"{n.show(v)} -> 0x{c:03X} = {n.show(n.of_seven(c))}" for v, c in zip(color[:3], codes)]
        lines.append(f"{n.show(color[3])} x 3 + 1/2 -> {codes[3]}")
        return [join(*codes)], lines
    if form in (TENS, TENS_10, BYTES, "8_8_8_8_GAMMA"):
        widths = (8,) * 4 if form.startswith("8") else (10, 10, 10, 2)
        codes, lines = [], []
        for k, (value, width) in enumerate(zip(color, widths)):
            if form == "8_8_8_8_GAMMA" and k < 3:
                codes.append(n.gamma8(value))
                lines.append(f"{n.show(value)} by the gamma curve (3.7) -> {codes[-1]}")
                continue
            codes.append(n.unorm(value, width))
            held = n.saturate(value)
            lines.append(f"{n.show(held)} x {(1 << width) - 1} + 1/2 -> {codes[-1]}")
        if widths[0] == 8:
            return [int.from_bytes(bytes(codes), "little")], lines
        return [join(*codes)], lines
    if form == "16_16_16_16":
        codes = [n.fixed16(value) for value in color]
        lines = [f"{n.show(min(v, F(32)))} x 32767 / 32 -> 0x{c:04X}" for v, c in zip(color, codes)]
        return [codes[0] | codes[1] << 16, codes[2] | codes[3] << 16], lines
    return [n.bits(color[0])], [f"{n.show(color[0])} as it is"]


def deep(form, z):
    """Depth and stencil of a sample, with arithmetic."""
    if form == FIXED:
        code = n.depth_fixed(z)
        line = f"z {n.show(z)} x (2^24 - 1) = {n.show(z * 0xFFFFFF)}, to even: 0x{code:06X}"
    else:
        code = n.depth_float(z)
        line = f"z {n.show(z)} in 20e4: 0x{code:06X}"
    return [code << 8 | STENCIL], line


def rectangles(surface):
    """What is drawn: edges, why, and the covered samples of each pixel."""
    across, down = surface.across // surface.columns, 16 // surface.rows
    every = list(range(surface.samples))
    right = across + 2 if surface.pitch > across else across
    corner = "the corner of four tiles" if surface.pitch > across else "the border of two tiles"
    last = surface.pitch
    middle = across // 2
    all_of_them = [
        ((across - 2, right, down - 1, down + 1), corner, every),
        ((last - 1, last + 2, 2, 3), f"the pitch: columns from {last} on are not drawn", every),
        ((middle - 1, middle + 1, 4, 5), "the middle of a tile, where depth's halves meet", every),
    ]
    if surface.samples > 1:
        # Its left edge goes through the pixel's centre.
        all_of_them.append(((F(21, 2), 11, 6, 7), "samples right of a pixel's centre", RIGHT[surface.samples]))
    return all_of_them


def pixels(edges, pitch):
    left, right, top, bottom = edges
    return [(x, y) for y in range(top, bottom) for x in range(int(left), min(right, pitch))]


def runs(words):
    """Expectations of words by place, joined along rows."""
    out, places = [], sorted(words)
    while places:
        tile, row, column = places[0]
        count = 1
        while count < len(places) and places[count] == (tile, row, column + count):
            count += 1
        out.append(f"  expect edram {tile} {row} {column} = {text(words[p] for p in places[:count])}")
        places = places[count:]
    return out


def stored(surface, edges, covered, words):
    """Words of a rectangle's samples, and of those around it, which keep what they had."""
    inside = set(pixels(edges, surface.pitch))
    all_of_them = {}
    left, right, top, bottom = edges
    for y in range(top - 1, bottom + 1):
        for x in range(int(left) - 1, min(right, surface.pitch) + 1):
            # What is beyond the pitch is another row of tiles, and nothing is drawn there either.
            for sample in range(surface.samples):
                drawn = (x, y) in inside and sample in covered
                tile, row, column = surface.place(x, y, sample)
                for k, word in enumerate(words if drawn else [BACK] * len(words)):
                    all_of_them[tile, row, column + k] = word
    return all_of_them


def scene(number):
    """The file of a configuration."""
    pitch, samples, color, depth = KINDS[number - 1]
    wide = color == "16_16_16_16"
    targets = " and ".join(form for form in (color, depth) if form) or "no target"
    surface = Surface(COLOR_BASE, pitch, samples, wide)
    depths = Surface(DEPTH_BASE, pitch, samples, depth=True)
    drawn = rectangles(surface)
    out = [
        "; afterimage filetest 1",
        "chip xenos",
        f"; Surface configuration {number} (digest xenos-native-renderer 1.3): {pitch} {samples}x {targets}.",
        "; Places by xenos-hardware 4.1, values by 4.4, samples by 5.6; the pitch cuts by 4.2.",
        "include scene.inc",
        "",
        "scene rectangles",
        f"  covers surface.{number}",
        "  use corners" if color is None and depth else "  use colored",
        f"  edram all = 0x{BACK:08X}",
    ]
    for at, (edges, why, _) in enumerate(drawn):
        left, right, top, bottom = (f"{float(edge)}" for edge in edges)
        z = n.show(DEPTHS[at]) if at < 3 else "2^-16"
        out.append(f"  ; {why[0].upper()}{why[1:]}.")
        corners = f"{left} {top} {z} {right} {top} {z} {left} {bottom} {z}"
        out.append(f"  memory 0x{0x100 + 9 * at:X} = {corners}")
    out += ["  packets", f"    RB_SURFACE_INFO surface_pitch={pitch} msaa_samples={samples}x"]
    if color:
        out.append(f"    RB_COLOR_INFO color_base={COLOR_BASE} color_format={color}")
    elif depth:
        out.append("    RB_MODECONTROL edram_mode=depth-only")
    else:
        out.append("    RB_COLOR_MASK = 0")
        out.append(f"    RB_SAMPLE_COUNT_ADDR = 0x{REPORT:X}")
    if depth:
        out += [
            f"    RB_DEPTH_INFO depth_base={DEPTH_BASE} depth_format={depth}",
            "    RB_DEPTHCONTROL z_enable=1 z_write_enable=1 zfunc=always stencil_enable=1 stencilfunc=always"
            " stencilzpass=replace",
            f"    RB_STENCILREFMASK stencilref=0x{STENCIL:X} stencilmask=0xFF stencilwritemask=0xFF",
        ]
    for at in range(len(drawn)):
        if color:
            values = " ".join(f"0x{n.bits(value):08X}" for value in COLORS[at])
            shown = ", ".join(n.show(value) for value in COLORS[at])
            out.append(f"    SHADER_CONSTANT_256_X = {values} ; {shown}")
        out += [f"    VGT_INDX_OFFSET = {3 * at}", "    draw rectangles 3"]
    if not color and not depth:
        out.append("    count_samples")
    out.append("  end")
    counts = []
    for at, (edges, why, covered) in enumerate(drawn):
        inside = pixels(edges, pitch)
        counts.append(len(inside) * len(covered))
        rows = f"{edges[2]} to {edges[3] - 1}" if edges[3] - edges[2] > 1 else f"{edges[2]}"
        out += ["", f"  ; {why[0].upper()}{why[1:]}: columns {inside[0][0]} to {inside[-1][0]}, row(s) {rows};"]
        if samples > 1:
            out.append(f"  ; sample(s) {', '.join(map(str, covered))} of {samples}.")
        if color:
            words, lines = encode(color, COLORS[at])
            out.append(f"  ; Colour from tile {COLOR_BASE} on, {surface.pitch_tiles} tiles a row, around it what was there.")
            out += [f"  ;   {line}" for line in lines]
            out += runs(stored(surface, edges, covered, words))
        if depth:
            words, line = deep(depth, DEPTHS[at])
            out.append(f"  ; Depth from tile {DEPTH_BASE} on, {depths.pitch_tiles} tiles a row, columns 0-39 and 40-79 exchanged.")
            out.append(f"  ;   {line}, stencil 0x{STENCIL:X}")
            out += runs(stored(depths, edges, covered, words))
        if not color and not depth:
            out += runs(stored(surface, edges, [], [BACK]))
    if not color and not depth:
        total = sum(counts)
        out += ["", f"  ; Nothing is stored, but {' + '.join(map(str, counts))} = {total} samples are covered and pass:"]
        out.append("  ; total, -, depth fails, -, passes, -, stencil fails, -, little-endian (5.10; halves: all in the first).")
        report = [total, 0, 0, 0, total, 0, 0, 0]
        data = b"".join(word.to_bytes(4, "little") for word in report)
        out.append(f"  expect memory 0x{REPORT // 4:X} = {text(dwords(data))}")
    return "\n".join(out) + "\n"


def files():
    """Names and texts."""
    for number, (pitch, samples, color, depth) in enumerate(KINDS, 1):
        targets = "_".join(form for form in (color, depth) if form) or "none"
        yield f"surface_{number:02}_{pitch}_{samples}x_{targets}.test", scene(number)

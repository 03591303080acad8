"""The twenty kinds of copies as scenes.

For: source words, what a copy makes of them by digest `xenos-hardware` 6.2 to 6.6, and where both lie.
The list is digest `xenos-native-renderer` 1.4.
"""

from fractions import Fraction as F

from . import numbers as n
from .places import Surface, dwords, shown_2d, swapped, tiled_2d

SEVEN, SEVEN_16 = "2_10_10_10_FLOAT", "2_10_10_10_FLOAT_AS_16_16_16_16"
TENS, TENS_10, BYTES = "2_10_10_10", "2_10_10_10_AS_10_10_10_10", "8_8_8_8"
# Source, samples, select, destination, exponent, clears, pitch, byte order.
KINDS = [
    (SEVEN, 1, "0", TENS, -4, True, 320, "8in32"),
    (SEVEN, 1, "0", TENS, -2, True, 1280, "8in32"),
    (SEVEN, 4, "0123", TENS, -2, True, 1280, "8in32"),
    (SEVEN_16, 4, "0123", TENS, -2, True, 1280, "8in32"),
    ("D24FS8", 4, "0", BYTES, 0, False, 1280, "8in32"),
    (BYTES, 1, "0", BYTES, 0, True, 1280, "8in32"),
    ("D24S8", 1, "0", BYTES, 0, False, 1040, "8in32"),
    (SEVEN, 2, "01", TENS, -4, True, 320, "8in32"),
    (BYTES, 1, "0", BYTES, 0, False, 1280, "none"),
    ("32_FLOAT", 1, "0", "32_FLOAT", 0, True, 80, "8in32"),
    (SEVEN_16, 2, "01", TENS, -4, True, 320, "8in32"),
    (TENS, 1, "0", TENS, -2, True, 1280, "8in32"),
    (TENS, 1, "0", TENS, 0, True, 1280, "8in32"),
    ("D24FS8", 1, "0", BYTES, 0, False, 1280, "8in32"),
    (TENS_10, 1, "0", TENS, 0, True, 1280, "8in32"),
    (SEVEN, 1, "0", BYTES, 0, True, 320, "8in32"),
    (SEVEN_16, 2, "01", TENS, -2, True, 1280, "8in32"),
    (BYTES, 2, "01", BYTES, 0, True, 400, "8in32"),
    ("D24FS8", 2, "0", BYTES, 0, False, 1280, "8in32"),
    ("16_16_16_16", 1, "0", "16_16_16_16_FLOAT", 0, True, 1280, "8in16"),
]
DEPTH_BASE, DEPTH_CLEAR = 1024, 0xF0000042
BASE, CLEAR, BACK, KEPT = 0x00400000, (0x13579BDF, 0x02468ACE), 0x5A5A5A5A, 0xA5A5A5A5
RAW = {(BYTES, BYTES), (TENS, TENS), (TENS_10, TENS), ("32_FLOAT", "32_FLOAT")}


def join(r, g, b, a):
    return r | g << 10 | b << 20 | a << 30


# Eight texels of each format: zeros, largest codes, denormals, what rounds, every alpha.
SEVENS = [
    (0x200, 0x300, 0x280, 3), (0x3FF, 0x000, 0x253, 2), (0x001, 0x07F, 0x080, 1), (0x100, 0x0FF, 0x2FF, 0),
    (0x281, 0x27F, 0x201, 3), (0x300, 0x380, 0x37F, 2), (0x002, 0x003, 0x004, 1), (0x123, 0x2A5, 0x0C4, 0),
]  # fmt: skip
WORDS = {
    SEVEN: [join(*w) for w in SEVENS],
    TENS: [
        join(0, 0, 0, 0), join(1023, 1023, 1023, 3), join(1, 3, 5, 1), join(511, 513, 515, 2),
        join(1021, 1020, 4, 3), join(0x155, 0x2AB, 0x0CC, 0), join(7, 8, 9, 2), join(1000, 100, 11, 1),
    ],
    BYTES: [
        0x00000000, 0xFFFFFFFF, 0x04030201, 0x807F01FE, 0xFF000000, 0x00FFFF00, 0x40C08020, 0x9ABCDEF0,
    ],
    # Infinity, a NaN with a payload, a denormal, -0.
    "32_FLOAT": [
        0x00000000, 0x3F800000, 0x7F800000, 0x7FA12345, 0x00000001, 0x80000000, 0xC2F6E979, 0x7F7FFFFF,
    ],
    # Depth and stencil: 0, 1.0 of either format, all bits, the lowest depth.
    "D24S8": [
        0x00000000, 0xFFFFFF00, 0xFFFFFFFF, 0x00000180, 0xF0000055, 0x80000001, 0x123456AA, 0x7FFFFF0F,
    ],
    # x 32767 / 32: 0, largest, lowest, 1 and -1 of the code, halves of 32 and others.
    "16_16_16_16": [
        (0x0000, 0x7FFF, 0x8001, 0x0001), (0xFFFF, 0x4000, 0xC000, 0x3039), (0x0003, 0x0400, 0xFC00, 0x03FF),
        (0x7FFE, 0x1234, 0xEDCC, 0x0010), (0x2000, 0x2001, 0x1FFF, 0x0200), (0x5555, 0xAAAB, 0x0002, 0xFFFE),
        (0x7000, 0x6FFF, 0x0100, 0xFF00), (0x0421, 0x0842, 0x1084, 0x2108),
    ],
}  # fmt: skip
# Of averages: smaller ones, most of which are not held to 1, and bytes whose averages are no ties.
AVERAGED = {
    SEVEN: [
        join(0x200, 0x180, 0x280, 3), join(0x3FF, 0x000, 0x253, 2), join(0x001, 0x07F, 0x080, 1),
        join(0x100, 0x0FF, 0x1FF, 0), join(0x201, 0x17F, 0x111, 3), join(0x180, 0x0C4, 0x1AB, 2),
        join(0x002, 0x003, 0x004, 1), join(0x123, 0x225, 0x0C4, 0),
    ],
    BYTES: [
        0xFFFE00FF, 0x01000201, 0x81808003, 0x7F02FE7D, 0xFDFC0405, 0x03AA0633, 0x4F20FAC7, 0x1110BC41,
    ],
}  # fmt: skip
AVERAGED[SEVEN_16] = AVERAGED[SEVEN]
WORDS[SEVEN_16], WORDS[TENS_10], WORDS["D24FS8"] = WORDS[SEVEN], WORDS[TENS], WORDS["D24S8"]


def decode(source, word):
    """Codes and values of a sample."""
    if source == "16_16_16_16":
        return list(word), [n.of_fixed16(code) for code in word]
    if source == BYTES:
        codes = [word >> 8 * k & 0xFF for k in range(4)]
        return codes, [F(code, 255) for code in codes]
    codes = [word >> 10 * k & 0x3FF for k in range(3)] + [word >> 30]
    if source in (SEVEN, SEVEN_16):
        return codes, [n.of_seven(code) for code in codes[:3]] + [F(codes[3], 3)]
    return codes, [F(code, 1023) for code in codes[:3]] + [F(codes[3], 3)]


def convert(source, destination, bias, words):
    """6.3 and 6.4: the texel of samples, and its arithmetic; the same in fractions and in binary32."""
    samples = [decode(source, word) for word in words]
    factor = F(2) ** bias / len(words)
    codes, lines = [], []
    for k in range(4):
        exact = sum((values[k] for _, values in samples), F(0)) * factor
        steps = F(0)
        for _, values in samples:
            steps = n.single(steps + n.single(values[k]))
        steps = n.single(steps * factor)
        width = {TENS: (10, 10, 10, 2)[k], BYTES: 8}.get(destination)
        if width:
            code = n.unorm(steps, width)
            most = (1 << width) - 1
            assert int(n.saturate(exact) * most + n.HALF) == code, (words, k)
            end = f"x {most} + 1/2 -> {code}" if exact < 1 else f"held to 1 -> {code}"
        else:
            code = n.half(steps)
            assert n.half(exact) == code, (words, k)
            end = f"half 0x{code:04X}"
        texts = [f"0x{codes[k]:X} = {n.show(values[k])}" for codes, values in samples]
        first = texts[0] if len(texts) == 1 else "(" + " + ".join(texts) + ")"
        scale = "" if factor == 1 else f" x {factor} = {n.show(exact)}"
        lines.append(f"{'rgba'[k]} {first}{scale}; {end}")
        codes.append(code)
    if destination == TENS:
        return join(*codes).to_bytes(4, "little"), lines
    if destination == BYTES:
        return bytes(codes), lines
    return b"".join(code.to_bytes(2, "little") for code in codes), lines


def places(left):
    """Eight pixels of the rectangle: its corners, both sides of tiles' borders in EDRAM and in memory."""
    return [(left, 24), (left + 7, 24), (left + 8, 25), (left + 15, 31), (left, 32), (left + 9, 33),
            (left + 5, 38), (left + 15, 39)]  # fmt: skip


def words_of(word):
    """A sample's words in EDRAM."""
    if isinstance(word, tuple):
        return [word[0] | word[1] << 16, word[2] | word[3] << 16]
    return [word]


def text(words):
    return " ".join(f"0x{word:08X}" for word in words)


def scene(number):
    """The file of a kind."""
    source, samples, select, destination, bias, clears, pitch, endian = KINDS[number - 1]
    depth, wide = source.startswith("D24"), source == "16_16_16_16"
    base = 16 if depth else 32
    surface = Surface(base, pitch, samples, wide, depth)
    size = 8 if wide else 4
    raw = depth or (source, destination) in RAW and samples == 1 and bias == 0
    left = 32 if samples == 4 or wide or pitch == 80 else 72
    right, top, bottom = left + 16, 24, 40
    out = [
        "; afterimage filetest 1",
        "chip xenos",
        f"; Kind {number} of copies (digest xenos-native-renderer 1.4): {source} {samples}x, samples {select}, to",
        f"; {destination}, exponent {bias}, {'cleared' if clears else 'not cleared'}. A sample's place by xenos-hardware 4.1"
        + (", its halves of 40 columns exchanged" if depth else "") + ";",
        "; values by 4.4 and 6.3, packed by 6.4; addresses by 3.1 and 6.5; clears by 6.6.",
        "include scene.inc",
        "",
        "scene copy",
        f"  covers copy.{number}",
        "  use copy",
        f"  ; Corners ({left}, {top}), ({right}, {top}), ({left}, {bottom}): columns {left} to {right - 1}, rows {top} to {bottom - 1}.",
        f"  memory 0x100 = {left}.0 {top}.0 {right}.0 {top}.0 {left}.0 {bottom}.0",
        f"  edram all = 0x{BACK:08X}",
        "  packets",
        f"    RB_SURFACE_INFO surface_pitch={pitch} msaa_samples={samples}x",
    ]
    if depth:
        out.append(f"    RB_DEPTH_INFO depth_base={base} depth_format={source}")
    else:
        out.append(f"    RB_COLOR_INFO color_base={base} color_format={source}")
    # The scene's own copy clears its depth as well.
    both = number in (3, 4)
    if both:
        out.append(f"    RB_DEPTH_INFO depth_base={DEPTH_BASE} depth_format=D24FS8")
    control = f"copy_src_select={'depth' if depth else 'color0'} copy_sample_select={select}"
    clear = " color_clear_enable=1" if clears else ""
    clear += " depth_clear_enable=1" if both else ""
    out += [
        f"    RB_COPY_CONTROL {control}{clear} copy_command={'raw' if raw else 'convert'}",
        f"    RB_COPY_DEST_BASE = 0x{BASE:X}",
        f"    RB_COPY_DEST_PITCH copy_dest_pitch={pitch} copy_dest_height=720",
        f"    RB_COPY_DEST_INFO copy_dest_endian={endian} copy_dest_format={destination} copy_dest_exp_bias={bias}",
        f"    RB_COLOR_CLEAR = {text(CLEAR)}",
        f"    RB_DEPTH_CLEAR = {text([DEPTH_CLEAR])}",
        "    draw rectangles 3",
        "  end",
    ]
    pool = (WORDS if len(select) == 1 else AVERAGED)[source]
    # 3.1: rows of the destination are padded to 32 texels.
    padded = -(-pitch // 32) * 32
    out.append(
        f"  ; Pitch in tiles: {pitch} x {surface.columns} / 80, rounded up{', twice' if wide else ''}: {surface.pitch_tiles}."
        f" Rows of the destination: {padded} texels."
    )
    for at, (x, y) in enumerate(places(left)):
        # All samples of the first texel are alike; others take turns.
        words = [pool[(at + (s if at else 0)) % len(pool)] for s in range(samples)]
        out.append("")
        for sample, word in enumerate(words):
            tile, row, column = surface.place(x, y, sample)
            sx = x if samples < 4 else 2 * x + (sample >> 1)
            sy = y if samples == 1 else 2 * y + (sample & 1 if samples == 4 else sample)
            exchanged = f", column {sx % 80} exchanged" if depth else ""
            out.append(
                f"  ; ({x}, {y}) sample {sample}: column {sx}, row {sy}: tile {base} + {sy // 16} x {surface.pitch_tiles}"
                f" + {sx // surface.across}{exchanged}"
            )
            out.append(f"  edram {tile} {row} {column} = {text(words_of(word))}")
        taken = words if "0123".startswith(select) and len(select) > 1 and not depth else words[:1]
        if raw:
            data = b"".join(word.to_bytes(4, "little") for word in words_of(words[0]))
            out.append("  ; The word as it is.")
        else:
            data, lines = convert(source, destination, bias, taken)
            out += [f"  ;   {line}" for line in lines]
        out.append(f"  ; {shown_2d(x, y, padded, size)}")
        address = (BASE + tiled_2d(x, y, padded, size)) // 4
        out.append(f"  expect memory 0x{address:X} = {text(dwords(swapped(data, endian)))}")
    out += ["", "  ; What lies beside the rectangle stays, in memory and in EDRAM."]
    for x, y in ((left - 1, top), (right, bottom - 1), (left, top - 1), (right - 1, bottom)):
        address = (BASE + tiled_2d(x, y, padded, size)) // 4
        kept = text([KEPT] * (size // 4))
        out.append(f"  memory 0x{address:X} = {kept}")
        out.append(f"  expect memory 0x{address:X} = {kept}")
        if x < pitch:
            for sample in range(samples):
                tile, row, column = surface.place(x, y, sample)
                out.append(f"  expect edram {tile} {row} {column} = {text([BACK] * (size // 4))}")
    if clears:
        out += ["", "  ; Every sample of the rectangle is cleared, with the words as they are."]
    else:
        out += ["", "  ; Nothing is cleared."]
    for at, (x, y) in enumerate(places(left)):
        for sample in range(samples):
            tile, row, column = surface.place(x, y, sample)
            word = pool[(at + (sample if at else 0)) % len(pool)]
            want = list(CLEAR[: size // 4]) if clears else words_of(word)
            out.append(f"  expect edram {tile} {row} {column} = {text(want)}")
    if both:
        depths = Surface(DEPTH_BASE, pitch, samples, depth=True)
        out += ["", f"  ; So are depth and stencil, from tile {DEPTH_BASE} on, halves of 40 columns exchanged."]
        for x, y in places(left):
            for sample in range(samples):
                tile, row, column = depths.place(x, y, sample)
                out.append(f"  expect edram {tile} {row} {column} = {text([DEPTH_CLEAR])}")
    return "\n".join(out) + "\n"


def files():
    """Names and texts."""
    for number, (source, samples, _, destination, bias, clears, *_) in enumerate(KINDS, 1):
        end = "clear" if clears else "keep"
        yield f"copy_{number:02}_{source}_{samples}x_{destination}_{abs(bias)}_{end}.test", scene(number)

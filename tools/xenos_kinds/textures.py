"""The twenty-two pairs of texture format and dimension as scenes.

For: blocks and texels, where they lie by digest `xenos-hardware` 3.1 to 3.4, and what is read of them
by 3.5 to 3.7 (values) and chapter S of docs/hardware/xenos-microcode.md (coordinates, order).
The list is digest `xenos-native-renderer` 1.5.
"""

from fractions import Fraction as F

from . import blocks
from . import numbers as n
from .places import dwords, shown_2d, swapped, tiled_2d, tiled_3d

# Format, dimension, size, byte order, bytes of a block, texels across and down a block.
KINDS = [
    ("DXT1", "2d", (256, 256), "8in16", 8, 4, 4),
    ("8_8_8_8", "2d", (96, 64), "8in32", 4, 1, 1),
    ("DXT4_5_AS_16_16_16_16", "2d", (256, 256), "8in16", 16, 4, 4),
    ("DXT4_5", "2d", (256, 256), "8in16", 16, 4, 4),
    ("2_10_10_10_AS_16_16_16_16", "cube", (64, 64), "8in32", 4, 1, 1),
    ("DXT4_5", "cube", (256, 256), "8in16", 16, 4, 4),
    ("DXT1_AS_16_16_16_16", "2d", (256, 256), "8in16", 8, 4, 4),
    ("2_10_10_10_AS_16_16_16_16", "2d", (96, 64), "8in32", 4, 1, 1),
    ("DXN", "2d", (256, 256), "8in16", 16, 4, 4),
    ("24_8", "2d", (96, 64), "8in32", 4, 1, 1),
    ("DXT5A", "2d", (256, 256), "8in16", 8, 4, 4),
    ("DXT1", "cube", (256, 256), "8in16", 8, 4, 4),
    ("24_8_FLOAT", "2d", (96, 64), "8in32", 4, 1, 1),
    ("32_FLOAT", "2d", (96, 64), "8in32", 4, 1, 1),
    ("8_8_8_8_AS_16_16_16_16", "2d", (96, 64), "8in32", 4, 1, 1),
    ("8_8_8_8", "3d", (64, 32, 8), "8in32", 4, 1, 1),
    ("8", "2d", (256, 128), "none", 1, 1, 1),
    ("DXT2_3_AS_16_16_16_16", "2d", (256, 256), "8in16", 16, 4, 4),
    ("DXT3A", "2d", (256, 256), "8in16", 8, 4, 4),
    ("1_REVERSE", "1d", (64,), "none", 1, 8, 1),
    ("16", "1d", (256,), "8in16", 2, 1, 1),
    ("16_16_16_16_FLOAT", "2d", (96, 64), "8in16", 8, 1, 1),
]  # fmt: skip
BASE = 0x00800000
# Blocks, in blocks: both ends of micro tiles, several macro tiles, banks and pipes.
FLAT = [(0, 0), (7, 1), (8, 15), (31, 16), (32, 31), (33, 5), (5, 40), (63, 63)]
VOLUME = [(0, 0, 0), (1, 2, 3), (9, 10, 3), (31, 15, 4), (32, 16, 5), (17, 24, 6), (63, 31, 7), (40, 8, 1)]
LINE = [(0,), (7,), (8,), (31,), (32,), (63,)]
BYTES = [(0,), (1,), (2,), (5,), (6,), (7,)]
CUBE = [(0, 0, 0), (7, 1, 1), (8, 15, 2), (31, 16, 3), (32, 31, 4), (33, 5, 5), (63, 63, 0), (40, 40, 3)]
WORDS = [
    0x00000000, 0xFFFFFFFF, 0x80FF017F, 0x40302010, 0xC8006432, 0x01FE02FD, 0x9ABCDEF0, 0x0F1E2D3C,
]  # fmt: skip
# 24 bits of depth above 8 of stencil: 0, 1.0 of both formats, the halves, the lowest, denormals of 20e4.
DEPTHS = [
    0x00000012, 0xFFFFFFFF, 0x80000034, 0x7FFFFF00, 0x00000180, 0xF0000000, 0x029F17AA, 0xF8000055,
]  # fmt: skip
# 1.0, -2.0, the largest, a denormal flushed by nothing on the way, small and others.
SINGLES = [0x3F800000, 0xC0000000, 0x7F7FFFFF, 0x00800000, 0x80000000, 0x3EAAAAAB, 0x42F6E979, 0xBF000001]
# Halves: 1, -2, exponent 31 (no infinity), the largest, denormals, 0, others.
HALVES = [
    (0x3C00, 0xC000, 0x7C00, 0x7FFF), (0x0001, 0x03FF, 0x0400, 0x8000), (0x3555, 0xB555, 0x5640, 0xFC00),
    (0x0000, 0x3BFF, 0x3C01, 0x4248), (0x7BFF, 0xFBFF, 0x7C01, 0xFFFF), (0x2E66, 0x3266, 0x34CD, 0x3666),
    (0x1234, 0x2345, 0x3456, 0x4567), (0x8001, 0x83FF, 0x8400, 0x9234),
]  # fmt: skip
COLOR = [
    "1F00E007 E7E4E4E4", "E0071F00 E8E4E4E4", "FFFF0000 1B3B1B1B", "3412CDAB 72D8C9AB", "0000FFFF 27B14E8D",
    "55AAAA55 FFAA6A00", "10841084 E4B1C66C", "00F81F00 93936C6C",
]  # fmt: skip
ALPHA = [
    "FF00 8EC6FA88C6FA", "00FF B0C6FA88C6FA", "8040 05397705397F", "4080 FAC688FAC688", "0101 B05B05B05B05",
    "FEFD 123456789ABC", "7F80 CBA987654321", "10F0 FFFFFF7DB6DB",
]  # fmt: skip
INSIDE = [(0, 0), (1, 0), (2, 1), (3, 3), (0, 3), (2, 2), (3, 1), (1, 2)]
EXPLICIT = [
    "0123456789ABCDEF", "FEDCBA9876543210", "00FF0FF0F00F1234", "8000000000000001", "5A5A5A5A3C3C3C3C",
    "13579BDF02468ACE", "FFFFFFFFFFFFFFFF", "0000000000000000",
]  # fmt: skip


def block(form, at):
    """The bytes of block number `at`, byte order undone."""
    hexes = bytes.fromhex
    color, alpha = hexes(COLOR[at]), hexes(ALPHA[at])
    if form.startswith("DXT1"):
        return color
    if form.startswith("DXT2_3"):
        return hexes(EXPLICIT[at]) + color
    if form.startswith("DXT4_5"):
        return alpha + color
    if form == "DXN":
        return alpha + hexes(ALPHA[(at + 3) % 8])
    if form == "DXT5A":
        return alpha
    if form == "DXT3A":
        return hexes(EXPLICIT[at])
    if form == "16_16_16_16_FLOAT":
        return b"".join(code.to_bytes(2, "little") for code in HALVES[at])
    if form == "1_REVERSE":
        # The bit that is read differs from the one at the other end.
        return bytes([(0x10, 0x7F, 0x08, 0xBE, 0x04, 0xDF)[at]])
    if form == "8":
        return bytes([(0x01, 0xFF, 0x80, 0x7F, 0x3C, 0xC8, 0xFE, 0x02)[at]])
    if form == "16":
        return (0x0000, 0xFFFF, 0x8000, 0x7FFF, 0x0001, 0x1234)[at].to_bytes(2, "little")
    words = DEPTHS if form.startswith("24_8") else SINGLES if form == "32_FLOAT" else WORDS
    return words[at].to_bytes(4, "little")


def value(form, data, x, y):
    """A texel's stored components (the last repeated) with their arithmetic."""
    word = int.from_bytes(data[:8], "little")
    eighths = lambda codes: [n.of_unorm(code, 8) for code in codes]  # noqa: E731
    if form.startswith("DXT1"):
        codes, why = blocks.color(data, x, y, True)
        return eighths(codes), f"{why} = {codes}, / 255"
    if form.startswith(("DXT2_3", "DXT4_5")):
        alpha = blocks.explicit if form.startswith("DXT2_3") else blocks.interpolated
        a, first = alpha(data, x, y)
        codes, why = blocks.color(data[8:], x, y, False)
        return eighths(codes[:3] + [a]), f"{why} = {codes[:3]}; alpha {first}; / 255"
    if form == "DXN":
        (r, first), (g, second) = (blocks.interpolated(data[at : at + 8], x, y) for at in (0, 8))
        return eighths([r, g, g, g]), f"red {first}; green {second}; / 255"
    if form in ("DXT5A", "DXT3A"):
        code, why = (blocks.interpolated if form == "DXT5A" else blocks.explicit)(data, x, y)
        return eighths([code] * 4), f"{why}, / 255"
    if form == "16_16_16_16_FLOAT":
        codes = [word >> 16 * k & 0xFFFF for k in range(4)]
        values = [n.of_half(code) for code in codes]
        return values, ", ".join(f"{c:04X} = {n.show(v)}" for c, v in zip(codes, values))
    if form == "1_REVERSE":
        bit = word >> 7 - x & 1
        return [F(bit)] * 4, f"byte {word:02X}, its bit {7 - x}: {bit} (highest bit first: chosen)"
    if form in ("8", "16"):
        width = int(form)
        return [n.of_unorm(word, width)] * 4, f"{word} / {(1 << width) - 1}"
    if form == "24_8":
        d = word >> 8
        return [n.of_depth_fixed(d)] * 4, f"d = 0x{d:06X}: (d + {d >> 23}) x 2^-24"
    if form == "24_8_FLOAT":
        d = word >> 8
        depth = n.of_depth_float(d)
        e, m = d >> 20, d & 0xFFFFF
        return [depth] * 4, f"d = 0x{d:06X}: e {e}, m 0x{m:05X}" + (": denormal" if not e else "")
    if form == "32_FLOAT":
        return [n.of_bits(word)] * 4, "as it is"
    if form.startswith("2_10"):
        codes = [word >> 10 * k & 0x3FF for k in range(3)] + [word >> 30]
        return [n.of_unorm(c, w) for c, w in zip(codes, (10, 10, 10, 2))], f"{codes} / 1023 and 3"
    codes = [word >> 8 * k & 0xFF for k in range(4)]
    return eighths(codes), f"{codes} / 255"


def coordinate(texel, size):
    """The middle of a texel, as a fraction of the texture."""
    middle = n.single(F(2 * texel + 1, 2 * size))
    assert int(n.single(middle * size)) == texel
    return middle


def scene(number):
    """The file of a pair."""
    form, dimension, size, endian, stored, across, down = KINDS[number - 1]
    cube, volume, line = dimension == "cube", dimension == "3d", dimension == "1d"
    width = size[0]
    height = 1 if line else size[1]
    pitch = -(-(-(-width // across)) // 32) * 32
    rows = -(-(-(-height // down)) // 32) * 32
    # A slice's bytes, whole pages.
    stride = -(-pitch * rows * stored // 4096) * 4096
    places = BYTES if across == 8 else LINE if line else VOLUME if volume else CUBE if cube else FLAT
    biased, exponent = form == "DXN", 2 if form.startswith("2_10") else 0
    tolerance = " within abs 0.0039216" if form.startswith("DX") else ""
    sizes = f"width={width - 1}" + ("" if line else f" height={height - 1}") + (" depth=7" if volume else "")
    tiled = "" if line else f" tiled=1 pitch={pitch * across // 32}"
    signs = " sign_x=biased sign_y=biased" if biased else ""
    scale = f" exp_adjust={exponent}" if exponent else ""
    fetch = {"1d": "tfetch1D r1, r0.x, tf0", "2d": "tfetch2D r1, r0.xy, tf0", "3d": "tfetch3D r1, r0.xyz, tf0",
             "cube": "tfetchCube r1, r0.xyz, tf0"}[dimension]  # fmt: skip
    law = {"1d": "3.3", "3d": "3.2"}.get(dimension, "3.1")
    out = [
        "; afterimage filetest 1",
        "chip xenos",
        f"; Texture pair {number} (digest xenos-native-renderer 1.5): {form} {dimension}.",
        f"; Addresses by xenos-hardware {law} and 3.4, bytes by 3.6, values by 3.5{' and 3.7' if form.startswith('DX') else ''};"
        " coordinates by rules S3 and S4.",
        "include scene.inc",
        "",
        "scene texels",
        f"  covers texture.{number}",
        "  use points",
        "  program pixel",
        f"    {fetch}",
        "    max oC0, r1.xxxx, r1.xxxx",
        "    max oC1, r1.yyyy, r1.yyyy",
        "    max oC2, r1.zzzz, r1.zzzz",
        "    max oC3, r1.wwww, r1.wwww",
        "  end",
        f"  fetch texture 0 dimension={dimension} format={form} endianness={endian} base_address=0x{BASE >> 12:X}"
        f"{tiled} {sizes} swizzle_x=x swizzle_y=y swizzle_z=z swizzle_w=w{signs}{scale}",
    ]
    if not line:
        out.append(f"  ; {pitch} blocks a row, {rows} rows" + (f"; a face has 0x{stride:X} bytes" if cube else "") + ".")
    if biased:
        out.append("  ; Red and green are 2 c - 1; what repeats green has signs of its own, which say nothing (rule S12).")
    if exponent:
        out.append("  ; Every component is 2^2 times as much.")
    components, memory, lines, vertices = [[], [], [], []], {}, [], []
    for at, place in enumerate(places):
        bx, by = place[0], 0 if line else place[1]
        inner = INSIDE[at] if down == 4 else ((3, 0)[at % 2] + at // 2 if across == 8 else 0, 0)
        x, y = bx * across + inner[0], by * down + inner[1]
        address = BASE
        if line:
            address += bx * stored
            where = f"byte 0x{bx * stored:X}"
        elif volume:
            offset = tiled_3d(bx, by, place[2], pitch, rows, stored)
            address += offset
            where = f"3D: byte 0x{offset:X}"
        else:
            face = place[2] if cube else 0
            address += face * stride + tiled_2d(bx, by, pitch, stored)
            where = shown_2d(bx, by, pitch, stored) + (f" of face {face}" if cube else "")
        data = block(form, at)
        values, why = value(form, data, inner[0], inner[1])
        if biased:
            values = [n.single(2 * v - 1) for v in values[:2]] + values[2:]
        values = [n.single(v * F(2) ** exponent) for v in values]
        words = [n.bits(v) for v in values]
        # A fraction has no -0.
        if form == "16_16_16_16_FLOAT":
            codes = [int.from_bytes(data[2 * k : 2 * k + 2], "little") for k in range(4)]
            words = [w | (c >> 15) << 31 for w, c in zip(words, codes)]
        if form == "32_FLOAT":
            words = [int.from_bytes(data, "little")] * 4
        for list_, word in zip(components, words):
            list_.append(word)
        # Bytes as they lie: byte order exchanged within whole words; a lone byte or half by itself.
        for k, byte in enumerate(swapped(data, endian if stored > 1 else "none")):
            memory[address + k] = byte
        texel = f"({x}, {y}" + (f", {place[2]})" if volume or cube else ")")
        if line:
            texel = f"({x})"
        lines.append(f"  ; Texel {texel}: block {bx}, {by}: {where}.")
        shown = "/".join(n.show(v) for v in values)
        lines.append(f"  ;   {why}" + (f" -> {shown}" if biased or exponent else ""))
        s = coordinate(x, width)
        t = F(0) if line else coordinate(y, height)
        r = F(place[2]) if cube else coordinate(place[2], 8) if volume else F(0)
        if cube:
            # The cube instruction's coordinates are from 1 to 2 on a face.
            s, t = n.single(s + 1), n.single(t + 1)
        vertices.append((at + F(1, 2), F(1, 2), s, t, r))
    out += lines
    out += memory_lines(memory)
    out.append("  ; Pixel, then the texel's middle" + (", from 1 on, and the face." if cube else "."))
    for at, vertex in enumerate(vertices):
        numbers = " ".join(exact(v) for v in vertex)
        out.append(f"  memory 0x{0x100 + 5 * at:X} = {numbers}")
    out += ["  packets", f"    draw points {len(places)}", "  end"]
    for k, words in enumerate(components):
        out.append(f"  ; {'Red Green Blue Alpha'.split()[k]} of each.")
        all_of_them = " ".join(f"0x{word:08X}" for word in words)
        out.append(f"  expect edram {k} 0 0 = {all_of_them} 0xA5A5A5A5{tolerance}")
    return "\n".join(out) + "\n"


def exact(number):
    """A number that reads back as the same single."""
    text = f"{float(number)!r}"
    return text if "e" not in text else f"0x{n.bits(number):08X}"


def memory_lines(memory):
    """Dwords that hold these bytes, others being 0."""
    out = []
    for word in sorted({address // 4 for address in memory}):
        data = bytes(memory.get(word * 4 + k, 0) for k in range(4))
        (dword,) = dwords(data)
        if out and out[-1][0] + len(out[-1][1]) == word and len(out[-1][1]) < 4:
            out[-1][1].append(dword)
        else:
            out.append((word, [dword]))
    return [f"  memory 0x{at:X} = " + " ".join(f"0x{word:08X}" for word in words) for at, words in out]


def files():
    """Names and texts."""
    for number, (form, dimension, *_) in enumerate(KINDS, 1):
        yield f"texture_{number:02}_{form}_{dimension}.test", scene(number)

"""Compressed blocks, decoded by specification digest `xenos-hardware` 3.7.

For: a texel's codes of eight bits, and how they come about, in words.
"""


def color(data, x, y, transparent):
    """DXT colours: four codes; `transparent`: DXT1, where c0 <= c1 has three colours and a hole."""
    first, second = (int.from_bytes(data[at : at + 2], "little") for at in (0, 2))

    def channels(value):
        r, g, b = value >> 11, value >> 5 & 63, value & 31
        return [r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2]

    c0, c1 = channels(first), channels(second)
    code = int.from_bytes(data[4:8], "little") >> 2 * (4 * y + x) & 3
    ends = f"c0 {first:04X} = {c0}, c1 {second:04X} = {c1}, code {code}"
    if code < 2:
        return [c0, c1][code] + [255], f"{ends}: c{code}"
    if transparent and first <= second:
        if code == 3:
            return [0, 0, 0, 0], f"{ends}, c0 <= c1: a hole"
        return [(a + b) >> 1 for a, b in zip(c0, c1)] + [255], f"{ends}, c0 <= c1: (c0 + c1) >> 1"
    weights = (2, 1) if code == 2 else (1, 2)
    mixed = [(weights[0] * a + weights[1] * b) // 3 for a, b in zip(c0, c1)]
    return mixed + [255], f"{ends}: ({weights[0]} c0 + {weights[1]} c1) / 3, cut"


def explicit(data, x, y):
    """DXT3 alpha: four bits a texel, times 17."""
    code = int.from_bytes(data[:8], "little") >> 4 * (4 * y + x) & 15
    return code * 17, f"code {code} x 17 = {code * 17}"


def interpolated(data, x, y):
    """DXT5 alpha."""
    a0, a1 = data[0], data[1]
    code = int.from_bytes(data[2:8], "little") >> 3 * (4 * y + x) & 7
    ends = f"a0 {a0}, a1 {a1}, code {code}"
    if code < 2:
        value = (a0, a1)[code]
        return value, f"{ends}: {value}"
    if a0 > a1:
        value = ((8 - code) * a0 + (code - 1) * a1) // 7
        return value, f"{ends}: ({8 - code} a0 + {code - 1} a1) / 7, cut = {value}"
    if code > 5:
        value = 0 if code == 6 else 255
        return value, f"{ends}, a0 <= a1: {value}"
    value = ((6 - code) * a0 + (code - 1) * a1) // 5
    return value, f"{ends}, a0 <= a1: ({6 - code} a0 + {code - 1} a1) / 5, cut = {value}"

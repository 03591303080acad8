"""Memory export: rules E6 to E8 of docs/hardware/xenos-microcode.md.

For: eA and eM of a lane to addresses and bytes.
Not for: when a flush happens.
"""

from fractions import Fraction
from math import floor

from .numbers import ABS, INF, SIGN, is_nan, num

FIXED = {
    (2, 8, 9): (8,), (3,): (5, 5, 5, 1), (4,): (5, 6, 5), (5,): (5, 5, 6), (15,): (4, 4, 4, 4),
    (10,): (8, 8), (6, 14, 50): (8, 8, 8, 8), (7, 54): (10, 10, 10, 2), (16, 55): (11, 11, 10),
    (17, 56): (10, 11, 11), (24,): (16,), (25,): (16, 16), (26,): (16, 16, 16, 16),
}  # fmt: skip
FIXED = {code: widths for codes, widths in FIXED.items() for code in codes}
FLOATS = {30: (1, 16), 31: (2, 16), 32: (4, 16), 36: (1, 32), 37: (2, 32), 38: (4, 32)}
# Bytes that an endian code reaches.
REACH = {1: 2, 2: 4, 3: 4, 4: 8, 5: 16}


def fixed(w, bits, number_format):
    """The code of a word by the second table of E8."""
    unsigned, top = number_format in (0, 2), (1 << bits) - 1
    if bits == 1 and number_format in (1, 3) or number_format > 3:
        number_format, unsigned = 0, True
    if not unsigned:
        top >>= 1
    integer = number_format in (2, 3)
    low = 0 if unsigned else -top - 1 if number_format == 3 else -1
    high = top if integer else 1
    if is_nan(w):
        value = Fraction(0)
    elif w & ABS == INF:
        value = Fraction(low if w & SIGN else high)
    else:
        value = min(max(Fraction(num(w)), low), high)
    t = value if integer else value * top
    half = Fraction(1, 2)
    code = floor(t + half) if t >= 0 else -floor(-t + half)
    return code & (1 << bits) - 1


def half(w):
    """The half of a word: exponent 31 is ordinary."""
    sign = w >> 16 & 0x8000
    if is_nan(w) or w & ABS == INF:
        return sign | 0x7FFF
    value = Fraction(num(w & ABS))
    if value >= 131040:
        return sign | 0x7FFF
    exponent = 1
    while exponent < 31 and value >= Fraction(2) ** (exponent + 1 - 15):
        exponent += 1
    # In steps of 2^-24 times 2^(exponent - 1); round() takes the even one of two.
    steps = round(value * Fraction(2) ** (25 - exponent))
    return sign | steps + (exponent - 1 << 10)


def size(code):
    """Bytes of an element, or None."""
    if code in FLOATS:
        return FLOATS[code][0] * FLOATS[code][1] // 8
    return sum(FIXED[code]) // 8 if code in FIXED else None


def pack(code, number_format, words):
    """An element as a number, x lowest."""
    bits = at = 0
    if code in FLOATS:
        count, width = FLOATS[code]
        for w in words[:count]:
            bits |= (half(w) if width == 16 else w) << at
            at += width
    else:
        for w, width in zip(words, FIXED[code]):
            bits |= fixed(w, width, number_format) << at
            at += width
    return bits


def swap(data, endian):
    """The element's bytes by the endian code, which does not reach beyond it."""
    step = REACH[endian]
    parts = [data[at : at + step] for at in range(0, len(data), step)]
    if endian == 3:
        return b"".join(part[2:] + part[:2] for part in parts)
    return b"".join(part[::-1] for part in parts)


def elements(ea, data, events):
    """[(address, bytes)] of one lane; data: n to four words of those eMn that were written."""
    x, y, z, w = ea
    if (x >> 30, y >> 23, z >> 20, w >> 23) != (1, 0x96, 0x4B0, 0x96):
        return []
    index, count = y & 0x7FFFFF, w & 0x7FFFFF
    code, number_format, endian = z >> 8 & 63, z >> 16 & 7, z & 7
    stored = []
    for n, words in sorted(data.items()):
        if index + n >= count:
            continue
        length = size(code)
        if length is None:
            events.add("export-format")
            continue
        if code in FIXED and number_format > 3:
            events.add("export-number-format")
        if z >> 19 & 1:
            words = [words[2], words[1], words[0], words[3]]
        element = pack(code, number_format, words).to_bytes(length, "little")
        if endian and (endian not in REACH or REACH[endian] > length):
            events.add("export-endian")
        elif endian:
            element = swap(element, endian)
        stored.append((4 * (x & 0x3FFFFFFF) + length * (index + n) & 0xFFFFFFFF, element))
    return stored

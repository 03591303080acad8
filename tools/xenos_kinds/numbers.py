"""Numbers as surfaces, copies and textures hold them, exactly.

For: the encodings of specification digest `xenos-hardware` 3.5, 3.7 and 4.4, in fractions, with a
second way in binary32 steps that has to agree wherever a value is rounded.
Not for: addresses. Nothing of the Rust sources is asked.
"""

import struct
from fractions import Fraction as F

HALF = F(1, 2)


def single(value):
    """The nearest binary32 of a fraction, ties to even, as a fraction."""
    value = F(value)
    if value == 0:
        return F(0)
    sign, value = (-1, -value) if value < 0 else (1, value)
    exponent = 0
    while value >= F(2) ** (exponent + 1):
        exponent += 1
    while value < F(2) ** exponent:
        exponent -= 1
    unit = F(2) ** (max(exponent, -126) - 23)
    return sign * even(value / unit) * unit


def even(value):
    """The nearest integer, ties to even."""
    down = value.numerator // value.denominator
    rest = value - down
    return down + (1 if rest > HALF or rest == HALF and down % 2 else 0)


def bits(value):
    """The bits of the nearest binary32."""
    return struct.unpack("<I", struct.pack("<f", float(single(value))))[0]


def of_bits(word):
    return F(struct.unpack("<f", struct.pack("<I", word))[0])


def saturate(value):
    return min(max(value, F(0)), F(1))


def unorm(value, width):
    """4.4: trunc(sat(v) x (2^n - 1) + 0.5); steps in binary32 give the same."""
    most = (1 << width) - 1
    exact = int(saturate(value) * most + HALF)
    steps = int(single(single(single(saturate(value)) * most) + HALF))
    assert exact == steps, f"{value} is too near to a tie in {width} bits"
    return exact


def of_unorm(code, width):
    return single(F(code, (1 << width) - 1))


def small(value, exponent_bits, mantissa_bits, bias, most):
    """A small float without sign: to nearest even, as 4.4 says of 7e3 and 20e4."""
    value = F(value)
    if value <= 0:
        return 0
    code = (1 << exponent_bits + mantissa_bits) - 1
    if value >= most:
        return code
    lowest = F(2) ** (1 - bias)
    exponent = 1 - bias
    while value >= lowest * 2:
        lowest, exponent = lowest * 2, exponent + 1
    scaled = even(value / F(2) ** (exponent - mantissa_bits))
    # A denormal's implicit bit is missing, a rounded-up mantissa carries.
    return min(scaled + ((exponent + bias - 1) << mantissa_bits), code)


def of_small(code, mantissa_bits, bias):
    exponent, mantissa = code >> mantissa_bits, F(code & (1 << mantissa_bits) - 1, 1 << mantissa_bits)
    if exponent:
        return (1 + mantissa) * F(2) ** (exponent - bias)
    return mantissa * F(2) ** (1 - bias)


def seven(value):
    """7e3: 3 bits of exponent, 7 of mantissa; exponent e is 2^(e-3), 0 is 2^-2 without the 1."""
    return small(min(F(value), F(255, 8)), 3, 7, 3, F(255, 8))


def of_seven(code):
    return of_small(code, 7, 3)


def depth_float(value):
    """20e4: exponent e is 2^(e-15), 0 is 2^-14 without the 1."""
    return small(value, 4, 20, 15, 2 - F(1, 1 << 20))


def of_depth_float(code):
    return of_small(code, 20, 15)


def depth_fixed(value):
    """D24: to nearest even of v x (2^24 - 1)."""
    return even(saturate(F(value)) * 0xFFFFFF)


def of_depth_fixed(code):
    return F(code + (code >> 23), 1 << 24)


def fixed16(value):
    """16-bit fixed: held to -32..32, x 32767/32, 0.5 away from 0, truncated; two's complement."""
    def steps(rounded):
        held = min(max(F(value), F(-32)), F(32))
        scaled = rounded(rounded(held * 32767) / 32)
        return int(rounded(scaled + (HALF if scaled >= 0 else -HALF)))

    assert steps(F) == steps(single), f"{value} is too near to a tie"
    return steps(F) & 0xFFFF


def of_fixed16(code):
    signed = code - 0x10000 if code >> 15 else code
    return F(signed * 32, 32767)


def half(value):
    """Half without infinity: to nearest even, largest 131008."""
    value = F(value)
    sign = 0x8000 if value < 0 else 0
    return sign | small(abs(value), 5, 10, 15, F(131008))


def of_half(code):
    magnitude = of_small(code & 0x7FFF, 10, 15)
    return -magnitude if code >> 15 else magnitude


def gamma8(value):
    """3.7, linear to gamma, then 8 bits."""
    value = saturate(F(value))
    # Each piece with its end, factor and offset.
    pieces = ((64, 1023, 0), (128, F(1023, 2), 32), (512, F(1023, 4), 64), (1024, F(1023, 8), 128))
    for end, k, o in pieces:
        if value < F(end, 1023):
            return unorm(F(int(value * k) + o, 255), 8)
    raise AssertionError(value)


def show(value):
    """A fraction as people write it."""
    value = F(value)
    if value.denominator & (value.denominator - 1) == 0 and value.denominator <= 1 << 10:
        text = f"{float(value):.10f}".rstrip("0")
        return text + "0" if text.endswith(".") else text
    return f"{float(value):.7g}"


# Digest, section 9.
for number, code in ((0.001, 1), (0.0625, 0x20), (0.25, 0x80), (0.5, 0x100), (1, 0x180), (2, 0x200),
                     (3.3, 0x253), (31.875, 0x3FF)):
    assert seven(F(number)) == code, number
for number, code in ((1e-5, 0x029F17), (0.25, 0xD00000), (0.5, 0xE00000), (1, 0xF00000), (1.5, 0xF80000)):
    assert depth_float(F(number)) == code, number
for number, code in ((0.05, 51), (0.1, 83), (0.2, 115), (0.5, 191), (0.9, 243)):
    assert gamma8(F(number)) == code, number

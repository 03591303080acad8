"""Numbers of chapter F of docs/hardware/xenos-microcode.md: 32-bit words in, 32-bit words out.

For: flush, add, mul, floor, the functions of F11, comparison, sat.
Not for: operands, instructions.

Sums, products and quotients of binary32 numbers are computed in binary64 and rounded once more. That
is one rounding: 53 bits are at least twice 24 and two more (Figueroa), and where a result is a
subnormal of binary32 the binary64 value is exact or is flushed whichever way it is rounded. The
functions come from mpmath with 200 bits; the document's list of hard cases needs 60.
"""

import functools
import math
from array import array

from mpmath import libmp

_F = array("f", [0.0])
_I = memoryview(_F).cast("B").cast("I")

ONE, INF, NAN, FLT_MAX = 0x3F800000, 0x7F800000, 0x7FC00000, 0x7F7FFFFF
SIGN, EXPONENT, ABS = 0x80000000, 0x7F800000, 0x7FFFFFFF
BITS = 200
LN2 = libmp.mpf_ln2(BITS)


def num(w):
    """The number of a word."""
    _I[0] = w
    return _F[0]


def word(x):
    """The word of a number: rounded to binary32, then flushed (F2, F4); NaN by F5."""
    if x != x:
        return NAN
    _F[0] = x
    w = _I[0]
    return w if w & EXPONENT else w & SIGN


def flush(w):
    """F3."""
    return w if w & EXPONENT else w & SIGN


def is_nan(w):
    return w & ABS > INF


def add(a, b):
    """F6."""
    _I[0] = a
    x = _F[0]
    _I[0] = b
    return word(x + _F[0])


def sub(a, b):
    return add(a, b ^ SIGN)


def mul(a, b):
    """F7."""
    if not a & ABS or not b & ABS:
        return 0
    _I[0] = a
    x = _F[0]
    _I[0] = b
    return word(x * _F[0])


def mad(a, b, c):
    """F8."""
    return add(mul(a, b), c)


# F9.
def eq(a, b):
    return num(a) == num(b)


def ne(a, b):
    return num(a) != num(b)


def gt(a, b):
    return num(a) > num(b)


def ge(a, b):
    return num(a) >= num(b)


def lt(a, b):
    return num(a) < num(b)


def whole(a, rounding):
    """F10: floor or trunc by the rounding given; the sign of a is kept where the result is 0."""
    if is_nan(a):
        return NAN
    if a & ABS == INF or not a & ABS:
        return a
    return word(float(rounding(num(a)))) | a & SIGN


def floor(a):
    return whole(a, math.floor)


def trunc(a):
    return whole(a, math.trunc)


def frc(a):
    return add(a, floor(a) ^ SIGN)


def sat(a):
    """F14."""
    return 0 if not gt(a, 0) else a if lt(a, ONE) else ONE


def maximum(a, b):
    """A21."""
    return a if ge(a, b) else b


def minimum(a, b):
    """A22."""
    return a if lt(a, b) else b


def function(compute):
    """F11: NaN first, then the function; kept, as programs ask for the same again and again."""

    @functools.lru_cache(1 << 16)
    def value(a):
        return NAN if is_nan(a) else compute(a)

    return value


def nearest(exact):
    """The word of an mpmath number with many more bits."""
    return word(libmp.to_float(libmp.mpf_pos(exact, 24, "n")))


def real(a):
    return libmp.from_float(num(a))


@function
def exp(a):
    x = num(a)
    if x >= 128:
        return INF
    # The largest value with a below -126 is 2^-126 (1 - 5e-6): flushed.
    if x < -126:
        return 0
    if x == math.floor(x):
        return word(math.ldexp(1.0, int(x)))
    return nearest(libmp.mpf_exp(libmp.mpf_mul(real(a), LN2), BITS))


@function
def log(a):
    if not a & ABS:
        return INF | SIGN
    if a & SIGN:
        return NAN
    if a == INF:
        return INF
    mantissa, exponent = math.frexp(num(a))
    if mantissa == 0.5:
        return word(float(exponent - 1))
    return nearest(libmp.mpf_div(libmp.mpf_log(real(a), BITS), LN2, BITS))


@function
def rcp(a):
    if not a & ABS:
        return a | INF
    if a & ABS == INF:
        return a & SIGN
    return word(1.0 / num(a))


@function
def rsq(a):
    if not a & ABS:
        return a | INF
    if a & SIGN:
        return NAN
    if a == INF:
        return 0
    return nearest(libmp.mpf_div(libmp.fone, libmp.mpf_sqrt(real(a), BITS), BITS))


@function
def sqrt(a):
    if not a & ABS or a == INF:
        return a
    return NAN if a & SIGN else word(math.sqrt(num(a)))


@function
def sin(a):
    if a & ABS == INF:
        return NAN
    return nearest(libmp.mpf_sin(real(a), BITS, "n")) if a & ABS else a


@function
def cos(a):
    if a & ABS == INF:
        return NAN
    return nearest(libmp.mpf_cos(real(a), BITS, "n")) if a & ABS else ONE


def clamped(w):
    """The forms `c`: an infinity becomes the largest number of its sign."""
    return w & SIGN | FLT_MAX if w & ABS == INF else w


def zeroed(w):
    """The forms `f`: an infinity becomes a zero of its sign."""
    return w & SIGN if w & ABS == INF else w


def logc(a):
    """A47: -inf alone is clamped."""
    w = log(a)
    return SIGN | FLT_MAX if w == INF | SIGN else w

"""ALU instructions: chapter A of docs/hardware/xenos-microcode.md.

For: operands, the two halves, results, effects, exports of a lane.
Not for: control flow, fetches, what is done with exports.
"""

from . import numbers as n
from .numbers import ABS, EXPONENT, FLT_MAX, INF, NAN, ONE, SIGN

ZEROS = (0, 0, 0, 0)
SETP_PUSH, KILLS, MAXA, CUBE = range(20, 24), range(24, 28), 29, 18
SOURCES = {8: 1, 9: 1, 10: 1, 19: 1, 11: 3, 12: 3, 13: 3, 14: 3, 17: 3, 30: 0, 31: 0}
SCALAR_NONE = {33, 41, 50, *range(51, 64)}
SCALAR_TWO = {0, 2, 4, 5, 6, 23, 24, 25}


class Operand:
    """A source as A3, A4, A6, A7 and A9 make it."""

    def __init__(self, i, number):
        raw, temporary, swizzle, negate = (
            getattr(i, f"{name}_{number}") for name in ("source", "temporary", "swizzle", "negate")
        )
        self.temporary = temporary
        if temporary:
            self.number, self.relative, absolute = raw & 63, raw >> 6 & 1, raw >> 7
        else:
            self.constant(i, number)
            absolute = i.absolute_constants
        self.components = [((swizzle >> 2 * k) + k) & 3 for k in range(4)]
        self.modifiers(absolute, negate)

    def constant(self, i, number):
        self.temporary, self.number = 0, getattr(i, f"source_{number}")
        first = all(getattr(i, f"temporary_{k}") for k in range(1, number))
        self.relative = i.first_constant_relative if first else i.later_constants_relative
        self.by_a0 = i.relative_base

    def modifiers(self, absolute, negate):
        self.keep, self.flip = (ABS if absolute else 0xFFFFFFFF), (SIGN if negate else 0)

    def read(self, unit, lane, events):
        if self.temporary:
            at = 4 * register(unit, self.number, self.relative, events)
            words = lane.registers[at : at + 4]
        else:
            words = self.read_constant(unit, lane, events)
        result = []
        for component in self.components:
            w = words[component]
            if not w & EXPONENT:
                w &= SIGN
            result.append(w & self.keep ^ self.flip)
        return result

    def read_constant(self, unit, lane, events):
        i = self.number
        if self.relative:
            i += lane.a0 if self.by_a0 else unit.aL
        if 0 <= i <= unit.job.window_last and unit.job.window_base + i <= 511:
            return unit.job.constants[unit.job.window_base + i]
        events.add("constant-outside")
        return ZEROS


def register(unit, number, relative, events):
    """A4."""
    if relative:
        number += unit.aL
        if not 0 <= number <= 63:
            events.add("temporary-wrapped")
    return number & 63


def each(operation):
    return lambda *sources: [operation(*words) for words in zip(*sources)]


def flag(compare):
    return lambda a, b: ONE if compare(a, b) else 0


def select(compare):
    return lambda a, b, c: b if compare(a, 0) else c


def dot(count):
    def value(a, b):
        total = n.mul(a[0], b[0])
        for k in range(1, count):
            total = n.add(total, n.mul(a[k], b[k]))
        return [total] * 4

    return value


def dp2add(a, b, c):
    return [n.add(n.add(n.mul(a[0], b[0]), n.mul(a[1], b[1])), c[0])] * 4


def cube(s, _):
    """A30."""
    x, y, z = s[2], s[3], s[0]
    ax, ay, az = x & ABS, y & ABS, z & ABS
    below = lambda w: n.lt(w, 0)
    if n.ge(az, ax) and n.ge(az, ay):
        u, v, m, face = (x ^ SIGN if below(z) else x), y ^ SIGN, z, 5.0 if below(z) else 4.0
    elif n.ge(ay, ax):
        u, v, m, face = x, (z ^ SIGN if below(y) else z), y, 3.0 if below(y) else 2.0
    else:
        u, v, m, face = (z if below(x) else z ^ SIGN), y ^ SIGN, x, 1.0 if below(x) else 0.0
    return [v, u, n.add(m, m), n.word(face)]


def max4(s):
    return [n.maximum(n.maximum(n.maximum(s[0], s[1]), s[2]), s[3])] * 4


def setp_push(compare):
    def value(a, b):
        return [0 if n.eq(a[0], 0) and compare(b[0], 0) else n.add(a[0], ONE)] * 4

    return value


def kill(compare):
    return lambda a, b: [ONE if any(map(compare, a, b)) else 0] * 4


def dst(a, b):
    return [ONE, n.mul(a[1], b[1]), a[2], b[3]]


PUSH = [n.eq, n.ne, n.gt, n.ge]
VECTOR = [
    each(n.add), each(n.mul), each(n.maximum), each(n.minimum),
    *(each(flag(c)) for c in (n.eq, n.gt, n.ge, n.ne)),
    each(n.frc), each(n.trunc), each(n.floor), each(n.mad),
    *(each(select(c)) for c in (n.eq, n.ge, n.gt)),
    dot(4), dot(3), dp2add, cube, max4,
    *map(setp_push, PUSH), *map(kill, (n.eq, n.gt, n.ge, n.ne)),
    dst, each(n.maximum), lambda: [0] * 4, lambda: [0] * 4,
]  # fmt: skip


def address(a, half=0.5):
    """A36."""
    t = n.add(a, n.word(half))
    if n.is_nan(t):
        return -256
    f = n.num(n.floor(t))
    return 255 if f > 255 else int(f) if f >= -256 else -256


def muls_prev2(a, b, ps):
    """A42."""
    bad = ps == SIGN | FLT_MAX or ps & ABS >= INF or b & ABS >= INF or not n.gt(b, 0)
    return SIGN | FLT_MAX if bad else n.mul(a, ps)


def setp(compare):
    return lambda a, b, ps: (0, 1) if compare(a, 0) else (ONE, 0)


def setp_inv(a, b, ps):
    return (0, 1) if n.eq(a, ONE) else (ONE if n.eq(a, 0) else a, 0)


def setp_pop(a, b, ps):
    t = n.add(a, SIGN | ONE)
    return (t, 0) if not n.ge(0, t) else (0, 1)


def setp_rstr(a, b, ps):
    return (0, 1) if n.eq(a, 0) else (a, 0)


def kills(compare, against):
    return lambda a, b, ps: ONE if compare(a, against) else 0


def of_a(operation):
    return lambda a, b, ps: operation(a)


def of_ab(operation):
    return lambda a, b, ps: operation(a, b)


def of_previous(operation):
    return lambda a, b, ps: operation(a, ps)


# Those of the predicate give the result and p0.
SCALAR = dict(enumerate([
    of_ab(n.add), of_previous(n.add), of_ab(n.mul), of_previous(n.mul), muls_prev2,
    of_ab(n.maximum), of_ab(n.minimum), *(kills(c, 0) for c in (n.eq, n.gt, n.ge, n.ne)),
    *map(of_a, (n.frc, n.trunc, n.floor, n.exp, n.logc, n.log)),
    of_a(lambda a: n.clamped(n.rcp(a))), of_a(lambda a: n.zeroed(n.rcp(a))), of_a(n.rcp),
    of_a(lambda a: n.clamped(n.rsq(a))), of_a(lambda a: n.zeroed(n.rsq(a))), of_a(n.rsq),
    of_ab(n.maximum), of_ab(n.maximum), of_ab(n.sub), of_previous(n.sub),
    *map(setp, PUSH), setp_inv, setp_pop, lambda a, b, ps: (FLT_MAX, 0), setp_rstr,
    *(kills(c, 0) for c in (n.eq, n.gt, n.ge, n.ne)), kills(n.eq, ONE), of_a(n.sqrt),
]))  # fmt: skip
SCALAR |= {code: of_ab((n.mul, n.add, n.sub)[(code - 42) // 2]) for code in range(42, 48)}
SCALAR |= {48: of_a(n.sin), 49: of_a(n.cos), 50: lambda a, b, ps: ps}
MAXAS, MAXASF, SETP, SKILLS, RETAIN = 23, 24, range(27, 35), range(35, 40), 50


class Alu:
    """An ALU instruction, ready to run."""

    def __init__(self, i):
        self.i = i
        self.predicate = i.predicate_condition if i.predicated else None
        both = i.vector_mask & i.scalar_mask if i.export else 0
        self.ones = both
        self.zeros = (
            ~(i.vector_mask | i.scalar_mask) & 15
            if i.export and i.scalar_destination_relative
            else 0
        )
        self.vector_mask, self.scalar_mask = i.vector_mask & ~both, i.scalar_mask & ~both
        changes = i.vector_opcode in SETP_PUSH or i.vector_opcode in KILLS
        # A74.
        self.vector = bool(self.vector_mask) or changes or i.vector_opcode == MAXA
        self.scalar = bool(self.scalar_mask) or i.scalar_opcode != RETAIN
        self.effect = self.vector or self.scalar or bool(self.ones | self.zeros)
        sources = SOURCES.get(i.vector_opcode, 2) if self.vector else 0
        self.sources = [Operand(i, k + 1) for k in range(sources)]
        self.scalar_operands(i)
        self.operation = VECTOR[i.vector_opcode]
        self.undefined_scalar = i.scalar_opcode not in SCALAR
        self.scalar_operation = SCALAR.get(i.scalar_opcode, lambda a, b, ps: 0)

    def scalar_operands(self, i):
        """A9: [(operand, position)] of a and b."""
        self.ab = []
        if i.scalar_opcode in SCALAR_NONE:
            return
        a = Operand(i, 3)
        if 42 <= i.scalar_opcode <= 47:
            a.constant(i, 3)
            a.modifiers(i.absolute_constants, i.negate_3)
            b = Operand(i, 3)
            b.temporary, b.relative = 1, 0
            b.number = i.scalar_opcode & 1 | i.temporary_3 << 1 | i.swizzle_3 & 0x3C
            b.modifiers(i.absolute_constants, i.negate_3)
            self.ab = [(a, 3), (b, 0)]
        else:
            self.ab = [(a, 3)] + [(a, 0)] * (i.scalar_opcode in SCALAR_TWO)

    def run(self, unit, lane, events):
        """A1: everything is read, then everything is written."""
        i = self.i
        p0 = a0 = None
        vector, dies = ZEROS, False
        if self.vector:
            sources = [operand.read(unit, lane, events) for operand in self.sources]
            vector = self.operation(*sources)
            code = i.vector_opcode
            if code == CUBE:
                s, t = sources
                if s[1] != s[0] or t[:3] != [s[3], s[2], s[0]]:
                    events.add("cube-operands")
            elif code in SETP_PUSH:
                compare = PUSH[code - 20]
                p0 = int(n.eq(sources[0][3], 0) and compare(sources[1][3], 0))
            elif code in KILLS:
                dies = vector[0] == ONE
            elif code == MAXA:
                a0 = address(sources[0][3])
            elif code >= 30:
                events.add("undefined-vector-opcode")
        scalar = lane.ps
        if self.scalar and i.scalar_opcode != RETAIN:
            words = [operand.read(unit, lane, events)[at] for operand, at in self.ab]
            a, b = (words + [0, 0])[:2]
            scalar = self.scalar_operation(a, b, lane.ps)
            code = i.scalar_opcode
            if code in SETP:
                scalar, new = scalar
                if p0 is not None:
                    events.add("both-halves-set")
                p0 = new
            elif code in (MAXAS, MAXASF):
                if a0 is not None:
                    events.add("both-halves-set")
                a0 = address(a, 0.5 if code == MAXAS else 0.0)
            elif code in SKILLS:
                dies = dies or scalar == ONE
            elif self.undefined_scalar:
                events.add("undefined-scalar-opcode")
        # Writes; ps without the clamp (A10, A71).
        if self.scalar:
            lane.ps = scalar
        if i.vector_clamp:
            vector = [n.sat(w) for w in vector]
        if i.scalar_clamp:
            scalar = n.sat(scalar)
        if i.export:
            self.export(unit, lane, vector, scalar, events)
        else:
            self.write(unit, lane, vector, scalar, events)
        if p0 is not None:
            lane.p0 = p0
        if a0 is not None:
            lane.a0 = a0
        if dies:
            unit.kill(lane, events)

    def write(self, unit, lane, vector, scalar, events):
        """A72."""
        i = self.i
        if self.vector_mask:
            relative = i.vector_destination_relative
            at = 4 * register(unit, i.vector_destination, relative, events)
            for k in range(4):
                if self.vector_mask >> k & 1:
                    lane.registers[at + k] = vector[k]
        if self.scalar_mask:
            relative = i.scalar_destination_relative
            at = 4 * register(unit, i.scalar_destination, relative, events)
            for k in range(4):
                if self.scalar_mask >> k & 1:
                    lane.registers[at + k] = scalar

    def export(self, unit, lane, vector, scalar, events):
        """A73."""
        words = {}
        for k in range(4):
            bit = 1 << k
            if self.ones & bit:
                words[k] = ONE
            elif self.vector_mask & bit:
                words[k] = vector[k]
            elif self.scalar_mask & bit:
                words[k] = scalar
            elif self.zeros & bit:
                words[k] = 0
        if words:
            unit.export(lane, self.i.vector_destination, words, events)

#!/usr/bin/env python3
"""Writes tests/filetests/xenos/pairs_*.test: each ALU opcode with each modifier.

For: inputs with which a modifier changes what its opcode gives, and the bits expected of them, from
`xenos_eval` (written from docs/hardware/xenos-microcode.md). Nothing of the Rust sources is asked.
Not for: deciding which pairs are needed: xenos/filetest/src/pair.rs does, and its test finds gaps.
A pair that no input of the table shows is claimed `inert`, and told.

    xenos_modifier_tests.py [FOLDER]
"""

import itertools
import os
import sys
from types import SimpleNamespace

from xenos_eval import alu, words
from xenos_eval import numbers as n

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "../tests/filetests/xenos")
DOCUMENT = os.path.join(HERE, "../docs/hardware/xenos-microcode-words.md")
DEST, PREVIOUS, KEPT = 4, 5, 9.0
LANES = 4
SETP_V, KILL_V, MAXA, CUBE = range(20, 24), range(24, 28), 29, 18
PREV, RETAIN, MAXAS, MAXASF = (1, 3, 4, 26, 50), 50, 23, 24
SETP_S, KILL_S, PAIRED = range(27, 35), range(35, 40), range(42, 48)
RELATIVE = {*range(14, 23), 40}
# Words of a source: mixed, around 1, zeros, equal ones, large ones, an infinity at the end.
TABLE = [
    [1.5, -2.25, 0.75, -0.5], [-3.0, 0.25, -1.25, 2.0], [0.5, -0.75, 3.5, -1.5],
    [-0.25, 4.0, -2.5, 0.375], [2.0, 1.0, -1.0, 0.0], [-1.0, 2.0, 1.0, 5.0], [6.0, 0.5, 0.25, -4.0],
    [0.0, -1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0],
    [0.0, 2.0, 0.0, -1.0], [float("inf"), 0.5, -float("inf"), 1.0],
]  # fmt: skip
ROWS = [[n.word(x) for x in row] for row in TABLE]
FIELDS = (
    "source temporary swizzle negate".split(),
    "export vector_clamp scalar_clamp absolute_constants first_constant_relative relative_base "
    "later_constants_relative predicated predicate_condition vector_destination_relative "
    "scalar_destination_relative vector_mask scalar_mask".split(),
)


def blank():
    """An instruction of two halves that do nothing."""
    i = SimpleNamespace(vector_opcode=2, scalar_opcode=RETAIN)
    for name in FIELDS[1]:
        setattr(i, name, 0)
    for k in (1, 2, 3):
        for name in FIELDS[0]:
            setattr(i, f"{name}_{k}", int(name == "temporary"))
    i.vector_destination = i.scalar_destination = DEST
    return i


class Test:
    """An instruction with a modifier, and how it is written."""

    def __init__(self, half, name, code, field):
        self.half, self.name, self.code, self.field = half, name, code, field
        self.i = blank()
        self.previous = half == "scalar" and code in PREV
        self.i.predicated = field == "predicated"
        self.i.predicate_condition = int(self.i.predicated)
        (self.vector if half == "vector" else self.scalar)()

    def has(self, field):
        return self.field == field

    def operand(self, number, register, swizzle):
        """The text of a source, and its fields."""
        i, negated = self.i, self.has(f"negate_{number}")
        # cndeq asks whether source 1 is 0, which has no sign.
        absolute_source = 3 if self.half == "scalar" else 2 if self.name == "cndeq" else 1
        constant = self.has("absolute_constants") and number == absolute_source
        absolute = self.has(f"source_{number}_absolute")
        setattr(i, f"negate_{number}", int(negated))
        setattr(i, f"temporary_{number}", int(not constant))
        setattr(i, f"source_{number}", register | (absolute and 128))
        i.absolute_constants |= int(constant)
        room = "c" if constant else "r"
        self.places.append((room, register))
        at = f"_abs[{register}]" if constant or absolute else register
        return f"{'-' if negated else ''}{room}{at}{'.' + swizzle if swizzle else ''}"

    def start(self, clamp, mask):
        condition = "(p0) " if self.i.predicated else ""
        name = self.name.split("-")[0]
        self.places = []
        return f"{condition}{name}{'_sat' if clamp else ''} r{DEST}{mask}"

    def vector(self):
        i = self.i
        i.vector_opcode = self.code
        i.vector_clamp = int(self.has("vector_clamp"))
        masked = self.has("vector_mask")
        i.vector_mask = 0b0101 if masked else 15
        parts = [self.start(i.vector_clamp, ".xz" if masked else "")]
        for number in range(1, alu.SOURCES.get(self.code, 2) + 1):
            swizzle = ""
            if self.has(f"swizzle_{number}"):
                # max4 and its like see all components in any order: one occurs twice.
                swizzle = "wzyy"
                packed = sum((("xyzw".index(c) - k) & 3) << 2 * k for k, c in enumerate(swizzle))
                setattr(i, f"swizzle_{number}", packed)
            parts.append(self.operand(number, (0, 2, 3)[number - 1], swizzle))
        self.text = ", ".join(parts)

    def scalar(self):
        i = self.i
        i.scalar_opcode = self.code
        i.scalar_clamp = int(self.has("scalar_clamp"))
        masked = self.has("scalar_mask")
        i.scalar_mask = 0b1010 if masked else 1
        parts = [self.start(i.scalar_clamp, ".yw" if masked else ".x")]
        a, b = ("y", "z") if self.has("swizzle_3") else ("x", "y")
        i.swizzle_3 = (("xyzw".index(a) - 3) & 3) << 6 | "xyzw".index(b)
        if self.code in PAIRED:
            sign = "-" if self.has("negate_3") else ""
            i.negate_3 = int(bool(sign))
            i.absolute_constants = int(self.has("absolute_constants"))
            i.temporary_3, odd = 0, self.code & 1
            form = (lambda at: f"_abs[{at}]") if i.absolute_constants else str
            parts += [f"{sign}c{form(0)}.{a}", f"{sign}r{form(odd)}.{b}"]
            self.places += [("c", 0), ("r", odd)]
        elif self.code not in alu.SCALAR_NONE:
            both = self.code in alu.SCALAR_TWO
            parts.append(self.operand(3, 0, a + b if both else a))
            if not both:
                i.swizzle_3 &= 0xC0
        if self.previous:
            self.places.append(("r", PREVIOUS))
        self.text = ", ".join(parts)

    def run(self, i, rows, p0):
        """What one lane has at the end."""
        constants = [(0, 0, 0, 0)] * 256
        registers = [0] * 256
        registers[4 * DEST : 4 * DEST + 4] = [n.word(KEPT)] * 4
        for (room, number), row in zip(self.places, rows):
            if room == "c":
                constants[number] = row
            else:
                registers[4 * number : 4 * number + 4] = row
        lane = SimpleNamespace(registers=registers, p0=p0, a0=0, ps=0, killed=0)
        job = SimpleNamespace(constants=constants, window_base=0, window_last=255)
        kill = lambda lane, events: setattr(lane, "killed", 1)  # noqa: E731
        unit, events = SimpleNamespace(job=job, aL=0, kill=kill), []
        events_set = SimpleNamespace(add=events.append)
        if self.previous:
            lane.ps = registers[4 * PREVIOUS]
        ready = alu.Alu(i)
        if ready.predicate is None or ready.predicate == p0:
            ready.run(unit, lane, events_set)
        result = lane.registers[4 * DEST : 4 * DEST + 4]
        seen = [tuple(result)]
        seen += [lane.p0, lane.a0, lane.killed, lane.ps]
        return seen, events

    def reset(self):
        """The instruction with the modifier's field at what does nothing."""
        other = SimpleNamespace(**self.i.__dict__)
        if self.field.endswith("_absolute"):
            source = self.field.removesuffix("_absolute")
            setattr(other, source, getattr(other, source) & 127)
        else:
            setattr(other, self.field, 15 if self.field.endswith("mask") else 0)
        return other

    def fits(self, seen):
        """Whether the document's relative tolerance is the one that counts (log near 1: F11)."""
        if self.half == "scalar" and self.code in (15, 16):
            return abs(n.num(seen[4])) >= 1 or n.is_nan(seen[4])
        return True

    def search(self):
        """Rows of sources by lane, of which each shows the modifier; or None."""
        other, fallback = self.reset(), []
        constants = [k for k, (room, _) in enumerate(self.places) if room == "c"]
        by_constant = {}
        for rows in itertools.product(ROWS, repeat=len(self.places)):
            own, events = self.run(self.i, rows, 1)
            # Predicated instructions run where p0 is 1: the change shows where it is 0.
            if self.i.predicated:
                skipped, _ = self.run(self.i, rows, 0)
                changed, _ = self.run(other, rows, 0)
                shown = skipped[0] != changed[0]
            else:
                shown = own[0] != self.run(other, rows, 1)[0][0]
            if not shown or not self.fits(own):
                continue
            fixed = tuple(map(tuple, (rows[k] for k in constants)))
            lanes = by_constant.setdefault(fixed, [])
            # Numbers first; sources that differ from each other and from lane to lane, and results
            # that do, as far as the table has them.
            spoilt = any(n.is_nan(w) for w in own[0])
            alike = len(rows) - len(set(map(tuple, rows)))
            again = any(own[0] == result for _, result in lanes)
            if not constants:
                again += any(row in used for got, _ in lanes for used, row in zip(got, rows))
            if spoilt or alike or again:
                fallback.append((spoilt, alike, again, fixed, rows))
                continue
            lanes.append((rows, own[0]))
            if len(lanes) == LANES:
                break
        # Constants are the same in all lanes.
        fixed = max(by_constant, key=lambda fixed: len(by_constant[fixed]), default=())
        best = [rows for rows, _ in by_constant.get(fixed, [])]
        rest = sorted(fallback, key=lambda row: row[:3])
        best += [row[4] for row in rest if row[3] == fixed and row[4] not in best]
        best = best[:LANES]
        return [best[k % len(best)] for k in range(LANES)] if best else None


    def quiet(self):
        """Rows by lane with which the reset field changes nothing: of a pair that nothing shows."""
        other, found, results, constants = self.reset(), [], set(), []
        for rows in itertools.product(ROWS, repeat=len(self.places)):
            own = self.run(self.i, rows, 0)
            # Constants are the same in all lanes.
            held = [row for (room, _), row in zip(self.places, rows) if room == "c"]
            first = not found or held == constants
            apart = len(set(map(tuple, rows))) == len(rows)
            if first and apart and own[0][0] not in results and own == self.run(other, rows, 0):
                results.add(own[0][0])
                constants = held
                found.append(rows)
                if len(found) == LANES:
                    break
        return [found[k % len(found)] for k in range(LANES)]


def value(w):
    """A word as the format writes it."""
    text = repr(n.num(w))
    if n.is_nan(w):
        return "nan" if w == n.NAN else f"0x{w:08X}"
    return text if "e" not in text and len(text) <= 9 else f"0x{w:08X}"


def groups(lanes):
    lanes = [" ".join(lane) for lane in lanes]
    return lanes[0] if len(set(lanes)) == 1 else " | ".join(lanes)


def case(test):
    """The lines of a pair's case, and whether the modifier shows."""
    chosen = test.search()
    shown = chosen is not None
    if not shown:
        chosen = test.quiet()
    p0 = [k & 1 for k in range(LANES)] if test.i.predicated else [0] * LANES
    ends, counted = [], False
    for rows, start in zip(chosen, p0):
        seen, events = test.run(test.i, rows, start)
        ends.append(seen)
        # An event counts once a unit and instruction, and the four lanes are one unit.
        counted |= bool(events)
    prelude = [f"    maxs r{PREVIOUS}._, r{PREVIOUS}.xx"] if test.previous else []
    claim = "covers" if shown else "inert"
    lines = [f"case {test.field}", f"  {claim} {test.half}.{test.name} x {test.field}"]
    lines += ["  program pixel", *prelude, f"    {test.text}", "  end"]
    for k, (room, number) in enumerate(test.places):
        values = [[value(w) for w in rows[k]] for rows in chosen]
        lines.append(f"  {room}{number} = {' '.join(values[0]) if room == 'c' else groups(values)}")
    lines.append(f"  r{DEST} = {' '.join([str(KEPT)] * 4)}")
    if test.i.predicated:
        lines.append(f"  p0 = {' | '.join(map(str, p0))}")
    wanted = groups([[value(w) for w in seen[0]] for seen in ends])
    exact = groups([[f"0x{w:08X}" if n.is_nan(w) else value(w) for w in seen[0]] for seen in ends])
    function = test.half == "scalar" and test.code in (RELATIVE | {48, 49})
    within = f" within {'abs 0.0008' if test.code in (48, 49) else 'rel 2^-21'}" if function else ""
    exactly = f" exactly {exact}" if function or exact != wanted else ""
    lines.append(f"  expect r{DEST} = {wanted}{within}{exactly}")
    vector, code = test.half == "vector", test.code
    for name, at, codes in (
        ("p0", 1, SETP_V if vector else SETP_S),
        ("a0", 2, (MAXA,) if vector else (MAXAS, MAXASF)),
        ("killed", 3, KILL_V if vector else KILL_S),
    ):
        if code in codes:
            lines.append(f"  expect {name} = {groups([[str(seen[at])] for seen in ends])}")
    if counted:
        lines.append("  expect unspecified cube-operands = 1")
    return lines, shown


HEAD = """\
; afterimage filetest 1
chip xenos
; {half}.{name} with each modifier of its half. Written by tools/xenos_modifier_tests.py; do not edit.
; Inputs are searched in a small table so that in each lane (of a predicated instruction: where p0 is 0)
; the destination differs from what it is with the modifier's field reset; where no input of the table
; does so the claim is `inert`. Expected values are worked by the arithmetic of tools/xenos_eval, written
; from docs/hardware/xenos-microcode.md (rules A2, A3, A9, A71, A72, and the opcode's own); no executor
; was asked. r4 is 9.0 before."""


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else FOLDER
    with open(DOCUMENT, encoding="utf-8") as page:
        codes = words.Layouts(page.read()).codes
    count = 0
    for half, table, fields in (
        ("vector", "Vector opcodes", ["vector_clamp", *(f"{f}{k}{e}" for f, e in (
            ("negate_", ""), ("source_", "_absolute"), ("swizzle_", "")) for k in (1, 2, 3)),
            "absolute_constants", "vector_mask", "predicated"]),
        ("scalar", "Scalar opcodes", ["scalar_clamp", "negate_3", "absolute_constants",
            "source_3_absolute", "swizzle_3", "scalar_mask", "predicated"]),
    ):  # fmt: skip
        names = {code: name for name, code in codes[table].items()}
        for code in range(30) if half == "vector" else sorted(alu.SCALAR):
            # Both codes of an operation have one name in the page of words.
            paired = half == "scalar" and code in PAIRED
            name = f"{names[code & ~1]}-{code & 1}" if paired else names[code]
            sources = alu.SOURCES.get(code, 2) if half == "vector" else 3
            if half == "scalar" and code in alu.SCALAR_NONE:
                sources = 0
            lines, without = [HEAD.format(half=half, name=name)], []
            for field in fields:
                number = next((int(c) for c in field if c.isdigit()), 0)
                if number > sources or field == "absolute_constants" and not sources:
                    continue
                if field == "source_3_absolute" and half == "scalar" and code in PAIRED:
                    continue
                found, shown = case(Test(half, name, code, field))
                if not shown:
                    without.append(field)
                count += 1
                lines += ["", *found]
            path = os.path.join(folder, f"pairs_{half}_{name}.test")
            with open(path, "w", encoding="utf-8") as out:
                out.write("\n".join(lines) + "\n")
            if without:
                print(f"{half}.{name}: nothing shows {', '.join(without)}")
    print(f"{count} pairs")


if __name__ == "__main__":
    main()

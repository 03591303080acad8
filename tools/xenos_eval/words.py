"""Typed JSON of a program to instructions with fields as numbers.

For: reading what serde writes for a program; instructions by address, as an exec takes them.
Not for: what a field means.

Layouts and the names of codes are read from the tables of docs/hardware/xenos-microcode-words.md. An
instruction goes through its bits, because words may be taken for ALU by one exec and for a fetch by
another, and control flow for instructions (rule C3).
"""

import re
from types import SimpleNamespace

FORMS = {
    "nop": "nop, vertex-fetches-done", "vertex-fetches-done": "nop, vertex-fetches-done",
    "loop-start": "loop", "loop-end": "endloop", "call": "call", "return": "ret", "jump": "jmp",
    "alloc": "alloc", "exec": "exec", "exec-end": "exec", "cond-exec": "cexec",
    "cond-exec-end": "cexec", "cond-exec-clean": "cexec", "cond-exec-clean-end": "cexec",
    "pred-exec": "(p0) exec", "pred-exec-end": "(p0) exec",
}  # fmt: skip


class Layouts:
    """The tables of the page of words."""

    def __init__(self, text):
        self.forms, self.codes = {}, {}
        title = None
        for line in text.splitlines():
            if line.startswith("#"):
                title = line.strip("# `")
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if re.match(r"\| \d+(-\d+)? \| `", line) and len(cells) == 4 and title not in (
                "Vector opcodes", "Scalar opcodes", "Fetch opcodes", "Vertex formats",
            ):  # fmt: skip
                low, _, high = cells[0].partition("-")
                names = {name: int(code) for code, name in re.findall(r"(\d+) `([^`]+)`", cells[3])}
                form = self.forms.setdefault(title, {})
                form[cells[1].strip("`")] = (int(low), int(high or low), cells[2], names)
            elif re.match(r"\| \d+ \| ", line):
                table = self.codes.setdefault(title, {})
                table.setdefault(cells[1].strip("`"), int(cells[0]))
        self.flow = {name: code for name, code in self.codes["Control flow"].items()}

    def number(self, field, names, value):
        """The bits of a field's JSON value; signed numbers may be negative."""
        if not isinstance(value, str):
            return int(value)
        if field in ("vector_mask", "scalar_mask"):
            return sum(1 << i for i, letter in enumerate(value) if letter != "_")
        if field.startswith("swizzle_"):
            return sum((("xyzw".index(c) - i) & 3) << 2 * i for i, c in enumerate(value))
        if field == "source_swizzle":
            return sum("xyzw".index(c) << 2 * i for i, c in enumerate(value))
        if field == "destination_swizzle":
            return sum("xyzw01?_".index(c) << 3 * i for i, c in enumerate(value))
        table = {
            "vector_opcode": "Vector opcodes", "scalar_opcode": "Scalar opcodes",
            "opcode": "Fetch opcodes", "format": "Vertex formats",
        }.get(field)  # fmt: skip
        names = self.codes[table] if table else names
        if value in names:
            return names[value]
        name, _, odd = value.rpartition("-")
        if name in names:  # mulsc-0, mulsc-1: two codes of one name
            return names[name] + int(odd)
        code = re.fullmatch(r"(?:opcode|fetch|FMT)_(\d+)(?:_UNDEFINED)?", value)
        if not code:
            raise ValueError(f"{field}: no code is called {value}")
        return int(code[1])

    def encode(self, form, fields):
        bits = 0
        for name, (low, high, _, names) in self.forms[form].items():
            if name in fields:
                value = self.number(name, names, fields[name]) & (1 << high - low + 1) - 1
                bits |= value << low
            elif name != "opcode":
                raise ValueError(f"{form}: {name} is missing")
        return bits

    def decode(self, form, bits):
        fields = SimpleNamespace(form=form)
        for name, (low, high, kind, _) in self.forms[form].items():
            value = bits >> low & (1 << high - low + 1) - 1
            if kind == "signed" and value >> high - low:
                value -= 1 << high - low + 1
            setattr(fields, name, value)
        return fields


class Program:
    """A program: its stage, its control flow, and its dwords behind that."""

    def __init__(self, layouts, typed):
        self.layouts = layouts
        self.pixel = typed["stage"] == "pixel"
        self.flow = []
        bits = []
        for fields in typed["flow"]:
            name = fields["operation"].replace("mark-", "")
            code = layouts.flow[name]
            bits.append(layouts.encode(FORMS[name], fields) | code << 44)
            flow = layouts.decode(FORMS[name], bits[-1])
            flow.name = name
            self.flow.append(flow)
        bits += [0] * (len(bits) % 2)
        self.slots = [a | b << 48 for a, b in zip(bits[::2], bits[1::2])]
        for slot in typed["slots"]:
            self.slots.append(self.slot(slot))
        self.seen = {}

    def slot(self, slot):
        if "unused" in slot:
            words = slot["unused"]
            return words[0] | words[1] << 32 | words[2] << 64
        fields = slot["used"]
        form = {"alu": "alu", "vertex-fetch": "vfetch", "texture-fetch": "tfetch"}[
            fields["instruction"]
        ]
        return self.layouts.encode(form, fields)

    def instruction(self, address, fetch):
        """The instruction at an address as an exec sees it, or None where there are no words."""
        if address >= len(self.slots):
            return None
        key = address, fetch
        if key not in self.seen:
            bits = self.slots[address]
            form = "alu" if not fetch else "tfetch" if bits & 31 else "vfetch"
            self.seen[key] = self.layouts.decode(form, bits)
        return self.seen[key]

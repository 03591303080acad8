"""The check values of docs/hardware/xenos-microcode.md against this evaluator.

For: reading the page's table and its hard cases. Not for: anything else.
"""

import re

from . import alu, export, fetch
from . import numbers as n

ONE_OPERAND = {
    "floor": n.floor, "trunc": n.trunc, "frc": n.frc, "exp": n.exp, "log": n.log, "logc": n.logc,
    "rcp": n.rcp, "rsq": n.rsq, "sqrt": n.sqrt, "sin": n.sin, "cos": n.cos, "sat": n.sat,
    "rcpc": lambda w: alu.SCALAR[17](w, 0, 0), "rcpf": lambda w: alu.SCALAR[18](w, 0, 0),
    "rsqc": lambda w: alu.SCALAR[20](w, 0, 0), "rsqf": lambda w: alu.SCALAR[21](w, 0, 0),
}  # fmt: skip
PER_COMPONENT = {
    "add": 0, "mul": 1, "max": 2, "min": 3, "seq": 4, "sgt": 5, "sge": 6, "sne": 7, "mad": 11,
    "cndeq": 12, "cndge": 13, "cndgt": 14,
}  # fmt: skip
NAMED = {"NaN": n.NAN, "0": 0, "-0": n.SIGN, "1": n.ONE, "-": 0x3F000000}


def spelled(words):
    return " ".join(f"{w:08X}" for w in words)


def conversion(rule, operation, operands):
    """V8, V9 and E8."""
    bits = int((re.search(r"(\d+) bits", operation) or [0, 0])[1])
    value = int(operands, 16)
    if rule == "V9":
        return spelled([fetch.half(value)])
    if operation == "store half":
        return f"{export.half(value):04X}"
    if rule == "E8":
        return f"{export.fixed(value, bits, int(operation.split()[-1])):X}"
    flags = ["signed" in operation, "integer" in operation, "no-zero" in operation]
    word = fetch.unpacked(value, bits, *flags)
    exponent = re.search(r"exponent (-?\d+)", operation)
    return spelled([fetch.scaled(word, int(exponent[1])) if exponent else word])


def push(operation):
    """setp_.._push with its operands in the text."""
    name, *sources = re.match(r"(\w+), s0 = \((.*)\), s1 = \((.*)\)", operation).groups()
    s, t = ([NAMED[part.strip()] for part in source.split(",")] for source in sources)
    code = 20 + ("eq", "ne", "gt", "ge").index(name[5:7])
    p0 = int(n.eq(s[3], 0) and alu.PUSH[code - 20](t[3], 0))
    return f"p0 = {p0}, {alu.VECTOR[code](s, t)[0]:08X}"


def computed(rule, operation, operands):
    """The result of a row, spelled as in the table."""
    if rule.split(",")[0] in ("V8", "V9", "E8"):
        return conversion(rule, operation, operands)
    if not operands:
        return push(operation)
    name = operation.split()[0]
    if "/" in operands:
        scalar = {"setp_inv": alu.setp_inv, "setp_pop": alu.setp_pop}[name]
        results = [scalar(n.flush(int(text, 16)), 0, 0) for text in operands.split("/")]
        return " / ".join(f"p0 = {p0}, {word:08X}" for word, p0 in results)
    words = [n.flush(int(text, 16)) for text in operands.split()]
    if name == "a0":
        return str(alu.address(words[0], 0.0 if operation.endswith("maxasf") else 0.5))
    if name == "muls_prev2":
        return spelled([alu.muls_prev2(*words)])
    if name in ("dp4", "dp3"):
        half = len(words) // 2
        return spelled(alu.dot(half)(words[:half], words[half:])[:1])
    if name == "dp2add":
        return spelled(alu.dp2add(words[:2], words[2:4], words[4:])[:1])
    if name == "max4":
        return spelled(alu.max4(words)[:1])
    if name == "cube":
        x, y, z = words
        # The table lists result.x, .y, .z, .w.
        return spelled(alu.cube([z, z, x, y], [y, x, z, z]))
    if name in PER_COMPONENT:
        return spelled(alu.VECTOR[PER_COMPONENT[name]](*([word] for word in words)))
    return spelled([ONE_OPERAND[name](*words)])


def rows(text):
    """(line, rule, operation, operands, result) of the check values."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            inside = line == "## Check values"
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if inside and line.startswith("| ") and cells[0] != "rule":
            yield (number, *cells)


def hard(text):
    """(line, function, operand, result) of the hard cases."""
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"(exp|log|sin|cos) ([0-9A-F]{8}) = ([0-9A-F]{8}) ", line)
        if found:
            yield (number, *found.groups())


def check(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    values = hards = differ = 0
    for number, rule, operation, operands, result in rows(text):
        values += 1
        got = computed(rule, operation, operands)
        if got != result:
            differ += 1
            print(f"{path}:{number}: {rule} {operation} {operands}: {result}, here {got}")
    for number, name, operand, result in hard(text):
        hards += 1
        got = spelled([ONE_OPERAND[name](int(operand, 16))])
        if got != result:
            differ += 1
            print(f"{path}:{number}: {name} {operand}: {result}, here {got}")
    print(f"{values} check values and {hards} hard cases, {differ} differ")
    return 1 if differ else 0

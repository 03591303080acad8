"""Keys of tables from the words that decide them, as docs/census-xenos.md spells them."""

from collections import defaultdict

from . import names
from .names import name, signed, yes


def primitive(initiator, swap, reset, path):
    code, source = initiator & 63, initiator >> 6 & 3
    index = "none" if source == 2 else "32" if initiator >> 11 & 1 else "16"
    endian = names.ENDIAN[swap] if source == 0 else "none"
    return (f"primitive={name(names.PRIMITIVE, code)} source={name(names.SOURCE, source)} "
            f"index={index} endian={endian} reset={yes(reset and source != 2)} "
            f"path={name(names.PATH, path)}", initiator >> 16)


def bias(color):
    return signed(color >> 20, 6)


def color_format(color):
    shown = name(names.COLOR_FORMAT, color >> 16 & 15)
    return f"{shown}:{bias(color)}" if bias(color) else shown


def surface(info, color0, depth, color1, color2, color3, offset, bound, depth_bound, mode):
    colors = " ".join(
        f"color{i}={color_format(color) if bound[i] else 'none'}"
        for i, color in enumerate((color0, color1, color2, color3)))
    form = names.DEPTH_FORMAT[depth >> 16 & 1] if depth_bound else "none"
    return (f"pitch={info & 0x3FFF} msaa={name(names.MSAA, info >> 16 & 3)} {colors} depth={form} "
            f"mode={name(names.MODE, mode)} offset={signed(offset, 15)},{signed(offset >> 16, 15)}")


def edram(work, info, color0, depth, color1, color2, color3, bound, depth_bound):
    colors = " ".join(f"color{i}={color & 0x7FF if bound[i] else 'none'}"
                      for i, color in enumerate((color0, color1, color2, color3)))
    return (f"work={work} pitch={info & 0x3FFF} msaa={name(names.MSAA, info >> 16 & 3)} {colors} "
            f"depth={depth & 0x7FF if depth_bound else 'none'}")


def stencil(control, shift, values):
    operations = [names.STENCIL[control >> shift + at & 7] for at in (3, 9, 6)]
    return ",".join([names.COMPARE[control >> shift & 7], *operations, str(values & 0xFF),
                     f"0x{values >> 8 & 0xFF:02X}", f"0x{values >> 16 & 0xFF:02X}"])


def blend(control):
    color, alpha = (
        f"{name(names.BLEND_FACTOR, part & 31)}:{name(names.BLEND_OPERATION, part >> 5 & 7)}:"
        f"{name(names.BLEND_FACTOR, part >> 8 & 31)}" for part in (control, control >> 16))
    return color if alpha == color else f"{color}/{alpha}"


def pixel_state(control, front, back, mask, bound, blend0, blend1, blend2, blend3, color):
    depth = "off"
    if control >> 1 & 1:
        depth = names.COMPARE[control >> 4 & 7] + "+write" * (control >> 2 & 1)
    test = "off"
    if control & 1:
        test = stencil(control, 8, front)
        if control >> 7 & 1:
            test += ";" + stencil(control, 20, back)
    kept = sum((mask & 15 << 4 * i) for i in range(4) if bound[i])
    blends = " ".join(
        f"blend{i}="
        + ("off" if not bound[i] or word & 0x1FFF1FFF == 0x00010001 else blend(word))
        for i, word in enumerate((blend0, blend1, blend2, blend3)))
    alpha = names.COMPARE[color & 7] if color >> 3 & 1 else "off"
    cover = ",".join(str(color >> 24 + 2 * i & 3) for i in range(4)) if color >> 4 & 1 else "off"
    return (f"depth={depth} stencil={test} mask=0x{kept:04X} {blends} alpha-test={alpha} "
            f"alpha-to-mask={cover}")


def raster_state(control, center, clip, viewport):
    poly = control >> 3 & 3
    if poly == 0:
        poly = "fill"
    elif poly == 1:
        poly = f"{name(names.POLYGON, control >> 5 & 7)}:{name(names.POLYGON, control >> 8 & 7)}"
    else:
        poly = f"reserved-{poly}"
    offset = "+".join(side for i, side in enumerate(("front", "back", "para"))
                      if control >> 11 + i & 1)
    if clip >> 16 & 1:
        planes = "disabled"
    else:
        planes = "dx" if clip >> 19 & 1 else "gl"
        if clip & 63:
            planes += f"+planes-0x{clip & 63:02X}" + "+cull-only" * (clip >> 17 & 1)
    enabled = ["all"] if viewport & 63 == 63 else [
        f"{axis}-{what}" for i, (axis, what) in enumerate(
            (axis, what) for axis in "xyz" for what in ("scale", "offset")) if viewport >> i & 1]
    enabled += [what for i, what in enumerate(("xy-done", "z-done", "w-is-w"))
                if viewport >> 8 + i & 1]
    return (f"cull={('none', 'front', 'back', 'both')[control & 3]} "
            f"front={'cw' if control >> 2 & 1 else 'ccw'} poly={poly} offset={offset or 'none'} "
            f"pixel-center={'opengl' if center & 1 else 'd3d'} clip={planes} "
            f"viewport={'+'.join(enabled) or 'none'}")


def vertex_format(form, sign, integer, endian):
    return (f"format={names.FORMAT[form]} sign={'signed' if sign else 'unsigned'} "
            f"number={'integer' if integer else 'fraction'} endian={names.ENDIAN[endian]}")


def vertex_layouts(program):
    groups = defaultdict(set)
    for slot, stride, form, offset, sign, integer in program.vertex_fetches:
        groups[slot, stride].add((offset, form, sign, integer))
    return {
        f"stride={stride} fetches=" + ",".join(
            f"{names.FORMAT[form]}@{offset}{'s' * sign}{'i' * integer}"
            for offset, form, sign, integer in sorted(fetches))
        for (_slot, stride), fetches in groups.items()}


def texture_size(words, dimension):
    d2 = words[2]
    if dimension == 0:
        return (d2 & 0xFFFFFF) + 1, 1, 1
    if dimension == 2:
        return (d2 & 0x7FF) + 1, (d2 >> 11 & 0x7FF) + 1, (d2 >> 22) + 1
    depth = 6 if dimension == 3 else (d2 >> 26) + 1 if words[1] >> 10 & 1 else 1
    return (d2 & 0x1FFF) + 1, (d2 >> 13 & 0x1FFF) + 1, depth


def texture(words):
    """The key without stage and from, and the page that decides from (None: no texture)."""
    d0, d1, _d2, d3, d4, d5 = words
    if d0 & 3 != 2:
        return f"constant={names.FETCH_TYPE[d0 & 3]}", None
    dimension = d5 >> 9 & 3
    kind = ("1d", "stacked" if d1 >> 10 & 1 else "2d", "3d", "cube")[dimension]
    width, height, depth = texture_size(words, dimension)
    base, mips = d1 >> 12 & 0x1FFFF, d5 >> 12 & 0x1FFFF
    largest = max(width, height, depth if dimension == 2 else 1).bit_length() - 1
    low = high = 0
    if mips:
        low = d4 >> 2 & 15
        high = max(min(d4 >> 6 & 15, largest), low)
    if base == 0:
        low, high = max(low, 1), max(high, 1)
    signs = "".join("usbg"[d0 >> 2 + 2 * i & 3] for i in range(4))
    swizzle = "".join("xyzw0167"[d3 >> 1 + 3 * i & 7] for i in range(4))
    return (f"dimension={kind} format={names.FORMAT[d1 & 63]} size={width}x{height}x{depth} "
            f"tiled={yes(d0 >> 31)} packed={yes(d5 >> 11 & 1)} mips={low}..{high} signs={signs} "
            f"endian={names.ENDIAN[d1 >> 6 & 3]} swizzle={swizzle} exponent={signed(d3 >> 13, 6)}",
            mips if low or not base else base)


def sampler(d0, d3, d4, d5, mag, least, mip, aniso, bias):
    mag = d3 >> 19 & 3 if mag == 3 else mag
    least = d3 >> 21 & 3 if least == 3 else least
    mip = d3 >> 23 & 3 if mip == 3 else mip
    aniso = d3 >> 25 & 7 if aniso == 7 else aniso
    clamp = ",".join(names.CLAMP[d0 >> 10 + 3 * i & 7] for i in range(3))
    return (f"mag={name(names.FILTER, mag)} min={name(names.FILTER, least)} "
            f"mip={name(names.FILTER, mip)} aniso={name(names.ANISOTROPY, aniso)} clamp={clamp} "
            f"border={names.BORDER[d5 & 3]} lod-bias={signed(d4 >> 12, 10) + 2 * bias}")


def resolve(control, dest, pitch, info, color, depth):
    source = control & 7
    if color is not None:
        what, form, own = f"color{source}", name(names.COLOR_FORMAT, color >> 16 & 15), bias(color)
    else:
        what, form, own = "depth", names.DEPTH_FORMAT[depth >> 16 & 1], 0
    clears = ["color"] * (control >> 8 & 1 and color is not None) + ["depth"] * (control >> 9 & 1)
    clear = "both" if len(clears) == 2 else clears[0] if clears else "none"
    return (f"source={what} format={form} source-bias={own} msaa={name(names.MSAA, info >> 16 & 3)} "
            f"select={name(names.SELECT, control >> 4 & 7)} dest={names.FORMAT[dest >> 7 & 63]} pitch={pitch & 0x3FFF} "
            f"bias={signed(dest >> 16, 6)} endian={name(names.ENDIAN, dest & 7)} "
            f"swap={yes(dest >> 24 & 1)} clear={clear} array={yes(dest >> 3 & 1)} "
            f"command={names.COMMAND[control >> 20 & 3]}", clear)


def front_buffer(words):
    d0, d1, d2, d3 = words[:4]
    if d0 & 3 != 2:
        return f"constant={names.FETCH_TYPE[d0 & 3]}", None
    swizzle = "".join("xyzw0167"[d3 >> 1 + 3 * i & 7] for i in range(4))
    return (f"width={(d2 & 0x1FFF) + 1} height={(d2 >> 13 & 0x1FFF) + 1} "
            f"format={names.FORMAT[d1 & 63]} endian={names.ENDIAN[d1 >> 6 & 3]} "
            f"tiled={yes(d0 >> 31)} swizzle={swizzle}", d1 & 63)


def unmodelled(primitive_code, surface_info, mask, config, mode, shade, wrap0, wrap1, red, green,
               blue, color, line, stipple, line_control, x_radius, y_radius, size, cull, multipass,
               program):
    keys = []

    def report(key, value, digits, default=0):
        if value != default:
            keys.append(f"{key}=0x{value:0{digits}X}")

    msaa = surface_info >> 16 & 3
    report("PA_SC_AA_MASK.mask", mask & 0xFFFF, 4, 0xFFFF)
    report("PA_SC_AA_CONFIG.samples", config & 7, 1, msaa)
    report("PA_SC_AA_CONFIG.max-distance", config >> 13 & 15, 1)
    if msaa:
        report("PA_SU_SC_MODE_CNTL.msaa-enable", mode >> 15 & 1, 1, 1)
    report("PA_SU_SC_MODE_CNTL.provoking-last", mode >> 19 & 1, 1)
    report("PA_SU_SC_MODE_CNTL.perspective-off", mode >> 20 & 1, 1)
    report("SQ_INTERPOLATOR_CNTL.shade", shade & 0xFFFF, 4, 0xFFFF)
    report("SQ_WRAPPING_0.wrap", wrap0, 8)
    report("SQ_WRAPPING_1.wrap", wrap1, 8)
    report("RB_FOG_COLOR_RED.value", red, 8)
    report("RB_FOG_COLOR_GREEN.value", green, 8)
    report("RB_FOG_COLOR_BLUE.value", blue, 8)
    report("RB_COLORCONTROL.dither", color >> 5 & 0x7FFFF, 5)
    if primitive_code in (2, 3, 12):
        report("PA_SU_LINE_CNTL.width", line & 0xFFFF, 4, 8)
        report("PA_SC_LINE_STIPPLE.value", stipple, 8)
        report("PA_SC_LINE_CNTL.value", line_control & 0x7FF, 3)
    if primitive_code == 1:
        report("PA_CL_POINT_X_RAD.value", x_radius, 8)
        report("PA_CL_POINT_Y_RAD.value", y_radius, 8)
        report("PA_CL_POINT_SIZE.value", size, 8)
        report("PA_CL_POINT_CULL_RAD.value", cull, 8)
    if multipass >> 31:
        report("PA_SC_MPASS_PS_CNTL.value", multipass, 8)
    report("SQ_PROGRAM_CNTL.multipass", int(program >> 24 & 7 == 7), 1)
    return keys

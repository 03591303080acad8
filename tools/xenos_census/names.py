"""Names of codes, as docs/census-xenos.md spells them; facts from the register and packet digests.

For: one place for spelling. Not for: what a field means.
"""

COMPARE = ["never", "less", "equal", "less-equal", "greater", "not-equal", "greater-equal", "always"]
WAIT = ["never", "less", "less-equal", "equal", "not-equal", "greater-equal", "greater", "always"]
STENCIL = ["keep", "zero", "replace", "increment-clamp", "decrement-clamp", "invert",
           "increment-wrap", "decrement-wrap"]
BLEND_OPERATION = ["add", "subtract", "min", "max", "reverse-subtract"]
BLEND_FACTOR = {
    0: "zero", 1: "one", 4: "source-color", 5: "one-minus-source-color", 6: "source-alpha",
    7: "one-minus-source-alpha", 8: "dest-color", 9: "one-minus-dest-color", 10: "dest-alpha",
    11: "one-minus-dest-alpha", 12: "constant-color", 13: "one-minus-constant-color",
    14: "constant-alpha", 15: "one-minus-constant-alpha", 16: "source-alpha-saturate",
}
ENDIAN = ["none", "8in16", "8in32", "16in32", "8in64", "8in128"]
PRIMITIVE = {
    0: "none", 1: "points", 2: "lines", 3: "line-strip", 4: "triangles", 5: "triangle-fan",
    6: "triangle-strip", 7: "triangles-with-w-flags", 8: "rectangles", 12: "line-loop", 13: "quads",
    14: "quad-strip", 15: "polygon", 16: "line-patch", 17: "triangle-patch", 18: "quad-patch",
    19: "2d-copy-3", 20: "2d-fill", 21: "2d-line-strip", 22: "2d-triangle-strip",
}
SOURCE = ["dma", "immediate", "auto"]
PATH = ["reuse", "tessellation", "passthrough"]
MSAA = ["1x", "2x", "4x"]
MODE = {0: "no-operation", 4: "color-depth", 5: "depth-only", 6: "copy"}
COLOR_FORMAT = {
    0: "8_8_8_8", 1: "8_8_8_8_GAMMA", 2: "2_10_10_10", 3: "2_10_10_10_FLOAT", 4: "16_16",
    5: "16_16_16_16", 6: "16_16_FLOAT", 7: "16_16_16_16_FLOAT", 10: "2_10_10_10_AS_10_10_10_10",
    12: "2_10_10_10_FLOAT_AS_16_16_16_16", 14: "32_FLOAT", 15: "32_32_FLOAT",
}
DEPTH_FORMAT = ["D24S8", "D24FS8"]
POLYGON_MODE = ["fill", "dual"]
POLYGON = ["points", "lines", "triangles"]
FETCH_TYPE = ["invalid-texture", "invalid-vertex", "texture", "vertex"]
FILTER = ["point", "linear", "base-map", "from-constant"]
ANISOTROPY = ["disabled", "1", "2", "4", "8", "16", "reserved-6", "from-constant"]
CLAMP = ["repeat", "mirror", "clamp-to-last", "mirror-once-to-last", "clamp-to-halfway",
         "mirror-once-to-halfway", "clamp-to-border", "mirror-once-to-border"]
BORDER = ["abgr-black", "abgr-white", "acbycr-black", "acbcry-black"]
SELECT = ["0", "1", "2", "3", "01", "23", "0123", "0123-7"]
COMMAND = ["raw", "convert", "constant-one", "null"]
EVENT = {
    0: "VS_DEALLOC", 1: "PS_DEALLOC", 2: "VS_DONE_TS", 3: "PS_DONE_TS", 4: "CACHE_FLUSH_TS",
    5: "CONTEXT_DONE", 6: "CACHE_FLUSH", 7: "VIZQUERY_START", 8: "VIZQUERY_END", 9: "SC_WAIT_WC",
    10: "MPASS_PS_CP_REFETCH", 11: "MPASS_PS_RST_START", 12: "MPASS_PS_INCR_START",
    13: "RST_PIX_CNT", 14: "RST_VTX_CNT", 15: "TILE_FLUSH", 20: "CACHE_FLUSH_AND_INV_TS_EVENT",
    21: "ZPASS_DONE", 22: "CACHE_FLUSH_AND_INV_EVENT", 23: "PERFCOUNTER_START",
    24: "PERFCOUNTER_STOP", 25: "SCREEN_EXT_INIT", 26: "SCREEN_EXT_RPT", 27: "VS_FETCH_DONE_TS",
}
# Groups of registers that a draw depends on, in the order of their names in keys.
GROUPS = ["surface", "vertex", "setup", "sequencer", "backend", "copy", "floats-0-255",
          "floats-256-511", "fetch", "flow"]
GROUP_RANGES = [
    (0x0C44, 0x0C45, "setup"), (0x0C85, 0x0C85, "setup"), (0x0D00, 0x0D02, "sequencer"),
    (0x0D04, 0x0D04, "sequencer"), (0x0F00, 0x0F02, "backend"), (0x2000, 0x2005, "surface"),
    (0x200E, 0x200F, "surface"), (0x2080, 0x2082, "surface"), (0x2100, 0x2103, "vertex"),
    (0x2104, 0x2104, "surface"), (0x2105, 0x210E, "backend"), (0x210F, 0x2114, "setup"),
    (0x2180, 0x2184, "sequencer"), (0x2200, 0x2203, "backend"), (0x2204, 0x2206, "setup"),
    (0x2207, 0x2207, "vertex"), (0x2208, 0x220B, "backend"), (0x2280, 0x2283, "setup"),
    (0x2284, 0x228F, "vertex"), (0x2292, 0x2293, "setup"), (0x2294, 0x2294, "vertex"),
    (0x2300, 0x2306, "setup"), (0x2307, 0x230A, "sequencer"), (0x2312, 0x2312, "setup"),
    (0x2315, 0x2315, "sequencer"), (0x2316, 0x2317, "vertex"), (0x2318, 0x2323, "copy"),
    (0x2324, 0x2325, "backend"), (0x2380, 0x239F, "setup"), (0x4000, 0x43FF, "floats-0-255"),
    (0x4400, 0x47FF, "floats-256-511"), (0x4800, 0x48BF, "fetch"), (0x4900, 0x4927, "flow"),
]

# Name as the digest has it, bits of a block, pixels of a block.
FORMATS = [
    ("1_REVERSE", 1, 1), ("1", 1, 1), ("8", 8, 1), ("1_5_5_5", 16, 1), ("5_6_5", 16, 1),
    ("6_5_5", 16, 1), ("8_8_8_8", 32, 1), ("2_10_10_10", 32, 1), ("8_A", 8, 1), ("8_B", 8, 1),
    ("8_8", 16, 1), ("Cr_Y1_Cb_Y0_REP", 32, 2), ("Y1_Cr_Y0_Cb_REP", 32, 2), ("16_16_EDRAM", 32, 1),
    ("8_8_8_8_A", 32, 1), ("4_4_4_4", 16, 1), ("10_11_11", 32, 1), ("11_11_10", 32, 1),
    ("DXT1", 64, 16), ("DXT2_3", 128, 16), ("DXT4_5", 128, 16), ("16_16_16_16_EDRAM", 64, 1),
    ("24_8", 32, 1), ("24_8_FLOAT", 32, 1), ("16", 16, 1), ("16_16", 32, 1), ("16_16_16_16", 64, 1),
    ("16_EXPAND", 16, 1), ("16_16_EXPAND", 32, 1), ("16_16_16_16_EXPAND", 64, 1),
    ("16_FLOAT", 16, 1), ("16_16_FLOAT", 32, 1), ("16_16_16_16_FLOAT", 64, 1), ("32", 32, 1),
    ("32_32", 64, 1), ("32_32_32_32", 128, 1), ("32_FLOAT", 32, 1), ("32_32_FLOAT", 64, 1),
    ("32_32_32_32_FLOAT", 128, 1), ("32_AS_8", 32, 4), ("32_AS_8_8", 32, 2), ("16_MPEG", 16, 1),
    ("16_16_MPEG", 32, 1), ("8_INTERLACED", 8, 1), ("32_AS_8_INTERLACED", 32, 4),
    ("32_AS_8_8_INTERLACED", 16, 1), ("16_INTERLACED", 16, 1), ("16_MPEG_INTERLACED", 16, 1),
    ("16_16_MPEG_INTERLACED", 32, 1), ("DXN", 128, 16), ("8_8_8_8_AS_16_16_16_16", 32, 1),
    ("DXT1_AS_16_16_16_16", 64, 16), ("DXT2_3_AS_16_16_16_16", 128, 16),
    ("DXT4_5_AS_16_16_16_16", 128, 16), ("2_10_10_10_AS_16_16_16_16", 32, 1),
    ("10_11_11_AS_16_16_16_16", 32, 1), ("11_11_10_AS_16_16_16_16", 32, 1),
    ("32_32_32_FLOAT", 96, 1), ("DXT3A", 64, 16), ("DXT5A", 64, 16), ("CTX1", 64, 16),
    ("DXT3A_AS_1_1_1_1", 64, 16), ("8_8_8_8_GAMMA_EDRAM", 32, 1), ("2_10_10_10_FLOAT_EDRAM", 32, 1),
]
FORMAT = [name for name, _bits, _pixels in FORMATS]

OPCODE = {
    0x10: "NOP", 0x21: "REG_RMW", 0x22: "DRAW_INDX", 0x23: "VIZ_QUERY", 0x26: "WAIT_FOR_IDLE",
    0x27: "IM_LOAD", 0x2B: "IM_LOAD_IMMEDIATE", 0x2D: "SET_CONSTANT", 0x2F: "LOAD_ALU_CONSTANT",
    0x36: "DRAW_INDX_2", 0x37: "INDIRECT_BUFFER_PFD", 0x3B: "INVALIDATE_STATE",
    0x3C: "WAIT_REG_MEM", 0x3D: "MEM_WRITE", 0x3E: "REG_TO_MEM", 0x3F: "INDIRECT_BUFFER",
    0x45: "COND_WRITE", 0x46: "EVENT_WRITE", 0x48: "ME_INIT", 0x50: "SET_BIN_MASK",
    0x51: "SET_BIN_SELECT", 0x54: "INTERRUPT", 0x55: "SET_CONSTANT2", 0x56: "SET_SHADER_CONSTANTS",
    0x25: "SET_STATE", 0x2C: "IM_STORE", 0x2E: "LOAD_CONSTANT_CONTEXT", 0x34: "DRAW_INDX_BIN",
    0x35: "DRAW_INDX_2_BIN", 0x44: "COND_EXEC", 0x4A: "SET_SHADER_BASES",
    0x4B: "SET_BIN_BASE_OFFSET", 0x4F: "MEM_WRITE_CNTR", 0x52: "WAIT_REG_EQ", 0x53: "WAIT_REG_GTE",
    0x59: "EVENT_WRITE_CFL", 0x5C: "WAIT_UNTIL_READ", 0x5D: "WAIT_IB_PFD_COMPLETE",
    0x58: "EVENT_WRITE_SHD", 0x5A: "EVENT_WRITE_EXT", 0x5B: "EVENT_WRITE_ZPD",
    0x5E: "CONTEXT_UPDATE", 0x60: "SET_BIN_MASK_LO", 0x61: "SET_BIN_MASK_HI",
    0x62: "SET_BIN_SELECT_LO", 0x63: "SET_BIN_SELECT_HI", 0x64: "XE_SWAP",
}

REGISTER = {
    0x01C5: "CP_RB_WPTR", 0x01DC: "SCRATCH_UMSK", 0x01DD: "SCRATCH_ADDR", 0x05C8: "WAIT_UNTIL",
    0x0A2F: "COHER_SIZE_HOST", 0x0A30: "COHER_BASE_HOST", 0x0A31: "COHER_STATUS_HOST",
    0x0C44: "PA_SC_VIZ_QUERY_STATUS_0", 0x0C45: "PA_SC_VIZ_QUERY_STATUS_1",
    0x0D00: "SQ_GPR_MANAGEMENT", 0x0D01: "SQ_FLOW_CONTROL", 0x0D02: "SQ_INST_STORE_MANAGMENT",
    0x0F00: "RB_EDRAM_TIMING", 0x0F01: "RB_BC_CONTROL", 0x0F02: "RB_EDRAM_INFO",
    0x1838: "D1MODE_MASTER_UPDATE_LOCK", 0x1841: "D1GRPH_CONTROL",
    0x1844: "D1GRPH_PRIMARY_SURFACE_ADDRESS", 0x1852: "D1GRPH_FLIP_CONTROL",
    0x1921: "DC_LUT_RW_MODE", 0x1922: "DC_LUT_RW_INDEX", 0x1923: "DC_LUT_SEQ_COLOR",
    0x1924: "DC_LUT_PWL_DATA", 0x1925: "DC_LUT_30_COLOR", 0x1927: "DC_LUT_WRITE_EN_MASK",
    0x1930: "DC_LUTA_CONTROL", 0x2000: "RB_SURFACE_INFO", 0x2001: "RB_COLOR_INFO",
    0x2002: "RB_DEPTH_INFO", 0x2003: "RB_COLOR1_INFO", 0x2004: "RB_COLOR2_INFO",
    0x2005: "RB_COLOR3_INFO", 0x200E: "PA_SC_SCREEN_SCISSOR_TL", 0x200F: "PA_SC_SCREEN_SCISSOR_BR",
    0x2080: "PA_SC_WINDOW_OFFSET", 0x2081: "PA_SC_WINDOW_SCISSOR_TL",
    0x2082: "PA_SC_WINDOW_SCISSOR_BR", 0x2100: "VGT_MAX_VTX_INDX", 0x2101: "VGT_MIN_VTX_INDX",
    0x2102: "VGT_INDX_OFFSET", 0x2103: "VGT_MULTI_PRIM_IB_RESET_INDX", 0x2104: "RB_COLOR_MASK",
    0x2105: "RB_BLEND_RED", 0x2106: "RB_BLEND_GREEN", 0x2107: "RB_BLEND_BLUE",
    0x2108: "RB_BLEND_ALPHA", 0x2109: "RB_FOG_COLOR_RED", 0x210A: "RB_FOG_COLOR_GREEN",
    0x210B: "RB_FOG_COLOR_BLUE", 0x210C: "RB_STENCILREFMASK_BF", 0x210D: "RB_STENCILREFMASK",
    0x210E: "RB_ALPHA_REF", 0x210F: "PA_CL_VPORT_XSCALE", 0x2110: "PA_CL_VPORT_XOFFSET",
    0x2111: "PA_CL_VPORT_YSCALE", 0x2112: "PA_CL_VPORT_YOFFSET", 0x2113: "PA_CL_VPORT_ZSCALE",
    0x2114: "PA_CL_VPORT_ZOFFSET", 0x2180: "SQ_PROGRAM_CNTL", 0x2181: "SQ_CONTEXT_MISC",
    0x2182: "SQ_INTERPOLATOR_CNTL", 0x2183: "SQ_WRAPPING_0", 0x2184: "SQ_WRAPPING_1",
    0x21F9: "VGT_EVENT_INITIATOR", 0x21FA: "VGT_DMA_BASE", 0x21FB: "VGT_DMA_SIZE",
    0x21FC: "VGT_DRAW_INITIATOR", 0x21FD: "VGT_IMMED_DATA", 0x2200: "RB_DEPTHCONTROL",
    0x2201: "RB_BLENDCONTROL0", 0x2202: "RB_COLORCONTROL", 0x2203: "RB_HIZCONTROL",
    0x2204: "PA_CL_CLIP_CNTL", 0x2205: "PA_SU_SC_MODE_CNTL", 0x2206: "PA_CL_VTE_CNTL",
    0x2207: "VGT_CURRENT_BIN_ID_MIN", 0x2208: "RB_MODECONTROL", 0x2209: "RB_BLENDCONTROL1",
    0x220A: "RB_BLENDCONTROL2", 0x220B: "RB_BLENDCONTROL3", 0x2280: "PA_SU_POINT_SIZE",
    0x2281: "PA_SU_POINT_MINMAX", 0x2282: "PA_SU_LINE_CNTL", 0x2283: "PA_SC_LINE_STIPPLE",
    0x2284: "VGT_OUTPUT_PATH_CNTL", 0x2285: "VGT_HOS_CNTL", 0x2286: "VGT_HOS_MAX_TESS_LEVEL",
    0x2287: "VGT_HOS_MIN_TESS_LEVEL", 0x2292: "PA_SC_MPASS_PS_CNTL", 0x2293: "PA_SC_VIZ_QUERY",
    0x2300: "PA_SC_LINE_CNTL", 0x2301: "PA_SC_AA_CONFIG", 0x2302: "PA_SU_VTX_CNTL",
    0x2303: "PA_CL_GB_VERT_CLIP_ADJ", 0x2304: "PA_CL_GB_VERT_DISC_ADJ",
    0x2305: "PA_CL_GB_HORZ_CLIP_ADJ", 0x2306: "PA_CL_GB_HORZ_DISC_ADJ", 0x2307: "SQ_VS_CONST",
    0x2308: "SQ_PS_CONST", 0x2312: "PA_SC_AA_MASK", 0x2315: "SQ_CF_PROGRAM_SIZE",
    0x2316: "VGT_VERTEX_REUSE_BLOCK_CNTL", 0x2318: "RB_COPY_CONTROL", 0x2319: "RB_COPY_DEST_BASE",
    0x231A: "RB_COPY_DEST_PITCH", 0x231B: "RB_COPY_DEST_INFO", 0x231C: "RB_HIZ_CLEAR",
    0x231D: "RB_DEPTH_CLEAR", 0x231E: "RB_COLOR_CLEAR", 0x231F: "RB_COLOR_CLEAR_LO",
    0x2320: "RB_COPY_FUNC", 0x2321: "RB_COPY_REF", 0x2322: "RB_COPY_MASK",
    0x2323: "RB_COPY_SURFACE_SLICE", 0x2324: "RB_SAMPLE_COUNT_CTL", 0x2325: "RB_SAMPLE_COUNT_ADDR",
    0x2380: "PA_SU_POLY_OFFSET_FRONT_SCALE", 0x2381: "PA_SU_POLY_OFFSET_FRONT_OFFSET",
    0x2382: "PA_SU_POLY_OFFSET_BACK_SCALE", 0x2383: "PA_SU_POLY_OFFSET_BACK_OFFSET",
    0x2384: "PA_CL_POINT_X_RAD", 0x2385: "PA_CL_POINT_Y_RAD", 0x2386: "PA_CL_POINT_SIZE",
    0x2387: "PA_CL_POINT_CULL_RAD",
}
REGISTER.update({0x0578 + i: f"SCRATCH_REG{i}" for i in range(8)})
REGISTER.update({0x2006 + i: f"COHER_DEST_BASE_{i}" for i in range(8)})
REGISTER.update({0x2388 + 4 * i + c: f"PA_CL_UCP_{i}_{axis}"
                 for i in range(6) for c, axis in enumerate("XYZW")})

ARRAYS = [
    (0x4000, 0x4800, "ALU_CONSTANTS", "alu"), (0x4800, 0x48C0, "FETCH_CONSTANTS", "fetch"),
    (0x4900, 0x4908, "BOOLEAN_CONSTANTS", "boolean"), (0x4908, 0x4928, "LOOP_CONSTANTS", "loop"),
]


def name(table, code):
    if isinstance(table, dict):
        found = table.get(code)
    else:
        found = table[code] if code < len(table) else None
    return f"reserved-{code}" if found is None else found


def register(index):
    for first, end, array, _target in ARRAYS:
        if first <= index < end:
            return array
    return REGISTER.get(index, f"0x{index:04X}")


def target(index):
    for first, end, _array, short in ARRAYS:
        if first <= index < end:
            return short
    return "register"


def yes(flag):
    return "yes" if flag else "no"


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value

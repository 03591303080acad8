//! What this engine does not do, by name.

base_refusal::refusals! {
    /// Every reason of this crate.
    PROGRAM_MISSING = "xenos.program-missing",
        "a draw without a program that it needs", "nothing is drawn";
    PROGRAM_UNSPECIFIED = "xenos.program-unspecified",
        "a program does what no source gives a meaning; the register column names the event",
        "evaluation goes on with the substitute of docs/hardware/xenos-microcode.md";
    TEXTURE_UNSPECIFIED = "xenos.texture-unspecified",
        "a fetch asks for what no source gives a meaning; the register column names the event",
        "sampling goes on with the substitute of docs/hardware/xenos-microcode.md, chapter S";
    PRIMITIVE = "xenos.primitive",
        "a primitive type that no source explains", "nothing is drawn";
    TESSELLATION = "xenos.tessellation",
        "tessellation, which no stream exercises", "nothing is drawn";
    EDRAM_MODE = "xenos.edram-mode",
        "a reserved mode of RB_MODECONTROL", "nothing is drawn";
    COLOR_FORMAT = "xenos.color-format",
        "a colour target in a format that is not defined", "the target is not written";
    SAMPLES = "xenos.samples",
        "the reserved number of samples", "nothing is drawn";
    POSITION = "xenos.position",
        "a position that is not a number, or beyond what can be drawn", "the primitive is dropped";
    STATE_WITHOUT_MODEL = "xenos.state-without-model",
        "a register with a value whose effect nobody knows", "it has no effect";
    COPY_VERTICES = "xenos.copy-vertices",
        "a copy whose vertex constant 0 is not three pairs of floats", "nothing is copied or cleared";
    COPY = "xenos.copy",
        "a copy in a way that has no plan", "nothing is copied or cleared";
    COPY_EMPTY = "xenos.copy-empty",
        "a copy of no pixel", "nothing is copied or cleared";
    MEMORY_OUTSIDE = "xenos.store-outside",
        "a store that reaches over the end of memory", "nothing is stored there";
    WORK_SPENT = "xenos.work-spent",
        "more work than the caller allows", "it is left undone";
    FRONT_BUFFER = "xenos.front-buffer",
        "a front buffer in a format or shape that the display cannot show", "no picture is shown";
    EDRAM_RECORD = "xenos.edram-record",
        "a record of EDRAM that does not have 10 MiB", "it is passed over";
}

//! What the command processor does not do, by name.

base_refusal::refusals! {
    /// Every reason of this crate.
    PACKET_MALFORMED = "xenos.packet-malformed",
        "a packet that is cut short, or too short for its opcode", "it is skipped";
    OPCODE_NOT_EXECUTED = "xenos.opcode-not-executed",
        "an opcode whose effect nobody knows", "its payload is skipped";
    OPCODE_UNKNOWN = "xenos.opcode-unknown",
        "an opcode without a name", "its payload is skipped";
    REGISTER_OUTSIDE = "xenos.register-outside",
        "a register beyond the file", "the write is dropped; a read gives 0";
    CONSTANT_KIND = "xenos.constant-kind",
        "a kind of constants that is not known", "nothing is written";
    MEMORY_OUTSIDE = "xenos.memory-outside",
        "a range that reaches over the end of memory", "it is neither read nor written";
    WAIT_NEVER_MET = "xenos.wait-never-met",
        "a wait whose condition does not come to hold", "the stream goes on";
    INDIRECT_RECURSIVE = "xenos.indirect-recursive",
        "an indirect buffer that runs itself", "the inner run is skipped";
    INDIRECT_TOO_DEEP = "xenos.indirect-too-deep",
        "indirect buffers nested deeper than is kept track of", "the innermost is skipped";
    INDIRECT_WITHOUT_LENGTH = "xenos.indirect-without-length",
        "an indirect buffer packet without its length, outside a trace", "it is skipped";
    SUBMISSION_ENDLESS = "xenos.submission-endless",
        "buffers that run more than one submission may", "what is left of it is dropped";
    PLACES_FULL = "xenos.places-full",
        "more places of buffers or programs in one run of the ring's packet than are kept track of",
        "it is skipped";
    RING_POINTER = "xenos.ring-pointer",
        "a ring pointer outside the ring, or a ring outside memory", "it is not taken";
    RING_ABSENT = "xenos.ring-absent",
        "a ring pointer moved while there is no ring", "it is not taken";
    RING_PACKET = "xenos.ring-packet",
        "a packet longer than the ring", "what is in the ring is dropped";
    SWAP_PREDICATED = "xenos.swap-predicated",
        "a predicated XE_SWAP, which the reference never runs", "it is skipped";
    SWAP_SIGNATURE = "xenos.swap-signature",
        "an XE_SWAP without its signature", "it is skipped";
    SHADER_STAGE = "xenos.shader-stage",
        "a program for a stage that is not there", "it is not loaded";
    PROGRAMS_FULL = "xenos.programs-full",
        "more distinct programs than are kept: 256 MiB with what belongs to them", "it is not loaded";
    DRAW_BY_REGISTER = "xenos.draw-by-register",
        "a draw started by a register write", "the word is stored, nothing is drawn";
    INDEX_SOURCE = "xenos.index-source",
        "the reserved index source", "nothing is drawn";
    EXTENTS_ENDIAN = "xenos.extents-endian",
        "screen extents in another byte order than 8in16", "they are stored as 8in16";
    TRACE_ORDER = "xenos.trace-order",
        "a record where none of its type makes sense, as a mark of a frame without a swap, or a call of a buffer that the trace does not hold",
        "it is passed over";
    TRACE_LONG = "xenos.trace-long",
        "more packets, records or memory in one stretch of the ring than are kept to rebuild it",
        "what has come runs as if the stretch ended";
    TRACE_EVENT = "xenos.trace-event",
        "a trace event of an unknown number", "it is passed over";
}

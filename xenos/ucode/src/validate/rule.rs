//! The rules: names, how bad it is to break them, and what helps.

use std::fmt::Write;

use serde::Serialize;

/// How bad a remark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The program has no defined meaning.
    Error,
    /// It has one that is likely not meant, or that sources do not state.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

macro_rules! rules {
    ($($Rule:ident = $name:literal, $Severity:ident, $what:literal, $help:literal;)*) => {
        /// A rule for programs. Names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $( #[doc = $what] $Rule, )*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Self] = &[$(Self::$Rule),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Rule => $name),* }
            }

            /// How bad it is to break it.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$Rule => Severity::$Severity),* }
            }

            /// What is found.
            pub const fn what(self) -> &'static str {
                match self { $(Self::$Rule => $what),* }
            }

            /// What helps.
            pub const fn help(self) -> &'static str {
                match self { $(Self::$Rule => $help),* }
            }
        }
    };
}

rules! {
    NoControlFlow = "no-control-flow", Error,
        "there are no whole words of a program", "a program has three dwords at least";
    InsideControlFlow = "inside-control-flow", Error,
        "an exec runs words of the control flow", "put instructions behind the control flow";
    Truncated = "truncated", Error,
        "an exec runs instructions that are not there", "give all words of the program";
    ExecCount = "exec-count", Error,
        "an exec runs more than six instructions", "split it";
    BranchTarget = "branch-target", Error,
        "a branch, call or loop goes to where nothing is", "correct the target";
    RunsOff = "runs-off", Error,
        "control runs past the last control-flow instruction", "end with `exece`";
    NoEnd = "no-end", Error,
        "no end can be reached", "end with `exece`";
    HalfLoop = "half-loop", Error,
        "a loop's start and end do not match in place or constant",
        "let `endloop` name the body's first instruction and the start's constant";
    LoopTargets = "loop-targets", Error,
        "a loop's end lies outside of the loop", "let `loop` name what stands behind its end";
    LoopDepth = "loop-depth", Error,
        "more than four loops inside one another, calls included", "unroll one";
    CallDepth = "call-depth", Error,
        "more than four calls inside one another, or a subroutine that calls itself",
        "the chip keeps four return addresses";
    SlotKind = "slot-kind", Error,
        "an instruction runs as ALU and as fetch", "give each exec its own instructions";
    VectorOpcode = "vector-opcode", Error,
        "an undefined vector opcode", "30 and 31 have no operation";
    ScalarOpcode = "scalar-opcode", Error,
        "an undefined scalar opcode", "41 and 51 to 63 have no operation";
    FetchOpcode = "fetch-opcode", Error,
        "an undefined fetch opcode", "0, 1, 16 to 19 and 24 to 26 have an operation";
    VertexFormat = "vertex-format", Error,
        "a vertex fetch without a vertex format", "say `DataFormat=`";
    FetchConstant = "fetch-constant", Error,
        "a vertex fetch from a constant that is not there", "there are 96";
    FetchSwizzle = "fetch-swizzle", Error,
        "a fetch writes a component by the undefined code 6", "use x, y, z, w, 0, 1 or keep it";
    ExportRegister = "export-register", Error,
        "an export to a register that the stage does not have",
        "vertices have o0 to o15, oPos and oPts; pixels oC0 to oC3 and oDepth; both eA and eM0 to eM4";
    Reserved = "reserved", Warning,
        "a bit without known meaning is set", "clear it; it is kept, and has no effect here";
    MiniFetch = "mini-fetch", Error,
        "a mini fetch, and a path on which no full fetch is before it",
        "a mini fetch takes index, constant and stride from the last full one";
    FieldRange = "field-range", Error,
        "a field's value does not fit into its bits", "temporaries go to r63, exports to 63";
    OddFlow = "odd-flow", Error,
        "an odd number of control-flow instructions", "two share three dwords: append `cnop`";
    LostWords = "lost-words", Error,
        "decoding the program's words gives another program",
        "the first instruction must stand behind the control flow and be run, and the last as well";
    NoExportRoom = "export-without-alloc", Error,
        "an export, and no alloc of its kind before it on any path", "put the alloc before it";
    SomeExportRoom = "export-maybe-without-alloc", Warning,
        "an export, and paths on which the last alloc is none of its kind",
        "put the alloc before it, where paths have joined";
    EaOpcode = "export-address-by-mad", Error,
        "eA is written by something else than `mad`",
        "make it with `mad eA, ...` of all components, with the stream constant as third source";
    DataWithoutAddress = "export-data-without-address", Error,
        "eM is written, and paths on which eA is not written since the last alloc",
        "write eA first";
    PredicateUnset = "predicate-unset", Warning,
        "the predicate is used, and paths on which nothing sets it", "set it with a `setp`";
    AddressUnset = "address-unset", Warning,
        "a0 is read, and paths on which nothing writes it", "write it with `maxa`";
    LoopRegisterUnset = "loop-register-unset", Warning,
        "aL is read, and paths on which no loop is around it", "aL belongs to the innermost loop";
    PreviousUnset = "previous-scalar-unset", Warning,
        "the previous scalar result is read, and paths on which there is none",
        "do a scalar operation first";
    TemporaryUnset = "temporary-unset", Warning,
        "a temporary is read that is neither written before nor an input",
        "inputs are r0.x of a vertex program, interpolators and the generated register of a pixel \
         program";
    LodUnset = "register-lod-unset", Warning,
        "a fetch uses the LOD register, and paths on which nothing sets it", "use `setTexLOD`";
    GradientsUnset = "register-gradients-unset", Warning,
        "a fetch uses gradient registers, and paths on which one is not set",
        "use `setGradientH` and `setGradientV`";
    SetUnused = "set-register-unused", Note,
        "a register of the texture unit is set, and no fetch uses it",
        "say `UseRegisterLOD=true` or `UseRegisterGradients=true` at the fetch";
    JumpIntoLoop = "jump-into-loop", Error,
        "a jump goes into a loop from outside", "go to its start";
    JumpOutOfLoop = "jump-out-of-loop", Warning,
        "a jump leaves a loop", "leave it by a predicated `endloop`: nothing else ends the loop";
    Unreachable = "unreachable", Warning,
        "control cannot get there", "remove it";
    UnreachedOutside = "unreachable-outside", Warning,
        "what control cannot get to runs or goes to what is not there",
        "remove it: a listing leaves it out";
    UnusedSlot = "unused-words", Note,
        "words between instructions that no exec runs", "they have no effect";
    AllocUnused = "alloc-unused", Note,
        "an alloc, and nothing of its kind is exported", "remove it";
    NoPosition = "no-position", Warning,
        "a vertex program that exports neither the position nor memory", "write oPos";
    NoOutput = "no-output", Note,
        "a pixel program that writes no colour, depth or memory, and kills nothing",
        "only depth and stencil tests remain";
    SharedComponent = "component-written-twice", Note,
        "both halves write a component of one register", "the scalar result stays";
    NothingFetched = "nothing-fetched", Note,
        "a fetch writes nothing", "remove it, or keep it to warm a cache";
    KillInVertex = "kill-in-vertex", Warning,
        "a vertex program kills", "it has no documented effect";
    NoGradients = "gradients-in-vertex", Warning,
        "a vertex program takes differences between neighbours",
        "vertices have no neighbours: say `UseComputedLOD=false`, or set gradients";
    Unpredicated = "unpredicated-inside", Warning,
        "an instruction without the predicate, in an exec that has it",
        "a predicated exec runs if any lane agrees; predicate the instruction as well";
    FilterCode = "filter-code", Warning,
        "an undefined filter or anisotropy", "use a defined one, or keep the fetch constant's";
    MustBeOne = "must-be-one", Warning,
        "bit 19 of a vertex fetch is clear", "it is set in every known program";
}

/// The rules as a page.
pub fn markdown() -> String {
    let mut page = "\
<!-- Generated by `BLESS=1 cargo test -p xenos-ucode` from xenos/ucode/src/validate; do not edit. -->
# Rules for microcode programs

`xenos_ucode::validate` and the verbs `asm`, `eval` and `disasm --validate` report these by name. An *error*
means that the program has no defined meaning, a *warning* that its meaning is likely not the one
meant or that no source states it; *notes* are worth knowing. Names are stable.

Rules that speak of paths do not run the program: the condition of an exec is taken to be met, both
ways of a branch are possible, and all returns lead behind all calls.

| rule | severity | found | help |
|---|---|---|---|
"
    .to_owned();
    for rule in Rule::ALL {
        let (name, severity) = (rule.name(), rule.severity().name());
        let _ = writeln!(page, "| `{name}` | {severity} | {} | {} |", rule.what(), rule.help());
    }
    page
}

//! Codes of ALU instructions: vector and scalar opcodes, and what an opcode uses and changes.
//!
//! Facts: digest section 2.2; names as the console's tools print them (documented).

use crate::part::codes;

codes! {
    /// The vector half's operation.
    pub enum VectorOpcode: 5 {
        /// per component s0 + s1
        Add = 0 => "add",
        /// s0 times s1, zero times anything is zero
        Mul = 1 => "mul",
        /// s0 >= s1 ? s0 : s1
        Max = 2 => "max",
        /// s0 < s1 ? s0 : s1
        Min = 3 => "min",
        /// 1 where s0 == s1, else 0
        Seq = 4 => "seq",
        /// 1 where s0 > s1, else 0
        Sgt = 5 => "sgt",
        /// 1 where s0 >= s1, else 0
        Sge = 6 => "sge",
        /// 1 where s0 != s1, else 0
        Sne = 7 => "sne",
        /// s0 - floor(s0)
        Frc = 8 => "frc",
        /// s0 rounded towards zero
        Trunc = 9 => "trunc",
        /// s0 rounded down
        Floor = 10 => "floor",
        /// s0 times s1 plus s2
        Mad = 11 => "mad",
        /// s0 == 0 ? s1 : s2
        CndEq = 12 => "cndeq",
        /// s0 >= 0 ? s1 : s2
        CndGe = 13 => "cndge",
        /// s0 > 0 ? s1 : s2
        CndGt = 14 => "cndgt",
        /// dot product of four components, replicated
        Dp4 = 15 => "dp4",
        /// dot product of three components, replicated
        Dp3 = 16 => "dp3",
        /// dot product of two components plus s2.x, replicated
        Dp2Add = 17 => "dp2add",
        /// cube-map face, coordinates and major axis
        Cube = 18 => "cube",
        /// the largest component of s0, replicated
        Max4 = 19 => "max4",
        /// predicate from s0.w == 0 and s1.w == 0; a nesting counter
        SetpEqPush = 20 => "setp_eq_push",
        /// predicate from s0.w == 0 and s1.w != 0; a nesting counter
        SetpNePush = 21 => "setp_ne_push",
        /// predicate from s0.w == 0 and s1.w > 0; a nesting counter
        SetpGtPush = 22 => "setp_gt_push",
        /// predicate from s0.w == 0 and s1.w >= 0; a nesting counter
        SetpGePush = 23 => "setp_ge_push",
        /// kills the pixel if any s0 == s1
        KillEq = 24 => "kill_eq",
        /// kills the pixel if any s0 > s1
        KillGt = 25 => "kill_gt",
        /// kills the pixel if any s0 >= s1
        KillGe = 26 => "kill_ge",
        /// kills the pixel if any s0 != s1
        KillNe = 27 => "kill_ne",
        /// distance vector: 1, s0.y s1.y, s0.z, s1.w
        Dst = 28 => "dst",
        /// as max; a0 from s0.w
        MaxA = 29 => "maxa",
        /// undefined
        Undefined30 = 30 => "opcode_30",
        /// undefined
        Undefined31 = 31 => "opcode_31",
    }
}

codes! {
    /// The scalar half's operation. a and b are components of source 3; 42 to 47 take a from a
    /// constant and b from a temporary.
    pub enum ScalarOpcode: 6 {
        /// a + b
        Adds = 0 => "adds",
        /// a plus the previous scalar result
        AddsPrev = 1 => "adds_prev",
        /// a times b
        Muls = 2 => "muls",
        /// a times the previous scalar result
        MulsPrev = 3 => "muls_prev",
        /// a times the previous scalar result, guarded against infinities
        MulsPrev2 = 4 => "muls_prev2",
        /// a >= b ? a : b
        Maxs = 5 => "maxs",
        /// a < b ? a : b
        Mins = 6 => "mins",
        /// 1 if a == 0, else 0
        Seqs = 7 => "seqs",
        /// 1 if a > 0, else 0
        Sgts = 8 => "sgts",
        /// 1 if a >= 0, else 0
        Sges = 9 => "sges",
        /// 1 if a != 0, else 0
        Snes = 10 => "snes",
        /// a - floor(a)
        Frcs = 11 => "frcs",
        /// a rounded towards zero
        Truncs = 12 => "truncs",
        /// a rounded down
        Floors = 13 => "floors",
        /// 2 to the power of a
        Exp = 14 => "exp",
        /// binary logarithm, -infinity becomes the lowest number
        LogC = 15 => "logc",
        /// binary logarithm
        Log = 16 => "log",
        /// reciprocal, infinities become the largest numbers
        RcpC = 17 => "rcpc",
        /// reciprocal, infinities become zeros
        RcpF = 18 => "rcpf",
        /// reciprocal
        Rcp = 19 => "rcp",
        /// reciprocal square root, infinities become the largest numbers
        RsqC = 20 => "rsqc",
        /// reciprocal square root, infinities become zeros
        RsqF = 21 => "rsqf",
        /// reciprocal square root
        Rsq = 22 => "rsq",
        /// as maxs; a0 from a, rounded
        MaxAs = 23 => "maxas",
        /// as maxs; a0 from a, rounded down
        MaxAsf = 24 => "maxasf",
        /// a - b
        Subs = 25 => "subs",
        /// a minus the previous scalar result
        SubsPrev = 26 => "subs_prev",
        /// predicate = a == 0
        SetpEq = 27 => "setp_eq",
        /// predicate = a != 0
        SetpNe = 28 => "setp_ne",
        /// predicate = a > 0
        SetpGt = 29 => "setp_gt",
        /// predicate = a >= 0
        SetpGe = 30 => "setp_ge",
        /// predicate inverted on a nesting counter
        SetpInv = 31 => "setp_inv",
        /// nesting counter one down
        SetpPop = 32 => "setp_pop",
        /// predicate cleared
        SetpClr = 33 => "setp_clr",
        /// predicate restored from a nesting counter
        SetpRstr = 34 => "setp_rstr",
        /// kills the pixel if a == 0
        KillsEq = 35 => "kills_eq",
        /// kills the pixel if a > 0
        KillsGt = 36 => "kills_gt",
        /// kills the pixel if a >= 0
        KillsGe = 37 => "kills_ge",
        /// kills the pixel if a != 0
        KillsNe = 38 => "kills_ne",
        /// kills the pixel if a == 1
        KillsOne = 39 => "kills_one",
        /// square root
        Sqrt = 40 => "sqrt",
        /// undefined
        Undefined41 = 41 => "opcode_41",
        /// constant a times temporary b, temporary number even
        Mulsc0 = 42 => "mulsc-0",
        /// constant a times temporary b, temporary number odd
        Mulsc1 = 43 => "mulsc-1",
        /// constant a plus temporary b, temporary number even
        Addsc0 = 44 => "addsc-0",
        /// constant a plus temporary b, temporary number odd
        Addsc1 = 45 => "addsc-1",
        /// constant a minus temporary b, temporary number even
        Subsc0 = 46 => "subsc-0",
        /// constant a minus temporary b, temporary number odd
        Subsc1 = 47 => "subsc-1",
        /// sine of radians
        Sin = 48 => "sin",
        /// cosine of radians
        Cos = 49 => "cos",
        /// the previous scalar result, kept
        RetainPrev = 50 => "retain_prev",
        /// undefined
        Undefined51 = 51 => "opcode_51",
        /// undefined
        Undefined52 = 52 => "opcode_52",
        /// undefined
        Undefined53 = 53 => "opcode_53",
        /// undefined
        Undefined54 = 54 => "opcode_54",
        /// undefined
        Undefined55 = 55 => "opcode_55",
        /// undefined
        Undefined56 = 56 => "opcode_56",
        /// undefined
        Undefined57 = 57 => "opcode_57",
        /// undefined
        Undefined58 = 58 => "opcode_58",
        /// undefined
        Undefined59 = 59 => "opcode_59",
        /// undefined
        Undefined60 = 60 => "opcode_60",
        /// undefined
        Undefined61 = 61 => "opcode_61",
        /// undefined
        Undefined62 = 62 => "opcode_62",
        /// undefined
        Undefined63 = 63 => "opcode_63",
    }
}

codes! {
    /// What an indexed constant's index is added to.
    pub enum RelativeBase: 1 {
        /// the loop register
        Loop = 0 => "aL",
        /// the address register
        Address = 1 => "a0",
    }
}

/// What an operation changes besides its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing; for a scalar operation the previous result alone.
    Nothing,
    /// The predicate.
    Predicate,
    /// The address register.
    Address,
    /// Whether the pixel lives.
    Kill,
}

impl VectorOpcode {
    /// The name that listings use.
    pub fn mnemonic(self) -> &'static str {
        self.name()
    }

    /// How many sources it reads, from source 1 on.
    pub const fn operands(self) -> u32 {
        match self {
            Self::Undefined30 | Self::Undefined31 => 0,
            Self::Frc | Self::Trunc | Self::Floor | Self::Max4 => 1,
            Self::Mad | Self::CndEq | Self::CndGe | Self::CndGt | Self::Dp2Add => 3,
            _ => 2,
        }
    }

    /// Which components of the swizzled source `number` (1 to 3) it reads when `written`
    /// components of the result are kept; bit 0 is x.
    pub const fn reads(self, number: u32, written: u8) -> u8 {
        if number > self.operands() {
            return 0;
        }
        let any = written & 15 != 0;
        match self {
            Self::Dp4 | Self::Max4 | Self::Cube if any => 0b1111,
            Self::Dp3 if any => 0b0111,
            Self::Dp2Add if any => {
                if number == 3 {
                    0b0001
                } else {
                    0b0011
                }
            }
            Self::SetpEqPush | Self::SetpNePush | Self::SetpGtPush | Self::SetpGePush => {
                if any {
                    0b1001
                } else {
                    0b1000
                }
            }
            Self::KillEq | Self::KillGt | Self::KillGe | Self::KillNe => 0b1111,
            Self::Dst => written & if number == 1 { 0b0110 } else { 0b1010 },
            Self::MaxA if number == 1 => written & 15 | 0b1000,
            _ => written & 15,
        }
    }

    /// What else it changes.
    pub const fn changes(self) -> Change {
        match self {
            Self::SetpEqPush | Self::SetpNePush | Self::SetpGtPush | Self::SetpGePush => {
                Change::Predicate
            }
            Self::KillEq | Self::KillGt | Self::KillGe | Self::KillNe => Change::Kill,
            Self::MaxA => Change::Address,
            _ => Change::Nothing,
        }
    }

    /// Whether the code has an operation.
    pub const fn is_defined(self) -> bool {
        !matches!(self, Self::Undefined30 | Self::Undefined31)
    }
}

/// Where a scalar operation takes its operands from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarOperands {
    /// Nowhere, or from the previous result alone.
    None,
    /// a: the W position of source 3.
    A,
    /// a and b: the W and X positions of source 3.
    AB,
    /// a from the constant of source 3, b from a temporary whose number is spread over the opcode,
    /// the select bit and the swizzle of source 3.
    ConstantTemporary,
}

impl ScalarOpcode {
    /// The name that listings use: both codes of an operation have the same.
    pub fn mnemonic(self) -> &'static str {
        let name = self.name();
        name.split_once('-').map_or(name, |(mnemonic, _)| mnemonic)
    }

    /// Where its operands come from.
    pub const fn operands(self) -> ScalarOperands {
        match self as u8 {
            33 | 41 | 50.. => ScalarOperands::None,
            0 | 2 | 4 | 5 | 6 | 23 | 24 | 25 => ScalarOperands::AB,
            42..=47 => ScalarOperands::ConstantTemporary,
            _ => ScalarOperands::A,
        }
    }

    /// What else it changes.
    pub const fn changes(self) -> Change {
        match self as u8 {
            23 | 24 => Change::Address,
            27..=34 => Change::Predicate,
            35..=39 => Change::Kill,
            _ => Change::Nothing,
        }
    }

    /// Whether it reads the previous scalar result.
    pub const fn reads_previous(self) -> bool {
        matches!(
            self,
            Self::AddsPrev | Self::MulsPrev | Self::MulsPrev2 | Self::SubsPrev | Self::RetainPrev
        )
    }

    /// Whether the code has an operation.
    pub const fn is_defined(self) -> bool {
        !matches!(self as u8, 41 | 51..)
    }
}

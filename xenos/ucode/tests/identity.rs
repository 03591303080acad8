//! Random instructions of every kind: types to words to equal types.

use xenos_ucode::FieldValue;
use xenos_ucode::codes::{FetchOpcode, ScalarOpcode, VectorOpcode};
use xenos_ucode::{
    Alloc, Alu, Call, CondExec, ControlFlow, Exec, Instruction, Jump, Layout, LoopEnd, LoopStart,
    Plain, PredExec, Program, Return, Slot, Stage, TextureFetch, VertexFetch,
};

/// Of each kind.
const COUNT: usize = 10_000;

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u32 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    /// A value of a type, each field chosen by itself.
    fn make<L: Layout>(&mut self) -> L {
        let made = L::build(|_| self.next());
        assert!(made.fits(), "{made:?}");
        made
    }

    fn flow(&mut self, opcode: usize) -> ControlFlow {
        match opcode {
            0 => ControlFlow::Nop(self.make::<Plain>()),
            1 => ControlFlow::Exec(self.make::<Exec>()),
            2 => ControlFlow::ExecEnd(self.make::<Exec>()),
            3 => ControlFlow::CondExec(self.make::<CondExec>()),
            4 => ControlFlow::CondExecEnd(self.make::<CondExec>()),
            5 => ControlFlow::PredExec(self.make::<PredExec>()),
            6 => ControlFlow::PredExecEnd(self.make::<PredExec>()),
            7 => ControlFlow::LoopStart(self.make::<LoopStart>()),
            8 => ControlFlow::LoopEnd(self.make::<LoopEnd>()),
            9 => ControlFlow::Call(self.make::<Call>()),
            10 => ControlFlow::Return(self.make::<Return>()),
            11 => ControlFlow::Jump(self.make::<Jump>()),
            12 => ControlFlow::Alloc(self.make::<Alloc>()),
            13 => ControlFlow::CondExecClean(self.make::<CondExec>()),
            14 => ControlFlow::CondExecCleanEnd(self.make::<CondExec>()),
            _ => ControlFlow::MarkVertexFetchesDone(self.make::<Plain>()),
        }
    }

    fn instruction(&mut self, kind: Kind) -> Instruction {
        match kind {
            Kind::Vector(vector_opcode) => {
                Instruction::Alu(Alu { vector_opcode, ..self.make::<Alu>() })
            }
            Kind::Scalar(scalar_opcode) => {
                Instruction::Alu(Alu { scalar_opcode, ..self.make::<Alu>() })
            }
            Kind::Vertex { mini } => {
                Instruction::VertexFetch(VertexFetch { mini, ..self.make::<VertexFetch>() })
            }
            Kind::Texture(opcode) => {
                Instruction::TextureFetch(TextureFetch { opcode, ..self.make::<TextureFetch>() })
            }
        }
    }
}

/// Kinds of instructions: each opcode is one.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Vector(VectorOpcode),
    Scalar(ScalarOpcode),
    Vertex { mini: bool },
    Texture(FetchOpcode),
}

fn kinds() -> Vec<Kind> {
    let vector = (0..32).map(|code| Kind::Vector(VectorOpcode::from_bits(code)));
    let scalar = (0..64).map(|code| Kind::Scalar(ScalarOpcode::from_bits(code)));
    let vertex = [false, true].map(|mini| Kind::Vertex { mini });
    let texture = (1..32).map(|code| Kind::Texture(FetchOpcode::from_bits(code)));
    vector.chain(scalar).chain(vertex).chain(texture).collect()
}

#[test]
fn control_flow() {
    let mut numbers = Numbers(1);
    for opcode in 0..16 {
        for _ in 0..COUNT {
            let pair = [numbers.flow(opcode), numbers.flow(opcode)];
            assert_eq!(ControlFlow::pair(ControlFlow::pair_words(pair)), pair);
        }
    }
}

#[test]
fn instructions() {
    let mut numbers = Numbers(2);
    for kind in kinds() {
        for _ in 0..COUNT {
            let made = numbers.instruction(kind);
            assert_eq!(Instruction::from_words(made.to_words(), made.is_fetch()), made);
        }
    }
}

#[test]
fn normal_forms_say_the_same() {
    let mut numbers = Numbers(5);
    for kind in kinds() {
        for _ in 0..COUNT / 100 {
            let made = numbers.instruction(kind);
            let normal = made.normalized();
            assert!(normal.fits() && normal.reserved_set().is_none());
            assert_eq!(normal.normalized(), normal);
            for stage in [Stage::Vertex, Stage::Pixel] {
                let say = |instruction| {
                    xenos_ucode::line(instruction, stage, xenos_ucode::Style::Complete)
                };
                let (text, normal_text) = (say(&made), say(&normal));
                // Sources that nobody reads decide whether a half that does nothing is shown.
                let shown = |text: &str| !text.contains("nop") && !text.contains('+');
                if made.is_fetch() || shown(&text) && shown(&normal_text) {
                    assert_eq!(text, normal_text);
                }
            }
        }
    }
}

#[test]
fn json() {
    let mut numbers = Numbers(3);
    for _ in 0..100 {
        let program = Program {
            stage: Stage::Pixel,
            flow: (0..16).map(|opcode| numbers.flow(opcode)).collect(),
            slots: kinds().iter().map(|kind| Slot::Used(numbers.instruction(*kind))).collect(),
        };
        let text = serde_json::to_string(&program).unwrap();
        assert_eq!(serde_json::from_str::<Program>(&text).unwrap(), program);
    }
}

#[test]
fn any_words_are_a_program_that_gives_them_back() {
    let mut numbers = Numbers(4);
    let mut texts = 0;
    for length in (0..200).cycle().take(COUNT) {
        let words: Vec<u32> = (0..length)
            .map(|_| match numbers.next() % 3 {
                0 => 0,
                1 => numbers.next() & 0xF00F_300F,
                _ => numbers.next(),
            })
            .collect();
        let program = Program::decode(Stage::Vertex, &words).program;
        let own = program.words();
        assert_eq!(own, words[..own.len()]);
        let again = Program::decode(Stage::Vertex, &own);
        assert_eq!(again.program, program, "the end is where it was");
        if text_gives_it_back(&program) {
            texts += 1;
        }
    }
    println!("{texts} of {COUNT} have a text");
    assert!(texts > 0);
}

/// A program without errors comes back from its text; says whether it is one.
fn text_gives_it_back(program: &Program) -> bool {
    let errors = |remark: &xenos_ucode::Remark| remark.severity == xenos_ucode::Severity::Error;
    let text = xenos_ucode::disassemble(program);
    // What control does not reach may run and go to what is not there.
    let outside =
        |flow: &ControlFlow| flow.target().is_some_and(|to| to as usize >= program.flow.len());
    let lost = text.contains("outside the program") || program.flow.iter().any(outside);
    if lost || xenos_ucode::validate(program).iter().any(errors) {
        return false;
    }
    let again = xenos_ucode::assemble(Some(program.stage), &text);
    let again = again.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    assert!(again == program.normalized(), "{text}\n{}", xenos_ucode::disassemble(&again));
    true
}

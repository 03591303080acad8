use super::*;
use crate::{Outcome, TestFile};

/// Knows one thing: x of r1 is 1 if the first instruction is `add`.
struct Fake;

impl Executor for Fake {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn is_oracle(&self) -> bool {
        true
    }

    fn claims(&self, _: &Case) -> bool {
        true
    }

    fn run(&self, setup: &Setup) -> Outcome {
        let mut outcome = Outcome { temporaries: setup.temporaries.clone(), ..Outcome::default() };
        let text = xenos_ucode::disassemble(&setup.program);
        if text.contains("add ") {
            outcome.temporaries[1][0] = [1.0f32.to_bits(); 64];
        }
        outcome
    }
}

fn outcome(lines: &str) -> Result<(), String> {
    let text = format!(
        "; afterimage filetest 1\nchip xenos\ncase a\nprogram vertex\nadd r1, r0, r0\nend\n{lines}"
    );
    let file = TestFile::parse("f", &text, &mut |_| Err(std::io::Error::other("")));
    run(&file.unwrap().cases[0], &Fake).map_err(|error| error.to_string())
}

#[test]
fn claims_are_proved_by_variation() {
    assert_eq!(outcome("covers vector.add\nexpect r1.x = 1.0"), Ok(()));
    let same = outcome("covers vector.add\nexpect r0.x = 0.0").unwrap_err();
    assert!(same.starts_with("f:7:8: vector.add: `mul r1, r0, r0` in its place"), "{same}");
    let absent = outcome("covers vector.mul\nexpect r1.x = 1.0").unwrap_err();
    assert_eq!(absent, "f:7:8: vector.mul: the case does not have it");
    assert_eq!(outcome("inert alu.negate_1=0 against 1\nexpect r1.x = 1.0"), Ok(()));
    assert!(outcome("inert vector.add\nexpect r1.x = 1.0").unwrap_err().contains("do nothing"));
}

#[test]
fn misses_name_line_lane_and_bits() {
    assert_eq!(
        outcome("covers vector.add\nexpect r1.x = -1.0").unwrap_err(),
        "f:8:1: expect r1.x = -1.0: lane 0, x: expected -1.0 (0xbf800000), found 1.0 (0x3f800000)"
    );
    let tolerant = "covers vector.add\nexpect r1.x = 1.0 within 1 ulp exactly 0x3F800001";
    assert!(outcome(tolerant).unwrap_err().contains("found 1.0 (0x3f800000)"));
}

#[test]
fn packets_run_through_the_front_end() {
    let lines = "covers vector.add\n\
         memory 0x100 = 5.0 6.0\n\
         packets\n\
         SQ_VS_CONST base=3 last=9\n\
         SQ_VS_CONST with base=4\n\
         two SCRATCH_REG0 = 0.5 SCRATCH_REG1 = 7\n\
         set_constant loop 2 = 0x010203\n\
         load_alu_constant 0x100 alu 8 2\n\
         mem_write 0x200 = 1 2\n\
         end\n\
         expect register SQ_VS_CONST base=4 last=9\n\
         expect register SCRATCH_REG0 = 0.5\n\
         expect register SHADER_CONSTANT_LOOP_02 = 0x010203\n\
         expect register SHADER_CONSTANT_002_Y = 6.0\n\
         expect memory 0x200 = 1 2\n\
         expect r1.x = 1.0";
    assert_eq!(outcome(lines), Ok(()));
}

#[test]
fn requests_of_endless_programs_have_a_bound() {
    let text = "; afterimage filetest 1\nchip xenos\ncase a\nrule C13\nprogram pixel\n\
        a:\ntfetch2D r1, r0.xy, tf0\njmp a\nend\nlimit 200000\n\
        expect fault requests\nexpect requests = 65536\nexpect unspecified flow-limit = 1";
    let file = TestFile::parse("f", text, &mut |_| Err(std::io::Error::other("")));
    let error = run(&file.unwrap().cases[0], &crate::Evaluator).unwrap_err().to_string();
    assert!(!error.contains("expect fault") && !error.contains("expect requests"), "{error}");
}

use xenos_soft::Soft;

use super::{Engine, run_scene};
use crate::TestFile;

const SOFT: Engine = Engine {
    name: "soft",
    is_reference: true,
    claims: |_| true,
    make: |memory| Box::new(Soft::new(memory)),
};

fn parse(text: &str) -> Result<TestFile, String> {
    let text = format!("; afterimage filetest 1\nchip xenos\n{text}");
    let mut include = |_: &str| Err(std::io::Error::other("not there"));
    TestFile::parse("f", &text, &mut include).map_err(|error| error.to_string())
}

#[test]
fn scenes_need_no_program_but_a_kind_and_an_expectation() {
    let file = parse("scene a\ncovers copy.3\nexpect edram 0 0 0 = 1").unwrap();
    assert_eq!((file.cases.len(), file.scenes.len()), (0, 1));
    for (text, message) in [
        ("scene a\ncovers copy.3", "f:3:1: scene `a` expects nothing"),
        ("scene a\nexpect edram 0 0 0 = 1", "f:3:1: scene `a` covers nothing"),
        ("scene a\ncovers copy.21", "f:4:8: no kind is called `copy.21`"),
        ("scene a\ncovers vector.mad", "f:4:8: no kind is called `vector.mad`"),
        ("scene a\ninert copy.3", "f:4:1: a scene claims nothing inert"),
        ("scene a\nexpect edram 0 0 79 = 1 2", "f:4:26: the row ends behind 1 word(s)"),
        ("scene a\nexpect edram 0 0 0 = _", "f:4:23: nothing but `_` is expected"),
        ("scene a\nexpect edram 0 16 0 = 1", "f:4:16: a row is at most 0xf, not `16`"),
        ("scene a\nexpect r1.x = 1.0", "f:4:8: `r1.x` is nothing that can be expected of a scene"),
        (
            "scene a\ncovers copy.3\nr0.x = 1.0\nexpect shown 0,0 = 0",
            "f:5:1: a scene has no lanes, temporaries, inputs, windows or textures of the test's",
        ),
        (
            "case a\ncovers boolean\nprogram pixel\nmax r0, r0, r0\nend\nedram all = 1\nexpect p0 = 1",
            "f:8:1: EDRAM belongs to a scene",
        ),
        (
            "case a\ncovers boolean\nprogram pixel\nmax r0, r0, r0\nend\npackets\ndraw points 1\nend\n\
             expect p0 = 1",
            "f:8:1: what a renderer does belongs to a scene",
        ),
        (
            "scene a\ncovers copy.3\npackets\nload_program\nend\nexpect edram 0 0 0 = 1",
            "f:5:1: a scene's programs are loaded in front of its packets",
        ),
        ("scene a\npackets\ndraw dots 1\nend", "f:5:6: no primitive is called `dots`"),
    ] {
        assert_eq!(parse(text).map(|_| ()), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn scenes_have_a_program_a_stage() {
    let program = |stage: &str| format!("program {stage}\nmax r0, r0, r0\nend\n");
    let (vertex, pixel) = (program("vertex"), program("pixel"));
    let rest = "covers surface.1\nexpect edram 0 0 0 = 1";
    let both = parse(&format!("setup s\n{vertex}{pixel}scene a\nuse s\n{rest}")).unwrap();
    assert_eq!(both.scenes[0].programs.len(), 2);
    let twice = parse(&format!("scene a\n{vertex}{pixel}{vertex}{rest}")).unwrap_err();
    assert_eq!(twice, "f:10:1: there is a program already");
}

/// What running the only scene of a text says.
fn ran(claim: &str, expectations: &str) -> Result<(), String> {
    let text = format!(
        "scene a\n{claim}\nfetch vertex 0 address=0x100 size=6 endian=8in32\n\
         memory 0x100 = 0.0 0.0 8.0 0.0 0.0 8.0\nedram all = 0x12345678\npackets\n\
         RB_MODECONTROL edram_mode=copy\nRB_SURFACE_INFO surface_pitch=1280\n\
         RB_COLOR_INFO color_base=32\nPA_SC_WINDOW_SCISSOR_BR br_x=8 br_y=8\n\
         PA_SC_SCREEN_SCISSOR_BR x=8 y=8\nPA_SU_VTX_CNTL pix_center=opengl\n\
         RB_COPY_DEST_BASE = 0x400000\nRB_COPY_DEST_PITCH copy_dest_pitch=1280\n\
         RB_COPY_DEST_INFO copy_dest_format=8_8_8_8 copy_dest_endian=8in32\n\
         draw rectangles 3\nend\n{expectations}"
    );
    let file = parse(&text)?;
    run_scene(&file.scenes[0], &SOFT).map_err(|error| error.to_string())
}

#[test]
fn claims_are_held_against_the_draws_and_proved() {
    // Kind 9: 8_8_8_8 1x to 8_8_8_8, not cleared.
    let whole = "expect memory 0x100000 = 0x12345678\nexpect edram 32 0 0 = 0x12345678";
    assert_eq!(ran("rule copies", whole), Ok(()));
    let kept = ran("covers copy.9", whole).unwrap_err();
    assert!(
        kept.starts_with("f:4:8: copy.9: with 2x samples nothing changes"),
        "all words are alike: {kept}"
    );
    assert_eq!(
        ran("covers copy.6", whole).unwrap_err(),
        "f:4:8: copy.6: no draw or copy is of this kind: \
         8_8_8_8 1x, samples 0, to 8_8_8_8, exponent 0, cleared"
    );
    let wrong = ran("rule copies", "expect memory 0x100000 = 0x12345679").unwrap_err();
    assert!(wrong.contains("0x100000: expected"), "{wrong}");
}

#[test]
fn a_refusal_that_is_not_expected_fails() {
    let swap = |rest: &str| {
        let text = format!("scene a\nrule copies\npackets\nswap 8 8\nend\n{rest}");
        let file = parse(&text).unwrap();
        run_scene(&file.scenes[0], &SOFT).map_err(|error| error.to_string())
    };
    assert_eq!(swap("expect refusal xenos.front-buffer = 1"), Ok(()));
    let stray = swap("expect edram 0 0 0 = 0").unwrap_err();
    assert_eq!(stray, "f:3:1: refused xenos.front-buffer: 1, and the scene expects none");
}

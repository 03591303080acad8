use crate::TestFile;

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

use crate::TestFile;

fn parse(lines: &str) -> Result<(), String> {
    let head = "; afterimage filetest 1\nchip xenos\ncase a\nrule R1\n";
    let text = format!("{head}program pixel\nadd r1, r0, r0\nend\n{lines}\n");
    let file = TestFile::parse("f", &text, &mut |_| Err(std::io::Error::other("")));
    file.map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn what_looks_at_something_is_taken() {
    for lines in [
        "expect r1@3 = 0.0 0.0 0.0 0.0",
        "expect r1.x = _ | 1.0 | _ | _",
        "lanes 2\nactive 0b01\nexpect r1.x = 1.0 | _",
        "active 0b0011\ncovered 0b0001\nexpect p0 = 1",
        "lanes 64\nr0.x@63 = 1.0\nexpect killed@63 = 0",
        "expect request 0 x = 1.0 | _ | _ | _",
        "expect request 0 opcode = tfetch",
        "expect memexport 0 lane 3 = _ _ _ _",
        "expect memory 0x7FFFFFF = 0",
    ] {
        assert_eq!(parse(lines), Ok(()), "{lines}");
    }
}

#[test]
fn what_looks_at_nothing_is_refused() {
    let absent = "f:8:1: lane 9 is not there: the group has 4";
    let nothing = "f:8:1: nothing but `_` is expected";
    for (lines, message) in [
        ("expect r1@9 = 1.0 1.0 1.0 1.0", absent),
        ("expect p0@9 = 1", absent),
        ("r0@9 = 1.0 1.0 1.0 1.0\nexpect p0 = 1", absent),
        ("p0@9 = 1\nexpect p0 = 1", absent),
        ("active 0x200\nexpect p0 = 1", absent),
        ("covered 0x200\nexpect p0 = 1", absent),
        ("expect memexport 0 lane 9 = 1.0 _ _ _", absent),
        ("active 0\nexpect p0 = 1", "f:8:1: no lane runs"),
        ("active 1\ncovered 2\nexpect p0 = 1", "f:9:1: lane 1 does not run"),
        ("active 1\nexpect r1.x@1 = 1.0", "f:9:1: lane 1 does not run"),
        (
            "covered 1\nactive 1\nexpect p0 = 1",
            "f:9:1: `active` stands in front of `covered`, which it sets anew",
        ),
        (
            "active 1\nexpect r1.x = 1.0 | 2.0 | _ | _",
            "f:9:1: lane 1 does not run, so nothing is expected of it",
        ),
        ("expect r1.x = 1.0 | 2.0", "f:8:1: as many groups of values as lanes, or one"),
        ("r0.x = 1.0 | 2.0\nexpect p0 = 1", "f:8:1: as many groups of values as lanes, or one"),
        ("expect r1 = _ _ _ _", nothing),
        ("expect r1.x = _ within 1 ulp exactly 1.0", nothing),
        ("expect r1.x = 1.0 within 1 ulp exactly _", nothing),
        ("active 1\nexpect r1.x = _ | _ | _ | _", "f:9:1: nothing but `_` is expected"),
        ("expect memory 0 = _ _", nothing),
        ("expect memexport 0 = _ _ _ _", nothing),
        ("expect request 0 x = _", nothing),
        ("expect request 0 x@4 = 1.0", "f:8:1: lane 4 is not there: a request has 4"),
        ("expect request 0 x = 1.0 2.0", "f:8:1: `x` has one value a lane"),
        ("expect request 0 opcode = tfetch getBCF", "f:8:1: `opcode` has one value"),
        ("expect request 0 opcode@1 = tfetch", "f:8:1: `opcode` is not there by lane"),
        ("expect unspecified typing-error = 0", "f:8:20: no event is called `typing-error`"),
        ("expect remark typing-error = 0", "f:8:15: no rule is called `typing-error`"),
        ("expect finding target = 0", "f:8:26: a finding that is not expected fails the case"),
        ("expect memory 0x7FFFFFF = 0 0", "f:8:30: memory ends at dword 0x8000000"),
        ("memory 0x7FFFFFF = 0 0\nexpect p0 = 1", "f:8:23: memory ends at dword 0x8000000"),
    ] {
        assert_eq!(parse(lines), Err(message.to_owned()), "{lines}");
    }
}

#[test]
fn tolerances_that_take_everything_are_refused() {
    let with = |within: &str| parse(&format!("expect r1.x = 1.0 within {within}"));
    for within in ["1048576 ulp", "abs 2.0", "rel 0.125", "abs 0.0"] {
        assert_eq!(with(within), Ok(()), "{within}");
    }
    for within in
        ["4294967295 ulp", "1048577 ulp", "abs inf", "abs 2.1", "rel inf", "rel max", "rel 0.126"]
    {
        assert!(with(within).is_err_and(|error| error.contains("at most")), "{within}");
    }
}

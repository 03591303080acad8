//! The runner's own verdicts, on an engine that draws nothing.

use sst1_board::{Card, Engine, Number, Parameter, State, Touched};

use super::*;
use crate::TestFile;

#[derive(Default)]
struct Idle;

impl Engine for Idle {
    const NAME: &'static str = "idle";
    fn vertex(&self, _: &Profile, _: Number) -> i32 {
        0
    }
    fn parameter(&self, _: &Profile, _: Parameter, _: bool, _: Number) -> i64 {
        0
    }
    fn triangle(&mut self, _: &mut State, _: bool) {}
    fn fastfill(&mut self, _: &mut State) {}
    fn lfb_write(&mut self, _: &mut State, _: u32, _: u32, _: Width) {}
    fn lfb_read(&mut self, _: &State, _: u32, _: Width) -> u32 {
        0
    }
    fn texture_write(&mut self, _: &mut State, _: u32, _: u32) {}
    fn touched(&mut self, _: Touched) {}
}

fn verdict(case: &str) -> Result<(), String> {
    let text = format!("; afterimage filetest 1\ncase c\n{case}");
    let mut include = |_: &str| Err(std::io::Error::other("none"));
    let file = TestFile::parse("f", &text, &mut include).map_err(|error| error.to_string())?;
    let make = |board, profile| -> Result<Box<dyn Device>, ConfigError> {
        Ok(Box::new(Card::<Idle>::new(board, profile)?))
    };
    run(&file.cases[0], &make).map_err(|error| error.to_string())
}

#[test]
fn a_claim_holds_when_its_change_alone_fails_an_expectation() {
    let case = "covers fogMode.enable\ninert fbzMode.clip\nfogMode enable=1\nfbzMode clip=1\n\
                fogMode with constant=1\nexpect register fogMode = 0x21\n";
    assert_eq!(verdict(case), Ok(()));
}

#[test]
fn what_does_not_hold_is_named_with_its_place() {
    assert_eq!(
        verdict("covers fogMode.enable\nfogMode enable=1\nexpect register fogMode = 2\n"),
        Err("f:5:1: register fogMode: 0x1 instead of 0x2".to_owned())
    );
    assert_eq!(
        verdict("covers fogMode.enable\nfogMode enable=1\nexpect register fbzMode = 0\n"),
        Err("f:3:8: fogMode.enable against the opposite: changing it changes nothing that the \
             case expects"
            .to_owned())
    );
    assert_eq!(
        verdict("covers fogMode.enable\nexpect register fbzMode = 0\n"),
        Err("f:3:8: fogMode.enable against the opposite: the case never has the covered value"
            .to_owned())
    );
    assert_eq!(
        verdict("inert fogMode.enable\nfogMode enable=1\nexpect register fogMode = 1\n"),
        Err("f:3:7: fogMode.enable against the opposite: said to do nothing, but then\n\
             f:5:1: register fogMode: 0x0 instead of 0x1"
            .to_owned())
    );
}

#[test]
fn refusals_that_the_case_does_not_speak_of_fail_it() {
    let case = "covers fogMode.enable\nfogMode enable=1\nwrite 0x24C = 0\n\
                expect register fogMode = 1\n";
    let error = verdict(case).expect_err("a foreign register");
    assert_eq!(error, "f:2:1: refusal sst1.register-foreign: 1, and the case expects none");
    assert_eq!(verdict(&format!("{case}expect refusal sst1.register-foreign = 1\n")), Ok(()));
}

#[test]
fn a_fact_is_varied_like_a_field() {
    let case = "covers fact nop_clears=bit-0 against always\nexpect register fbiPixelsIn = 0\n";
    let error = verdict(case).expect_err("no counter moves here");
    assert!(error.contains("nop_clears=bit-0 against always: changing it"), "{error}");
    let case = "covers fact status_buffer=shown against zero\nswapbufferCMD\n\
                expect register status displayed_buffer=1\n";
    assert_eq!(verdict(case), Ok(()));
}

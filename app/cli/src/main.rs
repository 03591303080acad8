//! The program `afterimage`: arguments in, text and files out, one file a verb.
//!
//! For: what a person or a script types. Not for: anything another program would want to call;
//! that is in `play` and below. Exit codes are specified in [`exit`].
#![forbid(unsafe_code)]

mod asm;
mod bisect;
mod census;
mod contract;
mod counted;
mod demo;
mod diff;
mod disasm;
mod draws;
mod eval;
mod exit;
mod export;
mod files;
mod info;
mod input;
mod locate;
mod numbered;
mod out;
mod packets;
mod picked;
mod playing;
mod presets;
mod program;
mod progress;
mod refusals;
mod registers;
mod replay;
mod report;
mod shader_diff;
mod shaders;
mod suggest;
mod sweep;
mod table;
mod threads;
mod timed;
mod timing;
mod trim;
mod truth;
mod verdict;

use clap::{Parser, Subcommand};

/// Replays, compares and explains the command streams of graphics chips that are gone.
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Info(info::Arguments),
    Replay(Box<replay::Arguments>),
    Trim(trim::Arguments),
    Diff(diff::Arguments),
    Packets(packets::Arguments),
    Draws(draws::Arguments),
    Shaders(shaders::Arguments),
    Disasm(disasm::Arguments),
    Asm(asm::Arguments),
    Eval(Box<eval::Arguments>),
    ShaderDiff(shader_diff::Arguments),
    Registers(registers::Arguments),
    Refusals(refusals::Arguments),
    Demo(demo::Arguments),
    Export(export::Arguments),
    Locate(locate::Arguments),
    Bisect(bisect::Arguments),
    Truth(truth::Arguments),
    Census(census::Arguments),
    Contract(contract::Arguments),
    #[command(visible_alias = "check")]
    Verdict(verdict::Arguments),
    Report(report::Arguments),
    Timing(Box<timing::Arguments>),
    Sweep(Box<sweep::Arguments>),
    Presets(presets::Arguments),
}

impl Verb {
    /// Whether standard output is JSON.
    fn prints_json(&self) -> bool {
        match self {
            Self::Info(arguments) => arguments.json,
            Self::Replay(arguments) => arguments.json,
            Self::Trim(arguments) => arguments.json,
            Self::Diff(arguments) => arguments.json,
            Self::Packets(arguments) => arguments.json,
            Self::Draws(arguments) => arguments.json,
            Self::Shaders(arguments) => arguments.json,
            Self::Disasm(arguments) => arguments.json || arguments.uses,
            Self::Asm(arguments) => arguments.json,
            Self::Eval(arguments) => arguments.json,
            Self::ShaderDiff(arguments) => arguments.json,
            Self::Registers(arguments) => arguments.json,
            Self::Refusals(arguments) => arguments.json,
            Self::Demo(arguments) => arguments.json,
            Self::Export(arguments) => arguments.json,
            Self::Locate(arguments) => arguments.json,
            Self::Bisect(arguments) => arguments.json,
            Self::Truth(arguments) => arguments.json,
            Self::Census(arguments) => arguments.json,
            Self::Contract(arguments) => arguments.json,
            Self::Verdict(arguments) => arguments.json,
            Self::Report(_) => false,
            Self::Timing(arguments) => arguments.json,
            Self::Sweep(arguments) => arguments.json,
            Self::Presets(arguments) => arguments.json,
        }
    }
}

fn main() -> std::process::ExitCode {
    let verb = match Arguments::try_parse() {
        Ok(arguments) => arguments.verb,
        Err(error) => return exit::arguments(&error),
    };
    let json = verb.prints_json();
    let result = match verb {
        Verb::Info(arguments) => info::run(&arguments),
        Verb::Replay(arguments) => replay::run(&arguments),
        Verb::Trim(arguments) => trim::run(&arguments),
        Verb::Diff(arguments) => diff::run(&arguments),
        Verb::Packets(arguments) => packets::run(&arguments),
        Verb::Draws(arguments) => draws::run(&arguments),
        Verb::Shaders(arguments) => shaders::run(&arguments),
        Verb::Disasm(arguments) => disasm::run(&arguments),
        Verb::Asm(arguments) => asm::run(&arguments),
        Verb::Eval(arguments) => eval::run(&arguments),
        Verb::ShaderDiff(arguments) => shader_diff::run(&arguments),
        Verb::Registers(arguments) => registers::run(&arguments),
        Verb::Refusals(arguments) => refusals::run(&arguments),
        Verb::Demo(arguments) => demo::run(&arguments),
        Verb::Export(arguments) => export::run(&arguments),
        Verb::Locate(arguments) => locate::run(&arguments),
        Verb::Bisect(arguments) => bisect::run(&arguments),
        Verb::Truth(arguments) => truth::run(&arguments),
        Verb::Census(arguments) => census::run(&arguments),
        Verb::Contract(arguments) => contract::run(&arguments),
        Verb::Verdict(arguments) => verdict::run(&arguments),
        Verb::Report(arguments) => report::run(&arguments),
        Verb::Timing(arguments) => timing::run(&arguments),
        Verb::Sweep(arguments) => sweep::run(&arguments),
        Verb::Presets(arguments) => presets::run(&arguments),
    };
    result.unwrap_or_else(|error| exit::report(&error, json)).into()
}

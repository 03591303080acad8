//! Options that belong to the other chip's traces, refused by name.

use anyhow::Context;
use base_trace::TraceKind;
use play::EngineKind;

use super::Arguments;
use crate::exit::Usage;
use crate::input;

/// That every option given means something for this kind of trace.
pub(super) fn check(arguments: &Arguments, kind: TraceKind) -> anyhow::Result<()> {
    let refused = match kind {
        TraceKind::Xtr => of_an_xtr(arguments),
        TraceKind::Vood => of_a_vood(arguments),
        // Whoever reads it says what it is.
        _ => None,
    };
    refused.map_or(Ok(()), |message| {
        Err(Usage::error(message)).with_context(|| input::shown(&arguments.trace))
    })
}

fn of_an_xtr(arguments: &Arguments) -> Option<String> {
    if arguments.engine == Some(EngineKind::Soft) {
        let message = "--engine soft: it is an .xtr trace, which the reference engine draws";
        return Some(message.to_owned());
    }
    let flags = [
        ("--tmus", arguments.tmus.is_some()),
        ("--gamma", arguments.gamma),
        ("--vsync", arguments.vsync),
    ];
    let flag = flags.into_iter().find(|(_, given)| *given).map(|(name, _)| name);
    let option = arguments.deciding.given().or(flag)?;
    Some(format!("{option}: it is an .xtr trace, and that is of VOOD traces"))
}

fn of_a_vood(arguments: &Arguments) -> Option<String> {
    let flags = [
        ("--dump-resolves", arguments.dump_resolves),
        ("--dump-edram", arguments.dump_edram),
        ("--threads", arguments.threads.given()),
    ];
    let (option, _) = flags.into_iter().find(|(_, given)| *given)?;
    Some(format!("{option}: it is a VOOD trace, and that is of .xtr traces"))
}

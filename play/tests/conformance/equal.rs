//! Both engines against each other, in step.

use std::path::Path;

use play::{EngineKind, Player, Step};
use sst1_board::Buffer;

use crate::player;

pub(crate) fn check(path: &Path, profile: &str) -> Result<(), String> {
    let mut reference = player(path, EngineKind::Reference, profile)?;
    let mut soft = player(path, EngineKind::Soft, profile)?;
    loop {
        let step = reference.advance().map_err(|e| e.to_string())?;
        let other = soft.advance().map_err(|e| e.to_string())?;
        if step != other {
            return Err(format!("the reference comes to {step:?}, soft to {other:?}"));
        }
        match step {
            Step::Swap { frame } => same_frame(&reference, &soft, frame)?,
            Step::End => return same_end(&reference, &soft),
            Step::Budget => return Err("stopped at a budget that was not set".into()),
        }
    }
}

fn same_frame(reference: &Player, soft: &Player, frame: u64) -> Result<(), String> {
    for buffer in [Buffer::Front, Buffer::Aux] {
        let (wanted, found) = (reference.device().picture(buffer), soft.device().picture(buffer));
        if wanted != found {
            let pairs = wanted.words.iter().zip(&found.words);
            let at = pairs.clone().position(|(a, b)| a != b).unwrap_or_default();
            let (x, y) = (at % wanted.width as usize, at / wanted.width as usize);
            let differing = pairs.filter(|(a, b)| a != b).count();
            return Err(format!(
                "frame {frame}, {buffer:?}: {differing} pixels differ, first at {x},{y}: {:04x}, \
                 the reference has {:04x}",
                found.words[at], wanted.words[at],
            ));
        }
    }
    Ok(())
}

fn same_end(reference: &Player, soft: &Player) -> Result<(), String> {
    let (a, b) = (reference.state(), soft.state());
    let parts = [
        ("frame buffer", a.frame_buffer == b.frame_buffer),
        ("counters", a.counters == b.counters),
        ("totals", (a.triangles, a.pixels_total) == (b.triangles, b.pixels_total)),
        ("parameters", a.parameters == b.parameters),
        ("drawing registers", a.fbi == b.fbi),
        ("initialisation registers", a.init == b.init),
        ("texture units", a.tmus == b.tmus),
        ("video", a.video == b.video),
    ];
    if let Some((part, _)) = parts.iter().find(|(_, same)| !same) {
        return Err(format!("at the end the {part} differ"));
    }
    let bytes = |player: &Player| player.device().save().map_err(|e| e.to_string());
    if bytes(reference)? != bytes(soft)? {
        return Err("at the end the saved states differ".into());
    }
    let (wanted, found) = (reference.refusals(), soft.refusals());
    if wanted != found {
        return Err(format!("refused {found:?}, the reference {wanted:?}"));
    }
    Ok(())
}

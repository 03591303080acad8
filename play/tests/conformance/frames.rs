//! One engine against the reference's hashes.

use std::path::Path;

use base_pixels::fnv1a_words;
use play::{EngineKind, Player, Step};
use sst1_board::{Buffer, Picture};

use crate::expected::{Expected, Final};
use crate::{name_of, picture, player};

pub(crate) fn check(path: &Path, reference: &Path, engine: EngineKind) -> Result<(), String> {
    let expected = Expected::read(reference)?;
    let mut player = player(path, engine, "86box")?;
    let mut first = None;
    let (mut differing, mut seen) = (0, 0);
    loop {
        match player.advance().map_err(|e| e.to_string())? {
            Step::Swap { .. } => {}
            Step::End => break,
            Step::Budget => return Err("stopped at a budget that was not set".into()),
        }
        if let Some(wanted) = expected.frames.get(seen) {
            let shown = |buffer| player.device().picture(buffer);
            for (what, wanted, found) in [
                ("front", wanted.front, shown(Buffer::Front)),
                ("aux", wanted.aux, shown(Buffer::Aux)),
            ] {
                if fnv1a_words(&found.words) != wanted {
                    differing += 1;
                    first.get_or_insert((format!("frame{seen:03}"), what, wanted, found));
                }
            }
        }
        seen += 1;
    }
    if let Some((frame, what, wanted, found)) = first {
        let drawn = picture::explain(reference, &frame, what, wanted, &found, &case(path, engine));
        return Err(format!(
            "{frame} is the first to differ in {what}, {differing} buffers do{drawn}"
        ));
    }
    if seen != expected.frames.len() {
        return Err(format!("{seen} swaps, {} expected", expected.frames.len()));
    }
    check_final(&player, &expected.last, reference, &case(path, engine))
}

fn case(path: &Path, engine: EngineKind) -> String {
    format!("{}-{engine}", name_of(path))
}

fn check_final(
    player: &Player,
    wanted: &Final,
    reference: &Path,
    case: &str,
) -> Result<(), String> {
    let shown = |buffer| player.device().picture(buffer);
    let (front, back, aux) = (shown(Buffer::Front), shown(Buffer::Back), shown(Buffer::Aux));
    let hash = |picture: &Picture| fnv1a_words(&picture.words);
    let found = Final {
        front: hash(&front),
        back: hash(&back),
        aux: hash(&aux),
        width: front.width,
        height: front.height,
        stride: player.state().layout().stride,
    };
    if found == *wanted {
        return Ok(());
    }
    let buffers = [
        ("front", wanted.front, found.front, &front),
        ("back", wanted.back, found.back, &back),
        ("aux", wanted.aux, found.aux, &aux),
    ];
    let drawn: String = buffers
        .into_iter()
        .filter(|(_, wanted, found, _)| wanted != found)
        .map(|(what, wanted, _, shown)| {
            picture::explain(reference, "final", what, wanted, shown, case)
        })
        .collect();
    Err(format!("finally {found:x?}, expected {wanted:x?}{drawn}"))
}

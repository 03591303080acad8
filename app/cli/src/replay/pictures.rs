//! Which pictures a replay writes, and what is in them.

use std::sync::Arc;

use base_pixels::{Rgb8, Words16};
use sst1_board::{Buffer, Picture, State};

use super::writers::{Content, Writers};

/// How pictures are written.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Raw words besides the PNG.
    pub(crate) raw: bool,
    /// Colours through the colour look-up table.
    pub(crate) gamma: bool,
}

/// The picture that became visible. False if it has no rows, so that no picture is written.
pub(crate) fn frame(state: &State, number: u64, style: Style, writers: &Writers<'_>) -> bool {
    let name = format!("frame-{number:05}");
    color(state, Buffer::Front, &name, style, writers);
    if style.raw {
        let words = words(state.picture(Buffer::Aux));
        writers.write(format!("{name}.aux16"), Content::Raw(words));
    }
    state.picture_height() > 0
}

/// All three buffers at the end.
pub(crate) fn finals(state: &State, style: Style, writers: &Writers<'_>) {
    color(state, Buffer::Front, "final-front", style, writers);
    color(state, Buffer::Back, "final-back", style, writers);
    let words = words(state.picture(Buffer::Aux));
    if style.raw {
        writers.write("final-aux.aux16".to_owned(), Content::Raw(Arc::clone(&words)));
    }
    writers.write("final-aux.png".to_owned(), Content::Gray(words));
}

fn color(state: &State, buffer: Buffer, name: &str, style: Style, writers: &Writers<'_>) {
    let words = words(state.picture(buffer));
    let content = if style.gamma {
        let (width, height) = (words.width, words.height);
        Content::Color(Rgb8 { width, height, data: state.through_clut(&words.data) })
    } else {
        Content::Replicated(Arc::clone(&words))
    };
    writers.write(format!("{name}.png"), content);
    if style.raw {
        writers.write(format!("{name}.rgb565"), Content::Raw(words));
    }
}

fn words(picture: Picture) -> Arc<Words16> {
    Arc::new(Words16 { width: picture.width, height: picture.height, data: picture.words })
}

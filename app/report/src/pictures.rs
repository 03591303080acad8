//! Pictures: frames and textures.

use std::fmt::Write as _;

use crate::base64;
use crate::data::{Picture, Texture};
use crate::text::escape;

/// A picture as an image element.
pub(crate) fn image(picture: &Picture, lazy: bool) -> String {
    format!(
        "<img src=\"data:image/png;base64,{}\" width=\"{}\" height=\"{}\" alt=\"{}\"{}>",
        base64::encode(&picture.png),
        picture.width,
        picture.height,
        escape(&picture.caption),
        if lazy { " loading=\"lazy\" decoding=\"async\"" } else { "" },
    )
}

/// Frames as a contact sheet.
pub(crate) fn sheet(frames: &[Picture]) -> String {
    let mut html = "<ul class=\"sheet\">".to_owned();
    for frame in frames {
        let _ = write!(
            html,
            "<li><figure>{}<figcaption>{}</figcaption></figure></li>",
            image(frame, true),
            escape(&frame.caption)
        );
    }
    html + "</ul>"
}

/// Textures with what is known of them.
pub(crate) fn textures(textures: &[Texture]) -> String {
    let mut html = "<ul class=\"textures\">".to_owned();
    for texture in textures {
        let _ = write!(
            html,
            "<li><figure><div class=\"mat\">{}</div><figcaption><b>{}</b><span>{}</span>\
             <code>{}</code></figcaption></figure></li>",
            image(&texture.picture, true),
            escape(&texture.picture.caption),
            escape(&texture.note),
            escape(&texture.key),
        );
    }
    html + "</ul>"
}

//! `frames.txt`: what the reference shows.

use std::path::Path;

/// The hashes after one swap.
pub(crate) struct Frame {
    pub(crate) front: u64,
    pub(crate) aux: u64,
}

/// The last line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Final {
    pub(crate) front: u64,
    pub(crate) back: u64,
    pub(crate) aux: u64,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) stride: u32,
}

/// The whole file.
pub(crate) struct Expected {
    pub(crate) frames: Vec<Frame>,
    pub(crate) last: Final,
}

impl Expected {
    pub(crate) fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join("frames.txt");
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let bad = |line: &str| format!("{}: cannot make sense of `{line}`", path.display());
        let mut frames = Vec::new();
        for line in text.lines() {
            if let Some(fields) = line.strip_prefix("final ") {
                let last = last(fields).ok_or_else(|| bad(line))?;
                return Ok(Self { frames, last });
            }
            let frame = frame(line, frames.len()).ok_or_else(|| bad(line))?;
            frames.push(frame);
        }
        Err(format!("{}: no final line", path.display()))
    }
}

fn hash(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

fn frame(line: &str, number: usize) -> Option<Frame> {
    let mut fields = line.split(' ');
    (fields.next()?.parse() == Ok(number)).then_some(())?;
    Some(Frame { front: hash(fields.next()?)?, aux: hash(fields.next()?)? })
}

fn last(fields: &str) -> Option<Final> {
    let field = |name: &str| {
        fields.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
    };
    Some(Final {
        front: hash(field("front")?)?,
        back: hash(field("back")?)?,
        aux: hash(field("aux")?)?,
        width: field("w")?.parse().ok()?,
        height: field("h")?.parse().ok()?,
        stride: field("stride")?.parse().ok()?,
    })
}

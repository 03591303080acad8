//! LFB accesses: direction, width, format, routing.

use base_census::Key;
use sst1_board::Width;
use sst1_regs::Word;
use sst1_regs::words::{LfbFormat, LfbLanes, LfbMode, LfbReadBuffer, LfbWSource};

use super::fields_text;

/// How the LFB is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LfbKey {
    write: bool,
    half: bool,
    mode: LfbMode,
}

impl LfbKey {
    /// The key of a write.
    pub fn write(mode: LfbMode, width: Width) -> Self {
        let mut m = mode
            .with_reserved_17(0)
            .with_read_buffer(LfbReadBuffer::Front)
            .with_read_word_swap(false)
            .with_read_byte_swizzle(false);
        if m.pixel_pipeline() {
            // fbzMode says which line is the first.
            m = m.with_y_origin_bottom(false);
        } else {
            m = m.with_w_source(LfbWSource::PixelDepth);
        }
        match m.write_format() {
            LfbFormat::Depth => m = m.with_lanes(LfbLanes::Argb),
            LfbFormat::Rgb888 | LfbFormat::Argb8888 => m = m.with_write_word_swap(false),
            _ => {}
        }
        Self { write: true, half: width == Width::Half, mode: m }
    }

    /// The key of a read.
    pub fn read(mode: LfbMode, width: Width) -> Self {
        let m = LfbMode::default()
            .with_read_buffer(mode.read_buffer())
            .with_read_word_swap(mode.read_word_swap())
            .with_read_byte_swizzle(mode.read_byte_swizzle())
            .with_y_origin_bottom(mode.y_origin_bottom());
        Self { write: false, half: width == Width::Half, mode: m }
    }
}

impl Key for LfbKey {
    fn text(&self) -> String {
        // Format and buffer are named even where their code is 0.
        let named = |name: &str| {
            let field = LfbMode::FIELDS.iter().find(|field| field.name == name);
            let code = field.map_or(0, |field| field.get(self.mode.raw()));
            let value = field.and_then(|f| f.values.iter().find(|value| value.code == code));
            format!("{name}={}", value.map_or("?", |value| value.name))
        };
        let (direction, always) = if self.write {
            ("write", vec!["write_format", "write_buffer"])
        } else {
            ("read", vec!["read_buffer"])
        };
        let bits = if self.half { "16-bit" } else { "32-bit" };
        let mut parts = vec![direction.to_owned(), bits.to_owned()];
        parts.extend(always.iter().map(|name| named(name)));
        let rest = fields_text(self.mode, &always);
        parts.extend((!rest.is_empty()).then_some(rest));
        parts.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_regs::words::LfbWriteBuffer;

    #[test]
    fn format_and_buffer_are_always_named() {
        let mode = LfbMode::default().with_w_source(LfbWSource::ZaColor).with_read_word_swap(true);
        let key = LfbKey::write(mode, Width::Half);
        assert_eq!(key.text(), "write 16-bit write_format=rgb565 write_buffer=front");
        assert_eq!(
            LfbKey::read(mode, Width::Word).text(),
            "read 32-bit read_buffer=front read_word_swap"
        );
        let front = mode.with_write_format(LfbFormat::Depth);
        assert_eq!(
            LfbKey::write(front, Width::Word).text(),
            "write 32-bit write_format=depth write_buffer=front"
        );
        let piped = mode
            .with_pixel_pipeline(true)
            .with_y_origin_bottom(true)
            .with_write_format(LfbFormat::Argb8888)
            .with_write_word_swap(true)
            .with_write_buffer(LfbWriteBuffer::Back);
        assert_eq!(
            LfbKey::write(piped, Width::Word).text(),
            "write 32-bit write_format=argb8888 write_buffer=back pixel_pipeline w_source=zacolor"
        );
    }
}

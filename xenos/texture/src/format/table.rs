//! The table of formats.
//!
//! Facts: digest section 3.5. Formats of EDRAM alone, of vertices alone and of video have no
//! decoder as textures.

use base_word::{Confidence, FieldValue};
use xenos_regs::words::DataFormat;

use super::{Decoder, FormatInfo, Storage};

/// A format's row.
pub fn info(format: DataFormat) -> &'static FormatInfo {
    &FORMATS[format.to_bits() as usize & 63]
}

const fn texel(bytes: u32) -> Storage {
    Storage { width: 1, height: 1, bytes }
}

const fn wide(width: u32, bytes: u32) -> Storage {
    Storage { width, height: 1, bytes }
}

const fn block(bytes: u32) -> Storage {
    Storage { width: 4, height: 4, bytes }
}

macro_rules! table {
    ($($format:ident, $storage:expr, $decoder:expr, $confidence:ident;)*) => {
        [$(FormatInfo {
            format: DataFormat::$format,
            storage: $storage,
            decoder: $decoder,
            confidence: Confidence::$confidence,
        }),*]
    };
}

/// All of them, by code.
pub static FORMATS: [FormatInfo; 64] = {
    use Decoder::{
        Bits, Ctx1, Depth20e4, Depth24, Dxn, Dxt1, Dxt3A, Dxt3A1111, Dxt5A, Dxt23, Dxt45, Fixed,
        Halves, None, Shared, Singles, Words,
    };
    table! {
        Bit1Reverse, wide(8, 1), Bits { highest_first: true }, Guessed;
        Bit1, wide(8, 1), Bits { highest_first: false }, Guessed;
        K8, texel(1), Fixed([8, 0, 0, 0]), Documented;
        K1555, texel(2), Fixed([5, 5, 5, 1]), Documented;
        K565, texel(2), Fixed([5, 6, 5, 0]), Documented;
        K655, texel(2), Fixed([5, 5, 6, 0]), Documented;
        K8888, texel(4), Fixed([8, 8, 8, 8]), Documented;
        K2101010, texel(4), Fixed([10, 10, 10, 2]), Documented;
        K8A, texel(1), Fixed([8, 0, 0, 0]), Guessed;
        K8B, texel(1), Fixed([8, 0, 0, 0]), Guessed;
        K88, texel(2), Fixed([8, 8, 0, 0]), Documented;
        CrY1CbY0Rep, wide(2, 4), Shared { green: [0, 2], red: 3, blue: 1 }, Inferred;
        Y1CrY0CbRep, wide(2, 4), Shared { green: [1, 3], red: 2, blue: 0 }, Inferred;
        K1616Edram, texel(4), None, Documented;
        K8888A, texel(4), Fixed([8, 8, 8, 8]), Guessed;
        K4444, texel(2), Fixed([4, 4, 4, 4]), Documented;
        K101111, texel(4), Fixed([11, 11, 10, 0]), Documented;
        K111110, texel(4), Fixed([10, 11, 11, 0]), Documented;
        Dxt1, block(8), Dxt1, Inferred;
        Dxt23, block(16), Dxt23, Inferred;
        Dxt45, block(16), Dxt45, Inferred;
        K16161616Edram, texel(8), None, Documented;
        K248, texel(4), Depth24, Documented;
        K248Float, texel(4), Depth20e4, Documented;
        K16, texel(2), Fixed([16, 0, 0, 0]), Documented;
        K1616, texel(4), Fixed([16, 16, 0, 0]), Documented;
        K16161616, texel(8), Fixed([16, 16, 16, 16]), Documented;
        K16Expand, texel(2), Halves(1), Guessed;
        K1616Expand, texel(4), Halves(2), Guessed;
        K16161616Expand, texel(8), Halves(4), Guessed;
        K16Float, texel(2), Halves(1), Documented;
        K1616Float, texel(4), Halves(2), Documented;
        K16161616Float, texel(8), Halves(4), Documented;
        K32, texel(4), Fixed([32, 0, 0, 0]), Inferred;
        K3232, texel(8), Fixed([32, 32, 0, 0]), Inferred;
        K32323232, texel(16), Fixed([32, 32, 32, 32]), Inferred;
        K32Float, texel(4), Singles(1), Documented;
        K3232Float, texel(8), Singles(2), Documented;
        K32323232Float, texel(16), Singles(4), Documented;
        K32As8, wide(4, 4), Words { components: 1 }, Guessed;
        K32As88, wide(2, 4), Words { components: 2 }, Guessed;
        K16Mpeg, texel(2), None, Documented;
        K1616Mpeg, texel(4), None, Documented;
        K8Interlaced, texel(1), None, Documented;
        K32As8Interlaced, wide(4, 4), None, Documented;
        K32As88Interlaced, texel(2), None, Documented;
        K16Interlaced, texel(2), None, Documented;
        K16MpegInterlaced, texel(2), None, Documented;
        K1616MpegInterlaced, texel(4), None, Documented;
        Dxn, block(16), Dxn, Inferred;
        K8888As16, texel(4), Fixed([8, 8, 8, 8]), Inferred;
        Dxt1As16, block(8), Dxt1, Inferred;
        Dxt23As16, block(16), Dxt23, Inferred;
        Dxt45As16, block(16), Dxt45, Inferred;
        K2101010As16, texel(4), Fixed([10, 10, 10, 2]), Inferred;
        K101111As16, texel(4), Fixed([11, 11, 10, 0]), Inferred;
        K111110As16, texel(4), Fixed([10, 11, 11, 0]), Inferred;
        K323232Float, texel(16), None, Documented;
        Dxt3A, block(8), Dxt3A, Inferred;
        Dxt5A, block(8), Dxt5A, Inferred;
        Ctx1, block(8), Ctx1, Inferred;
        Dxt3AAs1111, block(8), Dxt3A1111, Guessed;
        K8888GammaEdram, texel(4), None, Documented;
        K2101010FloatEdram, texel(4), None, Documented;
    }
};

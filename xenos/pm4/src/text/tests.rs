use super::*;
use crate::{decode, to_bytes};

fn text(words: &[u32]) -> String {
    let bytes = to_bytes(words);
    let (packet, len) = decode(Words::new(&bytes), 0).expect("a packet");
    assert_eq!(len, words.len());
    let mut out = String::new();
    disassemble(&packet, &mut out).expect("strings take all");
    out
}

#[test]
fn register_writes_show_names_and_fields() {
    assert_eq!(
        text(&[0x0001_2000, 0x0002_0140, 0x0004_0000]),
        "type0\n  \
         2000 RB_SURFACE_INFO = 00020140  surface_pitch=320 msaa_samples=4x hiz_pitch=0\n  \
         2001 RB_COLOR_INFO = 00040000  color_base=0 color_base_bit_11=0 color_format=16_16 \
         color_exp_bias=0\n"
    );
    assert_eq!(
        text(&[0xC002_2D00, 0x0000_0004, 0x3F80_0000, 0x4000_0000]),
        "SET_CONSTANT Alu index=4 kind=0 to 4004\n  \
         4004 SHADER_CONSTANT_001_X = 3F800000  1.0\n  \
         4005 SHADER_CONSTANT_001_Y = 40000000  2.0\n"
    );
}

#[test]
fn fetch_constants_are_taken_by_their_type() {
    let words = [0x0005_4800, 0x0280_0002, 0x1E00_0086, 0x0016_627F, 0, 0, 0x0000_0200];
    let lines = text(&words);
    assert!(lines.contains("FETCH_00_0 = 02800002  fetch_type=texture"), "{lines}");
    assert!(lines.contains("FETCH_00_2 = 0016627F  width=639 height=179"), "{lines}");
    let lines = text(&[0x0001_48BE, 0x0123_4003, 0x1000_0012]);
    assert!(
        lines.contains("FETCH_31_4 = 01234003  fetch_type=vertex address=0x01234000"),
        "{lines}"
    );
    assert!(lines.contains("FETCH_31_5 = 10000012  endian=8in32 size=4"), "{lines}");
    let alone = text(&[0x0000_48BF, 0x1000_0012]);
    assert!(alone.contains("= 10000012  0x10000012"), "{alone}");
}

#[test]
fn commands_read_as_sentences() {
    assert_eq!(
        text(&[0xC004_3C00, 3, 0xA31, 0, 0x8000_0000, 8]),
        "WAIT_REG_MEM (COHER_STATUS_HOST & 80000000) Equal 00000000 wait=8\n"
    );
    assert_eq!(text(&[0xC001_3F00, 0x1E00_0000, 64]), "INDIRECT_BUFFER 0x1E000000 dwords=64\n");
    assert_eq!(
        text(&[0xC003_6400, crate::SWAP_SIGNATURE, 0x1E00_0000, 1280, 720]),
        "XE_SWAP front_buffer=0x1E000000 1280x720\n"
    );
    assert_eq!(text(&[0xC000_1101, 9]), "UNKNOWN_11 predicated (unknown) [1]\n    00000009\n");
    assert_eq!(
        text(&[0xC003_5800, 0x8000_0014, 0x1000_0002, 5, 7]),
        "EVENT_WRITE_SHD event=CACHE_FLUSH_AND_INV_TS_EVENT counter=1 \
         [0x10000000 endian=8in32] = 00000005\n  surplus [1]\n    00000007\n"
    );
}

use super::*;
use std::collections::HashMap;

/// Registers of a plain copy: 8_8_8_8 of 320 pixels, one sample, to 8_8_8_8, 8in32.
fn registers() -> HashMap<u16, u32> {
    HashMap::from([
        (index::RB_SURFACE_INFO, 320),
        (index::RB_COLOR_INFO, 7),
        (index::RB_COPY_DEST_BASE, 0x1000),
        (index::RB_COPY_DEST_PITCH, 0x00C0_0140),
        (index::RB_COPY_DEST_INFO, 2 | 6 << 7),
        (index::PA_SC_SCREEN_SCISSOR_BR, 8192 | 8192 << 16),
        (index::PA_SC_WINDOW_SCISSOR_BR, 0x00C0_0140),
    ])
}

fn plan(registers: &HashMap<u16, u32>) -> Result<Plan, Unplanned> {
    let corners = [[-0.5, -0.5], [319.5, -0.5], [-0.5, 191.5]];
    Plan::new(|register| registers.get(&register).copied().unwrap_or(0), corners)
}

fn texel(plan: &Plan, samples: &[[u32; 2]]) -> Vec<u8> {
    plan.texel(samples.iter().copied()).bytes().to_vec()
}

#[test]
fn equal_formats_are_copied_bit_for_bit() {
    let mut registers = registers();
    let it = plan(&registers).expect("a plan");
    assert_eq!(it.rectangle.right, 320);
    assert_eq!(it.operation, Operation::Words { swap: false });
    assert_eq!(texel(&it, &[[0x1122_3344, 0]]), [0x11, 0x22, 0x33, 0x44], "8in32");
    registers.insert(index::RB_COPY_DEST_INFO, 6 << 7 | 1 << 24);
    let it = plan(&registers).expect("a plan");
    assert_eq!(
        texel(&it, &[[0x1122_3344, 0]]),
        [0x22, 0x33, 0x44, 0x11],
        "44 and 22 change places"
    );
}

#[test]
fn an_exponent_scales_the_average() {
    let mut registers = registers();
    // 7e3, four samples, averaged, bias -2, to 2_10_10_10.
    registers.insert(index::RB_SURFACE_INFO, 0x0002_0140);
    registers.insert(index::RB_COLOR_INFO, 12 << 16);
    registers.insert(index::RB_COPY_CONTROL, 6 << 4);
    registers.insert(index::RB_COPY_DEST_INFO, 7 << 7 | (62 << 16));
    let it = plan(&registers).expect("a plan");
    let factor = 1.0 / 16.0;
    assert_eq!(it.operation, Operation::Convert { factor, swap: false });
    // 7e3 of 1.0 is 0x180, of 2.0 is 0x200: the mean 1.5, a quarter of it 0.375.
    let words = [[0x180, 0], [0x200, 0], [0x180, 0], [0x200, 0]];
    let word = u32::from_le_bytes(texel(&it, &words).try_into().expect("four bytes"));
    assert_eq!(word & 1023, (0.375f64 * 1023.0 + 0.5) as u32);
}

#[test]
fn depth_is_its_word_whatever_is_named() {
    let mut registers = registers();
    registers.insert(index::RB_COPY_CONTROL, 4 | 1 << 9);
    registers.insert(index::RB_COPY_DEST_INFO, 2 | 26 << 7 | 5 << 16 | 1 << 24);
    registers.insert(index::RB_DEPTH_CLEAR, 0x1234_5678);
    let it = plan(&registers).expect("a plan");
    assert_eq!(texel(&it, &[[0xAABB_CCDD, 0]]), [0xAA, 0xBB, 0xCC, 0xDD]);
    assert_eq!(it.clears.depth.map(|(_, words)| words[0]), Some(0x1234_5678));
    assert_eq!(it.clears.color, None);
}

#[test]
fn what_has_no_plan_is_named() {
    let mut registers = registers();
    registers.insert(index::RB_COPY_CONTROL, 2 << 20);
    assert_eq!(plan(&registers), Err(Unplanned::Command(CopyCommand::ConstantOne)));
    registers.insert(index::RB_COPY_CONTROL, 0);
    registers.insert(index::RB_COLOR_INFO, 8 << 16);
    assert_eq!(plan(&registers), Err(Unplanned::Source(ColorFormat::Reserved8)));
    registers.insert(index::RB_COLOR_INFO, 0);
    registers.insert(index::RB_COPY_DEST_INFO, 18 << 7);
    assert_eq!(plan(&registers), Err(Unplanned::Destination(DataFormat::Dxt1)));
    registers.insert(index::RB_COPY_DEST_INFO, 6 << 7 | 6);
    assert!(matches!(plan(&registers), Err(Unplanned::Endian(_))));
    registers.insert(index::RB_SURFACE_INFO, 0x0003_0140);
    assert_eq!(plan(&registers), Err(Unplanned::Samples));
}

#[test]
fn a_destination_wraps_at_the_end_of_the_address_space() {
    let it = plan(&registers()).expect("a plan").destination;
    assert_eq!(it.address(0, 0), 0x1000);
    assert_eq!(it.address(1, 0), 0x1004);
    assert_eq!(Destination { base: 0xFFFF_F000, ..it }.address(0, 0), 0x1FFF_F000);
}

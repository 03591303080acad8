use super::*;
use std::sync::Arc;

/// Of several texels at one address the one of the lowest row stays.
#[test]
fn a_copy_over_itself_keeps_what_comes_last() {
    let memory = Arc::new(GuestMemory::new());
    let mut soft = Soft::new(Arc::clone(&memory));
    let registers = [
        (index::RB_SURFACE_INFO, 80),
        (index::RB_COPY_DEST_BASE, 0x1000),
        // A volume without a pitch: rows 0 and 16 lie at the same place.
        (index::RB_COPY_DEST_PITCH, 0),
        (index::RB_COPY_DEST_INFO, 6 << 7 | 1 << 3),
        (index::PA_SC_SCREEN_SCISSOR_BR, 32 | 32 << 16),
        (index::PA_SC_WINDOW_SCISSOR_BR, 32 | 32 << 16),
    ];
    let read = |register: u16| {
        registers.iter().find(|(other, _)| *other == register).map_or(0, |(_, word)| *word)
    };
    let plan = Plan::new(read, [[0.0, 0.0], [32.0, 0.0], [0.0, 32.0]]).expect("a plan");
    assert_eq!(plan.destination.address(3, 0), plan.destination.address(3, 16));
    for y in 0..32 {
        for x in 0..32 {
            plan.source.write(&mut soft.edram, x, y, 0, [y << 8 | x, 0]);
        }
    }
    soft.store_texels(&plan, 0);
    for x in 0..32 {
        let mut bytes = [0; 4];
        memory.read_bytes(plan.destination.address(x, 0), &mut bytes).expect("inside");
        assert_eq!(u32::from_le_bytes(bytes), 16 << 8 | x as u32);
    }
}

use super::*;
use crate::part::layout_fault;

#[test]
fn every_bit_has_one_owner() {
    assert_eq!(layout_fault::<Plain>(), None);
    assert_eq!(layout_fault::<Exec>(), None);
    assert_eq!(layout_fault::<CondExec>(), None);
    assert_eq!(layout_fault::<PredExec>(), None);
    assert_eq!(layout_fault::<LoopStart>(), None);
    assert_eq!(layout_fault::<LoopEnd>(), None);
    assert_eq!(layout_fault::<Call>(), None);
    assert_eq!(layout_fault::<Return>(), None);
    assert_eq!(layout_fault::<Jump>(), None);
    assert_eq!(layout_fault::<Alloc>(), None);
}

#[test]
fn a_pair_lies_in_three_dwords() {
    // exec 5 instructions from 3, the second a serialised fetch; then a jump to 9 if b17 is false.
    let words = [0x000C_5003, 0x0009_1000, 0xB044_0000];
    let [first, second] = ControlFlow::pair(words);
    let exec = first.exec().unwrap();
    assert_eq!((exec.address, exec.count, exec.ends), (3, 5, false));
    assert!(exec.sequence.is_fetch(1) && exec.sequence.is_serialized(1));
    assert!(!exec.sequence.is_fetch(0));
    assert_eq!(second.target(), Some(9));
    assert_eq!(second.condition(), Condition::Boolean { constant: 17, value: false });
    assert_eq!(ControlFlow::pair_words([first, second]), words);
}

#[test]
fn all_patterns_of_each_opcode_come_back() {
    for opcode in 0..16u64 {
        for bit in 0..44 {
            for bits in [opcode << 44 | 1 << bit, opcode << 44 | 0x0FFF_FFFF_FFFF ^ 1 << bit] {
                let flow = ControlFlow::from_bits(bits);
                assert_eq!(flow.to_bits(), bits);
                assert_eq!(u64::from(flow.opcode().code()), opcode);
            }
        }
    }
}

#[test]
fn execs_end_and_are_clean_by_opcode() {
    let exec = |opcode: u64| ControlFlow::from_bits(opcode << 44 | 1 << 42).exec().unwrap();
    assert!([2, 4, 6, 14].map(|opcode| exec(opcode).ends).iter().all(|ends| *ends));
    assert!([1, 3, 5, 13].map(|opcode| exec(opcode).ends).iter().all(|ends| !ends));
    assert!(!exec(3).predicate_clean && exec(13).predicate_clean && exec(14).predicate_clean);
    assert_eq!(exec(13).condition, Condition::Boolean { constant: 0, value: true });
    assert_eq!(exec(5).condition, Condition::Predicate { value: true });
    assert!(ControlFlow::from_bits(7 << 44).exec().is_none());
}

#[test]
fn the_normal_form_drops_what_has_no_effect() {
    let exec = ControlFlow::from_bits(0x1FFF_0FFF_1001);
    let ControlFlow::Exec(normal) = exec.normalized() else { panic!("{exec:?}") };
    assert_eq!(normal.sequence, Sequence(3), "one instruction");
    assert_eq!((normal.reserved_34, normal.reserved_42), (Reserved(0), Reserved(0)));
    assert_eq!(normal.vertex_cache, 0x30, "hints are no reserved bits");

    let jump = ControlFlow::from_bits(0xBFFF_FFFF_FFFF);
    let ControlFlow::Jump(normal) = jump.normalized() else { panic!("{jump:?}") };
    assert!(normal.unconditional && !normal.predicated && !normal.condition);
    assert_eq!((normal.boolean, normal.reserved_15), (0, Reserved(0)));
}

//! Registers as programs find them.

use super::*;

#[test]
fn vertices_get_their_index() {
    let mut group = Group::new();
    vertices(&mut group, 4, &[0, 7, 0xFF_FFFF]);
    assert_eq!((group.active, group.covered), (7, 7));
    assert_eq!(group.get(0, 2), [16_777_215.0, 0.0, 0.0, 0.0]);
}

#[test]
fn pixels_get_interpolators_and_their_place() {
    let mut group = Group::new();
    let interpolators = [[[0.5; LANES]; 4], [[0.25; LANES]; 4]];
    let mut param_gen = ParamGen::new(1, std::array::from_fn(|lane| [lane as u32, 9]));
    param_gen.back = 0b10;
    param_gen.points = 0b100;
    param_gen.point_coordinates[2] = [0.125, 0.75];
    let report = pixels(&mut group, 2, 0b100, &interpolators, Some(&param_gen));
    assert_eq!(report, Report::default());
    assert_eq!((group.active, group.covered), (15, 4));
    assert_eq!(group.get(0, 0), [0.5; 4]);
    assert_eq!(group.get(1, 1), [-1.0, 9.0, 0.0, 0.0]);
    assert_eq!(group.get(1, 2), [2.0, -9.0, 0.125, 0.75]);
    param_gen.register = 64;
    let report = pixels(&mut group, 2, 0b100, &interpolators, Some(&param_gen));
    assert_eq!(report.times(Unspecified::ParamGenRegister), 1);
    assert_eq!(group.get(1, 1), [0.25; 4]);
}

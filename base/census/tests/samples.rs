//! A file of every version that was ever written is still read, and still written the same.

use base_census::{Census, Contract, Frames, verdict};

const CENSUS_1: &str = include_str!("samples/census-1.jsonl");
const CONTRACT_1: &str = include_str!("samples/contract-1.toml");
/// Version 1 with everything that may be left out.
const CENSUS_1_FULL: &str = include_str!("samples/census-1-full.jsonl");
const CONTRACT_1_FULL: &str = include_str!("samples/contract-1-full.toml");

#[test]
fn version_1_is_read_and_written() {
    let census = Census::from_lines(CENSUS_1).unwrap();
    assert_eq!((census.frames(), census.window), (3, 2));
    assert_eq!(census.tables["commands"].entries["triangleCMD"].windows[&1], 5);
    assert_eq!(census.to_lines().unwrap(), CENSUS_1);
    let contract = Contract::from_toml(CONTRACT_1).unwrap();
    assert_eq!(contract.to_toml().unwrap(), CONTRACT_1);
    let labels = [("menu".to_owned(), Frames { start: 0, end: 2 })];
    let mut made = Contract::of(&census, &labels, false).unwrap();
    made.sources.get_mut("sample.vood").unwrap().ranges.clear();
    assert_eq!(made, contract);
    assert!(verdict(&census, &contract, false).unwrap().keeps());
}

#[test]
fn version_1_with_all_fields_is_read_and_written() {
    let census = Census::from_lines(CENSUS_1_FULL).unwrap();
    assert_eq!(census.profile.as_deref(), Some("86box,lod=half-30"));
    assert!(census.partial.is_some() && census.sha256.is_some() && !census.valid());
    assert_eq!(census.to_lines().unwrap(), CENSUS_1_FULL);
    let contract = Contract::from_toml(CONTRACT_1_FULL).unwrap();
    assert_eq!(contract.to_toml().unwrap(), CONTRACT_1_FULL);
    let labels = [("menu".to_owned(), Frames { start: 0, end: 2 })];
    assert!(Contract::of(&census, &labels, false).is_err());
    assert_eq!(Contract::of(&census, &labels, true).unwrap(), contract);
    assert!(!verdict(&census, &contract, false).unwrap().keeps());
    assert!(verdict(&census, &contract, true).unwrap().keeps());
    // A byte order mark is no fault.
    assert_eq!(Census::from_lines(&format!("\u{FEFF}{CENSUS_1}")).unwrap().frames(), 3);
    assert!(Contract::from_toml(&format!("\u{FEFF}{CONTRACT_1}")).is_ok());
}

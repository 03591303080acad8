//! A file of every version that was ever written is still read, and still written the same.

use base_census::{Census, Contract, Frames, verdict};

const CENSUS_1: &str = include_str!("samples/census-1.jsonl");
const CONTRACT_1: &str = include_str!("samples/contract-1.toml");

#[test]
fn version_1_is_read_and_written() {
    let census = Census::from_lines(CENSUS_1).unwrap();
    assert_eq!((census.frames(), census.window), (3, 2));
    assert_eq!(census.tables["commands"].entries["triangleCMD"].windows[&1], 5);
    assert_eq!(census.to_lines().unwrap(), CENSUS_1);
    let contract = Contract::from_toml(CONTRACT_1).unwrap();
    assert_eq!(contract.to_toml().unwrap(), CONTRACT_1);
    let labels = [("menu".to_owned(), Frames { start: 0, end: 2 })];
    assert_eq!(Contract::of(&census, &labels).unwrap(), contract);
    assert!(verdict(&census, &contract).unwrap().keeps());
}

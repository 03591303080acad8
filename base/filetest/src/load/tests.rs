use super::*;

#[test]
fn long_files_are_refused() {
    let path = std::env::temp_dir().join(format!("afterimage-long-{}.test", std::process::id()));
    let length = usize::try_from(FILE_BYTES).unwrap();
    let read = |extra: usize| {
        fs::write(&path, "a".repeat(length + extra)).unwrap();
        load(&path, |_, text, _| Ok(text.len())).map_err(|error| error.to_string())
    };
    let (fits, long) = (read(0), read(1));
    fs::remove_file(&path).unwrap();
    assert_eq!(fits, Ok(length));
    assert!(long.unwrap_err().ends_with("a file has at most 1048576 bytes"));
}

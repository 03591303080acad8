//! Which trace format a content is, by its first bytes.

/// The trace formats that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceKind {
    /// A bus stream of an SST-1 board: begins with `44 4F 4F 56`.
    Vood,
    /// A GPU stream of Xenia: the 32-bit word 1, then 40 printable ASCII characters.
    Xtr,
    /// Neither.
    Unknown,
}

impl TraceKind {
    /// Bytes that [`TraceKind::of`] looks at.
    pub const PREFIX: usize = 44;

    /// The kind of a content that begins with `prefix`; a shorter prefix is the whole content.
    pub fn of(prefix: &[u8]) -> Self {
        if prefix.starts_with(b"DOOV") {
            return Self::Vood;
        }
        let printable = |byte: &u8| (b' '..=b'~').contains(byte);
        match prefix.get(..Self::PREFIX) {
            Some([1, 0, 0, 0, commit @ ..]) if commit.iter().all(printable) => Self::Xtr,
            _ => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_decide() {
        assert_eq!(TraceKind::of(&[0x44, 0x4F, 0x4F, 0x56]), TraceKind::Vood);
        assert_eq!(TraceKind::of(b"DOO"), TraceKind::Unknown);
        let mut xtr = vec![1, 0, 0, 0];
        xtr.extend([b'a'; 40]);
        assert_eq!(TraceKind::of(&xtr), TraceKind::Xtr);
        assert_eq!(TraceKind::of(&xtr[..43]), TraceKind::Unknown);
        xtr[20] = 0;
        assert_eq!(TraceKind::of(&xtr), TraceKind::Unknown);
    }
}

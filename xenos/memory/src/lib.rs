//! Guest memory: 512 MiB of physical space, owned or a host's, with write generations.
//!
//! For: bytes by physical address, who wrote a page last and when, whether what was cached from a
//! range is still true.
//! Not for: what the bytes mean.
#![forbid(unsafe_code)]

//! What takes a program's bus accesses.

use sst1_board::{Access, Width};

/// One access of the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A write.
    Write(Access),
    /// A read whose value the program does not use.
    Read {
        /// Byte offset in the aperture.
        offset: u32,
        /// The width.
        width: Width,
    },
}

/// Takes bus accesses in the order in which a program makes them. Accesses do not fail, as on the
/// bus; a sink that can (a file) keeps its first error and reports it at its end.
pub trait Sink {
    /// A write at byte `offset` of the 16 MiB aperture.
    fn write(&mut self, offset: u32, data: u32, width: Width);

    /// A read at byte `offset` of the 16 MiB aperture.
    fn read(&mut self, offset: u32, width: Width);
}

/// Records.
impl Sink for Vec<Operation> {
    fn write(&mut self, offset: u32, data: u32, width: Width) {
        self.push(Operation::Write(Access { offset, data, width }));
    }

    fn read(&mut self, offset: u32, width: Width) {
        self.push(Operation::Read { offset, width });
    }
}

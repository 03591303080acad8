//! A device at the end of the bus.
//!
//! For: drawing a stream on whatever implements [`Device`], as fast as it takes it.
//! Not for: looking at pictures: swaps take effect and are not reported.

use sst1_board::{Device, Width};

use crate::Sink;

/// Hands accesses to a device. Whatever a swap holds up goes on at once.
pub struct Host<'a, D: Device + ?Sized>(pub &'a mut D);

impl<D: Device + ?Sized> Sink for Host<'_, D> {
    fn write(&mut self, offset: u32, data: u32, width: Width) {
        let mut event = self.0.write(offset, data, width);
        while event.is_some() {
            event = self.0.run();
        }
    }

    fn read(&mut self, offset: u32, width: Width) {
        self.0.read(offset, width);
    }
}

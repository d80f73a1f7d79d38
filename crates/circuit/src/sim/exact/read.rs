//! The values parts see at their ports, and how they drive them, in the exact engine.

use crate::component::Io;
use crate::netlist::{PortId, Sheet, SheetNetId, SheetPort, SheetPortId, Slice};
use crate::sim::wheel::Wheel;
use crate::value::{Word, mask};

/// The value a part sees at a port.
#[inline]
pub(in crate::sim) fn read(nets: &[Word], sheet: &Sheet, local: SheetPortId) -> Word {
    let port = &sheet.ports[local];
    let word = read_place(nets, sheet, port);
    if port.is_misfit() {
        return SheetPort::resize(word, port.place_width, port.width);
    }
    word
}

/// The value of the wire at a port.
#[inline]
fn read_place(nets: &[Word], sheet: &Sheet, port: &SheetPort) -> Word {
    read_wire(|net| nets[net.0 as usize], sheet, port)
}

/// The value of the wire at a port, from any source of net values.
#[inline]
pub(in crate::sim) fn read_wire(
    net: impl Fn(SheetNetId) -> Word,
    sheet: &Sheet,
    port: &SheetPort,
) -> Word {
    let bits = |slice: &Slice| {
        let word = net(slice.net).shr(u32::from(slice.net_low));
        word.and_mask(mask(u32::from(slice.width)))
    };
    match sheet.bundle_slices(port.bundle) {
        [] => Word::floating(mask(port.place_width)),
        [slice] => bits(slice),
        slices => slices.iter().fold(Word::ZERO, |word, slice| {
            word.union(bits(slice).shl(u32::from(slice.low)))
        }),
    }
}

pub(super) struct ExactIo<'a> {
    pub(super) nets: &'a [Word],
    pub(super) wheel: &'a mut Wheel<PortId>,
    pub(super) sheet: &'a Sheet,
    pub(super) first_local: SheetPortId,
    /// The design's number of the first port.
    pub(super) first_port: u32,
    pub(super) ticks: u64,
}

impl Io for ExactIo<'_> {
    #[inline]
    fn get(&self, port: usize) -> Word {
        read(
            self.nets,
            self.sheet,
            SheetPortId(self.first_local.0 + port as u32),
        )
    }

    #[inline]
    fn set(&mut self, port: usize, value: Word, delay: u32) {
        self.wheel
            .push(PortId(self.first_port + port as u32), value, delay);
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}

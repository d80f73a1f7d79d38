//! Bits: splitters join bits of bundles, and bits with the same drivers side by side become nets.

use std::collections::HashMap;

use super::ids::{BundleId, Id, SheetNetId, SheetPortId, ids};
use super::sheet::{Net, Sheet, Slice};
use super::union::Union;
use crate::component::Role;
use crate::project::Circuit;
use crate::value::Word;

#[derive(Clone, Copy)]
pub(super) struct Driver {
    pub(super) port: SheetPortId,
    pub(super) bundle: BundleId,
}

/// The driver of bits: a port, or none; undriven bits are distinguished by their bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    Port(SheetPortId),
    Nobody(BundleId),
}

/// The driver of a bit: (port, bit of it).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Source {
    drivers: Vec<(Origin, u8)>,
    pull: Word,
}

impl Source {
    fn is_just_below(&self, above: &Source) -> bool {
        let shifted = self.drivers.iter().map(|&(driver, bit)| (driver, bit + 1));
        self.pull == above.pull
            && self.drivers.len() == above.drivers.len()
            && shifted.eq(above.drivers.iter().copied())
    }
}

pub(super) fn connect(sheet: &mut Sheet, circuit: &Circuit) {
    let mut threads = Threads::new(sheet);
    threads.split(sheet, circuit);
    let sources = threads.sources(sheet, circuit);
    let place = nets_of(sheet, &mut threads, &sources);
    slice_bundles(sheet, &mut threads, &place);
    fan_out(sheet);
}

/// One thread per bit of a bundle without conflict.
struct Threads {
    first: Vec<u32>,
    union: Union,
}

impl Threads {
    fn new(sheet: &Sheet) -> Threads {
        let mut first = vec![0];
        for bundle in sheet.bundles.iter() {
            let width = if bundle.conflict { 0 } else { bundle.width };
            first.push(first[first.len() - 1] + width);
        }
        let total = first[first.len() - 1] as usize;
        Threads {
            first,
            union: Union::new(total),
        }
    }

    fn range(&self, bundle: BundleId) -> std::ops::Range<u32> {
        self.first[bundle.index()]..self.first[bundle.index() + 1]
    }

    fn thread(&self, bundle: BundleId, bit: u32) -> Option<u32> {
        let range = self.range(bundle);
        (bit < range.len() as u32).then_some(range.start + bit)
    }

    fn split(&mut self, sheet: &Sheet, circuit: &Circuit) {
        for (id, component) in circuit.entries() {
            let Role::Splitter(ends) = component.role() else {
                continue;
            };
            let ports = sheet.ports_of(id);
            let mut used = vec![0; ports.len()];
            for (bit, end) in ends(component.view()).into_iter().enumerate() {
                let Some(end) = end.map(|end| end as usize + 1) else {
                    continue;
                };
                let combined = self.thread(ports[0].bundle, bit as u32);
                let split = self.thread(ports[end].bundle, used[end]);
                used[end] += 1;
                if let (Some(a), Some(b)) = (combined, split) {
                    self.union.join(a, b);
                }
            }
        }
    }

    fn sources(&mut self, sheet: &Sheet, circuit: &Circuit) -> HashMap<u32, Source> {
        let mut sources: HashMap<u32, Source> = HashMap::new();
        let floating = || Source {
            drivers: Vec::new(),
            pull: Word::X,
        };
        for driver in sheet.drivers() {
            for (bit, thread) in self.range(driver.bundle).enumerate() {
                let source = sources
                    .entry(self.union.find(thread))
                    .or_insert_with(floating);
                source.drivers.push((Origin::Port(driver.port), bit as u8));
            }
        }
        for port in sheet.ports.iter() {
            let component = circuit.component(port.component);
            if let Role::Pull(pull) = component.role() {
                let pull = pull(component.view());
                for thread in self.range(port.bundle) {
                    let source = sources
                        .entry(self.union.find(thread))
                        .or_insert_with(floating);
                    source.pull = source.pull.combine(pull);
                }
            }
        }
        for bundle in ids(sheet.bundles.len()) {
            for (bit, thread) in self.range(bundle).enumerate() {
                let source = sources
                    .entry(self.union.find(thread))
                    .or_insert_with(floating);
                if source.drivers.is_empty() {
                    source.drivers.push((Origin::Nobody(bundle), bit as u8));
                }
            }
        }
        sources
    }
}

/// Makes the nets; returns for each thread its net and bit.
fn nets_of(
    sheet: &mut Sheet,
    threads: &mut Threads,
    sources: &HashMap<u32, Source>,
) -> HashMap<u32, (SheetNetId, u8)> {
    let mut roots: Vec<u32> = sources.keys().copied().collect();
    roots.sort_unstable();
    let by_driver: HashMap<(Origin, u8), u32> = roots
        .iter()
        .flat_map(|&root| {
            sources[&root]
                .drivers
                .iter()
                .map(move |&driver| (driver, root))
        })
        .collect();
    let neighbour = |root: u32, step: i8| {
        let (driver, bit) = sources[&root].drivers[0];
        let other = *by_driver.get(&(driver, bit.checked_add_signed(step)?))?;
        let (low, high) = if step > 0 {
            (root, other)
        } else {
            (other, root)
        };
        sources[&low]
            .is_just_below(&sources[&high])
            .then_some(other)
    };
    let mut place = HashMap::new();
    for &root in roots.iter().filter(|&&root| neighbour(root, -1).is_none()) {
        let net = SheetNetId::from_index(sheet.nets.len());
        let source = &sources[&root];
        let (mut width, mut pull, mut at) = (0u8, Word::ZERO, Some(root));
        while let Some(here) = at {
            place.insert(here, (net, width));
            pull = pull.union(source.pull.shl(u32::from(width)));
            width += 1;
            at = neighbour(here, 1);
        }
        let drivers = source
            .drivers
            .iter()
            .filter_map(|&(origin, bit)| match origin {
                Origin::Port(port) => Some((port, bit)),
                Origin::Nobody(_) => None,
            })
            .collect();
        sheet.nets.add(Net {
            width: u32::from(width),
            pull,
            drivers,
            fanout: Vec::new(),
        });
    }
    let all = threads.first[threads.first.len() - 1];
    (0..all)
        .map(|thread| (thread, place[&threads.union.find(thread)]))
        .collect()
}

fn slice_bundles(sheet: &mut Sheet, threads: &mut Threads, place: &HashMap<u32, (SheetNetId, u8)>) {
    for bundle in ids::<BundleId>(sheet.bundles.len()) {
        let start = sheet.slices.len() as u32;
        for (low, thread) in threads.range(bundle).enumerate() {
            let (net, net_low) = place[&thread];
            let continues = sheet.slices[start as usize..]
                .last_mut()
                .filter(|last| last.net == net && last.net_low + last.width == net_low);
            match continues {
                Some(last) => last.width += 1,
                None => sheet.slices.push(Slice {
                    net,
                    net_low,
                    low: low as u8,
                    width: 1,
                }),
            }
        }
        sheet.bundles[bundle].slices = start..sheet.slices.len() as u32;
    }
}

fn fan_out(sheet: &mut Sheet) {
    for port in sheet.ports.iter() {
        let range = sheet.bundles[port.bundle].slices.clone();
        for slice in &sheet.slices[range.start as usize..range.end as usize] {
            let fanout = &mut sheet.nets[slice.net].fanout;
            match fanout
                .last_mut()
                .filter(|(component, _)| *component == port.component)
            {
                Some((_, mask)) => *mask |= slice.mask_in_net(),
                None => fanout.push((port.component, slice.mask_in_net())),
            }
        }
    }
}

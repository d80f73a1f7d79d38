//! Whole instructions against clocks, on a bus that logs, keeps time and interrupts.

use super::*;
use crate::bus::Space;
use crate::memory::Memory;
use proptest::prelude::*;

/// A memory with a device on it: IRQ in given stretches of clocks, dropped at an acknowledge if so configured, a timer byte
/// at data address F0, and a log of all events.
#[derive(Clone, Debug)]
struct Surroundings {
    memory: Memory,
    clock: u64,
    irq: Vec<(u64, u64, u8)>,
    drop_on_ack: bool,
    dropped: bool,
    log: Vec<(u64, String)>,
}

impl Bus for Surroundings {
    fn read(&mut self, space: Space, address: u8) -> u8 {
        let value = match (space, address) {
            (Space::Data, 0xF0) => self.clock as u8,
            _ => self.memory.get(space, address),
        };
        self.log
            .push((self.clock, format!("{space:?} {address:02x}={value:02x}")));
        value
    }

    fn write(&mut self, address: u8, value: u8) {
        self.log
            .push((self.clock, format!("W {address:02x}={value:02x}")));
        self.memory.write(address, value);
    }

    fn irq(&self) -> Option<u8> {
        let within = |&&(from, to, _): &&(u64, u64, u8)| (from..to).contains(&self.clock);
        let found = self.irq.iter().find(within).filter(|_| !self.dropped);
        found.map(|&(_, _, vector)| vector)
    }

    fn acknowledge(&mut self) {
        self.log.push((self.clock, "ack".to_owned()));
        self.dropped = self.drop_on_ack;
    }

    fn tick(&mut self) {
        self.clock += 1;
        if self.clock.is_multiple_of(64) {
            self.dropped = false;
        }
    }
}

fn around() -> impl Strategy<Value = Surroundings> {
    let bytes = || proptest::collection::vec(any::<u8>(), 256);
    let stretch = (0..400u64, 1..40u64, 0..8u8).prop_map(|(from, long, v)| (from, from + long, v));
    let irq = proptest::collection::vec(stretch, 0..6);
    (bytes(), bytes(), any::<bool>(), irq, any::<bool>()).prop_map(
        |(code, data, harvard, irq, drop_on_ack)| Surroundings {
            memory: match harvard {
                true => Memory::harvard(&code, &data),
                false => Memory::von_neumann(&code),
            },
            clock: 0,
            irq,
            drop_on_ack,
            dropped: false,
            log: Vec::new(),
        },
    )
}

/// Any state at a boundary; opcodes that stop are made rarer by the start in the middle of random bytes.
fn start() -> impl Strategy<Value = Cpu> {
    let variant = proptest::sample::select(Variant::ALL.to_vec());
    (any::<[u8; 4]>(), any::<[u8; 3]>(), variant).prop_map(|(r, [pc, sp, ps], variant)| Cpu {
        r,
        pc,
        sp,
        ps,
        ..Cpu::new(variant)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn steps_equal_clocks(cpu in start(), around in around()) {
        let (mut fast, mut fast_around) = (cpu.clone(), around.clone());
        let (mut slow, mut slow_around) = (cpu, around);
        for _ in 0..150 {
            fast.step(&mut fast_around);
            while slow.clocks < fast.clocks {
                slow.clock(&mut slow_around);
            }
            prop_assert_eq!(&fast, &slow);
            prop_assert_eq!(&fast_around.log, &slow_around.log);
            prop_assert_eq!(fast_around.clock, slow_around.clock);
            prop_assert!(fast.at_boundary() || fast.held);
        }
        prop_assert!(fast_around.memory == slow_around.memory);
    }

    #[test]
    fn runs_equal_clocks(cpu in start(), around in around(), clocks in 1..2000u64) {
        let (mut fast, mut fast_around) = (cpu.clone(), around.clone());
        let (mut slow, mut slow_around) = (cpu, around);
        fast.run(&mut fast_around, clocks);
        while slow.clocks < fast.clocks {
            slow.clock(&mut slow_around);
        }
        prop_assert_eq!(fast, slow);
        prop_assert_eq!(fast_around.log, slow_around.log);
    }

    #[test]
    fn a_run_in_pieces_equals_one_run(cpu in start(), around in around(), pieces in proptest::collection::vec(0..30u64, 20)) {
        let (mut whole, mut whole_around) = (cpu.clone(), around.clone());
        let (mut cut, mut cut_around) = (cpu, around);
        let total: u64 = pieces.iter().sum();
        let end = whole.run(&mut whole_around, total);
        let mut limit = 0;
        for piece in pieces {
            limit += piece;
            let stop = cut.run(&mut cut_around, limit);
            if stop != Stop::ClockLimit {
                prop_assert_eq!(stop, end);
                break;
            }
            prop_assert_eq!(cut.clocks, limit);
        }
        prop_assert_eq!(whole, cut);
        prop_assert_eq!(whole_around.log, cut_around.log);
    }
}

fn machine(code: &[u8]) -> (Cpu, Surroundings) {
    let memory = Memory::harvard(code, &[]);
    let around = Surroundings {
        memory,
        clock: 0,
        irq: Vec::new(),
        drop_on_ack: false,
        dropped: false,
        log: Vec::new(),
    };
    (Cpu::new(Variant::Mark5), around)
}

#[test]
fn every_opcode_takes_the_clocks_of_the_table_and_stops_as_it_says() {
    for opcode in (0..=255u8).filter(|&opcode| opcode != WAIT) {
        let (mut cpu, mut around) = machine(&[opcode, 0x40]);
        cpu.step(&mut around);
        let row = &OPCODES[usize::from(opcode)];
        assert_eq!(cpu.clocks, u64::from(row.clocks), "{opcode:02X}");
        let expected = match opcode {
            0xD4 => Some(Stop::Halt),
            0xDB..=0xDF => Some(Stop::Illegal(opcode)),
            _ => None,
        };
        assert_eq!(cpu.stopped(), expected);
        assert!(expected.is_none() || cpu.pc == 1 && row.stops());
    }
}

#[test]
fn wait_with_irq_high_takes_nine_clocks() {
    let (mut cpu, mut around) = machine(&[WAIT, 0x8C]);
    around.irq = vec![(0, 100, 0)];
    cpu.step(&mut around);
    assert_eq!((cpu.clocks, cpu.at_boundary()), (9, true));
    cpu.step(&mut around);
    assert_eq!((cpu.clocks, cpu.r[0]), (11, 1));
}

#[test]
fn wait_woken_in_clock_k_fetches_in_clock_k_plus_8() {
    let (mut cpu, mut around) = machine(&[WAIT, 0x8C]);
    around.irq = vec![(20, 100, 0)];
    while !cpu.at_boundary() || cpu.clocks == 0 {
        cpu.clock(&mut around);
    }
    assert_eq!(cpu.clocks, 28);
}

#[test]
fn irq_that_falls_too_early_freezes_the_machine() {
    let (mut cpu, mut around) = machine(&[WAIT, 0x8C]);
    around.irq = vec![(20, 28, 0)];
    assert_eq!(cpu.run(&mut around, 100), Stop::Frozen);
    assert_eq!((cpu.pc, cpu.clocks, cpu.r[0]), (2, 29, 0));
    let (mut cpu, mut around) = machine(&[WAIT, 0x8C, 0xD4]);
    around.irq = vec![(20, 29, 0)];
    assert_eq!(cpu.run(&mut around, 100), Stop::Halt);
}

#[test]
fn waiting_on_a_silent_bus_is_told() {
    let mut cpu = Cpu::new(Variant::Mark5);
    let mut memory = Memory::von_neumann(&[WAIT]);
    assert_eq!(cpu.run(&mut memory, 1_000_000), Stop::Waiting);
    assert!(cpu.clocks < 10);
}

#[test]
fn a_clock_limit_is_exact() {
    for limit in 0..40 {
        let mut cpu = Cpu::new(Variant::Ideal);
        let mut memory = Memory::von_neumann(&[0x8C, 0xCE, 0xEE, 0x00]);
        assert_eq!(cpu.run(&mut memory, limit), Stop::ClockLimit);
        assert_eq!(cpu.clocks, limit);
    }
}

#[test]
fn flags_read_as_text() {
    let mut cpu = Cpu::new(Variant::Mark5);
    assert_eq!(cpu.flags_text(), "i---cvzn");
    cpu.ps = 0xCA;
    assert_eq!(cpu.flags_text(), "I1--CvZn");
}

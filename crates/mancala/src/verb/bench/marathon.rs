//! Endless work: a console on which game after game is played, and a processor that
//! never halts.

use cdm8::asm::{Options, Source, assemble};
use cdm8::cpu::Cpu;
use cdm8::debug::{Computer, Input, expr::Thing};
use cdm8::devices::Devices;
use cdm8::memory::Memory;
use cdm8::variant::Variant;
use consoles::{Button, Hand, Machine, Phase, Powered};
use engine::rng::Rng;
use kalah::Side;
use timeline::{Budget, Holds, Pace, Subject, Timeline};

/// A console that is switched off and on again when a game is over.
pub struct Marathon<M> {
    console: Powered<M>,
    /// Its state at power-on.
    fresh: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Hand(Hand),
    /// Only while the clock is low.
    SwitchOffAndOn,
}

impl<M: Machine> Marathon<M> {
    pub fn new(machine: M) -> Marathon<M> {
        let mut fresh = Vec::new();
        machine.save_state(&mut fresh);
        Marathon {
            console: Powered(machine),
            fresh,
        }
    }

    fn machine(&self) -> &M {
        &self.console.0
    }

    fn rests(&self) -> bool {
        self.machine().is_waiting() || self.machine().is_stopped()
    }

    /// The next action of a random player.
    fn deed(&self, rng: &mut Rng) -> Deed {
        let panel = self.machine().panel();
        let button = match panel.phase() {
            Phase::Settings if panel.model.has_button(Button::Seeds(4)) => {
                let settings = [
                    Button::Seeds(4 + rng.below(5) as u8),
                    Button::First(Side::BOTH[rng.below(2)]),
                ];
                settings[rng.below(2)]
            }
            Phase::Human => {
                let row = panel.pits[Side::South.index()];
                let full: Vec<u8> = (1..=6)
                    .filter(|&pit| row[usize::from(pit) - 1] > 0)
                    .collect();
                match full.is_empty() {
                    true => return Deed::SwitchOffAndOn,
                    false => Button::Pit(full[rng.below(full.len())]),
                }
            }
            _ => return Deed::SwitchOffAndOn,
        };
        Deed::Hand(Hand::Press(button))
    }

    /// Runs until the console rests, and acts on it.
    pub fn play(timeline: &mut Timeline<Marathon<M>>, rng: &mut Rng) {
        let mut rests = Holds(Marathon::<M>::rests);
        if !timeline.subject().rests() {
            timeline.until(Pace::Instruction, &mut rests, &mut Budget::unlimited());
        }
        let deed = timeline.subject().deed(rng);
        timeline.input(deed);
    }
}

impl<M: Machine> Subject for Marathon<M> {
    type Input = Deed;

    fn moment(&self) -> u64 {
        self.console.moment()
    }

    fn half_tick(&mut self) {
        self.console.half_tick();
    }

    fn take(&mut self, deed: &Deed) {
        match deed {
            Deed::Hand(hand) => self.console.take(hand),
            Deed::SwitchOffAndOn => self.console.load(self.moment(), &self.fresh),
        }
    }

    fn save(&self, state: &mut Vec<u8>) {
        self.console.save(state);
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        self.console.load(moment, state);
    }

    fn values(&self, values: &mut Vec<u8>) {
        self.console.values(values);
    }

    fn run(&mut self, half_ticks: u64) {
        self.console.run(half_ticks);
    }

    fn between_instructions(&self) -> bool {
        self.console.between_instructions()
    }

    fn step(&mut self, pace: Pace, most: u64) {
        self.console.step(pace, most);
    }

    fn effort(&self) -> Option<u64> {
        self.console.effort()
    }
}

/// Counts in eight bytes and stirs the memory with every count: no state repeats.
const PROGRAM: &str = "
        asect 0
again:  ldi     r0, count
        ldi     r3, 8
carry:  ld      r0, r1
        inc     r1
        st      r0, r1
        bne     stir
        inc     r0
        dec     r3
        bne     carry
stir:   ldi     r0, count
        ld      r0, r2
        ldi     r1, 0xc0
        or      r1, r2
        ld      r2, r3
        add     r2, r3
        st      r2, r3
        br      again
        asect   0x80
count:  ds      8
        end
";

/// A bare processor with a program that never ends.
pub fn processor() -> Computer {
    let outcome = assemble(&[Source::new("stir.asm", PROGRAM)], &Options::default());
    assert!(outcome.is_ok(), "{:?}", outcome.diagnostics);
    let memory = Memory::von_neumann(&outcome.program.image);
    Computer::new(Cpu::new(Variant::Mark5), Devices::new(memory))
}

/// Runs for a while, and sets a register.
pub fn poke(timeline: &mut Timeline<Computer>, rng: &mut Rng) {
    timeline.run(100_000, &mut Budget::unlimited());
    let value = rng.below(256) as u8;
    timeline.input(Input::Set(Thing::Reg(3), value));
}

#[cfg(test)]
mod tests {
    use super::*;
    use consoles::{Fast, Model};
    use timeline::Limits;

    #[test]
    fn game_after_game_is_played() {
        let mut rng = Rng::new(1);
        let mut timeline = Timeline::new(Marathon::new(Fast::new(Model::Y2023)));
        while timeline.now() < 3_000_000 {
            Marathon::play(&mut timeline, &mut rng);
        }
        let deeds = timeline.inputs().iter().map(|(_, deed)| deed);
        let games = deeds.filter(|deed| **deed == Deed::SwitchOffAndOn).count();
        assert!(
            games > 10 && timeline.inputs().len() > 10 * games,
            "{games}"
        );
        assert!(timeline.inputs().iter().all(|(at, _)| at % 2 == 0));
    }

    /// The promises about memory and work on a small scale: 100 kB for three million half-ticks, which is 48 MB for an hour
    /// at 400 000 a second.
    fn keeps_its_promises<S: Subject>(subject: S, play: impl Fn(&mut Timeline<S>, &mut Rng)) {
        let limits = Limits {
            bytes: 100_000,
            spacing: 20_000,
        };
        let mut rng = Rng::new(3);
        let mut timeline = Timeline::with_limits(subject, limits);
        while timeline.now() < 3_000_000 {
            play(&mut timeline, &mut rng);
            let usage = timeline.usage();
            assert!(usage.bytes < 5 * limits.bytes / 4, "{usage:?}");
        }
        let worked = |timeline: &mut Timeline<S>, journey: &dyn Fn(&mut Timeline<S>)| {
            let before = timeline.usage().worked;
            journey(timeline);
            timeline.usage().worked - before
        };
        for pace in [Pace::HalfTick, Pace::Clock, Pace::Instruction] {
            for _ in 0..50 {
                let back = worked(&mut timeline, &|timeline| {
                    timeline.step_back(pace, &mut Budget::unlimited());
                });
                assert!(back < 15_000, "{back} half-ticks for a step back");
            }
        }
        for _ in 0..200 {
            let moment = rng.below(3_000_000) as u64;
            let way = worked(&mut timeline, &|timeline| {
                timeline.goto(moment, &mut Budget::unlimited());
            });
            assert!(way < 60_000, "{way} half-ticks for a jump");
            assert_eq!(timeline.now(), moment);
        }
        let gap = timeline.usage().longest_gap;
        assert!(gap < 60_000, "{gap} half-ticks without a checkpoint");
    }

    #[test]
    fn a_long_past_is_small_and_near() {
        let console = Marathon::new(Fast::new(Model::Y2023));
        keeps_its_promises(console, Marathon::play);
        keeps_its_promises(processor(), poke);
    }

    #[test]
    fn the_processor_never_repeats_itself() {
        let mut timeline = Timeline::new(processor());
        for _ in 0..30 {
            poke(&mut timeline, &mut Rng::new(2));
        }
        assert_eq!((timeline.repeats(), timeline.usage().skipped), (None, 0));
        assert!(timeline.subject().stopped().is_none());
    }
}

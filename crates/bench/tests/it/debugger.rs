//! A conversation with a console, without a face.

use bench::debugger::{Debugger, Outcome, Reply, Rush, Said};
use bench::{Engine, Firmware};
use consoles::{Machine, Model};
use texts::Texts;
use timeline::Timeline;

struct Talk<'t> {
    debugger: Debugger<'t>,
    /// The output of the last line.
    said: Vec<Said>,
}

impl<'t> Talk<'t> {
    /// The console of 2022, waiting for the first move.
    fn new(texts: &'t Texts) -> Talk<'t> {
        Talk::of(Model::Y2022, texts)
    }

    /// A console without settings, waiting for the first move.
    fn of(model: Model, texts: &'t Texts) -> Talk<'t> {
        let firmware = Firmware::own(model);
        let time = Timeline::new(Engine::Fast.power_on(&firmware));
        let mut debugger = Debugger::new(time, &firmware, texts);
        let Ok(()) = debugger.begin(None, None, &mut Rush, &mut Vec::new());
        let said = Vec::new();
        Talk { debugger, said }
    }

    fn say(&mut self, line: &str) -> Reply {
        self.said.clear();
        let Ok(reply) = self.debugger.obey(line, &mut Rush, &mut self.said);
        reply
    }

    fn done(&mut self, line: &str) -> u64 {
        assert_eq!(self.say(line), Ok(Outcome::Done), "{line}");
        self.debugger.time.now()
    }

    fn told(&self) -> String {
        let told = self.said.iter().map(|said| match said {
            Said::Words(text) | Said::Lines(text) => text.as_str(),
            Said::Panel | Said::After => "",
        });
        told.collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn what_was_done_is_undone_redone_and_done_otherwise() {
    let texts = Texts::english();
    let mut talk = Talk::new(&texts);
    let asked = talk.debugger.time.now();
    let pits = talk.debugger.machine().panel().pits;
    let answered = talk.done("3");
    assert!(answered > asked);
    assert_eq!(talk.said, [Said::After], "a press shows the panel");
    let after = talk.debugger.machine().panel().pits;
    assert_ne!(after, pits);
    assert_eq!(talk.done("undo"), asked);
    assert_eq!(talk.debugger.machine().panel().pits, pits);
    assert_eq!(talk.done("redo"), answered);
    assert_eq!(talk.debugger.machine().panel().pits, after);
    let none = talk.say("redo").unwrap_err();
    assert_eq!(none, "there are no actions after this moment");
    talk.done("undo");
    talk.done("1");
    assert_ne!(talk.debugger.machine().panel().pits, after);
    // The first future is still there.
    talk.done("futures");
    assert_eq!(talk.told().lines().count(), 2, "{}", talk.told());
    talk.done("future 0");
    talk.done("redo");
    assert_eq!(talk.debugger.machine().panel().pits, after);
    talk.say("future 7").unwrap_err();
    // With nothing left to undo it is at power-on, and says so.
    talk.done("undo");
    assert_eq!(talk.done("undo"), 0);
    assert!(matches!(talk.said[..], [Said::Words(_), Said::After]));
}

#[test]
fn a_point_stops_time_whatever_it_is_let_pass_for_and_is_found_again_backwards() {
    let texts = Texts::english();
    let mut talk = Talk::new(&texts);
    talk.done("tbreak change panel");
    talk.done("break change panel");
    let first = talk.done("3");
    let told = talk.told();
    assert!(told.contains("change panel"), "{told}");
    talk.done("points");
    assert_eq!(talk.told().lines().count(), 1, "what was for once is gone");
    let second = talk.done("settle");
    assert!(second > first);
    let third = talk.done("settle");
    assert!(third > second);
    // Back to just before the last change, and to the one before it.
    let back = talk.done("reverse-continue");
    assert!(second <= back && back < third, "{second} {back} {third}");
    assert!(talk.done("reverse-continue") < second);
    talk.say("delete 9").unwrap_err();
    talk.done("delete 2");
    talk.done("settle");
    assert!(bench::rests(talk.debugger.machine()));
}

#[test]
fn what_is_looked_at_is_said_and_what_is_expected_is_held_against_the_machine() {
    let texts = Texts::english();
    let mut talk = Talk::new(&texts);
    talk.done("display r0");
    talk.done("print south 3, pc");
    assert!(talk.told().starts_with("south 3 = 4\npc = 0x"));
    talk.done("step");
    assert!(talk.told().contains("r0 = 0x"), "a display follows time");
    talk.done("x/4 0xf0");
    assert_eq!(talk.done("expect south 3 = 4"), talk.debugger.time.now());
    let failed = talk.say("expect south 3 = 5");
    assert!(matches!(failed, Ok(Outcome::Failed(_))), "{failed:?}");
    assert_eq!(talk.say("quit"), Ok(Outcome::Quit));
    talk.say("seeds 5").unwrap_err();
    talk.say("until at nowhere").unwrap_err();
    let before = talk.debugger.time.now();
    talk.say("back until south 3 = 40").unwrap_err();
    assert_eq!(
        talk.debugger.time.now(),
        before,
        "nothing found, nothing moved"
    );
}

#[test]
fn the_program_is_listed_and_a_call_is_stepped_over() {
    let texts = Texts::english();
    let mut talk = Talk::of(Model::Y2016, &texts);
    talk.done("list");
    let marked = |told: String| told.lines().filter(|line| line.starts_with('>')).count();
    assert_eq!(marked(talk.told()), 1, "{}", talk.told());
    talk.done("tbreak pass");
    let at_call = talk.done("1");
    let before = talk.debugger.machine().registers();
    talk.done("disassemble pass 2");
    let told = talk.told();
    assert!(told.starts_with("> 0x") && told.contains("pass"), "{told}");
    assert!(told.contains("jsr") && told.lines().count() == 2, "{told}");
    let over = talk.done("next");
    let after = talk.debugger.machine().registers();
    assert_eq!((after.pc, after.sp), (before.pc + 2, before.sp));
    talk.done(&format!("goto {at_call}"));
    let into = talk.done("step");
    assert!(into < over, "a step leads into the subroutine");
    let inside = talk.debugger.machine().registers();
    assert_eq!(inside.sp, before.sp.wrapping_sub(1));
    let next = talk.done("n");
    talk.done("back");
    assert_eq!(talk.done("step"), next, "without a call both are the same");
    talk.say("list nowhere").unwrap_err();
}

//! Random journeys, and the promises about work and memory.

use proptest::prelude::*;
use timeline::{Arrival, Budget, Changes, Holds, Limits, Pace, Probe, Timeline};

use crate::machine::{Poke, ROUND, Toy, plainly};

#[derive(Clone, Debug)]
enum Act {
    Run(u64),
    Goto(u64),
    Poke(u8),
    Back(Pace),
    Step(Pace),
    Switch(u8),
    UntilChange(Pace),
    BackToChange(Pace),
    BackToMultiple(u32),
    Redo,
    Undo,
    RedoNext,
    ThereAndBack(u64),
    Name,
}

fn pace() -> impl Strategy<Value = Pace> {
    prop_oneof![
        Just(Pace::HalfTick),
        Just(Pace::Clock),
        Just(Pace::Instruction)
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => (0..400u64).prop_map(Act::Run),
        3 => (0..1500u64).prop_map(Act::Goto),
        3 => (0..60u8).prop_map(Act::Poke),
        2 => pace().prop_map(Act::Back),
        1 => pace().prop_map(Act::Step),
        1 => any::<u8>().prop_map(Act::Switch),
        1 => pace().prop_map(Act::UntilChange),
        1 => pace().prop_map(Act::BackToChange),
        1 => (2..40u32).prop_map(Act::BackToMultiple),
        1 => Just(Act::Redo),
        1 => Just(Act::Undo),
        1 => Just(Act::RedoNext),
        1 => (0..1500u64).prop_map(Act::ThereAndBack),
        1 => Just(Act::Name),
    ]
}

/// Few bytes, and checkpoints every 16 half-ticks, so that everything happens soon.
fn small(bytes: usize) -> Limits {
    Limits {
        bytes,
        spacing: 1600,
    }
}

/// The moments of a pace before now, latest first, with what a plain run has there and one step later.
fn last_plainly(
    timeline: &Timeline<Toy>,
    pace: Pace,
    met: impl Fn(&Toy, &Toy) -> bool,
) -> Option<u64> {
    use timeline::Subject;
    let (inputs, done, now) = (timeline.inputs(), timeline.inputs_done(), timeline.now());
    let (mut toy, mut taken, mut found) = (Toy::new(), 0, None);
    loop {
        let (before, taken_before) = (toy.clone(), taken);
        while taken < done && inputs[taken].0 == toy.moment {
            toy.take(&inputs[taken].1);
            taken += 1;
        }
        let acted = taken > taken_before;
        if toy.moment == now && !acted {
            return found;
        }
        let stop = inputs.get(taken).map_or(now, |(at, _)| now.min(*at));
        while toy.moment < stop {
            toy.half_tick();
            if toy.is_at(pace) {
                break;
            }
        }
        // An input in the middle of a step ends it.
        if before.is_at(pace) && met(&before, &toy) {
            found = Some(before.moment);
        }
        if toy.moment == now && taken == done {
            return found;
        }
    }
}

fn do_act(timeline: &mut Timeline<Toy>, act: &Act) -> Result<(), TestCaseError> {
    let free = &mut Budget::unlimited();
    match *act {
        Act::Run(count) => {
            let to = timeline.now() + count;
            prop_assert_eq!(timeline.run(count, free), Arrival::There);
            prop_assert_eq!(timeline.now(), to);
        }
        Act::Goto(moment) => {
            prop_assert_eq!(timeline.goto(moment, free), Arrival::There);
            prop_assert_eq!(timeline.now(), moment);
        }
        Act::Poke(number) => timeline.input(Poke(number)),
        Act::Back(pace) => {
            let wanted = last_plainly(timeline, pace, |_, _| true);
            let arrival = timeline.step_back(pace, free);
            let expected = (
                wanted.map_or(Arrival::Start, |_| Arrival::There),
                wanted.unwrap_or(0),
            );
            prop_assert_eq!((arrival, timeline.now()), expected);
        }
        Act::Step(pace) => {
            timeline.step_forward(pace, free);
        }
        Act::Switch(number) => {
            let futures: Vec<_> = timeline.futures().map(|(id, ..)| id).collect();
            let to = futures[usize::from(number) % futures.len()];
            prop_assert_eq!(timeline.switch(to, free), Arrival::There);
            prop_assert_eq!(timeline.here(), to);
        }
        Act::UntilChange(pace) => {
            let was = timeline.subject().value;
            let arrival = timeline.until(pace, &mut Changes::of(|toy: &Toy| toy.value), free);
            match arrival {
                Arrival::There => prop_assert_ne!(timeline.subject().value, was),
                other => prop_assert_eq!(other, Arrival::Never),
            }
        }
        Act::BackToChange(pace) => {
            let wanted = last_plainly(timeline, pace, |before, after| before.value != after.value);
            let watch = &mut Changes::of(|toy: &Toy| toy.value);
            timeline.back_until(pace, watch, free);
            prop_assert_eq!(timeline.now(), wanted.unwrap_or(0));
        }
        Act::BackToMultiple(of) => {
            let holds = |toy: &Toy| toy.value.is_multiple_of(of);
            let wanted = last_plainly(timeline, Pace::HalfTick, |before, _| holds(before));
            timeline.back_until(Pace::HalfTick, &mut Holds(holds), free);
            prop_assert_eq!(timeline.now(), wanted.unwrap_or(0));
        }
        Act::Redo => {
            timeline.redo();
        }
        Act::Undo => {
            let last = timeline.inputs()[..timeline.inputs_done()].last();
            let wanted = last.map_or((Arrival::Start, 0), |(at, _)| (Arrival::There, *at));
            prop_assert_eq!((timeline.undo(free), timeline.now()), wanted);
        }
        Act::RedoNext => {
            let here = timeline.standing();
            let next = timeline.inputs().get(here.done).map(|(at, _)| *at);
            match timeline::talk::redo(timeline, free) {
                Err(_) => prop_assert_eq!((next, timeline.standing()), (None, here)),
                Ok(arrival) => {
                    prop_assert_eq!(arrival, Arrival::There);
                    prop_assert_eq!(Some(timeline.now()), next);
                    let after = timeline.inputs().get(timeline.inputs_done());
                    prop_assert!(after.is_none_or(|(at, _)| *at > timeline.now()));
                }
            }
        }
        Act::ThereAndBack(moment) => {
            let here = timeline.standing();
            timeline.goto(moment.min(here.moment), free);
            prop_assert_eq!(timeline.return_to(here, free), Arrival::There);
            prop_assert_eq!(timeline.standing(), here);
        }
        Act::Name => timeline.name("here"),
    }
    Ok(())
}

fn journey(acts: &[Act], bytes: usize) -> Result<(), TestCaseError> {
    let mut timeline = Timeline::with_limits(Toy::new(), small(bytes));
    for act in acts {
        do_act(&mut timeline, act)?;
        let expected = plainly(timeline.inputs(), timeline.inputs_done(), timeline.now());
        prop_assert_eq!(timeline.subject(), &expected, "after {:?}", act);
        prop_assert!(timeline.end() >= timeline.now());
    }
    Ok(())
}

proptest! {
    #[test]
    fn journeys_equal_plain_running(acts in proptest::collection::vec(act(), 1..40), bytes in 300..20_000usize) {
        journey(&acts, bytes)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50_000))]
    #[test]
    #[ignore = "minutes: the same with many more journeys"]
    fn many_journeys_equal_plain_running(acts in proptest::collection::vec(act(), 1..120), bytes in 300..20_000usize) {
        journey(&acts, bytes)?;
    }

}

#[test]
fn a_search_back_leaves_what_had_not_been_done_yet_at_its_moment() {
    let acts = [
        Act::UntilChange(Pace::Clock),
        Act::Poke(0),
        Act::Poke(1),
        Act::BackToChange(Pace::HalfTick),
        Act::Redo,
        Act::BackToChange(Pace::HalfTick),
    ];
    journey(&acts, 300).unwrap();
}

/// With room for no more than the first and the newest checkpoint of each future.
#[test]
fn a_round_is_found_with_hardly_any_checkpoints() {
    let mut timeline = Timeline::with_limits(Toy::new(), small(300));
    for future in 1..20 {
        timeline.run(200, &mut Budget::unlimited());
        timeline.goto(100, &mut Budget::unlimited());
        timeline.input(Poke(future));
    }
    let never = &mut Holds(|toy: &Toy| toy.turn == ROUND);
    let arrival = timeline.until(Pace::HalfTick, never, &mut Budget::half_ticks(100_000));
    assert_eq!(arrival, Arrival::Never);
}

#[test]
fn an_idle_machine_is_skipped_over() {
    let mut timeline = Timeline::with_limits(Toy::new(), small(10_000));
    let mut looks = 0;
    let mut clock = || {
        looks += 1;
        false
    };
    let far = 1_000_000_000_001;
    assert_eq!(
        timeline.run(far, &mut Budget::until(&mut clock)),
        Arrival::There
    );
    assert!(looks < 100, "{looks}");
    assert_eq!(
        u64::from(timeline.subject().turn),
        (far - 40) % u64::from(ROUND)
    );
    timeline.input(Poke(7));
    timeline.run(5, &mut Budget::unlimited());
    timeline.goto(500_000_000_000, &mut Budget::half_ticks(1000));
    assert_eq!(
        u64::from(timeline.subject().turn),
        (500_000_000_000 - 40) % u64::from(ROUND)
    );
    assert!(timeline.usage().skipped > 999_999_000_000);
}

#[test]
fn what_never_happens_is_known() {
    let mut timeline = Timeline::with_limits(Toy::new(), small(10_000));
    let mut turns_to_nine = Holds(|toy: &Toy| toy.turn == 9);
    let arrival = timeline.until(Pace::HalfTick, &mut turns_to_nine, &mut Budget::unlimited());
    assert_eq!(arrival, Arrival::Never);
    timeline.goto(2000, &mut Budget::unlimited());
    timeline.input(Poke(3));
    timeline.goto(50, &mut Budget::unlimited());
    // Later inputs are waited for.
    let mut busy = Changes::of(|toy: &Toy| toy.busy);
    let arrival = timeline.until(Pace::HalfTick, &mut busy, &mut Budget::unlimited());
    assert_eq!((arrival, timeline.now()), (Arrival::There, 2001));
}

#[test]
fn the_budget_is_kept_and_every_journey_goes_on() {
    let mut timeline = Timeline::with_limits(Toy::new(), small(100_000));
    timeline.input(Poke(255));
    for at in 1..20 {
        timeline.goto(at * 200, &mut Budget::unlimited());
        timeline.input(Poke(250));
    }
    let forwards = |timeline: &mut Timeline<Toy>, budget: &mut Budget| timeline.goto(9_000, budget);
    let mut calls = 0;
    while forwards(&mut timeline, &mut Budget::half_ticks(10)) == Arrival::OutOfBudget {
        calls += 1;
    }
    assert!(calls > 100, "{calls}");
    assert_eq!(timeline.now(), 9_000);
    let mut hunt = timeline.hunt(Pace::HalfTick);
    let mut first = Holds(|toy: &Toy| toy.moment == 77);
    let mut calls = 1;
    loop {
        let from = timeline.now();
        match timeline.hunt_on(&mut hunt, &mut first, &mut Budget::half_ticks(50)) {
            Arrival::OutOfBudget => calls += 1,
            arrival => {
                assert_eq!((arrival, timeline.now()), (Arrival::There, 77));
                break;
            }
        }
        assert!(from.abs_diff(timeline.now()) <= 9_000);
    }
    assert!(calls > 20, "{calls}");
    assert_eq!(hunt.origin(), 9_000);
}

#[test]
fn the_budget_is_kept_however_long_the_run() {
    let mut timeline = Timeline::with_limits(Toy::new(), small(20_000));
    for _ in 0..4000 {
        timeline.input(Poke(200));
        timeline.run(190, &mut Budget::unlimited());
        let usage = timeline.usage();
        assert!(usage.bytes < 25_000, "{usage:?}");
        assert!(usage.longest_gap < 3000 + timeline.now() / 10, "{usage:?}");
    }
    assert!(timeline.usage().checkpoints > 100);
}

#[test]
fn doing_the_same_again_follows_the_old_future() {
    let mut timeline = Timeline::new(Toy::new());
    timeline.run(10, &mut Budget::unlimited());
    timeline.input(Poke(3));
    timeline.run(10, &mut Budget::unlimited());
    timeline.goto(10, &mut Budget::unlimited());
    timeline.input(Poke(3));
    assert_eq!(timeline.futures().count(), 1);
    timeline.goto(10, &mut Budget::unlimited());
    timeline.input(Poke(4));
    let futures: Vec<_> = timeline.futures().collect();
    assert_eq!(futures.len(), 2);
    assert_eq!(futures[1].1, Some((futures[0].0, 10)));
    timeline.run(90, &mut Budget::unlimited());
    timeline.switch(futures[0].0, &mut Budget::unlimited());
    assert_eq!((timeline.now(), timeline.end()), (10, 20));
    assert_eq!(timeline.marks().len(), 1);
}

#[test]
fn signals_are_recorded_in_a_ring() {
    let mut timeline = Timeline::new(Toy::new());
    let probe = |name: &str, read: fn(&Toy) -> u8| Probe {
        name: name.to_owned(),
        width: 8,
        read: Box::new(move |toy: &Toy| read(toy).into()),
    };
    let probes = vec![
        probe("turn", |toy| toy.turn),
        probe("busy", |toy| toy.busy as u8),
    ];
    timeline.record(probes, 100);
    timeline.run(500, &mut Budget::unlimited());
    let ring = timeline.recording().unwrap();
    assert_eq!(ring.span(), (400, 500));
    assert_eq!(ring.changes().count(), 100);
    timeline.goto(450, &mut Budget::unlimited());
    timeline.run(30, &mut Budget::unlimited());
    assert_eq!(timeline.recording().unwrap().span(), (400, 500));
    timeline.input(Poke(2));
    timeline.run(1, &mut Budget::unlimited());
    let ring = timeline.stop_recording().unwrap();
    assert_eq!(ring.span(), (400, 481));
    let mut vcd = Vec::new();
    ring.write_vcd(&mut vcd, "a toy", "toy").unwrap();
    let vcd = String::from_utf8(vcd).unwrap();
    assert!(
        vcd.contains("$scope module toy $end") && vcd.contains("#400\n$dumpvars"),
        "{vcd}"
    );
    assert!(
        vcd.ends_with("#480\nb00000000 !\nb00000010 \"\n#481\nb00000001 \"\n#482\n"),
        "{vcd}"
    );
}

//! Stop conditions of consoles: the same moments with every engine, forwards and backwards.

use consoles::{
    Button, Code, Fast, Hand, Machine, Model, Powered, Processor, Stop, Stops, Thing, Wired,
};
use kalah::Side;
use timeline::{Arrival, Budget, Pace, Timeline};

/// Every kind of stop, in no particular order.
fn stops(model: Model) -> Vec<Stop> {
    let code = Code::new(model);
    let (label, cell) = match model {
        Model::Y2016 | Model::Y2016Mirror => ("human", "IO"),
        Model::Y2022 => ("human:0", "LAST"),
        Model::Y2023 => ("user:0", "MESSAGE"),
    };
    let (places, cell) = (code.places(label).unwrap(), code.cell(cell).unwrap());
    vec![
        Stop::At(places),
        Stop::Writes(cell),
        Stop::Changes(Thing::Cell(cell)),
        Stop::Becomes(Thing::Pc, 6),
        Stop::Becomes(Thing::Pit(Side::South, 3), 0),
        Stop::Changes(Thing::Store(Side::South)),
        Stop::Panel,
        Stop::Waits,
    ]
}

/// Presses what starts a game and makes a move, and reports where every stop is met in it, forwards from
/// power-on and backwards from the end.
fn met<M: Machine>(machine: M) -> Vec<(usize, Vec<u64>)> {
    let model = machine.model();
    let mut timeline = Timeline::new(Powered(machine));
    let free = &mut Budget::unlimited();
    let settings = [Button::Seeds(4), Button::First(Side::South)];
    let buttons = settings.iter().chain(&[Button::Pit(3)]);
    for &button in buttons.filter(|button| model.has_button(**button)) {
        let waits = &mut Stops::new(vec![Stop::Waits]);
        let arrival = timeline.until(Pace::HalfTick, waits, free);
        assert_eq!(arrival, Arrival::There, "{model}");
        timeline.input(Hand::Press(button));
    }
    timeline.run(600, free);
    let end = timeline.now();
    let mut all = Vec::new();
    for (number, stop) in stops(model).into_iter().enumerate() {
        let watch = || Stops::new(vec![stop.clone()]);
        let mut moments = Vec::new();
        timeline.goto(0, free);
        while timeline.now() < end {
            let mut watch = watch();
            let budget = &mut Budget::half_ticks(end - timeline.now());
            if timeline.until(Pace::HalfTick, &mut watch, budget) == Arrival::There {
                assert_eq!(watch.met(), Some(0));
                moments.push(timeline.now());
            }
        }
        timeline.goto(end, free);
        let mut back = Vec::new();
        while timeline.back_until(Pace::HalfTick, &mut watch(), free) == Arrival::There {
            back.push(timeline.now());
        }
        back.reverse();
        let just_before = u64::from(!matches!(stop, Stop::At(_)));
        let forwards = moments.iter().map(|moment| moment - just_before);
        let pressed: Vec<u64> = timeline.inputs().iter().map(|(at, _)| *at).collect();
        // A press changes the panel at its very moment: backwards that is where it leads.
        back.retain(|at| !pressed.contains(at) || moments.contains(&(at + just_before)));
        let forwards: Vec<u64> = forwards.filter(|at| *at < end).collect();
        assert_eq!(back, forwards, "{model}, {stop:?}");
        all.push((number, moments));
    }
    all
}

#[test]
fn stops_are_met_at_the_same_moments_with_every_engine() {
    for model in [Model::Y2016, Model::Y2022, Model::Y2023] {
        let fast = met(Fast::new(model));
        let count = |number: usize| fast[number].1.len();
        assert!((0..8).all(|number| count(number) > 0), "{model}: {fast:?}");
        assert_eq!(met(Wired::new(model, Processor::Native)), fast, "{model}");
        assert_eq!(met(Wired::new(model, Processor::Gates)), fast, "{model}");
    }
}

#[test]
fn of_several_stops_the_one_that_was_met_is_told() {
    let mut timeline = Timeline::new(Powered(Fast::new(Model::Y2022)));
    let mut watch = Stops::new(vec![Stop::Halts, Stop::Waits, Stop::Panel]);
    let free = &mut Budget::unlimited();
    timeline.until(Pace::HalfTick, &mut watch, free);
    assert_eq!(watch.met(), Some(2));
    let mut watch = Stops::new(vec![Stop::Halts]);
    assert_eq!(
        timeline.until(Pace::HalfTick, &mut watch, free),
        Arrival::Never
    );
    assert_eq!(watch.met(), None);
}

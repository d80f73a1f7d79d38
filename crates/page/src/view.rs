//! The values of the libraries in the page's form.

use kalah::{BySide, Capture, End, Lift, Pit, Position as Board, Side, Sowing};
use serde::Serialize;
use texts::judging::{self, Proof, Worth};
use texts::wording::{self, People};

use texts::Texts;

/// Pit 0 is the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct House {
    pub side: Side,
    pub pit: usize,
}

impl From<kalah::House> for House {
    fn from(place: kalah::House) -> House {
        match place {
            kalah::House::Pit { side, pit } => House {
                side,
                pit: pit.number(),
            },
            kalah::House::Store { side } => House { side, pit: 0 },
        }
    }
}

#[derive(Serialize)]
pub struct Rules {
    text: String,
    preset: Option<&'static str>,
    pits: usize,
    seeds: u16,
    capture: Capture,
    end: End,
    lift: Lift,
}

impl From<kalah::Rules> for Rules {
    fn from(rules: kalah::Rules) -> Rules {
        Rules {
            text: rules.to_string(),
            preset: rules.preset().map(kalah::Preset::name),
            pits: rules.pits(),
            seeds: rules.seeds(),
            capture: rules.capture(),
            end: rules.end(),
            lift: rules.lift(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    text: String,
    pits: BySide<Vec<u16>>,
    stores: BySide<u16>,
    to_move: Side,
    legal: Vec<Pit>,
    over: bool,
}

impl From<&Board> for Position {
    fn from(position: &Board) -> Position {
        Position {
            text: position.to_string(),
            pits: BySide::of(|side| position.pits(side).collect()),
            stores: BySide::of(|side| position.store(side)),
            to_move: position.to_move(),
            legal: position.legal_moves().collect(),
            over: position.is_over(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Lift,
    Sow,
    Capture,
    Sweep,
}

/// A house and the seeds it has.
#[derive(Serialize)]
struct Count {
    house: House,
    seeds: u16,
}

/// One step of a move.
#[derive(Serialize)]
struct Frame {
    kind: Kind,
    house: House,
    to: Option<House>,
    moved: u16,
    changes: Vec<Count>,
}

#[derive(Serialize)]
struct Captured {
    own: House,
    from: House,
    opposite: u16,
    total: u16,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Story {
    side: Side,
    pit: Pit,
    seeds: u16,
    path: Vec<House>,
    frames: Vec<Frame>,
    capture: Option<Captured>,
    extra_turn: bool,
    over: bool,
    sweep: Vec<Count>,
    sentence: String,
    before: Position,
    after: Position,
}

impl Story {
    pub fn new(sowing: &Sowing, texts: &Texts, people: &People) -> Story {
        let capture = sowing.capture.map(|capture| Captured {
            own: capture.own.into(),
            from: capture.opposite.into(),
            opposite: capture.from_opposite,
            total: capture.seeds(),
        });
        let count = |&(house, seeds): &(kalah::House, u16)| Count {
            house: house.into(),
            seeds,
        };
        Story {
            side: sowing.mover,
            pit: sowing.pit,
            seeds: sowing.seeds,
            path: sowing.path.iter().map(|&place| place.into()).collect(),
            frames: Frames::of(sowing),
            capture,
            extra_turn: sowing.extra_turn,
            over: sowing.over,
            sweep: sowing.sweep.iter().map(count).collect(),
            sentence: wording::sowing(texts, sowing, people),
            before: (&sowing.before).into(),
            after: (&sowing.after).into(),
        }
    }
}

/// A board during the steps of a move.
struct Frames {
    seeds: Vec<(kalah::House, u16)>,
    told: Vec<Frame>,
}

impl Frames {
    fn of(sowing: &Sowing) -> Vec<Frame> {
        let before = &sowing.before;
        let mut frames = Frames {
            seeds: Side::BOTH
                .into_iter()
                .flat_map(|side| houses(before.rules(), side))
                .map(|place| (place, before.seeds(place)))
                .collect(),
            told: Vec::new(),
        };
        let (mover, pit) = (sowing.mover, sowing.pit);
        frames.sow(sowing, kalah::House::Pit { side: mover, pit });
        if let Some(capture) = sowing.capture {
            let store = kalah::House::Store { side: mover };
            let moves = [
                (capture.own, -1),
                (capture.opposite, -i32::from(capture.from_opposite)),
                (store, i32::from(capture.seeds())),
            ];
            frames.tell(
                Kind::Capture,
                capture.own,
                Some(store),
                capture.seeds(),
                &moves,
            );
        }
        for &(place, seeds) in &sowing.sweep {
            let store = kalah::House::Store { side: place.side() };
            let moves = [(place, -i32::from(seeds)), (store, i32::from(seeds))];
            frames.tell(Kind::Sweep, place, Some(store), seeds, &moves);
        }
        frames.told
    }

    /// Seeds are lifted all at once, or each as it is sown.
    fn sow(&mut self, sowing: &Sowing, from: kalah::House) {
        let at_once = sowing.before.rules().lift() == Lift::All;
        let lifted = match at_once {
            true => -i32::from(sowing.seeds),
            false => 0,
        };
        self.tell(Kind::Lift, from, None, sowing.seeds, &[(from, lifted)]);
        for &place in &sowing.path {
            let each = [(from, -1), (place, 1)];
            let moves = if at_once { &each[1..] } else { &each[..] };
            self.tell(Kind::Sow, place, Some(place), 1, moves);
        }
    }

    fn tell(
        &mut self,
        kind: Kind,
        place: kalah::House,
        to: Option<kalah::House>,
        moved: u16,
        moves: &[(kalah::House, i32)],
    ) {
        let mut changes: Vec<Count> = Vec::new();
        for &(place, by) in moves {
            let known = self.seeds.iter_mut().find(|(known, _)| *known == place);
            let Some((_, seeds)) = known else { continue };
            *seeds = (i32::from(*seeds) + by) as u16;
            changes.push(Count {
                house: place.into(),
                seeds: *seeds,
            });
        }
        self.told.push(Frame {
            kind,
            house: place.into(),
            to: to.map(House::from),
            moved,
            changes,
        });
    }
}

/// The pits of a side and its store.
fn houses(rules: kalah::Rules, side: Side) -> impl Iterator<Item = kalah::House> {
    let pits = (1..=rules.pits()).filter_map(Pit::new);
    let pits = pits.map(move |pit| kalah::House::Pit { side, pit });
    pits.chain([kalah::House::Store { side }])
}

/// The stories of consecutive moves, as far as they are legal.
pub fn line(position: &Board, pits: &[Pit], texts: &Texts, people: &People) -> Vec<Story> {
    let mut position = *position;
    let mut stories = Vec::new();
    for &pit in pits {
        let Ok(sowing) = position.sow(pit) else { break };
        stories.push(Story::new(&sowing, texts, people));
        position = sowing.after;
    }
    stories
}

#[derive(Clone, Serialize)]
pub struct Value {
    kind: &'static str,
    margin: i32,
    lower: i32,
    upper: i32,
    text: String,
}

impl Value {
    pub fn new(worth: Worth, texts: &Texts) -> Value {
        Value {
            kind: match worth.proof() {
                Proof::Exact => "exact",
                Proof::Least => "least",
                Proof::Most => "most",
                Proof::About => "about",
            },
            margin: worth.margin,
            lower: worth.bounds.lower,
            upper: worth.bounds.upper,
            text: judging::worth(texts, worth),
        }
    }
}

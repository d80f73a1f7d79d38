//! The meaning of each light: by its words, by its reaction to a move, and by when it comes on in whole games.

use kalah::Side;

use super::Writer;
use crate::panel::in_quotes;
use crate::survey::board::Board;
use crate::survey::words::Says;

/// A light of the sheet, and whether it is on when it means no.
#[derive(Clone, Copy)]
struct Found {
    index: usize,
    is_low: bool,
}

/// Why a light with the right words is left out.
struct Doubt {
    path: String,
    words: String,
}

impl Writer<'_> {
    pub(super) fn lights(&mut self) {
        self.line("[lights]");
        let mut taken: Vec<(Says, usize)> = Vec::new();
        let mut dark: Vec<(Says, &str)> = Vec::new();
        for (says, name) in Says::ALL {
            match self.light(says, &taken) {
                Ok(Some(found)) => {
                    taken.push((says, found.index));
                    self.line(self.written(name, found));
                }
                Ok(None) => {
                    self.line(format!("# {name} = \"\""));
                    dark.push((says, name));
                }
                Err(Doubt { path, words }) => {
                    self.line(format!("# {name} = {} # {words}", in_quotes(&path)));
                    self.missing.push(format!(
                        "no sure '{name}': {path} ({words}) is on during the game too; name it together with 'over' if it shows who is ahead"
                    ));
                }
            }
        }
        self.missing.extend(no_lights(&dark));
        if self.board.is_some_and(Board::has_two_people) {
            let south = taken.iter().find(|(says, _)| *says == Says::YourTurn);
            self.north_turn(south.map(|(_, index)| *index));
        }
    }

    fn written(&self, name: &str, found: Found) -> String {
        let light = &self.sheet.lights[found.index];
        let sign = if found.is_low { "not " } else { "" };
        let path = in_quotes(&format!("{sign}{}", light.path));
        match light.words.trim() {
            "" => format!("{name} = {path}"),
            words => format!("{name} = {path} # {words}"),
        }
    }

    fn light(&self, says: Says, taken: &[(Says, usize)]) -> Result<Option<Found>, Doubt> {
        let lights = &self.sheet.lights;
        let is_free =
            |at: &usize| !taken.iter().any(|(_, one)| one == at) && !self.is_on_board(*at);
        let worded = (0..lights.len()).find(|at| says.fits(&lights[*at]) && is_free(at));
        if says == Says::YourTurn {
            return Ok(self.turn_light(worded));
        }
        let Some(index) = worded else {
            let silent = |at: &usize| !Says::ALL.iter().any(|(says, _)| says.fits(&lights[*at]));
            let all = (0..lights.len()).filter(|at| is_free(at) && silent(at));
            return Ok(all.filter_map(|at| self.by_deeds(says, at)).next());
        };
        let is_low = self.is_low(says, index);
        let is_outcome = matches!(says, Says::SouthWins | Says::NorthWins | Says::Draw);
        let has_over = taken.iter().any(|(says, _)| *says == Says::Over);
        let walk = self.board.map(|board| &board.walk);
        let too_early = walk
            .and_then(|walk| walk.on.get(index))
            .is_some_and(|&on| on);
        match is_outcome && too_early && !is_low && !has_over {
            true => Err(Doubt {
                path: lights[index].path.clone(),
                words: lights[index].words.trim().to_owned(),
            }),
            false => Ok(Some(Found { index, is_low })),
        }
    }

    /// A light of the board itself means nothing else.
    fn is_on_board(&self, index: usize) -> bool {
        let path = in_quotes(&self.sheet.lights[index].path);
        let mut numbers = self.board.iter().flat_map(|board| &board.numbers);
        numbers.any(|number| number.toml.contains(&path))
    }

    /// Whether a light with the right words was seen to go out when it should come on.
    fn is_low(&self, says: Says, index: usize) -> bool {
        let Some(walk) = self.board.map(|board| &board.walk) else {
            return false;
        };
        if says == Says::Error {
            let refused = walk.refused.as_ref();
            return refused.is_some_and(|(before, after)| before[index] && !after[index]);
        }
        let always_on = walk.off.get(index) == Some(&false);
        always_on && walk.endings.iter().any(|ending| !ending.lights[index])
    }

    /// The meaning of a light without words, from when it is on.
    fn by_deeds(&self, says: Says, index: usize) -> Option<Found> {
        let walk = &self.board?.walk;
        if says == Says::Error {
            let (before, after) = walk.refused.as_ref()?;
            let is_low = before[index];
            let tells = before[index] != after[index] && walk.start[index] == before[index];
            return tells.then_some(Found { index, is_low });
        }
        let is_low = match (walk.on.get(index)?, walk.off.get(index)?) {
            (false, true) => false,
            (true, false) => true,
            _ => return None,
        };
        let wanted = |winner: Option<Side>| match says {
            Says::Over => true,
            Says::SouthWins => winner == Some(Side::South),
            Says::NorthWins => winner == Some(Side::North),
            _ => winner.is_none(),
        };
        let first = walk.endings.first()?;
        let differ = walk.endings.iter().any(|one| one.winner != first.winner);
        let tells = |on: bool| walk.endings.iter().any(|one| wanted(one.winner) == on);
        let fits = walk
            .endings
            .iter()
            .all(|one| (one.lights[index] != is_low) == wanted(one.winner));
        let enough = differ && tells(true) && (says == Says::Over || tells(false));
        (fits && enough).then_some(Found { index, is_low })
    }

    /// "Your turn" by its words, or by its reaction to a move.
    fn turn_light(&self, worded: Option<usize>) -> Option<Found> {
        let board = self.board;
        let blinks = board.map(|board| &board.blinks[..]).unwrap_or_default();
        let two_people = board.is_some_and(Board::has_two_people);
        let asks = |at: usize| {
            blinks.get(at).is_some_and(|blink| match two_people {
                _ if !blink.steady => false,
                true => blink.before && !blink.after,
                false => blink.before && blink.after && blink.off_between,
            })
        };
        let asks_low = |at: usize| {
            blinks.get(at).is_some_and(|blink| match two_people {
                _ if !blink.steady => false,
                true => !blink.before && blink.after,
                false => !blink.before && !blink.after && blink.on_between,
            })
        };
        let found = |index, is_low| Some(Found { index, is_low });
        let mut free = (0..self.sheet.lights.len()).filter(|&at| !self.is_on_board(at));
        match worded {
            Some(at) => found(at, asks_low(at) && !asks(at)),
            None => match (
                free.clone().find(|&at| asks(at)),
                free.find(|&at| asks_low(at)),
            ) {
                (Some(at), _) => found(at, false),
                (None, Some(at)) => found(at, true),
                _ => None,
            },
        }
    }

    /// The second person's light, or the only light for the turn inverted.
    fn north_turn(&mut self, south: Option<usize>) {
        let blinks = self.board.map(|board| &board.blinks[..]);
        let mut blinks = blinks.unwrap_or_default().iter().enumerate();
        let own = blinks
            .find(|(at, blink)| blink.steady && !blink.before && blink.after && south != Some(*at));
        let own = own.map(|(index, _)| index);
        let other = |index: usize| {
            let is_low = self
                .turn_light(Some(index))
                .is_some_and(|found| found.is_low);
            Found {
                index,
                is_low: !is_low,
            }
        };
        let found = match own {
            Some(index) => Some(Found {
                index,
                is_low: false,
            }),
            None => south.map(other),
        };
        match found {
            Some(found) => self.line(self.written("north-turn", found)),
            None => self
                .missing
                .push("a light for the second person's turn: north-turn = \"/LED\"".to_owned()),
        }
    }
}

fn no_lights(dark: &[(Says, &str)]) -> Vec<String> {
    let is_turn = |(says, _): &&(Says, &str)| *says == Says::YourTurn;
    let turn = dark.iter().find(is_turn).map(|_| {
        "no light says 'your-turn': write a light, \"not /LED\" or a condition such as '/state = 3'; without it the console \
         waits when its board has not changed for [limits] quiet half-ticks"
            .to_owned()
    });
    let others = dark.iter().filter(|one| !is_turn(one));
    let others: Vec<&str> = others.map(|(_, name)| *name).collect();
    let others = (!others.is_empty()).then(|| {
        let names = others.join(", ");
        format!("lights for {names}: what is not named is not tested")
    });
    turn.into_iter().chain(others).collect()
}

//! A picture of a console with everything its panel file names marked on it, for checking a proposal at a glance.

use std::fmt::Write;

use circuit::netlist::InstanceId;
use circuit::picture::Live;
use circuit::sim::Simulator;
use circuit::svg;
use kalah::Side;

use super::{Name, Panel, Shown, Steps, in_quotes};

/// Colours of the person's things, the computer's, and lights.
const SOUTH: &str = "#0b6b2d";
const NORTH: &str = "#8a1c1c";
const LIGHT: &str = "#5b3aa6";

/// A name of the panel file, to be shown on a drawing and corrected by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its role in the panel.
    pub says: String,
    /// The name.
    pub path: String,
    /// Where the part is on the top sheet, or the chip it is in; `None` if it does not exist.
    pub at: Option<(i32, i32)>,
}

/// A name of the panel, and its role.
struct Mark<'p> {
    name: &'p Name,
    says: String,
    colour: &'static str,
    /// Not one of the other digits of a number.
    is_first: bool,
}

impl Panel {
    /// The top sheet as SVG, with everything the panel names marked on it. Parts inside a chip are marked at the chip.
    pub fn picture(&self, simulator: &Simulator) -> String {
        let design = simulator.design();
        let live = Live {
            simulator,
            instance: InstanceId::ROOT,
        };
        let circuit = design.circuit(InstanceId::ROOT);
        let picture = svg::draw(&design.project, circuit, Some(live));
        let mut marks =
            String::from("<g font-family=\"sans-serif\" font-size=\"13\" font-weight=\"bold\">\n");
        for mark in self.marks().into_iter().filter(|mark| mark.is_first) {
            let Some((x, y)) = place(&mark.name.text, simulator) else {
                continue;
            };
            let Mark { says, colour, .. } = mark;
            let _ = writeln!(
                marks,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>\
                 <text x=\"{}\" y=\"{}\" fill=\"{colour}\" stroke=\"white\" stroke-width=\"3\" paint-order=\"stroke\">{says}</text>",
                x + 12,
                y - 14
            );
        }
        let (body, end) = picture.rsplit_once("</svg>").unwrap_or((&picture, ""));
        format!("{body}{marks}</g>\n</svg>{end}")
    }

    /// Everything the panel names, as marked on the picture.
    pub fn spots(&self, simulator: &Simulator) -> Vec<Spot> {
        let marks = self.marks().into_iter();
        let spot = |mark: Mark<'_>| Spot {
            path: mark.name.text.clone(),
            at: place(&mark.name.text, simulator),
            says: mark.says,
        };
        marks.map(spot).collect()
    }

    /// The text of the panel file with another name in place of one of the [`Panel::spots`].
    pub fn renamed(&self, spot: usize, path: &str) -> Option<String> {
        let marks = self.marks();
        let at = marks.get(spot)?.name.at.clone();
        let text = &self.source.text;
        let (before, after) = (text.get(..at.start)?, text.get(at.end..)?);
        Some(format!("{before}{}{after}", in_quotes(path)))
    }

    /// Everything the panel names.
    fn marks(&self) -> Vec<Mark<'_>> {
        let mut marks = Vec::new();
        for side in Side::BOTH {
            let colour = colour_of(side);
            let row = &self.houses[side];
            for (index, shown) in row.iter().enumerate() {
                let says = match index + 1 == row.len() {
                    true => format!("{} store", word(side)),
                    false => format!("{} {}", word(side), index + 1),
                };
                let names = names(shown).into_iter().enumerate();
                marks.extend(names.map(|(digit, name)| Mark {
                    name,
                    says: match digit {
                        0 => says.clone(),
                        _ => format!("{says}, digit {}", digit + 1),
                    },
                    colour,
                    is_first: digit == 0,
                }));
            }
            for (index, steps) in self.buttons[side].iter().enumerate() {
                let says = format!("press {}", index + 1);
                marks.extend(button(steps).map(|name| Mark {
                    name,
                    says,
                    colour,
                    is_first: true,
                }));
            }
        }
        let others = [
            ("reset", &self.reset),
            ("start", &self.start),
            ("computer moves", &self.computer_move),
        ];
        for (says, steps) in others {
            let name = steps.as_ref().and_then(button);
            marks.extend(name.map(|name| light(name, says)));
        }
        let lights = [
            ("your turn", &self.your_turn),
            ("north's turn", &self.north_turn),
            ("over", &self.over),
            ("error", &self.error),
            ("asks for settings", &self.ask_settings),
        ];
        for (says, name) in lights {
            marks.extend(name.as_ref().map(|name| light(name, says)));
        }
        let ends = [
            ("south wins", &self.outcome.south),
            ("north wins", &self.outcome.north),
            ("draw", &self.outcome.draw),
        ];
        for (says, names) in ends {
            marks.extend(names.iter().map(|name| light(name, says)));
        }
        for (index, name) in self.lamps.iter().enumerate() {
            marks.push(light(name, &format!("lamp {}", index + 1)));
        }
        marks
    }
}

fn colour_of(side: Side) -> &'static str {
    match side {
        Side::South => SOUTH,
        Side::North => NORTH,
    }
}

fn word(side: Side) -> &'static str {
    match side {
        Side::South => "south",
        Side::North => "north",
    }
}

fn light<'p>(name: &'p Name, says: &str) -> Mark<'p> {
    Mark {
        name,
        says: says.to_owned(),
        colour: LIGHT,
        is_first: true,
    }
}

/// The names of the parts that show a number, in order.
fn names(shown: &Shown) -> Vec<&Name> {
    match shown {
        Shown::One(name) | Shown::Bcd(name) | Shown::Tty(name, _) => vec![name],
        Shown::Digits(digits) => digits.iter().flat_map(names).collect(),
        Shown::Bits(names) | Shown::Count(names) | Shown::Segments(names) => names.iter().collect(),
    }
}

fn button(steps: &Steps) -> Option<&Name> {
    steps.0.first()
}

/// Where a name is on the top sheet: the part itself, or the chip it is in.
fn place(text: &str, simulator: &Simulator) -> Option<(i32, i32)> {
    let path = &text[text.find('/')?..];
    let path = path.split([' ', '[', '=']).next()?;
    let steps = path.match_indices('/').map(|(at, _)| at).skip(1);
    let ends = steps.chain([path.len()]);
    let mut parts = ends.filter_map(|end| simulator.find(&path[..end]).ok());
    let at = simulator.design().component(parts.next()?).location;
    Some((at.x, at.y))
}

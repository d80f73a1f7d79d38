//! The panel as characters: the computer's row above, the stores at the ends, lights in the middle, as the boards have it.

use console::{Button, Light, Model, Panel};
use kalah::Side;
use serde_json::{Value, json};

use crate::paint::Paint;

/// Characters a display takes with the space around it.
const CELL: usize = 6;
const STORE: usize = 6;

/// The lines of a panel.
pub fn lines(panel: &Panel, half_ticks: u64, paint: Paint) -> Vec<String> {
    let [south, north] = panel.pits;
    let margin = " ".repeat(STORE);
    let reversed: Vec<String> = north.iter().rev().map(|&seeds| display(seeds)).collect();
    let row: Vec<String> = south.iter().map(|&seeds| display(seeds)).collect();
    let gap = " ".repeat(6 * CELL);
    let [south_store, north_store] = panel.stores.map(display);
    let title = format!("The console of {}, half-tick {half_ticks}", panel.model);
    let mut lines = vec![paint.strong(&title), String::new()];
    if panel.model == Model::Y2023 {
        lines.push(format!("{margin}{}", lamps(panel, paint)));
    }
    lines.push(format!("{margin}{}   computer", cells(&reversed)));
    lines.push(format!("{}{gap}{}", cell(&north_store), cell(&south_store)));
    lines.push(format!("{margin}{}   human", cells(&row)));
    let buttons: Vec<String> = (1..=6).map(|number| format!("({number})")).collect();
    lines.push(format!("{margin}{}", paint.faint(&cells(&buttons))));
    lines.push(String::new());
    let mut rest = panel.model.lights();
    for &count in light_rows(panel.model) {
        let (row, below) = rest.split_at(count.min(rest.len()));
        lines.push(lights(panel, row, paint));
        rest = below;
    }
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// How many lights stand in each row.
fn light_rows(model: Model) -> &'static [usize] {
    match model {
        Model::Y2016 | Model::Y2016Mirror => &[4, 3, 3],
        Model::Y2022 => &[3, 3, 2],
        Model::Y2023 => &[1, 3, 2],
    }
}

fn display(seeds: u8) -> String {
    let [tens, units] = Panel::digits(seeds);
    format!("[{tens}{units}]")
}

fn cell(text: &str) -> String {
    format!("{text:^CELL$}")
}

fn cells(texts: &[String]) -> String {
    texts.iter().map(|text| cell(text)).collect()
}

/// The 5x5 lamps over the computer's pits, as one mark each.
fn lamps(panel: &Panel, paint: Paint) -> String {
    let lamp = |&on: &bool| match on {
        true => paint.accent(&cell("####")),
        false => paint.faint(&cell("....")),
    };
    panel.lamps.iter().rev().map(lamp).collect()
}

fn lights(panel: &Panel, row: &[Light], paint: Paint) -> String {
    let light = |&light: &Light| {
        let on = panel.lights.is_on(light);
        let text = format!("({}) {:<20}", if on { '*' } else { ' ' }, light.name());
        match (on, light) {
            (true, Light::Error) => paint.bad(&text),
            (true, _) => paint.accent(&text),
            (false, _) => paint.faint(&text),
        }
    };
    row.iter().map(light).collect()
}

/// The panel as a value for scripts.
pub fn json(panel: &Panel, half_ticks: u64) -> Value {
    let on = panel.model.lights().iter();
    let on: Vec<&str> = on
        .filter(|light| panel.lights.is_on(**light))
        .map(|light| light.name())
        .collect();
    let lamps: Vec<usize> = (1..=6).filter(|number| panel.lamps[number - 1]).collect();
    json!({
        "model": panel.model,
        "half_ticks": half_ticks,
        "phase": panel.phase(),
        "turn": panel.turn(),
        "south": panel.pits[Side::South.index()],
        "north": panel.pits[Side::North.index()],
        "stores": panel.stores,
        "lights": on,
        "lamps": lamps,
        "outcome": panel.outcome(),
    })
}

/// A button as people call it.
pub fn button(button: Button) -> String {
    match button {
        Button::Pit(number) => format!("pit {number}"),
        Button::Seeds(seeds) => format!("{seeds} seeds"),
        Button::First(Side::South) => "human first".to_owned(),
        Button::First(Side::North) => "computer first".to_owned(),
    }
}

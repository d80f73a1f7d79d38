//! The panel as characters: the computer's row above, the stores at the ends, lights in the middle, as the boards have it.

use consoles::{Light, Model, Panel};
use kalah::Side;
use serde_json::{Value, json};

use crate::paint::Paint;
use crate::screen;
use crate::wording::words;

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
    let (model, half_ticks) = (panel.model.to_string(), half_ticks.to_string());
    let title = words!("console.title", model = model, half_ticks = half_ticks);
    let mut lines = vec![paint.strong(&title), String::new()];
    if panel.model == Model::Y2023 {
        lines.push(format!("{margin}{}", lamps(panel, paint)));
    }
    lines.push(format!(
        "{margin}{}   {}",
        cells(&reversed),
        words!("console.computer")
    ));
    lines.push(format!("{}{gap}{}", cell(&north_store), cell(&south_store)));
    lines.push(format!(
        "{margin}{}   {}",
        cells(&row),
        words!("console.human")
    ));
    let buttons: Vec<String> = (1..=6).map(|number| format!("({number})")).collect();
    lines.push(format!("{margin}{}", paint.faint(&cells(&buttons))));
    lines.push(String::new());
    let mut rest = panel.model.lights();
    let column = light_column(panel.model);
    for &count in light_rows(panel.model) {
        let (row, below) = rest.split_at(count.min(rest.len()));
        // The last light of a row needs no gap behind it.
        let last = row.last().map_or(0, |light| 4 + light.name().len());
        let fit = match column * row.len().saturating_sub(1) + last <= screen::width() {
            true => row.len(),
            false => (screen::width() + LIGHT_GAP) / column,
        };
        let rows = row.chunks(fit.max(1));
        lines.extend(rows.map(|row| lights(panel, row, column, paint)));
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
        Model::Y2022 => &[3, 3, 3],
        Model::Y2023 => &[1, 3, 2],
    }
}

/// Blanks between a light's name and the next light.
const LIGHT_GAP: usize = 2;

/// Characters each light of a console takes: the lamp, the longest name, a gap.
fn light_column(model: Model) -> usize {
    let names = model.lights().iter().map(|light| light.name().len());
    4 + names.max().unwrap_or(0) + LIGHT_GAP
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

fn lights(panel: &Panel, row: &[Light], column: usize, paint: Paint) -> String {
    let light = |&light: &Light| {
        let on = panel.lights.is_on(light);
        let lamp = if on { "(*)" } else { "( )" };
        let text = format!("{lamp} {:<width$}", light.name(), width = column - 4);
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

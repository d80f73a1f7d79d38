//! Full marks for our three consoles as they are.

use grade::{Limits, Panel, Wiring, propose};

use circuit::project::{Attrs, Kind};

use crate::bench::{
    THEIR_PROCESSOR, failed, games, gates, marks, panel, project, simulator, source, unlimited,
};

fn full_marks(year: &str, usual: u32) {
    let panel = panel(year);
    let text = source(&format!("{year}/mancala.circ"));
    let report = marks(
        simulator(project(year, text)),
        &panel,
        unlimited(panel.limits),
        games(usual),
        0,
    );
    assert_eq!(failed(&report), [""; 0], "{report:#?}");
    assert_eq!(report.points(), report.max_points());
    let mut notes = report.notes.iter();
    assert!(
        !notes.any(|note| note.contains("not played")),
        "{report:#?}"
    );
}

#[test]
fn the_console_of_2016_gets_full_marks() {
    full_marks("2016", 3);
}

#[test]
fn the_console_of_2022_gets_full_marks() {
    full_marks("2022", 3);
}

#[test]
fn the_console_of_2023_gets_full_marks() {
    full_marks("2023", 4);
}

/// The proposal can be used as it is, if the lights have names.
#[test]
fn a_proposed_panel_works() {
    let dark = [
        ("2016", "over"),
        ("2022", "over, error"),
        ("2023", "south-wins, north-wins, draw"),
    ];
    for (year, lights) in dark {
        let text = source(&format!("{year}/mancala.circ"));
        let mut simulator = simulator(project(year, text));
        let proposal = propose(&mut simulator);
        let told = &proposal.missing;
        let expected = [
            "a button for reset; without one, that is not tested".to_owned(),
            format!("lights for {lights}: what is not named is not tested"),
        ];
        assert_eq!(told[..], expected, "{year}:\n{}", proposal.text);
        let seeds = ["4 = ", "5 = ", "6 = ", "7 = ", "8 = "];
        let offered = seeds.iter().filter(|one| proposal.text.contains(**one));
        let wanted = if year == "2023" { seeds.len() } else { 0 };
        assert_eq!(offered.count(), wanted, "{year}:\n{}", proposal.text);
        let panel = Panel::parse("panel.toml", &proposal.text);
        let panel = panel.unwrap_or_else(|mistakes| panic!("{year}: {mistakes:?}"));
        let report = marks(simulator, &panel, panel.limits, 1, 0);
        assert_eq!(failed(&report), [""; 0], "{year}:\n{}", proposal.text);
    }
}

#[test]
fn every_mistake_in_a_panel_file_is_told_with_its_place() {
    let text = "[buttons]\npits = [\"/1\", 2]\nresett = \"/x\"\n[lights]\nyour-turn = 5\n[limits]\nhold = -1\n[points]\nhidden = [\"nothing\"]\n";
    let mistakes = Panel::parse("panel.toml", text).expect_err("it has mistakes");
    let places: Vec<(u32, u32)> = mistakes
        .iter()
        .filter_map(|one| one.excerpt())
        .map(|at| (at.line, at.column))
        .collect();
    for place in [(2, 15), (3, 1), (5, 13), (7, 8), (9, 11)] {
        assert!(places.contains(&place), "{place:?} in {mistakes:#?}");
    }
    let broken = Panel::parse("panel.toml", "[buttons\n").expect_err("it is not TOML");
    assert_eq!(broken.len(), 1);
}

/// A name that is not in the circuit is reported with its place.
#[test]
fn names_are_looked_up_in_the_circuit() {
    let text = include_str!("../../../../hardware/2022/panel.toml");
    let text = text.replace("/LED@760,310", "/LED@761,310");
    let panel = Panel::parse("panel.toml", &text).expect("it can be read");
    let simulator = simulator(project("2022", source("2022/mancala.circ")));
    let Err(mistakes) = Wiring::find(&panel, &simulator) else {
        panic!("there is no such light");
    };
    assert_eq!(mistakes.len(), 1);
    let at = mistakes[0].excerpt().expect("a place");
    assert!(at.text.contains("your-turn"), "{at:?}");
}

/// The same console, described by the cells of its memory and by conditions instead of digits and lights.
#[test]
fn a_board_can_be_read_from_memory_cells() {
    let cell = |at: u32| format!("\"/Game_Operator@540,800/RAM@940,260[{at:#x}]\"");
    let row = |first: u32| -> String {
        let cells: Vec<String> = (first..first + 6).map(cell).collect();
        format!(
            "pits = [{}]\nstore = {}\n",
            cells.join(", "),
            cell(first + 6)
        )
    };
    let own = include_str!("../../../../hardware/2023/panel.toml");
    let rest = &own[own.find("[buttons]").expect("buttons")..];
    let rest = rest.replace("\"/LED@630,440\"", "'/LED@630,440 shows \"on\"'");
    let text = format!("[south]\n{}[north]\n{}{rest}", row(1), row(9));
    let panel = Panel::parse("panel.toml", &text).unwrap_or_else(|told| panic!("{told:?}"));
    let simulator = simulator(project("2023", source("2023/mancala.circ")));
    let report = marks(simulator, &panel, panel.limits, 1, 0);
    assert_eq!(failed(&report), [""; 0]);
}

/// The board of 2022 without its digits, and without a single label or text.
#[test]
fn a_board_without_displays_and_labels_is_found_by_pressing() {
    let mut project = project("2022", source("2022/mancala.circ"));
    let main = project.main().expect("a main circuit").0 as usize;
    let sheet = &mut project.circuits[main];
    let is_gone = [Kind::HexDigit, Kind::Text].map(Some);
    sheet
        .components
        .retain(|part| !is_gone.contains(&part.kind()));
    for part in &mut sheet.components {
        if [Kind::Button, Kind::Led].map(Some).contains(&part.kind()) {
            part.attrs = Attrs::default();
        }
    }
    let mut simulator = simulator(project);
    let proposal = propose(&mut simulator);
    assert!(
        proposal.text.contains("found in registers"),
        "{}",
        proposal.text
    );
    let panel = Panel::parse("panel.toml", &proposal.text);
    let panel = panel.unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{}", proposal.text));
    let report = marks(simulator, &panel, panel.limits, 1, 0);
    assert_eq!(failed(&report), [""; 0], "{}", proposal.text);
}

/// A processor of another library, of gates, which nothing replaces.
#[test]
fn a_processor_of_another_library() {
    let text = source("2022/mancala.circ");
    let text = text.replace("../cdm8/cdm8.circ", THEIR_PROCESSOR);
    let text = text.replace("CdM-8", "Our CPU");
    let panel = panel("2022");
    let simulator = gates(project("2022", &text));
    let limits = Limits {
        total: 25_000,
        ..panel.limits
    };
    let report = marks(simulator, &panel, limits, 1, 0);
    assert_eq!(failed(&report), [""; 0]);
    let sowing = report.tests.iter().find(|test| test.id == "sowing");
    assert!(sowing.is_some_and(|test| test.checked > 3));
}

/// Every digit, button and light that the panel names is marked, at its place.
#[test]
fn a_picture_shows_what_a_panel_names() {
    let simulator = simulator(project("2023", source("2023/mancala.circ")));
    let picture = panel("2023").picture(&simulator);
    for mark in [
        ">south 1<",
        ">south store<",
        ">north 6<",
        ">press 3<",
        ">your turn<",
        ">over<",
        ">lamp 6<",
    ] {
        assert_eq!(picture.matches(mark).count(), 1, "{mark}");
    }
    assert!(picture.contains("<circle cx=\"330\" cy=\"570\""));
    assert!(picture.trim_end().ends_with("</svg>") && picture.matches("</svg>").count() == 1);
}

/// The message for a misspelt name suggests the right one, for buttons and lights as for displays; a file for another console is one
/// message, not one for each name.
#[test]
fn wrong_names_are_told_with_what_is_like_them() {
    let simulator = simulator(project("2022", source("2022/mancala.circ")));
    let told = |text: &str| {
        let panel = Panel::parse("panel.toml", text).expect("it can be read");
        let Err(mistakes) = Wiring::find(&panel, &simulator) else {
            panic!("there is a mistake");
        };
        mistakes
    };
    let own = include_str!("../../../../hardware/2022/panel.toml");
    for (right, wrong, meant) in [
        ("/LED@760,310", "/LED@761,310", "LED@760,310"),
        (
            "/Hex_Digit_Display@330,470",
            "/Hex_Digit_Display@330,471",
            "Hex_Digit_Display@330,470",
        ),
        ("/Button@340,580", "/Button@341,580", "1 or 2"),
    ] {
        assert!(own.contains(right), "{right}");
        let mistakes = told(&own.replace(right, wrong));
        assert_eq!(mistakes.len(), 1, "{mistakes:?}");
        assert!(mistakes[0].message.contains("there is no"), "{mistakes:?}");
        let meant = format!("did you mean {meant}");
        assert!(mistakes[0].message.contains(&meant), "{mistakes:?}");
    }
    let mistakes = told(include_str!("../../../../hardware/2016/panel.toml"));
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    assert!(
        mistakes[0].message.contains("describes another console"),
        "{mistakes:?}"
    );
}

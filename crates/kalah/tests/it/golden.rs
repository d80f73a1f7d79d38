//! Replays every game in `testdata/games` and compares each position with the recorded one.

use std::fs;
use std::path::Path;

use kalah::{End, Preset, Record};

#[test]
fn every_golden_game_replays() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games"));
    let mut games = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "game")
        {
            replay(&path);
            games += 1;
        }
    }
    assert_eq!(games, 42);
}

fn replay(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let record =
        Record::from_text(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let positions = fs::read_to_string(path.with_extension("positions")).unwrap();
    let mut lines = positions.lines();
    assert_eq!(lines.next().unwrap(), record.start().to_string());
    for sowing in record.sowings() {
        assert_eq!(
            lines.next().unwrap(),
            sowing.after.to_string(),
            "{}",
            path.display()
        );
    }
    assert_eq!(lines.next(), None);
    assert_eq!(record.to_text(), text, "{}", path.display());
    let Some(preset) = record.tag("Preset") else {
        assert_eq!(record.start().rules().end(), End::Mover);
        return;
    };
    let preset: Preset = preset.parse().unwrap();
    let (rules, named) = (record.start().rules(), preset.rules());
    assert_eq!(
        (rules.capture(), rules.end()),
        (named.capture(), named.end())
    );
}

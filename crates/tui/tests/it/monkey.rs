//! Random keys at any time, in windows of any size. Nothing panics, and every record that is saved is one
//! that can be read again.

use std::time::Duration;

use engine::rng::Rng;
use kalah::Record;
use tui::{Effect, Input, Key, Reply, Settings, Speed};

use super::host::Host;
use super::screens::kept_games;

const KEYS: [Key; 13] = [
    Key::Enter,
    Key::Escape,
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::Tab,
    Key::Backspace,
    Key::Char(' '),
];
const LETTERS: &str = "123456789012345612345uuurhaahvnslbgfopm[]?ydtzйцук=-+iIkKTGecEwxjfN<>.,";

#[test]
fn any_keys_at_any_time_do_no_harm() {
    for seed in 0..6 {
        run(seed, 1500);
    }
}

fn run(seed: u64, steps: usize) {
    let mut rng = Rng::new(seed);
    let mut settings = Settings {
        speed: Speed::ALL[rng.below(4)],
        ..Settings::default()
    };
    // Small boards come to their end soon.
    settings.game.rules = [
        "standard",
        "pits=3 seeds=2",
        "pits=1 seeds=1",
        "pits=12 seeds=1",
    ][rng.below(4)]
    .parse()
    .unwrap();
    settings.game.seats.north = tui::Seat::Player("reference".into());
    settings.recent = vec!["counter.circ".into(), "sum.asm".into(), "gone.asm".into()];
    let mut host = Host::with_games(settings, kept_games());
    let letters: Vec<char> = LETTERS.chars().collect();
    let (mut width, mut height) = (80, 24);
    for _ in 0..steps {
        match rng.below(20) {
            0..=8 => host.key(Key::Char(letters[rng.below(letters.len())])),
            9..=13 => host.key(KEYS[rng.below(KEYS.len())]),
            14 => {
                let (column, row) = (rng.below(200) as u16, rng.below(60) as u16);
                host.app.handle(Input::Click { column, row });
                host.work();
            }
            15 => {
                let down = rng.below(2) == 0;
                host.app.handle(Input::Scroll { down });
                host.work();
            }
            16 => (width, height) = (1 + rng.below(200) as u16, 1 + rng.below(60) as u16),
            17 => host.pass(Duration::from_millis(rng.below(3000) as u64)),
            _ => answer(&mut host, &mut rng),
        }
        host.screen(width, height);
        host.quit = false;
    }
    for record in &host.kept {
        let text = record.to_text();
        assert_eq!(Record::from_text(&text).unwrap().moves(), record.moves());
    }
    assert!(
        host.kept.len() > 5,
        "seed {seed}: only {} moves",
        host.kept.len()
    );
}

/// Answers the next piece of work: players with any move, the rest in earnest where that is quick. Some work is never
/// answered.
fn answer(host: &mut Host, rng: &mut Rng) {
    match host.waiting.front() {
        Some(Effect::Think { ticket, record }) => {
            let moves = record.position().legal_moves();
            let pit = moves.nth_pit(rng.below(moves.len())).unwrap();
            let (ticket, pit) = (*ticket, Ok(pit));
            host.waiting.pop_front();
            host.app.reply(&Reply::Moved { ticket, pit });
            host.work();
        }
        Some(Effect::Analyse { position, .. }) if position.seeds_in_pits() < 16 => {
            host.think_once();
        }
        Some(Effect::Review { record, .. }) if record.start().seeds_in_pits() < 16 => {
            host.think_once();
        }
        _ => {
            host.waiting.pop_front();
        }
    }
}

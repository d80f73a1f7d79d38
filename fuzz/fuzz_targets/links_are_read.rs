//! Whatever stands in a link of the page, it is a game, a position, something done to a machine, or a reason why not. What is read is
//! written as a link that says the same.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Text(&'a str),
    Game { rules: &'a str, start: &'a str, moves: Vec<u8>, resigned: Option<bool> },
    Rules { pits: u8, seeds: u8, letters: [u8; 3], moves: Vec<u8> },
    Board { rows: [Vec<u8>; 2], north: bool },
    Acts(Vec<(u16, &'a str)>),
}

/// Moves as a link has them: mostly pits there are.
fn digits(moves: &[u8]) -> String {
    let digit = |pit: &u8| char::from_digit(u32::from(pit % 14), 14).unwrap_or('z');
    moves.iter().map(digit).collect()
}

fn row(row: &[u8]) -> String {
    let seeds: Vec<String> = row.iter().map(u8::to_string).collect();
    seeds.join("-")
}

fn link(input: &Input<'_>) -> String {
    match input {
        Input::Text(text) => (*text).to_owned(),
        Input::Game { rules, start, moves, resigned } => {
            let resigned = resigned.map_or("", |north| if north { ".n" } else { ".s" });
            format!("game.{rules}.{start}.{}{resigned}", digits(moves))
        }
        Input::Rules { pits, seeds, letters: [capture, end, lift], moves } => {
            let pick = |letters: &str, which: &u8| {
                let which = usize::from(*which) % letters.len();
                letters[which..=which].to_owned()
            };
            let letters = [pick("oaf", capture), pick("em", end), pick("ae", lift)].concat();
            format!("game.{}x{seeds}{letters}..{}", pits % 14, digits(moves))
        }
        Input::Board { rows: [south, north], north: first } => {
            let to_move = if *first { 'n' } else { 's' };
            format!("position.standard.{}_{}_{to_move}", row(south), row(north))
        }
        Input::Acts(acts) => {
            let lines: Vec<String> = acts.iter().map(|(at, act)| format!("{at} {act}")).collect();
            lines.join("\n")
        }
    }
}

fuzz_target!(|input: Input<'_>| {
    let text = link(&input);
    if let Ok(record) = play::link::read(&text) {
        assert_eq!(play::link::read(&play::link::of_game(&record)).as_ref(), Ok(&record));
        let position = *record.position();
        let again = play::link::read(&play::link::of_position(&position)).unwrap();
        assert_eq!(*again.position(), position);
    }
    let _ = play::read::record(&text, 1);
    if let Ok(run) = bench::link::read(&text) {
        assert!(run.events.windows(2).all(|pair| pair[0].moment <= pair[1].moment));
    }
});

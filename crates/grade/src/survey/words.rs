//! Words on a panel, in English and Russian, and their usual meanings.

use kalah::BySide;

use super::sheet::Thing;

const START: [&str; 8] = [
    "start",
    "begin",
    "new game",
    "play",
    "go",
    "старт",
    "начать",
    "новая игра",
];
const RESET: [&str; 8] = [
    "reset",
    "restart",
    "new game",
    "clear",
    "start",
    "сброс",
    "новая игра",
    "заново",
];
const ENTER: [&str; 12] = [
    "enter",
    "ok",
    "go",
    "move",
    "make",
    "confirm",
    "play",
    "submit",
    "ход",
    "ввод",
    "сделать",
    "выбрать",
];
const COMPUTER: [&str; 11] = [
    "computer",
    "machine",
    "ai",
    "cpu",
    "north",
    "pc",
    "bot",
    "компьютер",
    "машин",
    "ии",
    "бот",
];
/// A second person, where two play.
const SECOND: [&str; 8] = [
    "2",
    "p2",
    "pl2",
    "player2",
    "second",
    "two",
    "второй",
    "второго",
];
const TURN: [&str; 21] = [
    "your turn",
    "wait move",
    "make move",
    "awaiting",
    "your move",
    "user turn",
    "player turn",
    "move!",
    "waiting",
    "human turn",
    "ready",
    "ваш ход",
    "твой ход",
    "ход игрока",
    "ходите",
    "ожидание",
    "ход человека",
    "player's turn",
    "users turn",
    "можно ходить",
    "ваша очередь",
];
const OVER: [&str; 13] = [
    "game over",
    "end of game",
    "game ended",
    "stopped",
    "over",
    "end",
    "the end",
    "finish",
    "конец",
    "окончен",
    "завершен",
    "gameover",
    "игра закончена",
];
const ERROR: [&str; 12] = [
    "error",
    "err",
    "not allowed",
    "mistake",
    "forbidden",
    "illegal",
    "wrong",
    "invalid",
    "ошибка",
    "нельзя",
    "неверн",
    "try again",
];
const WINS: [&str; 7] = ["win", "wins", "winner", "won", "victory", "побед", "выигр"];
const LOSES: [&str; 6] = ["lose", "loss", "lost", "defeat", "поражение", "проигр"];
const DRAW: [&str; 5] = ["draw", "tie", "equal", "ничья", "ничей"];
const ASK: [&str; 6] = ["choose", "setting", "setts", "setup", "настройк", "выбор"];
const PERSON: [&str; 11] = [
    "you",
    "user",
    "human",
    "player",
    "me",
    "person",
    "south",
    "игрок",
    "человек",
    "вы",
    "я",
];

/// Whether one of some words is among the words of a thing. Short ones must stand alone.
fn has(thing: &Thing, any: &[&str]) -> bool {
    let alone = |word: &str| {
        let mut words = thing.words.split(|sign: char| !sign.is_alphanumeric());
        words.any(|one| one == word)
    };
    any.iter().any(|word| match word.chars().count() {
        ..=3 => alone(word),
        _ => thing.words.contains(word),
    })
}

pub(super) fn is_start(thing: &Thing) -> bool {
    has(thing, &START)
}

pub(super) fn is_enter(thing: &Thing) -> bool {
    has(thing, &ENTER)
}

pub(super) fn reset(buttons: &[Thing]) -> Option<&Thing> {
    buttons.iter().find(|one| has(one, &RESET))
}

pub(super) fn asks(lights: &[Thing]) -> Option<&Thing> {
    lights.iter().find(|one| has(one, &ASK))
}

/// The meaning of a light's label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    YourTurn,
    Over,
    Error,
    SouthWins,
    NorthWins,
    Draw,
}

impl Says {
    pub(super) const ALL: [(Says, &'static str); 6] = [
        (Says::YourTurn, "your-turn"),
        (Says::Over, "over"),
        (Says::Error, "error"),
        (Says::SouthWins, "south-wins"),
        (Says::NorthWins, "north-wins"),
        (Says::Draw, "draw"),
    ];

    pub(super) fn fits(self, light: &Thing) -> bool {
        let computer = has(light, &COMPUTER) || has(light, &SECOND);
        match self {
            Says::YourTurn => has(light, &TURN),
            Says::Over => has(light, &OVER),
            Says::Error => has(light, &ERROR),
            Says::SouthWins => has(light, &WINS) && !computer,
            Says::NorthWins => match computer {
                true => has(light, &WINS),
                false => has(light, &LOSES),
            },
            Says::Draw => has(light, &DRAW),
        }
    }
}

/// Buttons labelled with a number of seeds.
pub(super) fn seeds(buttons: &[Thing]) -> Vec<(u16, &Thing)> {
    let numbered = buttons.iter().filter_map(|one| {
        let digits: String = one.words.chars().filter(char::is_ascii_digit).collect();
        let is_short = one.words.split_whitespace().count() <= 2;
        let only = one.words.trim().parse().ok();
        let with_word = digits
            .parse()
            .ok()
            .filter(|_| is_short && has(one, &["seed", "зёр", "зер", "камн", "семя"]));
        Some((only.or(with_word)?, one))
    });
    numbered
        .filter(|(seeds, _)| (1..=12).contains(seeds))
        .collect()
}

/// The buttons for who moves first, if there is one for each.
pub(super) fn first(buttons: &[Thing]) -> Option<BySide<&Thing>> {
    let labelled = |words: &[&str]| {
        let short = |one: &&Thing| one.words.split_whitespace().count() <= 3;
        buttons.iter().filter(short).find(|one| has(one, words))
    };
    Some(BySide::new(labelled(&PERSON)?, labelled(&COMPUTER)?))
}

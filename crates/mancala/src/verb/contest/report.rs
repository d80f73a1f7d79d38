//! The output of a match: one pair of players in full, several as a table, or JSON.

use std::io::Write;

use anyhow::Result;
use engine::contest::{Contest, Decision, Elo, Sprt, Tally};
use engine::cost::Cost;
use serde_json::{Value, json};

use super::{Args, Pairing};
use crate::rows::{self, Csv};
use crate::ui::Ui;
use crate::wording::count;

pub(super) fn print(
    args: &Args,
    contest: &Contest,
    pairings: &[Pairing],
    ui: &mut Ui,
) -> Result<()> {
    if args.json {
        for pairing in pairings {
            rows::print(pairing.json(contest), ui)?;
        }
        return Ok(());
    }
    if args.csv {
        let mut csv = Csv::new(&COLUMNS);
        let mut rows = pairings
            .iter()
            .map(|pairing| row(contest, pairing.json(contest)));
        return rows.try_for_each(|row| csv.row(&row, ui));
    }
    match (pairings, args.players.len()) {
        ([pairing], 2) => pairing.report(contest, ui)?,
        _ => table(&args.players, pairings, ui)?,
    }
    if pairings.iter().any(|pairing| pairing.costs.is_some()) {
        cost_table(&args.players, pairings, ui)?;
    }
    warn(contest, pairings, ui)
}

/// Repeated games add no information.
fn warn(contest: &Contest, pairings: &[Pairing], ui: &mut Ui) -> Result<()> {
    let repeating = || {
        pairings
            .iter()
            .filter(|pairing| pairing.tally.has_repeats())
    };
    let sum = |count: fn(&Tally) -> u64| -> u64 {
        repeating().map(|pairing| count(&pairing.tally)).sum()
    };
    let (games, different) = (
        sum(|tally| tally.games),
        sum(|tally| 2 * tally.different_pairs()),
    );
    if games == 0 {
        return Ok(());
    }
    let who = match (pairings, repeating().count()) {
        ([_], _) => "Both players are deterministic".to_owned(),
        (_, 1) => "In one pairing both players are deterministic".to_owned(),
        (_, count) => format!("In {count} pairings both players are deterministic"),
    };
    let errors = match pairings {
        [pairing] if pairing.tally.different_pairs() < 2 => "which says nothing about errors",
        _ => "and errors are estimated from those",
    };
    let advice = match contest.random_opening {
        0 => "--openings random:4 varies them",
        _ => "more random moves in --openings give more",
    };
    writeln!(
        ui.err,
        "{who}: their {games} games are {different} different ones, {errors}; {advice}."
    )?;
    Ok(())
}

/// What a move of each player costs on average, in all its games.
fn cost_table(players: &[String], pairings: &[Pairing], ui: &mut Ui) -> Result<()> {
    let width = players.iter().map(String::len).max().unwrap_or(0).max(6);
    writeln!(
        ui.out,
        "\n{:width$}  moves with a choice  best ones  average cost",
        "player"
    )?;
    for name in players {
        let mut cost = Cost::default();
        for pairing in pairings {
            let [first, second] = pairing.costs.unwrap_or_default();
            let own = [(pairing.first, first), (pairing.second, second)];
            own.iter()
                .filter(|(player, _)| player == name)
                .for_each(|(_, own)| cost.add(*own));
        }
        writeln!(
            ui.out,
            "{name:width$}  {:>19}  {:>7.1} %  {:>6.2} seeds",
            cost.moves,
            100.0 * cost.share_of_best(),
            cost.mean()
        )?;
    }
    Ok(())
}

/// The score of each player (the line) against each other (the column), in per cent.
fn table(players: &[String], pairings: &[Pairing], ui: &mut Ui) -> Result<()> {
    let width = players.iter().map(String::len).max().unwrap_or(0).max(5);
    let heads: String = players
        .iter()
        .map(|name| format!(" {name:>width$}"))
        .collect();
    writeln!(ui.out, "{:width$}{heads}", "")?;
    for line in players {
        let score = |column: &String| {
            let of = |pairing: &Pairing| match (pairing.first, pairing.second) {
                (first, second) if first == line && second == column => Some(pairing.tally.score()),
                (first, second) if first == column && second == line => {
                    Some(1.0 - pairing.tally.score())
                }
                _ => None,
            };
            let played = |pairing: &&Pairing| pairing.tally.games > 0;
            let score = pairings.iter().filter(played).find_map(of);
            let score = score.filter(|_| line != column);
            let text = score.map_or_else(|| "-".into(), |score| format!("{:.1}", 100.0 * score));
            format!(" {text:>width$}")
        };
        writeln!(
            ui.out,
            "{line:width$}{}",
            players.iter().map(score).collect::<String>()
        )?;
    }
    Ok(())
}

/// `+12`, `-3`, and no sign before zero.
fn signed(number: f64) -> String {
    match number.round() as i64 {
        0 => "0".into(),
        number => format!("{number:+}"),
    }
}

/// With four digits: more would be noise, and not the same on every machine.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// ` ± 3.20 (95 %)`, or nothing if the error is unknown.
fn error(error: Option<f64>, digits: usize) -> String {
    error.map_or_else(String::new, |error| format!(" ± {error:.digits$} (95 %)"))
}

fn elo(tally: &Tally) -> String {
    match tally.elo() {
        Some(elo) => format!("{}{}", signed(elo.difference), error(elo.error, 0)),
        None if tally.losses > 0 => "cannot be measured: every game was lost".into(),
        None => "cannot be measured: every game was won".into(),
    }
}

/// The progress of a sequential test.
fn tested(sprt: &Sprt, pairs: &[u64; 5]) -> String {
    let [low, high] = sprt.bounds();
    let Sprt { elo0, elo1, .. } = sprt;
    let decision = match sprt.decision(pairs) {
        Some(Decision::Elo0) => format!("Elo {elo0} accepted, Elo {elo1} rejected"),
        Some(Decision::Elo1) => format!("Elo {elo1} accepted, Elo {elo0} rejected"),
        None => format!("not decided between Elo {elo0} and Elo {elo1}"),
    };
    let llr = sprt.llr(pairs);
    format!("{decision}; LLR {llr:.2}, bounds {low:.2} and {high:.2}")
}

impl Pairing<'_> {
    fn games_per_second(&self) -> f64 {
        self.tally.games as f64 / self.seconds
    }

    fn report(&self, contest: &Contest, ui: &mut Ui) -> Result<()> {
        let (tally, out) = (&self.tally, &mut ui.out);
        let (first, second, rules) = (self.first, self.second, contest.rules);
        let games = count(tally.games, "game");
        let openings = match contest.random_opening {
            0 if !contest.openings.is_empty() => {
                let openings = count(contest.openings.len(), "opening");
                format!("{openings}, each with both sides")
            }
            0 => "sides alternate".to_owned(),
            moves => {
                let moves = count(moves, "random move");
                format!("{moves} first, each opening with both sides")
            }
        };
        writeln!(
            out,
            "{first} against {second}, {games}, {rules}, {openings}"
        )?;
        if tally.games == 0 {
            return Ok(());
        }
        let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
        writeln!(out, "wins {wins}  draws {draws}  losses {losses}")?;
        writeln!(out, "score {:.1} %", 100.0 * tally.score())?;
        writeln!(out, "Elo difference {}", elo(tally))?;
        let margin = tally.mean_margin();
        writeln!(
            out,
            "mean margin {margin:+.2}{}",
            error(tally.margin_error(), 2)
        )?;
        if let Some(sprt) = &self.sprt {
            writeln!(out, "sequential test: {}", tested(sprt, &tally.pairs()))?;
        }
        writeln!(out, "games per second {:.0}", self.games_per_second())?;
        Ok(())
    }

    fn json(&self, contest: &Contest) -> Value {
        let tally = &self.tally;
        let interval = |middle: f64, error: Option<f64>| {
            error.map(|error| [middle - error, middle + error].map(rounded))
        };
        let cost = |cost: Cost| {
            json!({
                "moves": cost.moves,
                "best": cost.best,
                "seeds": cost.seeds,
                "mean": cost.mean(),
            })
        };
        let elo = tally.elo().map(|Elo { difference, error }| {
            json!({"difference": rounded(difference), "interval_95": interval(difference, error)})
        });
        json!({
            "first": self.first,
            "second": self.second,
            "rules": contest.rules,
            "seed": contest.seed,
            "random_opening": contest.random_opening,
            "openings": contest.openings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "games": tally.games,
            "complete": tally.games == contest.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": rounded(tally.score()),
            "elo": elo,
            "mean_margin": rounded(tally.mean_margin()),
            "margin_interval_95": interval(tally.mean_margin(), tally.margin_error()),
            "pairs": tally.pairs(),
            "different_pairs": tally.different_pairs(),
            "sprt": self.sprt.map(|sprt| sprt_json(&sprt, &tally.pairs())),
            "moves": tally.moves,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second(),
            "cost": self.costs.map(|costs| costs.map(cost)),
        })
    }
}

/// The columns of CSV.
const COLUMNS: [&str; 19] = [
    "first",
    "second",
    "rules",
    "seed",
    "games",
    "complete",
    "wins",
    "draws",
    "losses",
    "score",
    "elo",
    "elo_low",
    "elo_high",
    "mean_margin",
    "margin_low",
    "margin_high",
    "cost_first",
    "cost_second",
    "seconds",
];

/// A pairing as a row: the same as in JSON, without lists.
fn row(contest: &Contest, mut value: Value) -> Value {
    let picked = [
        ("elo_low", "/elo/interval_95/0"),
        ("elo_high", "/elo/interval_95/1"),
        ("margin_low", "/margin_interval_95/0"),
        ("margin_high", "/margin_interval_95/1"),
        ("cost_first", "/cost/0/mean"),
        ("cost_second", "/cost/1/mean"),
        ("elo", "/elo/difference"),
    ];
    for (column, place) in picked {
        value[column] = value.pointer(place).cloned().unwrap_or_default();
    }
    value["rules"] = contest.rules.to_string().into();
    value
}

fn sprt_json(sprt: &Sprt, pairs: &[u64; 5]) -> Value {
    let accepted = sprt.decision(pairs).map(|decision| match decision {
        Decision::Elo0 => "elo0",
        Decision::Elo1 => "elo1",
    });
    json!({
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": rounded(sprt.llr(pairs)),
        "bounds": sprt.bounds().map(rounded),
        "accepted": accepted,
    })
}

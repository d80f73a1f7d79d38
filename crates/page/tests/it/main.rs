//! One test binary for the crate: the answers to the page's requests. `web/tests/messages.test.js` compares the same answers with
//! those of the WebAssembly.

mod calm;
mod chips;
mod course;
mod editing;
mod machine;
mod program;
mod replay;
mod workbench;

use page::{Analyst, Desk, Game, Player};
use serde_json::{Value, json};

/// The objects of a worker.
struct Worker {
    desk: Desk,
    game: Game,
    player: Player,
    analyst: Analyst,
}

fn answer(text: &str) -> Result<Value, String> {
    let value: Value = serde_json::from_str(text).expect("answers are JSON");
    match value.get("ok") {
        Some(ok) => Ok(ok.clone()),
        None => Err(value["failure"]["message"]
            .as_str()
            .expect("a message")
            .to_owned()),
    }
}

impl Worker {
    fn new(language: &str) -> Worker {
        let mut worker = Worker {
            desk: Desk::new(),
            game: Game::new(),
            player: Player::new(None),
            analyst: Analyst::new(),
        };
        let catalogue = match language {
            "ru" => include_str!("../../../texts/ru.json"),
            _ => include_str!("../../../texts/en.json"),
        };
        let texts = json!({"language": language, "catalogue": catalogue});
        worker.desk("texts", &texts).unwrap();
        worker
    }

    fn desk(&mut self, name: &str, request: &Value) -> Result<Value, String> {
        answer(&self.desk.handle(name, &request.to_string()))
    }

    fn game(&mut self, name: &str, request: &Value) -> Result<Value, String> {
        answer(&self.game.handle(&self.desk, name, &request.to_string()))
    }

    /// The opponent moves.
    fn reply(&mut self) -> Value {
        let turn = self.game("turn", &json!({})).unwrap();
        let chosen = answer(&self.player.handle("choose", &turn.to_string())).unwrap();
        self.game("play", &chosen).unwrap()
    }

    fn job(&mut self, name: &str, request: &Value) -> Result<Value, String> {
        let begun = answer(&self.analyst.begin(&self.desk, name, &request.to_string()))?;
        let job = begun["job"].as_u64().unwrap() as u32;
        for _ in 0..2000 {
            let step = answer(&self.analyst.step(&self.desk, job, 20_000))?;
            if step["done"] == true {
                return Ok(step["news"].clone());
            }
        }
        panic!("{name} {request} does not end");
    }
}

#[test]
fn a_move_is_told_and_can_be_taken_back() {
    let mut page = Worker::new("en");
    let state = page.game("new", &json!({"north": "mirror"})).unwrap();
    assert_eq!(state["position"]["legal"], json!([1, 2, 3, 4, 5, 6]));
    assert_eq!(state["turn"]["sentence"], "Your move.");
    assert_eq!(
        state["names"],
        json!({"south": "You", "north": "The mirror"})
    );
    let state = page.game("play", &json!({"pit": 3})).unwrap();
    let told = "You sow 4 seeds from pit 3; last seed in your store: you move again.";
    assert_eq!(state["last"]["sentence"], told);
    assert_eq!(state["last"]["frames"].as_array().unwrap().len(), 5);
    assert_eq!(state["moves"][0]["notation"], "3+");
    let refused = page.game("play", &json!({"pit": 3})).unwrap_err();
    assert_eq!(
        refused,
        "Your pit 3 is empty; you can play 1, 2, 4, 5 and 6."
    );
    page.game("play", &json!({"pit": 6})).unwrap();
    let state = page.reply();
    assert_eq!(state["ply"], 3);
    // Back to the person's own turns, the opponent's moves with them.
    let state = page.game("undo", &json!({})).unwrap();
    assert_eq!(
        (&state["ply"], &state["canRedo"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(page.game("redo", &json!({})).unwrap()["ply"], 3);
    page.game("undo", &json!({})).unwrap();
    let state = page.game("play", &json!({"pit": 1})).unwrap();
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn a_game_of_a_site_is_put_on_the_board_as_it_stands_there() {
    let mut page = Worker::new("en");
    let rules = json!({"pits": 6, "seeds": 3, "capture": "off", "end": "mover", "lift": "each"});
    let people = json!({"names": {"south": "ann", "north": "Ben"}, "you": "north"});
    let table = json!({"rules": rules, "moves": [4, 1], "people": people});
    let state = page.game("table", &table).unwrap();
    let played = state["moves"].as_array().unwrap();
    let pits: Vec<&Value> = played.iter().map(|one| &one["pit"]).collect();
    assert_eq!(pits, [4, 1]);
    for part in ["pits", "seeds", "capture", "end", "lift"] {
        assert_eq!(state["rules"][part], rules[part], "{part}");
    }
    assert_eq!(state["seats"], json!({"south": "online", "north": "human"}));
    assert_eq!(state["people"], json!({"south": "ann", "north": null}));
    assert_eq!(state["names"]["south"], "ann");
    assert_eq!(state["turn"]["sentence"], "Your move.");
    // A site that sends nonsense does not change the game.
    for table in [
        json!({"rules": rules, "moves": [4, 4, 9], "people": people}),
        json!({"rules": {"pits": 99, "seeds": 3}, "moves": [], "people": people}),
        json!({"moves": [], "people": people}),
        json!({"rules": rules, "moves": []}),
    ] {
        page.game("table", &table).unwrap_err();
    }
    assert_eq!(page.game("state", &json!({})).unwrap(), state);
    let watched = json!({"names": {"south": "Ada", "north": "Ben"}, "you": null});
    let state = page.game("people", &watched).unwrap();
    assert_eq!(
        state["seats"],
        json!({"south": "online", "north": "online"})
    );
    assert_eq!(state["turn"]["sentence"], "Ben to move.");
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn a_game_in_a_list_of_a_site_is_described() {
    let mut page = Worker::new("en");
    let mut table = |seeds: u32, capture: &str, pits: u32, you: Option<&str>, position: &str| {
        let rules = json!({"pits": pits, "seeds": seeds, "capture": capture, "end": "either"});
        let people = json!({"names": {"south": "Ann", "north": "Ben"}, "you": you});
        let asked = json!({"rules": rules, "position": position, "people": people});
        let told = page.desk("table", &asked).unwrap();
        (
            told["rules"].as_str().unwrap().to_owned(),
            told["result"].clone(),
        )
    };
    let start = "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s";
    let over = "0,0,0,0,0,0,30/0,0,0,0,0,0,18 n";
    assert_eq!(
        table(4, "opposite", 6, None, start),
        ("Standard".to_owned(), Value::Null)
    );
    assert_eq!(
        table(5, "opposite", 6, None, over),
        (
            "Standard, 5 seeds in each pit".to_owned(),
            json!("Ann wins 30 to 18.")
        )
    );
    let short = "0,0,0,10/0,0,0,14 s";
    assert_eq!(
        table(4, "opposite", 3, Some("north"), short),
        (
            "3 pits, 4 seeds in each pit".to_owned(),
            json!("You win 14 to 10.")
        )
    );
}

#[test]
fn rules_are_told_with_the_seeds_that_were_chosen() {
    let mut page = Worker::new("en");
    let mut told = |rules: &str, seeds: Option<u32>| {
        let told = page.desk("rules", &json!({"rules": rules, "seeds": seeds}));
        told.unwrap()["rules"]["text"].clone()
    };
    assert_eq!(told("standard", Some(4)), told("standard", None));
    let lifted = told("pits=4 lift=each capture=always", Some(7));
    assert_eq!(
        lifted,
        told("pits=4 seeds=7 lift=each capture=always", None)
    );
}

#[test]
fn a_game_comes_back_from_its_record_and_its_link() {
    let mut page = Worker::new("en");
    page.game(
        "new",
        &json!({"rules": "ain-shams-steal", "first": "north", "north": "level:2", "seed": 9}),
    )
    .unwrap();
    let state = page.reply();
    let links = page.game("links", &json!({})).unwrap();
    for text in [&state["record"], &links["game"]] {
        let again = page.game("open", &json!({"text": text})).unwrap();
        assert_eq!(again["moves"], state["moves"]);
        assert_eq!(again["rules"], state["rules"]);
    }
    let again = page
        .game("open", &json!({"text": state["record"]}))
        .unwrap();
    assert_eq!(again, state);
    for format in [
        "record",
        "json",
        "classic",
        "position",
        "kgp",
        "position-json",
    ] {
        let out = page.game("export", &json!({"format": format})).unwrap();
        let mut other = Worker::new("en");
        other
            .game("open", &json!({"text": out["text"]}))
            .expect(format);
    }
}

#[test]
fn resigning_ends_a_game_and_undo_goes_on_with_it() {
    let mut page = Worker::new("ru");
    page.game("new", &json!({"north": "human"})).unwrap();
    let state = page.game("resign", &json!({"side": "south"})).unwrap();
    assert_eq!(state["result"]["winner"], "north");
    assert_eq!(
        state["result"]["sentence"],
        "Игрок 1 сдаётся; выигрывает Игрок 2."
    );
    assert_eq!(state["turn"], Value::Null);
    let state = page.game("undo", &json!({})).unwrap();
    assert_eq!(state["turn"]["human"], true);
}

#[test]
fn consoles_say_which_games_they_cannot_play() {
    let mut page = Worker::new("en");
    let all = page
        .desk("opponents", &json!({"rules": "pits=4 seeds=3"}))
        .unwrap();
    let console = |of: &Value| of["group"] == "console";
    let consoles: Vec<&Value> = all
        .as_array()
        .unwrap()
        .iter()
        .filter(|of| console(of))
        .collect();
    assert_eq!(consoles.len(), 4);
    for console in consoles {
        assert_eq!(console["plays"], false);
        assert!(console["why"].as_str().unwrap().contains("six pits"));
    }
    page.game("new", &json!({"pits": 4, "north": "console:2023"}))
        .unwrap_err();
}

#[test]
fn the_editor_says_what_is_wrong_and_where() {
    let mut page = Worker::new("en");
    let row = json!([4, 4, 4, 4, 4, 4]);
    let mut draft = json!({
        "rules": "standard", "pits": {"south": row, "north": row}, "stores": {"south": 0, "north": "0"}, "toMove": "south",
    });
    let checked = page.desk("check", &draft).unwrap();
    assert_eq!(checked["position"]["text"], "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s");
    draft["pits"]["north"][2] = json!("four");
    draft["stores"]["south"] = json!(2.5);
    let checked = page.desk("check", &draft).unwrap();
    assert_eq!(checked["position"], Value::Null);
    assert_eq!(
        checked["problems"][0]["house"],
        json!({"side": "north", "pit": 3})
    );
    assert_eq!(
        checked["problems"][1]["message"],
        "'2.5' is not a number of seeds (0 to 288)."
    );
}

#[test]
fn the_start_is_valued_at_once_and_a_hint_has_reasons() {
    let mut page = Worker::new("en");
    let start = json!({"rules": "standard", "position": "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s"});
    // The first step searches nothing, and reports everything that is proved.
    let begun = answer(
        &page
            .analyst
            .begin(&page.desk, "analyse", &start.to_string()),
    )
    .unwrap();
    let job = begun["job"].as_u64().unwrap() as u32;
    let first = answer(&page.analyst.step(&page.desk, job, 1)).unwrap();
    assert_eq!(
        (&first["news"]["exact"], &first["news"]["nodes"]),
        (&json!(true), &json!(0))
    );
    page.analyst.prepare(&page.desk);
    let found = page.job("analyse", &start).unwrap();
    assert_eq!(found["sentence"], "South wins by 8.");
    let mut named = start.clone();
    named["people"] = json!({"south": null, "north": "Amber"});
    let found = page.job("analyse", &named).unwrap();
    assert_eq!(found["sentence"], "You win by 8.");
    assert_eq!(found["moves"].as_array().unwrap().len(), 6);
    let best = &found["moves"][2];
    assert_eq!((&best["pit"], &best["grade"]), (&json!(3), &json!("best")));
    let end = json!({"rules": "standard", "position": "0,0,0,0,2,1,20/0,0,0,0,0,3,22 s"});
    let hint = page.job("hint", &end).unwrap();
    assert_eq!((&hint["pit"], &hint["proved"]), (&json!(6), &json!(true)));
    assert_eq!(hint["reasons"][0], "It earns an extra turn.");
}

#[test]
fn a_hint_is_the_one_the_terminal_gives_whatever_was_asked_before() {
    let rules = "standard seeds=6".parse().unwrap();
    let start = kalah::Position::start(rules, kalah::Side::South);
    let hint = play::Hinting::finished(&start, &engine::Library::new());
    let hint = hint.unwrap().unwrap();
    let mut page = Worker::new("en");
    let asked = json!({"rules": rules.to_string(), "position": start.to_string()});
    for _ in 0..2 {
        let told = page.job("hint", &asked).unwrap();
        assert_eq!(told["pit"], json!(hint.pit().number()));
        assert_eq!(told["value"]["margin"], json!(hint.worth.margin));
        assert_eq!(
            told["sentence"],
            hint.sentence(&texts::Texts::english(), &texts::wording::People::sides())
        );
        let other = "6,6,6,6,6,0,1/7,7,7,7,7,6,0 n";
        let other = json!({"rules": rules.to_string(), "position": other});
        page.job("hint", &other).unwrap();
    }
}

#[test]
fn an_analysis_from_elsewhere_is_told_in_the_same_words() {
    let mut page = Worker::new("en");
    let (rules, position) = ("standard", "0,0,0,1,0,2,10/0,0,3,0,0,1,9 s");
    let own = page
        .job("analyse", &json!({ "rules": rules, "position": position }))
        .unwrap();
    let moves = own["moves"].as_array().unwrap().iter().map(|value| {
        let Value::Object(of) = &value["value"] else {
            panic!("{value}")
        };
        json!({
            "pit": value["pit"], "margin": of["margin"], "lower": of["lower"], "upper": of["upper"],
            "extra_turn": value["extraTurn"], "line": value["line"],
        })
    });
    let found = json!({
        "value": own["value"]["margin"], "lower": own["value"]["lower"], "upper": own["value"]["upper"],
        "best": own["best"], "moves": Value::from_iter(moves), "nodes": own["nodes"],
    });
    let request = json!({ "rules": rules, "position": position, "found": found });
    assert_eq!(page.desk("worded", &request).unwrap(), own);
    let mut other = request.clone();
    other["position"] = json!("4,4,4,4,4,4,0/4,4,4,4,4,4,0 s");
    let refused = page.desk("worded", &other).unwrap_err();
    assert_eq!(refused, "this is the analysis of another position");
}

#[test]
fn a_review_finds_the_blunder() {
    let mut page = Worker::new("en");
    let record = include_str!("../../../../testdata/games/standard-1.game");
    let review = page.job("review", &json!({"record": record})).unwrap();
    assert_eq!(review["done"], true);
    assert_eq!(
        review["moves"].as_array().unwrap().len() as u64,
        review["total"].as_u64().unwrap()
    );
    let refused = page
        .job("review", &json!({"record": "game.standard.."}))
        .unwrap_err();
    assert_eq!(refused, "the game has no moves to review");
}

#[test]
fn a_puzzle_keeps_its_secret_until_asked() {
    let mut page = Worker::new("en");
    let ask = json!({"difficulty": "easy", "seed": 1});
    let puzzle = page.job("puzzle", &ask).unwrap();
    assert!(puzzle.get("solution").is_none() && puzzle.get("pit").is_none());
    let solution = page.job("solution", &ask).unwrap();
    for pit in puzzle["position"]["legal"].as_array().unwrap() {
        let answered = page
            .job(
                "answer",
                &json!({"difficulty": "easy", "seed": 1, "pit": pit}),
            )
            .unwrap();
        assert_eq!(answered["right"] == true, *pit == solution["pit"]);
    }
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let mut page = Worker::new("en");
    let before = page.game("new", &json!({"north": "human"})).unwrap();
    for text in [
        "",
        "{",
        "[Format \"99\"]",
        "<1>",
        "game.x",
        "1,2/3",
        "\u{0}",
    ] {
        page.game("open", &json!({"text": text})).unwrap_err();
    }
    for (name, request) in [
        ("play", json!({})),
        ("goTo", json!({"ply": -1})),
        ("dance", json!({})),
    ] {
        page.game(name, &request).unwrap_err();
    }
    assert_eq!(page.game("state", &json!({})).unwrap(), before);
    assert_eq!(page.game("goTo", &json!({"ply": 99})).unwrap(), before);
}

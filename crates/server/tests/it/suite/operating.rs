//! The operators' rulings.

use kalah::Side;
use server::operate::{Imported, OperateError, Operator, Person};
use server::store::{Change, Deed, Ruling, Store, StoreError, What};
use server::table::Event;

use super::{Backend, Tale, digest, opened, sight};

fn operator(store: &dyn Store) -> Operator<'_> {
    Operator {
        store,
        name: "op".into(),
    }
}

/// A game two people play, with their seats.
fn seated(game: &str, at: i64) -> Change {
    let mut change = Tale::begun(game, true, at).whole();
    change.seats = Side::BOTH.map(|side| (side, digest(side))).into();
    change
}

async fn names_in(store: &dyn Store, game: &str) -> Vec<String> {
    let stored = store.read(game, 0).await.unwrap().unwrap();
    let name = |event: &Event| match event {
        Event::Joined { name, .. } | Event::Renamed { name, .. } => Some(name.as_str().to_owned()),
        _ => None,
    };
    let entries = stored.entries.iter();
    entries.filter_map(|entry| name(&entry.event)).collect()
}

pub async fn takes_names_away(place: &dyn Backend) {
    let store = opened(place).await;
    let operator = operator(&*store);
    store.add(seated("game", 1)).await.unwrap();
    operator.hide("game", &[Side::South], "rude").await.unwrap();
    assert_eq!(names_in(&*store, "game").await, ["", "Bob"]);
    let listed = store.filed(9, None).await.unwrap();
    assert!(!listed[0].state.contains("Ann"), "{}", listed[0].state);
    assert!(listed[0].state.contains("Bob"), "{}", listed[0].state);
    // The seat stays, and a client that missed the change is told that the game has moved on.
    let stored = store.read("game", 0).await.unwrap().unwrap();
    assert_eq!(stored.seats[Side::South], Some(digest(Side::South)));
    let mut late = Tale::begun("game", true, 1);
    let stale = store.add(late.play(9, Side::South, 1)).await;
    assert!(matches!(stale, Err(StoreError::Stale)), "{stale:?}");
    let log = operator.log().await.unwrap();
    let ruling = &log[0];
    assert_eq!((ruling.what, &*ruling.subject), (What::Hidden, "game"));
    assert_eq!((&*ruling.by, &*ruling.detail), ("op", "rude"));
}

pub async fn removes_and_ends_games(place: &dyn Backend) {
    let store = opened(place).await;
    let operator = operator(&*store);
    for game in ["one", "two"] {
        store.add(seated(game, 1)).await.unwrap();
    }
    operator.remove("one", "asked for").await.unwrap();
    assert_eq!(store.read("one", 0).await.unwrap(), None);
    let again = operator.remove("one", "").await;
    assert!(
        matches!(again, Err(OperateError::NoSuchGame(_))),
        "{again:?}"
    );
    operator.end("two", "").await.unwrap();
    let again = operator.end("two", "").await;
    assert!(matches!(again, Err(OperateError::Over(_))), "{again:?}");
    let over = operator
        .list(9, |game| game.state.contains("\"stopped\""))
        .await;
    assert_eq!(over.unwrap().len(), 1);
    // What was not done is not in the log.
    let log = operator.log().await.unwrap();
    let whats: Vec<What> = log.iter().map(|ruling| ruling.what).collect();
    assert_eq!(whats, [What::Removed, What::Ended]);
    let first = log[0].number;
    assert_eq!(store.rulings(first, 9).await.unwrap(), log[1..]);
    let nothing = Ruling {
        subject: "none".into(),
        ..log[0].clone()
    };
    let refused = store.rule(nothing, Deed::Remove).await;
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
}

pub async fn forgets_people(place: &dyn Backend) {
    let store = opened(place).await;
    let operator = operator(&*store);
    for number in 0..3 {
        store
            .add(seated(&format!("game {number}"), 1))
            .await
            .unwrap();
    }
    store
        .see(vec![sight("game 1", Side::North, 5)])
        .await
        .unwrap();
    let mut alone = Tale::new("alone", true, 1);
    alone.join(1, Side::South, "Bob");
    let mut change = alone.whole();
    change.seats = vec![(Side::South, digest(Side::South))];
    store.add(change).await.unwrap();
    let bob = Person::Name("Bob".into());
    assert_eq!(operator.forget(&bob, false, "").await.unwrap(), 4);
    assert_eq!(store.read("alone", 0).await.unwrap(), None);
    let stored = store.read("game 1", 0).await.unwrap().unwrap();
    assert_eq!(stored.seats[Side::North], None);
    assert_eq!(stored.seats[Side::South], Some(digest(Side::South)));
    assert_eq!(names_in(&*store, "game 1").await, ["Ann", ""]);
    assert_eq!(store.seen("game 1").await.unwrap()[Side::North], None);
    assert_eq!(operator.forget(&bob, false, "").await.unwrap(), 0);
    // The other one too: then nobody is left in the game.
    let ann = Person::Name("Ann".into());
    assert_eq!(operator.forget(&ann, false, "").await.unwrap(), 3);
    assert_eq!(store.names("", 9).await.unwrap(), Vec::<String>::new());
    let wrong = operator
        .forget(&Person::Secret("x".into()), false, "")
        .await;
    assert!(matches!(wrong, Err(OperateError::NotASecret)), "{wrong:?}");
}

pub async fn bans_for_a_time(place: &dyn Backend) {
    let store = opened(place).await;
    let operator = operator(&*store);
    let network = "203.0.113.0/24".parse().unwrap();
    operator.ban(network, 60_000, "spam").await.unwrap();
    operator.ban(network, 120_000, "more").await.unwrap();
    let bans = operator.bans().await.unwrap();
    assert_eq!(
        (bans.len(), bans[0].network, &*bans[0].why),
        (1, network, "more")
    );
    assert_eq!(store.bans(bans[0].until).await.unwrap(), []);
    operator.unban(network, "").await.unwrap();
    assert_eq!(operator.bans().await.unwrap(), []);
    let again = operator.unban(network, "").await;
    assert!(
        matches!(again, Err(OperateError::NotBanned(_))),
        "{again:?}"
    );
}

const GAME: &str = "abcdefghijklmnop";

/// All games as lines, and back into a store that has none of them.
pub async fn hands_all_games_over(place: &dyn Backend) {
    let store = opened(place).await;
    let operator = operator(&*store);
    store.add(seated(GAME, 1)).await.unwrap();
    let mut waiting = Tale::new("bbbbbbbbbbbbbbbb", false, 7);
    store.add(waiting.whole()).await.unwrap();
    store
        .add(waiting.join(8, Side::North, "Jörg \"J\""))
        .await
        .unwrap();
    let before = store.read(GAME, 0).await.unwrap();
    let mut lines = Vec::new();
    let keep = |line: &str| {
        lines.push(line.to_owned());
        Ok(())
    };
    assert_eq!(operator.export(keep).await.unwrap().unwrap(), 2);
    operator.remove(GAME, "").await.unwrap();
    let import = || lines.iter().cloned().map(Ok);
    let done = operator.import(import()).await.unwrap();
    assert_eq!(done, Imported { added: 1, known: 1 });
    assert_eq!(store.read(GAME, 0).await.unwrap(), before);
    for (wrong, why) in [
        ("{}", "line 2: missing field"),
        ("[1]", "line 2: "),
        (&*lines[0].replace("\"seq\":2", "\"seq\":4"), "make no game"),
        (
            &*lines[0].replace(GAME, "../../etc/passwd"),
            "is not the name of a game",
        ),
        (
            &*lines[0].replace("\"south\":\"0", "\"south\":\"x"),
            "hexadecimal",
        ),
    ] {
        let lines = [lines[1].clone(), wrong.to_owned()];
        let refused = operator
            .import(lines.into_iter().map(Ok))
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(why), "{wrong}: {refused}");
    }
}

//! Lists, timers and presence.

use kalah::{BySide, Side};
use server::store::{ListedAt, Listing, Outage, Store};
use server::table::Event;

use super::{Backend, Tale, opened, sight};

pub async fn lists_open_games(place: &dyn Backend) {
    let store = opened(place).await;
    for (game, open, at) in [
        ("a", true, 10),
        ("b", true, 30),
        ("c", false, 40),
        ("d", true, 20),
    ] {
        store.add(Tale::new(game, open, at).whole()).await.unwrap();
    }
    assert_eq!(games(&*store, Listing::Waiting, 50).await, ["b", "d", "a"]);
    assert_eq!(games(&*store, Listing::Waiting, 2).await, ["b", "d"]);
    assert_eq!(games(&*store, Listing::Waiting, 0).await, [""; 0]);
    let from = |updated, game: &str| {
        let game = game.to_owned();
        Some(ListedAt { updated, game })
    };
    for (place, rest) in [
        ((30, "b"), vec!["d", "a"]),
        ((20, "c"), vec!["d", "a"]),
        ((20, "d"), vec!["a"]),
        ((10, "a"), vec![]),
    ] {
        let listed = store
            .list(Listing::Waiting, 50, from(place.0, place.1))
            .await
            .unwrap();
        let listed: Vec<String> = listed.into_iter().map(|listed| listed.game).collect();
        assert_eq!(listed, rest, "{place:?}");
    }
    let asked = ["a", "c", "e", "x"].map(str::to_owned).to_vec();
    let mut waiting = store.waiting(asked).await.unwrap();
    waiting.sort();
    assert_eq!(waiting, ["a", "c"]);
    assert_eq!(games(&*store, Listing::Playing, 50).await, [""; 0]);
    let mut moved = Tale::begun("e", true, 50);
    store.add(moved.whole()).await.unwrap();
    store.add(Tale::begun("f", true, 60).whole()).await.unwrap();
    store
        .add(Tale::begun("g", false, 70).whole())
        .await
        .unwrap();
    assert_eq!(games(&*store, Listing::Playing, 50).await, ["f", "e"]);
    let change = moved.play(80, Side::South, 1);
    let state = change.summary.state.clone();
    store.add(change).await.unwrap();
    let listed = store.list(Listing::Playing, 50, None).await.unwrap();
    assert_eq!((listed[0].game.as_str(), &listed[0].state), ("e", &state));
    let over = moved.then(90, Event::Resigned { side: Side::North });
    store.add(over).await.unwrap();
    assert_eq!(games(&*store, Listing::Playing, 50).await, ["f"]);
}

async fn games(store: &dyn Store, which: Listing, limit: u32) -> Vec<String> {
    let listed = store.list(which, limit, None).await.unwrap();
    listed.into_iter().map(|listed| listed.game).collect()
}

pub async fn finds_games_whose_time_is_up(place: &dyn Backend) {
    let store = opened(place).await;
    for (game, deadline) in [
        ("a", Some(300)),
        ("b", Some(100)),
        ("c", None),
        ("d", Some(200)),
    ] {
        let mut change = Tale::begun(game, false, 1).whole();
        change.summary.deadline = deadline;
        store.add(change).await.unwrap();
    }
    assert_eq!(store.due(99, 10).await.unwrap(), [""; 0]);
    assert_eq!(store.due(200, 10).await.unwrap(), ["b", "d"]);
    assert_eq!(store.due(1000, 2).await.unwrap(), ["b", "d"]);
    let mut moved = Tale::begun("b", false, 1);
    store.add(moved.play(2, Side::South, 1)).await.unwrap();
    assert_eq!(store.due(1000, 10).await.unwrap(), ["d", "a"]);
}

pub async fn finds_changed_games(place: &dyn Backend) {
    let store = opened(place).await;
    let mut tales: Vec<Tale> = Vec::new();
    for (game, at) in [("a", 10), ("b", 20), ("c", 30)] {
        let tale = Tale::begun(game, false, at);
        store.add(tale.whole()).await.unwrap();
        tales.push(tale);
    }
    let changed = |since, limit| store.changed_since(since, limit);
    let named = |found: &[(&str, i64)]| -> Vec<(String, i64)> {
        found
            .iter()
            .map(|(game, at)| ((*game).to_owned(), *at))
            .collect()
    };
    assert_eq!(
        changed(20, 10).await.unwrap(),
        named(&[("b", 20), ("c", 30)])
    );
    assert_eq!(changed(31, 10).await.unwrap(), []);
    assert_eq!(changed(0, 2).await.unwrap(), named(&[("a", 10), ("b", 20)]));
    store.add(tales[0].play(40, Side::South, 1)).await.unwrap();
    let expected = named(&[("b", 20), ("c", 30), ("a", 40)]);
    assert_eq!(changed(0, 10).await.unwrap(), expected);
}

pub async fn remembers_who_was_seen(place: &dyn Backend) {
    let store = opened(place).await;
    store.add(Tale::begun("a", false, 1).whole()).await.unwrap();
    store.add(Tale::begun("b", false, 1).whole()).await.unwrap();
    assert_eq!(store.seen("a").await.unwrap(), BySide::default());
    store.see(Vec::new()).await.unwrap();
    let seen = vec![
        sight("a", Side::South, 10),
        sight("nowhere", Side::South, 12),
        sight("a", Side::South, 9),
        sight("b", Side::North, 11),
    ];
    store.see(seen).await.unwrap();
    let seen = store.seen("a").await.unwrap();
    assert_eq!((seen[Side::South], seen[Side::North]), (Some(10), None));
    for (side, at) in [(Side::South, 30), (Side::South, 20), (Side::North, 25)] {
        store.see(vec![sight("a", side, at)]).await.unwrap();
    }
    let seen = store.seen("a").await.unwrap();
    assert_eq!((seen[Side::South], seen[Side::North]), (Some(30), Some(25)));
    let other = store.seen("b").await.unwrap();
    assert_eq!((other[Side::South], other[Side::North]), (None, Some(11)));
    assert_eq!(store.seen("nowhere").await.unwrap(), BySide::default());
}

pub async fn forgets(place: &dyn Backend) {
    let store = opened(place).await;
    for (game, at) in [("old waiting", 10), ("new waiting", 20)] {
        store.add(Tale::new(game, true, at).whole()).await.unwrap();
    }
    store
        .add(Tale::begun("playing", true, 5).whole())
        .await
        .unwrap();
    for (game, at) in [("old over", 10), ("new over", 20)] {
        let mut tale = Tale::begun(game, true, 1);
        tale.then(at, Event::Resigned { side: Side::South });
        store.add(tale.whole()).await.unwrap();
        store.see(vec![sight(game, Side::South, 1)]).await.unwrap();
    }
    assert_eq!(store.forget(20, None).await.unwrap(), 1);
    assert_eq!(store.read("old waiting", 0).await.unwrap(), None);
    assert!(store.read("old over", 0).await.unwrap().is_some());
    store
        .add(Tale::begun("playing now", true, 25).whole())
        .await
        .unwrap();
    // The one that is over, and the one nobody plays any more.
    assert_eq!(store.forget(20, Some(20)).await.unwrap(), 2);
    assert_eq!(store.read("old over", 0).await.unwrap(), None);
    assert_eq!(store.read("playing", 0).await.unwrap(), None);
    assert_eq!(store.seen("old over").await.unwrap(), BySide::default());
    for kept in ["new waiting", "playing now", "new over"] {
        assert!(store.read(kept, 0).await.unwrap().is_some(), "{kept}");
    }
    assert_eq!(store.forget(20, Some(20)).await.unwrap(), 0);
    store
        .add(Tale::new("old over", true, 30).whole())
        .await
        .unwrap();
    let again = store.read("old over", 0).await.unwrap().unwrap();
    assert_eq!((again.entries.len(), again.seats), (1, BySide::default()));
}

pub async fn notices_outages(place: &dyn Backend) {
    let store = opened(place).await;
    let start = store.time().await.unwrap();
    assert!(start > 1_600_000_000_000, "{start}");
    let outage = |began, ended| Outage {
        began: start + began,
        ended: start + ended,
    };
    let beat = async |at| store.beat(start + at, 100).await.unwrap();
    assert_eq!(beat(0).await, []);
    assert_eq!(beat(99).await, []);
    assert_eq!(beat(300).await, [outage(99, 300)]);
    assert_eq!(beat(250).await, [outage(99, 300)], "a slower process");
    let other = opened(place).await;
    let more = [outage(99, 300), outage(300, 400)];
    assert_eq!(other.beat(start + 400, 100).await.unwrap(), more);
    assert_eq!(beat(401).await, more);
    // An entry has been added, so the site was up.
    let tale = Tale::new("a", true, start + 900);
    store.add(tale.whole()).await.unwrap();
    assert_eq!(beat(950).await, more);
    assert!(store.time().await.unwrap() >= start + 900);
}

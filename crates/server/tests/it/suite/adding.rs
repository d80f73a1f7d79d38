//! Adding entries, and reading them.

use kalah::Side;
use server::store::{Store, StoreError, Stored};
use server::table::{Clock, Event, Millis};

use super::{Backend, Tale, digest, opened, sight};

pub async fn adds_and_reads(place: &dyn Backend) {
    let store = opened(place).await;
    assert_eq!(store.read("game", 0).await.unwrap(), None);
    let mut tale = Tale::new("game", true, 1000);
    store.add(tale.whole()).await.unwrap();
    store
        .add(tale.join(1001, Side::South, "Ann"))
        .await
        .unwrap();
    store.add(tale.join(1002, Side::North, "")).await.unwrap();
    store.add(tale.play(1003, Side::South, 2)).await.unwrap();
    let stored = store.read("game", 0).await.unwrap().unwrap();
    assert_eq!(stored.entries, tale.entries);
    for side in Side::BOTH {
        assert_eq!(stored.seats[side], Some(digest(side)));
    }
    let rest = store.read("game", 3).await.unwrap().unwrap();
    assert_eq!(rest.entries, tale.entries[3..]);
    assert_eq!(rest.seats, stored.seats);
    assert_eq!(store.read("game", 4).await.unwrap().unwrap().entries, []);
    assert_eq!(store.read("gam", 0).await.unwrap(), None);
    assert_eq!(store.read("GAME", 0).await.unwrap(), None);
    store.check().await.unwrap();
}

pub async fn refuses_what_does_not_follow(place: &dyn Backend) {
    let store = opened(place).await;
    let mut tale = Tale::begun("game", true, 1000);
    let whole = tale.whole();
    store.add(whole.clone()).await.unwrap();
    let before = store.read("game", 0).await.unwrap();
    stale(&*store, whole).await;
    stale(&*store, tale.since(2)).await;
    stale(&*store, tale.since(3)).await;
    tale.play(1001, Side::South, 1);
    let late = tale.play(1002, Side::North, 1);
    stale(&*store, late).await;
    let mut elsewhere = tale.since(4);
    elsewhere.game = "other".to_owned();
    stale(&*store, elsewhere).await;
    assert_eq!(store.read("game", 0).await.unwrap(), before);
    assert_eq!(store.read("other", 0).await.unwrap(), None);
    store.add(tale.since(4)).await.unwrap();
}

/// A change of which the first entries are too late leaves no trace of the others, nor of its seats and summary.
pub async fn adds_all_or_nothing(place: &dyn Backend) {
    let store = opened(place).await;
    let mut tale = Tale::new("game", true, 1000);
    store.add(tale.whole()).await.unwrap();
    store
        .add(tale.join(1001, Side::South, "Ann"))
        .await
        .unwrap();
    tale.join(5000, Side::North, "Bob");
    tale.play(5001, Side::South, 1);
    let mut late = tale.since(2);
    late.seats.push((Side::North, digest(Side::North)));
    stale(&*store, late).await;
    let stored = store.read("game", 0).await.unwrap().unwrap();
    assert_eq!(stored.entries, tale.entries[..2]);
    assert_eq!(stored.seats[Side::North], None);
    let changed = store.changed_since(0, 10).await.unwrap();
    assert_eq!(changed, [("game".to_owned(), 1001)]);
    store.add(tale.since(3)).await.unwrap();
    let stored = store.read("game", 0).await.unwrap().unwrap();
    assert_eq!(stored.entries, tale.entries);
}

pub async fn gives_a_seat_once(place: &dyn Backend) {
    let store = opened(place).await;
    let mut tale = Tale::new("game", true, 1000);
    let mut first = tale.whole();
    first.seats = vec![(Side::South, [7; 32])];
    store.add(first).await.unwrap();
    let again = tale.clone().join(1001, Side::South, "Mallory");
    stale(&*store, again).await;
    let mut both = tale.clone().join(1001, Side::South, "Mallory");
    both.seats.push((Side::North, [9; 32]));
    stale(&*store, both).await;
    let stored = store.read("game", 0).await.unwrap().unwrap();
    assert_eq!(stored.seats[Side::South], Some([7; 32]));
    assert_eq!(stored.seats[Side::North], None);
    assert_eq!(stored.entries.len(), 1);
    store
        .add(tale.join(1001, Side::North, "Bob"))
        .await
        .unwrap();
    let stored = store.read("game", 0).await.unwrap().unwrap();
    assert_eq!(stored.seats[Side::North], Some(digest(Side::North)));
}

pub async fn takes_any_text(place: &dyn Backend) {
    let store = opened(place).await;
    let nasty = "'; DROP TABLE entry; -- \" \\ \\u0000 \0 %s $1 ?1 {} <b>&amp; \u{1f980} e\u{301} \r\n\u{7f}\u{ffff}";
    let mut tale = Tale::with("game", true, Clock::None, Some(nasty.to_owned()), 1000);
    store.add(tale.whole()).await.unwrap();
    let name = "\u{1f980} O'Neill \"; <script>\\";
    store.add(tale.join(1001, Side::South, name)).await.unwrap();
    let join = tale.join(1002, Side::North, &"\u{10ffff}".repeat(40));
    store.add(join).await.unwrap();
    let game = nasty.to_owned();
    store
        .add(tale.then(1003, Event::Rematched { game }))
        .await
        .unwrap();
    let stored = store.read("game", 0).await.unwrap().unwrap();
    assert_eq!(stored.entries, tale.entries);
    for unknown in [
        "",
        "\0",
        "game\0",
        nasty,
        "game' OR '1'='1",
        &"x".repeat(100_000),
    ] {
        assert_eq!(store.read(unknown, 0).await.unwrap(), None, "{unknown:?}");
        let seen = store.seen(unknown).await.unwrap();
        assert_eq!((seen[Side::South], seen[Side::North]), (None, None));
        let seen = vec![sight(unknown, Side::South, 1)];
        store.see(seen).await.unwrap();
    }
    store.check().await.unwrap();
}

pub async fn takes_any_number(place: &dyn Backend) {
    let store = opened(place).await;
    for (game, at) in [("least", Millis::MIN), ("most", Millis::MAX)] {
        let mut change = Tale::new(game, true, at).whole();
        change.summary.deadline = Some(at);
        store.add(change.clone()).await.unwrap();
        let Stored { entries, .. } = store.read(game, 0).await.unwrap().unwrap();
        assert_eq!(entries, change.entries);
        store.see(vec![sight(game, Side::North, at)]).await.unwrap();
        let seen = store.seen(game).await.unwrap();
        assert_eq!(seen[Side::North], Some(at));
        for after in [1, u64::MAX, 1 << 63] {
            let rest = store.read(game, after).await.unwrap().unwrap();
            assert_eq!(rest.entries, []);
        }
    }
    let least = vec!["least".to_owned()];
    let both = vec!["least".to_owned(), "most".to_owned()];
    assert_eq!(store.due(Millis::MAX - 1, u32::MAX).await.unwrap(), least);
    assert_eq!(store.due(Millis::MAX, u32::MAX).await.unwrap(), both);
    assert_eq!(store.due(Millis::MAX, 0).await.unwrap(), [""; 0]);
    let changed = store.changed_since(Millis::MIN, u32::MAX).await.unwrap();
    assert_eq!(changed.len(), 2);
    assert_eq!(
        store.forget(Millis::MIN, Some(Millis::MIN)).await.unwrap(),
        0
    );
    assert_eq!(
        store.forget(Millis::MAX, Some(Millis::MAX)).await.unwrap(),
        1
    );
}

async fn stale(store: &dyn Store, change: server::store::Change) {
    match store.add(change.clone()).await {
        Err(StoreError::Stale) => {}
        other => panic!("{change:?} gave {other:?}"),
    }
}

//! Many at once.

use std::sync::Arc;

use kalah::Side;
use server::store::{Store, StoreError};
use server::table::{Event, Name};
use tokio::task::JoinSet;

use super::{Backend, Tale, opened};

/// Through two openings of the same place, as two processes would. Each entry names its writer.
pub async fn lets_one_of_many_add(place: &dyn Backend) {
    const RIVALS: usize = 12;
    const ENTRIES: u64 = 25;
    let stores = [opened(place).await, opened(place).await];
    stores[0]
        .add(Tale::begun("game", true, 1).whole())
        .await
        .unwrap();
    let mut rivals = JoinSet::new();
    for rival in 0..RIVALS {
        rivals.spawn(add_until(stores[rival % 2].clone(), rival, 3 + ENTRIES));
    }
    let wins: usize = rivals.join_all().await.into_iter().sum();
    assert_eq!(wins as u64, ENTRIES, "each number was given to one rival");
    let stored = stores[0].read("game", 0).await.unwrap().unwrap();
    let numbers: Vec<u64> = stored.entries.iter().map(|entry| entry.seq).collect();
    assert_eq!(numbers, (1..=3 + ENTRIES).collect::<Vec<_>>());
}

/// Adds the next entry as fast as it can until there are this many. Returns how many of them are its own, and checks that they are.
async fn add_until(store: Arc<dyn Store>, rival: usize, last: u64) -> usize {
    let name = Name::try_from(format!("rival {rival}")).unwrap();
    let event = Event::Renamed {
        side: Side::North,
        name,
    };
    let mut wins = Vec::new();
    loop {
        let mut tale = Tale::begun("game", true, 1);
        tale.entries = store.read("game", 0).await.unwrap().unwrap().entries;
        let seq = tale.entries.len() as u64 + 1;
        if seq > last {
            let own = |seq: &u64| tale.entries[*seq as usize - 1].event == event;
            assert!(wins.iter().all(own), "an entry that was added is another's");
            return wins.len();
        }
        match store.add(tale.then(1, event.clone())).await {
            Ok(()) => wins.push(seq),
            Err(StoreError::Stale) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

pub async fn keeps_many_games_apart(place: &dyn Backend) {
    const GAMES: usize = 40;
    const ENTRIES: i64 = 10;
    let store = opened(place).await;
    let mut players = JoinSet::new();
    for number in 0..GAMES {
        let store = store.clone();
        players.spawn(async move {
            let mut tale = Tale::begun(&format!("game {number}"), true, 1);
            store.add(tale.whole()).await.unwrap();
            for at in 0..ENTRIES {
                let name = Name::try_from(format!("{number} {at}")).unwrap();
                let event = Event::Renamed {
                    side: Side::South,
                    name,
                };
                store.add(tale.then(at, event)).await.unwrap();
            }
            tale
        });
    }
    for tale in players.join_all().await {
        let stored = store.read(&tale.game, 0).await.unwrap().unwrap();
        assert_eq!(stored.entries, tale.entries);
    }
}

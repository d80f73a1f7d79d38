//! Opening, closing, and opening again.

use kalah::Side;
use server::store::{Listing, StoreError};

use super::{Backend, Tale, digest, opened, sight};

pub async fn opens_again(place: &dyn Backend) {
    let tale = Tale::begun("game", true, 1000);
    let mut change = tale.whole();
    change.seats = vec![(Side::South, digest(Side::South))];
    let store = opened(place).await;
    store.add(change).await.unwrap();
    store
        .see(vec![sight("game", Side::South, 7)])
        .await
        .unwrap();
    let before = store.read("game", 0).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    for _ in 0..2 {
        let store = opened(place).await;
        assert_eq!(store.read("game", 0).await.unwrap(), before);
        assert_eq!(store.seen("game").await.unwrap()[Side::South], Some(7));
        assert_eq!(
            store.list(Listing::Playing, 9, None).await.unwrap().len(),
            1
        );
        store.close().await.unwrap();
    }
}

/// Several processes start at once on an empty place.
pub async fn is_made_once_by_many(place: &dyn Backend) {
    let (first, second, third) = tokio::join!(place.open(), place.open(), place.open());
    let stores = [first, second, third].map(|store| store.expect("opened with the others"));
    let mut tale = Tale::new("game", true, 1);
    stores[0].add(tale.whole()).await.unwrap();
    stores[1]
        .add(tale.join(2, Side::South, "Ann"))
        .await
        .unwrap();
    stores[2]
        .add(tale.join(3, Side::North, "Bob"))
        .await
        .unwrap();
    for store in &stores {
        let stored = store.read("game", 0).await.unwrap().unwrap();
        assert_eq!(stored.entries, tale.entries);
    }
}

pub async fn refuses_a_newer_database(place: &dyn Backend) {
    let store = opened(place).await;
    store.add(Tale::new("game", true, 1).whole()).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    place.age();
    let Err(refused) = place.open().await else {
        panic!("it was opened");
    };
    let text = refused.to_string();
    assert!(text.contains("newer"), "{text}");
}

pub async fn says_when_it_is_closed(place: &dyn Backend) {
    let store = opened(place).await;
    let (ahead, behind) = (Tale::new("ahead", true, 1), Tale::new("behind", true, 1));
    // Earlier requests are completed.
    let (added, closed) = tokio::join!(store.add(ahead.whole()), store.close());
    added.unwrap();
    closed.unwrap();
    for result in [
        store.add(behind.whole()).await,
        store.read("ahead", 0).await.map(|_| ()),
        store.check().await,
    ] {
        assert!(
            matches!(result, Err(StoreError::Unreachable(_))),
            "{result:?}"
        );
    }
    store.close().await.unwrap();
    let store = opened(place).await;
    assert!(store.read("ahead", 0).await.unwrap().is_some());
    assert!(store.read("behind", 0).await.unwrap().is_none());
}

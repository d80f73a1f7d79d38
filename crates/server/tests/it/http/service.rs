//! The page, and what those who run a site look at.

use super::{Server, config};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_the_state_of_the_service() {
    let server = Server::start(config()).await;
    let page = server.get("/").await;
    assert_eq!(page.body, "<!doctype html>");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("etag"), Some("\"1\""));
    let about = server.get("/api").await.json();
    assert_eq!(about["name"], "mancala");
    assert_eq!(about["online"], json!(true));
    assert_eq!(server.get("/healthz").await.body, "ok\n");
    assert_eq!(server.get("/readyz").await.body, "ready\n");
    let given = server
        .ask("GET", "/api", "X-Request-Id: abc-123\r\n", "")
        .await;
    assert_eq!(given.header("x-request-id"), Some("abc-123"));
    let odd = server.ask("GET", "/api", "X-Request-Id: a b\r\n", "").await;
    assert_eq!(odd.header("x-request-id").unwrap().len(), 16);

    let (game, south, _) = server.pair().await;
    server
        .act(&game, "move", &south, r#"{"pit":1,"ply":0}"#)
        .await;
    let metrics = server.get("/metrics").await.body;
    for line in [
        "mancala_moves_total 1",
        "mancala_games_total 1",
        "mancala_rooms 1",
        "mancala_request_seconds_count{route=\"/api/games/{game}/move\",status=\"200\"} 1",
    ] {
        assert!(
            metrics.lines().any(|found| found == line),
            "{line}\n{metrics}"
        );
    }
    assert!(
        !metrics.contains(&game),
        "an address in the metrics: {metrics}"
    );
}

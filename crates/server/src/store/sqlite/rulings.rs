//! The operators' rulings, applied and recorded in one transaction.

use kalah::Side;
use sqlx::SqliteConnection;

use super::writer::Done;
use super::{Deed, Ruling, signed};
use crate::store::Rewritten;
use crate::table::Entry;

/// Nothing is done if its game is not in the expected state.
pub(super) async fn rule(
    connection: &mut SqliteConnection,
    ruling: &Ruling,
    deed: &Deed,
) -> Result<Done, sqlx::Error> {
    let subject = &*ruling.subject;
    let is_done = match deed {
        Deed::Nothing => true,
        Deed::Remove => changes_one(connection, "DELETE FROM games WHERE id = ?", subject).await?,
        Deed::Rewrite(rewritten) => rewrite(connection, subject, rewritten).await?,
        Deed::Ban { until } => {
            sqlx::query(
                "INSERT INTO bans (network, until, why) VALUES (?, ?, ?) \
                 ON CONFLICT DO UPDATE SET until = excluded.until, why = excluded.why",
            )
            .bind(subject)
            .bind(until)
            .bind(&ruling.detail)
            .execute(&mut *connection)
            .await?;
            true
        }
        Deed::Unban => {
            changes_one(connection, "DELETE FROM bans WHERE network = ?", subject).await?
        }
    };
    if !is_done {
        return Ok(Done::Stale);
    }
    sqlx::query("INSERT INTO rulings (at, by, what, subject, detail) VALUES (?, ?, ?, ?, ?)")
        .bind(ruling.at)
        .bind(&ruling.by)
        .bind(ruling.what.word())
        .bind(subject)
        .bind(&ruling.detail)
        .execute(connection)
        .await?;
    Ok(Done::Plain)
}

async fn changes_one(
    connection: &mut SqliteConnection,
    sql: &'static str,
    subject: &str,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(sql).bind(subject).execute(connection).await?;
    Ok(done.rows_affected() > 0)
}

async fn rewrite(
    connection: &mut SqliteConnection,
    game: &str,
    rewritten: &Rewritten,
) -> Result<bool, sqlx::Error> {
    let Some((last, before)) = rewritten.parts() else {
        return Ok(false);
    };
    let empties = |side| rewritten.emptied.contains(&side);
    let changed = sqlx::query(
        "UPDATE games SET seq = ?3, updated = ?4, state = ?5, south = iif(?6, NULL, south), north = iif(?7, NULL, north) \
         WHERE id = ?1 AND seq = ?2",
    )
    .bind(game)
    .bind(signed(last.seq) - 1)
    .bind(signed(last.seq))
    .bind(rewritten.summary.updated)
    .bind(&rewritten.summary.state)
    .bind(empties(Side::South))
    .bind(empties(Side::North))
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    let of = |entry: &Entry| serde_json::to_string(&entry.event).expect("an event is plain data");
    for entry in before {
        sqlx::query("UPDATE entries SET event = ?3 WHERE game = ?1 AND seq = ?2")
            .bind(game)
            .bind(signed(entry.seq))
            .bind(of(entry))
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("INSERT INTO entries (game, seq, at, event) VALUES (?1, ?2, ?3, ?4)")
        .bind(game)
        .bind(signed(last.seq))
        .bind(last.at)
        .bind(of(last))
        .execute(&mut *connection)
        .await?;
    for side in &rewritten.emptied {
        sqlx::query("DELETE FROM seen WHERE game = ?1 AND side = ?2")
            .bind(game)
            .bind(side.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(true)
}

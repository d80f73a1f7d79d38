//! The operators' rulings, applied and recorded in one transaction.

use kalah::Side;
use sqlx::{PgConnection, PgPool};

use crate::store::{Deed, Rewritten, Ruling, signed};
use crate::table::Entry;

/// Whether it was applied: not if its game is not in the expected state.
pub(super) async fn rule(pool: &PgPool, ruling: &Ruling, deed: &Deed) -> sqlx::Result<bool> {
    let mut transaction = pool.begin().await?;
    // One at a time, so that readers of the log see the numbers in order.
    sqlx::query("LOCK TABLE ruling IN EXCLUSIVE MODE")
        .execute(&mut *transaction)
        .await?;
    if !done(&mut transaction, ruling, deed).await? {
        return Ok(false);
    }
    sqlx::query("INSERT INTO ruling (at, by, what, subject, detail) VALUES ($1, $2, $3, $4, $5)")
        .bind(ruling.at)
        .bind(&ruling.by)
        .bind(ruling.what.word())
        .bind(&ruling.subject)
        .bind(&ruling.detail)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(true)
}

async fn done(connection: &mut PgConnection, ruling: &Ruling, deed: &Deed) -> sqlx::Result<bool> {
    let subject = &*ruling.subject;
    match deed {
        Deed::Nothing => Ok(true),
        Deed::Remove => changes_one(connection, "DELETE FROM game WHERE id = $1", subject).await,
        Deed::Rewrite(rewritten) => rewrite(connection, subject, rewritten).await,
        Deed::Ban { until } => {
            sqlx::query(
                "INSERT INTO ban (network, until, why) VALUES ($1, $2, $3)
                 ON CONFLICT (network) DO UPDATE SET until = excluded.until, why = excluded.why",
            )
            .bind(subject)
            .bind(until)
            .bind(&ruling.detail)
            .execute(connection)
            .await?;
            Ok(true)
        }
        Deed::Unban => changes_one(connection, "DELETE FROM ban WHERE network = $1", subject).await,
    }
}

async fn changes_one(
    connection: &mut PgConnection,
    sql: &'static str,
    subject: &str,
) -> sqlx::Result<bool> {
    let done = sqlx::query(sql).bind(subject).execute(connection).await?;
    Ok(done.rows_affected() > 0)
}

async fn rewrite(
    connection: &mut PgConnection,
    game: &str,
    rewritten: &Rewritten,
) -> sqlx::Result<bool> {
    let Some((last, before)) = rewritten.parts() else {
        return Ok(false);
    };
    let empties = |side| rewritten.emptied.contains(&side);
    let changed = sqlx::query(
        "UPDATE game SET seq = $3, updated = $4, state = $5, south = CASE WHEN $6 THEN NULL ELSE south END,
             north = CASE WHEN $7 THEN NULL ELSE north END
         WHERE id = $1 AND seq = $2",
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
        sqlx::query("UPDATE entry SET event = $3 WHERE game = $1 AND seq = $2")
            .bind(game)
            .bind(signed(entry.seq))
            .bind(of(entry))
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("INSERT INTO entry (game, seq, at, event) VALUES ($1, $2, $3, $4)")
        .bind(game)
        .bind(signed(last.seq))
        .bind(last.at)
        .bind(of(last))
        .execute(&mut *connection)
        .await?;
    for side in &rewritten.emptied {
        sqlx::query("DELETE FROM seen WHERE game = $1 AND side = $2")
            .bind(game)
            .bind(side.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(true)
}

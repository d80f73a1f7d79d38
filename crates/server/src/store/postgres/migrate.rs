//! Bringing a database up to date. Several processes may start at once: one does it, the others wait for it.

use sqlx::{PgConnection, PgPool};

use super::error::store_error;
use crate::store::StoreError;

/// Each makes the next version from the one before it.
const MIGRATIONS: [&str; 1] = [include_str!("0001.sql")];

/// Runs at every start.
const MORE: &str = include_str!("more.sql");

/// The lock that migrations take: "mancala" in ASCII.
const LOCK: i64 = 0x006d_616e_6361_6c61;

pub(super) async fn migrate(pool: &PgPool) -> Result<(), StoreError> {
    let found = bring_up_to_date(pool).await.map_err(store_error)?;
    let found = usize::try_from(found).unwrap_or(usize::MAX);
    let known = MIGRATIONS.len();
    match found <= known {
        true => Ok(()),
        false => Err(StoreError::Newer { found, known }),
    }
}

/// Returns the version it found. Changes nothing if that is unknown.
async fn bring_up_to_date(pool: &PgPool) -> sqlx::Result<i64> {
    let mut transaction = pool.begin().await?;
    // No notices about existing tables.
    sqlx::raw_sql("SET LOCAL client_min_messages = warning")
        .execute(&mut *transaction)
        .await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(LOCK)
        .execute(&mut *transaction)
        .await?;
    let found = version(&mut transaction).await?;
    let known = usize::try_from(found).unwrap_or(usize::MAX);
    let missing = MIGRATIONS.get(known..).unwrap_or_default();
    for migration in missing {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
    }
    if !missing.is_empty() {
        sqlx::query("UPDATE mancala SET version = $1")
            .bind(MIGRATIONS.len() as i64)
            .execute(&mut *transaction)
            .await?;
    }
    if known <= MIGRATIONS.len() {
        sqlx::raw_sql(MORE).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(found)
}

/// The version of the database; 0 if it is empty, and then it gets a place for the number.
async fn version(connection: &mut PgConnection) -> sqlx::Result<i64> {
    let exists: bool = sqlx::query_scalar("SELECT to_regclass('mancala') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !exists {
        sqlx::raw_sql(
            "CREATE TABLE mancala (version bigint NOT NULL, checked timestamptz);
             INSERT INTO mancala (version) VALUES (0)",
        )
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query_scalar("SELECT version FROM mancala")
        .fetch_one(connection)
        .await
}

//! The tables of the file, and how an older file becomes a newer one. Each script runs once, in order; the file remembers how
//! many have run.

use sqlx::{AssertSqlSafe, Connection, SqliteConnection, raw_sql};

use super::{StoreError, trouble};

const SCRIPTS: [&str; 1] = [include_str!("0001.sql")];

/// Runs at every start.
const MORE: &str = include_str!("more.sql");

/// Marks a file as one of ours: "manc".
const APPLICATION: i64 = 0x6d61_6e63;

pub(crate) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = connection
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(trouble)?;
    let number = |sql: &'static str| sqlx::query_scalar::<_, i64>(sql);
    let application = number("PRAGMA application_id").fetch_one(&mut *transaction);
    let application = application.await.map_err(trouble)?;
    let tables = number("SELECT count(*) FROM sqlite_master").fetch_one(&mut *transaction);
    let tables = tables.await.map_err(trouble)?;
    if application != APPLICATION && tables > 0 {
        return Err(StoreError::Corrupt(
            "it is a database of another program".into(),
        ));
    }
    let have = number("PRAGMA user_version").fetch_one(&mut *transaction);
    let have = usize::try_from(have.await.map_err(trouble)?).unwrap_or(usize::MAX);
    if have > SCRIPTS.len() {
        return Err(StoreError::Newer {
            found: have,
            known: SCRIPTS.len(),
        });
    }
    for script in &SCRIPTS[have..] {
        raw_sql(*script)
            .execute(&mut *transaction)
            .await
            .map_err(trouble)?;
    }
    let stamp = format!(
        "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {}",
        SCRIPTS.len()
    );
    if have < SCRIPTS.len() {
        raw_sql(AssertSqlSafe(stamp))
            .execute(&mut *transaction)
            .await
            .map_err(trouble)?;
    }
    raw_sql(MORE)
        .execute(&mut *transaction)
        .await
        .map_err(trouble)?;
    transaction.commit().await.map_err(trouble)
}

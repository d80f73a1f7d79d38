//! Stores, and what they are trusted with.

#[cfg(unix)]
mod on_postgres;
mod on_sqlite;
#[cfg(unix)]
mod postgres;
mod suite;

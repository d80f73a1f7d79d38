//! Stores and what they are trusted with, and the site as its visitors meet it.

mod http;
#[cfg(unix)]
mod on_postgres;
mod on_sqlite;
#[cfg(unix)]
mod postgres;
mod suite;
mod table;

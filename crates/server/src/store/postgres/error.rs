//! PostgreSQL's errors as those of a store.

use sqlx::Error;

use crate::store::StoreError;

// By reference would do, but then every `map_err` would need a closure.
#[allow(clippy::needless_pass_by_value)]
pub(super) fn store_error(error: Error) -> StoreError {
    let text = error.to_string();
    match &error {
        Error::Database(database) => by_code(&database.code().unwrap_or_default(), text),
        Error::Decode(_)
        | Error::ColumnDecode { .. }
        | Error::ColumnNotFound(_)
        | Error::ColumnIndexOutOfBounds { .. }
        | Error::TypeNotFound { .. }
        | Error::RowNotFound => StoreError::Corrupt(text),
        _ => StoreError::Unreachable(text),
    }
}

/// See "PostgreSQL Error Codes" in its manual.
fn by_code(code: &str, text: String) -> StoreError {
    const SERIALIZATION_FAILURE: &str = "40001";
    const DEADLOCK: &str = "40P01";
    const UNIQUE_VIOLATION: &str = "23505";
    const DISK_FULL: &str = "53100";
    const READ_ONLY: &str = "25006";
    const NO_PRIVILEGE: &str = "42501";
    const IO_ERROR: &str = "58030";
    match code {
        SERIALIZATION_FAILURE | DEADLOCK | UNIQUE_VIOLATION => StoreError::Stale,
        DISK_FULL | READ_ONLY | NO_PRIVILEGE | IO_ERROR => StoreError::Unwritable(text),
        // Wrong data, wrong names of tables and columns: not the database we made.
        _ if code.starts_with("22") || code.starts_with("42") || code.starts_with("23") => {
            StoreError::Corrupt(text)
        }
        _ => StoreError::Unreachable(text),
    }
}

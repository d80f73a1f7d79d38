//! Is there space on the disk? SQLite may still find some in its log when there is none left, and then not for the next move.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::StoreError;

/// Minimum free space.
const SPARE: usize = 256 << 10;

/// Writes a file beside the database, and removes it.
pub(super) async fn check(database: PathBuf) -> Result<(), StoreError> {
    let tried = tokio::task::spawn_blocking(move || try_beside(&database));
    let tried = tried
        .await
        .unwrap_or_else(|error| Err(io::Error::other(error)));
    tried.map_err(|error| StoreError::Unwritable(format!("no space for {SPARE} bytes: {error}")))
}

fn try_beside(database: &Path) -> io::Result<()> {
    let mut name = database.as_os_str().to_owned();
    name.push(format!("-check-{}", std::process::id()));
    let path = PathBuf::from(name);
    let written = File::create(&path).and_then(|mut file| {
        file.write_all(&vec![0x5a; SPARE])?;
        file.sync_data()
    });
    let removed = fs::remove_file(&path);
    written.and(removed)
}

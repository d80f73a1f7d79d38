//! SQLite, and what only it does.

use std::path::PathBuf;
use std::sync::Arc;

use server::store::{self, Store};

use crate::suite::{self, Backend, Case};

struct File(PathBuf);

impl Backend for File {
    fn open(&self) -> server::store::Answer<'_, Arc<dyn Store>> {
        Box::pin(async {
            let path = self.0.to_str().expect("a path without surprises");
            store::open(&format!("sqlite:{path}")).await
        })
    }

    /// The version is in bytes 60 to 63 of the file.
    fn age(&self) {
        let mut bytes = std::fs::read(&self.0).expect("the file is there");
        bytes[60..64].copy_from_slice(&1000_u32.to_be_bytes());
        std::fs::write(&self.0, bytes).expect("the file can be written");
    }
}

fn on_a_place(case: Case) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = File(folder.path().join("games.db"));
    suite::run(case(&place));
}

crate::conformance!();

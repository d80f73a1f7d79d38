//! `mancala table verify`: a table compared with its checksums and with the rules.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, bail};
use engine::rng::Rng;
use engine::table::{Table, Variant, Wrong};
use indicatif::ProgressBar;

use super::progress_bar;
use crate::tables;
use crate::ui::{Answer, Ui};
use crate::wording;

/// The entries to recompute.
#[derive(Clone, Copy)]
pub enum Entries {
    All,
    Sample { count: u64, seed: u64 },
}

pub fn run(
    path: &Path,
    expected: Option<Variant>,
    entries: Entries,
    threads: usize,
    ui: &mut Ui,
) -> Result<Answer> {
    if !path.exists() {
        bail!(
            "there is no table {}; `mancala table build` makes one",
            path.display()
        );
    }
    let table = match tables::load(path, threads) {
        Ok(table) => table,
        Err(error) => return wrong(&format!("{error:#}"), ui),
    };
    if let Some(wanted) = expected
        && wanted != table.variant()
    {
        return wrong(
            &format!(
                "{}: the table is for other rules: {}, not {wanted}",
                path.display(),
                table.variant()
            ),
            ui,
        );
    }
    let count = match entries {
        Entries::All => table.positions(),
        Entries::Sample { count, .. } => count,
    };
    let bar = progress_bar(count);
    let found = derive(&table, entries, count, threads, &bar);
    bar.finish_and_clear();
    if let Some(Wrong {
        mover,
        other,
        found,
        expected,
    }) = found
    {
        let text = format!(
            "{}: the entry of {mover:?} to move against {other:?} is {found}, and should be {expected}",
            path.display()
        );
        return wrong(&text, ui);
    }
    writeln!(
        ui.out,
        "{}: a table of {}, {}: all checksums are right, and {count} {}",
        path.display(),
        wording::count(table.max_seeds(), "seed"),
        table.variant(),
        match (&entries, count) {
            (Entries::All, _) => "entries, which is all, follow from the rules",
            (_, 1) => "random entry follows from the rules",
            _ => "random entries follow from the rules",
        }
    )?;
    Ok(Answer::Yes)
}

fn wrong(text: &str, ui: &mut Ui) -> Result<Answer> {
    writeln!(ui.out, "{text}")?;
    Ok(Answer::No)
}

/// The first entry found that contradicts the rules.
fn derive(
    table: &Table,
    entries: Entries,
    count: u64,
    threads: usize,
    bar: &ProgressBar,
) -> Option<Wrong> {
    const BATCH: u64 = 1 << 14;
    let next = AtomicU64::new(0);
    let found = Mutex::new(None);
    let work = || loop {
        let batch = next.fetch_add(1, Ordering::Relaxed);
        let range = batch * BATCH..count.min((batch + 1) * BATCH);
        if range.is_empty() || found.lock().is_ok_and(|found| found.is_some()) {
            return;
        }
        let size = range.end - range.start;
        if let Err(wrong) = derive_batch(table, entries, batch, range) {
            *found.lock().expect("no thread panics") = Some(wrong);
        }
        bar.inc(size);
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    found.into_inner().expect("no thread panics")
}

fn derive_batch(
    table: &Table,
    entries: Entries,
    batch: u64,
    range: std::ops::Range<u64>,
) -> Result<(), Wrong> {
    let mut rng = match entries {
        Entries::All => Rng::new(0),
        Entries::Sample { seed, .. } => Rng::child(seed, batch),
    };
    for n in range {
        let n = match entries {
            Entries::All => n,
            Entries::Sample { .. } => rng.below(table.positions() as usize) as u64,
        };
        if let Some((mover, other)) = table.nth_position(n) {
            table.check(mover, other)?;
        }
    }
    Ok(())
}

//! A mistake to replay: a script for `mancala circuit run`, a run that `mancala circuit debug --replay` opens at the
//! moment of the difference with all of the past before it, and a link that does the same on the page.
//!
//! The link carries everything in the part of an address that no browser sends: the console, its libraries and the run, as the
//! workbench shares files (`web/js/workbench/share.js`).

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use results::{Report, Test};
use serde_json::json;
use timeline::run::Run;

use crate::files;
use crate::verb::circuit::load::Source;

/// Maximum length of a link: browsers take a million characters or more, and the page takes as many.
const LONGEST: usize = 1 << 20;

/// The address of a page, as given on the command line.
pub fn page(text: &str) -> Result<String, String> {
    let plain = text.split(['#', '?']).next().unwrap_or_default();
    let host = ["http://", "https://"]
        .iter()
        .find_map(|scheme| plain.strip_prefix(scheme));
    match host {
        Some(host) if !host.is_empty() && !plain.contains(char::is_whitespace) => {
            let slash = if plain.ends_with('/') { "" } else { "/" };
            Ok(format!("{plain}{slash}"))
        }
        _ => Err("write the address of a page, such as http://127.0.0.1:2023/".to_owned()),
    }
}

/// Gives each mistake its link, where there is room for one.
pub fn link(report: &mut Report, source: &Source, page: &str) {
    // Without links if the files are gone or their names are ambiguous; the marks stand.
    let Ok(texts) = source.texts() else {
        return;
    };
    for test in &mut report.tests {
        test.link = run(test, source).and_then(|run| address(page, source, &texts, test, &run));
    }
}

/// The address that opens the run of a test in the workbench, if there is room for one.
pub fn address(
    page: &str,
    source: &Source,
    texts: &[(String, String)],
    test: &Test,
    run: &str,
) -> Option<String> {
    let name = format!("{}.run", test.id);
    let mut files = vec![json!({ "name": name, "text": run })];
    let others = texts.iter();
    files.extend(others.map(|(name, text)| json!({ "name": name, "text": text })));
    files[1]["sheet"] = json!(source.circuit());
    files[0]["circuit"] = files[1]["name"].clone();
    let value = json!({ "files": files, "active": name });
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    packed.write_all(value.to_string().as_bytes()).ok()?;
    let packed = URL_SAFE_NO_PAD.encode(packed.finish().ok()?);
    (packed.len() <= LONGEST).then(|| format!("{page}#/workbench?w={packed}"))
}

/// Writes the files for each mistake.
pub fn write(report: &Report, source: &Source, folder: &Path) -> anyhow::Result<()> {
    for test in &report.tests {
        let script = test.script.clone();
        let link = test.link.as_ref().map(|link| results::opening(test, link));
        for (end, text) in [
            ("script", script),
            ("run", run(test, source)),
            ("html", link),
        ] {
            let Some(text) = text else {
                continue;
            };
            let path = folder.join(format!("{}.{end}", test.id));
            files::write_whole(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// A run of this console: the findings as comments, then the header of a run, then its actions.
fn run(test: &Test, source: &Source) -> Option<String> {
    let deeds = test.run.as_ref()?;
    let head = Run {
        head: source.console_head(),
        ..Run::default()
    };
    let found = std::iter::once(test.name.as_str()).chain(test.output.lines());
    let remarks: String = found.map(|line| format!("# {line}\n")).collect();
    Some(format!("{remarks}{head}{deeds}"))
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn a_page_is_an_address_without_a_place_in_it() {
        let local = "http://127.0.0.1:2023/";
        assert_eq!(page("http://127.0.0.1:2023").as_deref(), Ok(local));
        assert_eq!(page("http://127.0.0.1:2023/#/play").as_deref(), Ok(local));
        let folder = "https://example.org/mancala/";
        assert_eq!(page(folder).as_deref(), Ok(folder));
        for wrong in [
            "",
            "http://",
            "example.org",
            "javascript:alert(1)",
            "http://a b",
        ] {
            assert!(page(wrong).is_err(), "{wrong}");
        }
    }
}

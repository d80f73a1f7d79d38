//! Every recording in `tests/data/cases/*.jsonl`: programs with the results of cocas of cdm-devkit (and of CocoIDE,
//! `old_*`). Where it is `ok` our image is the same; where it failed we report an error.
//! `ACCEPTED` and `reason` list the deliberate differences, and why.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cdm8::asm::{Assembly, Compat, Options, Source, Warning, assemble};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    source: String,
    #[serde(default)]
    extra_files: BTreeMap<String, String>,
    mlb: Option<String>,
    status: String,
    image: Option<String>,
    message: Option<String>,
    old_status: Option<String>,
    old_image: Option<String>,
}

impl Case {
    /// The image cocas makes, trailing zeros cut, or `error`.
    fn expected(&self) -> &str {
        match self.status.as_str() {
            "ok" => trimmed(self.image.as_deref().unwrap_or("")),
            _ => "error",
        }
    }

    fn assemble(&self, compat: Option<Compat>) -> Assembly {
        let mut sources = vec![Source::new("t.asm", self.source.clone())];
        let extra = self.extra_files.iter();
        sources.extend(extra.map(|(name, text)| Source::new(name, text.clone())));
        sources.extend(
            self.mlb
                .iter()
                .map(|text| Source::new("u.mlb", text.clone())),
        );
        let options = Options {
            compat,
            ..Options::default()
        };
        assemble(&sources, &options)
    }
}

fn read_cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|suffix| suffix == "jsonl"))
    {
        let text = std::fs::read_to_string(file).unwrap();
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let case = serde_json::from_str(line);
            cases.push(
                case.unwrap_or_else(|error| panic!("{}:{}: {error}", file.display(), number + 1)),
            );
        }
    }
    cases
}

fn image_text(assembly: &Assembly) -> String {
    match assembly.is_ok() {
        false => "error".to_owned(),
        true => assembly
            .program
            .trimmed()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect(),
    }
}

fn trimmed(image: &str) -> &str {
    let mut image = image;
    while let Some(shorter) = image
        .strip_suffix("00")
        .filter(|shorter| shorter.len() % 2 == 0)
    {
        image = shorter;
    }
    image
}

/// cocas's messages about programs that we accept, and why we do.
const ACCEPTED: [(&str, &str); 13] = [
    (
        "token recognition error at: '='",
        "`set` is CocoIDE's constant",
    ),
    ("Unknown instruction \"nop\"", "CocoIDE has `nop`"),
    (
        "Unknown instruction \"swan\"",
        "CocoIDE has `swan`, and so has the original mark 5",
    ),
    (
        "StringLiteralNode",
        "`ldi r0, \"a\"` is good CocoIDE and means one thing only",
    ),
    (
        "Label \"t",
        "template fields may be subtracted and used inside structures",
    ),
    ("missing MACRO_FOOTER", "a comment may follow `mend`"),
    (
        "extraneous input 't'",
        "an apostrophe in a comment is a comment",
    ),
    (
        "extraneous input '-|'",
        "macros may follow an `ext` at the top of a file",
    ),
    (
        "extraneous input ''+m''",
        "two nonces on a line are not a character literal",
    ),
    (
        "Multi-byte character constant",
        "two nonces on a line are not a character literal",
    ),
    ("mismatched input 'fp-1'", "`fp` is a name like any other"),
    (
        "no viable alternative at input 'break2'",
        "CocoIDE leaves several loops with `break 2`",
    ),
    (
        "token recognition error at: '\u{feff}'",
        "a byte-order mark at the start is skipped",
    ),
];

#[test]
fn the_images_of_cdm_devkit() {
    let cases = read_cases();
    assert_eq!(cases.len(), 556);
    let mut wrong = Vec::new();
    let mut reasons = BTreeSet::new();
    for case in &cases {
        let assembly = case.assemble(None);
        let (ours, theirs) = (image_text(&assembly), case.expected());
        if ours == theirs {
            continue;
        }
        match reason(case, &assembly, theirs) {
            Some(why) => _ = reasons.insert(why),
            None => wrong.push(format!("{}: cocas {theirs}, ours {ours}", case.name)),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
    let unused: Vec<_> = ACCEPTED
        .iter()
        .filter(|(_, why)| !reasons.contains(why))
        .collect();
    assert!(unused.is_empty(), "no case needs {unused:?}");
}

/// Why our answer to a case differs from that of cocas, if that is allowed.
fn reason(case: &Case, assembly: &Assembly, theirs: &str) -> Option<&'static str> {
    if theirs == "error" {
        let message = case.message.as_deref().unwrap_or("");
        return ACCEPTED
            .iter()
            .find(|(said, _)| message.contains(said))
            .map(|(_, why)| *why);
    }
    let reason = |warning| match warning {
        Warning::NestedStart => Some("structures that start at one address share labels in cocas"),
        Warning::Placement => Some("cocas forgets padding and puts a section over another"),
        _ => None,
    };
    let mut warnings = assembly
        .diagnostics
        .iter()
        .filter_map(|diagnostic| reason(diagnostic.code?.parse().ok()?));
    let reproduced = image_text(&case.assemble(Some(Compat::Devkit))) == theirs;
    warnings.next_back().filter(|_| reproduced)
}

#[test]
fn the_images_of_cdm_devkit_with_its_faults() {
    let mut count = 0;
    for case in read_cases().iter().filter(|case| case.status == "ok") {
        let assembly = case.assemble(Some(Compat::Devkit));
        assert_eq!(image_text(&assembly), case.expected(), "{}", case.name);
        count += 1;
    }
    assert!(count >= 300, "only {count} cases");
}

#[test]
fn the_images_of_cocoide() {
    let mut count = 0;
    for case in read_cases()
        .iter()
        .filter(|case| case.old_status.as_deref() == Some("ok"))
    {
        let theirs = trimmed(case.old_image.as_deref().unwrap_or(""));
        let assembly = case.assemble(Some(Compat::Cocoide));
        assert_eq!(image_text(&assembly), theirs, "{}", case.name);
        count += 1;
    }
    assert!(count >= 33, "only {count} cases");
}

/// Where the two old assemblers generate different code for a program, the default warns.
#[test]
fn different_meanings_are_warned_of() {
    let mut count = 0;
    for case in read_cases() {
        let both_ok = case.status == "ok" && case.old_status.as_deref() == Some("ok");
        let old = trimmed(case.old_image.as_deref().unwrap_or(""));
        if both_ok && case.expected() != old {
            let warned = case.assemble(None).diagnostics.iter().any(|diagnostic| {
                [Warning::Dialect, Warning::NestedStart, Warning::Placement]
                    .iter()
                    .any(|warning| diagnostic.code == Some(warning.name()))
            });
            assert!(warned, "{} is not warned of", case.name);
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} cases");
}

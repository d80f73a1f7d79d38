//! Properties of every source, sensible or not.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cdm8::asm::object::text;
use cdm8::asm::output::{debug_json, listing, map, symbols};
use cdm8::asm::{Assembly, Compat, Options, Source, Warning, assemble, compile};
use proptest::prelude::*;

/// The programs of the tests, to be mutated.
fn corpus() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/programs");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect()
}

/// Assembles in every dialect and makes every output; checks what must always hold.
fn exercise(sources: &[Source]) {
    for compat in [None, Some(Compat::Devkit), Some(Compat::Cocoide)] {
        let options = Options {
            compat,
            ..Options::default()
        };
        let assembly = assemble(sources, &options);
        check(&assembly);
        let _ = listing::write(&assembly, sources);
        let _ = map::write(&assembly.program);
        let _ = symbols::write(&assembly.program);
        let _ = debug_json::write(&assembly.program, str::to_owned);
        let _ = assembly.symbols(sources);
        let _ = text::write(&assembly.modules, true);
    }
}

fn check(assembly: &Assembly) {
    for diagnostic in &assembly.diagnostics {
        assert!(!diagnostic.message.is_empty());
        assert!(!diagnostic.render(diag::Paint::Coloured).is_empty());
        if let Some(at) = diagnostic.excerpt() {
            assert!(at.line >= 1 && at.column >= 1 && at.width >= 1);
            assert!(
                at.column as usize <= at.text.chars().count() + 1,
                "{diagnostic}"
            );
        }
    }
    assert_eq!(
        assembly.image().is_some(),
        assembly.errors().next().is_none()
    );
}

/// A line made of the words of the language in any order.
fn jumble() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "asect", "rsect", "tplate", "end", "ext", "if", "is", "then", "else", "fi", "while",
        "stays", "wend", "do", "until", "break", "continue", "macro", "mend", "unique", "mpush",
        "1mpop", "mread", "lchk", "set", "save", "restore", "dc", "ds", "align", "ldi", "add",
        "push", "halt", "jsr", "br", "beq", "bxx", "nop", "swan", "rol", "tst", "stv", "jmp",
        "define", "run", "ei", "m/2", "m", "a", "b", "t.a", "t._", "x'", "r0", "r1", "r9", "r01",
        "$1", "$0", "?x", "5", "-3", "0xff", "010", "300", "\"ab\"", "'c'", "'", "\"", ",", ":",
        ">", "+", "-", "*", "=", "(", ")", "#", "z", "hs", "and", "or", "é", "\t", "\\",
    ]);
    prop::collection::vec(words, 0..6).prop_map(|words| words.join(" "))
}

fn jumbled_program() -> impl Strategy<Value = String> {
    prop::collection::vec(jumble(), 0..25)
        .prop_map(|lines| format!("asect 0\n{}\nend\n", lines.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        exercise(&[Source::new("a.asm", bytes.clone())]);
        exercise(&[Source::new("a.asm", "asect 0\nend\n"), Source::new("m.mlb", bytes)]);
    }

    #[test]
    fn any_words_are_answered(program in jumbled_program()) {
        exercise(&[Source::new("a.asm", program)]);
    }

    #[test]
    fn any_macro_library_is_answered(library in jumbled_program(), program in jumbled_program()) {
        exercise(&[Source::new("m.mlb", format!("*m/2\n{library}")), Source::new("a.asm", program)]);
    }

    #[test]
    fn mutated_programs_are_answered(
        which in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8), 1..6),
    ) {
        let corpus = corpus();
        let mut lines: Vec<String> = which.get(&corpus).lines().map(str::to_owned).collect();
        let donor: Vec<&str> = other.get(&corpus).lines().collect();
        for (at, from, kind) in cuts {
            let index = at.index(lines.len());
            match kind {
                0 => _ = lines.remove(index),
                1 => lines.insert(index, (*from.get(&donor)).to_owned()),
                2 => {
                    let other = from.index(lines.len());
                    lines.swap(index, other);
                }
                _ => {
                    let middle = from.index(lines[index].chars().count() + 1);
                    lines[index] = lines[index].chars().take(middle).collect();
                }
            }
            if lines.is_empty() {
                lines.push(String::new());
            }
        }
        exercise(&[Source::new("a.asm", lines.join("\n"))]);
    }

    #[test]
    fn any_object_file_is_answered(
        lines in prop::collection::vec("(ABS |NAME|DATA|REL |NTRY|XTRN|ALIG|LOC |FILE|TARG|x)( [$a-z0-9]{0,4}:?){0,5}", 0..12)
    ) {
        let sources = [Source::new("a.obj", lines.join("\n"))];
        exercise(&sources);
        let first = compile(&sources, &Options::default());
        if first.is_ok() {
            let written = text::write(&first.modules, true);
            let again = compile(&[Source::new("a.obj", written.clone())], &Options::default());
            prop_assert!(again.is_ok(), "{}", written);
            prop_assert_eq!(text::write(&again.modules, true), written);
        }
    }

    #[test]
    fn any_bytes_are_an_object_file(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        exercise(&[Source::new("a.obj", bytes)]);
    }

    /// A silenced warning is gone and nothing else changes.
    #[test]
    fn silence_takes_away_warnings_only(program in jumbled_program()) {
        let sources = [Source::new("a.asm", program)];
        let loud = assemble(&sources, &Options::default());
        let silenced: BTreeSet<Warning> = Warning::ALL.iter().copied().collect();
        let quiet = assemble(&sources, &Options { silenced, ..Options::default() });
        let errors: Vec<_> = loud.errors().cloned().collect();
        prop_assert_eq!(&quiet.diagnostics, &errors);
        prop_assert_eq!(loud.program.image, quiet.program.image);
    }
}

/// Linking the objects of a program gives the program, also after the objects went through their text.
#[test]
fn objects_link_to_the_same_image() {
    let mut count = 0;
    for program in corpus() {
        let sources = [Source::new("a.asm", program)];
        let whole = assemble(&sources, &Options::default());
        if !whole.is_ok() {
            continue;
        }
        for debug in [false, true] {
            let object = text::write(&compile(&sources, &Options::default()).modules, debug);
            let linked = assemble(&[Source::new("a.obj", object.clone())], &Options::default());
            assert!(linked.is_ok(), "{object}\n{:?}", linked.diagnostics);
            assert_eq!(linked.program.image, whole.program.image, "{object}");
            let again = text::write(&linked.modules, debug);
            assert_eq!(again, object);
        }
        count += 1;
    }
    assert!(count >= 30, "only {count} programs");
}

/// Programs made to be expensive end soon, with an error.
#[test]
fn runaway_sources_end_soon() {
    let nest = |open: &str, close: &str| {
        format!(
            "asect 0\n{}{}end\n",
            open.repeat(5_000),
            close.repeat(5_000)
        )
    };
    let doubling: String = (1..60)
        .map(|n| format!("macro m{n}/0\nm{}\nm{}\nmend\n", n - 1, n - 1))
        .collect();
    let growing: String = (1..60)
        .map(|n| format!("macro m{n}/1\nm{} $1$1\nmend\n", n - 1))
        .collect();
    let labels: String = (0..20_000).map(|n| format!("l{n}: br m{n}\n")).collect();
    let sources = [
        nest("if\nis z\n", "fi\n"),
        nest("while\nstays z\n", "fi\n"),
        nest("do\n", "until z\n"),
        nest("wend\n", "if\n"),
        format!("macro m0/0\nhalt\nmend\n{doubling}asect 0\nm59\nend\n"),
        format!("macro m0/1\ndc $1\nmend\n{growing}asect 0\nm59 1234\nend\n"),
        "macro m/0\nm\nm\nmend\nasect 0\nm\nm\nend\n".to_owned(),
        format!("asect 0\n{labels}end\n"),
        format!("asect 0\n{}end\n", "ds 4096\n".repeat(20_000)),
        format!("asect 0\ndc {}\nend\n", "1,".repeat(100_000)),
        format!("asect 0\ndc {}1\nend\n", "1+".repeat(100_000)),
        format!("{}end\n", "rsect x\nalign 4093\nhalt\n".repeat(3_000)),
        format!("{}end\n", "asect 0\nx: halt\n".repeat(10_000)),
    ];
    for source in sources {
        let start = Instant::now();
        let assembly = assemble(&[Source::new("a.asm", source.clone())], &Options::default());
        let took = start.elapsed();
        assert!(
            took < Duration::from_secs(20),
            "{took:?} for {}",
            &source[..60]
        );
        check(&assembly);
    }
}

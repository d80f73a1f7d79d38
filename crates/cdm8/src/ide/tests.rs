use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::asm::assemble;

const PROGRAM: &str = "\
count: ext
macro twice/1           # adds a register to itself
again': add $1, $1
        br again'
mend
tplate frame
left:   ds 2
text:   ds 3
        asect 0x10
table:  dc 1, \"ab\"
        asect 0
start:  ldi r0, table+1
        twice r0
        addsp -frame._
        ldsa r1, frame.text
loop:   dec r0
        bne loop
        jsr count
        halt
end
";
const LIBRARY: &str = "rsect lib\ncount>  inc r0\nloop:   bne loop\n        rts\nend\n";

fn program() -> Analysis {
    let sources = [
        Source::new("main.asm", PROGRAM),
        Source::new("lib.asm", LIBRARY),
    ];
    let analysis = Analysis::new(&sources, &Options::default());
    let errors: Vec<_> = analysis.assembly.errors().collect();
    assert!(errors.is_empty(), "{errors:#?}");
    analysis
}

/// Line and column of the n-th time a text stands in a source.
fn spot(source: &str, text: &str, nth: usize) -> (usize, usize) {
    let at = source.match_indices(text).nth(nth).expect("the text").0;
    let before = &source[..at];
    let line = before.matches('\n').count();
    (line, at - before.rfind('\n').map_or(0, |end| end + 1))
}

fn hover(analysis: &Analysis, text: &str, nth: usize) -> String {
    let (line, column) = spot(PROGRAM, text, nth);
    analysis
        .hover(0, line, column)
        .expect("something to say")
        .text
}

/// `file:line:column` of a symbol's mentions, definitions first.
fn mentions(analysis: &Analysis, file: usize, text: &str, nth: usize) -> Vec<String> {
    let (line, column) = spot([PROGRAM, LIBRARY][file], text, nth);
    let (symbol, _) = analysis.index.at(file, line, column).expect("a symbol");
    let shown = |place: &TextRange| format!("{}:{}:{}", place.file, place.line + 1, place.start);
    symbol.mentions().map(shown).collect()
}

#[test]
fn hovers_say_what_code_does() {
    let analysis = program();
    let page = hover(&analysis, "dec r0", 0);
    assert!(page.contains("rd := rd - 1, flags"), "{page}");
    assert!(page.contains("`100010mm`, 1 byte, 2 clocks"), "{page}");
    assert!(page.contains("C: 0 if A = 00, else 1"), "{page}");
    assert!(page.contains("09  88  dec r0, 2 clocks"), "{page}");
    let page = hover(&analysis, "bne loop", 0);
    assert!(page.contains("Taken if not Z: not equal."), "{page}");
    let page = hover(&analysis, "twice r0", 0);
    assert!(
        page.contains("adds a register to itself") && page.contains("add $1, $1"),
        "{page}"
    );
    let page = hover(&analysis, "table+1", 0);
    assert!(page.starts_with("label `table` = 0x10 (16)"), "{page}");
    assert!(hover(&analysis, "0x10", 0).contains("`16` = `0x10`"));
    assert!(hover(&analysis, "\"ab\"", 0).contains("61 62"));
    assert!(hover(&analysis, "frame._", 0).contains("template"));
    assert!(analysis.hover(0, 0, 6).is_none());
}

#[test]
fn names_are_found_by_the_rules_of_the_assembler() {
    let analysis = program();
    assert_eq!(mentions(&analysis, 0, "loop", 0), ["0:16:0", "0:17:12"]);
    assert_eq!(mentions(&analysis, 1, "loop", 0), ["1:3:0", "1:3:12"]);
    assert_eq!(
        mentions(&analysis, 0, "count", 1),
        ["1:2:0", "0:1:0", "0:18:12"]
    );
    assert_eq!(mentions(&analysis, 0, "again", 1), ["0:3:0", "0:4:11"]);
    assert_eq!(mentions(&analysis, 0, "twice", 1), ["0:2:6", "0:13:8"]);
    assert_eq!(
        mentions(&analysis, 0, "frame", 0),
        ["0:6:7", "0:14:15", "0:15:17"]
    );
    assert_eq!(mentions(&analysis, 0, "text", 1), ["0:8:0", "0:15:23"]);
}

/// `define` makes a label of its first operand.
#[test]
fn names_made_by_macros_are_defined_where_they_stand() {
    let text = "define size, 5\nasect 0\nldi r0, size\nhalt\nend\n";
    let analysis = Analysis::new(&[Source::new("p.asm", text)], &Options::default());
    let (symbol, _) = analysis.index.at(0, 2, 9).expect("a symbol");
    assert_eq!(
        (symbol.definitions[0].line, symbol.definitions[0].start),
        (0, 7)
    );
    assert_eq!(analysis.value_of(symbol), Some(5));
}

#[test]
fn completion_fits_the_place() {
    let analysis = program();
    let offered = |line: usize, column: usize| -> Vec<String> {
        let (_, list) = analysis.completion(0, line, column);
        list.into_iter().map(|item| item.text).collect()
    };
    let words = offered(12, 8);
    for word in ["ldi", "bne", "dc", "while", "twice", "tst"] {
        assert!(words.iter().any(|offer| offer == word), "{word}");
    }
    assert_eq!(offered(15, 12), ["r0", "r1", "r2", "r3"]);
    let (line, column) = spot(PROGRAM, "table+1", 0);
    let values = offered(line, column);
    assert!(
        values.contains(&"loop".to_owned()) && values.contains(&"count".to_owned()),
        "{values:?}"
    );
    assert!(
        !values.contains(&"left".to_owned()) && !values.contains(&"r0".to_owned()),
        "{values:?}"
    );
    let (line, column) = spot(PROGRAM, "frame.text", 0);
    assert_eq!(offered(line, column + 6), ["left", "text", "_"]);
    assert!(offered(1, 30).is_empty(), "a comment");
}

#[test]
fn names_from_outside_are_offered_and_explained() {
    let known = Known {
        name: "MESSAGE".to_owned(),
        address: 0x12,
        about: "the lights".to_owned(),
    };
    let text = "asect 0\nldi r0, MESSAGE\nend\n";
    let analysis = Analysis::with_names(
        &[Source::new("p.asm", text)],
        &Options::default(),
        vec![known],
    );
    let (start, list) = analysis.completion(0, 1, 10);
    assert_eq!((start, list[0].text.as_str()), (8, "MESSAGE"));
    assert!(analysis.hover(0, 1, 9).unwrap().text.contains("0x12"));
}

#[test]
fn a_new_name_goes_everywhere_or_nowhere() {
    let analysis = program();
    let (line, column) = spot(PROGRAM, "count", 1);
    assert_eq!(analysis.rename(0, line, column, "tally").unwrap().len(), 3);
    let wrong = |name: &str| {
        analysis
            .rename(0, line, column, name)
            .unwrap_err()
            .to_string()
    };
    assert!(wrong("2x").contains("not a name") && wrong("r1").contains("not a name"));
    assert!(
        wrong("loop").contains("something else"),
        "{}",
        wrong("loop")
    );
    assert_eq!(analysis.rename(0, 8, 10, "x"), Err(RenameError::Nothing));
    let text = "asect 0\ntst r0\nhalt\nend\n";
    let analysis = Analysis::new(&[Source::new("p.asm", text)], &Options::default());
    assert_eq!(
        analysis.rename(0, 1, 1, "x"),
        Err(RenameError::Standard("tst".to_owned()))
    );
}

#[test]
fn the_outline_and_folds_follow_sections() {
    let analysis = program();
    let names: Vec<String> = analysis
        .outline(0)
        .iter()
        .map(|node| node.name.clone())
        .collect();
    assert_eq!(names, ["twice/1", "tplate frame", "asect 0x10", "asect 0"]);
    let last = analysis.outline(0).pop().unwrap();
    let labels: Vec<&str> = last
        .children
        .iter()
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!((labels, last.last), (vec!["start", "loop"], 18));
    let folds: Vec<(usize, usize)> = analysis
        .folds(0)
        .iter()
        .map(|fold| (fold.first, fold.last))
        .collect();
    assert_eq!(folds, [(1, 4), (5, 7), (8, 9), (10, 18)]);
}

#[test]
fn hints_tell_addresses_sizes_and_distances() {
    let analysis = program();
    let hints = analysis.hints(0, 0..99);
    let on = |line: usize| -> Vec<&str> {
        hints
            .iter()
            .filter(|hint| hint.line == line)
            .map(|hint| hint.text.as_str())
            .collect()
    };
    let (loop_line, _) = spot(PROGRAM, "bne loop", 0);
    assert_eq!(on(loop_line), ["0a", "-3"]);
    assert_eq!(on(9), ["10"]);
    assert_eq!(on(8), ["3 bytes"]);
    assert_eq!(on(19), [format!("{} of 256 bytes used", analysis.used())]);
}

#[test]
fn expansions_are_shown() {
    let analysis = program();
    let (line, _) = spot(PROGRAM, "twice r0", 0);
    assert_eq!(
        analysis.expansion(0, line).unwrap(),
        "again1: add r0, r0\n        br again1"
    );
    assert_eq!(analysis.expansion(0, line + 1), None);
}

/// Unlinked sections wait for their program: nothing is called dropped or unresolved.
#[test]
fn a_file_of_subroutines_alone_has_no_faults() {
    let analysis = Analysis::new(&[Source::new("lib.asm", LIBRARY)], &Options::default());
    assert_eq!(analysis.assembly.diagnostics, []);
    assert_eq!(analysis.used(), 4);
}

/// Every fix an error offers removes that error.
#[test]
fn fixes_mend_what_they_are_for() {
    let cases = [
        ("asect 0\n  psh r0\n halt\nend\n", "push r0"),
        ("asect 0\n  mov r0, r1\n halt\nend\n", "move r0"),
        ("asect 0\n  halt ; stop\nend\n", "# stop"),
        ("asect 0\nhere: br her\nend\n", "br here"),
        ("asect 0\nbgeq 0\nend\n", "bge 0"),
        ("asect 0\nif\ntst r0\nis neq\nfi\nhalt\nend\n", "is ne\n"),
        ("asect 0\nhalt\n", "halt\nend\n"),
        ("asect 0\nif\ntst r0\nis z\ninc r0\nend\n", "fi\nend"),
    ];
    for (text, wanted) in cases {
        let outcome = assemble(&[Source::new("p.asm", text)], &Options::default());
        let error = outcome
            .errors()
            .find(|error| error.fix.is_some())
            .unwrap_or_else(|| panic!("{text}: no fix"));
        let mended = mend(text, error);
        assert!(mended.contains(wanted), "{mended}");
        let again = assemble(
            &[Source::new("p.asm", mended.as_str())],
            &Options::default(),
        );
        assert!(
            !again.errors().any(|other| other.message == error.message),
            "{mended}"
        );
    }
}

fn mend(text: &str, error: &diag::Diagnostic) -> String {
    let at = error.excerpt().expect("a place");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = at.line as usize - 1;
    match error.fix.as_ref().expect("a fix") {
        diag::Fix::Replace(word) => {
            let start = at.column as usize - 1;
            lines[line].replace_range(start..start + at.width as usize, word);
        }
        diag::Fix::LineBefore(word) => lines.insert(line, word.clone()),
        diag::Fix::LineAfter(word) => lines.insert(line + 1, word.clone()),
    }
    lines.join("\n") + "\n"
}

#[test]
fn format_lays_lines_out() {
    let text = "asect 0\nstart: ldi r0,5 # five\nif\n tst r0\nis z,or\ninc   r0\nelse\ndc \"a b\",-1\nfi\n# margin\n   # code\nhalt\nend\nrest  is kept";
    let expected = "        asect 0
start:  ldi     r0, 5           # five
        if
            tst     r0
        is z, or
            inc     r0
        else
            dc      \"a b\", -1
        fi
# margin
        # code
        halt
end
rest  is kept";
    assert_eq!(format(text, false), expected);
    assert_eq!(format("halt\r\nend\r\n", false), "        halt\r\nend\r\n");
    assert_eq!(
        format("macro m/1\nl'$1:b$1 x$1,?v-1\nmend", false),
        "macro m/1\nl'$1:   b$1     x$1, ?v-1\nmend"
    );
}

/// Every program of the tests of the assembler, and the firmware.
fn corpus() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "tests/data/programs",
        "../../firmware/2016",
        "../../firmware/2022",
        "../../firmware/2023",
        "benches",
    ];
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).expect("the folder"));
    let mut programs: Vec<(String, String)> = files
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "asm"))
        .map(|path| {
            (
                path.display().to_string(),
                fs::read_to_string(&path).unwrap_or_default(),
            )
        })
        .collect();
    programs.sort();
    assert!(programs.len() > 60);
    programs
}

fn compiled(text: &str) -> (Vec<Vec<u8>>, Vec<String>) {
    let outcome = crate::asm::compile(&[Source::new("p.asm", text)], &Options::default());
    let sections = outcome.modules.iter().flat_map(|module| &module.sections);
    let bytes = sections.map(|section| section.bytes.clone()).collect();
    (
        bytes,
        outcome
            .diagnostics
            .iter()
            .map(|one| one.message.clone())
            .collect(),
    )
}

#[test]
fn format_changes_no_code_and_settles_at_once() {
    for (name, text) in corpus() {
        let laid = format(&text, false);
        assert_eq!(compiled(&laid), compiled(&text), "{name}\n{laid}");
        assert_eq!(format(&laid, false), laid, "{name}");
    }
}

/// Every name in the index is renamed, and the code does not change.
#[test]
fn renaming_anything_changes_no_code() {
    for (name, text) in corpus()
        .into_iter()
        .filter(|(name, _)| name.contains("/ok_") || name.contains("firmware"))
    {
        let source = Source::new("p.asm", text.as_str());
        let analysis = Analysis::new(&[source], &Options::default());
        for (number, symbol) in analysis.index.symbols.iter().enumerate() {
            let Some(place) = symbol.definitions.first() else {
                continue;
            };
            let entry = symbol.kind == Kind::Entry || symbol.kind == Kind::Section;
            let fresh = format!("q{number}z");
            let Ok(mut places) = analysis.rename(0, place.line, place.start, &fresh) else {
                panic!("{name}: {}", symbol.name);
            };
            places.sort();
            let mut lines = analysis.files[0].lines.clone();
            for place in places.iter().rev() {
                lines[place.line].replace_range(place.start..place.end, &fresh);
            }
            let (bytes, found) = compiled(&lines.join("\n"));
            let (before, told) = compiled(&text);
            assert_eq!(
                (bytes, found.len()),
                (before, told.len()),
                "{name}: {} {entry}\n{found:#?}",
                symbol.name
            );
        }
    }
}

fn ask_everything(text: &str) {
    let analysis = Analysis::new(&[Source::new("p.asm", text)], &Options::default());
    for (line, content) in analysis.files[0].lines.iter().enumerate() {
        for column in (0..=content.len()).step_by(3) {
            analysis.hover(0, line, column);
            analysis.completion(0, line, column);
            let _ = analysis.rename(0, line, column, "other");
        }
        analysis.expansion(0, line);
    }
    analysis.outline(0);
    analysis.folds(0);
    analysis.hints(0, 0..usize::MAX);
    let laid = format(text, false);
    assert_eq!(format(&laid, false), laid);
}

#[test]
fn half_typed_programs_are_answered() {
    for (_, text) in corpus().iter().step_by(4) {
        for end in (0..text.len())
            .step_by(text.len() / 12 + 1)
            .filter(|end| text.is_char_boundary(*end))
        {
            ask_everything(&text[..end]);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "(asect 0\n|macro m/1\n|mend\n|lab'?: |ldi r[0-4], |[$?']1|if\n|fi\n|is z|end\n|T\\.x|tplate T\n|[ -~é\n\"'#:>.]){0,40}") {
        ask_everything(&text);
    }
}

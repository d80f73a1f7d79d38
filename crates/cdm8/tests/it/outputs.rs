//! The files beside the image, and the text of diagnostics, in full.

use cdm8::asm::object::text;
use cdm8::asm::output::{debug_json, listing, map, symbols};
use cdm8::asm::{Assembly, Options, Source, assemble, compile};

const PROGRAM: &str = "\
f: ext
macro twice/1
        inc $1
        inc $1
mend
asect 0
start:  setsp 0xf0
        while
          tst r0
        stays nz
          twice r1
        wend
        jsr f
        halt
text:   dc \"hello\", 0
        ds 3
rsect sub
        halt
        align 4
f>      rts
end
";

fn assembly() -> (Vec<Source>, Assembly) {
    let sources = vec![Source::new("demo.asm", PROGRAM)];
    let assembly = assemble(&sources, &Options::default());
    assert!(assembly.is_ok(), "{:?}", assembly.diagnostics);
    (sources, assembly)
}

#[test]
fn a_listing_shows_addresses_bytes_clocks_and_macros() {
    let (sources, assembly) = assembly();
    let expected = "\
demo.asm
addr  bytes        clk   line  source
                            1   f: ext
                            2   macro twice/1
                            3           inc $1
                            4           inc $1
                            5   mend
                            6   asect 0
00    cd f0          2      7   start:  setsp 0xf0
                            8           while
                            9             tst r0
02    00             3      9 +         move r0, r0
03    e0 09          2     10           stays nz
                           11             twice r1
05    8d             2     11 +         inc r1
06    8d             2     11 +         inc r1
07    ee 02          2     12           wend
09    d6 1c          3     13           jsr f
0b    d4             2     14           halt
0c    68 65 6c 6c          15   text:   dc \"hello\", 0
10    6f 00
12    3*00                 16           ds 3
                           17   rsect sub
18    d4             2     18           halt
19    3*00                 19           align 4
1c    d7             2     20   f>      rts
                           21   end

";
    assert_eq!(listing::write(&assembly, &sources), expected);
}

#[test]
fn symbols_are_in_the_order_of_addresses() {
    let (sources, assembly) = assembly();
    let expected = "\
# address kind name place
00 label start demo.asm:7
0c label text demo.asm:15
1c entry f demo.asm:20
";
    assert_eq!(symbols::write(&assembly.program), expected);
    let symbols = assembly.symbols(&sources);
    assert_eq!(symbols.address("f"), Some(0x1c));
    assert_eq!(symbols.line(symbols.places[&5]), Some("          twice r1"));
}

#[test]
fn a_map_shows_the_budget() {
    let (_, assembly) = assembly();
    let text = map::write(&assembly.program);
    assert!(
        text.starts_with("26 of 256 bytes used, 230 free\n"),
        "{text}"
    );
    assert!(
        text.contains("\n00   c c c c c c c c c c c c d d d d "),
        "{text}"
    );
    assert!(
        text.contains("\n10   d d s s s . . . c s s s c . . .\n"),
        "{text}"
    );
    let table = "\
address  bytes
00-14      21  asect 0x00
  00-0b    12    start
  0c-14     9    text
15-17       3  free
18-1c       5  rsect sub
  1c-1c     1    f
1d-ff     227  free
";
    assert!(text.ends_with(table), "{text}");
}

#[test]
fn a_map_says_by_how_much_a_program_is_too_large() {
    let source = "asect 0\nf: ext\njsr f\nds 200\nrsect x\nf> ds 80\nend\n";
    let assembly = assemble(&[Source::new("a.asm", source)], &Options::default());
    assert!(!assembly.is_ok() && assembly.is_linked());
    let text = map::write(&assembly.program);
    assert!(text.contains("the program is 26 bytes too large"), "{text}");
    assert!(text.contains("80  rsect x: no room"), "{text}");
}

/// The text cdm-devkit 0.2.3 writes for the same program.
#[test]
fn the_debug_file_is_that_of_cdm_devkit() {
    let source = "asect 0\nf: ext\nf2> jsr f\nhalt\nasect 16\nf: ext\ng> ldi r0, f+1\nrsect x\n\
        f> ldi r0, x1\nalign 4\nx1: rts\nfoo: ext\nbr foo\nbr foo\nrsect y\nfoo> rts\nend\n";
    let assembly = assemble(&[Source::new("t.asm", source)], &Options::default());
    let expected = r#"{
    "files": [
        "/home/t.asm"
    ],
    "codeLocations": {
        "0": {"f": 0, "l": 3, "c": 0},
        "2": {"f": 0, "l": 4, "c": 0},
        "4": {"f": 0, "l": 9, "c": 0},
        "6": {"f": 0, "l": 10, "c": 0},
        "8": {"f": 0, "l": 11, "c": 0},
        "9": {"f": 0, "l": 13, "c": 0},
        "11": {"f": 0, "l": 14, "c": 0},
        "13": {"f": 0, "l": 16, "c": 0},
        "16": {"f": 0, "l": 7, "c": 0}
    }
}"#;
    assert_eq!(
        debug_json::write(&assembly.program, |name| format!("/home/{name}")),
        expected
    );
}

/// The object cdm-devkit 0.2.3 writes for the same program.
#[test]
fn the_object_file_is_that_of_cdm_devkit() {
    let source = "asect 0\nf: ext\nf2> jsr f\nhalt\nasect 16\nf: ext\ng> ldi r0, f+1\nrsect x\n\
        f> ldi r0, x1\nalign 4\nx1: rts\nfoo: ext\nbr foo\nbr foo\nrsect y\nfoo> rts\nend\n";
    let assembly = compile(&[Source::new("t.asm", source)], &Options::default());
    let expected = "\
FILE t.asm
ABS  00: d6 00 d4
LOC  00:03:00 02:04:00
ABS  10: d0 01
LOC  00:07:00
NTRY f2 00
NTRY g 10
NAME x
ALIG 04
DATA d0 04 00 00 d7 ee 00 ee 00
LOC  00:09:00 02:0a:00 04:0b:00 05:0d:00 07:0e:00
REL  01
NTRY f 00
NAME y
DATA d7
LOC  00:10:00
REL  
NTRY foo 00
XTRN f: $abs 01 $abs 11
XTRN foo: x 06 x 08
";
    assert_eq!(text::write(&assembly.modules, true), expected);
}

#[test]
fn a_diagnostic_shows_the_line_and_the_macro() {
    let source = "macro twice/1\n  icn $1\nmend\nasect 0\n\ttwice r0\nend\n";
    let assembly = assemble(&[Source::new("a.asm", source)], &Options::default());
    let expected = "\
error: unknown instruction `icn`
 --> a.asm:5:2
  |
5 |     twice r0
  |     ^^^^^^^^ expected an instruction, a directive or a macro
  |
  = help: did you mean `inc`?
note: in macro `twice/1`, whose body line became
 --> a.asm:2:3
  |
2 |   icn r0
  |   ^^^
";
    let texts: Vec<String> = assembly
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(texts, [expected]);
}

#[test]
fn bytes_that_are_no_text() {
    let messages = |bytes: &[u8]| -> Vec<String> {
        let assembly = assemble(&[Source::new("a.asm", bytes)], &Options::default());
        let texts = assembly.diagnostics.iter().map(|d| d.message.clone());
        texts.collect()
    };
    assert_eq!(
        messages(b"asect 0\nhalt # \xef\xf0\nend\n"),
        ["this comment is not UTF-8"]
    );
    assert_eq!(
        messages(b"asect 0\ndc \"\xef\"\nend\n"),
        ["bytes that are not UTF-8"]
    );
    assert!(messages(b"\xef\xbb\xbfasect 0\nhalt\nend\n").is_empty());
    let place = |bytes: &[u8]| {
        let assembly = assemble(&[Source::new("a.asm", bytes)], &Options::default());
        assembly.diagnostics[0].excerpt().unwrap().to_string()
    };
    assert_eq!(place(b"\xef\xbb\xbffoo\r\nend\r\n"), place(b"foo\nend\n"));
    let lone_cr = messages(b"asect 0\rhalt\rend\r");
    assert!(
        lone_cr.iter().any(|message| message.contains("`\\r`")),
        "{lone_cr:?}"
    );
}

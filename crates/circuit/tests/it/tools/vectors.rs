//! Test vectors and truth tables.

use circuit::Value;
use circuit::vectors::{RowReport, Table, TableError, TableForm, parse, run};

use super::{example, sheet, simulator};

fn problems(text: &str) -> Vec<String> {
    parse(text)
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn the_worked_example_tests() {
    let vectors = parse(example!("adder.vectors")).unwrap();
    let rows = run(&vectors, &mut simulator(example!("adder.circ"))).unwrap();
    assert_eq!(
        (rows.len(), rows.iter().filter(|row| row.passed()).count()),
        (7, 7)
    );
    let rows = run(&vectors, &mut simulator(example!("student.circ"))).unwrap();
    let failed: Vec<_> = rows.iter().filter(|row| !row.passed()).collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].line, 7);
    assert_eq!(
        failed[0].mismatches[0].to_string(),
        "Cout: expected 1, found 0"
    );
}

#[test]
fn a_table_is_the_arithmetic_and_tests_its_own_circuit() {
    let mut adder = simulator(example!("adder.circ"));
    let mut table = Table::new(&adder, 16).unwrap();
    let rows = all_rows(&mut table);
    assert_eq!((rows.len(), table.rows()), (512, 512));
    for row in &rows {
        let [a, b, cin, sum, cout] = row[..]
            .try_into()
            .map(|row: [_; 5]| row.map(|v: circuit::Value| v.number().unwrap()))
            .unwrap();
        assert_eq!(a + b + cin, sum + 16 * cout);
    }
    let text = written(&table, TableForm::Vectors, &rows);
    assert!(text.starts_with("A[4] B[4] Cin Sum[4] Cout\n0000 0000   0   0000    0\n"));
    let vectors = parse(&text).unwrap();
    assert!(
        run(&vectors, &mut adder)
            .unwrap()
            .iter()
            .all(RowReport::passed)
    );
    let wrong = run(&vectors, &mut simulator(example!("student.circ"))).unwrap();
    // The student loses the carry of B and Cin where A is 0.
    let failed = wrong.iter().filter(|row| !row.passed()).count();
    assert_eq!(failed, 187);
    let csv = written(&table, TableForm::Csv, &rows);
    assert!(csv.starts_with("A[4],B[4],Cin,Sum[4],Cout\n0000,0000,0,0000,0\n"));
    let markdown = written(&table, TableForm::Markdown, &rows);
    assert!(markdown.starts_with("| A[4] | B[4] | Cin | Sum[4] | Cout |\n| --- |"));
}

fn all_rows(table: &mut Table) -> Vec<Vec<Value>> {
    table.map(Result::unwrap).collect()
}

fn written(table: &Table, form: TableForm, rows: &[Vec<Value>]) -> String {
    let lines = rows.iter().map(|row| table.line(form, row));
    table.head(form) + &lines.collect::<String>()
}

/// Why a circuit has no table.
fn refusal(text: &str, most_bits: u32) -> TableError {
    Table::new(&simulator(text), most_bits).err().unwrap()
}

#[test]
fn circuits_that_remember_have_no_table() {
    assert!(matches!(
        refusal(example!("stopwatch.circ"), 16),
        TableError::NoInputs
    ));
    let register = sheet(
        "Wiring Pin 40 100 label=D
         Memory D_Flip-Flop 120 100 label=ff
         wire 40 100 70 100
         wire 70 100 70 120
         wire 70 120 80 120
         wire 120 100 160 100
         Wiring Pin 160 100 label=Q output=true",
    );
    assert!(matches!(refusal(&register, 16), TableError::Remembers { path, .. } if path == "/ff"));
    assert_eq!(
        refusal(example!("adder.circ"), 8).to_string(),
        "the inputs have 9 bits together: the table would have 512 rows"
    );
    let no_outputs = sheet("Wiring Pin 100 100 label=a");
    assert_eq!(refusal(&no_outputs, 8), TableError::NoOutputs);
    let ring = sheet(
        "Wiring Pin 40 100 label=go
         Gates NAND_Gate 110 110 inputs=2 size=30
         Wiring Pin 140 110 label=out output=true
         wire 40 100 70 100
         wire 70 120 70 160
         wire 70 160 140 160
         wire 140 110 140 160
         wire 110 110 140 110",
    );
    assert!(
        matches!(refusal(&ring, 8), TableError::FeedsBack { paths } if paths == "/NAND_Gate@110,110")
    );
}

/// What lies beside the circuit: a clock, a ring of two inverters, and one inverter that oscillates.
const BESIDE: &str = "
    Wiring Clock 40 300
    Memory Counter 200 300 width=4
    wire 40 300 170 300
    Gates NOT_Gate 130 400
    Gates NOT_Gate 160 400
    wire 160 400 160 430
    wire 100 430 160 430
    wire 100 400 100 430
    Gates NOT_Gate 130 500
    wire 130 500 130 530
    wire 100 530 130 530
    wire 100 500 100 530";

#[test]
fn what_lies_beside_a_circuit_does_not_change_its_table() {
    let gate = "
        Wiring Pin 100 100 label=A
        Wiring Pin 100 120 label=B
        Gates AND_Gate 160 110 inputs=2 size=30
        Wiring Pin 200 110 label=Q output=true
        wire 100 100 130 100
        wire 100 120 130 120
        wire 160 110 200 110";
    let table = |text: &str| {
        let mut table = Table::new(&simulator(&sheet(text)), 16).unwrap();
        let rows = all_rows(&mut table);
        written(&table, TableForm::Vectors, &rows)
    };
    assert_eq!(table(gate), "A B Q\n0 0 0\n0 1 0\n1 0 0\n1 1 1\n");
    assert_eq!(table(&format!("{gate}{BESIDE}")), table(gate));
}

/// A gate of four bits whose bits feed the next ones: bit n is whether any of A's bits up to n is 1.
const RIPPLE: &str = "
    Wiring Pin 40 100 label=A width=4
    Gates OR_Gate 160 110 inputs=2 size=30 width=4
    wire 40 100 130 100
    Wiring Tunnel 130 120 label=carry width=4 facing=east
    Wiring Pin 260 110 label=Q output=true width=4 facing=west
    wire 160 110 260 110
    Wiring Splitter 200 110 fanout=4 incoming=4
    Wiring Tunnel 220 70 label=o0
    Wiring Tunnel 220 80 label=o1
    Wiring Tunnel 220 90 label=o2
    Wiring Tunnel 220 100 label=o3
    Wiring Splitter 300 200 fanout=4 incoming=4
    Wiring Tunnel 300 200 label=carry width=4 facing=east
    Wiring Ground 320 160
    Wiring Tunnel 320 170 label=o0
    Wiring Tunnel 320 180 label=o1
    Wiring Tunnel 320 190 label=o2";

#[test]
fn a_wide_gate_that_ripples_bit_by_bit_is_no_loop() {
    let text = sheet(RIPPLE);
    let mut table = Table::new(&simulator(&text), 16).unwrap();
    for row in all_rows(&mut table) {
        let [a, q] = [row[0], row[1]].map(|value| value.number().unwrap());
        let wanted = (0..4).filter(|n| a & ((2 << n) - 1) != 0);
        assert_eq!(q, wanted.map(|n| 1 << n).sum::<u32>(), "A = {a}");
    }
    let figures = circuit::stats::stats(simulator(&text).design());
    assert_eq!(figures.depth.loops, [[]; 0]);
    assert_eq!(figures.depth.chain.len(), 4);
    // With its last bit led back to its first it is one.
    let round = RIPPLE.replace("Wiring Ground 320 160", "Wiring Tunnel 320 160 label=o3");
    assert!(matches!(
        refusal(&sheet(&round), 16),
        TableError::FeedsBack { .. }
    ));
}

#[test]
fn many_rows_come_one_by_one() {
    let pins: String = (0..4)
        .map(|n| format!("Wiring Pin 40 {} label=p{n} width=16\n", 100 + 40 * n))
        .collect();
    let wide = sheet(&format!("{pins} Wiring Pin 200 100 label=q output=true"));
    let error = refusal(&wide, 16);
    assert_eq!(error, TableError::TooLarge { bits: 64 });
    assert!(error.to_string().ends_with("would have 2^64 rows"));
    let sum = sheet(
        "Wiring Pin 40 100 label=a width=7
         Wiring Pin 40 140 label=b width=7
         Arithmetic Adder 120 110 width=7
         Wiring Pin 200 110 label=sum output=true width=7
         wire 40 100 80 100
         wire 40 140 80 140
         wire 80 120 80 140
         wire 120 110 200 110",
    );
    let mut table = Table::new(&simulator(&sum), 16).unwrap();
    assert_eq!(table.rows(), 1 << 14);
    for (number, row) in all_rows(&mut table).into_iter().enumerate() {
        let wanted = ((number >> 7) + number) & 127;
        assert_eq!(row[2].number(), Some(wanted as u32));
    }
}

#[test]
fn rows_of_a_set_follow_each_other() {
    let text = sheet(
        "Wiring Pin 40 100 label=D tristate=false
         Wiring Clock 40 160 label=clk
         Memory D_Flip-Flop 120 80 label=ff
         wire 40 100 80 100
         wire 40 160 60 160
         wire 60 80 60 160
         wire 60 80 80 80
         Wiring Pin 160 80 label=Q output=true
         wire 120 80 160 80",
    );
    // The second set stands before the end of the first, and steps are out of order.
    let vectors = parse(
        "<set> <seq> D clk Q\n\
         1 1 1 0 0\n\
         1 2 1 1 1\n\
         2 1 0 1 0\n\
         1 4 0 1 0\n\
         1 3 0 0 1\n\
         1 0 1 <DC> 0   # alone, on a fresh circuit\n",
    )
    .unwrap();
    let rows = run(&vectors, &mut simulator(&text)).unwrap();
    assert!(rows.iter().all(RowReport::passed), "{rows:#?}");
    let alone = parse("D clk Q\n1 1 1\n0 0 1\n").unwrap();
    let rows = run(&alone, &mut simulator(&text)).unwrap();
    assert_eq!(
        rows.iter().map(RowReport::passed).collect::<Vec<_>>(),
        [true, false]
    );
    let ticks = parse("<ticks> D ff ff:nq\n1 1 1 0\n0 1 0 1\n").unwrap();
    let rows = run(&ticks, &mut simulator(&text)).unwrap();
    assert!(rows.iter().all(RowReport::passed), "{rows:#?}");
}

#[test]
fn floating_and_undefined_outputs_are_told_apart() {
    let text = sheet(
        "Wiring Pin 40 100 label=in
         Wiring Pin 40 120 label=en tristate=false
         Gates Controlled_Buffer 80 100
         wire 40 100 60 100
         wire 40 120 70 120
         wire 70 110 70 120
         Wiring Pin 120 100 label=out output=true
         wire 80 100 120 100",
    );
    let mut buffer = simulator(&text);
    let vectors = parse("in en out\n1 1 1\n1 0 z\n1 0 <float>\nz 1 z\nx 0 z\n1 1 x\n").unwrap();
    let rows = run(&vectors, &mut buffer).unwrap();
    assert!(rows.iter().all(RowReport::passed), "{rows:#?}");
    let rows = run(&parse("in en out\n1 1 z\n1 0 1\n").unwrap(), &mut buffer).unwrap();
    let told: Vec<String> = rows
        .iter()
        .map(|row| row.mismatches[0].to_string())
        .collect();
    assert_eq!(
        told,
        ["out: expected x, found 1", "out: expected 1, found x"]
    );
    let mut table = Table::new(&buffer, 4).unwrap();
    let rows = all_rows(&mut table);
    let written = written(&table, TableForm::Vectors, &rows);
    assert_eq!(
        written,
        "in en out\n 0  0   z\n 0  1   0\n 1  0   z\n 1  1   1\n"
    );
}

#[test]
fn wrong_files_are_told_with_line_and_column() {
    assert_eq!(
        problems("# nothing\n"),
        [
            "line 1, column 1: there is no header: the first line names the pins, such as 'A B Sum[8]'"
        ]
    );
    assert_eq!(
        problems("A B[99] <iter>\n"),
        [
            "line 1, column 3: 'B[99]': a column is a name with its width in brackets, 1 to 32, such as Sum[8]",
            "line 1, column 9: there is no column <iter>; there are <set>, <seq> and <ticks>",
        ]
    );
    assert_eq!(
        problems("<seq> A B[4]\n1 2 3\n\n2 1\n3 1 99\n4 0 1 1\n4 0 1\n4 0 2\n"),
        [
            "line 2, column 3: '2' is not a value of 1 bit",
            "line 4, column 1: this row has 2 values, the header 3 columns",
            "line 5, column 5: '99' is not a value of 4 bits",
            "line 6, column 7: this row has 4 values, the header 3 columns",
            "line 8, column 1: step 4 of set 0 is already on line 7",
        ]
    );
    let mut adder = simulator(example!("adder.circ"));
    let told = run(&parse("A Bee Cin\n0 0 0\n").unwrap(), &mut adder).unwrap_err();
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 1, column 1: A has 4 bits, the column 1: write A[4]",
            "line 1, column 3: 'Bee': there is no 'Bee' in circuit 'main'; did you mean B?",
        ]
    );
}

//! Test vectors and truth tables.

use circuit::vectors::{RowReport, TableError, parse, run, table};

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
    let table = table(&mut adder, 16).unwrap();
    assert_eq!(table.rows.len(), 512);
    for row in &table.rows {
        let [a, b, cin, sum, cout] = row[..]
            .try_into()
            .map(|row: [_; 5]| row.map(|v: circuit::Value| v.number().unwrap()))
            .unwrap();
        assert_eq!(a + b + cin, sum + 16 * cout);
    }
    let text = table.to_vectors();
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
    assert!(
        table
            .to_csv()
            .starts_with("A[4],B[4],Cin,Sum[4],Cout\n0000,0000,0,0000,0\n")
    );
    assert!(
        table
            .to_markdown()
            .starts_with("| A[4] | B[4] | Cin | Sum[4] | Cout |\n| --- |")
    );
}

#[test]
fn circuits_that_remember_have_no_table() {
    let mut stopwatch = simulator(example!("stopwatch.circ"));
    assert!(
        matches!(table(&mut stopwatch, 16), Err(TableError::Remembers { path, .. }) if path == "/running")
    );
    let mut adder = simulator(example!("adder.circ"));
    assert_eq!(
        table(&mut adder, 8),
        Err(TableError::TooLarge { bits: 9, most: 8 })
    );
    let mut empty = simulator(&sheet("Wiring Pin 100 100 label=a"));
    assert_eq!(table(&mut empty, 8), Err(TableError::NoOutputs));
    let mut ring = simulator(&sheet(
        "Wiring Pin 40 100 label=go
         Gates NAND_Gate 110 110 inputs=2 size=30
         Wiring Pin 140 110 label=out output=true
         wire 40 100 70 100
         wire 70 120 70 160
         wire 70 160 140 160
         wire 140 110 140 160
         wire 110 110 140 110",
    ));
    assert!(matches!(
        table(&mut ring, 8),
        Err(TableError::FeedsBack { .. })
    ));
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
    let written = table(&mut buffer, 4).unwrap().to_vectors();
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

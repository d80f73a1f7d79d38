//! Expressions, tables and circuits of gates, against recordings of Logisim's combinational analysis.

use std::sync::Arc;

use circuit::analysis::{
    Cell, Column, Expression, Form, GateStyle, Truth, draw, minimise, parse, pin_names,
};
use circuit::edit::{Clip, Document, Edit};
use circuit::project::Kind;
use circuit::sim::{SimOptions, Simulator};
use proptest::prelude::*;
use serde_json::Value as Json;

use super::{MAIN, recording};

fn cases(kind: &str) -> Vec<Json> {
    let cases = recording("expressions").into_iter();
    cases.filter(|case| case["kind"] == kind).collect()
}

fn strings(json: &Json) -> Vec<String> {
    let list = json.as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap().to_string())
        .collect()
}

fn column(text: &str) -> Column {
    text.chars()
        .map(|letter| Cell::read(letter).unwrap())
        .collect()
}

fn letters(column: &[Cell]) -> String {
    column.iter().map(|cell| cell.letter()).collect()
}

fn abcd() -> Vec<String> {
    ["a", "b", "c", "d"].map(String::from).into()
}

/// Terms and literals.
fn size(expression: &Expression) -> (usize, usize) {
    fn literals(expression: &Expression) -> usize {
        match expression {
            Expression::Constant(_) => 0,
            Expression::Variable(_) => 1,
            Expression::Not(inner) => literals(inner),
            Expression::And(parts) | Expression::Or(parts) | Expression::Xor(parts) => {
                parts.iter().map(literals).sum()
            }
        }
    }
    (0, literals(expression))
}

fn terms(expression: &Expression, form: Form) -> usize {
    match (expression, form) {
        (Expression::Or(parts), Form::SumOfProducts) => parts.len(),
        (Expression::And(parts), Form::ProductOfSums) => parts.len(),
        _ => 1,
    }
}

#[test]
fn expressions_are_read_and_shown_as_recorded() {
    let cases = cases("parse");
    for case in &cases {
        let text = case["text"].as_str().unwrap();
        match parse(text, &abcd()) {
            Ok(None) => assert_eq!(case["empty"], true, "{text}"),
            Ok(Some(expression)) => {
                assert_eq!(case["shown"], expression.text(&abcd()), "{text}");
                assert_eq!(case["column"], letters(&expression.column(4)), "{text}");
            }
            Err(error) => {
                assert!(case["error"].is_string(), "{text}: {error}");
                assert_eq!(case["at"][0], error.from, "{text}: {error}");
                assert_eq!(case["at"][1], error.to, "{text}: {error}");
            }
        }
    }
    assert_eq!(cases.len(), 70);
}

#[test]
fn columns_are_minimised_at_least_as_well_as_recorded() {
    let cases = cases("table");
    for case in &cases {
        let names = strings(&case["inputs"]);
        let column = column(case["column"].as_str().unwrap());
        for (form, key) in [
            (Form::SumOfProducts, "sum_of_products"),
            (Form::ProductOfSums, "product_of_sums"),
        ] {
            let ours = minimise(&column, form);
            let theirs = case[key].as_str().unwrap();
            let shown = ours.text(&names);
            fits(&ours, &column);
            // Logisim gives 1 for a product of sums without a 1.
            if form == Form::ProductOfSums && !column.contains(&Cell::One) {
                continue;
            }
            let theirs = parse(theirs, &names).unwrap().unwrap();
            let costs = |of: &Expression| (terms(of, form), size(of).1);
            assert!(costs(&ours) <= costs(&theirs), "{shown} | {}", case[key]);
            // Where theirs is as small and there is no choice of terms, it is the same text.
            if sorted(&ours) == sorted(&theirs) {
                assert_eq!(shown, case[key].as_str().unwrap());
            }
        }
    }
    assert_eq!(cases.len(), 72);
}

fn sorted(expression: &Expression) -> Vec<String> {
    let mut terms: Vec<String> = match expression {
        Expression::And(parts) | Expression::Or(parts) => {
            parts.iter().map(|part| format!("{part:?}")).collect()
        }
        other => vec![format!("{other:?}")],
    };
    terms.sort();
    terms
}

fn fits(expression: &Expression, column: &[Cell]) {
    let inputs = column.len().trailing_zeros() as usize;
    let values = expression.column(inputs);
    let wrong = values
        .iter()
        .zip(column)
        .position(|(is, wanted)| *wanted != Cell::Any && is != wanted);
    assert_eq!(wrong, None, "{expression:?}");
}

#[test]
fn pins_are_named_as_recorded() {
    let cases = cases("pin_names");
    for case in &cases {
        let labels = strings(&case["labels"]);
        let (inputs, outputs) = pin_names(&labels[..2], &labels[2..]);
        let mut names: Vec<(i64, i64, String)> = Vec::new();
        for (column, x) in [(inputs, 100), (outputs, 300)] {
            names.extend(
                column
                    .into_iter()
                    .zip([100, 150])
                    .map(|(name, y)| (x, y, name)),
            );
        }
        let recorded = case["names"].as_array().unwrap().iter().map(|name| {
            let number = |at: usize| name[at].as_i64().unwrap();
            (number(0), number(1), name[2].as_str().unwrap().to_string())
        });
        let mut recorded: Vec<_> = recorded.collect();
        names.sort();
        recorded.sort();
        assert_eq!(names, recorded, "{labels:?}");
    }
    assert_eq!(cases.len(), 4);
}

/// Draws expressions into an empty circuit.
fn drawn(inputs: &[String], outputs: &[(String, Expression)], style: GateStyle) -> Document {
    let drawn = draw(inputs, outputs, style).unwrap();
    let mut document = Document::new("test.circ");
    let clip = Clip::of(&document, &drawn.parts, drawn.wires);
    let (circuit, by) = (MAIN, (0, 0));
    document.apply(&Edit::Paste { circuit, clip, by }).unwrap();
    document
}

fn truth(document: &Document) -> Truth {
    let project = Arc::new(document.project().clone());
    Truth::of(&Simulator::new(project, None, &SimOptions::default()).unwrap()).unwrap()
}

fn kinds(document: &Document) -> Vec<Kind> {
    let parts = document.project().circuit(MAIN).components.iter();
    parts
        .filter_map(circuit::project::Component::kind)
        .collect()
}

/// Draws, looks what the circuit does, and checks that nothing else is on it than was allowed.
fn check_drawn(inputs: &[String], outputs: &[(String, Expression)], style: GateStyle) {
    let document = drawn(inputs, outputs, style);
    if inputs.is_empty() {
        return;
    }
    let found = truth(&document);
    assert_eq!(found.inputs, inputs);
    for ((name, expression), (shown, column)) in outputs.iter().zip(&found.outputs) {
        assert_eq!(name, shown);
        assert_eq!(
            &expression.column(inputs.len()),
            column,
            "{name}: {expression:?} {style:?}"
        );
    }
    let allowed = |kind: &Kind| match style.nand_only {
        true => matches!(kind, Kind::Pin | Kind::Nand | Kind::Constant),
        false => true,
    };
    assert!(
        kinds(&document).iter().all(allowed),
        "{:?}",
        kinds(&document)
    );
    if style.two_inputs {
        for part in &document.project().circuit(MAIN).components {
            assert!(
                part.attrs
                    .explicit("inputs")
                    .is_none_or(|inputs| inputs == "2")
            );
        }
    }
    let problems = circuit::netlist::check(document.project());
    let problems: Vec<String> = problems
        .iter()
        .filter(|one| one.is_error())
        .map(diag::Diagnostic::brief)
        .collect();
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn recorded_expressions_are_drawn_and_do_what_they_say() {
    let cases = cases("build");
    for case in &cases {
        let inputs = strings(&case["inputs"]);
        let outputs = case["expressions"].as_object().unwrap().iter();
        let outputs: Vec<(String, Expression)> = outputs
            .map(|(name, text)| {
                let expression = parse(text.as_str().unwrap(), &inputs).unwrap().unwrap();
                (name.clone(), expression)
            })
            .collect();
        let style = GateStyle {
            two_inputs: case["two_inputs_only"] == true,
            nand_only: case["nand_only"] == true,
        };
        check_drawn(&inputs, &outputs, style);
    }
    assert_eq!(cases.len(), 15);
}

fn any_expression() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        9 => (0usize..4).prop_map(Expression::Variable),
        1 => any::<bool>().prop_map(Expression::Constant),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 2..5);
        prop_oneof![
            inner.prop_map(|inner| Expression::Not(Box::new(inner))),
            list.clone().prop_map(Expression::And),
            list.clone().prop_map(Expression::Or),
            list.prop_map(Expression::Xor),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_expression_is_drawn_right(
        x in any_expression(),
        y in any_expression(),
        two_inputs in any::<bool>(),
        nand_only in any::<bool>(),
    ) {
        let style = GateStyle { two_inputs, nand_only };
        let outputs = [("x".to_string(), x), ("y".to_string(), y)];
        match draw(&abcd(), &outputs, style) {
            Ok(_) => check_drawn(&abcd(), &outputs, style),
            Err(error) => prop_assert_eq!(error, circuit::analysis::DrawError::TooLarge),
        }
    }

    #[test]
    fn any_expression_is_read_back(x in any_expression()) {
        let text = x.text(&abcd());
        let again = parse(&text, &abcd()).unwrap().unwrap();
        prop_assert_eq!(again.column(4), x.column(4), "{}", text);
    }

    #[test]
    fn any_column_is_minimised(bits in prop::collection::vec(0u8..5, 64), inputs in 1usize..7) {
        let cell = |bit: &u8| match bit { 0 | 1 => Cell::Zero, 2 | 3 => Cell::One, _ => Cell::Any };
        let column: Column = bits.iter().take(1 << inputs).map(cell).collect();
        for form in [Form::SumOfProducts, Form::ProductOfSums] {
            fits(&minimise(&column, form), &column);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ab01 ()~!'+&|^x\u{e9}-]{0,40}") {
        if let Err(error) = parse(&text, &abcd()) {
            prop_assert!(error.from < error.to && error.to <= text.chars().count());
        }
    }
}

#[test]
fn deep_brackets_are_refused() {
    let text = "(".repeat(100_000);
    assert!(parse(&text, &abcd()).is_err());
    assert!(parse(&"~".repeat(100_000), &abcd()).is_err());
}

#[test]
fn twelve_inputs_are_minimised_in_time() {
    let parity: Column = (0..4096u32)
        .map(|row| Cell::from(row.count_ones() % 2 == 1))
        .collect();
    let sum = minimise(&parity, Form::SumOfProducts);
    assert_eq!(terms(&sum, Form::SumOfProducts), 2048);
    let mixed: Column = (0..4096u32)
        .map(|row| Cell::from(row.wrapping_mul(2_654_435_761) >> 20 & 3 == 1))
        .collect();
    fits(&minimise(&mixed, Form::ProductOfSums), &mixed);
}

//! The tables of mutants on the page about grading.

use super::{CONSOLES, Mutant};

/// The page names every mutant. `UPDATE_GOLDEN=1` writes the tables anew.
#[test]
fn the_page_has_every_mutant() {
    const BEGIN: &str = "<!-- mutants: begin -->\n";
    const END: &str = "<!-- mutants: end -->";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/grading.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("where tables begin");
    let (_, after) = rest.split_once(END).expect("where tables end");
    let written = format!("{before}{BEGIN}{}{END}{after}", tables());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &written).expect("it can be written");
    }
    assert!(
        page == written,
        "UPDATE_GOLDEN=1 writes the tables of docs/grading.md anew"
    );
}

fn tables() -> String {
    let mut text = String::new();
    for (year, lists) in CONSOLES {
        let mutants: Vec<&Mutant> = lists.iter().copied().flatten().collect();
        let equal = mutants.iter().filter(|one| one.test.is_none()).count();
        let caught = mutants.len() - equal;
        text += &format!(
            "\n### {year}: {caught} caught, {equal} that behave alike\n\n| what is broken | where | test |\n|---|---|---|\n"
        );
        for mutant in mutants {
            let place = mutant.broken.place();
            let test = mutant
                .test
                .map_or("behaves alike".to_owned(), |test| format!("`{test}`"));
            text += &format!("| {} | {place} | {test} |\n", mutant.what);
        }
    }
    text + "\n"
}

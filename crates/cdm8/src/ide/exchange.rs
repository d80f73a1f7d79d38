//! The names a file needs from others and provides for them, so that the files of a program can be found.

use std::collections::BTreeSet;

use super::scan::{self, Macros, Role, Shape};
use super::standard_macros;

/// The external names of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// Externals it declares.
    pub needs: BTreeSet<String>,
    /// Entries it has.
    pub offers: BTreeSet<String>,
    /// Macros that a library has.
    pub macros: BTreeSet<String>,
    /// Unknown words, which may be macros of a library.
    pub unknown: BTreeSet<String>,
    /// It has an absolute section, so a program can begin in it.
    pub starts: bool,
}

impl Exchange {
    pub fn of(text: &str, library: bool) -> Exchange {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let own = lines
            .iter()
            .filter_map(|line| scan::header_of(line, library));
        let own: Macros = own.chain(standard_macros()).collect();
        let scan = scan::scan(&lines, library, &own, &Macros::new());
        let mut exchange = Exchange::default();
        if library {
            exchange.macros = scan.macros.iter().map(|one| one.name.clone()).collect();
        }
        for (row, line) in scan
            .rows
            .iter()
            .zip(&lines)
            .filter(|(row, _)| row.body.is_none())
        {
            exchange.row(row, line);
        }
        exchange
    }

    fn row(&mut self, row: &super::Row, line: &str) {
        let text = |piece: &super::Piece| line[piece.start..piece.end].to_owned();
        let word = row.word();
        let is_external = word.is_some_and(|word| text(&word) == "ext");
        let is_entry = row.labels > 0 && text(&row.pieces[row.labels - 1]) == ">";
        let labels = row
            .pieces
            .iter()
            .filter(|piece| piece.role == Role::Label)
            .map(text);
        match (is_external, is_entry) {
            (true, _) => self.needs.extend(labels),
            (false, true) => self.offers.extend(labels),
            _ => {}
        }
        let unknown = word.filter(|word| word.role == Role::Unknown);
        self.unknown.extend(unknown.map(|word| text(&word)));
        self.starts |=
            row.shape == Shape::Section && word.is_some_and(|word| text(&word) == "asect");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_it_needs_and_has() {
        let exchange = Exchange::of(
            "a, b: ext\nmacro m/0\nmend\nasect 0\nm\ngo> other r0\nlocal: tst r0\nend\n",
            false,
        );
        let set = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(
            (exchange.needs, exchange.offers),
            (set(&["a", "b"]), set(&["go"]))
        );
        assert_eq!((exchange.unknown, exchange.starts), (set(&["other"]), true));
        let library = Exchange::of("*swap/2\npush $1\n", true);
        assert_eq!((library.macros, library.starts), (set(&["swap"]), false));
    }
}

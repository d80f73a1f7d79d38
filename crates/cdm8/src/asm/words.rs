//! Words with a special meaning at the start of a statement, for editors that colour them.

use super::emit::data::DIRECTIVES;
use super::expand::library::Library;
use super::parse::line::KEYWORDS;
use super::source::Lines;
use crate::isa::{Cond, ROWS};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    pub instructions: Vec<String>,
    pub directives: Vec<String>,
    /// The standard macros.
    pub macros: Vec<String>,
}

/// The vocabulary of macro definitions; the phases before parsing handle these.
pub(crate) const MACRO_WORDS: [&str; 7] =
    ["macro", "mend", "unique", "mpush", "mpop", "mread", "lchk"];

impl Words {
    pub fn of_the_language() -> Words {
        let mnemonics = ROWS.iter().map(|row| row.mnemonic);
        let branches = Cond::ALL.into_iter().flat_map(Cond::names);
        let mut instructions: Vec<String> = mnemonics
            .filter(|mnemonic| !mnemonic.is_empty())
            .map(str::to_owned)
            .chain(branches.map(|name| format!("b{name}")))
            .chain(["swan".to_owned(), "nop".to_owned()])
            .collect();
        instructions.sort_unstable();
        instructions.dedup();
        let directives = DIRECTIVES.into_iter().chain(KEYWORDS).chain(MACRO_WORDS);
        let library = Library::standard(&mut Lines::default(), false);
        let macros = library.names().filter(|name| *name != "nop");
        Words {
            instructions,
            directives: directives.chain(["set"]).map(str::to_owned).collect(),
            macros: macros.map(str::to_owned).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use crate::asm::{Options, Source, assemble};

    /// A word the assembler does not know would be called an unknown instruction.
    #[test]
    fn every_word_is_one_the_assembler_knows() {
        let Words {
            instructions,
            directives,
            macros,
        } = Words::of_the_language();
        assert_eq!(
            (instructions.len(), directives.len(), macros.len()),
            (59, 30, 14)
        );
        for word in instructions.iter().chain(&directives).chain(&macros) {
            let text = format!("asect 0\n\t{word}\nend\n");
            let outcome = assemble(&[Source::new("p.asm", text)], &Options::default());
            let unknown = |message: &str| message.starts_with("unknown instruction");
            let inside = ["unique", "mpush", "mpop", "mread", "lchk"].contains(&word.as_str());
            let known = !outcome.errors().any(|error| unknown(&error.message));
            assert!(known || inside, "{word}");
        }
    }
}

//! CocoIDE's macro stacks: six stacks of text that live while a file is expanded, with which macros
//! can build structures of their own.
//!
//! `mpush a, b` pushes a, then b. `mpop x, y` moves the top into `?x`, the next into `?y`; `mread`
//! reads them without popping. A digit 0 to 5 in front names the stack (none: 0). A string as the
//! last operand of `mpop`, `mread` or `lchk` is the message if that fails.

use super::substitute::Bindings;
use crate::asm::lex;
use diag::count;

#[derive(Default)]
pub struct Stacks {
    stacks: [Vec<String>; 6],
}

impl Stacks {
    /// The stacks that are not empty, with how much they hold.
    pub fn left(&self) -> impl Iterator<Item = (usize, usize)> {
        let sizes = self.stacks.iter().map(Vec::len).enumerate();
        sizes
            .filter(|(_, size)| *size > 0)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Executes `word`, if it is a stack directive.
    pub(crate) fn directive(
        &mut self,
        word: &str,
        operands: &[&str],
        bindings: &mut Bindings,
    ) -> Option<Result<(), String>> {
        let (number, action) = match word.as_bytes().first() {
            Some(digit @ b'0'..=b'5') => (usize::from(digit - b'0'), &word[1..]),
            _ => (0, word),
        };
        let stack = &mut self.stacks[number];
        let (names, message) = split_message(operands);
        match action {
            "mpush" => {
                stack.extend(operands.iter().map(|operand| (*operand).to_owned()));
                Some(Ok(()))
            }
            "mpop" | "mread" if stack.len() < names.len() => {
                let plain = format!(
                    "{word}: macro stack {number} holds only {}",
                    count(stack.len(), "value")
                );
                Some(Err(message.unwrap_or(plain)))
            }
            "mpop" => {
                for name in names {
                    bindings.bind(name, stack.pop().unwrap_or_default());
                }
                Some(Ok(()))
            }
            "mread" => {
                for (name, value) in names.iter().zip(stack.iter().rev()) {
                    bindings.bind(name, value.clone());
                }
                Some(Ok(()))
            }
            _ => None,
        }
    }
}

/// `lchk x`: x must be a name.
pub(crate) fn check_label(operands: &[&str]) -> Result<(), String> {
    let (names, message) = split_message(operands);
    match names.iter().find(|name| !lex::is_name(name)) {
        None => Ok(()),
        Some(other) => Err(message.unwrap_or_else(|| format!("`{other}` is not a label"))),
    }
}

fn split_message<'a>(operands: &'a [&'a str]) -> (&'a [&'a str], Option<String>) {
    match operands.split_last() {
        Some((last, names)) if last.len() >= 2 && last.starts_with('"') => {
            (names, Some(last.trim_matches('"').to_owned()))
        }
        _ => (operands, None),
    }
}

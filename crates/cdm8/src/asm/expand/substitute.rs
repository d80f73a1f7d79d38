//! The text of a body line with `$1`, `'` and `?name` replaced.

use std::collections::HashMap;

use crate::asm::lex::{self, continues_name};
use diag::count;

/// The values of the names in a body during one expansion.
pub struct Bindings<'a> {
    operands: &'a [String],
    nonce: u32,
    variables: HashMap<String, String>,
    given_up: bool,
}

impl<'a> Bindings<'a> {
    pub fn new(operands: &'a [String], nonce: u32) -> Bindings<'a> {
        Bindings {
            operands,
            nonce,
            variables: HashMap::new(),
            given_up: false,
        }
    }

    /// Skips the rest of the body: a directive in it failed.
    pub fn give_up(&mut self) {
        self.given_up = true;
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.given_up
    }

    pub fn bind(&mut self, name: &str, value: String) {
        self.variables.insert(name.to_owned(), value);
    }

    /// `unique a, r1, b`: each name that is not a register is bound to a different register.
    pub(crate) fn unique(&mut self, operands: &[&str]) -> Result<(), String> {
        let mut used = [false; 4];
        for operand in operands.iter().filter(|operand| lex::is_register(operand)) {
            let number = operand[1..].parse().unwrap_or(usize::MAX);
            match used.get_mut(number) {
                None => {
                    return Err(format!(
                        "unique: there is no register `{operand}`, only r0 to r3"
                    ));
                }
                Some(true) => return Err(format!("unique: `{operand}` appears more than once")),
                Some(slot) => *slot = true,
            }
        }
        for name in operands.iter().filter(|operand| !lex::is_register(operand)) {
            let free = used.iter().position(|used| !used);
            let free = free.ok_or("unique: more names than the four registers")?;
            used[free] = true;
            self.bind(name, format!("r{free}"));
        }
        Ok(())
    }
}

/// Why a body line has no text, and the bytes concerned.
pub struct Fault {
    pub message: String,
    pub label: &'static str,
    pub start: usize,
    pub end: usize,
}

pub struct Substituted {
    pub text: Result<String, Fault>,
    /// Where the line says `$0`.
    pub dollar_zero: Option<(usize, usize)>,
}

pub(crate) fn substitute(body: &str, bindings: &Bindings) -> Substituted {
    let mut walk = Walk {
        body,
        at: 0,
        bindings,
        dollar_zero: None,
    };
    let text = walk.line();
    Substituted {
        text,
        dollar_zero: walk.dollar_zero,
    }
}

struct Walk<'a> {
    body: &'a str,
    at: usize,
    bindings: &'a Bindings<'a>,
    dollar_zero: Option<(usize, usize)>,
}

impl Walk<'_> {
    fn line(&mut self) -> Result<String, Fault> {
        let mut out = String::with_capacity(self.body.len());
        while let Some(c) = self.body[self.at..].chars().next() {
            match c {
                '#' => break,
                '$' => out += &self.parameter()?,
                '?' => out += &self.variable()?,
                '"' | '\'' => match self.literal(c, &out) {
                    Some(length) => {
                        out += &self.body[self.at..self.at + length];
                        self.at += length;
                    }
                    None => self.nonce_or_quote(c, &mut out),
                },
                c => {
                    out.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        Ok(out)
    }

    /// The length of the literal here. An apostrophe after a name is the nonce, except in `dc'a'`.
    fn literal(&self, quote: char, before: &str) -> Option<usize> {
        let length = lex::literal_length(&self.body[self.at..])?;
        let name_starts = before.rfind(|c| !continues_name(c)).map_or(0, |at| at + 1);
        let name = before.get(name_starts..).unwrap_or("");
        (quote == '"' || name.is_empty() || name == "dc").then_some(length)
    }

    fn nonce_or_quote(&mut self, quote: char, out: &mut String) {
        match quote {
            '\'' => *out += &self.bindings.nonce.to_string(),
            quote => out.push(quote),
        }
        self.at += 1;
    }

    /// `$n`; the `$` stays where no digit follows.
    fn parameter(&mut self) -> Result<String, Fault> {
        let start = self.at;
        let digit = self.body[start + 1..]
            .chars()
            .next()
            .and_then(|c| c.to_digit(10));
        let Some(digit) = digit else {
            self.at += 1;
            return Ok("$".to_owned());
        };
        self.at += 2;
        let operands = self.bindings.operands;
        let found = match digit {
            0 => {
                self.dollar_zero = Some((start, self.at));
                operands.last()
            }
            n => operands.get(n as usize - 1),
        };
        found.cloned().ok_or_else(|| Fault {
            message: format!(
                "`${digit}` in a macro of {}",
                count(operands.len(), "operand")
            ),
            label: "no such operand",
            start,
            end: self.at,
        })
    }

    /// `?name`, where the name may itself be pasted together from `$n` and `'`.
    fn variable(&mut self) -> Result<String, Fault> {
        let start = self.at;
        self.at += 1;
        let mut name = String::new();
        while let Some(c) = self.body[self.at..].chars().next() {
            match c {
                '$' => name += &self.parameter()?,
                '\'' => self.nonce_or_quote(c, &mut name),
                c if continues_name(c) => {
                    name.push(c);
                    self.at += 1;
                }
                _ => break,
            }
        }
        let value = self.bindings.variables.get(&name);
        value.cloned().ok_or_else(|| Fault {
            message: format!("the macro variable `?{name}` has no value"),
            label: "bind it with `unique` first",
            start,
            end: self.at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: &str) -> String {
        let operands = ["r1".to_owned(), "5".to_owned()];
        let mut bindings = Bindings::new(&operands, 7);
        bindings.bind("x", "r0".to_owned());
        substitute(body, &bindings)
            .text
            .unwrap_or_else(|fault| fault.message)
    }

    #[test]
    fn what_stands_for_what() {
        assert_eq!(text("l': br l'"), "l7: br l7");
        assert_eq!(text("dc 'a','b',l'+m'"), "dc 'a','b',l7+m7");
        assert_eq!(text("dc'a'"), "dc'a'");
        assert_eq!(text("ldi $1, x$2+1 # it's"), "ldi r1, x5+1 ");
        assert_eq!(text("dc \"$1'\", '"), "dc \"$1'\", 7");
        assert_eq!(text("push ?x"), "push r0");
        assert_eq!(text("push ?y"), "the macro variable `?y` has no value");
        assert_eq!(text("push $3"), "`$3` in a macro of 2 operands");
        assert_eq!(text("push $0"), "push 5");
        assert_eq!(text("$"), "$");
    }
}

//! Expressions, from `or` down to names.

use super::lex::What;
use super::parse::{Parsed, Parser};
use super::tree::{Kind, Op, Tree};
use crate::chip::Extension;

/// Maximum nesting depth.
const DEEPEST: u32 = 100;
/// Maximum length of a chain of operators.
const LONGEST: u32 = 300;

/// Operators of equal precedence, loosest first.
const LEVELS: &[&[(&str, Op)]] = &[
    &[("or", Op::Or), ("xor", Op::Xor)],
    &[("and", Op::And)],
    &[
        ("=", Op::Equal),
        ("!=", Op::Unequal),
        ("<", Op::Less),
        ("<=", Op::LessOrEqual),
        (">", Op::Greater),
        (">=", Op::GreaterOrEqual),
    ],
    &[("+", Op::Add), ("-", Op::Subtract)],
    &[("*", Op::Multiply), ("/", Op::Divide), ("%", Op::Remainder)],
];

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Tree> {
        if self.depth >= DEEPEST {
            let at = self.here();
            return self.fail(at, "the expression is nested too deep", "");
        }
        self.depth += 1;
        let tree = match self.is_word("if") {
            true => self.choice(),
            false => self.level(0),
        };
        self.depth -= 1;
        match tree {
            Ok(tree) if tree.height > LONGEST + DEEPEST => self.fail(
                tree.at,
                "the expression is too large",
                "give its parts names",
            ),
            tree => tree,
        }
    }

    fn choice(&mut self) -> Parsed<Tree> {
        let at = self.here();
        self.advance();
        let condition = self.expression()?;
        self.word("then")?;
        let yes = self.expression()?;
        self.word("else")?;
        let no = self.expression()?;
        let kind = Kind::If(Box::new(condition), Box::new(yes), Box::new(no));
        Ok(Tree::new(kind, at))
    }

    fn level(&mut self, level: usize) -> Parsed<Tree> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.level(level + 1)?;
        let mut length = 0;
        while let Some(op) = self.operator(operators) {
            length += 1;
            if length > LONGEST {
                let at = self.here();
                return self.fail(at, "the expression is too long", "");
            }
            self.advance();
            let right = match self.is_word("if") {
                true => self.expression()?,
                false => self.level(level + 1)?,
            };
            let at = left.at;
            let kind = Kind::Binary(op, Box::new(left), Box::new(right));
            left = Tree::new(kind, at);
        }
        Ok(left)
    }

    fn operator(&self, operators: &[(&str, Op)]) -> Option<Op> {
        let written = match self.peek().map(|token| &token.what)? {
            What::Sign(sign) => *sign,
            What::Word(word) => word.as_str(),
            _ => return None,
        };
        let found = operators.iter().find(|(sign, _)| *sign == written);
        found.map(|(_, op)| *op)
    }

    fn unary(&mut self) -> Parsed<Tree> {
        let mut signs = Vec::new();
        while self.is_word("not") {
            signs.push(self.here());
            self.advance();
        }
        let mut tree = self.postfix()?;
        for at in signs.into_iter().rev() {
            let kind = Kind::Not(Box::new(tree));
            tree = Tree::new(kind, at);
        }
        Ok(tree)
    }

    fn postfix(&mut self) -> Parsed<Tree> {
        let mut tree = self.primary()?;
        let mut length = 0;
        loop {
            length += 1;
            if length > LONGEST {
                let at = self.here();
                return self.fail(at, "the expression is too long", "");
            }
            let at = tree.at;
            if self.is_sign("'") {
                self.advance();
                let kind = Kind::Not(Box::new(tree));
                tree = Tree::new(kind, at);
            } else if self.is_sign(".") {
                self.advance();
                let kind = self.method(tree)?;
                tree = Tree::new(kind, at);
            } else {
                return Ok(tree);
            }
        }
    }

    /// The postfix after a dot: `select(0:5)`, `bitextender(6->8,Zero)`, or an output of a chip.
    fn method(&mut self, of: Tree) -> Parsed<Kind> {
        let name = self.name("`select`, `bitextender` or the name of an output")?;
        let of = Box::new(of);
        match name.text.to_ascii_lowercase().as_str() {
            "select" => {
                self.sign("(")?;
                let low = self.number("the number of a bit")?;
                let mut high = low;
                if self.is_sign(":") {
                    self.advance();
                    high = self.number("the number of a bit")?;
                }
                self.sign(")")?;
                // Either order occurs; the notes write the lower bit first.
                Ok(Kind::Select(of, low.min(high), low.max(high)))
            }
            "bitextender" | "extend" => {
                self.sign("(")?;
                let first = self.number("a width")?;
                let mut from = None;
                let mut to = first;
                if self.is_sign("->") {
                    self.advance();
                    from = Some(first);
                    to = self.number("a width")?;
                }
                let extension = self.extension()?;
                self.sign(")")?;
                Ok(Kind::Extend(of, from, to, extension))
            }
            _ => Ok(Kind::Output(of, name.text)),
        }
    }

    fn extension(&mut self) -> Parsed<Extension> {
        if !self.is_sign(",") {
            return Ok(Extension::Zero);
        }
        self.advance();
        let at = self.here();
        let word = self.name("`Zero`, `One` or `Sign`")?;
        match word.text.to_ascii_lowercase().as_str() {
            "zero" => Ok(Extension::Zero),
            "one" => Ok(Extension::One),
            "sign" => Ok(Extension::Sign),
            _ => self.fail(at, "an extender puts `Zero`, `One` or `Sign` on top", ""),
        }
    }

    fn primary(&mut self) -> Parsed<Tree> {
        let at = self.here();
        let kind = match self.peek().map(|token| token.what.clone()) {
            Some(What::Number(value)) => {
                self.advance();
                Kind::Number(value)
            }
            Some(What::Sign("(")) => {
                self.advance();
                let inner = self.expression()?;
                self.sign(")")?;
                return Ok(inner);
            }
            Some(What::Quoted(name)) => {
                self.advance();
                self.name_or_call(name)?
            }
            Some(What::Word(word)) if word == "float" => {
                self.advance();
                Kind::Float
            }
            Some(What::Word(word)) if word == "any" => {
                self.advance();
                Kind::Any
            }
            Some(What::Word(word)) if !is_reserved(&word) => {
                self.advance();
                self.name_or_call(word)?
            }
            _ => return self.expected("a value"),
        };
        Ok(Tree::new(kind, at))
    }

    /// A chip is called where a bracket follows its name on the same line.
    fn name_or_call(&mut self, name: String) -> Parsed<Kind> {
        let called = self.is_sign("(") && self.peek().is_some_and(|token| !token.first);
        if !called {
            return Ok(Kind::Name(name));
        }
        self.advance();
        let mut arguments = Vec::new();
        if !self.is_sign(")") {
            arguments.push(self.expression()?);
            while self.is_sign(",") {
                self.advance();
                arguments.push(self.expression()?);
            }
        }
        self.sign(")")?;
        Ok(match name.as_str() {
            "join" => Kind::Join(arguments),
            _ => Kind::Call(name, arguments),
        })
    }
}

/// Words that cannot be names unless they are quoted.
pub(super) fn is_reserved(word: &str) -> bool {
    let words = [
        "if", "then", "else", "and", "or", "xor", "not", "float", "any", "do", "enabled", "on",
        "while",
    ];
    words.contains(&word)
}

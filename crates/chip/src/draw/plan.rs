//! The plan of a drawing: parts, and the source of each of their inputs.

use std::collections::HashMap;

use circuit::project::Kind;

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    Number {
        value: u64,
        width: u32,
    },
    /// An input of the chip, by its number among the nets.
    Pin(usize),
    /// A port of a part.
    Port {
        part: usize,
        port: usize,
    },
    /// A wire with several drivers: a signal, by its number among the nets.
    Shared(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    Builtin(Kind),
    /// A chip that is called, by its index in [`Plan::helpers`].
    Helper(usize),
    /// Bits of a value from this one on; becomes a splitter.
    Slice(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    pub(super) what: What,
    pub(super) attrs: Vec<(String, String)>,
    /// Port and source, in the order of the ports.
    pub(super) inputs: Vec<(usize, Source)>,
    pub(super) width: u32,
}

impl Part {
    pub(super) fn is_memory(&self) -> bool {
        matches!(self.what, What::Builtin(Kind::Register | Kind::DFlipFlop))
    }
}

/// A value that may have to be inverted; gates do that at their inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Val {
    pub(super) source: Source,
    pub(super) width: u32,
    pub(super) inverted: bool,
}

impl Val {
    pub(super) fn number(value: u64, width: u32) -> Val {
        Val {
            source: Source::Number { value, width },
            width,
            inverted: false,
        }
    }

    /// Its value, if it is a number.
    pub(super) fn constant(self) -> Option<u64> {
        match self.source {
            Source::Number { value, width } if self.inverted => Some(!value & ones(width)),
            Source::Number { value, .. } => Some(value),
            _ => None,
        }
    }

    #[must_use]
    pub(super) fn not(self) -> Val {
        match self.constant() {
            Some(value) => Val::number(!value & ones(self.width), self.width),
            None => Val {
                inverted: !self.inverted,
                ..self
            },
        }
    }
}

pub(super) fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// Parts of one kind with the same inputs are one part.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) parts: Vec<Part>,
    known: HashMap<Part, usize>,
    /// Names of chips that are called.
    pub(super) helpers: Vec<String>,
    /// The widths of their outputs, by helper and port.
    pub(super) helper_widths: HashMap<(usize, usize), u32>,
    /// The drivers of signals that have several.
    pub(super) shared: Vec<(usize, Vec<Source>)>,
}

impl Plan {
    pub(super) fn add(&mut self, part: Part) -> usize {
        if let Some(&known) = self.known.get(&part) {
            return known;
        }
        self.parts.push(part.clone());
        self.known.insert(part, self.parts.len() - 1);
        self.parts.len() - 1
    }

    /// A part that is not shared, whose inputs come later.
    pub(super) fn add_memory(&mut self, part: Part) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    fn builtin(
        &mut self,
        kind: Kind,
        attrs: &[(&str, String)],
        inputs: Vec<(usize, Source)>,
        width: u32,
    ) -> usize {
        let attrs = attrs.iter();
        let attrs = attrs.map(|(name, value)| ((*name).to_owned(), value.clone()));
        self.add(Part {
            what: What::Builtin(kind),
            attrs: attrs.collect(),
            inputs,
            width,
        })
    }

    fn port(part: usize, port: usize, width: u32) -> Val {
        Val {
            source: Source::Port { part, port },
            width,
            inverted: false,
        }
    }

    /// The value itself, behind a NOT gate if it must be inverted.
    pub(super) fn plain(&mut self, val: Val) -> Source {
        if let Some(value) = val.constant() {
            return Val::number(value, val.width).source;
        }
        if !val.inverted {
            return val.source;
        }
        let attrs = [("size", "20".to_owned()), ("width", val.width.to_string())];
        let part = self.builtin(Kind::Not, &attrs, vec![(1, val.source)], val.width);
        Source::Port { part, port: 0 }
    }

    /// AND or OR of several values, without redundant ones.
    pub(super) fn gate(&mut self, kind: Kind, vals: Vec<Val>) -> Val {
        let width = vals.first().map_or(1, |val| val.width);
        let (neutral, deciding) = match kind {
            Kind::And => (ones(width), 0),
            _ => (0, ones(width)),
        };
        let mut kept: Vec<Val> = Vec::new();
        for val in vals {
            match val.constant() {
                Some(value) if value == neutral => {}
                Some(value) if value == deciding => return Val::number(deciding, width),
                _ if kept.contains(&val) => {}
                _ if kept.contains(&val.not()) => return Val::number(deciding, width),
                _ => kept.push(val),
            }
        }
        if kept.len() < 2 {
            return kept.pop().unwrap_or(Val::number(neutral, width));
        }
        if kept.len() > WIDEST {
            let groups: Vec<Vec<Val>> = kept.chunks(WIDEST / 2).map(<[Val]>::to_vec).collect();
            let groups = groups.into_iter().map(|group| self.gate(kind, group));
            let groups = groups.collect();
            return self.gate(kind, groups);
        }
        self.wide(kind, &kept)
    }

    pub(super) fn xor(&mut self, a: Val, b: Val) -> Val {
        let inverted = a.inverted != b.inverted;
        let (a, b) = (
            Val {
                inverted: false,
                ..a
            },
            Val {
                inverted: false,
                ..b
            },
        );
        let known = |val: Val| val.constant();
        let found = match (known(a), known(b)) {
            (Some(x), Some(y)) => Val::number(x ^ y, a.width),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            (Some(x), _) if x == ones(a.width) => b.not(),
            (_, Some(y)) if y == ones(a.width) => a.not(),
            _ if a == b => Val::number(0, a.width),
            _ => self.wide(Kind::Xor, &[a, b]),
        };
        if inverted { found.not() } else { found }
    }

    fn wide(&mut self, kind: Kind, vals: &[Val]) -> Val {
        let width = vals[0].width;
        let mut attrs = vec![
            ("size", "30".to_owned()),
            ("width", width.to_string()),
            ("inputs", vals.len().to_string()),
        ];
        let negated: Vec<String> = (0..vals.len())
            .map(|input| format!("negate{input}"))
            .collect();
        for (name, val) in negated.iter().zip(vals) {
            if val.inverted && val.constant().is_none() {
                attrs.push((name, "true".to_owned()));
            }
        }
        let inputs = vals.iter().enumerate();
        let inputs = inputs.map(|(input, val)| match val.constant() {
            Some(value) => (1 + input, Val::number(value, width).source),
            None => (1 + input, val.source),
        });
        let inputs = inputs.collect();
        Plan::port(self.builtin(kind, &attrs, inputs, width), 0, width)
    }

    /// A comparator; `port` is 2 for greater, 3 for equal, 4 for less.
    pub(super) fn compare(&mut self, a: Val, b: Val, port: usize) -> Val {
        let width = a.width;
        let inputs = vec![(0, self.plain(a)), (1, self.plain(b))];
        let attrs = [
            ("width", width.to_string()),
            ("mode", "unsigned".to_owned()),
        ];
        let part = self.builtin(Kind::Comparator, &attrs, inputs, width);
        Plan::port(part, port, 1)
    }

    /// Adder, subtractor, multiplier or divider; `port` is 2 for the result, 4 for what is below.
    pub(super) fn arithmetic(
        &mut self,
        kind: Kind,
        a: Val,
        b: Val,
        carry: Option<Val>,
        port: usize,
    ) -> Val {
        let width = a.width;
        let mut inputs = vec![(0, self.plain(a)), (1, self.plain(b))];
        if let Some(carry) = carry {
            inputs.push((3, self.plain(carry)));
        }
        let attrs = [("width", width.to_string())];
        Plan::port(self.builtin(kind, &attrs, inputs, width), port, width)
    }

    /// The option a selector chooses, from 0.
    pub(super) fn multiplexer(&mut self, select: Val, options: &[Val]) -> Val {
        let width = options[0].width;
        let mut inputs = Vec::new();
        for (number, option) in options.iter().enumerate() {
            inputs.push((number, self.plain(*option)));
        }
        inputs.push((options.len(), self.plain(select)));
        let attrs = [
            ("select", select.width.to_string()),
            ("width", width.to_string()),
            ("enable", "false".to_owned()),
        ];
        let part = self.builtin(Kind::Multiplexer, &attrs, inputs, width);
        Plan::port(part, options.len() + 1, width)
    }

    /// Drives a value only while a condition holds.
    pub(super) fn buffer(&mut self, value: Val, holds: Val) -> Val {
        let width = value.width;
        let inputs = vec![(1, self.plain(value)), (2, self.plain(holds))];
        let attrs = [("width", width.to_string())];
        let part = self.builtin(Kind::ControlledBuffer, &attrs, inputs, width);
        Plan::port(part, 0, width)
    }

    pub(super) fn extend(&mut self, value: Val, width: u32, kind: &str) -> Val {
        let attrs = [
            ("in_width", value.width.to_string()),
            ("out_width", width.to_string()),
            ("type", kind.to_owned()),
        ];
        let inputs = vec![(1, self.plain(value))];
        Plan::port(
            self.builtin(Kind::BitExtender, &attrs, inputs, width),
            0,
            width,
        )
    }

    pub(super) fn slice(&mut self, value: Val, low: u32, width: u32) -> Val {
        if let Some(value) = value.constant() {
            return Val::number(value >> low & ones(width), width);
        }
        if value.width == width {
            return value;
        }
        let inputs = vec![(0, value.source)];
        let part = self.add(Part {
            what: What::Slice(low),
            attrs: vec![("incoming".to_owned(), value.width.to_string())],
            inputs,
            width,
        });
        Val {
            inverted: value.inverted,
            ..Plan::port(part, 1, width)
        }
    }

    /// Concatenates values, the highest first.
    pub(super) fn join(&mut self, vals: &[Val]) -> Val {
        let width: u32 = vals.iter().map(|val| val.width).sum();
        if let [only] = vals {
            return *only;
        }
        let mut attrs = vec![
            ("facing".to_owned(), "west".to_owned()),
            ("appear".to_owned(), "center".to_owned()),
            ("fanout".to_owned(), vals.len().to_string()),
            ("incoming".to_owned(), width.to_string()),
        ];
        let mut top = width;
        for (end, val) in vals.iter().enumerate() {
            for bit in top - val.width..top {
                attrs.push((format!("bit{bit}"), end.to_string()));
            }
            top -= val.width;
        }
        let mut inputs = Vec::new();
        for (end, val) in vals.iter().enumerate() {
            inputs.push((1 + end, self.plain(*val)));
        }
        let part = self.add(Part {
            what: What::Builtin(Kind::Splitter),
            attrs,
            inputs,
            width,
        });
        Plan::port(part, 0, width)
    }

    /// An output of a chip that is called; its ports are its inputs and then its outputs.
    pub(super) fn call(
        &mut self,
        helper: &str,
        inputs: Vec<(usize, Source)>,
        port: usize,
        width: u32,
    ) -> Val {
        let known = self.helpers.iter().position(|name| name == helper);
        let number = known.unwrap_or_else(|| {
            self.helpers.push(helper.to_owned());
            self.helpers.len() - 1
        });
        self.helper_widths.insert((number, port), width);
        let part = self.add(Part {
            what: What::Helper(number),
            attrs: vec![("label".to_owned(), helper.to_owned())],
            inputs,
            width: 0,
        });
        Plan::port(part, port, width)
    }
}

/// The most inputs of a gate.
const WIDEST: usize = 32;

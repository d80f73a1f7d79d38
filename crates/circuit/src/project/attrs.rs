//! Attributes of components: values in a file, possible values, and the defaults for what is omitted.

use super::geometry::Facing;
use crate::component::Kind;

/// The possible values of an attribute.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Text,
    Bool,
    Facing,
    /// 1 to 32 bits.
    Width,
    Int(i32, i32),
    /// Decimal, `0x` hexadecimal, `0b` binary, or octal with a leading 0.
    Number,
    Choice(&'static [&'static str]),
}

/// An attribute of a component. A `#` at the end of its name stands for a number (`negate#`, `bit#`).
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    pub name: &'static str,
    pub default: &'static str,
    pub form: Form,
}

/// Attributes that many components have.
pub(crate) const FACING: Attr = Attr::new("facing", "east", Form::Facing);
pub(crate) const LABEL: Attr = Attr::new("label", "", Form::Text);
pub(crate) const LABEL_FONT: Attr = Attr::new("labelfont", "SansSerif plain 12", Form::Text);
pub(crate) const WIDTH_1: Attr = Attr::new("width", "1", Form::Width);
pub(crate) const WIDTH_8: Attr = Attr::new("width", "8", Form::Width);

impl Attr {
    pub(crate) const fn new(name: &'static str, default: &'static str, form: Form) -> Attr {
        Attr {
            name,
            default,
            form,
        }
    }

    pub fn is_named(&self, name: &str) -> bool {
        match self.name.strip_suffix('#') {
            Some(stem) => name
                .strip_prefix(stem)
                .is_some_and(|n| n.parse::<u8>().is_ok()),
            None => self.name == name,
        }
    }

    /// Why `value` is not allowed here, if so.
    pub fn objection(&self, value: &str) -> Option<String> {
        let wanted = match self.form {
            Form::Text => return None,
            Form::Bool if matches!(value, "true" | "false") => return None,
            Form::Bool => "true or false".to_string(),
            Form::Facing if Facing::parse(value).is_some() => return None,
            Form::Facing => "east, north, west or south".to_string(),
            Form::Width => return range_objection(value, 1, 32),
            Form::Int(low, high) => return range_objection(value, low, high),
            Form::Number if parse_number(value).is_some() => return None,
            Form::Number => "a number such as 0x1f".to_string(),
            Form::Choice(choices) if choices.contains(&value) => return None,
            Form::Choice(choices) => format!("one of {}", choices.join(", ")),
        };
        Some(wanted)
    }
}

fn range_objection(value: &str, low: i32, high: i32) -> Option<String> {
    let fits = value.parse::<i32>().is_ok_and(|n| n >= low && n <= high);
    (!fits).then(|| format!("a number from {low} to {high}"))
}

/// The attributes a file sets for one component.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attrs {
    set: Vec<(String, String)>,
}

impl Attrs {
    pub fn new(pairs: impl IntoIterator<Item = (String, String)>) -> Attrs {
        let mut attrs = Attrs::default();
        pairs
            .into_iter()
            .for_each(|(name, value)| attrs.set(name, value));
        attrs
    }

    /// Sets an attribute; the last value set counts.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.set.iter_mut().find(|(known, _)| *known == name) {
            Some(slot) => slot.1 = value,
            None => self.set.push((name, value)),
        }
    }

    /// The value in the file, without defaults.
    pub fn explicit(&self, name: &str) -> Option<&str> {
        self.set
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.set
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The attributes seen through `kind`: defaults replace missing ones.
    pub fn of(&self, kind: Kind) -> View<'_> {
        View { attrs: self, kind }
    }
}

/// The attributes of a built-in component with defaults. Values that do not fit read as the default.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    attrs: &'a Attrs,
    kind: Kind,
}

impl<'a> View<'a> {
    pub fn kind(self) -> Kind {
        self.kind
    }

    pub fn text(self, name: &str) -> &'a str {
        let attr = self
            .kind
            .attributes()
            .iter()
            .find(|attr| attr.is_named(name));
        let default = attr.map_or("", |attr| attr.default);
        let set = self.attrs.explicit(name);
        set.filter(|value| attr.is_none_or(|attr| attr.objection(value).is_none()))
            .unwrap_or(default)
    }

    pub fn is(self, name: &str, value: &str) -> bool {
        self.text(name) == value
    }

    pub fn flag(self, name: &str) -> bool {
        self.is(name, "true")
    }

    pub fn int(self, name: &str) -> i32 {
        self.text(name).parse().unwrap_or(0)
    }

    /// A width or count, which is never negative.
    pub fn count(self, name: &str) -> u32 {
        self.int(name).max(0) as u32
    }

    pub fn number(self, name: &str) -> u32 {
        parse_number(self.text(name)).unwrap_or(0)
    }

    pub fn facing(self) -> Facing {
        Facing::parse(self.text("facing")).unwrap_or_default()
    }

    pub fn explicit(self, name: &str) -> Option<&'a str> {
        self.attrs.explicit(name)
    }
}

/// `0x1f`, `0b101`, `017` (octal), `-3`, `42`; the low 32 bits count.
pub(crate) fn parse_number(text: &str) -> Option<u32> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let number = if let Some(hex) = lower.strip_prefix("0x") {
        u64::from_str_radix(hex, 16)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        u64::from_str_radix(binary, 2)
    } else if lower.len() > 1 && lower.starts_with('0') {
        u64::from_str_radix(&lower[1..], 8)
    } else {
        lower.parse()
    };
    let number = number.ok().filter(|&n| n <= u64::from(u32::MAX))? as u32;
    Some(if negative {
        number.wrapping_neg()
    } else {
        number
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let read = [
            "0x1F",
            "0b101",
            "017",
            "42",
            "-1",
            "0",
            "0xffffffff",
            "",
            "0x",
            "9x",
            "0x100000000",
            "+",
        ];
        let want = [
            Some(31),
            Some(5),
            Some(15),
            Some(42),
            Some(u32::MAX),
            Some(0),
            Some(u32::MAX),
            None,
            None,
            None,
            None,
            None,
        ];
        assert_eq!(read.map(parse_number), want);
    }

    #[test]
    fn a_value_that_does_not_fit_reads_as_the_default() {
        let attrs = Attrs::new([
            ("width".to_string(), "99".to_string()),
            ("negate3".to_string(), "true".to_string()),
        ]);
        let view = attrs.of(Kind::And);
        assert_eq!(view.count("width"), 1);
        assert!(view.flag("negate3"));
        assert!(!view.flag("negate2"));
        assert_eq!(view.count("inputs"), 5);
    }
}

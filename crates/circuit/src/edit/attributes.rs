//! The attributes of parts for an editor: their names, their possible values, and what else
//! changes with one of them.

use super::contents::contents_text;
use crate::project::{Attr, Attrs, Component, Form, Image, Kind, What, parse_number};

/// The attributes of a circuit used as a part.
pub(super) const SUBCIRCUIT: &[Attr] = &[
    Attr::new("facing", "east", Form::Facing),
    Attr::new("label", "", Form::Text),
    Attr::new("labelloc", "north", Form::Text),
    Attr::new("labelfont", "SansSerif plain 12", Form::Text),
];

const SIDES: &[&str] = &["north", "south", "east", "west"];
const SIDES_AND_CENTRE: &[&str] = &["center", "north", "south", "east", "west"];

/// How a value is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    Text,
    /// true or false.
    Switch,
    Number {
        min: i64,
        max: i64,
    },
    /// A number, in hexadecimal.
    Hex,
    Colour,
    Font,
    Choice(Vec<String>),
    /// Long: shown and edited elsewhere.
    Contents,
}

/// The possible values of a component's attribute.
pub fn control(component: &Component, name: &str) -> Control {
    let labels = |list: &[&str]| Control::Choice(list.iter().map(|&v| v.to_string()).collect());
    match (component.kind(), name) {
        (Some(Kind::Splitter), name) if name.starts_with("bit") => {
            let ends = 0..component.view().count("fanout");
            let ends = ends.map(|end| end.to_string());
            Control::Choice(std::iter::once("none".into()).chain(ends).collect())
        }
        (_, "labelfont" | "font" | "clabelfont") => Control::Font,
        (_, "color" | "offcolor" | "bg" | "labelcolor") => Control::Colour,
        (Some(Kind::Button | Kind::Led), "labelloc") => labels(SIDES_AND_CENTRE),
        (_, "labelloc" | "clabelup") => labels(SIDES),
        (Some(Kind::Probe), "radix") => labels(&["2", "8", "10signed", "10unsigned", "16"]),
        (_, "halign") => labels(&["left", "right", "center"]),
        (_, "valign") => labels(&["top", "base", "bottom", "center"]),
        (_, "dotshape") => labels(&["circle", "square"]),
        (_, "contents") => Control::Contents,
        (Some(Kind::Random), "seed") => Control::Number {
            min: i64::from(i32::MIN),
            max: i64::from(i32::MAX),
        },
        _ => plain_control(component, name),
    }
}

fn plain_control(component: &Component, name: &str) -> Control {
    let known = known(component).iter().find(|attr| attr.is_named(name));
    match known.map(|attr| attr.form) {
        None | Some(Form::Text) => Control::Text,
        Some(Form::Bool) => Control::Switch,
        Some(Form::Facing) => Control::Choice(SIDES.iter().map(|&side| side.to_string()).collect()),
        Some(Form::Width) => Control::Number { min: 1, max: 32 },
        Some(Form::Int(min, max)) => Control::Number {
            min: i64::from(min),
            max: i64::from(max),
        },
        Some(Form::Number) => Control::Hex,
        Some(Form::Choice(choices)) => {
            Control::Choice(choices.iter().map(|&v| v.to_string()).collect())
        }
    }
}

/// Why a value cannot stand in an attribute, if so.
pub(super) fn objection(component: &Component, name: &str, value: &str) -> Option<String> {
    let attr = known(component).iter().find(|attr| attr.is_named(name))?;
    if let Some(wanted) = attr.objection(value) {
        return Some(wanted);
    }
    match control(component, name) {
        Control::Choice(choices) if !choices.iter().any(|choice| choice == value) => {
            Some(format!("one of {}", choices.join(", ")))
        }
        Control::Colour if !is_colour(value) => Some("a colour such as #f00000".into()),
        Control::Font if !is_font(value) => Some("a font such as SansSerif bold 12".into()),
        _ => None,
    }
}

fn is_colour(value: &str) -> bool {
    value.strip_prefix('#').is_some_and(|digits| {
        matches!(digits.len(), 6 | 8) && digits.bytes().all(|b| b.is_ascii_hexdigit())
    })
}

fn is_font(value: &str) -> bool {
    let mut words = value.rsplit(' ');
    let size = words.next().and_then(|size| size.parse::<u32>().ok());
    let style = words.next().unwrap_or("");
    let styles = ["plain", "bold", "italic", "bolditalic"];
    size.is_some_and(|size| (1..=400).contains(&size))
        && styles.contains(&style)
        && words.next().is_some_and(|family| !family.is_empty())
}

pub(super) fn known(component: &Component) -> &'static [Attr] {
    match component.what {
        What::Builtin(kind) => kind.attributes(),
        What::Circuit(_) => SUBCIRCUIT,
        What::Unknown { .. } => &[],
    }
}

/// Whether a component has an attribute now: a gate with three inputs has no `negate3`.
pub(super) fn has(component: &Component, name: &str) -> bool {
    match component.what {
        What::Unknown { .. } => component.attrs.explicit(name).is_some(),
        _ => names(component).iter().any(|known| known == name),
    }
}

/// The names of all attributes of a component, in Logisim's order.
pub(super) fn names(component: &Component) -> Vec<String> {
    if matches!(component.what, What::Unknown { .. }) {
        let explicit = component.attrs.iter();
        return explicit.map(|(name, _)| name.to_string()).collect();
    }
    let mut names = Vec::new();
    for attr in known(component) {
        match attr.name.strip_suffix('#') {
            None => names.push(attr.name.to_string()),
            Some(stem) => names.extend((0..repeats(component)).map(|n| format!("{stem}{n}"))),
        }
    }
    names
}

fn repeats(component: &Component) -> u32 {
    match component.kind() {
        Some(Kind::Splitter) => component.view().count("incoming"),
        _ => component.view().count("inputs"),
    }
}

/// Every attribute of a component with its value, in Logisim's order.
pub fn defaults(component: &Component) -> Vec<(String, String)> {
    let value = |name: &String| (name.clone(), value(component, name));
    names(component).iter().map(value).collect()
}

/// The value of an attribute, set in the file or default.
pub(super) fn value(component: &Component, name: &str) -> String {
    let explicit = component.attrs.explicit(name);
    match component.what {
        What::Unknown { .. } => explicit.unwrap_or("").to_string(),
        What::Circuit(_) => {
            let attr = SUBCIRCUIT.iter().find(|attr| attr.name == name);
            let fits = explicit.filter(|v| attr.is_none_or(|attr| attr.objection(v).is_none()));
            fits.or(attr.map(|attr| attr.default))
                .unwrap_or("")
                .to_string()
        }
        What::Builtin(kind) => builtin_value(component, kind, name),
    }
}

fn builtin_value(component: &Component, kind: Kind, name: &str) -> String {
    let view = component.view();
    match (kind, name) {
        (Kind::Splitter, _) if name.starts_with("bit") => {
            let bit = name[3..].parse().unwrap_or(0usize);
            let ends = crate::component::splitter_ends(view);
            match ends.get(bit).copied().flatten() {
                Some(end) => end.to_string(),
                None => "none".into(),
            }
        }
        (Kind::Rom, "contents") => {
            let empty = Image::default();
            let image = component.contents.as_deref().unwrap_or(&empty);
            contents_text(image, view.count("addrWidth"), view.count("dataWidth"))
        }
        (Kind::Counter, "max") if view.explicit("max").is_none() => {
            format!("{:#x}", 0xff & crate::mask(view.count("width")))
        }
        (Kind::Constant, "value") | (Kind::Counter, "max") => {
            let number = parse_number(view.text(name)).unwrap_or(0);
            format!("{:#x}", number & crate::mask(view.count("width")))
        }
        _ => view.text(name).to_string(),
    }
}

/// Whether a value is omitted from the file, because it is the default.
pub(super) fn is_left_out(component: &Component, name: &str, value: &str) -> bool {
    match (component.kind(), name) {
        (Some(Kind::Rom), "contents") => false,
        (Some(Kind::Splitter), name) if name.starts_with("bit") => value == &name[3..],
        (None, "facing") if component.from_library => false,
        _ => {
            let attr = known(component).iter().find(|attr| attr.is_named(name));
            attr.is_some_and(|attr| attr.default == value)
        }
    }
}

/// Where an attribute stands among the others.
pub(super) fn rank(component: &Component, name: &str) -> (usize, u32) {
    let known = known(component);
    let index = known.iter().position(|attr| attr.is_named(name));
    let number = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    (index.unwrap_or(known.len()), number.parse().unwrap_or(0))
}

/// Sets an attribute and everything that changes with it. `None` where the file says nothing.
pub(super) fn set(component: &Component, name: &str, value: &str) -> Vec<(String, Option<String>)> {
    let mut changed = component.clone();
    changed.attrs.set(name, value);
    let mut also: Vec<(String, String)> = vec![(name.to_string(), value.to_string())];
    also.extend(consequences(component, &changed, name));
    let entry = |(name, value): (String, String)| {
        let value = (!is_left_out(&changed, &name, &value)).then_some(value);
        (name, value)
    };
    let mut all: Vec<_> = also.into_iter().map(entry).collect();
    all.extend(vanished_bits(&changed, name));
    all
}

/// The consequences: an even distribution of bits, a value truncated or extended, contents of the new size.
fn consequences(old: &Component, new: &Component, name: &str) -> Vec<(String, String)> {
    let (Some(kind), before, after) = (old.kind(), old.view(), new.view()) else {
        return Vec::new();
    };
    let widths = (before.count("width"), after.count("width"));
    match (kind, name) {
        (Kind::Splitter, "fanout" | "incoming") => {
            let (fanout, incoming) = (after.count("fanout"), after.count("incoming"));
            let spread = |bit| crate::component::spread(fanout, incoming, bit).to_string();
            (0..incoming)
                .map(|bit| (format!("bit{bit}"), spread(bit)))
                .collect()
        }
        (Kind::Constant, "width") => {
            let value = before.number("value");
            vec![("value".into(), format!("{:#x}", resized(value, widths)))]
        }
        (Kind::Counter, "width") => {
            let max = match widths.1 > widths.0 {
                true => crate::mask(widths.1),
                false => counter_max(old) & crate::mask(widths.1),
            };
            vec![("max".into(), format!("{max:#x}"))]
        }
        (Kind::Rom, "addrWidth" | "dataWidth") => {
            vec![("contents".into(), value(new, "contents"))]
        }
        _ => Vec::new(),
    }
}

fn counter_max(counter: &Component) -> u32 {
    parse_number(&value(counter, "max")).unwrap_or(0)
}

/// A value of another width: the top bit is copied upwards.
fn resized(value: u32, (from, to): (u32, u32)) -> u32 {
    let value = value & crate::mask(from);
    let top = value >> (from.saturating_sub(1)) & 1;
    let above = if top == 1 { !crate::mask(from) } else { 0 };
    (value | above) & crate::mask(to)
}

/// Bits in the file that a splitter no longer has.
fn vanished_bits(splitter: &Component, name: &str) -> Vec<(String, Option<String>)> {
    if splitter.kind() != Some(Kind::Splitter) || name != "incoming" {
        return Vec::new();
    }
    let bits = splitter.view().count("incoming");
    let gone = |name: &str| {
        let bit = name.strip_prefix("bit")?.parse::<u32>().ok()?;
        (bit >= bits).then(|| (name.to_string(), None))
    };
    let explicit = splitter.attrs.iter();
    explicit.filter_map(|(name, _)| gone(name)).collect()
}

/// The attributes with some set or left to their defaults.
pub(super) fn changed(component: &Component, settings: &[(String, Option<String>)]) -> Component {
    let mut changed = component.clone();
    let kept = component.attrs.iter().filter(|(name, _)| {
        let unset = |(known, value): &(String, Option<String>)| known == name && value.is_none();
        !settings.iter().any(unset)
    });
    changed.attrs = Attrs::new(kept.map(|(name, value)| (name.to_string(), value.to_string())));
    for (name, value) in settings {
        match value {
            Some(text) if name == "contents" => {
                changed.contents = Image::parse_contents(text).ok().map(Into::into);
            }
            Some(value) => changed.attrs.set(name.clone(), value.clone()),
            None => {}
        }
    }
    changed
}

/// The display name of an attribute.
pub fn shown_name(component: &Component, name: &str) -> String {
    let numbered = |stem: &str| name.strip_prefix(stem)?.parse::<u32>().ok();
    if let Some(input) = numbered("negate") {
        return format!("Negate input {}", input + 1);
    }
    if let (Some(Kind::Splitter), Some(bit)) = (component.kind(), numbered("bit")) {
        return format!("Bit {bit} goes to");
    }
    let shown = match name {
        "facing" => "Faces",
        "width" | "dataWidth" => "Bits",
        "addrWidth" => "Address bits",
        "label" | "clabel" => "Label",
        "labelloc" => "Label at",
        "clabelup" => "Label faces",
        "labelfont" | "clabelfont" => "Label font",
        "labelcolor" => "Label colour",
        "size" => "Size",
        "inputs" => "Inputs",
        "out" => "Output value",
        "xor" => "Counts as 1 if",
        "control" => "Control at",
        "fanout" => "Ends",
        "incoming" => "Bits",
        "appear" => "Appearance",
        "output" => "Is an output",
        "tristate" => "Three-state",
        "pull" => "Pulls",
        "radix" => "Shown in base",
        "highDuration" => "High for",
        "lowDuration" => "Low for",
        "value" => "Value",
        "type" => "Type",
        "gate" => "Gate at",
        "in_width" => "Bits in",
        "out_width" => "Bits out",
        "selloc" => "Select at",
        "select" => "Select bits",
        "disabled" => "When disabled",
        "enable" => "Has an enable",
        "group" => "Bits out",
        "mode" => "Numbers are",
        "shift" => "Shifts",
        "trigger" => "Acts on",
        "max" => "Highest",
        "ongoal" => "At the end",
        "length" => "Stages",
        "parallel" => "Parallel load",
        "seed" => "Seed",
        "bus" => "Data interface",
        "contents" => "Contents",
        "color" => "Colour",
        "offcolor" => "Colour when off",
        "bg" => "Background",
        "active" => "Lit by 1",
        "bits" => "Bits",
        "buflen" => "Holds",
        "inputtype" => "Inputs are",
        "matrixcols" | "cols" => "Columns",
        "matrixrows" | "rows" => "Rows",
        "persist" => "Stays lit for",
        "dotshape" => "Dots",
        "text" => "Text",
        "font" => "Font",
        "halign" => "Across",
        "valign" => "Upright",
        other => other,
    };
    shown.to_string()
}

//! The text of a file as a tree that preserves every byte: an element keeps its tags as they were written, and text
//! between elements stays text.
//!
//! The text has been read by an XML parser before, so it is known to be well-formed.

use std::fmt::Write as _;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// White space and text between tags.
    Text(String),
    /// Comments, instructions, marked sections.
    Other(String),
    Element(Element),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// From `<` to `>`, as written.
    pub(super) open: String,
    pub(super) children: Vec<Node>,
    /// `</name>`; empty for `<name/>`.
    pub(super) close: String,
}

impl Node {
    pub(super) fn element(&self) -> Option<&Element> {
        match self {
            Node::Element(element) => Some(element),
            _ => None,
        }
    }

    pub(super) fn element_mut(&mut self) -> Option<&mut Element> {
        match self {
            Node::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Whether it is white space that starts a new line.
    pub(super) fn is_indent(&self) -> bool {
        matches!(self, Node::Text(text) if text.contains('\n') && text.trim().is_empty())
    }

    pub(super) fn write(&self, out: &mut String) {
        match self {
            Node::Text(text) | Node::Other(text) => out.push_str(text),
            Node::Element(element) => element.write(out),
        }
    }
}

impl Element {
    pub(super) fn empty(open: String) -> Element {
        Element {
            open,
            children: Vec::new(),
            close: String::new(),
        }
    }

    pub(super) fn name(&self) -> &str {
        let rest = self.open.trim_start_matches('<');
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '/' | '>'));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// An attribute of the tag with its references resolved.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let range = self.attribute_range(name)?;
        Some(unescape(&self.open[range]))
    }

    /// Where the value of an attribute stands in the tag, without its quotes.
    fn attribute_range(&self, name: &str) -> Option<std::ops::Range<usize>> {
        let mut at = 1 + self.name().len();
        while let Some(equals) = self.open[at..].find('=').map(|i| at + i) {
            let quote = equals + 1 + self.open[equals + 1..].find(['"', '\''])?;
            let mark = self.open[quote..].chars().next()?;
            let end = quote + 1 + self.open[quote + 1..].find(mark)?;
            if self.open[at..equals].trim() == name {
                return Some(quote + 1..end);
            }
            at = end + 1;
        }
        None
    }

    /// The tag with an attribute changed, or added before its end.
    pub(super) fn with_attribute(&self, name: &str, value: &str) -> String {
        let mut open = self.open.clone();
        let value = escape_value(value);
        match self.attribute_range(name) {
            // Written with apostrophes, the value may hold quotes, and the other way round.
            Some(range) => open.replace_range(range, &value.replace('\'', "&apos;")),
            None => {
                let end = open.trim_end_matches(['/', '>']).trim_end().len();
                open.insert_str(end, &format!(" {name}=\"{value}\""));
            }
        }
        open
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.name() == name
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = (usize, &Element)> {
        let children = self.children.iter().enumerate();
        children.filter_map(|(at, node)| Some((at, node.element()?)))
    }

    pub(super) fn named<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (usize, &'a Element)> + 'a {
        self.elements().filter(move |(_, child)| child.is(name))
    }

    /// The text right inside, with references resolved, up to the first element.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for child in &self.children {
            match child {
                Node::Text(raw) => text.push_str(&unescape(raw)),
                Node::Other(raw) => {
                    let marked = raw.strip_prefix("<![CDATA[");
                    text.push_str(marked.map_or("", |raw| raw.trim_end_matches("]]>")));
                }
                Node::Element(_) => break,
            }
        }
        text
    }

    /// The value of an `<a name= val=>` child, the last one of the name.
    pub(super) fn setting(&self, name: &str) -> Option<(usize, String)> {
        let settings = self.named("a");
        let found = settings.filter(|(_, a)| a.attribute("name").as_deref() == Some(name));
        let (at, a) = found.last()?;
        Some((at, a.attribute("val").unwrap_or_else(|| a.text())))
    }

    pub(super) fn write(&self, out: &mut String) {
        out.push_str(&self.open);
        self.children.iter().for_each(|child| child.write(out));
        out.push_str(&self.close);
    }
}

/// Parses a well-formed text. `None` if it is not well-formed.
pub(super) fn parse(text: &str) -> Option<Vec<Node>> {
    // Elements that are open, with the nodes before each.
    let mut open: Vec<(Vec<Node>, String)> = Vec::new();
    let mut nodes = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = token(rest)?;
        let (token, after) = rest.split_at(length);
        rest = after;
        if !token.starts_with('<') {
            nodes.push(Node::Text(token.to_string()));
        } else if token.starts_with("</") {
            let (before, tag) = open.pop()?;
            let children = std::mem::replace(&mut nodes, before);
            nodes.push(Node::Element(Element {
                open: tag,
                children,
                close: token.to_string(),
            }));
        } else if token.starts_with("<!") || token.starts_with("<?") {
            nodes.push(Node::Other(token.to_string()));
        } else if token.ends_with("/>") {
            nodes.push(Node::Element(Element::empty(token.to_string())));
        } else {
            open.push((std::mem::take(&mut nodes), token.to_string()));
        }
    }
    open.is_empty().then_some(nodes)
}

/// The length of the next tag, comment or text.
fn token(text: &str) -> Option<usize> {
    let until = |end: &str| text.find(end).map(|at| at + end.len());
    if !text.starts_with('<') {
        return Some(text.find('<').unwrap_or(text.len()));
    }
    if let Some(comment) = text.strip_prefix("<!--") {
        return Some(4 + comment.find("-->")? + 3);
    }
    if text.starts_with("<![CDATA[") {
        return until("]]>");
    }
    if text.starts_with("<?") {
        return until("?>");
    }
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return Some(at + 1),
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(mark)) if byte == mark => quote = None,
            _ => {}
        }
    }
    None
}

/// Resolves references; other white space in values is normalised as XML demands.
pub(super) fn unescape(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(';').unwrap_or(0);
        match reference(rest.get(1..end).unwrap_or("")) {
            Some(c) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn reference(name: &str) -> Option<char> {
    let code = |digits: &str, radix| char::from_u32(u32::from_str_radix(digits, radix).ok()?);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => match (name.strip_prefix("#x"), name.strip_prefix('#')) {
            (Some(digits), _) => code(digits, 16),
            (None, Some(digits)) => code(digits, 10),
            _ => None,
        },
    }
}

/// A value as Logisim writes it between quotes. A line feed becomes a reference: Logisim writes such values as text.
pub(super) fn escape_value(text: &str) -> String {
    escape(text, |out, c| match c {
        '"' => out.push_str("&quot;"),
        '\t' => out.push_str("&#9;"),
        '\n' => out.push_str("&#10;"),
        c => out.push(c),
    })
}

/// A value as Logisim writes it between tags.
pub(super) fn escape_text(text: &str) -> String {
    escape(text, |out, c| match c {
        '\u{85}' => out.push_str("&#133;"),
        c => out.push(c),
    })
}

fn escape(text: &str, other: impl Fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            // Characters that XML cannot express at all.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            c if u32::from(c) > 0xffff => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c => other(&mut out, c),
        }
    }
    out
}

/// An `<a>` element: a value with line ends is written between tags.
pub(super) fn setting(name: &str, value: &str) -> Element {
    let name = escape_value(name);
    match value.contains('\n') {
        false => Element::empty(format!(
            "<a name=\"{name}\" val=\"{}\"/>",
            escape_value(value)
        )),
        true => Element {
            open: format!("<a name=\"{name}\">"),
            children: vec![Node::Text(escape_text(value))],
            close: "</a>".into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let text = "<?xml version='1.0'?>\r\n<!-- <a> --><p a = \"1>2\"\n b='x'><c/>t&amp;<![CDATA[<]]> <d >\n</d ></p>\n";
        let nodes = parse(text).unwrap();
        let mut back = String::new();
        nodes.iter().for_each(|node| node.write(&mut back));
        assert_eq!(back, text);
        let root = nodes.iter().find_map(Node::element).unwrap();
        assert_eq!(root.attribute("a").unwrap(), "1>2");
        assert_eq!(root.attribute("b").unwrap(), "x");
        assert_eq!(root.attribute("1"), None);
        assert_eq!(
            root.with_attribute("b", "\"<'"),
            "<p a = \"1>2\"\n b='&quot;&lt;&apos;'>"
        );
        let child = root.elements().next().unwrap().1;
        assert_eq!(child.with_attribute("z", "1"), "<c z=\"1\"/>");
    }

    #[test]
    fn values_are_escaped_and_read_back() {
        let value = "a<b>&\"'\t\u{85}\u{1F600}é\r";
        assert_eq!(
            escape_value(value),
            "a&lt;b&gt;&amp;&quot;'&#9;\u{85}&#128512;é&#13;"
        );
        assert_eq!(unescape(&escape_value(value)), value);
        assert_eq!(unescape(&escape_text(value)), value);
        assert_eq!(unescape("&no; & &#xzz;"), "&no; & &#xzz;");
    }
}

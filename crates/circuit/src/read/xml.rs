//! Bytes to XML: encodings, limits, and the small helpers the reader needs.

use std::borrow::Cow;

use roxmltree::{Document, Node, ParsingOptions};

/// Maximum number of elements in a file.
const MOST_NODES: u32 = 4_000_000;
/// Elements nested deeper than this are refused before they are parsed: the parser is recursive.
const DEEPEST: usize = 200;

pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            // An old single-byte code page: labels may look odd, the circuit is all there.
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'_, str> {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| unit([pair[0], pair[1]]))
        .collect();
    Cow::Owned(String::from_utf16_lossy(&units))
}

pub(super) fn parse(text: &str) -> Result<Document<'_>, String> {
    if too_deep(text) {
        return Err(format!("elements are nested more than {DEEPEST} deep"));
    }
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| error.to_string())
}

/// Estimates the nesting, on the safe side: comments and texts can only make it look deeper.
fn too_deep(text: &str) -> bool {
    let mut depth = 0usize;
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match (byte, bytes.get(at + 1)) {
            (b'<', Some(b'/')) => depth = depth.saturating_sub(1),
            (b'<', Some(b'!' | b'?')) => {}
            (b'<', _) => depth += 1,
            (b'/', Some(b'>')) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

pub(super) fn elements<'a, 'input>(
    node: Node<'a, 'input>,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(Node::is_element)
}

pub(super) fn named<'a, 'input>(
    node: Node<'a, 'input>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    elements(node).filter(move |child| child.tag_name().name() == name)
}

/// The `<a name= val=>` children; the value may also be the text of the element.
pub(super) fn settings(node: Node<'_, '_>) -> Vec<(String, String)> {
    named(node, "a")
        .filter_map(|a| {
            let name = a.attribute("name")?;
            let value = a.attribute("val").or(a.text()).unwrap_or("");
            Some((name.to_string(), value.to_string()))
        })
        .collect()
}

/// A dotted version as comparable numbers, e.g. 2.6.3.202.
pub(super) fn version(text: &str) -> [u32; 4] {
    let mut parts = [0; 4];
    for (slot, part) in parts.iter_mut().zip(text.split('.')) {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        *slot = digits.parse().unwrap_or(0);
    }
    parts
}

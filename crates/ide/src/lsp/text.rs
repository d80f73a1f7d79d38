//! Documents as editors change them. Their columns count UTF-16 units, ours bytes.

use cdm8::ide::TextRange;
pub use cdm8::ide::columns::{byte, column};
use serde_json::{Value, json};

pub fn position(line: usize, text: &str, at: usize) -> Value {
    json!({"line": line, "character": column(text, at)})
}

/// The range of a place, on a line with this text.
pub fn range(place: TextRange, text: &str) -> Value {
    json!({
        "start": position(place.line, text, place.start),
        "end": position(place.line, text, place.end),
    })
}

/// Whole lines, from the first to the end of the last.
pub fn lines(first: usize, last: usize, lines: &[String]) -> Value {
    let end = lines.get(last).map_or(0, |text| column(text, text.len()));
    json!({"start": {"line": first, "character": 0}, "end": {"line": last, "character": end}})
}

/// Where a position is in a text; beyond its end, its end.
fn offset(text: &str, position: &Value) -> Option<usize> {
    let wanted = position["line"].as_u64()?;
    let units = usize::try_from(position["character"].as_u64()?).ok()?;
    let mut start = 0;
    for _ in 0..wanted {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return Some(text.len()),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or("");
    let line = line.strip_suffix('\r').unwrap_or(line);
    Some(start + byte(line, units))
}

/// Applies a change of `textDocument/didChange`. An invalid change is ignored.
pub fn change(text: &mut String, change: &Value) {
    let Some(new) = change["text"].as_str() else {
        return;
    };
    let range = &change["range"];
    if range.is_null() {
        new.clone_into(text);
        return;
    }
    let (start, end) = (offset(text, &range["start"]), offset(text, &range["end"]));
    if let (Some(start), Some(end)) = (start, end)
        && start <= end
    {
        text.replace_range(start..end, new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_applied() {
        let mut text = "one\r\ntw😀o\nthree".to_owned();
        let at = |a: (u32, u32), b: (u32, u32), new: &str| json!({"text": new, "range": {"start": {"line": a.0, "character": a.1}, "end": {"line": b.0, "character": b.1}}});
        change(&mut text, &at((1, 2), (1, 4), "-"));
        assert_eq!(text, "one\r\ntw-o\nthree");
        change(&mut text, &at((0, 3), (1, 0), " "));
        assert_eq!(text, "one tw-o\nthree");
        change(&mut text, &at((9, 9), (9, 9), "!"));
        change(&mut text, &at((1, 1), (0, 0), "lost"));
        change(&mut text, &json!({"text": 5}));
        assert_eq!(text, "one tw-o\nthree!");
        change(&mut text, &json!({"text": "new"}));
        assert_eq!(text, "new");
    }
}

//! Code actions, in the protocol's form.

use cdm8::ide::{Offer, Sort};
use serde_json::{Value, json};

use super::{Work, text};
use crate::uri;

/// The code actions for a stretch of lines.
pub fn all(work: &Work, file: usize, first: u64, last: u64) -> Value {
    let line = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let offers = work.analysis.offers(file, line(first), line(last));
    let shown: Vec<Value> = offers
        .iter()
        .map(|offer| action(work, file, offer))
        .collect();
    shown.into()
}

fn action(work: &Work, file: usize, Offer { title, sort, edit }: &Offer) -> Value {
    let position = |(line, column)| text::position(line, work.line(file, line), column);
    let range = json!({"start": position(edit.from), "end": position(edit.to)});
    let path = &work.analysis.files[file].name;
    let mut action = json!({
        "title": title,
        "kind": "quickfix",
        "isPreferred": true,
        "edit": {"changes": {uri::uri(path): [{"range": range, "newText": edit.text}]}},
    });
    if *sort == Sort::Inline {
        action["kind"] = "refactor.inline".into();
        action["isPreferred"] = false.into();
    }
    action
}

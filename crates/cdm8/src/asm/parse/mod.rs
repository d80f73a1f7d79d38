//! Phase 4: lines to statements. [`line`] reads one line, [`block`] nests the structures.

mod block;
pub mod line;
mod operand;

use std::ops::Range;

pub(crate) use self::line::KEYWORDS;
pub(crate) use self::line::unknown_condition;

use super::ast::Unit;
use super::context::Context;

/// Parses the given lines, one file.
pub fn parse(context: &mut Context, range: Range<usize>) -> Unit {
    let mut items = Vec::with_capacity(range.len());
    let mut ended = false;
    for index in range.clone() {
        line::parse(context, index as u32, &mut items);
        if matches!(items.last(), Some((line::Item::End, _))) {
            ended = true;
            break;
        }
    }
    block::build(context, items, range, ended)
}

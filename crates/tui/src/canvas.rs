//! Drawing: text, boxes and the areas a click can hit.

use kalah::House;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::input::Key;
use crate::theme::{Lines, Look};

/// Something on the screen that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    House(House),
    /// A line of a menu, a list or a form, by number.
    Line(usize),
    /// A move of the list, by the number of moves made up to it.
    Move(usize),
    /// A key of the footer.
    Key(Key),
}

/// The clickable areas.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spots(Vec<(Rect, Spot)>);

impl Spots {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn at(&self, column: u16, row: u16) -> Option<Spot> {
        let point = Position::new(column, row);
        // What was drawn last is on top.
        let mut hit = self.0.iter().rev();
        let (_, spot) = hit.find(|(area, _)| area.contains(point))?;
        Some(*spot)
    }
}

/// The drawing surface.
pub(crate) struct Canvas<'a> {
    pub buffer: &'a mut Buffer,
    pub spots: &'a mut Spots,
    pub look: &'a Look,
}

/// A key of the footer and what it does.
pub(crate) struct Hint {
    pub key: Key,
    pub label: &'static str,
    pub what: String,
}

impl Hint {
    pub(crate) fn new(key: Key, label: &'static str, what: String) -> Hint {
        Hint { key, label, what }
    }
}

impl Canvas<'_> {
    /// Writes a text, cut off at the width; returns the column after it.
    pub(crate) fn text(&mut self, (x, y): (u16, u16), width: u16, text: &str, style: Style) -> u16 {
        if !self.buffer.area.contains(Position::new(x, y)) {
            return x;
        }
        self.buffer.set_stringn(x, y, text, width.into(), style).0
    }

    /// Writes a text of one line; where it does not fit it ends with a whole word and a mark.
    pub(crate) fn brief(&mut self, at: (u16, u16), room: u16, text: &str, style: Style) {
        let more = self.look.glyphs.more;
        let words = usize::from(room.saturating_sub(1 + width(more)));
        match wrap(text, words).first() {
            Some(start) if width(text) > room => {
                self.text(at, room, &format!("{start} {more}"), style)
            }
            _ => self.text(at, room, text, style),
        };
    }

    /// Writes a text in the middle of a line.
    pub(crate) fn centred(&mut self, line: Rect, text: &str, style: Style) {
        let left = line.width.saturating_sub(width(text)) / 2;
        self.text((line.x + left, line.y), line.width - left, text, style);
    }

    /// Writes a text over as many lines as it takes; returns the area that is left.
    pub(crate) fn paragraph(&mut self, area: Rect, text: &str, style: Style) -> Rect {
        let mut rest = area;
        for line in wrap(text, area.width.into()) {
            if rest.height == 0 {
                break;
            }
            self.text((rest.x, rest.y), rest.width, &line, style);
            rest = below(rest, 1);
        }
        rest
    }

    pub(crate) fn spot(&mut self, area: Rect, spot: Spot) {
        self.spots.0.push((area, spot));
    }

    pub(crate) fn outline(&mut self, area: Rect, lines: Lines, style: Style) {
        if area.width < 2 || area.height < 2 {
            return;
        }
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        let across = lines.across.repeat(usize::from(area.width) - 2);
        let [top_left, top_right, bottom_left, bottom_right] = lines.corners;
        self.text((area.x, area.y), area.width, top_left, style);
        self.text((area.x + 1, area.y), area.width - 2, &across, style);
        self.text((right, area.y), 1, top_right, style);
        for y in area.y + 1..bottom {
            self.text((area.x, y), 1, lines.down, style);
            self.text((right, y), 1, lines.down, style);
        }
        self.text((area.x, bottom), 1, bottom_left, style);
        self.text((area.x + 1, bottom), area.width - 2, &across, style);
        self.text((right, bottom), 1, bottom_right, style);
    }

    /// A line across with a heading in it.
    pub(crate) fn rule(&mut self, line: Rect, heading: &str) {
        let theme = self.look.theme;
        let across = self.look.glyphs.thin.across;
        let dashes = across.repeat(line.width.into());
        self.text((line.x, line.y), line.width, &dashes, theme.border);
        if !heading.is_empty() {
            let heading = format!(" {heading} ");
            self.text(
                (line.x + 1, line.y),
                line.width.saturating_sub(2),
                &heading,
                theme.title,
            );
        }
    }

    /// A box with a heading; returns what is inside.
    pub(crate) fn panel(&mut self, area: Rect, heading: &str) -> Rect {
        let theme = self.look.theme;
        self.outline(area, self.look.glyphs.thin, theme.border);
        let heading = format!(" {heading} ");
        self.text(
            (area.x + 2, area.y),
            area.width.saturating_sub(4),
            &heading,
            theme.title,
        );
        Rect::new(
            area.x + 2,
            area.y + 1,
            area.width.saturating_sub(4),
            area.height.saturating_sub(2),
        )
    }

    /// The line at the top: the place in the program, and a remark at the right.
    pub(crate) fn header(&mut self, area: Rect, title: &str, remark: &str) -> Rect {
        let theme = self.look.theme;
        let end = self.text((area.x + 1, area.y), area.width - 2, title, theme.title);
        let room = area.right().saturating_sub(end + 3);
        let remark: String = remark.chars().take(room.into()).collect();
        let x = area.right() - 1 - width(&remark);
        self.text((x, area.y), room, &remark, theme.faint);
        below(area, 1)
    }

    /// The line at the bottom: keys and their meanings, as many as there is room for. The last one is always there. Returns
    /// the area left above it.
    pub(crate) fn footer(&mut self, area: Rect, hints: &[Hint]) -> Rect {
        let line = Rect::new(area.x, area.bottom() - 1, area.width, 1);
        let length = |hint: &Hint| width(hint.label) + 1 + width(&hint.what) + 2;
        let Some((last, others)) = hints.split_last() else {
            return area;
        };
        let mut x = line.x + 1;
        let room = line.right().saturating_sub(length(last));
        for hint in others {
            if x + length(hint) <= room {
                x = self.key_hint(x, line.y, hint);
            }
        }
        self.key_hint(x, line.y, last);
        Rect::new(area.x, area.y, area.width, area.height - 1)
    }

    fn key_hint(&mut self, x: u16, y: u16, hint: &Hint) -> u16 {
        let theme = self.look.theme;
        let room = self.buffer.area.right().saturating_sub(x);
        let end = self.text((x, y), room, hint.label, theme.open);
        let room = self.buffer.area.right().saturating_sub(end + 1);
        let end = self.text((end + 1, y), room, &hint.what, theme.faint);
        self.spot(Rect::new(x, y, end - x, 1), Spot::Key(hint.key));
        end + 2
    }
}

/// Width of a text in columns.
pub(crate) fn width(text: &str) -> u16 {
    text.chars().count() as u16
}

/// The part of an area below its first lines.
pub(crate) fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect::new(area.x, area.y + lines, area.width, area.height - lines)
}

/// The middle of an area, no larger than this.
pub(crate) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    )
}

/// A text in lines no longer than `width`, broken between words. A word that is longer than a line is broken too.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let mut word = word;
            let needed =
                line.chars().count() + usize::from(!line.is_empty()) + word.chars().count();
            if needed > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            while word.chars().count() > width {
                let cut = word
                    .char_indices()
                    .nth(width)
                    .map_or(word.len(), |(at, _)| at);
                lines.push(word[..cut].to_owned());
                word = &word[cut..];
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("one\n\ntwo", 8), ["one", "", "two"]);
        assert_eq!(wrap("unbreakable it is", 6), ["unbrea", "kable", "it is"]);
        assert_eq!(wrap("", 6), [""]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }
}

//! Questions on the bench: where to stop, which signal, what to do, where to go.

use bench::command::Moment;
use ratatui::layout::Rect;
use texts::{Texts, text};

use super::Bench;
use super::stand::{Ask, Deed, Pane, Stand};
use crate::canvas::{Canvas, Hint};
use crate::input::{Key, edit};

/// A question, and the answer as typed so far.
pub(super) struct Asking {
    ask: Ask,
    typed: String,
}

/// Longer answers are refused.
const LONGEST: usize = 60;

impl<T: Stand> Bench<T> {
    pub(super) fn ask(&mut self, ask: Ask, typed: String) {
        self.asking = Some(Asking { ask, typed });
    }

    /// A key while a question is open.
    pub(super) fn answer(&mut self, mut asking: Asking, key: Key, texts: &Texts) {
        match key {
            Key::Escape => return,
            Key::Enter => {
                let typed = asking.typed.trim().to_owned();
                match self.take_answer(asking.ask, &typed, texts) {
                    Ok(()) => return,
                    Err(problem) => self.notice = Some((problem, true)),
                }
            }
            Key::Tab | Key::Right => {
                let names = self.suggestions(&asking);
                asking.typed = completed(&asking.typed, &names);
            }
            key => _ = edit(&mut asking.typed, key, LONGEST),
        }
        self.asking = Some(asking);
    }

    /// Names that begin like the answer.
    fn suggestions(&self, asking: &Asking) -> Vec<String> {
        let mut names = self.stand.names(asking.ask, self.subject());
        let begun = asking.typed.to_lowercase();
        names.retain(|name| name.to_lowercase().starts_with(&begun) && *name != asking.typed);
        names
    }

    fn take_answer(&mut self, ask: Ask, typed: &str, texts: &Texts) -> Result<(), String> {
        match ask {
            Ask::Stop if typed.is_empty() => self.stops.clear(),
            Ask::Stop => {
                if !self.stops.remove_text(typed) {
                    let stop = self.stand.stop(typed, self.time.subject(), texts)?;
                    self.stops.add(stop, typed, false);
                }
                self.turn_to(Pane::Stops);
            }
            Ask::Signal => self.choose_signal(typed, texts)?,
            Ask::Deed if typed.is_empty() => {}
            Ask::Deed => {
                let input = self.stand.input(typed, self.time.subject())?;
                self.perform(Deed::Input(input), texts);
            }
            Ask::Moment if typed.is_empty() => {}
            Ask::Moment => {
                let moment = Moment::read(typed)
                    .ok_or_else(|| text!(texts, "tui.machine.no-moment", typed = typed))?;
                let moment = moment.from(self.time.now());
                self.running = false;
                self.note();
                self.set_out_to(moment);
                self.travel(texts);
            }
        }
        Ok(())
    }
}

/// The keys that work while a question is open.
pub(super) fn hints(texts: &Texts) -> Vec<Hint> {
    vec![
        Hint::new(Key::Enter, "Enter", text!(texts, "tui.key.done")),
        Hint::new(Key::Tab, "Tab", text!(texts, "tui.key.complete")),
        Hint::new(Key::Clear, "Ctrl-U", text!(texts, "tui.key.clear")),
        Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.cancel")),
    ]
}

/// A question over the lower part of the screen, with names that begin like the answer.
pub(super) fn draw<T: Stand>(bench: &Bench<T>, asking: &Asking, canvas: &mut Canvas, body: Rect) {
    const HEIGHT: u16 = 6;
    let theme = canvas.look.theme;
    let area = Rect::new(
        body.x,
        body.bottom().saturating_sub(HEIGHT),
        body.width,
        HEIGHT,
    );
    for y in area.y..area.bottom() {
        let blank = " ".repeat(area.width.into());
        canvas.text((area.x, y), area.width, &blank, theme.text);
    }
    let texts = &canvas.look.texts;
    let words = match asking.ask {
        Ask::Stop => bench.stand.stop_question(texts),
        Ask::Signal => text!(texts, "tui.machine.ask-signal"),
        Ask::Deed => text!(texts, "tui.machine.ask-deed"),
        Ask::Moment => text!(texts, "tui.machine.ask-moment"),
    };
    let inside = canvas.panel(area, &words);
    let typed = format!("{}{}", asking.typed, canvas.look.glyphs.cursor);
    let rest = canvas.paragraph(inside, &typed, theme.chosen);
    let names = bench.suggestions(asking).join("  ");
    canvas.paragraph(rest, &names, theme.faint);
}

/// The text extended by whatever all names have in common.
pub(crate) fn completed(typed: &str, names: &[String]) -> String {
    let Some(first) = names.first() else {
        return typed.to_owned();
    };
    let common = names.iter().fold(first.as_str(), |common, name| {
        let same = common.char_indices().zip(name.chars());
        let mut differs = same.filter(|((_, one), other)| one != other);
        let end = differs.next().map(|((at, _), _)| at);
        let shorter = common.len().min(name.len());
        &common[..end.unwrap_or(shorter)]
    });
    match common.chars().count() > typed.chars().count() {
        true => common.to_owned(),
        false => typed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::completed;

    #[test]
    fn an_answer_is_completed_as_far_as_all_names_agree() {
        let names = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(completed("ch", &names(&["choose", "choice"])), "cho");
        assert_eq!(completed("l", &names(&["loop"])), "loop");
        assert_eq!(completed("x", &[]), "x");
        assert_eq!(completed("л", &names(&["лунка", "луна"])), "лун");
    }
}

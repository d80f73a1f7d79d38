//! Colour for terminals: a handful of styles that turn into nothing when colour is off.

/// Adds colour to text, or not.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    pub fn new(on: bool) -> Paint {
        Paint { on }
    }

    fn wrap(self, code: &str, text: &str) -> String {
        match self.on && !text.is_empty() {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }

    pub fn strong(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub fn faint(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// Something that went wrong.
    pub fn bad(self, text: &str) -> String {
        self.wrap("31", text)
    }

    /// A name or a number that should stand out.
    pub fn accent(self, text: &str) -> String {
        self.wrap("36", text)
    }
}

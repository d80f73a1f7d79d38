//! Undo and redo, by name.

use super::{Document, Edit, Inverse, Refusal};

/// Maximum number of steps that can be undone.
const MOST: usize = 1000;

/// The edits of a document so far.
#[derive(Default)]
pub struct History {
    done: Vec<(String, Inverse)>,
    undone: Vec<(String, Inverse)>,
}

impl History {
    /// Applies an edit and remembers it under a name; undone edits are dropped.
    pub fn apply(
        &mut self,
        document: &mut Document,
        name: &str,
        edit: &Edit,
    ) -> Result<(), Refusal> {
        let inverse = document.apply(edit)?;
        self.undone.clear();
        self.done.push((name.to_string(), inverse));
        if self.done.len() > MOST {
            self.done.remove(0);
        }
        Ok(())
    }

    /// Undoes the last edit and returns its name.
    pub fn undo(&mut self, document: &mut Document) -> Option<String> {
        let (name, inverse) = self.done.pop()?;
        self.undone.push((name.clone(), document.undo(inverse)));
        Some(name)
    }

    /// Redoes the last undone edit.
    pub fn redo(&mut self, document: &mut Document) -> Option<String> {
        let (name, inverse) = self.undone.pop()?;
        self.done.push((name.clone(), document.undo(inverse)));
        Some(name)
    }

    /// The edits that can be undone, the oldest first.
    pub fn done(&self) -> impl Iterator<Item = &str> {
        self.done.iter().map(|(name, _)| name.as_str())
    }

    /// The edits that can be redone, the next one first.
    pub fn undone(&self) -> impl Iterator<Item = &str> {
        self.undone.iter().rev().map(|(name, _)| name.as_str())
    }
}

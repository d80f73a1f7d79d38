//! Undo and redo: what was done, by name.

use super::{Document, Edit, Inverse, Refusal};

/// This many steps can be taken back.
const MOST: usize = 1000;

/// The edits of a document so far.
#[derive(Default)]
pub struct History {
    done: Vec<(String, Inverse)>,
    undone: Vec<(String, Inverse)>,
}

impl History {
    /// Does an edit and remembers it under a name; what was undone before is gone.
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

    /// Takes the last edit back; its name.
    pub fn undo(&mut self, document: &mut Document) -> Option<String> {
        let (name, inverse) = self.done.pop()?;
        self.undone.push((name.clone(), document.undo(inverse)));
        Some(name)
    }

    /// Does the edit again that was taken back last.
    pub fn redo(&mut self, document: &mut Document) -> Option<String> {
        let (name, inverse) = self.undone.pop()?;
        self.done.push((name.clone(), document.undo(inverse)));
        Some(name)
    }

    /// What can be taken back, the oldest first.
    pub fn done(&self) -> impl Iterator<Item = &str> {
        self.done.iter().map(|(name, _)| name.as_str())
    }

    /// What can be done again, the next one first.
    pub fn undone(&self) -> impl Iterator<Item = &str> {
        self.undone.iter().rev().map(|(name, _)| name.as_str())
    }
}

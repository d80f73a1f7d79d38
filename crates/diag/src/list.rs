use crate::{Diagnostic, count};

/// Collects diagnostics up to a limit, so that a hostile file cannot fill the memory with them.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    dropped: usize,
}

const LIMIT: usize = 10_000;

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < LIMIT {
            self.list.push(diagnostic);
        } else {
            self.dropped += 1;
        }
    }

    pub fn into_vec(mut self) -> Vec<Diagnostic> {
        if self.dropped > 0 {
            let more = format!("{} not listed", count(self.dropped, "more finding"));
            self.list
                .push(Diagnostic::warning("too-many-findings", more));
        }
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_an_end_to_findings() {
        let mut all = Diagnostics::default();
        for number in 0..LIMIT + 3 {
            all.push(Diagnostic::error(number.to_string()));
        }
        let all = all.into_vec();
        assert_eq!(all.len(), LIMIT + 1);
        assert_eq!(all[LIMIT].message, "3 more findings not listed");
    }
}

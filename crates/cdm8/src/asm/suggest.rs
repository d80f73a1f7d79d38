//! Guesses at what a misspelt word was meant to be.

/// The candidate nearest to `word`, if one is near enough to be worth naming.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0 => return None,
        1..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let near =
        |candidate: &&str| *candidate != word && candidate.len().abs_diff(word.len()) <= limit;
    let scored = candidates.into_iter().take(1_000).filter(near);
    let best = scored
        .map(|candidate| (score(word, candidate), candidate))
        .min_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(b.1)))?;
    (best.0 <= 2 * limit && best.0 < 2 * best.1.chars().count()).then_some(best.1)
}

/// Twice the edit distance, so that a difference in case alone can cost less than an edit.
fn score(a: &str, b: &str) -> usize {
    if a.eq_ignore_ascii_case(b) {
        return 1;
    }
    2 * distance(a, b)
}

/// Insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let mut cost = (row[j] + usize::from(a[i] != b[j]))
                .min(row[j + 1] + 1)
                .min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                cost = cost.min(before[j - 1] + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["push", "pop", "pushall", "halt"];
        assert_eq!(nearest("psh", words), Some("push"));
        assert_eq!(nearest("hatl", words), Some("halt"));
        assert_eq!(nearest("HALT", words), Some("halt"));
        assert_eq!(nearest("zzzz", words), None);
        assert_eq!(nearest("", words), None);
    }
}

//! Spelling suggestions.

/// More candidates than are worth comparing.
const MOST: usize = 1_000;
/// Longer words are not corrected.
const LONGEST: usize = 64;

/// The candidate nearest to `word`, if it is near enough to be worth naming: at most one error in three letters, and words of
/// three letters have to begin alike. A difference in case alone is not a slip.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let slips = |candidate: &str| {
        let other = candidate.to_lowercase();
        let few = candidate.chars().count().abs_diff(length) <= length;
        let alike = length > 3 || other.chars().next() == lower.chars().next();
        let slips = match few {
            true => strsim::osa_distance(&lower, &other),
            false => usize::MAX,
        };
        (slips == 0 || alike && slips <= length / 3).then_some(slips)
    };
    candidates
        .into_iter()
        .take(MOST)
        .filter(|candidate| *candidate != word)
        .filter_map(|candidate| Some((slips(candidate)?, candidate)))
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["push", "pop", "pushall", "halt", "blo", "ldi"];
        assert_eq!(nearest("psh", words), Some("push"));
        assert_eq!(nearest("hatl", words), Some("halt"));
        assert_eq!(nearest("HALT", words), Some("halt"));
        assert_eq!(nearest("push_all", words), Some("pushall"));
        assert_eq!(nearest("lid", words), Some("ldi"));
        assert_eq!(nearest("foo", words), None);
        assert_eq!(nearest("po", words), None);
        assert_eq!(nearest("zzzz", words), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest("halt", ["halt"]), None);
        assert_eq!(nearest(&"x".repeat(10_000), words), None);
    }
}

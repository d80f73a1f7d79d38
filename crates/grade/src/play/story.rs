//! Explanations of a mistake: one finding has one or more stories, and the games of a console together
//! decide which of them is reported, so that one fault is charged once.

use std::collections::BTreeSet;

use crate::aspect::Aspect;

/// A mistake that explains the boards shown, and the test it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Story {
    pub aspect: Aspect,
    pub what: String,
}

impl Story {
    pub fn new(aspect: Aspect, what: impl Into<String>) -> Story {
        Story {
            aspect,
            what: what.into(),
        }
    }
}

/// Adds stories of tests that no story is about yet.
pub(super) fn add(stories: &mut Vec<Story>, more: impl IntoIterator<Item = Story>) {
    for story in more {
        if !stories.iter().any(|known| known.aspect == story.aspect) {
            stories.push(story);
        }
    }
}

/// The fewest tests that explain all findings. Each finding is given as the tests its stories are about, the likeliest first,
/// and how often it was seen.
pub(super) fn charges(findings: &[(Vec<Aspect>, u32)]) -> BTreeSet<Aspect> {
    let alone = findings.iter().filter(|(aspects, _)| aspects.len() == 1);
    let mut charged: BTreeSet<Aspect> = alone.map(|(aspects, _)| aspects[0]).collect();
    loop {
        let is_open = |(aspects, _): &&(Vec<Aspect>, u32)| {
            !aspects.iter().any(|aspect| charged.contains(aspect))
        };
        let open: Vec<_> = findings.iter().filter(is_open).collect();
        let explains = |aspect: Aspect| -> (u32, i64) {
            let these = open.iter().filter(|(aspects, _)| aspects.contains(&aspect));
            let place = |(aspects, _): &&&(Vec<Aspect>, u32)| {
                aspects.iter().position(|one| *one == aspect).unwrap_or(0) as i64
            };
            let places = these.clone().map(|one| place(&one) * i64::from(one.1));
            (these.map(|(_, count)| count).sum(), -places.sum::<i64>())
        };
        let all = open.iter().flat_map(|(aspects, _)| aspects.iter().copied());
        match all.max_by_key(|&aspect| (explains(aspect), std::cmp::Reverse(aspect))) {
            Some(aspect) => charged.insert(aspect),
            None => return charged,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Aspect::{Capture, ComputerMove, End, ExtraTurn};

    #[test]
    fn one_fault_is_charged_once() {
        let charged = |findings: &[(&[Aspect], u32)]| -> Vec<Aspect> {
            let findings: Vec<_> = findings.iter().map(|(all, n)| (all.to_vec(), *n)).collect();
            charges(&findings).into_iter().collect()
        };
        assert!(charged(&[]).is_empty());
        // A fault that is established explains this too, so it is no second one.
        assert_eq!(charged(&[(&[Capture, End], 9), (&[End], 1)]), [End]);
        assert_eq!(
            charged(&[(&[ComputerMove, Capture], 9), (&[Capture], 1)]),
            [Capture]
        );
        // Nothing but the computer's turns is wrong.
        assert_eq!(
            charged(&[(&[ComputerMove, Capture], 2), (&[ComputerMove, End], 2)]),
            [ComputerMove]
        );
        // The likelier story, where both explain as much.
        assert_eq!(charged(&[(&[ExtraTurn, Capture], 3)]), [ExtraTurn]);
        // Two faults are two.
        assert_eq!(charged(&[(&[Capture], 3), (&[End], 1)]), [Capture, End]);
    }
}

//! Where relocatable sections go: the rules in use.

/// Free addresses, `end` not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    pub start: u32,
    pub end: u32,
}

impl Hole {
    /// The address a section would get here.
    fn fits(self, wanted: Wanted) -> Option<u32> {
        let start = self.start.next_multiple_of(wanted.align.max(1));
        (start + wanted.size <= self.end).then_some(start)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub size: u32,
    pub align: u32,
}

/// Each into the first hole where it fits.
pub(crate) fn first_fit(holes: &[Hole], wanted: &[Wanted]) -> Vec<Option<u32>> {
    fit(holes, wanted, |_| 0, 0)
}

/// cdm-devkit: first fit, but padding for alignment does not use up the hole, so that a later section
/// may run over its end.
pub(crate) fn devkit_fit(holes: &[Hole], wanted: &[Wanted]) -> Vec<Option<u32>> {
    fit(holes, wanted, |_| 0, 1)
}

/// CocoIDE: each into the smallest hole where it fits.
pub(crate) fn best_fit(holes: &[Hole], wanted: &[Wanted]) -> Vec<Option<u32>> {
    fit(holes, wanted, |hole| hole.end - hole.start, 0)
}

/// Fills the hole of the lowest `rank`, the first of equals. `slack` times the padding is given back
/// to the hole.
fn fit(
    holes: &[Hole],
    wanted: &[Wanted],
    rank: impl Fn(Hole) -> u32,
    slack: u32,
) -> Vec<Option<u32>> {
    let mut holes = holes.to_vec();
    wanted
        .iter()
        .map(|&wanted| {
            let fitting = holes.iter_mut().filter(|hole| hole.fits(wanted).is_some());
            let hole = fitting.min_by_key(|hole| rank(**hole))?;
            let address = hole.fits(wanted)?;
            hole.end += slack * (address - hole.start);
            hole.start = address + wanted.size;
            Some(address)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_choose_differently() {
        let holes = [
            Hole { start: 4, end: 100 },
            Hole {
                start: 110,
                end: 120,
            },
        ];
        let wanted = [Wanted { size: 8, align: 1 }, Wanted { size: 2, align: 4 }];
        assert_eq!(first_fit(&holes, &wanted), [Some(4), Some(12)]);
        assert_eq!(best_fit(&holes, &wanted), [Some(110), Some(4)]);
        assert_eq!(first_fit(&holes, &[Wanted { size: 97, align: 1 }]), [None]);
        assert_eq!(
            first_fit(
                &[Hole { start: 1, end: 6 }],
                &[Wanted { size: 3, align: 4 }]
            ),
            [None]
        );
    }
}

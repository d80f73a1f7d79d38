//! The aspects of the game that are graded, one test each.

/// Something a console can get right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Aspect {
    Start,
    Sowing,
    Laps,
    SkippedStore,
    ExtraTurn,
    Capture,
    End,
    Outcome,
    EmptyPit,
    TwoButtons,
    WhileComputing,
    AfterEnd,
    ComputerMove,
    ComputerShown,
    Seeds,
    FirstMove,
    LongGames,
    Reset,
}

impl Aspect {
    pub(crate) const ALL: [Aspect; 18] = [
        Aspect::Start,
        Aspect::Sowing,
        Aspect::Laps,
        Aspect::SkippedStore,
        Aspect::ExtraTurn,
        Aspect::Capture,
        Aspect::End,
        Aspect::Outcome,
        Aspect::EmptyPit,
        Aspect::TwoButtons,
        Aspect::WhileComputing,
        Aspect::AfterEnd,
        Aspect::ComputerMove,
        Aspect::ComputerShown,
        Aspect::Seeds,
        Aspect::FirstMove,
        Aspect::LongGames,
        Aspect::Reset,
    ];

    /// The name in panel files and for programs.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Aspect::Start => "start",
            Aspect::Sowing => "sowing",
            Aspect::Laps => "laps",
            Aspect::SkippedStore => "skipped-store",
            Aspect::ExtraTurn => "extra-turn",
            Aspect::Capture => "capture",
            Aspect::End => "end",
            Aspect::Outcome => "outcome",
            Aspect::EmptyPit => "empty-pit",
            Aspect::TwoButtons => "two-buttons",
            Aspect::WhileComputing => "while-computing",
            Aspect::AfterEnd => "after-end",
            Aspect::ComputerMove => "computer-move",
            Aspect::ComputerShown => "computer-shown",
            Aspect::Seeds => "seeds",
            Aspect::FirstMove => "first-move",
            Aspect::LongGames => "long-games",
            Aspect::Reset => "reset",
        }
    }

    /// The name for people.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Aspect::Start => "Start position",
            Aspect::Sowing => "Sowing",
            Aspect::Laps => "Sowing more than a lap",
            Aspect::SkippedStore => "The opponent's store is skipped",
            Aspect::ExtraTurn => "Extra turn",
            Aspect::Capture => "Capture",
            Aspect::End => "End of the game and sweep",
            Aspect::Outcome => "Lights for the outcome",
            Aspect::EmptyPit => "An empty pit is refused",
            Aspect::TwoButtons => "Two buttons at once",
            Aspect::WhileComputing => "A button while the console works",
            Aspect::AfterEnd => "A button after the end",
            Aspect::ComputerMove => "The computer's moves are legal",
            Aspect::ComputerShown => "The computer's move is shown",
            Aspect::Seeds => "Setting: number of seeds",
            Aspect::FirstMove => "Setting: who moves first",
            Aspect::LongGames => "Whole games without getting stuck",
            Aspect::Reset => "Reset",
        }
    }

    /// The points unless the panel file sets others; together 100.
    pub(crate) fn default_points(self) -> u32 {
        match self {
            Aspect::Sowing | Aspect::Capture => 12,
            Aspect::ExtraTurn | Aspect::ComputerMove => 10,
            Aspect::End => 8,
            Aspect::SkippedStore => 6,
            Aspect::Start | Aspect::Laps | Aspect::Outcome | Aspect::LongGames => 5,
            Aspect::EmptyPit
            | Aspect::TwoButtons
            | Aspect::WhileComputing
            | Aspect::AfterEnd
            | Aspect::Seeds
            | Aspect::FirstMove => 3,
            Aspect::ComputerShown | Aspect::Reset => 2,
        }
    }
}

//! The warnings, each with the name that silences it.

use std::fmt;
use std::str::FromStr;

macro_rules! warnings {
    ($($variant:ident $name:literal $about:literal;)*) => {
        /// The warnings of the assembler.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Warning { $($variant),* }

        impl Warning {
            pub const ALL: &[Warning] = &[$(Warning::$variant),*];

            /// The name in messages and on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Warning::$variant => $name),* }
            }

            /// A one-line description.
            pub fn about(self) -> &'static str {
                match self { $(Warning::$variant => $about),* }
            }
        }
    };
}

warnings! {
    CmpCarry "cmp-carry" "an unsigned condition after `cmp`: on mark 5 `cmp` always clears C";
    Popall "popall" "`popall` does not load the registers on the original mark 5";
    Rol "rol" "opcode 9C-9F is `swan` on the original mark 5 and `rol` elsewhere";
    Illegal "illegal" "an opcode that stops the processor (`osix`)";
    Unreachable "unreachable" "code that nothing reaches";
    FallOff "fall-off" "execution runs past the last instruction into empty memory";
    Stack "stack" "code or data where the stack will be (von Neumann memory)";
    Vectors "vectors" "code or data in F0-FF, where interrupt vectors and devices live (von Neumann memory)";
    DroppedSection "dropped-section" "a section left out because nothing reaches it";
    Dialect "dialect" "cdm-devkit and CocoIDE give this different meanings, or one of them rejects it";
    Placement "placement" "cdm-devkit and CocoIDE put a relocatable section at different addresses";
    NestedStart "nested-start" "cdm-devkit miscompiles a structure that starts another at the same address";
    DuplicateLabel "duplicate-label" "the same label in several sections of a file";
    DollarZero "dollar-zero" "`$0` in a macro body means the last operand";
    TemplateAgain "template-again" "a template defined again replaces the first";
    TemplateCode "template-code" "structured code in a template, which cdm-devkit ignores";
    Overlap "overlap" "sections that overlap, which CocoIDE does not notice";
    Encoding "encoding" "bytes in a comment that are not UTF-8";
    AfterEnd "after-end" "a line after `end`, which nobody reads";
    MacroStack "macro-stack" "values left on a macro stack at the end of a file";
}

impl From<Warning> for &'static str {
    fn from(warning: Warning) -> &'static str {
        warning.name()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Unknown warning name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWarning(pub String);

impl fmt::Display for UnknownWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown warning `{}`", self.0)
    }
}

impl std::error::Error for UnknownWarning {}

impl FromStr for Warning {
    type Err = UnknownWarning;

    fn from_str(name: &str) -> Result<Warning, UnknownWarning> {
        let found = Warning::ALL.iter().find(|warning| warning.name() == name);
        found
            .copied()
            .ok_or_else(|| UnknownWarning(name.to_owned()))
    }
}

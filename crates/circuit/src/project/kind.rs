//! The built-in components of Logisim 2.7.1: library, name and attributes with their defaults.

use super::attrs::{Attr, Form};

macro_rules! kinds {
    ($($kind:ident $library:literal $name:literal [$($attr:expr),* $(,)?];)*) => {
        /// A built-in component.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind { $($kind,)* }

        impl Kind {
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// The library's name in a file, without its `#`.
            pub const fn library(self) -> &'static str {
                match self { $(Kind::$kind => $library,)* }
            }

            /// The component's name in a file.
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name,)* }
            }

            /// The attributes it knows, with their defaults.
            pub const fn attributes(self) -> &'static [Attr] {
                match self { $(Kind::$kind => const { &[$($attr,)*] },)* }
            }
        }
    };
}

const FACING: Attr = Attr::new("facing", "east", Form::Facing);
const LABEL: Attr = Attr::new("label", "", Form::Text);
const LABEL_FONT: Attr = Attr::new("labelfont", "SansSerif plain 12", Form::Text);
const LABEL_COLOUR: Attr = Attr::new("labelcolor", "#000000", Form::Text);
const LABEL_WEST: Attr = Attr::new("labelloc", "west", Form::Text);
const LABEL_CENTRE: Attr = Attr::new("labelloc", "center", Form::Text);
const WIDTH_1: Attr = Attr::new("width", "1", Form::Width);
const WIDTH_8: Attr = Attr::new("width", "8", Form::Width);
const SIZE_30: Attr = Attr::new("size", "30", Form::Choice(&["20", "30"]));
const SIZE_50: Attr = Attr::new("size", "50", Form::Choice(&["30", "50", "70"]));
const INPUTS: Attr = Attr::new("inputs", "5", Form::Int(2, 32));
const OUT: Attr = Attr::new("out", "01", Form::Choice(&["01", "0Z", "Z1"]));
const NEGATE: Attr = Attr::new("negate#", "false", Form::Bool);
const XOR: Attr = Attr::new("xor", "1", Form::Choice(&["1", "odd"]));
const CONTROL: Attr = Attr::new("control", "right", Form::Choice(&["right", "left"]));
const GATE_SIDE: Attr = Attr::new("gate", "tl", Form::Choice(&["tl", "br"]));
const SELECT_LOC: Attr = Attr::new("selloc", "bl", Form::Choice(&["bl", "tr"]));
const SELECT_1: Attr = Attr::new("select", "1", Form::Int(1, 5));
const SELECT_3: Attr = Attr::new("select", "3", Form::Int(1, 5));
const DISABLED: Attr = Attr::new("disabled", "Z", Form::Choice(&["Z", "0"]));
const ENABLE: Attr = Attr::new("enable", "true", Form::Bool);
const TRISTATE: Attr = Attr::new("tristate", "false", Form::Bool);
const EDGE: Attr = Attr::new("trigger", "rising", Form::Choice(&["rising", "falling"]));
const TRIGGER: Attr = Attr::new(
    "trigger",
    "rising",
    Form::Choice(&["rising", "falling", "high", "low"]),
);
const ADDR_WIDTH: Attr = Attr::new("addrWidth", "8", Form::Int(2, 24));
const DATA_WIDTH: Attr = Attr::new("dataWidth", "8", Form::Width);
const COLOUR: Attr = Attr::new("color", "#f00000", Form::Text);
const OFF_COLOUR: Attr = Attr::new("offcolor", "#dcdcdc", Form::Text);
const DARK_OFF: Attr = Attr::new("offcolor", "#404040", Form::Text);
const BACKGROUND: Attr = Attr::new("bg", "#ffffff00", Form::Text);
const ACTIVE: Attr = Attr::new("active", "true", Form::Bool);

kinds! {
    Splitter "Wiring" "Splitter" [
        FACING,
        Attr::new("fanout", "2", Form::Int(1, 32)),
        Attr::new("incoming", "2", Form::Width),
        Attr::new("appear", "left", Form::Choice(&["left", "right", "center", "legacy"])),
        Attr::new("bit#", "", Form::Text),
    ];
    Pin "Wiring" "Pin" [
        FACING,
        Attr::new("output", "false", Form::Bool),
        WIDTH_1,
        Attr::new("tristate", "true", Form::Bool),
        Attr::new("pull", "none", Form::Choice(&["none", "up", "down"])),
        LABEL, LABEL_WEST, LABEL_FONT,
    ];
    Probe "Wiring" "Probe" [FACING, Attr::new("radix", "2", Form::Text), LABEL, LABEL_WEST, LABEL_FONT];
    Tunnel "Wiring" "Tunnel" [Attr::new("facing", "west", Form::Facing), WIDTH_1, LABEL, LABEL_FONT];
    PullResistor "Wiring" "Pull Resistor" [
        Attr::new("facing", "south", Form::Facing),
        Attr::new("pull", "0", Form::Choice(&["0", "1", "X"])),
    ];
    Clock "Wiring" "Clock" [
        FACING,
        Attr::new("highDuration", "1", Form::Int(1, i32::MAX)),
        Attr::new("lowDuration", "1", Form::Int(1, i32::MAX)),
        LABEL, LABEL_WEST, LABEL_FONT,
    ];
    Constant "Wiring" "Constant" [FACING, WIDTH_1, Attr::new("value", "0x1", Form::Number)];
    Power "Wiring" "Power" [Attr::new("facing", "north", Form::Facing), WIDTH_1];
    Ground "Wiring" "Ground" [Attr::new("facing", "south", Form::Facing), WIDTH_1];
    Transistor "Wiring" "Transistor" [Attr::new("type", "p", Form::Choice(&["p", "n"])), FACING, GATE_SIDE, WIDTH_1];
    TransmissionGate "Wiring" "Transmission Gate" [FACING, GATE_SIDE, WIDTH_1];
    BitExtender "Wiring" "Bit Extender" [
        Attr::new("in_width", "8", Form::Width),
        Attr::new("out_width", "16", Form::Width),
        Attr::new("type", "zero", Form::Choice(&["zero", "one", "sign", "input"])),
    ];

    Not "Gates" "NOT Gate" [FACING, WIDTH_1, SIZE_30, OUT, LABEL, LABEL_FONT];
    Buffer "Gates" "Buffer" [FACING, WIDTH_1, OUT, LABEL, LABEL_FONT];
    And "Gates" "AND Gate" [FACING, WIDTH_1, SIZE_50, INPUTS, OUT, LABEL, LABEL_FONT, NEGATE];
    Or "Gates" "OR Gate" [FACING, WIDTH_1, SIZE_50, INPUTS, OUT, LABEL, LABEL_FONT, NEGATE];
    Nand "Gates" "NAND Gate" [FACING, WIDTH_1, SIZE_50, INPUTS, OUT, LABEL, LABEL_FONT, NEGATE];
    Nor "Gates" "NOR Gate" [FACING, WIDTH_1, SIZE_50, INPUTS, OUT, LABEL, LABEL_FONT, NEGATE];
    Xor "Gates" "XOR Gate" [FACING, WIDTH_1, SIZE_50, INPUTS, OUT, LABEL, LABEL_FONT, XOR, NEGATE];
    Xnor "Gates" "XNOR Gate" [FACING, WIDTH_1, SIZE_50, INPUTS, OUT, LABEL, LABEL_FONT, XOR, NEGATE];
    OddParity "Gates" "Odd Parity" [FACING, WIDTH_1, SIZE_50, INPUTS, OUT, LABEL, LABEL_FONT, NEGATE];
    EvenParity "Gates" "Even Parity" [FACING, WIDTH_1, SIZE_50, INPUTS, OUT, LABEL, LABEL_FONT, NEGATE];
    ControlledBuffer "Gates" "Controlled Buffer" [FACING, WIDTH_1, CONTROL, LABEL, LABEL_FONT];
    ControlledInverter "Gates" "Controlled Inverter" [FACING, WIDTH_1, SIZE_30, CONTROL, LABEL, LABEL_FONT];

    Multiplexer "Plexers" "Multiplexer" [FACING, SELECT_LOC, SELECT_1, WIDTH_1, DISABLED, ENABLE];
    Demultiplexer "Plexers" "Demultiplexer" [FACING, SELECT_LOC, SELECT_1, WIDTH_1, TRISTATE, DISABLED, ENABLE];
    Decoder "Plexers" "Decoder" [FACING, SELECT_LOC, SELECT_1, TRISTATE, DISABLED, ENABLE];
    PriorityEncoder "Plexers" "Priority Encoder" [FACING, SELECT_3, DISABLED];
    BitSelector "Plexers" "BitSelector" [FACING, WIDTH_8, Attr::new("group", "1", Form::Width)];

    Adder "Arithmetic" "Adder" [WIDTH_8];
    Subtractor "Arithmetic" "Subtractor" [WIDTH_8];
    Multiplier "Arithmetic" "Multiplier" [WIDTH_8];
    Divider "Arithmetic" "Divider" [WIDTH_8];
    Negator "Arithmetic" "Negator" [WIDTH_8];
    Comparator "Arithmetic" "Comparator" [WIDTH_8, Attr::new("mode", "twosComplement", Form::Choice(&["twosComplement", "unsigned"]))];
    Shifter "Arithmetic" "Shifter" [WIDTH_8, Attr::new("shift", "ll", Form::Choice(&["ll", "lr", "ar", "rl", "rr"]))];
    BitAdder "Arithmetic" "BitAdder" [WIDTH_8, Attr::new("inputs", "1", Form::Int(1, 32))];
    BitFinder "Arithmetic" "BitFinder" [WIDTH_8, Attr::new("type", "low1", Form::Choice(&["low1", "high1", "low0", "high0"]))];

    DFlipFlop "Memory" "D Flip-Flop" [TRIGGER, LABEL, LABEL_FONT];
    TFlipFlop "Memory" "T Flip-Flop" [EDGE, LABEL, LABEL_FONT];
    JkFlipFlop "Memory" "J-K Flip-Flop" [EDGE, LABEL, LABEL_FONT];
    SrFlipFlop "Memory" "S-R Flip-Flop" [TRIGGER, LABEL, LABEL_FONT];
    Register "Memory" "Register" [WIDTH_8, TRIGGER, LABEL, LABEL_FONT];
    Counter "Memory" "Counter" [
        WIDTH_8,
        Attr::new("max", "0xff", Form::Number),
        Attr::new("ongoal", "wrap", Form::Choice(&["wrap", "stay", "continue", "load"])),
        EDGE, LABEL, LABEL_FONT,
    ];
    ShiftRegister "Memory" "Shift Register" [
        WIDTH_1,
        Attr::new("length", "8", Form::Int(1, 32)),
        Attr::new("parallel", "true", Form::Bool),
        EDGE, LABEL, LABEL_FONT,
    ];
    Random "Memory" "Random" [WIDTH_8, Attr::new("seed", "0", Form::Number), EDGE, LABEL, LABEL_FONT];
    Ram "Memory" "RAM" [ADDR_WIDTH, DATA_WIDTH, Attr::new("bus", "combined", Form::Choice(&["combined", "asynch", "separate"]))];
    Rom "Memory" "ROM" [ADDR_WIDTH, DATA_WIDTH, Attr::new("contents", "", Form::Text)];

    Button "I/O" "Button" [FACING, Attr::new("color", "#ffffff", Form::Text), LABEL, LABEL_CENTRE, LABEL_FONT, LABEL_COLOUR];
    Joystick "I/O" "Joystick" [Attr::new("bits", "4", Form::Int(2, 5)), Attr::new("color", "#ff0000", Form::Text)];
    Keyboard "I/O" "Keyboard" [Attr::new("buflen", "32", Form::Int(1, 256)), EDGE];
    Led "I/O" "LED" [Attr::new("facing", "west", Form::Facing), COLOUR, DARK_OFF, ACTIVE, LABEL, LABEL_CENTRE, LABEL_FONT, LABEL_COLOUR];
    SevenSegment "I/O" "7-Segment Display" [COLOUR, OFF_COLOUR, BACKGROUND, ACTIVE];
    HexDigit "I/O" "Hex Digit Display" [COLOUR, OFF_COLOUR, BACKGROUND];
    DotMatrix "I/O" "DotMatrix" [
        Attr::new("inputtype", "column", Form::Choice(&["column", "row", "select"])),
        Attr::new("matrixcols", "5", Form::Int(1, 32)),
        Attr::new("matrixrows", "7", Form::Int(1, 32)),
        Attr::new("color", "#00ff00", Form::Text),
        DARK_OFF,
        Attr::new("persist", "0", Form::Int(0, i32::MAX)),
        Attr::new("dotshape", "square", Form::Text),
    ];
    Tty "I/O" "TTY" [
        Attr::new("rows", "8", Form::Int(1, 48)),
        Attr::new("cols", "32", Form::Int(1, 120)),
        EDGE,
        Attr::new("color", "#000000", Form::Text),
        Attr::new("bg", "#00000040", Form::Text),
    ];

    Text "Base" "Text" [
        Attr::new("text", "", Form::Text),
        Attr::new("font", "SansSerif plain 12", Form::Text),
        Attr::new("halign", "center", Form::Text),
        Attr::new("valign", "base", Form::Text),
    ];
}

impl Kind {
    /// The component `name` of the built-in library `library` (without `#`).
    pub fn find(library: &str, name: &str) -> Option<Kind> {
        Kind::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name && kind.library() == library)
    }

    /// Whether `library` (without `#`) is one of Logisim's own.
    pub fn is_library(library: &str) -> bool {
        Kind::ALL.iter().any(|kind| kind.library() == library)
    }
}

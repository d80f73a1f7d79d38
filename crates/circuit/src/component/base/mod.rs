//! The library `Base`: only its text component stands on sheets.

use super::{BLANK, Description};
use crate::picture::{Align, Box4, Colour, Font, Ink, Sketch, reach};
use crate::project::{Attr, Form};

pub(super) const TEXT: Description = Description {
    library: "Base",
    name: "Text",
    about: "A note on the sheet; it does nothing.",
    attributes: &[
        Attr::new("text", "", Form::Text),
        Attr::new("font", "SansSerif plain 12", Form::Text),
        Attr::new("halign", "center", Form::Text),
        Attr::new("valign", "base", Form::Text),
    ],
    picture,
    ..BLANK
};

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let font = Font::parse(attrs.text("font"));
    let text = attrs.text("text");
    let align = match attrs.text("halign") {
        "left" => Align::Start,
        "right" => Align::End,
        _ => Align::Middle,
    };
    let drop = match attrs.text("valign") {
        "top" => font.size * 9 / 10,
        "center" => font.drop(),
        "bottom" => -font.size * 2 / 10,
        _ => 0,
    };
    let width = font.width(text);
    sketch.claim(Box4(
        -reach(align, width),
        drop - font.size,
        width,
        font.size,
    ));
    let at = (sketch.x(), sketch.y() + drop);
    sketch.text_at(at, align, font, Ink::Fixed(Colour::BLACK), text);
}

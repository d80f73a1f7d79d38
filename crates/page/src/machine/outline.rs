//! Shapes as paths: lines, ellipses, boxes, and drawn appearances of circuits.

use circuit::picture::Xy;

pub fn line(from: Xy, to: Xy) -> String {
    format!("M{} {}L{} {}", from.0, from.1, to.0, to.1)
}

pub(crate) fn ellipse(at: (f64, f64), rx: f64, ry: f64) -> String {
    let (left, right, y) = (at.0 - rx, at.0 + rx, at.1);
    format!("M{left} {y}A{rx} {ry} 0 1 0 {right} {y}A{rx} {ry} 0 1 0 {left} {y}Z")
}

pub fn rect(at: Xy, size: Xy, round: i32) -> String {
    let float = |(x, y): Xy| (f64::from(x), f64::from(y));
    rounded(float(at), float(size), round.into())
}

fn rounded((x, y): (f64, f64), (w, h): (f64, f64), round: f64) -> String {
    let (right, bottom) = (x + w, y + h);
    if round <= 0.0 {
        return format!("M{x} {y}H{right}V{bottom}H{x}Z");
    }
    let r = round.min(w / 2.0).min(h / 2.0);
    let corner = |to_x: f64, to_y: f64| format!("A{r} {r} 0 0 1 {to_x} {to_y}");
    [
        format!("M{} {y}H{}", x + r, right - r),
        corner(right, y + r),
        format!("V{}", bottom - r),
        corner(right - r, bottom),
        format!("H{}", x + r),
        corner(x, bottom - r),
        format!("V{}", y + r),
        corner(x + r, y),
    ]
    .concat()
        + "Z"
}

/// An element of a drawing with its attributes.
pub struct Drawn<'a> {
    element: &'a str,
    attrs: &'a [(String, String)],
}

impl<'a> Drawn<'a> {
    pub fn new(element: &'a str, attrs: &'a [(String, String)]) -> Drawn<'a> {
        Drawn { element, attrs }
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        let found = self.attrs.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &str) -> f64 {
        let number = self.get(name).and_then(|text| text.trim().parse().ok());
        number
            .filter(|number: &f64| number.is_finite())
            .unwrap_or(0.0)
    }

    /// `#rrggbb`, with the opacity after it where there is one.
    fn colour(&self, name: &str) -> Option<String> {
        let colour = self.get(name).filter(|colour| *colour != "none")?;
        let opacity = self.get(&format!("{name}-opacity"));
        let opacity = opacity.and_then(|text| text.trim().parse::<f64>().ok());
        match opacity {
            Some(part) if colour.len() == 7 && part < 1.0 => {
                Some(format!("{colour}{:02x}", (part.max(0.0) * 255.0) as u8))
            }
            _ => Some(colour.to_owned()),
        }
    }

    pub fn fill(&self) -> Option<String> {
        self.colour("fill")
    }

    pub fn stroke(&self) -> Option<String> {
        self.colour("stroke")
    }

    pub fn width(&self) -> f64 {
        match self.get("stroke-width") {
            Some(_) => self.number("stroke-width"),
            None => 1.0,
        }
    }

    /// Its outline; `None` for a text or an element without one.
    pub fn path(&self) -> Option<String> {
        let at = |x: &str, y: &str| (self.number(x), self.number(y));
        match self.element {
            "rect" => Some(rounded(
                at("x", "y"),
                at("width", "height"),
                self.number("rx"),
            )),
            "circle" => Some(ellipse(at("cx", "cy"), self.number("r"), self.number("r"))),
            "ellipse" => Some(ellipse(
                at("cx", "cy"),
                self.number("rx"),
                self.number("ry"),
            )),
            "line" => {
                let ((x, y), (to_x, to_y)) = (at("x1", "y1"), at("x2", "y2"));
                Some(format!("M{x} {y}L{to_x} {to_y}"))
            }
            "polyline" => self.points(""),
            "polygon" => self.points("Z"),
            "path" => self.get("d").map(str::to_owned),
            _ => None,
        }
    }

    fn points(&self, end: &str) -> Option<String> {
        let numbers = self.get("points")?.split([' ', ',']);
        let numbers: Vec<f64> = numbers.filter_map(|text| text.parse().ok()).collect();
        let places = numbers.chunks_exact(2);
        let steps = places.enumerate().map(|(number, place)| {
            let pen = if number == 0 { 'M' } else { 'L' };
            format!("{pen}{} {}", place[0], place[1])
        });
        Some(steps.collect::<String>() + end)
    }

    /// Of a text: its place, its alignment, its font and size.
    pub(crate) fn lettering(&self) -> ((f64, f64), &'static str, String, f64) {
        let align = match self.get("text-anchor") {
            Some("middle") => "center",
            Some("end") => "right",
            _ => "left",
        };
        let size = match self.number("font-size") {
            size if size >= 1.0 => size.min(400.0),
            _ => 12.0,
        };
        let bold = self.get("font-weight") == Some("bold");
        let italic = self.get("font-style") == Some("italic");
        let family = match self.get("font-family").unwrap_or("").to_lowercase() {
            name if name.contains("mono") || name.contains("courier") => "monospace",
            name if name == "serif" || name.contains("times") => "serif",
            _ => "sans-serif",
        };
        let weight = if bold { "bold " } else { "" };
        let slant = if italic { "italic " } else { "" };
        let at = (self.number("x"), self.number("y"));
        (at, align, format!("{slant}{weight}{size}px {family}"), size)
    }
}

//! Breakpoints as editors set them, kind by kind, and their effects when they are met.

use cdm8::symbols::Symbols;
use serde_json::{Value, json};

use super::target::{Point, PointKind, Target};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Line,
    Label,
    Address,
    Data,
}

/// A breakpoint of the editor: a place may be several addresses.
#[derive(Clone, Debug)]
struct Wish {
    kind: Kind,
    /// The file of a line breakpoint.
    file: String,
    id: u64,
    points: Vec<Point>,
    hit: Option<Hits>,
    log: Option<String>,
    hits: u64,
    /// The target's numbers for its breakpoints.
    numbers: Vec<usize>,
}

/// `5`, `>= 5`, `> 5`, `% 5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hits {
    Exactly(u64),
    From(u64),
    Every(u64),
}

impl Hits {
    fn read(text: &str) -> Result<Hits, String> {
        let text = text.trim();
        let number = |digits: &str| {
            digits
                .trim()
                .parse::<u64>()
                .ok()
                .filter(|number| *number > 0)
        };
        let read = match text {
            _ if text.starts_with(">=") => number(&text[2..]).map(Hits::From),
            _ if text.starts_with('>') => number(&text[1..]).map(|number| Hits::From(number + 1)),
            _ if text.starts_with('%') => number(&text[1..]).map(Hits::Every),
            _ => number(text.trim_start_matches('=')).map(Hits::Exactly),
        };
        read.ok_or_else(|| format!("a hit count is 5, >= 5, > 5 or % 5, not '{text}'"))
    }

    fn holds(self, hits: u64) -> bool {
        match self {
            Hits::Exactly(number) => hits == number,
            Hits::From(number) => hits >= number,
            Hits::Every(number) => hits.is_multiple_of(number),
        }
    }
}

/// The effect of a breakpoint that is met.
pub enum Met {
    Passed,
    Said(String),
    Stops { reason: &'static str, id: u64 },
}

#[derive(Default)]
pub struct Points {
    wishes: Vec<Wish>,
    made: u64,
}

impl Points {
    pub fn met(&mut self, number: usize, target: &dyn Target) -> Met {
        let Some(wish) = self
            .wishes
            .iter_mut()
            .find(|wish| wish.numbers.contains(&number))
        else {
            return Met::Passed;
        };
        wish.hits += 1;
        if wish.hit.is_some_and(|hit| !hit.holds(wish.hits)) {
            return Met::Passed;
        }
        if let Some(text) = &wish.log {
            return Met::Said(filled(text, target));
        }
        let reason = match wish.kind {
            Kind::Line => "breakpoint",
            Kind::Label => "function breakpoint",
            Kind::Address => "instruction breakpoint",
            Kind::Data => "data breakpoint",
        };
        Met::Stops {
            reason,
            id: wish.id,
        }
    }

    /// `setBreakpoints`: those of one file.
    pub fn lines(&mut self, target: &mut dyn Target, arguments: &Value, base: i64) -> Value {
        let file = arguments["source"]["path"]
            .as_str()
            .or_else(|| arguments["source"]["name"].as_str())
            .unwrap_or("")
            .to_owned();
        let asked = list(arguments, "breakpoints");
        self.wishes
            .retain(|wish| wish.kind != Kind::Line || wish.file != file);
        let mut answers = Vec::new();
        for one in &asked {
            let line = one["line"]
                .as_i64()
                .map_or(0, |line| line.saturating_add(1 - base));
            let places =
                places_of_line(target.symbols(), &file, usize::try_from(line).unwrap_or(0));
            let found = places
                .iter()
                .map(|(bank, address, _)| (*bank, *address))
                .collect::<Vec<_>>();
            let shown = places.first().map(|(_, _, line)| *line as i64 - 1 + base);
            let missing = "no code comes from this line or a later one of this file";
            answers.push(
                self.wish(Kind::Line, &file, &found, one, missing)
                    .map(|id| (id, shown)),
            );
        }
        self.answer(target, answers)
    }

    /// `setFunctionBreakpoints`: by label.
    pub fn labels(&mut self, target: &mut dyn Target, arguments: &Value) -> Value {
        self.wishes.retain(|wish| wish.kind != Kind::Label);
        let asked = list(arguments, "breakpoints");
        let mut answers = Vec::new();
        for one in &asked {
            let name = one["name"].as_str().unwrap_or("").trim();
            let banks = target.symbols().iter().enumerate();
            let code = |symbols: &Symbols| {
                symbols
                    .address(name)
                    .filter(|at| symbols.places.contains_key(at))
            };
            let found: Vec<(usize, u8)> = banks
                .filter_map(|(bank, symbols)| Some((bank, code(symbols)?)))
                .collect();
            answers.push(
                self.wish(
                    Kind::Label,
                    "",
                    &found,
                    one,
                    &format!("there is no label '{name}'"),
                )
                .map(|id| (id, None)),
            );
        }
        self.answer(target, answers)
    }

    /// `setInstructionBreakpoints`: by address, in the selected bank.
    pub fn addresses(&mut self, target: &mut dyn Target, arguments: &Value) -> Value {
        self.wishes.retain(|wish| wish.kind != Kind::Address);
        let asked = list(arguments, "breakpoints");
        let mut answers = Vec::new();
        for one in &asked {
            let text = one["instructionReference"].as_str().unwrap_or("");
            let offset = one["offset"].as_i64().unwrap_or(0);
            let found = super::show::address(text)
                .ok()
                .and_then(|(_, at)| u8::try_from(at.saturating_add(offset)).ok());
            let found: Vec<(usize, u8)> = found.map(|at| (target.bank(), at)).into_iter().collect();
            answers.push(
                self.wish(
                    Kind::Address,
                    "",
                    &found,
                    one,
                    &format!("'{text}' is not an address"),
                )
                .map(|id| (id, None)),
            );
        }
        self.answer(target, answers)
    }

    /// `setDataBreakpoints`: a byte that changes or is written.
    pub fn data(&mut self, target: &mut dyn Target, arguments: &Value) -> Value {
        self.wishes.retain(|wish| wish.kind != Kind::Data);
        let asked = list(arguments, "breakpoints");
        let mut answers = Vec::new();
        for one in &asked {
            let (way, address) = one["dataId"]
                .as_str()
                .and_then(|id| id.split_once(' '))
                .unwrap_or(("", ""));
            let kind = address.parse().ok().map(|address| match way {
                "writes" => PointKind::Writes(address),
                _ => PointKind::Changes(address),
            });
            answers.push(
                self.wish_for(
                    Kind::Data,
                    "",
                    kind.into_iter().collect(),
                    one,
                    "this is not a byte of data",
                )
                .map(|id| (id, None)),
            );
        }
        self.answer(target, answers)
    }

    fn wish(
        &mut self,
        kind: Kind,
        file: &str,
        found: &[(usize, u8)],
        one: &Value,
        missing: &str,
    ) -> Result<u64, String> {
        let code = |(bank, address): &(usize, u8)| PointKind::Code {
            bank: *bank,
            address: *address,
        };
        self.wish_for(kind, file, found.iter().map(code).collect(), one, missing)
    }

    fn wish_for(
        &mut self,
        kind: Kind,
        file: &str,
        kinds: Vec<PointKind>,
        one: &Value,
        missing: &str,
    ) -> Result<u64, String> {
        if kinds.is_empty() {
            return Err(missing.to_owned());
        }
        let text = |name: &str| {
            one[name]
                .as_str()
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        let hit = text("hitCondition")
            .map(|text| Hits::read(&text))
            .transpose()?;
        let condition = text("condition");
        self.made += 1;
        let point = |kind: PointKind| Point {
            kind,
            condition: condition.clone(),
        };
        self.wishes.push(Wish {
            kind,
            file: file.to_owned(),
            id: self.made,
            points: kinds.into_iter().map(point).collect(),
            hit,
            log: text("logMessage"),
            hits: 0,
            numbers: Vec::new(),
        });
        Ok(self.made)
    }

    /// Passes all breakpoints to the target, and the results to the editor.
    fn answer(
        &mut self,
        target: &mut dyn Target,
        asked: Vec<Result<(u64, Option<i64>), String>>,
    ) -> Value {
        let all: Vec<Point> = self
            .wishes
            .iter()
            .flat_map(|wish| wish.points.clone())
            .collect();
        let mut made = target.set_points(&all).into_iter();
        let mut refused: Vec<(u64, String)> = Vec::new();
        for wish in &mut self.wishes {
            wish.numbers.clear();
            for point in made.by_ref().take(wish.points.len()) {
                match point {
                    Ok(number) => wish.numbers.push(number),
                    Err(error) => refused.push((wish.id, error)),
                }
            }
        }
        let answer = |asked: Result<(u64, Option<i64>), String>| match asked {
            Err(message) => json!({"verified": false, "message": message}),
            Ok((id, line)) => match refused.iter().find(|(wish, _)| *wish == id) {
                Some((_, error)) => json!({"id": id, "verified": false, "message": error}),
                None => match line {
                    Some(line) => json!({"id": id, "verified": true, "line": line}),
                    None => json!({"id": id, "verified": true}),
                },
            },
        };
        let answers: Vec<Value> = asked.into_iter().map(answer).collect();
        json!({ "breakpoints": answers })
    }
}

/// The first code of a line, or of the next line that has any: bank, address, line.
fn places_of_line(symbols: &[Symbols], file: &str, line: usize) -> Vec<(usize, u8, usize)> {
    let banks = symbols.iter().enumerate();
    let found = banks.filter_map(|(bank, symbols)| {
        let mut files = symbols.files.iter();
        let number = files.position(|known| same_file(&known.name, file))?;
        let after = symbols
            .places
            .iter()
            .filter(|(_, place)| place.file == number && place.line >= line);
        let (address, place) = after.min_by_key(|(address, place)| (place.line, **address))?;
        Some((bank, *address, place.line))
    });
    found.collect()
}

/// Paths that differ only in their slashes, or a name and a path that ends in it.
fn same_file(known: &str, wanted: &str) -> bool {
    let (known, wanted) = (known.replace('\\', "/"), wanted.replace('\\', "/"));
    known == wanted
        || wanted.ends_with(&format!("/{known}"))
        || known.ends_with(&format!("/{wanted}"))
}

/// `dataBreakpointInfo`: whether a name can be watched.
pub(super) fn data_info(target: &dyn Target, arguments: &Value) -> Value {
    let name = arguments["name"].as_str().unwrap_or("").trim();
    let inner = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(name);
    let symbols = &target.symbols()[target.bank().min(target.symbols().len() - 1)];
    let reader = cdm8::debug::expr::Reader { symbols };
    let address = reader.value(inner).ok().and_then(|value| value.as_number());
    match address {
        Some(address) => json!({
            "dataId": format!("changes {address}"),
            "description": format!("the byte at 0x{address:02x}"),
            "accessTypes": ["write"],
        }),
        None => {
            json!({"dataId": null, "description": format!("'{name}' is not a byte of data memory")})
        }
    }
}

/// The entries of a list of a request.
fn list(arguments: &Value, name: &str) -> Vec<Value> {
    arguments[name].as_array().cloned().unwrap_or_default()
}

/// A message with `{value}` filled in.
fn filled(text: &str, target: &dyn Target) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, behind)) = after.split_once('}') else {
            break;
        };
        out += before;
        out += &super::show::value(target, inside).map_or_else(
            |error| format!("({error})"),
            |value| format!("0x{value:02x}"),
        );
        rest = behind;
    }
    out + rest
}

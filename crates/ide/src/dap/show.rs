//! The state of a stopped program: frames, variables, memory, code.

use cdm8::bus::Space;
use cdm8::cpu::alu;
use cdm8::debug::Computer;
use cdm8::debug::expr::Reader;
use cdm8::isa::{Instruction, Op};
use cdm8::symbols::Symbols;
use cdm8::view;
use serde_json::{Value, json};

use super::Answer;
use super::target::{Leaf, Target};

/// Maximum number of frames searched in the stack.
const FRAMES: usize = 16;
const REGISTERS: u64 = 1;
const FLAGS: u64 = 2;
const LABELS: u64 = 3;
/// From here on: the machine around the processor, node by node.
const OUTSIDE: u64 = 100;
/// From here on: values requested by number.
const INSIDE: u64 = 1 << 32;

const FLAG_NAMES: [(&str, u8); 5] = [
    ("c", alu::C),
    ("v", alu::V),
    ("z", alu::Z),
    ("n", alu::N),
    ("i", alu::I),
];

pub(super) fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsSetVariable": true,
        "supportsEvaluateForHovers": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsDisassembleRequest": true,
        "supportsRestartRequest": true,
        "supportsTerminateRequest": true,
        "supportsExceptionInfoRequest": true,
    })
}

fn symbols(target: &dyn Target) -> &Symbols {
    &target.symbols()[target.bank().min(target.symbols().len() - 1)]
}

/// The present value of an expression of docs/expectations.md.
pub fn value(target: &dyn Target, text: &str) -> Result<u8, String> {
    let reader = Reader {
        symbols: symbols(target),
    };
    Ok(reader.value(text)?.read(&target.computer()))
}

/// The address of the next instruction; on a stopped processor, of the one that stopped it.
fn spot(computer: &Computer) -> u8 {
    match computer.cpu.stopped() {
        None => computer.cpu.pc,
        Some(_) => computer.cpu.pc.wrapping_sub(1),
    }
}

fn instruction(computer: &Computer, address: u8) -> Instruction {
    view::instruction_at(&computer.devices.memory, address)
}

/// The place now, then the calls that the stack appears to hold. `base`, `column`: the numbers of the first line and column.
pub fn stack(target: &dyn Target, texts: &[String], base: i64, column: i64) -> Value {
    let computer = target.computer();
    let symbols = symbols(target);
    let mut addresses = vec![spot(&computer)];
    let sp = computer.cpu.sp;
    if sp != 0 {
        let called = |at: u8| {
            let call = computer
                .devices
                .memory
                .get(Space::Data, at)
                .checked_sub(2)?;
            (instruction(&computer, call).row().op == Op::Jsr).then_some(call)
        };
        addresses.extend((sp..=255).filter_map(called).take(FRAMES));
    }
    let frame = |(number, address): (usize, &u8)| {
        let name = symbols
            .near_code(*address)
            .or_else(|| symbols.near(*address))
            .unwrap_or_else(|| format!("0x{address:02x}"));
        let mut frame = json!({
            "id": number + 1, "name": name, "line": 0, "column": 0,
            "instructionPointerReference": format!("code:0x{address:02x}"),
        });
        if let Some(place) = symbols.places.get(address) {
            frame["line"] = (place.line as i64 - 1 + base).into();
            frame["column"] = column.into();
            frame["source"] = source(&symbols.files[place.file].name, texts, symbols, place.file);
        }
        frame
    };
    let frames: Vec<Value> = addresses.iter().enumerate().map(frame).collect();
    json!({"totalFrames": frames.len(), "stackFrames": frames})
}

/// A file on the disk, or a text that is in the program only.
fn source(name: &str, texts: &[String], symbols: &Symbols, file: usize) -> Value {
    let short = name.rsplit(['/', '\\']).next().unwrap_or(name);
    if name.contains(['/', '\\']) {
        return json!({"name": short, "path": name});
    }
    let text = symbols.files[file].lines.join("\n");
    let number = texts
        .iter()
        .position(|known| known.trim_end() == text.trim_end());
    json!({"name": short, "sourceReference": number.map_or(0, |number| number + 1)})
}

pub fn scopes(target: &dyn Target) -> Value {
    let scope = |name: &str, number: u64| json!({"name": name, "variablesReference": number, "expensive": false});
    let mut scopes = vec![
        scope("Registers", REGISTERS),
        scope("Flags", FLAGS),
        scope("Labels", LABELS),
    ];
    if let Some((title, _)) = target.outside() {
        scopes.insert(0, scope(&title, OUTSIDE));
    }
    json!({ "scopes": scopes })
}

pub fn variables(target: &dyn Target, arguments: &Value) -> Answer {
    let number = arguments["variablesReference"].as_u64().unwrap_or(0);
    let list = match number {
        REGISTERS => registers(&target.computer()),
        FLAGS => flags(&target.computer()),
        LABELS => labels(target),
        INSIDE.. => shown(&target.inside(number - INSIDE)),
        OUTSIDE.. => outside(target, number - OUTSIDE)?,
        _ => return Err("there are no such variables".to_owned()),
    };
    Ok(json!({ "variables": list }))
}

fn byte(name: &str, value: u8, memory: Option<String>) -> Value {
    let mut shown =
        json!({"name": name, "value": text(value), "evaluateName": name, "variablesReference": 0});
    if let Some(memory) = memory {
        shown["memoryReference"] = memory.into();
    }
    shown
}

/// `0x2a 42 '*'`
fn text(value: u8) -> String {
    let mut text = format!("0x{value:02x} {value}");
    if value > 127 {
        text += &format!(" {}", value as i8);
    }
    if value.is_ascii_graphic() {
        text += &format!(" '{}'", value as char);
    }
    text
}

fn registers(computer: &Computer) -> Vec<Value> {
    let cpu = &computer.cpu;
    let [r0, r1, r2, r3] = cpu.r;
    let all = [
        ("r0", r0),
        ("r1", r1),
        ("r2", r2),
        ("r3", r3),
        ("pc", cpu.pc),
        ("sp", cpu.sp),
        ("ps", cpu.ps),
    ];
    let memory = |name: &str, value: u8| match name {
        "pc" => format!("code:0x{value:02x}"),
        _ => format!("0x{value:02x}"),
    };
    let mut list: Vec<Value> = all
        .iter()
        .map(|(name, value)| byte(name, *value, Some(memory(name, *value))))
        .collect();
    list.push(json!({"name": "clocks", "value": cpu.clocks.to_string(), "variablesReference": 0, "presentationHint": {"attributes": ["readOnly"]}}));
    list
}

fn flags(computer: &Computer) -> Vec<Value> {
    let flag = |(name, mask): &(&str, u8)| {
        let on = u8::from(computer.cpu.ps & mask != 0);
        json!({"name": name, "value": on.to_string(), "evaluateName": name, "variablesReference": 0})
    };
    FLAG_NAMES.iter().map(flag).collect()
}

/// The bytes at the labels of data.
fn labels(target: &dyn Target) -> Vec<Value> {
    let computer = target.computer();
    let symbols = symbols(target);
    let list = symbols.labels.iter().map(|(name, address)| {
        let value = computer.devices.memory.get(Space::Data, *address);
        let mut shown = byte(name, value, Some(format!("0x{address:02x}")));
        shown["evaluateName"] = format!("[{name}]").into();
        shown["type"] = format!("byte at 0x{address:02x}").into();
        shown
    });
    list.collect()
}

/// The children of a node, counted as they are written.
fn outside(target: &dyn Target, wanted: u64) -> Result<Vec<Value>, String> {
    let (_, leaves) = target
        .outside()
        .ok_or("there is nothing around the processor")?;
    let root = Leaf {
        children: leaves,
        ..Leaf::new("", "")
    };
    let mut count = 0;
    node(&root, wanted, &mut count).ok_or_else(|| "there are no such variables".to_owned())
}

fn node(leaf: &Leaf, wanted: u64, count: &mut u64) -> Option<Vec<Value>> {
    let own = *count;
    let mut list = Vec::new();
    for child in &leaf.children {
        let mut number = 0;
        if !child.children.is_empty() {
            *count += 1;
            number = OUTSIDE + *count;
            if let Some(found) = node(child, wanted, count) {
                return Some(found);
            }
        }
        list.push(variable(child, number));
    }
    (own == wanted).then_some(list)
}

/// Leaves with children only on request.
fn shown(leaves: &[Leaf]) -> Vec<Value> {
    leaves.iter().map(|leaf| variable(leaf, 0)).collect()
}

fn variable(leaf: &Leaf, number: u64) -> Value {
    let number = leaf.inside.map_or(number, |inside| INSIDE + inside);
    let mut shown = json!({"name": leaf.name, "value": leaf.value, "variablesReference": number});
    if let Some(path) = &leaf.path {
        shown["evaluateName"] = path.as_str().into();
    }
    shown
}

/// The name by which the target knows a variable around the processor.
fn path_of(target: &dyn Target, number: u64, name: &str) -> Option<String> {
    let leaves = match number {
        INSIDE.. => target.inside(number - INSIDE),
        OUTSIDE => target.outside()?.1,
        _ => return None,
    };
    let mut leaves = leaves.into_iter();
    leaves.find(|leaf| leaf.name == name)?.path
}

pub(super) fn set_variable(target: &mut dyn Target, arguments: &Value) -> Answer {
    let name = arguments["name"].as_str().unwrap_or("");
    let wanted = arguments["value"].as_str().unwrap_or("");
    let what = match arguments["variablesReference"].as_u64() {
        Some(REGISTERS | FLAGS) => name.to_owned(),
        Some(LABELS) => format!("[{name}]"),
        Some(number) => {
            let path = path_of(target, number, name);
            let path = path.ok_or_else(|| format!("{name} cannot be set"))?;
            let value = target.set_named(&path, wanted)?;
            return Ok(json!({"value": value, "variablesReference": 0}));
        }
        None => return Err(format!("{name} cannot be set")),
    };
    let value = target.set(&what, wanted)?;
    Ok(json!({"value": text(value), "variablesReference": 0}))
}

/// In the console a command of the debugger, elsewhere an expression.
pub fn evaluate(target: &mut dyn Target, arguments: &Value) -> Answer {
    let expression = arguments["expression"].as_str().unwrap_or("").trim();
    if arguments["context"] == "repl" {
        let answer = match value(target, expression) {
            Ok(found) if !expression.is_empty() => text(found),
            _ => target.command(expression),
        };
        return Ok(json!({"result": answer.trim_end(), "variablesReference": 0}));
    }
    if let Some(found) = target.named(expression) {
        return Ok(json!({"result": found?, "variablesReference": 0}));
    }
    // A label in the text means the byte at it.
    let symbols = symbols(target);
    let label = symbols.address(expression);
    let found = match label {
        Some(at) => target.computer().devices.memory.get(Space::Data, at),
        None => value(target, expression)?,
    };
    let mut answer = json!({"result": text(found), "variablesReference": 0});
    if let Some(at) = label {
        answer["memoryReference"] = format!("0x{at:02x}").into();
    }
    Ok(answer)
}

/// `0x12` in data space, `code:0x12` in instruction space.
pub fn address(reference: &str) -> Result<(Space, i64), String> {
    let (space, digits) = match reference.strip_prefix("code:") {
        Some(digits) => (Space::Instruction, digits),
        None => (Space::Data, reference),
    };
    let number = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    };
    let number = number.ok_or_else(|| format!("'{reference}' is not an address"))?;
    Ok((space, number.clamp(-0xffff, 0xffff)))
}

fn reference(arguments: &Value) -> Result<(Space, i64), String> {
    let (space, start) = address(arguments["memoryReference"].as_str().unwrap_or(""))?;
    Ok((
        space,
        start
            + arguments["offset"]
                .as_i64()
                .unwrap_or(0)
                .clamp(-0xffff, 0xffff),
    ))
}

fn written(space: Space, at: i64) -> String {
    match space {
        Space::Instruction => format!("code:0x{at:02x}"),
        Space::Data => format!("0x{at:02x}"),
    }
}

pub(super) fn read_memory(target: &dyn Target, arguments: &Value) -> Answer {
    let (space, start) = reference(arguments)?;
    let count = arguments["count"].as_i64().unwrap_or(0).clamp(0, 0xffff);
    let first = start.clamp(0, 256);
    let end = (start + count).clamp(first, 256);
    let computer = target.computer();
    let cells = computer.devices.memory.space(space);
    Ok(json!({
        "address": written(space, first),
        "data": base64(&cells[first as usize..end as usize]),
        "unreadableBytes": count - (end - first),
    }))
}

pub(super) fn write_memory(target: &mut dyn Target, arguments: &Value) -> Answer {
    let (space, start) = reference(arguments)?;
    let bytes =
        from_base64(arguments["data"].as_str().unwrap_or("")).ok_or("the data is not base64")?;
    if start < 0 || start + bytes.len() as i64 > 256 {
        return Err("memory ends at 0xff".to_owned());
    }
    for (at, byte) in bytes.iter().enumerate() {
        target.set_byte(space, (start as usize + at) as u8, *byte)?;
    }
    Ok(json!({"bytesWritten": bytes.len()}))
}

pub fn disassemble(target: &dyn Target, arguments: &Value, base: i64) -> Answer {
    let (_, start) = reference(arguments)?;
    let skip = arguments["instructionOffset"]
        .as_i64()
        .unwrap_or(0)
        .clamp(-256, 256);
    let count = arguments["instructionCount"].as_u64().unwrap_or(0).min(512);
    let computer = target.computer();
    let symbols = symbols(target);
    let mut starts: Vec<i64> = Vec::new();
    let mut at: i64 = 0;
    // Code before the address is read from its start, so that instructions keep their borders.
    while at < 256 {
        starts.push(at);
        let size = i64::from(instruction(&computer, at as u8).size());
        at = if at < start && at + size > start {
            start
        } else {
            at + size
        };
    }
    let here = starts
        .iter()
        .position(|at| *at >= start)
        .unwrap_or(starts.len()) as i64;
    let shown = |index: i64| match usize::try_from(index)
        .ok()
        .and_then(|index| starts.get(index))
    {
        None => {
            json!({"address": format!("0x{:x}", 0x100 + index.rem_euclid(0x100)), "instruction": "", "presentationHint": "invalid"})
        }
        Some(&at) => {
            let found = instruction(&computer, at as u8);
            let bytes: Vec<String> = found.encode().map(|byte| format!("{byte:02x}")).collect();
            let mut line = json!({
                "address": format!("0x{at:02x}"),
                "instructionBytes": bytes.join(" "),
                "instruction": view::instruction(found, symbols, computer.cpu.variant()),
            });
            if let Some(name) = symbols.names(at as u8).next() {
                line["symbol"] = name.into();
            }
            if let Some(place) = symbols.places.get(&(at as u8)) {
                line["line"] = (place.line as i64 - 1 + base).into();
            }
            line
        }
    };
    let lines: Vec<Value> = (0..count as i64)
        .map(|index| shown(here + skip + index))
        .collect();
    Ok(json!({ "instructions": lines }))
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk
            .iter()
            .fold(0_u32, |word, byte| word << 8 | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = ALPHABET[(word >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= chunk.len() {
                letter as char
            } else {
                '='
            });
        }
    }
    text
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let text = text.trim_end_matches('=').as_bytes();
    for chunk in text.chunks(4) {
        let mut word = 0_u32;
        for letter in chunk {
            let digit = ALPHABET.iter().position(|known| known == letter)?;
            word = word << 6 | digit as u32;
        }
        word <<= 6 * (4 - chunk.len());
        let count = chunk.len().checked_sub(1).filter(|count| *count > 0)?;
        bytes.extend(&word.to_be_bytes()[1..=count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_the_known_one() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (&[0xff, 0, 0x10, 0xee], "/wAQ7g=="),
        ] {
            assert_eq!(base64(bytes), text);
            assert_eq!(from_base64(text).as_deref(), Some(bytes));
        }
        assert_eq!(from_base64("a"), None);
        assert_eq!(from_base64("a*bc"), None);
    }
}

//! The debug protocol of the CdM development kit, for a CdM-8: one JSON object in, replies and events out.
//!
//! Where the kit's two servers fail, hang or ignore a request, this one reports what is wrong. A run answers when it has stopped:
//! first the event, then the reply. In between [`Session::work`] is called for as long as [`Session::is_running`].

mod machine;

use cdm8::variant::Variant;
use formats::image;
use serde_json::{Map, Value, json};

use crate::dap::project::prepare;
use crate::disk::Disk;
use machine::{Kind, Machine};

const REGISTERS: [&str; 7] = ["r0", "r1", "r2", "r3", "pc", "sp", "ps"];
const RAM: u64 = 256;

/// Reads a file that a client names, or says why not.
pub type Loader<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Additional stop conditions of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Conditions {
    fetch: bool,
    line: bool,
    breakpoint: bool,
}

/// A run in progress.
#[derive(Clone, Debug)]
struct Run {
    /// `run` or `step`: the reply repeats it.
    action: &'static str,
    conditions: Conditions,
}

/// One processor and its client's requests. It outlives connections.
#[derive(Default)]
pub struct Session {
    kind: Kind,
    machine: Option<Machine>,
    breakpoints: Vec<u64>,
    lines: Vec<u64>,
    run: Option<Run>,
    /// Nothing has run since the reset: the first instruction can be stopped at.
    fresh: bool,
}

type Answer = Result<Map<String, Value>, String>;

impl Session {
    /// A processor with memory and nothing else.
    pub fn new(variant: Variant) -> Session {
        Session {
            kind: Kind::Alone(variant),
            ..Session::default()
        }
    }

    /// A circuit with a processor in it, from the arguments of the debug adapter's launch; and notes about it.
    pub fn of_circuit<D: Disk>(
        disk: &D,
        arguments: &Value,
    ) -> Result<(Session, Vec<String>), String> {
        let path = arguments["circuit"].as_str().ok_or("there is no circuit")?;
        let prepared = prepare(disk, arguments, path)?;
        let session = Session {
            kind: Kind::Wired(Box::new(prepared.wires)),
            ..Session::default()
        };
        Ok((session, prepared.notes))
    }

    pub fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// The client is gone: a run of its ends.
    pub fn leave(&mut self) {
        self.run = None;
    }

    /// Answers the text of a message.
    pub fn handle(&mut self, text: &str, load: Loader) -> Vec<Value> {
        let request: Value = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => return vec![fail(&format!("this is not JSON: {error}"))],
        };
        let Some(action) = request["action"].as_str() else {
            return vec![fail("the request has no action")];
        };
        match action {
            "run" | "step" => self.start(action == "step", &request),
            "pause" if self.run.is_some() => {
                let mut messages = vec![good("pause", Map::new())];
                messages.extend(self.stop("pause"));
                messages
            }
            _ => vec![match self.answer(action, &request, load) {
                Ok(fields) => good(action, fields),
                Err(message) => fail(&message),
            }],
        }
    }

    fn answer(&mut self, action: &str, request: &Value, load: Loader) -> Answer {
        let nothing = Ok(Map::new());
        match action {
            "ping" => Ok(fields(json!({"message": "Pong"}))),
            "init" => self.init(request),
            "pause" => nothing,
            "reset" => {
                self.now()?.reset();
                self.fresh = true;
                nothing
            }
            "load" => {
                self.load(request, load)?;
                nothing
            }
            "setBreakpoints" => {
                self.breakpoints = addresses(request, "breakpoints")?;
                nothing
            }
            "setLineLocations" => {
                self.lines = addresses(request, "lineLocations")?;
                nothing
            }
            "getRegisters" => Ok(fields(json!({"registers": self.now()?.registers()}))),
            "getMemory" => self.memory(request),
            "setMemory" => self.set_memory(request),
            "getTunnel" => self.tunnel(request),
            _ => Err(format!("Unknown action: {action}")),
        }
    }

    fn init(&mut self, request: &Value) -> Answer {
        let target = request["target"].as_str().ok_or("init names no target")?;
        let memory = request["memoryConfiguration"].as_str().unwrap_or("harvard");
        if target != "cdm8" {
            return Err(format!(
                "Processor component not found for target {target}: this server has the CdM-8, target cdm8"
            ));
        }
        let harvard = match memory {
            "harvard" => true,
            "vonNeumann" => false,
            _ => return Err(format!("Invalid memory configuration {memory}")),
        };
        self.machine = Some(self.kind.machine(harvard)?);
        self.run = None;
        self.fresh = true;
        self.breakpoints.clear();
        self.lines.clear();
        Ok(fields(json!({
            "supportsExceptions": false,
            "registerNames": REGISTERS,
            "registerSizes": vec![8; 7],
            "ramSize": RAM,
        })))
    }

    fn now(&mut self) -> Result<&mut Machine, String> {
        self.machine
            .as_mut()
            .ok_or_else(|| "No active processor state: send init first".to_owned())
    }

    /// The value of a tunnel of the circuit; -1 where it is not fully known.
    fn tunnel(&mut self, request: &Value) -> Answer {
        let name = request["name"].as_str().unwrap_or("?");
        match self.now()?.tunnel(name) {
            Some(value) => Ok(fields(json!({ "value": value }))),
            None => Err(format!("Tunnel {name} not found")),
        }
    }

    fn load(&mut self, request: &Value, load: Loader) -> Result<(), String> {
        self.now()?;
        let mut bytes = match request["source"].as_str() {
            Some("path") => {
                let path = request["path"].as_str().ok_or("load names no path")?;
                let file = load(path)?;
                match path.ends_with(".bin") {
                    true => file,
                    false => image::read_bytes(&file)
                        .map_err(|error| format!("Failed to load an image: {path}: {error}"))?,
                }
            }
            // These overwrite parts of memory; a file fills it.
            Some("bytes") => {
                let mut bytes = bytes(request)?;
                let before = self.now()?.code();
                bytes.extend(before.iter().skip(bytes.len()));
                bytes
            }
            Some(other) => return Err(format!("Unknown source: {other}")),
            None => return Err("load names no source".to_owned()),
        };
        if bytes.iter().skip(256).any(|byte| *byte != 0) {
            return Err(
                "Failed to load an image: a memory of the CdM-8 holds 256 bytes".to_owned(),
            );
        }
        bytes.resize(256, 0);
        self.now()?.load(&bytes)
    }

    fn memory(&mut self, request: &Value) -> Answer {
        let (offset, size) = (whole(&request["offset"]), whole(&request["size"]));
        let (Some(offset), Some(size)) = (offset, size) else {
            return Err("Invalid memory range".to_owned());
        };
        if offset > RAM || size > RAM - offset {
            return Err("Invalid memory range".to_owned());
        }
        let memory = self.now()?.data();
        let range = offset as usize..(offset + size) as usize;
        Ok(fields(json!({"bytes": memory[range].to_vec()})))
    }

    fn set_memory(&mut self, request: &Value) -> Answer {
        let offset = whole(&request["offset"]).and_then(|offset| u8::try_from(offset).ok());
        let offset = offset.ok_or("Invalid memory range")?;
        let value = whole(&request["value"]).and_then(|value| u8::try_from(value).ok());
        let value = value.ok_or("a cell holds 0 to 255")?;
        self.now()?.set(offset, value)?;
        Ok(Map::new())
    }

    fn start(&mut self, step: bool, request: &Value) -> Vec<Value> {
        let action = if step { "step" } else { "run" };
        if self.machine.is_none() {
            return vec![fail("No active processor state: send init first")];
        }
        let conditions = match step {
            true => Conditions {
                fetch: true,
                line: true,
                breakpoint: true,
            },
            false => match request["stopConditions"].as_array() {
                Some(list) => Conditions::of(list),
                None => return vec![fail("run has no stopConditions")],
            },
        };
        if self.run.is_some() {
            return vec![good(action, Map::new())];
        }
        self.run = Some(Run { action, conditions });
        Vec::new()
    }

    /// Runs at most this many instructions, of a circuit fewer; returns what has happened if it stopped.
    pub fn work(&mut self, instructions: u32) -> Vec<Value> {
        let pace = self.machine.as_ref().map_or(1, Machine::pace);
        for _ in 0..instructions.div_ceil(pace) {
            let Some((run, machine)) = self.run.clone().zip(self.machine.as_mut()) else {
                return Vec::new();
            };
            if !std::mem::take(&mut self.fresh) {
                machine.step();
            }
            if machine.has_stopped() {
                return self.stop("halt");
            }
            if let Some(reason) = self.reason(run.conditions) {
                return self.stop(reason);
            }
        }
        Vec::new()
    }

    /// The strongest of the conditions that hold.
    fn reason(&self, wanted: Conditions) -> Option<&'static str> {
        let pc = u64::from(self.machine.as_ref()?.next()?);
        match () {
            () if wanted.breakpoint && self.breakpoints.contains(&pc) => Some("breakpoint"),
            () if wanted.line && self.lines.contains(&pc) => Some("line"),
            () if wanted.fetch => Some("fetch"),
            () => None,
        }
    }

    fn stop(&mut self, reason: &str) -> Vec<Value> {
        let Some(run) = self.run.take() else {
            return Vec::new();
        };
        let event = good("debugEvent", fields(json!({"reason": reason})));
        vec![event, good(run.action, Map::new())]
    }
}

impl Conditions {
    /// `exception` is no condition of this processor; unknown ones are ignored, as the kit's servers do.
    fn of(list: &[Value]) -> Conditions {
        let has = |name: &str| list.iter().any(|one| one == name);
        Conditions {
            fetch: has("fetch"),
            line: has("line"),
            breakpoint: has("breakpoint"),
        }
    }
}

fn addresses(request: &Value, name: &str) -> Result<Vec<u64>, String> {
    let list = request[name]
        .as_array()
        .ok_or_else(|| format!("the request has no {name}"))?;
    let numbers: Option<Vec<u64>> = list.iter().map(whole).collect();
    numbers.ok_or_else(|| format!("{name} must be addresses"))
}

fn bytes(request: &Value) -> Result<Vec<u8>, String> {
    let list = request["bytes"].as_array().ok_or("load has no bytes")?;
    let byte = |value: &Value| u8::try_from(whole(value)?).ok();
    let bytes: Option<Vec<u8>> = list.iter().map(byte).collect();
    bytes.ok_or_else(|| "bytes must be 0 to 255".to_owned())
}

/// A whole number; as the kit's servers do, from a text or a fraction too.
fn whole(value: &Value) -> Option<u64> {
    let number = match value {
        Value::String(text) => text.trim().parse::<f64>().ok()?,
        other => other.as_f64()?,
    };
    (0.0..=1e15).contains(&number).then_some(number as u64)
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn good(action: &str, fields: Map<String, Value>) -> Value {
    let mut reply = Map::new();
    reply.insert("action".to_owned(), action.into());
    reply.extend(fields);
    reply.insert("status".to_owned(), "OK".into());
    reply.into()
}

fn fail(message: &str) -> Value {
    json!({"status": "FAIL", "message": message})
}

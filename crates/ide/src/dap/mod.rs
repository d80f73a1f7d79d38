//! The debug adapter: a message in, messages out, and [`Adapter::work`] while a program runs.
//!
//! `target` is the debugged machine: a program alone (`program`), a console with the program in its ROM (`board`), or a circuit
//! drawn by its user with a processor in it (`circuit`, `wires`). `travel` is shared by the last two.

mod board;
mod circuit;
mod launch;
mod points;
mod program;
pub(crate) mod project;
mod show;
mod target;
pub(crate) mod travel;
pub(crate) mod wires;

use serde_json::{Value, json};

use crate::disk::Disk;
use points::Points;
use target::{Motion, Stopped, Target};

/// The only thread.
const THREAD: u64 = 1;

type Answer = Result<Value, String>;

pub struct Adapter<D> {
    disk: D,
    /// What `attach` attaches to: the arguments of a launch.
    given: Option<Value>,
    target: Option<Box<dyn Target>>,
    points: Points,
    /// A motion in progress.
    moving: Option<(Motion, bool)>,
    /// The program waits for the end of the configuration.
    stop_on_entry: bool,
    lines_from_one: bool,
    columns_from_one: bool,
    /// The editor supports the event that its variables have changed.
    hears_invalidated: bool,
    sent: u64,
    over: bool,
    /// Texts of sources that are in no file, by their references.
    texts: Vec<String>,
    /// The notes of the launch.
    notes: Vec<String>,
    /// Why it stopped last, if the target is faulty.
    fault: Option<String>,
}

impl<D: Disk> Adapter<D> {
    /// `given`: the arguments of a launch that `attach` is to use.
    pub fn new(disk: D, given: Option<Value>) -> Adapter<D> {
        Adapter {
            disk,
            given,
            target: None,
            points: Points::default(),
            moving: None,
            stop_on_entry: true,
            lines_from_one: true,
            columns_from_one: true,
            hears_invalidated: false,
            sent: 0,
            over: false,
            texts: Vec::new(),
            notes: Vec::new(),
            fault: None,
        }
    }

    /// Whether the session has ended.
    pub fn is_over(&self) -> bool {
        self.over
    }

    pub fn is_running(&self) -> bool {
        self.moving.is_some()
    }

    pub fn handle(&mut self, message: &Value) -> Vec<Value> {
        if message["type"] != "request" {
            return Vec::new();
        }
        let command = message["command"].as_str().unwrap_or("");
        let arguments = &message["arguments"];
        let (answer, mut events) = match self.request(command, arguments) {
            Ok(body) => (Ok(body), self.after(command)),
            Err(error) => (Err(error), Vec::new()),
        };
        let mut messages = vec![self.response(message, command, answer)];
        messages.append(&mut events);
        messages
    }

    fn response(&mut self, request: &Value, command: &str, answer: Answer) -> Value {
        self.sent += 1;
        let mut response = json!({
            "seq": self.sent, "type": "response", "request_seq": request["seq"], "command": command,
            "success": answer.is_ok(),
        });
        match answer {
            Ok(Value::Null) => {}
            Ok(body) => response["body"] = body,
            Err(error) => {
                response["message"] = error.clone().into();
                // A panel that cannot be shown is not worth an error; a launch that fails is.
                let show = matches!(command, "launch" | "attach");
                response["body"] = json!({"error": {"id": 1, "format": error, "showUser": show}});
            }
        }
        response
    }

    fn event(&mut self, event: &str, body: &Value) -> Value {
        self.sent += 1;
        json!({"seq": self.sent, "type": "event", "event": event, "body": body})
    }

    fn request(&mut self, command: &str, arguments: &Value) -> Answer {
        match command {
            "initialize" => {
                let from_one = |name: &str| arguments[name].as_bool().unwrap_or(true);
                self.lines_from_one = from_one("linesStartAt1");
                self.columns_from_one = from_one("columnsStartAt1");
                self.hears_invalidated = arguments["supportsInvalidatedEvent"] == true;
                Ok(show::capabilities())
            }
            "launch" => self.launch(arguments),
            "attach" => match self.given.clone() {
                Some(given) => self.launch(&given),
                None => Err("nothing to attach to: start `mancala cdm8 dap --port N FILE...`, or use launch".to_owned()),
            },
            "setExceptionBreakpoints" => Ok(json!({"breakpoints": []})),
            "exceptionInfo" => match &self.fault {
                Some(text) => Ok(json!({
                    "exceptionId": "not a CdM-8", "description": text, "breakMode": "always",
                })),
                None => Err("the program did not stop at a fault".to_owned()),
            },
            "threads" => Ok(json!({"threads": [{"id": THREAD, "name": "CdM-8"}]})),
            "disconnect" | "terminate" => {
                self.halt();
                self.over = command == "disconnect";
                Ok(Value::Null)
            }
            "pause" | "configurationDone" if self.target.is_some() => Ok(Value::Null),
            _ => self.about_target(command, arguments),
        }
    }

    /// Ends the motion in progress; whether there was one.
    fn halt(&mut self) -> bool {
        if let Some(target) = &mut self.target {
            target.pause();
        }
        self.moving.take().is_some()
    }

    fn about_target(&mut self, command: &str, arguments: &Value) -> Answer {
        let back = matches!(self.moving, Some((Motion::ReverseContinue, _)));
        if back && matches!(command, "evaluate" | "setVariable" | "writeMemory") {
            return Err("the program runs backwards: pause it first".to_owned());
        }
        let Some(target) = self.target.as_mut() else {
            return Err("no program is loaded: launch one first".to_owned());
        };
        let base = i64::from(self.lines_from_one);
        match command {
            "setBreakpoints" => Ok(self.points.lines(&mut **target, arguments, base)),
            "setFunctionBreakpoints" => Ok(self.points.labels(&mut **target, arguments)),
            "setInstructionBreakpoints" => Ok(self.points.addresses(&mut **target, arguments)),
            "setDataBreakpoints" => Ok(self.points.data(&mut **target, arguments)),
            "dataBreakpointInfo" => Ok(points::data_info(&**target, arguments)),
            "stackTrace" => {
                let column = i64::from(self.columns_from_one);
                Ok(show::stack(&**target, &self.texts, base, column))
            }
            "scopes" => Ok(show::scopes(&**target)),
            "variables" => show::variables(&**target, arguments),
            "setVariable" => show::set_variable(&mut **target, arguments),
            "evaluate" => show::evaluate(&mut **target, arguments),
            "readMemory" => show::read_memory(&**target, arguments),
            "writeMemory" => show::write_memory(&mut **target, arguments),
            "disassemble" => show::disassemble(&**target, arguments, base),
            "source" => {
                let number = arguments["sourceReference"]
                    .as_u64()
                    .or_else(|| arguments["source"]["sourceReference"].as_u64());
                let text = number.and_then(|number| {
                    self.texts
                        .get(usize::try_from(number).ok()?.checked_sub(1)?)
                });
                text.map(|text| json!({"content": text}))
                    .ok_or_else(|| "there is no such source".to_owned())
            }
            "restart" => {
                target.restart();
                self.moving = None;
                Ok(Value::Null)
            }
            _ => self.motion(command, arguments),
        }
    }

    fn motion(&mut self, command: &str, arguments: &Value) -> Answer {
        let motion = match command {
            "continue" => Motion::Continue,
            "next" => Motion::Over,
            "stepIn" => Motion::Into,
            "stepOut" => Motion::Out,
            "stepBack" => Motion::Back,
            "reverseContinue" => Motion::ReverseContinue,
            _ => return Err(format!("there is no request {command}")),
        };
        if self.moving.is_some() {
            return Err("the program runs: pause it first".to_owned());
        }
        let instructions = arguments["granularity"] == "instruction";
        self.fault = None;
        self.moving = Some((motion, instructions));
        match motion {
            Motion::Continue | Motion::ReverseContinue => Ok(json!({"allThreadsContinued": true})),
            _ => Ok(Value::Null),
        }
    }

    fn launch(&mut self, arguments: &Value) -> Answer {
        let launched = launch::launch(&self.disk, arguments)?;
        self.target = Some(launched.target);
        self.texts = launched.texts;
        self.notes = launched.notes;
        self.points = Points::default();
        self.moving = None;
        self.stop_on_entry = arguments["stopOnEntry"].as_bool().unwrap_or(true);
        Ok(Value::Null)
    }

    /// The events that follow a completed request.
    fn after(&mut self, command: &str) -> Vec<Value> {
        match command {
            "launch" | "attach" => {
                let notes = std::mem::take(&mut self.notes);
                let mut events: Vec<Value> = notes.iter().map(|note| self.said(note)).collect();
                events.push(self.event("initialized", &json!({})));
                events
            }
            "configurationDone" if self.stop_on_entry => vec![self.stopped("entry", None, &[])],
            "configurationDone" => {
                self.moving = Some((Motion::Continue, false));
                Vec::new()
            }
            "restart" => vec![self.stopped("entry", None, &[])],
            "pause" if self.halt() => vec![self.stopped("pause", None, &[])],
            "terminate" | "disconnect" => vec![self.event("terminated", &json!({}))],
            "setVariable" | "writeMemory" => self.invalidated("variables"),
            // A command may have moved the program or pressed a button.
            "evaluate" if self.moving.is_none() => self.invalidated("all"),
            _ => Vec::new(),
        }
    }

    fn invalidated(&mut self, area: &str) -> Vec<Value> {
        match self.hears_invalidated {
            true => vec![self.event("invalidated", &json!({"areas": [area]}))],
            false => Vec::new(),
        }
    }

    fn said(&mut self, text: &str) -> Value {
        let output = format!("{text}\n");
        self.event("output", &json!({"category": "console", "output": output}))
    }

    fn stopped(&mut self, reason: &str, text: Option<&str>, hit: &[u64]) -> Value {
        let mut body = json!({"reason": reason, "threadId": THREAD, "allThreadsStopped": true});
        if let Some(text) = text {
            body["description"] = text.into();
            body["text"] = text.into();
        }
        if !hit.is_empty() {
            body["hitBreakpointIds"] = hit.into();
        }
        self.event("stopped", &body)
    }

    /// Runs the target for a while; returns the events, if any.
    pub fn work(&mut self) -> Vec<Value> {
        let Some((motion, instructions)) = self.moving else {
            return Vec::new();
        };
        let Some(target) = self.target.as_mut() else {
            self.moving = None;
            return Vec::new();
        };
        let stopped = target.go(motion, instructions);
        if let Stopped::Point(number) = stopped {
            return self.met(number);
        }
        if stopped == Stopped::Working {
            return Vec::new();
        }
        self.moving = None;
        let event = match stopped {
            Stopped::Start => self.stopped("entry", Some("this is the start"), &[]),
            Stopped::Ended(text) => self.stopped("pause", Some(&text), &[]),
            Stopped::Fault(text) => {
                let event = self.stopped("exception", Some(&text), &[]);
                self.fault = Some(text);
                event
            }
            Stopped::Pause => self.stopped("pause", None, &[]),
            _ => self.stopped("step", None, &[]),
        };
        vec![event]
    }

    /// At a breakpoint: it counts, logs, or stops the program.
    fn met(&mut self, number: usize) -> Vec<Value> {
        let met = match &self.target {
            Some(target) => self.points.met(number, &**target),
            None => points::Met::Passed,
        };
        match met {
            points::Met::Passed => Vec::new(),
            points::Met::Said(text) => vec![self.said(&text)],
            points::Met::Stops { reason, id } => {
                self.moving = None;
                vec![self.stopped(reason, None, &[id])]
            }
        }
    }
}

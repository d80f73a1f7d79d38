//! The values of a console that can be shown as waves.

use circuit::reference::Reference;
use consoles::{Code, Light, Machine, Model};
use formats::wave::Bits;
use texts::{Texts, text};
use timeline::{Probe, Subject};

use super::Running;

/// Reads a value off a console.
type Read<T> = Box<dyn Fn(&Running) -> T + Send>;

/// A light by its name.
fn light(model: Model, name: &str) -> Option<Light> {
    let mut lights = model.lights().iter();
    lights.find(|light| light.name() == name).copied()
}

/// A register or a cell by its name.
fn byte(code: &Code, name: &str) -> Option<Read<u8>> {
    let of = |read: fn(&consoles::Registers) -> u8| -> Option<Read<u8>> {
        Some(Box::new(move |running| read(&running.0.registers())))
    };
    match name {
        "pc" => of(|registers| registers.pc),
        "sp" => of(|registers| registers.sp),
        "ps" => of(|registers| registers.ps),
        "r0" => of(|registers| registers.r[0]),
        "r1" => of(|registers| registers.r[1]),
        "r2" => of(|registers| registers.r[2]),
        "r3" => of(|registers| registers.r[3]),
        _ => {
            let address = code.cell(name).ok()?;
            Some(Box::new(move |running| running.0.peek(address)))
        }
    }
}

/// A signal by its name.
pub(super) fn probe(
    (model, code): (Model, &Code),
    name: &str,
    running: &Running,
    texts: &Texts,
) -> Result<Probe<Running>, String> {
    let (width, read): (u32, Read<Bits>) = if name == "clock" {
        (1, Box::new(|running| (running.moment() % 2 == 1).into()))
    } else if name == "fetch" {
        (
            1,
            Box::new(|running| running.0.is_between_instructions().into()),
        )
    } else if name == "bank" {
        (2, Box::new(|running| (running.0.bank() as u8).into()))
    } else if let Some(light) = light(model, name) {
        let lit = move |running: &Running| running.0.panel().lights.is_on(light).into();
        (1, Box::new(lit))
    } else if let Some(byte) = byte(code, name) {
        (8, Box::new(move |running| byte(running).into()))
    } else if let Some(simulator) = running.0.simulator() {
        let found = Reference::parse(name).and_then(|name| name.find(simulator));
        let found = found.map_err(|error| error.to_string())?;
        let width = u32::from(found.value(simulator).width).max(1);
        let read = move |running: &Running| {
            let value = running
                .0
                .simulator()
                .map(|simulator| found.value(simulator).word);
            value.map_or_else(Bits::default, |word| Bits {
                v: word.v,
                u: word.u,
            })
        };
        (width, Box::new(read))
    } else {
        return Err(text!(texts, "tui.machine.no-signal", name = name));
    };
    Ok(Probe {
        name: name.to_owned(),
        width,
        read,
    })
}

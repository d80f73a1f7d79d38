//! `--native`: the native processor stands in for a CdM-8 of gates, after both did the same for a while.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use cdm8::variant::Variant;
use circuit::netlist::{BuildError, Child, Design, DesignOptions, PartId};
use circuit::project::{Project, What};
use circuit::sim::{SimOptions, Simulator};
use console::{BusPins, stand_in};

use super::libraries::PROCESSOR;
use super::load::read_text;

/// A native processor in place of a sub-circuit.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NativeArgs {
    /// Let the native CdM-8 stand in for a sub-circuit: PATH=cdm8:VARIANT (mark5, mark5-devkit or ideal)
    #[arg(long, value_name = "PATH=cdm8:VARIANT")]
    native: Option<String>,
    /// What the sub-circuit calls a pin of the processor (clock, data in, IRQ, vec, address, data out, mem, rd/wr',
    /// data/ins', IAck, pc, sp, ps, r0 to r3); may be given several times
    #[arg(long, value_name = "PIN=LABEL", requires = "native")]
    native_pin: Vec<String>,
    /// Half-ticks the native processor and the sub-circuit run side by side first
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "native")]
    native_check: u64,
}

impl NativeArgs {
    /// A simulator with the native processor, if one was asked for.
    pub fn simulator(
        &self,
        project: &Arc<Project>,
        circuit: Option<&str>,
        options: &SimOptions,
    ) -> anyhow::Result<Option<Simulator>> {
        let Some(text) = &self.native else {
            return Ok(None);
        };
        let built = self.build(text, project, circuit, options);
        built.map(Some).with_context(|| format!("--native {text}"))
    }

    fn build(
        &self,
        text: &str,
        project: &Arc<Project>,
        circuit: Option<&str>,
        options: &SimOptions,
    ) -> anyhow::Result<Simulator> {
        let parsed = text.rsplit_once("=cdm8:");
        let (path, variant) =
            parsed.ok_or_else(|| anyhow!("write PATH=cdm8:VARIANT, as /CPU=cdm8:mark5"))?;
        let variant: Variant = variant.parse()?;
        let names = self.names()?;
        let design = Design::build(project.clone(), circuit, &DesignOptions::default())?;
        let part = design.find(path)?;
        if design.inside(part).is_none() {
            bail!("{path} is not a sub-circuit");
        }
        let (factory, bus) = stand_in(variant, &design.pins_of(part), &names)
            .context("it does not have the pins of a CdM-8; --native-pin PIN=LABEL renames one")?;
        let mut gates = simulator(project, circuit, options)?;
        let mut with = options.clone();
        with.design.natives.push((design.path(part), factory));
        let native = simulator(project, circuit, &with)?;
        let mut checked = native.clone();
        self.check(&mut gates, &mut checked, part, bus)?;
        Ok(native)
    }

    fn names(&self) -> anyhow::Result<Vec<(String, String)>> {
        let pair = |text: &String| {
            let parsed = text.split_once('=');
            let (pin, label) =
                parsed.ok_or_else(|| anyhow!("write --native-pin PIN=LABEL, not '{text}'"))?;
            Ok((pin.to_owned(), label.to_owned()))
        };
        self.native_pin.iter().map(pair).collect()
    }

    /// Runs both and compares what they put on the bus.
    fn check(
        &self,
        gates: &mut Simulator,
        native: &mut Simulator,
        part: PartId,
        bus: BusPins,
    ) -> anyhow::Result<()> {
        for half_tick in 0..self.native_check {
            let shown = [&*gates, &*native].map(|simulator| cycle(simulator, part, bus));
            if shown[0] != shown[1] {
                bail!(
                    "the sub-circuit is not this processor: after half-tick {half_tick} it puts {} on its bus, the native one {}",
                    shown[0],
                    shown[1]
                );
            }
            gates.half_tick();
            native.half_tick();
        }
        Ok(())
    }
}

/// What is on the bus; address and data only where they mean something.
fn cycle(simulator: &Simulator, part: PartId, bus: BusPins) -> String {
    let bit = |pin: usize| simulator.port(part, pin).number();
    let byte = |pin: usize| simulator.port(part, pin).to_string();
    match (bit(bus.mem), bit(bus.read), bit(bus.data)) {
        (Some(0), _, _) => "nothing".to_owned(),
        (Some(_), Some(0), _) => {
            format!("a write of {} to {}", byte(bus.output), byte(bus.address))
        }
        (Some(_), Some(_), Some(0)) => format!("a fetch from {}", byte(bus.address)),
        (Some(_), Some(_), Some(_)) => format!("a read from {}", byte(bus.address)),
        _ => "unknown strobes".to_owned(),
    }
}

fn simulator(
    project: &Arc<Project>,
    circuit: Option<&str>,
    options: &SimOptions,
) -> Result<Simulator, BuildError> {
    Simulator::new(project.clone(), circuit, options)
}

/// A simulator with the native processor in place of the processor of this program's own circuits, if there is one. Any other
/// processor may be of another make: a few thousand half-ticks do not tell them apart.
pub fn automatic(
    gates: &Simulator,
    project: &Arc<Project>,
    circuit: Option<&str>,
    options: &SimOptions,
) -> Option<Simulator> {
    let design = gates.design();
    let own = |part: &PartId| match design.component(*part).what {
        What::Circuit(id) => is_own(&project.files[project.circuit(id).file].name),
        _ => false,
    };
    let part = design.part_ids().find(own)?;
    let (factory, _) = stand_in(Variant::Ideal, &design.pins_of(part), &[]).ok()?;
    let mut with = options.clone();
    with.design.natives.push((design.path(part), factory));
    simulator(project, circuit, &with).ok()
}

/// Whether a library file is this program's own processor.
pub fn is_own(file: &str) -> bool {
    let text = || console::hardware::FILES.first().map(|own| own.text);
    file == PROCESSOR
        || read_text(Path::new(file)).is_ok_and(|there| text() == Some(there.as_str()))
}

/// The paths of sub-circuits that have the pins of a CdM-8.
pub fn candidates(simulator: &Simulator) -> Vec<String> {
    let design = simulator.design();
    let fits = |part: &PartId| {
        matches!(design.inside(*part), Some(Child::Instance(_)))
            && stand_in(Variant::default(), &design.pins_of(*part), &[]).is_ok()
    };
    let parts = design.part_ids().filter(fits);
    parts.take(4).map(|part| design.path(part)).collect()
}

//! `mancala circuit list`: the names of all parts and ports, as every other command accepts them.

use std::io::Write;

use anyhow::Context;
use circuit::component::Direction;
use circuit::netlist::{Design, DesignOptions, PartId};
use circuit::reference::port_names;
use circuit::show;
use circuit::sim::Simulator;
use serde_json::{Value, json};

use super::load::Source;
use crate::rows;
use crate::ui::{Answer, Ui};
use crate::wording::count;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// List the ports of every part too, with their widths and directions
    #[arg(long)]
    ports: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let project = args.source.project(ui)?;
    let design = Design::build(project, args.source.circuit(), &DesignOptions::default())
        .with_context(|| args.source.file().display().to_string())?;
    if args.json {
        let parts: Vec<Value> = design
            .part_ids()
            .map(|part| as_json(&design, part, args.ports))
            .collect();
        rows::print_pretty(parts.into(), ui)?;
        return Ok(Answer::Yes);
    }
    let lines = lines(&design, args.ports);
    let width = lines.iter().map(|(name, _)| name.chars().count());
    let width = width.max().unwrap_or(0);
    for (name, what) in lines {
        writeln!(ui.out, "{name:width$}  {what}")?;
    }
    Ok(Answer::Yes)
}

/// Names of parts, and of their ports if requested, with their kinds.
fn lines(design: &Design, ports: bool) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for part in design.part_ids() {
        let info = design.info(part);
        let label = match &info.label {
            Some(label) if info.path.ends_with(&format!("/{label}")) => String::new(),
            Some(label) => format!(" \"{label}\""),
            None => String::new(),
        };
        lines.push((info.path.clone(), info.name + &label));
        if ports {
            for (name, port) in port_names(design, part).iter().zip(design.ports_of(part)) {
                let width = match port.width {
                    0 => "any width".to_owned(),
                    width => count(width, "bit"),
                };
                let direction = direction(port.direction);
                lines.push((
                    format!("{}:{name}", info.path),
                    format!("{width}, {direction}"),
                ));
            }
        }
    }
    lines
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "in",
        Direction::Out => "out",
        Direction::InOut => "in and out",
    }
}

fn as_json(design: &Design, part: PartId, ports: bool) -> Value {
    let info = design.info(part);
    let at = design.component(part).location;
    let mut value = json!({
        "path": info.path, "name": info.name, "label": info.label, "x": at.x, "y": at.y,
    });
    if ports {
        let names = port_names(design, part);
        let listed = names.iter().zip(design.ports_of(part)).map(|(name, port)| {
            json!({"name": name, "width": port.width, "direction": direction(port.direction)})
        });
        value["ports"] = listed.collect();
    }
    value
}

/// The value at every port of every part, one per line.
pub fn values(simulator: &Simulator) -> impl Iterator<Item = (String, circuit::Value)> {
    let design = simulator.design();
    design.part_ids().flat_map(move |part| {
        let path = design.path(part);
        let names = port_names(design, part).into_iter().enumerate();
        names.map(move |(port, name)| (format!("{path}:{name}"), simulator.port(part, port)))
    })
}

/// A port and its value as a line.
pub fn line((name, value): &(String, circuit::Value)) -> String {
    format!("{name} = {}", show::value(*value))
}

//! Changes requested by the page, as edits of the file.

use bench::project::Files;
use circuit::analysis::{GateStyle, draw, parse};
use circuit::edit::{Clip, Edit, NewPart, PartKind, part_bounds, snap};
use circuit::netlist::ComponentId;
use circuit::project::{CircuitId, Image, Kind, Wire};

use super::Editing;
use super::protocol::{Change, Xy, drag, place, refused, wire_view};
use crate::reply::{Answer, Failure};

/// Maximum number of inputs and outputs of a table.
const MOST_VARIABLES: usize = circuit::analysis::MOST_VARIABLES;

impl Editing {
    /// A part by `#Gates/AND Gate`, or a circuit by its name.
    pub(super) fn part_kind(&self, what: &str) -> Answer<PartKind> {
        let builtin = what.strip_prefix('#').and_then(|what| {
            let (library, name) = what.split_once('/')?;
            // `I/O` contains a slash.
            Kind::find(library, name).or_else(|| {
                let (library, name) = what.rsplit_once('/')?;
                Kind::find(library, name)
            })
        });
        if let Some(kind) = builtin {
            return Ok(PartKind::Builtin(kind));
        }
        let found = self.document.project().find(what);
        found
            .map(PartKind::Circuit)
            .ok_or_else(|| Failure::refused(format!("there is no part '{what}'")))
    }

    pub(super) fn new_part(
        &self,
        what: &str,
        at: Xy,
        attrs: &[(String, String)],
    ) -> Answer<NewPart> {
        let what = self.part_kind(what)?;
        let location = match what {
            PartKind::Builtin(Kind::Text) => place(at),
            _ => snap((at[0], at[1])),
        };
        Ok(NewPart {
            what,
            location,
            attrs: attrs.to_vec(),
        })
    }

    /// The name of a change in the history, and the edit itself.
    pub(super) fn edit(
        &mut self,
        circuit: CircuitId,
        change: &Change,
        files: &Files,
    ) -> Answer<Option<(String, Edit)>> {
        let named = |name: &str, edit| Ok(Some((name.to_string(), edit)));
        match change {
            Change::Place { what, at, attrs } => {
                let part = self.new_part(what, *at, attrs)?;
                let name = what.rsplit('/').next().unwrap_or(what);
                named(&format!("Add {name}"), Edit::Insert { circuit, part })
            }
            Change::Wire { path } => {
                let Some(drag) = drag(path) else {
                    return Ok(None);
                };
                let edit = drag.routed(&self.document, circuit).map_err(refused)?;
                Ok(edit.map(|edit| ("Draw a wire".to_string(), edit)))
            }
            Change::Remove(chosen) => {
                let what = chosen.selection();
                named("Delete", Edit::Remove { circuit, what })
            }
            Change::Move { chosen, by, plain } => {
                let edit = Edit::Move {
                    circuit,
                    what: chosen.selection(),
                    by: (by[0], by[1]),
                    reroute: !plain,
                };
                named("Move", edit)
            }
            Change::Set { parts, name, value } => {
                let parts: Vec<ComponentId> = parts.iter().map(|&part| ComponentId(part)).collect();
                let edit = Edit::Set {
                    circuit,
                    parts,
                    name: name.clone(),
                    value: Some(value.clone()),
                };
                named(&format!("Change {name}"), edit)
            }
            Change::Cut { from, to } => {
                let remove = self.crossed(circuit, *from, *to);
                let add = Vec::new();
                match remove.is_empty() {
                    true => Ok(None),
                    false => named(
                        "Cut wires",
                        Edit::Wires {
                            circuit,
                            remove,
                            add,
                        },
                    ),
                }
            }
            Change::Copy(chosen) => {
                self.clip =
                    Clip::copy(&self.document, circuit, &chosen.selection()).map_err(refused)?;
                Ok(None)
            }
            Change::Paste { by } => {
                let (clip, by) = (self.clip.clone(), (by[0], by[1]));
                match clip.is_empty() {
                    true => Ok(None),
                    false => named("Paste", Edit::Paste { circuit, clip, by }),
                }
            }
            Change::Duplicate(chosen) => {
                let clip = Clip::copy(&self.document, circuit, &chosen.selection());
                let clip = clip.map_err(refused)?;
                let by = (10, 10);
                named("Duplicate", Edit::Paste { circuit, clip, by })
            }
            Change::Undo { .. } | Change::Redo { .. } | Change::Show { .. } => Ok(None),
            Change::NewCircuit { name } => {
                let name = name.clone();
                named("New circuit", Edit::AddCircuit { name })
            }
            Change::RenameCircuit { circuit: of, name } => {
                let circuit = self.named(circuit, of.as_deref())?;
                let name = name.clone();
                named("Rename circuit", Edit::RenameCircuit { circuit, name })
            }
            Change::RemoveCircuit { circuit: of } => {
                let circuit = self.named(circuit, of.as_deref())?;
                named("Delete circuit", Edit::RemoveCircuit { circuit })
            }
            Change::MainCircuit { circuit: of } => {
                let circuit = self.named(circuit, of.as_deref())?;
                named("Main circuit", Edit::SetMain { circuit })
            }
            Change::ReorderCircuit {
                circuit: of,
                before,
            } => {
                let moved = self.named(circuit, Some(of))?;
                let before = before.as_deref();
                let before = before
                    .map(|name| self.named(circuit, Some(name)))
                    .transpose()?;
                let edit = Edit::ReorderCircuit {
                    circuit: moved,
                    before,
                };
                named("Move circuit", edit)
            }
            Change::Words { part, first, words } => named(
                "Change contents",
                self.words(circuit, *part, *first, words)?,
            ),
            Change::Image { part, text } => {
                let image = Image::parse(text).map_err(Failure::refused)?;
                let part = ComponentId(*part);
                let edit = Edit::Contents {
                    circuit,
                    part,
                    image,
                };
                named("Load contents", edit)
            }
            Change::MovePort { pin, to } => {
                let (pin, to) = (ComponentId(*pin), place(*to));
                named("Move a port", Edit::MovePort { circuit, pin, to })
            }
            Change::ResizeBox { width, height } => {
                let (width, height) = (*width, *height);
                let edit = Edit::ResizeBox {
                    circuit,
                    width,
                    height,
                };
                named("Resize the box", edit)
            }
            Change::MoveAnchor { to } => {
                let to = place(*to);
                named("Move the anchor", Edit::MoveAnchor { circuit, to })
            }
            Change::RevertAppearance => {
                named("Default appearance", Edit::RevertAppearance { circuit })
            }
            Change::Align { parts, side } => {
                let parts = parts.iter().map(|&part| ComponentId(part)).collect();
                let side = (*side).into();
                let edit = Edit::Align {
                    circuit,
                    parts,
                    side,
                };
                named("Align", edit)
            }
            Change::Chip { chosen, name } => {
                let (what, name) = (chosen.selection(), name.clone());
                let edit = Edit::MakeChip {
                    circuit,
                    what,
                    name,
                };
                named("Make a chip", edit)
            }
            Change::PasteFile { text, by } => {
                let (by, libraries) = ((by[0], by[1]), &mut files.libraries());
                let edit = Clip::from_file(&self.document, circuit, text, by, libraries);
                named("Paste", edit.map_err(Failure::refused)?)
            }
            Change::Gates {
                name,
                inputs,
                outputs,
                two_inputs,
                nand_only,
            } => {
                let style = GateStyle {
                    two_inputs: *two_inputs,
                    nand_only: *nand_only,
                };
                let edit = self.gates(circuit, name.as_deref(), (inputs, outputs), style)?;
                named("Draw gates", edit)
            }
            Change::Repair {
                circuit: of,
                code,
                point,
                number,
            } => {
                let circuit = self.named(circuit, Some(of))?;
                let repair = self.repair(circuit, (code, *point, *number))?;
                named(&repair.name, repair.edit)
            }
            Change::SetCircuit { name, value } => {
                let (name, value) = (name.clone(), value.clone());
                let edit = Edit::SetCircuit {
                    circuit,
                    name,
                    value,
                };
                named("Change the circuit", edit)
            }
        }
    }

    /// The wires that a line from one place to another crosses.
    fn crossed(&self, circuit: CircuitId, from: Xy, to: Xy) -> Vec<Wire> {
        let side = |[ax, ay]: Xy, [bx, by]: Xy, [x, y]: Xy| {
            let cross =
                i64::from(bx - ax) * i64::from(y - ay) - i64::from(by - ay) * i64::from(x - ax);
            cross.signum()
        };
        let crosses = |wire: &&Wire| {
            let [x0, y0, x1, y1] = wire_view(wire);
            let (a, b) = ([x0, y0], [x1, y1]);
            side(a, b, from) * side(a, b, to) < 0 && side(from, to, a) * side(from, to, b) < 0
        };
        let wires = &self.document.project().circuit(circuit).wires;
        wires.iter().filter(crosses).copied().collect()
    }

    /// A circuit of the file by name, or the one on show.
    fn named(&self, shown: CircuitId, name: Option<&str>) -> Answer<CircuitId> {
        let Some(name) = name else { return Ok(shown) };
        let circuits = self.document.circuits().iter().copied();
        let mut found = circuits.filter(|&id| self.document.project().circuit(id).name == name);
        let none = || Failure::refused(format!("there is no circuit '{name}'"));
        found.next().ok_or_else(none)
    }

    /// A ROM with some words changed.
    fn words(&self, circuit: CircuitId, part: u32, first: usize, words: &[u32]) -> Answer<Edit> {
        let sheet = self.document.project().circuit(circuit);
        let rom = sheet.components.get(part as usize);
        let rom = rom.ok_or_else(|| Failure::refused(format!("there is no part {part}")))?;
        let contents = rom.contents.as_ref();
        let mut image = contents.map_or(Image { words: Vec::new() }, |image| (**image).clone());
        let end = first.saturating_add(words.len()).min(1 << 24);
        if image.words.len() < end {
            image.words.resize(end, 0);
        }
        let room = image.words.get_mut(first..end).unwrap_or_default();
        room.iter_mut()
            .zip(words)
            .for_each(|(cell, word)| *cell = *word);
        let part = ComponentId(part);
        Ok(Edit::Contents {
            circuit,
            part,
            image,
        })
    }

    /// Gates for expressions: in a new circuit, or below the contents of the sheet.
    fn gates(
        &self,
        circuit: CircuitId,
        name: Option<&str>,
        (inputs, outputs): (&[String], &[(String, String)]),
        style: GateStyle,
    ) -> Answer<Edit> {
        if inputs.len().max(outputs.len()) > MOST_VARIABLES {
            return Err(Failure::refused(format!(
                "at most {MOST_VARIABLES} inputs and {MOST_VARIABLES} outputs can be drawn"
            )));
        }
        let mut expressions = Vec::new();
        for (output, text) in outputs {
            let wrong = |why: String| Failure::refused(format!("{output}: {why}"));
            let expression = parse(text, inputs).map_err(|error| wrong(error.to_string()))?;
            let expression = expression.ok_or_else(|| wrong("there is no expression".into()))?;
            expressions.push((output.clone(), expression));
        }
        let drawn = draw(inputs, &expressions, style).map_err(Failure::refused)?;
        let clip = Clip::of(&self.document, &drawn.parts, drawn.wires);
        Ok(match name {
            Some(name) => Edit::AddDrawn {
                name: name.to_string(),
                clip,
            },
            None => Edit::Paste {
                circuit,
                clip,
                by: (0, self.lowest(circuit)),
            },
        })
    }

    /// Below everything on the sheet.
    fn lowest(&self, circuit: CircuitId) -> i32 {
        let project = self.document.project();
        let sheet = project.circuit(circuit);
        let bodies = sheet
            .components
            .iter()
            .map(|part| part_bounds(project, part).bottom);
        let wires = sheet.wires.iter().map(|wire| wire.to.y);
        bodies
            .chain(wires)
            .max()
            .map_or(0, |low| (low.max(0) + 39) / 10 * 10)
    }
}

//! Options of the debug servers for a program inside a circuit.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

#[derive(Clone, Debug, clap::Args)]
pub struct InCircuit {
    /// Debug the program inside this circuit (.circ), which has a CdM-8 among its sub-circuits
    #[arg(long, value_name = "FILE")]
    circuit: Option<PathBuf>,
    /// The sheet of --circuit to use [default: the main one]
    #[arg(long, value_name = "NAME", requires = "circuit")]
    sheet: Option<String>,
    /// The sub-circuit that is the processor, if there are several
    #[arg(long, value_name = "PATH", requires = "circuit")]
    processor: Option<String>,
    /// The memory that holds the program [default: the only ROM of bytes]
    #[arg(long, value_name = "PATH", requires = "circuit")]
    rom: Option<String>,
    /// The memory that holds the data [default: the only RAM of bytes]
    #[arg(long, value_name = "PATH", requires = "circuit")]
    ram: Option<String>,
    /// Run the processor from its gates, or a native one in its place: gates or chips
    #[arg(
        long,
        value_name = "ENGINE",
        default_value = "gates",
        requires = "circuit"
    )]
    engine: String,
}

impl InCircuit {
    /// The arguments of a launch, without the program.
    pub fn launch(
        &self,
        absolute: impl Fn(&Path) -> anyhow::Result<String>,
    ) -> anyhow::Result<Option<Value>> {
        let Some(circuit) = &self.circuit else {
            return Ok(None);
        };
        Ok(Some(json!({
            "circuit": absolute(circuit)?,
            "sheet": self.sheet,
            "processor": self.processor,
            "rom": self.rom,
            "ram": self.ram,
            "engine": self.engine,
        })))
    }
}

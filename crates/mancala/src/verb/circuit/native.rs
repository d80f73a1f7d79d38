//! `--native`: the sub-circuits the native processor replaces.

use anyhow::{Context, anyhow};
use bench::project::{Built, Native, NativeError};

/// A native processor in place of a sub-circuit.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NativeArgs {
    /// Let the native CdM-8 stand in for a sub-circuit: PATH=cdm8:VARIANT (mark5, mark5-devkit or ideal), or auto for every
    /// sub-circuit that turns out to be one
    #[arg(long, value_name = "auto|PATH=cdm8:VARIANT")]
    native: Option<String>,
    /// The sub-circuit's name for a pin of the processor (clock, data in, IRQ, vec, address, data out, mem, rd/wr',
    /// data/ins', IAck, pc, sp, ps, r0 to r3); may be repeated
    #[arg(long, value_name = "PIN=LABEL", requires = "native")]
    native_pin: Vec<String>,
    /// Half-ticks for which the native processor and the sub-circuit first run side by side
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "native")]
    native_check: u64,
}

impl NativeArgs {
    /// The request, if any.
    pub fn wanted(&self) -> anyhow::Result<Option<Native>> {
        let read = |text: &String| self.read(text).with_context(|| format!("--native {text}"));
        self.native.as_ref().map(read).transpose()
    }

    fn read(&self, text: &str) -> anyhow::Result<Native> {
        if text == "auto" {
            return Ok(Native::Auto);
        }
        let parsed = text.rsplit_once("=cdm8:");
        let (path, variant) =
            parsed.ok_or_else(|| anyhow!("write PATH=cdm8:VARIANT, as /CPU=cdm8:mark5"))?;
        Ok(Native::At {
            path: path.to_owned(),
            variant: variant.parse()?,
            pins: self.pins()?,
            check: self.native_check,
        })
    }

    fn pins(&self) -> anyhow::Result<Vec<(String, String)>> {
        let pair = |text: &String| {
            let parsed = text.split_once('=');
            let (pin, label) =
                parsed.ok_or_else(|| anyhow!("write --native-pin PIN=LABEL, not '{text}'"))?;
            Ok((pin.to_owned(), label.to_owned()))
        };
        self.native_pin.iter().map(pair).collect()
    }

    /// The same circuit; problems are reported in the words of the command line.
    pub fn named(&self, built: Result<Built, NativeError>) -> anyhow::Result<Built> {
        let built = built.map_err(|error| match error {
            NativeError::Unfit(unfit) => anyhow!("{unfit}").context(
                "it does not have the pins of a CdM-8; --native-pin PIN=LABEL renames one",
            ),
            error => error.into(),
        });
        let text = self.native.as_deref().unwrap_or_default();
        built.with_context(|| format!("--native {text}"))
    }
}

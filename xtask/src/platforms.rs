use anyhow::Result;
#[derive(clap::Args)]
pub struct Args {}
pub fn run(_: &Args) -> Result<()> {
    Ok(())
}

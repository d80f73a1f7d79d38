//! Writes the generated files under `hardware/`; with `--check` it only reports which differ.
//!
//! ```text
//! cargo run -p boards --example write [-- --check]
//! ```

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> io::Result<ExitCode> {
    let check = env::args().skip(1).any(|argument| argument == "--check");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hardware");
    let mut differing = 0;
    for (name, contents) in boards::files() {
        let path = folder.join(&name);
        if fs::read_to_string(&path).is_ok_and(|committed| committed == contents) {
            continue;
        }
        differing += 1;
        if check {
            println!("hardware/{name} differs from its description");
        } else {
            fs::write(&path, contents)?;
            println!("hardware/{name} written");
        }
    }
    Ok(ExitCode::from(u8::from(check && differing > 0)))
}

//! What is done with Node: bundling the editor, and checking the types of the scripts, the messages against the native library,
//! and the page in Chromium.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::platforms::toolchain::{install, need};
use crate::shell::{self, cargo, output, root};

/// Where Debian and others keep it.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The scripts by their surroundings: windows, workers, Node.
const PROJECTS: [&str; 3] = [
    "tsconfig.json",
    "tsconfig.workers.json",
    "tests/tsconfig.json",
];

/// What has one layout, of which `.prettierrc.json` says the little that is ours: `npx prettier --write` there mends it.
const FORMATTED: [&str; 5] = [
    "js",
    "tests/*.{js,ts,json}",
    "*.{js,json}",
    "../editors/vscode/src",
    "../editors/vscode/tests",
];

/// This many test files may need a second try before a run fails.
const MOST_SECOND_TRIES: usize = 2;

fn folder() -> PathBuf {
    root().join("web/tests")
}

/// A program among the packages of the tests, to be run on `web`.
fn tool(script: &str) -> Command {
    let mut node = Command::new("node");
    node.arg(folder().join("node_modules").join(script))
        .current_dir(root().join("web"));
    node
}

/// Types, messages, and the page in a browser.
pub fn test() -> Result<()> {
    prepare()?;
    for project in PROJECTS {
        let mut tsc = tool("typescript/bin/tsc");
        shell::run(tsc.args(["--project", project]))
            .with_context(|| format!("the types of the page's scripts, {project}"))?;
    }
    let mut lint = tool("oxlint/bin/oxlint");
    shell::run(lint.args(["--deny-warnings", "js", "tests", "sw.js"]))
        .context("oxlint, on the page's scripts")?;
    let mut format = tool("prettier/bin/prettier.cjs");
    shell::run(format.args(["--check", "--log-level=warn"]).args(FORMATTED))
        .context("the layout of the page's scripts")?;
    let built = Built::now()?;
    let files = test_files()?;
    // A browser waits more than it works, so two files run at a time; what fails then runs once more alone, and is counted.
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let lane = |lane: usize| {
        while let Some(file) = files.get(next.fetch_add(1, Relaxed)) {
            let begun = Instant::now();
            let (passed, said) = match built.node(&["--test", file], lane) {
                Ok(output) => (output.status.success(), output.stdout),
                Err(error) => (false, format!("{error:#}\n").into_bytes()),
            };
            println!("-- {file}, {} s", begun.elapsed().as_secs());
            println!("{}", String::from_utf8_lossy(&said));
            if !passed {
                lock(&failed).push(file.as_str());
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| lane(1));
        lane(0);
    });
    let mut twice = Vec::new();
    let again = std::mem::take(&mut *lock(&failed));
    for file in &again {
        println!("-- {file} failed and is run once more");
        let output = built.node(&["--test", file], 0)?;
        println!("{}", String::from_utf8_lossy(&output.stdout));
        if !output.status.success() {
            twice.push(*file);
        }
    }
    ensure!(twice.is_empty(), "failed twice: {}", twice.join(", "));
    if !again.is_empty() {
        println!("passed only at the second try: {}", again.join(", "));
    }
    ensure!(
        again.len() <= MOST_SECOND_TRIES,
        "{} files passed only at the second try, more than {MOST_SECOND_TRIES}: find out why",
        again.len()
    );
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn test_files() -> Result<Vec<String>> {
    let mut files: Vec<String> = fs::read_dir(folder())?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".test.js"))
        .collect();
    files.sort();
    Ok(files)
}

/// Prints how fast the page is.
pub fn measure() -> Result<()> {
    prepare()?;
    let output = Built::now()?.node(&["measure.js"], 0)?;
    println!("{}", String::from_utf8_lossy(&output.stdout));
    ensure!(output.status.success(), "measure.js: {}", output.status);
    Ok(())
}

/// The programs that the scripts in `web/tests` need.
struct Built {
    mancala: PathBuf,
    native: PathBuf,
    chromium: String,
}

impl Built {
    /// With the features that the tests of the workspace have, so that nothing is compiled for it again.
    fn now() -> Result<Built> {
        let wanted = ["build", "--quiet", "--workspace", "--bin", "mancala"];
        shell::run(cargo().args(wanted).args(["--example", "native"]))?;
        let named = std::env::var_os("CARGO_TARGET_DIR");
        let target = named.map_or(root().join("target"), PathBuf::from);
        let exe = std::env::consts::EXE_SUFFIX;
        let built = |name: &str| target.join(format!("debug/{name}{exe}"));
        Ok(Built {
            mancala: built("mancala"),
            native: built("examples/native"),
            chromium: chromium()?,
        })
    }

    /// Runs Node in `web/tests` with the page on a port of this machine. Lanes share nothing.
    fn node(&self, arguments: &[&str], lane: usize) -> Result<Output> {
        let data = root().join(format!("target/page-data/{lane}"));
        let server = Server::start(&self.mancala, &data)?;
        let mut node = Command::new("node");
        node.args(arguments)
            .current_dir(folder())
            .env("PAGE_URL", &server.url)
            .env("MANCALA", &self.mancala)
            .env("NATIVE", &self.native)
            .env("CHROMIUM", &self.chromium)
            .stderr(Stdio::inherit());
        node.output().context("cannot run node")
    }
}

/// `mancala serve`, until it is dropped.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(program: &Path, data: &Path) -> Result<Server> {
        let mut child = Command::new(program)
            .args(["serve", "--no-open", "--port", "0"])
            .env("MANCALA_DATA_DIR", data)
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start mancala serve")?;
        let mut line = String::new();
        let out = child.stdout.take().context("no output")?;
        BufReader::new(out).read_line(&mut line)?;
        let mut words = line.split_whitespace();
        let url = words.find(|word| word.starts_with("http://"));
        let url = url.map(str::to_owned);
        let server = Server {
            child,
            url: url.clone().unwrap_or_default(),
        };
        url.with_context(|| format!("mancala serve says '{line}'"))?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Puts CodeMirror and what we make of it into one file of `web/generated`.
#[cfg(feature = "bindgen")]
pub fn bundle_editor() -> Result<()> {
    need("node", &["nodejs", "npm"])?;
    let folder = root().join("web/codemirror");
    packages(&folder)?;
    let mut node = Command::new("node");
    node.arg("build.js").current_dir(folder);
    shell::run(&mut node).context("bundling the editor")
}

/// Installs what is missing, where we may.
pub fn prepare() -> Result<()> {
    need("node", &["nodejs", "npm"])?;
    if chromium().is_err() {
        install(&["chromium"]).context("the tests of the page need Chromium")?;
    }
    packages(&folder())
}

/// Installs the packages of a folder, unless they are there.
fn packages(folder: &Path) -> Result<()> {
    let name = folder.display();
    let lock = fs::read(folder.join("package-lock.json"))
        .with_context(|| format!("{name}/package-lock.json"))?;
    let stamp = folder.join("node_modules/.mancala-lock");
    if fs::read(&stamp).is_ok_and(|old| old == lock) {
        return Ok(());
    }
    println!("installing the packages of {name}");
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(folder);
    shell::run(&mut npm).with_context(|| {
        format!("the packages of {name} could not be installed; run `npm ci` there with a network")
    })?;
    Ok(fs::write(stamp, lock)?)
}

fn chromium() -> Result<String> {
    if let Ok(named) = std::env::var("CHROMIUM") {
        return Ok(named);
    }
    for name in CHROMIUM {
        if let Ok(path) = output(Command::new("which").arg(name)) {
            return Ok(path.trim().to_owned());
        }
    }
    bail!("there is no Chromium; on Debian: sudo apt-get install chromium. CHROMIUM names another")
}

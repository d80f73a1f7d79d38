//! A real PostgreSQL in a temporary folder, on a Unix socket. It ends with the process that started it, however that ends, and
//! its folder goes with it.
//!
//! Where PostgreSQL is not installed, tests that need it say so and do nothing, unless `MANCALA_TEST_POSTGRES` is `required`:
//! then they fail. `cargo xtask test` sets it.

use std::io::{self, Write};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    /// More settings of the server, and its port.
    settings: Vec<String>,
    port: u16,
    /// A shell that waits for a line, or for the end of our process.
    keeper: Option<Child>,
}

impl Postgres {
    /// One for all tests of a process that do not stop it.
    pub fn shared() -> Option<&'static Postgres> {
        static SHARED: OnceLock<Option<Postgres>> = OnceLock::new();
        SHARED.get_or_init(Postgres::start).as_ref()
    }

    /// A separate one for a test. `None` if it is not installed, and need not be.
    pub fn start() -> Option<Postgres> {
        let Some(programs) = programs() else {
            let required =
                std::env::var_os("MANCALA_TEST_POSTGRES").is_some_and(|value| value == "required");
            assert!(
                !required,
                "PostgreSQL is not installed; on Debian: sudo apt-get install postgresql"
            );
            // Not by a macro: the harness would hide it.
            let _ =
                io::stderr().write_all(b"PostgreSQL is not installed: a test of it is left out\n");
            return None;
        };
        let folder = tempfile::Builder::new()
            .prefix("mancala-postgres-")
            .tempdir()
            .expect("a temporary folder")
            .keep();
        if let Some((user, group)) = unprivileged() {
            chown(&folder, Some(user), Some(group)).expect("root may give folders away");
        }
        let mut postgres = Postgres {
            programs,
            folder,
            settings: Vec::new(),
            port: 5432,
            keeper: None,
        };
        let data = postgres.folder.join("data");
        let made = postgres
            .command("initdb")
            .args([
                "--username=mancala",
                "--auth=trust",
                "--no-sync",
                "--encoding=UTF8",
                "--locale=C",
                "-D",
            ])
            .arg(&data)
            .output()
            .expect("initdb runs");
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "initdb: {said}");
        postgres.resume();
        Some(postgres)
    }

    /// Starts it on its existing data.
    pub fn resume(&mut self) {
        const KEEPER: &str = r#"
            programs=$1 folder=$2
            shift 2
            "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=100 \
                -c shared_buffers=32MB "$@" 2>"$folder/log" &
            postgres=$!
            read -r wish
            kill -INT $postgres
            wait $postgres
            [ "$wish" = keep ] || rm -rf "$folder"
        "#;
        let mut keeper = as_unprivileged("sh");
        keeper
            .args(["-c", KEEPER, "keeper"])
            .arg(&self.programs)
            .arg(&self.folder)
            .args(&self.settings)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null());
        self.keeper = Some(keeper.spawn().expect("sh runs"));
        let deadline = Instant::now() + Duration::from_secs(60);
        while !self.try_sql("postgres", "SELECT 1") {
            let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(
                Instant::now() < deadline,
                "PostgreSQL does not start: {log}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Starts it again with a certificate for 127.0.0.1, on a port there. The name of the file with the authority that signed it.
    #[allow(dead_code, reason = "not every test that includes this needs it")]
    pub fn resume_with_tls(&mut self) -> PathBuf {
        const CERTIFY: &str = r#"
            cd "$1" && new="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2" &&
            openssl req -x509 $new -subj /CN=authority -keyout authority.key -out authority.crt &&
            openssl req -x509 $new -subj /CN=other -keyout other.key -out other.crt &&
            openssl req $new -subj /CN=localhost -keyout server.key -out server.request &&
            echo "subjectAltName=IP:127.0.0.1" > server.names &&
            openssl x509 -req -in server.request -CA authority.crt -CAkey authority.key -CAcreateserial -days 2 \
                -extfile server.names -out server.crt &&
            chmod 600 server.key && chmod 755 . && chmod 644 *.crt
        "#;
        self.stop();
        let mut certify = as_unprivileged("sh");
        certify.args(["-c", CERTIFY, "certify"]).arg(&self.folder);
        let made = certify.output().expect("sh runs");
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        self.port = free.local_addr().expect("it is bound").port();
        drop(free);
        let file = |name: &str| self.folder.join(name).display().to_string();
        let settings = [
            "listen_addresses=127.0.0.1".to_owned(),
            format!("port={}", self.port),
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", file("server.crt")),
            format!("ssl_key_file={}", file("server.key")),
        ];
        self.settings = settings
            .into_iter()
            .flat_map(|setting| ["-c".to_owned(), setting])
            .collect();
        self.resume();
        self.folder.join("authority.crt")
    }

    /// The address of a database by TCP.
    #[allow(dead_code, reason = "not every test that includes this needs it")]
    pub fn by_tcp(&self, url: &str) -> String {
        let name = url.split(['/', '?']).nth(3).expect("an address of ours");
        format!("postgres://mancala@127.0.0.1:{}/{name}", self.port)
    }

    /// Stops it; the data stay.
    pub fn stop(&mut self) {
        self.end("keep\n");
    }

    fn end(&mut self, wish: &str) {
        if let Some(mut keeper) = self.keeper.take() {
            let mut pipe = keeper.stdin.take().expect("it was piped");
            pipe.write_all(wish.as_bytes()).expect("the keeper reads");
            drop(pipe);
            keeper.wait().expect("the keeper ends");
        }
    }

    /// The address of a new empty database.
    pub fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("site{}", COUNT.fetch_add(1, Ordering::Relaxed));
        assert!(self.try_sql("postgres", &format!("CREATE DATABASE {name}")));
        format!(
            "postgres://mancala@localhost/{name}?host={}",
            self.folder.display()
        )
    }

    /// Runs one statement.
    pub fn sql(&self, url: &str, statement: &str) {
        let name = url.split(['/', '?']).nth(3).expect("an address of ours");
        assert!(self.try_sql(name, statement), "{statement}");
    }

    fn try_sql(&self, database: &str, statement: &str) -> bool {
        let done = self
            .command("psql")
            .args([
                "--no-psqlrc",
                "--quiet",
                "--username=mancala",
                "--set=ON_ERROR_STOP=1",
                "--host",
            ])
            .arg(&self.folder)
            .args(["--dbname", database, "--command", statement])
            .env("PGPORT", self.port.to_string())
            .output();
        done.expect("psql runs").status.success()
    }

    fn command(&self, program: &str) -> Command {
        let mut command = as_unprivileged(self.programs.join(program));
        command.current_dir("/");
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.end("");
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Where `postgres`, `initdb` and `psql` are: in the path, or where Debian puts them.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = Path::new("/usr/lib/postgresql").read_dir() {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders.into_iter().find(|folder| {
        let mut wanted = ["postgres", "initdb", "psql"].into_iter();
        wanted.all(|program| folder.join(program).is_file())
    })
}

/// PostgreSQL does not run as root: then another user runs it.
fn as_unprivileged(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let Some((user, group)) = unprivileged() else {
        return Command::new(program);
    };
    let mut command = Command::new("setpriv");
    command
        .arg(format!("--reuid={user}"))
        .arg(format!("--regid={group}"))
        .arg("--clear-groups")
        .arg(program);
    command
}

/// Another user and group, if we are root.
fn unprivileged() -> Option<(u32, u32)> {
    let id = |arguments: &[&str]| -> Option<u32> {
        let output = Command::new("id").args(arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    if id(&["-u"])? != 0 {
        return None;
    }
    ["postgres", "nobody"]
        .into_iter()
        .find_map(|name| Some((id(&["-u", name])?, id(&["-g", name])?)))
}

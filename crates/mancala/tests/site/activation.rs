//! A socket held by another process, as systemd does: the program is replaced under load, and nobody is refused.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::process::{Process, file_in};

/// `mancala serve` with a socket, as systemd starts it: the environment names the process that is meant.
fn start(database: &str, listener: &TcpListener) -> Process {
    let socket = OwnedFd::from(listener.try_clone().expect("a socket can be shared"));
    let mut command = Command::new("sh");
    command
        .args(["-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_mancala"))
        .args([
            "serve",
            "--no-open",
            "--behind-proxy",
            "--port",
            "1",
            "--database",
            database,
        ])
        .stdin(Stdio::from(socket));
    Process::start_by(&mut command)
}

/// What comes back for a request.
fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

#[test]
fn nobody_is_refused_while_the_program_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let database = file_in(folder.path());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (done, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    let go_on = |count: usize| {
        let wanted = asked.load(Ordering::Relaxed) + count;
        while asked.load(Ordering::Relaxed) < wanted {
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    std::thread::scope(|scope| {
        let visitor = || {
            while !done.load(Ordering::Relaxed) {
                let answer = ask(address).expect("nobody is refused");
                assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
                asked.fetch_add(1, Ordering::Relaxed);
            }
        };
        let visitors = [scope.spawn(visitor), scope.spawn(visitor)];
        for _ in 0..3 {
            let process = start(&database, &listener);
            assert_eq!(process.address, address);
            go_on(20);
            process.stop();
        }
        let last = start(&database, &listener);
        go_on(20);
        done.store(true, Ordering::Relaxed);
        for visitor in visitors {
            visitor.join().unwrap();
        }
        last.stop();
    });
}

#[test]
fn a_socket_that_is_none_is_named() {
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve --no-open --port 0",
        ])
        .arg(env!("CARGO_BIN_EXE_mancala"))
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("StandardInput=socket"), "{complaint}");
}

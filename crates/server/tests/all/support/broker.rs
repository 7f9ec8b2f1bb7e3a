//! A NATS server of one's own, which can be killed and started again.

#![allow(dead_code, reason = "only the tests of the program kill it")]

use std::{
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A server that runs until it is dropped. What it keeps is in a folder that is its own.
pub struct Broker {
    folder: tempfile::TempDir,
    port: u16,
    process: Child,
}

impl Broker {
    pub fn start() -> Broker {
        let folder = tempfile::tempdir().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let process = run(folder.path(), port);
        Broker { folder, port, process }
    }

    /// Its address for `--engine`, with a name that tells users apart.
    pub fn address(&self, name: &str) -> String {
        format!("nats://127.0.0.1:{}/{name}", self.port)
    }

    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub fn start_again(&mut self) {
        self.process = run(self.folder.path(), self.port);
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn run(folder: &Path, port: u16) -> Child {
    // Debian puts it where only root looks for it.
    let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("nats-server");
    command.env("PATH", path).args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]);
    command.arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let process = command.spawn().expect("nats-server (scripts/install nats)");
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(30), "nats-server does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    process
}

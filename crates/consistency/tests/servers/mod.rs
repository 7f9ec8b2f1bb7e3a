//! PostgreSQL and MariaDB from the system's packages, on loopback, with a
//! temporary data directory.

use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use aplomb_consistency::live::connect;

pub struct Server {
    pub address: String,
    child: Child,
    directory: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let id = self.child.id().to_string();
        let _ = Command::new("kill").args(["-INT", &id]).status();
        let patience = Instant::now() + Duration::from_secs(10);
        while Instant::now() < patience && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Whether the tests that need a server are switched off.
pub fn switched_off() -> bool {
    std::env::var("APLOMB_LIVE").is_ok_and(|value| value == "off")
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    listener.local_addr().expect("bound").port()
}

fn directory(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("aplomb-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    directory
}

/// The number of a user or group, asked from the system.
fn id(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

/// Database servers refuse to run as root: run them as the user of their
/// package, or as nobody.
fn as_user(program: &Path, user: &str, directory: &Path) -> Command {
    let mut command = Command::new(program);
    if id(&["-u"]) == Some(0) {
        let user = [user, "nobody"].into_iter().find(|user| id(&["-u", user]).is_some());
        let user = user.expect("an unprivileged user");
        let (uid, gid) = (id(&["-u", user]), id(&["-g", user]));
        std::os::unix::fs::chown(directory, uid, gid).expect("root may");
        command.uid(uid.expect("a user")).gid(gid.expect("a group"));
    }
    command.current_dir(directory).stdin(Stdio::null());
    command
}

fn run(mut command: Command) {
    let output = command.output().expect("installed: apt-get install postgresql mariadb-server");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn ready(address: String, child: Child, directory: PathBuf) -> Server {
    let server = Server { address, child, directory };
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        match connect(&server.address) {
            Ok(_) => return server,
            Err(error) if Instant::now() > patience => {
                panic!("the server does not answer: {error}")
            }
            Err(_) => std::thread::sleep(Duration::from_millis(200)),
        }
    }
}

pub fn postgres() -> Server {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .expect("PostgreSQL is installed: apt-get install postgresql (or set APLOMB_LIVE=off)");
    let mut versions: Vec<PathBuf> = versions.flatten().map(|entry| entry.path()).collect();
    versions.sort();
    let programs = versions.last().expect("a version").join("bin");
    let directory = directory("postgres");
    let data = directory.join("data");
    let mut initialise = as_user(&programs.join("initdb"), "postgres", &directory);
    initialise.args(["-A", "trust", "-U", "aplomb", "--no-sync", "-D"]).arg(&data);
    run(initialise);
    let port = free_port();
    let mut server = as_user(&programs.join("postgres"), "postgres", &directory);
    server.arg("-D").arg(&data).args(["-p", &port.to_string()]);
    for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"] {
        server.args(["-c", setting]);
    }
    let child = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("postgres");
    ready(format!("postgres://aplomb@127.0.0.1:{port}/postgres"), child, directory)
}

pub fn mariadb() -> Server {
    let directory = directory("mariadb");
    let data = directory.join("data");
    let missing = "MariaDB is installed: apt-get install mariadb-server (or set APLOMB_LIVE=off)";
    let install = Path::new("/usr/bin/mariadb-install-db");
    let program = Path::new("/usr/sbin/mariadbd");
    assert!(install.exists() && program.exists(), "{missing}");
    let mut initialise = as_user(install, "mysql", &directory);
    initialise.args(["--no-defaults", "--auth-root-authentication-method=normal"]);
    initialise.arg("--skip-test-db").arg(format!("--datadir={}", data.display()));
    run(initialise);
    let port = free_port();
    let mut server = as_user(program, "mysql", &directory);
    server.arg("--no-defaults").arg(format!("--datadir={}", data.display()));
    server.arg(format!("--port={port}")).arg("--bind-address=127.0.0.1");
    server.arg(format!("--socket={}", directory.join("socket").display()));
    server.args(["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=16M"]);
    server.arg("--skip-name-resolve");
    let child = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("mariadbd");
    ready(format!("mysql://root@127.0.0.1:{port}/mysql"), child, directory)
}

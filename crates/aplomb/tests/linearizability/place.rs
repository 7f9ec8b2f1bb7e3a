//! Where the tests run the program: a folder with compiled classes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use serde_json::Value;

/// What a run leaves behind.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The report, which keeps to its schema.
    pub fn report(&self) -> Value {
        let report: Value = serde_json::from_str(&self.out).expect("a report in JSON");
        crate::contract::check(&report);
        report
    }
}

/// Runs the program where the classes are.
pub fn run(arguments: &[&str]) -> Run {
    run_command(Command::new(env!("CARGO_BIN_EXE_aplomb")).arg("linearizability").args(arguments))
}

/// Runs a line in a shell that finds the program.
pub fn shell(line: &str) -> Run {
    let binary = Path::new(env!("CARGO_BIN_EXE_aplomb")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", binary.display());
    run_command(Command::new("bash").args(["-c", line]).env("PATH", path))
}

fn run_command(command: &mut Command) -> Run {
    let output = command.current_dir(place()).stdin(Stdio::null()).output().expect("it starts");
    Run {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A folder in which the classes are compiled, and into which tests write files.
pub fn place() -> &'static Path {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linearizability");
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(place.join("classes")).expect("a folder");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linearizability/java");
        let files: Vec<PathBuf> = fs::read_dir(&sources)
            .expect("the sources")
            .map(|entry| entry.expect("a file").path())
            .collect();
        for file in &files {
            let name = file.file_name().expect("a name");
            fs::copy(file, place.join(name)).expect("a copy of the source");
        }
        let compiled = Command::new("javac")
            .args(["-g", "-d"])
            .arg(place.join("classes"))
            .args(files)
            .output()
            .expect("these tests need `javac` on the PATH: install a JDK (17 or later)");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        fs::remove_file(place.join("classes/samples/Missing.class")).expect("it was compiled");
        place
    })
}

/// Writes a file and names it.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    fs::write(place().join(name), content).expect("a file can be written");
    name.to_owned()
}

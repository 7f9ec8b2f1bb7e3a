//! Plays a document: writes the files it shows, runs the commands it shows.

use crate::document::{Block, Document};
use crate::transcript::{self, Exchange};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A command of the book that takes longer than this hangs.
const LIMIT: Duration = Duration::from_secs(120);

/// A place where one document is played: an empty directory with a copy of the
/// repository's `examples/` in it.
pub struct Session<'a> {
    root: &'a Path,
    directory: tempfile::TempDir,
    /// Exit status of the last command, so that `echo $?` shows it.
    last_status: i32,
}

/// What became of a document.
pub struct Played {
    pub failures: Vec<String>,
    /// The document with the output that the commands really print.
    pub corrected: String,
}

impl<'a> Session<'a> {
    pub fn start(root: &'a Path) -> Session<'a> {
        let directory = tempfile::tempdir().expect("a temporary directory");
        copy(&root.join("examples"), &directory.path().join("examples"));
        Session { root, directory, last_status: 0 }
    }

    /// Plays all blocks in the order of the document.
    pub fn play(mut self, document: &Document) -> Played {
        let mut failures = Vec::new();
        let mut corrected = String::new();
        let mut copied = 0;
        for block in &document.blocks {
            match self.play_block(block) {
                Ok(None) => {}
                Ok(Some(actual)) => {
                    let place = format!("{}:{}", document.path.display(), block.line);
                    failures.push(format!(
                        "{place}: the output differs\n--- the document says\n{}--- the commands print\n{actual}",
                        block.text
                    ));
                    corrected.push_str(&document.text[copied..block.body.start]);
                    for line in actual.lines() {
                        corrected.push_str(format!("{}{line}", block.indent).trim_end());
                        corrected.push('\n');
                    }
                    copied = block.body.end;
                }
                Err(message) => {
                    failures.push(format!("{}:{}: {message}", document.path.display(), block.line));
                }
            }
        }
        corrected.push_str(&document.text[copied..]);
        Played { failures, corrected }
    }

    /// The text that a `console` block should have, if it is not the one it has.
    fn play_block(&mut self, block: &Block) -> Result<Option<String>, String> {
        if let Some(name) = block.attribute("file") {
            self.write(name, &block.text)?;
        }
        match block.language.as_str() {
            "console" => return self.converse(&block.text),
            "json" => self.check_json(block)?,
            "toml" => {
                block.text.parse::<toml::Table>().map_err(|error| error.to_string())?;
            }
            _ => {}
        }
        Ok(None)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.directory.path().join(name);
        let parent = path.parent().ok_or("file= names no file")?;
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("{name}: {error}"))
    }

    fn check_json(&self, block: &Block) -> Result<(), String> {
        let value: serde_json::Value =
            serde_json::from_str(&block.text).map_err(|error| error.to_string())?;
        let Some(name) = block.attribute("schema") else { return Ok(()) };
        let schema = fs::read_to_string(self.root.join(name))
            .map_err(|error| format!("{name}: {error}"))
            .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))?;
        jsonschema::validate(&schema, &value).map_err(|error| error.to_string())
    }

    fn converse(&mut self, block: &str) -> Result<Option<String>, String> {
        let mut differs = false;
        let mut actual = transcript::parse(block)?;
        for exchange in &mut actual {
            let output = self.run(exchange)?;
            if !transcript::matches(&exchange.output, &output) {
                differs = true;
                exchange.output = output;
            }
        }
        Ok(differs.then(|| transcript::print(&actual)))
    }

    fn run(&mut self, exchange: &Exchange) -> Result<String, String> {
        let mut script = exchange.command.clone();
        if script.contains("$?") {
            script = format!("(exit {})\n{script}", self.last_status);
        }
        let transcript_path = self.directory.path().join(".transcript");
        let failed = |error: std::io::Error| format!("`{}`: {error}", exchange.command);
        // Both streams go to one file, in the order in which a reader sees them.
        let stdout = File::create(&transcript_path).map_err(failed)?;
        let stderr = stdout.try_clone().map_err(failed)?;
        let mut child = Command::new("bash")
            .args(["-c", &script])
            .current_dir(self.directory.path())
            .env("PATH", path_with_binary())
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(stderr)
            .spawn()
            .map_err(failed)?;
        let deadline = Instant::now() + LIMIT;
        let status = loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                break status;
            }
            if Instant::now() > deadline {
                child.kill().map_err(failed)?;
                return Err(format!("`{}` runs longer than {LIMIT:?}", exchange.command));
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        self.last_status = status.code().unwrap_or(-1);
        let output = fs::read(&transcript_path).map_err(failed)?;
        let mut output = String::from_utf8_lossy(&output).into_owned();
        if !output.is_empty() && !output.ends_with('\n') {
            output.push('\n');
        }
        Ok(output)
    }
}

/// The search path with the directory of the binary under test in front.
fn path_with_binary() -> std::ffi::OsString {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_aplomb"));
    let directory = binary.parent().expect("a binary lies in a directory").to_owned();
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(directory).chain(std::env::split_paths(&inherited));
    std::env::join_paths(all).expect("directories of the search path")
}

/// Copies a directory tree, if there is one; what is built in it stays behind.
fn copy(from: &Path, to: &Path) {
    let Ok(entries) = fs::read_dir(from) else { return };
    fs::create_dir_all(to).expect("a directory for the examples");
    for entry in entries {
        let entry = entry.expect("an entry of a directory");
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            if entry.file_name() != "node_modules" {
                copy(&source, &target);
            }
        } else {
            fs::copy(&source, &target).expect("a copy of an example");
        }
    }
}

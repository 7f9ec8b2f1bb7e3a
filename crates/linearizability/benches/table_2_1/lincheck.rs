//! Lincheck's model checking mode on the same clients, if it is there.

use std::{error::Error, path::Path, process::Command};

/// How many executions Lincheck looks at, unless it finds something earlier: its own default.
const INVOCATIONS: &str = "10000";

/// A class path on which Lincheck is, and an empty folder on it.
pub struct Lincheck {
    classpath: String,
    folder: String,
}

/// What Lincheck says, and how many seconds that took without the start of its virtual machine.
pub struct Answer {
    pub verdict: String,
    pub seconds: f64,
}

impl Lincheck {
    pub fn new(classpath: String, folder: String) -> Self {
        Self { classpath, folder }
    }

    pub fn check(&self, entry: &Path, class: &str, client: &str) -> Result<Answer, Box<dyn Error>> {
        let classpath = format!("{}:{}", self.classpath, entry.display());
        let run = Command::new("java")
            .args(["-cp", &classpath, "LincheckBeside", class, client, INVOCATIONS, &self.folder])
            .output()?;
        let printed = String::from_utf8_lossy(&run.stdout);
        let answer = printed.lines().last().and_then(|line| line.split_once(' '));
        let (verdict, seconds) = answer.ok_or_else(|| {
            format!("Lincheck has no answer: {}", String::from_utf8_lossy(&run.stderr))
        })?;
        Ok(Answer { verdict: verdict.to_owned(), seconds: seconds.parse()? })
    }
}

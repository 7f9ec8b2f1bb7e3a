//! Programs that run beside a test.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

/// How long a busy machine may take for one step.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that is ended with the test, and what it prints.
pub struct Running {
    pub child: Child,
    lines: mpsc::Receiver<String>,
}

impl Running {
    /// Both streams of `command`, line by line.
    pub fn start(command: &mut Command) -> Running {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let (sender, lines) = mpsc::channel();
        let streams: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for stream in streams {
            let sender = sender.clone();
            thread::spawn(move || {
                for line in BufReader::new(stream).lines().map_while(Result::ok) {
                    let _ = sender.send(line);
                }
            });
        }
        Running { child, lines }
    }

    /// Waits for a line with `text`; the lines until then.
    pub fn until(&self, text: &str) -> String {
        let began = Instant::now();
        let mut seen = String::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE.saturating_sub(began.elapsed())) {
            seen.push_str(&line);
            seen.push('\n');
            if line.contains(text) {
                return seen;
            }
        }
        panic!("no line with '{text}' in:\n{seen}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

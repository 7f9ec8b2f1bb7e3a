//! An application on this machine: its functions behind a gateway, recorded, and a
//! database with its tables. Both are programs of `sdk/node/recorder`; functions in Python
//! run in processes of their own language.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
};

use serde_json::{Value, json};

use crate::player::{PlayError, files};

/// What is served, and where.
#[derive(Clone, Debug)]
pub struct Local {
    /// The application's folder.
    pub root: PathBuf,
    /// The port of the gateway on this machine; 0 is any.
    pub port: u16,
    /// Name, file and export of each function.
    pub functions: Vec<(String, PathBuf, String)>,
    /// What the gateway answers: objects with `method`, `path`, `function` and `payload`.
    pub routes: Vec<Value>,
    /// Variables of the functions.
    pub environment: Vec<(String, String)>,
    /// The folder that recordings and events are written to.
    pub recordings: PathBuf,
    /// The program that runs gateway, database and functions in JavaScript, usually `node`.
    pub interpreter: PathBuf,
    /// The program that runs functions in Python, usually `python3`.
    pub python: PathBuf,
}

/// A program that serves until this is dropped.
#[derive(Debug)]
pub struct Serving {
    /// Its address.
    pub url: String,
    child: Child,
    // Ends with this value, and the program with it.
    _stdin: Option<ChildStdin>,
    _files: Vec<tempfile::TempDir>,
}

impl Serving {
    /// Whether the program has ended.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn start(
        command: &mut Command,
        files: Vec<tempfile::TempDir>,
        program: &'static str,
    ) -> Result<Serving, PlayError> {
        let interpreter = PathBuf::from(command.get_program());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|source| PlayError::NoInterpreter { interpreter, source })?;
        let stdin = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().ok_or(PlayError::NotServing(program))?);
        let mut line = String::new();
        let url = loop {
            line.clear();
            if output.read_line(&mut line)? == 0 {
                let _ = child.wait();
                return Err(PlayError::NotServing(program));
            }
            match line.trim().strip_prefix("listening on ") {
                Some(url) => break url.to_owned(),
                None => print!("{line}"),
            }
        };
        // What the functions print later is shown as it comes.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::stdout()));
        Ok(Serving { url, child, _stdin: stdin, _files: files })
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Local {
    /// Starts dynalite on `port`, or takes the server at `url`, and creates `tables`
    /// (what `CreateTable` takes) there.
    pub fn database(
        &self,
        url: Option<&str>,
        port: u16,
        tables: &[Value],
    ) -> Result<Serving, PlayError> {
        let files = files::unpacked(files::NODE)?;
        let description = files.path().join("database.json");
        let text = json!({"root": self.root, "url": url, "port": port, "tables": tables});
        fs::write(&description, text.to_string())?;
        let mut command = Command::new(&self.interpreter);
        command.arg(files.path().join("database.js")).arg(description);
        Serving::start(&mut command, vec![files], "database")
    }

    /// Starts the gateway.
    pub fn gateway(&self) -> Result<Serving, PlayError> {
        let files = files::unpacked(files::NODE)?;
        let python = files::unpacked(files::PYTHON)?;
        let description = files.path().join("gateway.json");
        let relative = |file: &Path| file.strip_prefix(&self.root).unwrap_or(file).to_owned();
        let functions: serde_json::Map<String, Value> = self
            .functions
            .iter()
            .map(|(name, file, export)| {
                (name.clone(), json!({"file": relative(file), "export": export}))
            })
            .collect();
        let text = json!({
            "root": self.root, "host": "127.0.0.1", "port": self.port, "timeout": 30,
            "functions": functions, "routes": self.routes, "endsWithInput": true,
            "python": {
                "interpreter": self.python,
                "path": [python.path().join("aplomb/recorder/load"), python.path().to_owned()],
            },
        });
        fs::write(&description, text.to_string())?;
        let handlers: Vec<String> = self
            .functions
            .iter()
            .map(|(name, file, export)| {
                format!("{name}={}.{export}", relative(file).with_extension("").display())
            })
            .collect();
        let mut command = Command::new(&self.interpreter);
        command
            .arg("--require")
            .arg(files.path().join("register.js"))
            .arg(files.path().join("serve.js"))
            .arg(description)
            .current_dir(&self.root)
            .envs(self.environment.iter().cloned())
            .env("APLOMB_ROOT", &self.root)
            .env("APLOMB_HANDLERS", handlers.join(","))
            .env("APLOMB_DIRECTORY", &self.recordings);
        Serving::start(&mut command, vec![files, python], "gateway")
    }
}

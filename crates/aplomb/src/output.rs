//! Where the answer goes.

use std::{
    fs::{self, File, Metadata},
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, PathBuf},
};

use aplomb_report::render::terminal;
use tracing::Level;

use crate::{arguments::Display, error::InputError};

/// No line is longer than this, however wide the terminal is.
const WIDEST: usize = 120;

/// Writes what happens to standard error, as much of it as the user asked for.
pub fn trace(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => Level::INFO,
        _ => Level::DEBUG,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .with_timer(tracing_subscriber::fmt::time::uptime())
        .init();
}

/// Where the answer goes.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// A file, which is replaced as a whole or not at all.
    File(PathBuf),
}

impl Destination {
    /// The place that the user asked for. A place that cannot be written to is
    /// refused before any work is done.
    pub fn of(display: &Display) -> Result<Destination, InputError> {
        let Some(path) = display.output.as_ref().filter(|path| path.as_os_str() != "-") else {
            return Ok(Destination::Stdout);
        };
        let unwritable = |source| InputError::Unwritable { path: path.clone(), source };
        if path.is_dir() {
            return Err(unwritable(ErrorKind::IsADirectory.into()));
        }
        let folder = folder(path);
        if !folder.is_dir() {
            let reason = format!("there is no directory {}", folder.display());
            return Err(unwritable(io::Error::new(ErrorKind::NotFound, reason)));
        }
        Ok(Destination::File(path.clone()))
    }

    /// Writes the answer. A reader that has gone away has seen enough.
    pub fn write(&self, text: &str) -> Result<(), InputError> {
        match self {
            Destination::Stdout => {
                let mut stdout = io::stdout().lock();
                let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
                match written {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                    written => written.map_err(InputError::Output),
                }
            }
            Destination::File(path) => write_file(path, text)
                .map_err(|source| InputError::Unwritable { path: path.clone(), source }),
        }
    }
}

/// How text for people is shown at this destination.
pub fn terminal_options(display: &Display, destination: &Destination) -> terminal::Options {
    let stdout = io::stdout();
    let to_terminal = matches!(destination, Destination::Stdout) && stdout.is_terminal();
    let color = match destination {
        Destination::Stdout => display.color.on(&stdout),
        Destination::File(_) => display.color == crate::arguments::Color::Always,
    };
    let size = terminal_size::terminal_size().filter(|_| to_terminal);
    let width = size.map_or(100, |(width, _)| usize::from(width.0).clamp(40, WIDEST));
    terminal::Options { color, width, quiet: display.quiet }
}

/// Replaces a file as a whole: writes a new one beside it and renames that.
/// What is not a plain file (a pipe, a device) is written to directly.
fn write_file(path: &Path, text: &str) -> io::Result<()> {
    // Replace what a link points to, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let existing = fs::metadata(&path).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        let mut file = File::options().write(true).open(&path)?;
        return match file.write_all(text.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written,
        };
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let fresh = folder(&path).join(format!(".{name}.{}.part", std::process::id()));
    let written =
        write_fresh(&fresh, text, existing.as_ref()).and_then(|()| fs::rename(&fresh, &path));
    if written.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    written
}

fn write_fresh(path: &Path, text: &str, replaces: Option<&Metadata>) -> io::Result<()> {
    if replaces.is_some_and(|existing| existing.permissions().readonly()) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let mut file = File::create_new(path)?;
    if let Some(existing) = replaces {
        file.set_permissions(existing.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

//! `aplomb replay`: a recorded invocation, once more.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

use aplomb_replay::{
    Cause, Difference, Player, Recording, Replay, ReplayVerdict, Request, causes, picture,
};
use aplomb_report::render::html;
use clap::Args;
use serde_json::json;

use crate::{
    arguments::{Display, Format},
    commands::Answer,
    context::Context,
    error::InputError,
    folder,
};

const ENDING: &str = "recording";
/// How often edited files are looked for.
const POLL: Duration = Duration::from_millis(300);

/// Which invocation, and how.
#[derive(Debug, Args)]
#[command(after_help = "Recordings are written by the recorders of sdk/node and sdk/python. \
    The exit code is 0 if the invocation does the same again, 1 if it differs, and 2 if it \
    cannot be replayed.")]
pub struct Arguments {
    /// A recording, a folder with one, or the identity of an invocation
    #[arg(value_name = "RECORDING|ID")]
    pub invocation: String,
    /// The folder with the recordings [default: the current one]
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    pub recordings: PathBuf,
    /// Take the recordings from the store of `aplomb watch` in this folder
    #[cfg(feature = "server")]
    #[arg(long, value_name = "DIR", conflicts_with = "recordings")]
    pub store: Option<PathBuf>,
    /// The application's folder, if it is not where it was when it was recorded
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Call this instead: FILE#EXPORT for Node, MODULE#FUNCTION for Python
    #[arg(long, value_name = "HANDLER")]
    pub handler: Option<String>,
    /// Run it with this interpreter [default: node or python3]
    #[arg(long, value_name = "PROGRAM")]
    pub interpreter: Option<PathBuf>,
    /// The code was edited: go on after differences as long as there are answers
    #[arg(long)]
    pub edited: bool,
    /// Replay again whenever a file of the application changes (implies --edited)
    #[arg(long)]
    pub watch_file: bool,
    /// Wait for a debugger, and stop at the first line of the handler
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = "127.0.0.1:9229")]
    pub inspect: Option<String>,
    /// Show the invocations that led to this one instead
    #[arg(long, conflicts_with_all = ["edited", "watch_file", "inspect"])]
    pub causes: bool,
}

#[cfg(feature = "server")]
impl Arguments {
    /// The folder with the recordings.
    fn folder(&self) -> PathBuf {
        match &self.store {
            Some(store) => aplomb_store::recordings_folder(store),
            None => self.recordings.clone(),
        }
    }

    /// Where the recording of the invocation is, if it is there.
    fn named(&self) -> PathBuf {
        match &self.store {
            Some(store) => aplomb_store::recording_file(store, &self.invocation),
            None => self.recordings.join(format!("{}.{ENDING}", self.invocation)),
        }
    }
}

#[cfg(not(feature = "server"))]
impl Arguments {
    fn folder(&self) -> PathBuf {
        self.recordings.clone()
    }

    fn named(&self) -> PathBuf {
        self.recordings.join(format!("{}.{ENDING}", self.invocation))
    }
}

/// Replays the invocation, or tells what led to it.
pub fn run(
    arguments: &Arguments,
    display: &Display,
    context: &Context,
) -> Result<Answer, InputError> {
    let format = display.format();
    let offered = match arguments.causes {
        true => "human, json and html",
        false => "human and json",
    };
    let is_offered = match format {
        Format::Human | Format::Json => true,
        Format::Html => arguments.causes,
        _ => false,
    };
    if !is_offered {
        return Err(InputError::NoSuchFormat { command: "replay", format, offered });
    }
    if arguments.causes {
        return explain(arguments, format, context);
    }
    let path = find(arguments)?;
    let recording = read(&path)?;
    let player = Player {
        root: arguments.root.clone(),
        handler: arguments.handler.clone(),
        interpreter: arguments.interpreter.clone(),
        edited: arguments.edited || arguments.watch_file,
        inspect: arguments.inspect.clone(),
    };
    if let Some(address) = &player.inspect {
        eprintln!("waiting for a debugger on {address}");
    }
    if arguments.watch_file {
        let root = player.root.clone().unwrap_or_else(|| recording.head.root.clone().into());
        watch(&player, &recording, &path, &root)?;
    }
    let _progress = context.progress("replaying");
    let replay = player.play(&recording, &path).map_err(InputError::refused)?;
    if replay.verdict == ReplayVerdict::Refused {
        return Err(InputError::refused(replay.reason.unwrap_or_default()));
    }
    let text = match format {
        Format::Json => {
            format!("{:#}\n", json!({"schema": 1, "command": "replay", "replay": replay}))
        }
        _ => told(&replay),
    };
    Ok(Answer::Checked { text, passed: replay.verdict == ReplayVerdict::Same })
}

/// The file of the invocation: given by name, or by identity in the folder.
fn find(arguments: &Arguments) -> Result<PathBuf, InputError> {
    let given = Path::new(&arguments.invocation);
    if given.is_file() {
        return Ok(given.to_owned());
    }
    if given.is_dir() {
        return only_one(given);
    }
    let named = arguments.named();
    if named.is_file() {
        return Ok(named);
    }
    Err(InputError::refused(format!(
        "there is no recording {} and no file {}; name the folder with --recordings",
        given.display(),
        named.display()
    )))
}

/// The recording in a folder, if it has one only: each is replayed by itself.
fn only_one(folder: &Path) -> Result<PathBuf, InputError> {
    let inside = folder::files(folder, &[ENDING])?;
    <[PathBuf; 1]>::try_from(inside).map(|[one]| one).map_err(|several| {
        let (folder, count) = (folder.display(), several.len());
        InputError::refused(format!("{folder} has {count} recordings: name one of them"))
    })
}

fn read(path: &Path) -> Result<Recording, InputError> {
    let text = fs::read_to_string(path)
        .map_err(|source| InputError::Unreadable { path: path.to_owned(), source })?;
    Recording::parse(&text)
        .map_err(|error| InputError::refused(format!("{}: {error}", path.display())))
}

/// Replays whenever the application changes, until the user ends it.
fn watch(
    player: &Player,
    recording: &Recording,
    path: &Path,
    root: &Path,
) -> Result<(), InputError> {
    let mut before = None;
    loop {
        let now = times(root);
        if before.as_ref() != Some(&now) {
            before = Some(now);
            let replay = player.play(recording, path).map_err(InputError::refused)?;
            let text = replay.reason.clone().unwrap_or_else(|| told(&replay));
            println!("{text}\nwaiting for changes below {}", root.display());
        }
        thread::sleep(POLL);
    }
}

/// When the files of the application were changed; not those of its packages.
fn times(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let skipped = name == "node_modules"
                || name == "__pycache__"
                || name.as_encoded_bytes().starts_with(b".");
            let Ok(data) = entry.metadata() else { continue };
            if data.is_dir() && !skipped {
                open.push(entry.path());
            } else if let (true, Ok(time)) = (data.is_file(), data.modified()) {
                found.insert(entry.path(), time);
            }
        }
    }
    found
}

/// A replay, for people.
fn told(replay: &Replay) -> String {
    let Replay { function, id, calls, .. } = replay;
    let calls = if *calls == 1 { "1 call".to_owned() } else { format!("{calls} calls") };
    if replay.verdict == ReplayVerdict::Same {
        return format!("{function} {id} does the same again: {calls}, the same outcome\n");
    }
    let mut text = format!("{function} {id} differs from its recording\n");
    for difference in &replay.differences {
        text.push_str(&told_difference(difference));
    }
    if replay.earlier_invocations > 0 {
        text.push_str(&format!(
            "\n  note: the process had served {} earlier; what they left in memory is not replayed\n",
            match replay.earlier_invocations {
                1 => "one invocation".to_owned(),
                many => format!("{many} invocations"),
            }
        ));
    }
    text
}

fn told_difference(difference: &Difference) -> String {
    let place = difference.at.as_ref().map(|at| format!(" ({}:{})", at.file, at.line));
    let mut text = format!("\n  {}{}\n", difference.what, place.unwrap_or_default());
    if let Some(expected) = &difference.expected {
        text.push_str(&format!("    recorded: {}\n", told_request(expected)));
    }
    if let Some(actual) = &difference.actual {
        text.push_str(&format!("    now:      {}\n", told_request(actual)));
    }
    text
}

fn told_request(request: &Request) -> String {
    match request {
        Request::Call { kind, name, request } if request.is_null() => format!("{kind} {name}"),
        Request::Call { kind, name, request } => format!("{kind} {name} {request}"),
        Request::Outcome(value) => value.to_string(),
    }
}

/// What led to the invocation.
fn explain(arguments: &Arguments, format: Format, context: &Context) -> Result<Answer, InputError> {
    let _progress = context.progress("reading the recordings");
    let given = Path::new(&arguments.invocation);
    let (id, folder) = if given.is_file() {
        let folder = given.parent().filter(|folder| !folder.as_os_str().is_empty());
        (read(given)?.head.id, folder.unwrap_or(Path::new(".")).to_owned())
    } else {
        (arguments.invocation.clone(), arguments.folder())
    };
    let recordings = read_all(&folder)?;
    let Some(cause) = causes(&id, &recordings) else {
        let count = recordings.len();
        return Err(InputError::refused(format!(
            "{} has {count} recordings, none of the invocation {id}",
            folder.display()
        )));
    };
    let text = match format {
        Format::Json => {
            format!(
                "{:#}\n",
                json!({"schema": 1, "command": "replay", "causes": cause_json(&cause)})
            )
        }
        Format::Html => {
            let title = format!("What led to {} {id}", cause.function);
            html::picture(&title, &picture(&[cause], |_| None).render())
        }
        _ => {
            let mut text = format!("{}\n", told_invocation(&cause));
            tell_links(&cause, "", &mut text);
            if cause.links.is_empty() {
                text.push_str("no recorded invocation wrote what it read\n");
            }
            text
        }
    };
    Ok(Answer::Text(text))
}

fn read_all(folder: &Path) -> Result<Vec<Recording>, InputError> {
    let unreadable = |source| InputError::Unreadable { path: folder.to_owned(), source };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn told_invocation(cause: &Cause) -> String {
    let again = if cause.seen_before { " (see above)" } else { "" };
    format!("{} {}{again}", cause.function, cause.id)
}

fn tell_links(cause: &Cause, indent: &str, text: &mut String) {
    for (index, link) in cause.links.iter().enumerate() {
        let last = index + 1 == cause.links.len();
        let (branch, below) = if last { ("└─", "   ") } else { ("├─", "│  ") };
        text.push_str(&format!(
            "{indent}{branch} {} read {}, which {} wrote: {}\n",
            link.read_by,
            link.what,
            link.written_by,
            told_invocation(&link.cause)
        ));
        tell_links(&link.cause, &format!("{indent}{below}"), text);
    }
}

fn cause_json(cause: &Cause) -> serde_json::Value {
    let links = cause.links.iter().map(|link| {
        json!({
            "what": link.what,
            "readBy": link.read_by,
            "writtenBy": link.written_by,
            "cause": cause_json(&link.cause),
        })
    });
    json!({
        "id": cause.id,
        "function": cause.function,
        "began": cause.began,
        "seenBefore": cause.seen_before,
        "links": links.collect::<Vec<_>>(),
    })
}

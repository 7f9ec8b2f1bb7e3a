//! Events from files that grow, and from standard input.

use std::{
    fs::File,
    hash::{Hash, Hasher},
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use aplomb_monitor::{Event, Origin};
use aplomb_server::Server;
use tokio::sync::mpsc;

/// So many lines are submitted together.
const MOST: usize = 1000;
/// How often a file is looked at when it does not grow.
const LOOK: Duration = Duration::from_millis(200);

/// Submits the events of a file, and what is added to it. Standard input has an end.
pub(super) async fn follow(path: PathBuf, server: Arc<Server>) {
    let (to, mut lines) = mpsc::channel(4);
    let name = path.display().to_string();
    let reader = std::thread::Builder::new().name("aplomb-reader".into());
    if let Err(error) = reader.spawn(move || read(&path, &to)) {
        eprintln!("aplomb watch: {name}: {error}");
        return;
    }
    while let Some(batch) = lines.recv().await {
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) => {
                eprintln!("aplomb watch: {name}: {error}");
                return;
            }
        };
        if let Err(why) = server.submit(events(batch, &name)).await {
            eprintln!("aplomb watch: {name}: {why}");
            return;
        }
    }
}

/// The events of some lines, each with its number; what is none is said.
fn events(lines: Vec<(u64, Vec<u8>)>, name: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for (number, line) in lines {
        match Event::from_json(&line) {
            Ok(event) => events.push(named(event, name, number, &line)),
            Err(reason) => eprintln!("aplomb watch: {name}:{number}: {reason}"),
        }
    }
    events
}

/// An event of a file is the same one when the file is read again after a restart.
fn named(mut event: Event, name: &str, number: u64, line: &[u8]) -> Event {
    if event.origin.id.is_none() && name != "-" {
        let mut hasher = std::hash::DefaultHasher::new();
        line.hash(&mut hasher);
        let id = Some(format!("{name}:{number}:{:016x}", hasher.finish()).into());
        event.origin = Arc::new(Origin { id, ..Origin::clone(&event.origin) });
    }
    event
}

type Batch = io::Result<Vec<(u64, Vec<u8>)>>;

/// Reads lines until the end, or, of a file, until nobody wants them.
fn read(path: &Path, to: &mpsc::Sender<Batch>) {
    let standard_input = path.as_os_str() == "-";
    let mut input: Box<dyn BufRead> = match standard_input {
        true => Box::new(BufReader::new(io::stdin())),
        false => match File::open(path) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(error) => {
                let _ = to.blocking_send(Err(error));
                return;
            }
        },
    };
    let (mut line, mut number, mut batch) = (Vec::new(), 0, Vec::new());
    loop {
        match input.read_until(b'\n', &mut line) {
            Ok(_) if line.ends_with(b"\n") => {
                number += 1;
                if !line.trim_ascii().is_empty() {
                    batch.push((number, std::mem::take(&mut line)));
                }
                line.clear();
            }
            // The end, for now: of a file that grows, the last line may be half of one.
            Ok(read) => {
                if standard_input && !line.trim_ascii().is_empty() {
                    batch.push((number + 1, std::mem::take(&mut line)));
                }
                let send = !batch.is_empty();
                if send && to.blocking_send(Ok(std::mem::take(&mut batch))).is_err() {
                    return;
                }
                if standard_input || to.is_closed() {
                    return;
                }
                if read == 0 {
                    std::thread::sleep(LOOK);
                }
            }
            Err(error) => {
                let _ = to.blocking_send(Err(error));
                return;
            }
        }
        if batch.len() >= MOST && to.blocking_send(Ok(std::mem::take(&mut batch))).is_err() {
            return;
        }
    }
}

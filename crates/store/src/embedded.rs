//! The store in a folder of this machine.

use std::{
    collections::HashMap,
    fmt, fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use serde::Deserialize;

use crate::{
    Appended, Arrival, Commit, Events, Notice, Partition, Position, State, Store, StoreError,
    Violation, Work,
    log::{self, Appender, Log},
    recordings,
    tables::Tables,
};

/// A store in a folder. One process writes to it at a time.
pub struct Embedded {
    folder: PathBuf,
    tables: Tables,
    log: Mutex<Appender>,
}

impl fmt::Debug for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedded").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Embedded {
    /// Opens the store in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Embedded, StoreError> {
        let recordings = recordings::recordings_folder(folder);
        fs::create_dir_all(&recordings).map_err(|source| StoreError::io(&recordings, source))?;
        // The tables first: they are locked, so nobody else touches the log.
        let tables = match Tables::open(&folder.join("tables")) {
            Err(StoreError::InUse { .. }) => return Err(StoreError::InUse { path: folder.into() }),
            other => other?,
        };
        let expected = tables.position()?.max(tables.indexed()?);
        let log = Appender::open(&log::folder(folder), expected)?;
        let store = Embedded { folder: folder.to_owned(), tables, log: Mutex::new(log) };
        store.index()?;
        Ok(store)
    }

    /// Notes the ids of events that were appended just before a crash.
    fn index(&self) -> Result<(), StoreError> {
        let mut ids = Vec::new();
        for event in self.read(self.tables.indexed()?)? {
            let text = event?.text;
            ids.extend(id_of(&text).map(|id| (id, crc32fast::hash(&text))));
        }
        self.tables.note(ids.iter().map(|(id, digest)| (id.as_str(), *digest)), self.end())
    }

    /// The position after the last event.
    pub fn end(&self) -> Position {
        self.log().end()
    }

    fn log(&self) -> MutexGuard<'_, Appender> {
        // Whatever a thread that panicked has appended is whole, or was taken back.
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The id in the text of an event.
fn id_of(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: Option<String>,
    }
    serde_json::from_slice::<Named>(text).ok()?.id
}

fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl Store for Embedded {
    fn append(&self, arrivals: &[Arrival]) -> Result<Appended, StoreError> {
        let mut log = self.log();
        let mut now: HashMap<&str, u32> = HashMap::new();
        let mut fresh = Vec::with_capacity(arrivals.len());
        let mut contradicting = Vec::new();
        for (place, arrival) in arrivals.iter().enumerate() {
            let Some(id) = arrival.id.as_deref() else {
                fresh.push(true);
                continue;
            };
            let digest = crc32fast::hash(&arrival.text);
            let before = match now.get(id) {
                Some(before) => Some(Some(*before)),
                None => self.tables.digest_of(id)?,
            };
            fresh.push(before.is_none());
            if before.flatten().is_some_and(|before| before != digest) {
                contradicting.push(place);
            }
            now.entry(id).or_insert(digest);
        }
        let first = log.end();
        if fresh.contains(&true) {
            let new = || arrivals.iter().zip(&fresh).filter(|(_, fresh)| **fresh);
            log.append(new().map(|(arrival, _)| &*arrival.text), millis(SystemTime::now()))?;
            let ids = new().filter_map(|(arrival, _)| arrival.id.as_deref());
            let ids = ids.map(|id| (id, now[id]));
            if let Err(error) = self.tables.note(ids, log.end()) {
                // The events are there, but would be taken for new ones if they came again.
                log.give_up(error.to_string());
                return Err(error);
            }
        }
        Ok(Appended { first, fresh, contradicting })
    }

    fn read(&self, from: Position) -> Result<Events, StoreError> {
        Ok(Box::new(Log::read(&log::folder(&self.folder), from)?))
    }

    fn work(self: Arc<Self>) -> Work {
        Work::Alone(self)
    }

    fn violation(&self, id: &str) -> Result<Option<Violation>, StoreError> {
        self.tables.violation(id)
    }

    fn violations(&self, before: i64, most: usize) -> Result<Vec<Violation>, StoreError> {
        self.tables.violations(before, most)
    }

    fn notices(&self, most: usize) -> Result<Vec<Notice>, StoreError> {
        self.tables.notices(most)
    }

    fn delivered(&self, number: u64) -> Result<(), StoreError> {
        self.tables.delivered(number)
    }

    fn keep_recording(&self, invocation: &str, text: &str) -> Result<(), StoreError> {
        recordings::keep(&self.folder, invocation, text)
    }

    fn recording(&self, invocation: &str) -> Result<Option<String>, StoreError> {
        recordings::get(&self.folder, invocation)
    }

    fn recordings(&self, most: usize) -> Result<Vec<String>, StoreError> {
        recordings::latest(&self.folder, most)
    }

    fn forget(&self, before: SystemTime) -> Result<u64, StoreError> {
        recordings::forget(&self.folder, before)?;
        self.tables.forget_violations(millis(before))?;
        let checked = self.tables.position()?;
        let old = self.log().old_segments(checked, millis(before))?;
        let mut gone = 0;
        for segment in old {
            let lines = segment.events.split(|byte| *byte == b'\n');
            let ids: Vec<String> = lines.filter_map(id_of).collect();
            self.tables.forget(ids.iter().map(String::as_str))?;
            segment.delete()?;
            gone += segment.count;
        }
        Ok(gone)
    }
}

impl Partition for Embedded {
    fn state(&self) -> Result<State, StoreError> {
        self.tables.state()
    }

    fn commit(&self, commit: &Commit) -> Result<(), StoreError> {
        self.tables.commit(commit)
    }
}

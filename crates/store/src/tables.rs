//! Tables: ids, the checker's state, violations and notices, in an LSM tree. What one batch
//! writes is there as a whole or not at all.

use std::path::Path;

use fjall::{Database, Keyspace, KeyspaceCreateOptions, OwnedWriteBatch as Batch, PersistMode};
use sha2::{Digest, Sha256};

use crate::{Commit, Notice, Position, State, StoreError, Violation};

/// The next event that has to be checked.
const POSITION: &[u8] = b"position";
/// The next event whose id is not in the table of ids.
const INDEXED: &[u8] = b"indexed";
/// Longer ids are kept as digests.
const LONGEST_ID: usize = 128;
/// The tree takes no longer keys. Entries with longer ones are in a table of their own.
const LONGEST_KEY: usize = 65_535;

/// The tables of a store.
pub(crate) struct Tables {
    database: Database,
    ids: Keyspace,
    state: Keyspace,
    /// Entries of the state with long keys, each under the digest of its key and with the key.
    long: Keyspace,
    violations: Keyspace,
    /// Violations by the time at which they were found.
    found: Keyspace,
    notices: Keyspace,
    marks: Keyspace,
}

fn failed(error: fjall::Error) -> StoreError {
    match error {
        fjall::Error::Io(source) => StoreError::io(Path::new("tables"), source),
        other => StoreError::Tables(format!("{other:?}")),
    }
}

impl Tables {
    pub fn open(folder: &Path) -> Result<Tables, StoreError> {
        let database = match Database::builder(folder).worker_threads(2).open() {
            Err(fjall::Error::Locked) => return Err(StoreError::InUse { path: folder.into() }),
            other => other.map_err(failed)?,
        };
        let table =
            |name: &str| database.keyspace(name, KeyspaceCreateOptions::default).map_err(failed);
        Ok(Tables {
            ids: table("ids")?,
            state: table("state")?,
            long: table("long-state")?,
            violations: table("violations")?,
            found: table("found")?,
            notices: table("notices")?,
            marks: table("marks")?,
            database,
        })
    }

    fn mark(&self, name: &[u8]) -> Result<u64, StoreError> {
        let value = self.marks.get(name).map_err(failed)?;
        Ok(value
            .and_then(|value| Some(u64::from_be_bytes(value.first_chunk().copied()?)))
            .unwrap_or(0))
    }

    /// The next event that has to be checked.
    pub fn position(&self) -> Result<Position, StoreError> {
        self.mark(POSITION)
    }

    /// The next event whose id has to be noted.
    pub fn indexed(&self) -> Result<Position, StoreError> {
        self.mark(INDEXED)
    }

    /// The digest of the text of the event with this id that was appended, if there is one and
    /// its digest was noted.
    pub fn digest_of(&self, id: &str) -> Result<Option<Option<u32>>, StoreError> {
        let found = self.ids.get(id_key(id)).map_err(failed)?;
        Ok(found.map(|digest| Some(u32::from_be_bytes((*digest).try_into().ok()?))))
    }

    /// Notes ids of events that were appended, with digests of their texts, up to a position. The log has them too, so
    /// they need not reach the disk at once.
    pub fn note<'a>(
        &self,
        ids: impl Iterator<Item = (&'a str, u32)>,
        end: Position,
    ) -> Result<(), StoreError> {
        let mut batch = self.database.batch();
        ids.for_each(|(id, digest)| batch.insert(&self.ids, id_key(id), digest.to_be_bytes()));
        batch.insert(&self.marks, INDEXED, end.to_be_bytes());
        batch.commit().map_err(failed)
    }

    /// Forgets ids.
    pub fn forget<'a>(&self, ids: impl Iterator<Item = &'a str>) -> Result<(), StoreError> {
        let mut batch = self.database.batch();
        ids.for_each(|id| batch.remove(&self.ids, id_key(id)));
        batch.commit().map_err(failed)
    }

    pub fn commit(&self, commit: &Commit) -> Result<(), StoreError> {
        let mut batch = self.database.batch().durability(Some(PersistMode::SyncData));
        for (key, value) in &commit.state {
            let (table, name) = match key.len() {
                0..=LONGEST_KEY => (&self.state, key.clone()),
                _ => (&self.long, Sha256::digest(key).to_vec()),
            };
            match value {
                Some(value) if key.len() > LONGEST_KEY => {
                    batch.insert(table, name, with_key(key, value));
                }
                Some(value) => batch.insert(table, name, value.as_slice()),
                None => batch.remove(table, name),
            }
        }
        if let Some(position) = commit.position {
            batch.insert(&self.marks, POSITION, position.to_be_bytes());
        }
        for violation in &commit.violations {
            self.keep(&mut batch, violation);
        }
        let first = self.last_notice()?.map_or(0, |last| last + 1);
        for (number, text) in (first..).zip(&commit.notices) {
            batch.insert(&self.notices, number.to_be_bytes(), text.as_slice());
        }
        batch.commit().map_err(failed)
    }

    fn keep(&self, batch: &mut Batch, violation: &Violation) {
        let mut text = violation.found.to_be_bytes().to_vec();
        text.extend(&violation.text);
        batch.insert(&self.violations, violation.id.as_str(), text);
        batch.insert(&self.found, found_key(violation.found, &violation.id), []);
    }

    pub fn state(&self) -> Result<State, StoreError> {
        let mut entries = Vec::new();
        for entry in self.state.iter() {
            let (key, value) = entry.into_inner().map_err(failed)?;
            entries.push((key.to_vec(), value.to_vec()));
        }
        for entry in self.long.iter() {
            let (_, value) = entry.into_inner().map_err(failed)?;
            let damaged = || StoreError::Tables("an entry with a long key is damaged".into());
            entries.push(split_key(&value).ok_or_else(damaged)?);
        }
        Ok(State { position: self.position()?, entries })
    }

    pub fn violation(&self, id: &str) -> Result<Option<Violation>, StoreError> {
        let value = self.violations.get(id).map_err(failed)?;
        Ok(value.and_then(|value| {
            let (found, text) = value.split_first_chunk()?;
            let found = i64::from_be_bytes(*found);
            Some(Violation { id: id.to_owned(), found, text: text.to_vec() })
        }))
    }

    pub fn violations(&self, before: i64, most: usize) -> Result<Vec<Violation>, StoreError> {
        let mut violations = Vec::new();
        let mut moment = None;
        for entry in self.found.range(..found_key(before, "")).rev() {
            let key = entry.key().map_err(failed)?;
            let (found, id) = key.split_at(8);
            if violations.len() >= most && moment.as_deref() != Some(found) {
                break;
            }
            moment = Some(found.to_vec());
            violations.extend(self.violation(&String::from_utf8_lossy(id))?);
        }
        Ok(violations)
    }

    /// Forgets violations that were found before a point in time.
    pub fn forget_violations(&self, before: i64) -> Result<(), StoreError> {
        let mut batch = self.database.batch();
        for entry in self.found.range(..found_key(before, "")) {
            let key = entry.key().map_err(failed)?;
            batch.remove(&self.violations, key[8..].to_vec());
            batch.remove(&self.found, key);
        }
        batch.commit().map_err(failed)
    }

    fn last_notice(&self) -> Result<Option<u64>, StoreError> {
        let Some(last) = self.notices.last_key_value() else { return Ok(None) };
        Ok(number(&last.key().map_err(failed)?))
    }

    pub fn notices(&self, most: usize) -> Result<Vec<Notice>, StoreError> {
        let mut notices = Vec::new();
        for entry in self.notices.iter().take(most) {
            let (key, text) = entry.into_inner().map_err(failed)?;
            notices.extend(number(&key).map(|number| Notice { number, text: text.to_vec() }));
        }
        Ok(notices)
    }

    pub fn delivered(&self, number: u64) -> Result<(), StoreError> {
        self.notices.remove(number.to_be_bytes()).map_err(failed)
    }
}

fn number(key: &[u8]) -> Option<u64> {
    key.first_chunk().map(|bytes| u64::from_be_bytes(*bytes))
}

/// A value with its key before it.
fn with_key(key: &[u8], value: &[u8]) -> Vec<u8> {
    let mut both = (key.len() as u64).to_be_bytes().to_vec();
    both.extend_from_slice(key);
    both.extend_from_slice(value);
    both
}

/// The key and the value.
fn split_key(both: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (length, rest) = both.split_first_chunk()?;
    let length = usize::try_from(u64::from_be_bytes(*length)).ok()?;
    let (key, value) = rest.split_at_checked(length)?;
    Some((key.to_vec(), value.to_vec()))
}

/// Sorts by time, also before 1970.
fn found_key(found: i64, id: &str) -> Vec<u8> {
    let mut key = (found ^ i64::MIN).to_be_bytes().to_vec();
    key.extend(id.as_bytes());
    key
}

/// The id itself, or its digest; no id looks like a digest, because that is longer.
fn id_key(id: &str) -> Vec<u8> {
    match id.len() {
        0..=LONGEST_ID => id.as_bytes().to_vec(),
        _ => {
            let mut key = vec![0xff; LONGEST_ID];
            key.extend_from_slice(&Sha256::digest(id.as_bytes()));
            key
        }
    }
}

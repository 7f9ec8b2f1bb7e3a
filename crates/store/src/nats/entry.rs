//! The entry of a partition: who has it, how far it has come, and where its state is. It
//! changes by compare-and-set only.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use async_nats::jetstream::kv::UpdateErrorKind;
use serde::{Deserialize, Serialize};

use super::{broker::Broker, segment::Segment};
use crate::{Position, StoreError};

/// What is known about a partition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Grows with every change, so that no two entries are equal.
    pub change: u64,
    /// Who works on it.
    pub owner: Option<String>,
    /// The next event to read.
    pub position: Position,
    /// Where the state is, the oldest commits first.
    pub segments: Vec<Segment>,
    /// The violations and notices of the last segment may not have been written yet.
    pub unfinished: bool,
    /// How long ago what it has not forwarded yet may have arrived, in milliseconds.
    pub behind: u64,
    /// For each partition the position up to which it has to read to know all that this one
    /// has sent.
    pub sent: BTreeMap<u16, Position>,
}

/// An entry that is this process's.
#[derive(Debug)]
pub(super) struct Held {
    pub entry: Entry,
    pub revision: u64,
}

/// How long a server that does not answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(200);

pub(super) fn key(partition: u16) -> String {
    format!("partition.{partition}")
}

impl Broker {
    /// The entry of a partition, which is made if it is not there.
    pub async fn entry(&self, partition: u16) -> Result<(Entry, u64), StoreError> {
        let found = self.entries.entry(key(partition)).await.map_err(|error| self.failed(error))?;
        if let Some(found) = found {
            let entry = serde_json::from_slice(&found.value).map_err(|error| {
                self.failed(format!("the entry of partition {partition} is damaged: {error}"))
            })?;
            return Ok((entry, found.revision));
        }
        let entry = Entry::default();
        let made = self.entries.create(key(partition), text(&entry).into()).await;
        Ok((entry, made.map_err(|error| self.failed(error))?))
    }

    /// Changes an entry once, if nobody else has.
    pub async fn try_change(
        &self,
        partition: u16,
        held: &mut Held,
        change: impl FnOnce(&mut Entry),
    ) -> Result<(), StoreError> {
        let mut next = held.entry.clone();
        change(&mut next);
        next.change += 1;
        self.replace(partition, held, next).await
    }

    async fn replace(
        &self,
        partition: u16,
        held: &mut Held,
        next: Entry,
    ) -> Result<(), StoreError> {
        let written = self.entries.update(key(partition), text(&next).into(), held.revision).await;
        match written {
            Ok(revision) => *held = Held { entry: next, revision },
            Err(error) => {
                // It may have been written, and only the answer was lost.
                let (found, revision) = self.entry(partition).await?;
                if found == next {
                    *held = Held { entry: next, revision };
                } else if revision != held.revision {
                    return Err(StoreError::Lost(partition));
                } else if error.kind() != UpdateErrorKind::WrongLastRevision {
                    return Err(self.failed(error));
                }
            }
        }
        Ok(())
    }

    /// Changes an entry, and waits for a server that is away.
    pub async fn change(
        &self,
        partition: u16,
        held: &tokio::sync::Mutex<Held>,
        change: impl FnOnce(&mut Entry),
    ) -> Result<(), StoreError> {
        let mut held = held.lock().await;
        let mut next = held.entry.clone();
        change(&mut next);
        next.change += 1;
        let start = Instant::now();
        loop {
            match self.replace(partition, &mut held, next.clone()).await {
                Ok(()) if held.entry == next => return Ok(()),
                Err(error) if !error.may_pass() || start.elapsed() > PATIENCE => return Err(error),
                _ => tokio::time::sleep(PAUSE).await,
            }
        }
    }
}

/// Asks again while the server is away.
pub(super) async fn patiently<T, F: Future<Output = Result<T, StoreError>>>(
    mut ask: impl FnMut() -> F,
) -> Result<T, StoreError> {
    let start = Instant::now();
    loop {
        match ask().await {
            Err(error) if error.may_pass() && start.elapsed() < PATIENCE => {
                tokio::time::sleep(PAUSE).await;
            }
            other => return other,
        }
    }
}

fn text(entry: &Entry) -> Vec<u8> {
    // An entry has nothing that JSON cannot say.
    serde_json::to_vec(entry).unwrap_or_default()
}

/// The entries of all partitions, as they were seen last.
pub(super) type Seen = Arc<std::sync::Mutex<Vec<Option<Sighting>>>>;

/// An entry, and since when it has been so.
#[derive(Clone, Debug)]
pub(super) struct Sighting {
    pub entry: Entry,
    pub revision: u64,
    pub since: Instant,
}

//! Writes what the checker concludes, so that the checker does not wait for the disk.

use std::{
    sync::{
        Arc,
        atomic::Ordering::Relaxed,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant, SystemTime},
};

use aplomb_monitor::Snapshot;
use aplomb_store::{Commit, Partition, Store, StoreError};

use super::Shared;

/// Its name where trouble is told.
const PART: &str = "keeper";
/// How often a commit that failed is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// How often old things are looked for.
const FORGET_EVERY: Duration = Duration::from_secs(60);

/// So many conclusions may wait. Answers come every few milliseconds, and writing a checkpoint
/// takes some tenths of a second.
pub(super) const MOST_WAITING: usize = 1024;

/// What the checker concludes.
pub(super) struct Conclusion {
    /// What to write.
    pub commit: Commit,
    /// And what the monitor knows, if it is a checkpoint. Its entries are made here. The
    /// checker makes no other one as long as this one waits.
    pub snapshot: Option<Arc<Snapshot>>,
}

impl Conclusion {
    fn into_commit(self) -> Commit {
        let mut commit = self.commit;
        let entries = self.snapshot.and_then(Arc::into_inner).into_iter().flatten();
        commit.state.extend(entries.map(|entry| (entry.key, entry.value)));
        commit
    }
}

/// Writes conclusions until no more come, and wakes the messenger when there are notices.
pub(super) fn keep(
    conclusions: &Receiver<Conclusion>,
    wake: &Sender<()>,
    partition: &dyn Partition,
    shared: &Shared,
    retention: Option<(&dyn Store, Duration)>,
) {
    let mut forgotten = Instant::now();
    loop {
        match conclusions.recv_timeout(FORGET_EVERY) {
            Ok(conclusion) => {
                let commit = conclusion.into_commit();
                if !keep_one(&commit, partition, shared) {
                    return;
                }
                if !commit.notices.is_empty() {
                    // Without a messenger the notices wait in the store.
                    let _ = wake.send(());
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if let Some((store, retention)) = retention
            && forgotten.elapsed() >= FORGET_EVERY
        {
            forgotten = Instant::now();
            if let Some(before) = SystemTime::now().checked_sub(retention)
                && let Err(error) = store.forget(before)
            {
                shared.trouble(PART, format!("old events cannot be deleted: {error}"));
            }
        }
    }
}

/// Writes one commit, and tries again while there is hope; false if there is none.
fn keep_one(commit: &Commit, partition: &dyn Partition, shared: &Shared) -> bool {
    loop {
        match partition.commit(commit) {
            Ok(()) => {
                shared.works(PART);
                return true;
            }
            // Who has taken the partition does the work again.
            Err(StoreError::Lost(_)) => return false,
            Err(error) => {
                shared.trouble(PART, format!("a checkpoint cannot be written: {error}"));
                if !error.may_pass() || shared.ending.load(Relaxed) {
                    return false;
                }
                std::thread::sleep(AGAIN);
            }
        }
    }
}

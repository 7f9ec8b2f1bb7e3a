//! Takes partitions, says that this process is alive, and gives up what others should have.
//!
//! Nobody is in charge. Every half second each worker says that it is alive, looks at the
//! entries of all partitions, and takes those that nobody has, up to its fair share. An owner
//! changes its entries all the time; a partition whose entry has not changed for the length
//! of a lease, by the looker's own clock, has nobody. Two that take the same partition do so by
//! compare-and-set, so one of them gets it.
//!
//! Names of workers that have died stay for the length of a lease, and make everybody's share
//! smaller than it should be. So a partition that nobody takes for another such length is taken by
//! whoever sees it, and is kept until somebody is there who should have it.

use std::{
    collections::BTreeMap,
    hash::{BuildHasher, Hasher, RandomState},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::Sender,
    },
    time::{Duration, Instant},
};

use futures_util::TryStreamExt;
use tokio::runtime::Handle;

use super::{
    NatsSettings,
    broker::{Broker, LEASE},
    entry::{Entry, Held, Seen, Sighting},
    partition::NatsPartition,
};
use crate::StoreError;

/// How often everybody looks around.
pub(super) const BEAT: Duration = Duration::from_millis(500);

/// Looks after the partitions of a process.
pub(super) struct Steward {
    broker: Arc<Broker>,
    handle: Handle,
    /// The name of this process.
    worker: String,
    watching: String,
    forwards: bool,
    seen: Seen,
    held: Mutex<BTreeMap<u16, Arc<NatsPartition>>>,
    /// Workers that have less than their share, and since when.
    waiting: Mutex<BTreeMap<String, Instant>>,
    taken: Mutex<Sender<Arc<NatsPartition>>>,
    left: AtomicBool,
}

impl Steward {
    pub fn new(
        broker: Arc<Broker>,
        settings: &NatsSettings,
        handle: Handle,
        taken: Sender<Arc<NatsPartition>>,
    ) -> Steward {
        let count = usize::from(broker.partitions);
        Steward {
            broker,
            handle,
            worker: format!("{:016x}", RandomState::new().build_hasher().finish()),
            watching: settings.watching.clone(),
            forwards: settings.forwards,
            seen: Arc::new(Mutex::new(vec![None; count])),
            held: Mutex::default(),
            waiting: Mutex::default(),
            taken: Mutex::new(taken),
            left: AtomicBool::new(false),
        }
    }

    /// Joins the others, if they watch the same.
    pub async fn arrive(&self) -> Result<(), StoreError> {
        for other in self.workers().await? {
            let watching = self.broker.workers.get(&other).await;
            let watching = watching.map_err(|error| self.broker.failed(error))?;
            if watching.is_some_and(|watching| watching != self.watching.as_bytes()) {
                return Err(StoreError::Differs(format!(
                    "other workers at {}/{} watch other properties, or judge otherwise; stop them \
                     first, or use another name",
                    self.broker.server, self.broker.name
                )));
            }
        }
        self.announce().await
    }

    async fn announce(&self) -> Result<(), StoreError> {
        let alive = self.broker.workers.put(&self.worker, self.watching.clone().into()).await;
        alive.map(drop).map_err(|error| self.broker.failed(error))
    }

    async fn workers(&self) -> Result<Vec<String>, StoreError> {
        let keys = self.broker.workers.keys().await.map_err(|error| self.broker.failed(error))?;
        keys.try_collect().await.map_err(|error| self.broker.failed(error))
    }

    pub async fn run(self: Arc<Self>) {
        let mut beats = tokio::time::interval(BEAT);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while !self.left.load(SeqCst) {
            beats.tick().await;
            if self.beat().await.is_err() {
                // While the server is away, nobody can show that it is alive.
                let now = Instant::now();
                self.seen().iter_mut().flatten().for_each(|it| it.since = it.since.max(now));
            }
        }
    }

    /// Takes no more partitions.
    pub async fn leave(&self) {
        self.left.store(true, SeqCst);
        // If the server does not hear it, the others find out by themselves.
        let _ = self.broker.workers.purge(&self.worker).await;
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Vec<Option<Sighting>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn held(&self) -> Vec<Arc<NatsPartition>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|_, partition| partition.is_held());
        held.values().cloned().collect()
    }

    async fn beat(&self) -> Result<(), StoreError> {
        self.announce().await?;
        for partition in self.held() {
            match partition.beat().await {
                Ok(()) | Err(StoreError::Lost(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let workers = self.workers().await?;
        let share = usize::from(self.broker.partitions).div_ceil(workers.len().max(1));
        let free = self.look().await?;
        let held = self.held();
        let staying = held.iter().filter(|partition| !partition.is_leaving());
        let surplus = staying.clone().count().saturating_sub(share);
        if self.somebody_waits(&workers, share) {
            staying.take(surplus).for_each(|partition| partition.leave());
        }
        let mut count = held.len();
        for (partition, sighting) in free {
            if self.left.load(SeqCst) {
                break;
            }
            if count < share || is_overdue(&sighting) {
                count += usize::from(self.take(partition, sighting).await?);
            }
        }
        Ok(())
    }

    /// Whether another worker has had less than it should have for the length of a lease. One
    /// that has died is still among them for a while, and is not waited for.
    fn somebody_waits(&self, workers: &[String], share: usize) -> bool {
        let seen = self.seen();
        let count = |worker: &String| {
            let has = |it: &&Sighting| it.entry.owner.as_ref() == Some(worker);
            seen.iter().flatten().filter(has).count()
        };
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let others = workers.iter().filter(|worker| **worker != self.worker);
        let short = others.filter(|worker| count(worker) < share);
        let since = |worker: &String| waiting.get(worker).copied().unwrap_or_else(Instant::now);
        let now = short.map(|worker| (worker.clone(), since(worker))).collect();
        *waiting = now;
        waiting.values().any(|since| since.elapsed() > LEASE)
    }

    /// Looks at all partitions; those that nobody has.
    async fn look(&self) -> Result<Vec<(u16, Sighting)>, StoreError> {
        let mut free = Vec::new();
        for partition in 0..self.broker.partitions {
            let (entry, revision) = self.broker.entry(partition).await?;
            let mut seen = self.seen();
            let sighting = &mut seen[usize::from(partition)];
            let since = match sighting {
                Some(before) if before.revision == revision => before.since,
                _ => Instant::now(),
            };
            let now = Sighting { entry, revision, since };
            if now.entry.owner.is_none() || since.elapsed() > LEASE {
                free.push((partition, now.clone()));
            }
            *sighting = Some(now);
        }
        // So that not everybody begins with the same one.
        let first = self.worker.bytes().map(usize::from).sum::<usize>() % free.len().max(1);
        free.rotate_left(first);
        Ok(free)
    }

    /// Takes a partition; whether it was the first to do so.
    async fn take(&self, partition: u16, sighting: Sighting) -> Result<bool, StoreError> {
        let Sighting { entry, revision, .. } = sighting;
        let before = entry.owner.clone();
        let mut held = Held { entry, revision };
        let change = |entry: &mut Entry| entry.owner = Some(self.worker.clone());
        match self.broker.try_change(partition, &mut held, change).await {
            Err(StoreError::Lost(_)) => return Ok(false),
            other => other?,
        }
        if held.entry.owner.as_ref() != Some(&self.worker) {
            return Ok(false);
        }
        if let Some(before) = before {
            let consumer = format!("partition-{partition}-{before}");
            let _ = self.broker.log.delete_consumer(&consumer).await;
        }
        let others = self.forwards.then(|| Arc::clone(&self.seen));
        let broker = Arc::clone(&self.broker);
        let taken = NatsPartition::new(partition, broker, self.handle.clone(), held, others);
        let taken = Arc::new(taken);
        let mut all = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(partition, Arc::clone(&taken));
        // Without anybody to work on it, it is not needed.
        let to = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = to.send(taken);
        Ok(true)
    }
}

/// Whether a partition has had nobody for so long that whoever is alive should take it.
fn is_overdue(sighting: &Sighting) -> bool {
    let lease = if sighting.entry.owner.is_none() { LEASE } else { 2 * LEASE };
    sighting.since.elapsed() > lease
}

//! A partition that this process works on.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use async_nats::jetstream::message::Acker;
use futures_util::future::try_join_all;
use tokio::runtime::Handle;

use super::{
    broker::Broker,
    entry::{Entry, Held, Seen, patiently},
    reader::PartitionReader,
    segment::{self, PIECE, Segment},
    steward::BEAT,
};
use crate::{Arrival, Commit, Delivery, Partition, Position, SharedPartition, State, StoreError};

/// After so many commits their segments are made one.
const MOST_SEGMENTS: usize = 32;
/// Nothing is known of a partition yet.
const LONG_AGO: Duration = Duration::from_secs(365 * 86_400);

/// A partition with the entry that this process holds.
pub(super) struct NatsPartition {
    pub number: u16,
    broker: Arc<Broker>,
    handle: Handle,
    held: tokio::sync::Mutex<Held>,
    /// Whoever has taken it has it now.
    lost: AtomicBool,
    /// It is another process's turn.
    leaving: AtomicBool,
    reader: tokio::sync::Mutex<PartitionReader>,
    /// What acknowledges all messages up to a position.
    ackers: Mutex<VecDeque<(Position, Acker)>>,
    progress: Mutex<Progress>,
    /// The other partitions, if they send events here.
    others: Option<Seen>,
}

/// How far this partition has come.
#[derive(Debug)]
struct Progress {
    /// Everything before it was dealt with.
    position: Position,
    /// Which was all that there was then.
    complete: Option<Instant>,
    /// For each partition: everything that it has sent up to then is here.
    from: BTreeMap<u16, Instant>,
    /// For each partition: the position after what was sent there.
    sent: BTreeMap<u16, Position>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl NatsPartition {
    pub fn new(
        number: u16,
        broker: Arc<Broker>,
        handle: Handle,
        held: Held,
        others: Option<Seen>,
    ) -> NatsPartition {
        let position = held.entry.position;
        let owner = held.entry.owner.clone().unwrap_or_default();
        let progress = Progress {
            position,
            complete: None,
            from: BTreeMap::new(),
            sent: held.entry.sent.clone(),
        };
        NatsPartition {
            number,
            reader: tokio::sync::Mutex::new(PartitionReader::new(number, &owner, position)),
            broker,
            handle,
            held: tokio::sync::Mutex::new(held),
            lost: AtomicBool::new(false),
            leaving: AtomicBool::new(false),
            ackers: Mutex::default(),
            progress: Mutex::new(progress),
            others,
        }
    }

    /// Whether this process still has it.
    pub fn is_held(&self) -> bool {
        !self.lost.load(SeqCst)
    }

    /// Asks for it to be released.
    pub fn leave(&self) {
        self.leaving.store(true, SeqCst);
    }

    pub fn is_leaving(&self) -> bool {
        self.leaving.load(SeqCst)
    }

    /// Says that this process is alive, and how far it has come.
    pub async fn beat(&self) -> Result<(), StoreError> {
        let mut held = self.held.lock().await;
        let change = |entry: &mut Entry| self.tell(entry);
        let beaten = self.broker.try_change(self.number, &mut held, change).await;
        self.note(beaten)
    }

    fn tell(&self, entry: &mut Entry) {
        let progress = lock(&self.progress);
        let behind = progress.complete.map_or(LONG_AGO, |complete| complete.elapsed());
        entry.behind = u64::try_from(behind.as_millis()).unwrap_or(u64::MAX);
        entry.sent.clone_from(&progress.sent);
    }

    /// Remembers that it was lost.
    fn note<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(result, Err(StoreError::Lost(_))) {
            self.lost.store(true, SeqCst);
        }
        result
    }

    async fn change(&self, change: impl FnOnce(&mut Entry)) -> Result<(), StoreError> {
        let changed = self.broker.change(self.number, &self.held, change).await;
        if changed.is_err() {
            // Without an answer nobody knows whose it is; who takes it goes on from the entry.
            self.lost.store(true, SeqCst);
        }
        changed
    }

    async fn write(&self, commit: &Commit) -> Result<Segment, StoreError> {
        let bytes = segment::encode(commit);
        let (owner, change) = {
            let held = self.held.lock().await;
            (held.entry.owner.clone().unwrap_or_default(), held.entry.change)
        };
        let segment = Segment {
            name: format!("{}.{owner}.{change}", self.number),
            pieces: bytes.chunks(PIECE).len() as u32,
            bytes: bytes.len() as u64,
        };
        let pieces = segment.keys().zip(bytes.chunks(PIECE)).map(|(key, piece)| async move {
            patiently(|| async {
                let kept = self.broker.segments.put(&key, piece.to_vec().into()).await;
                kept.map(drop).map_err(|error| self.broker.failed(error))
            })
            .await
        });
        try_join_all(pieces).await?;
        Ok(segment)
    }

    async fn read(&self, segment: &Segment) -> Result<Commit, StoreError> {
        let mut bytes = Vec::new();
        for key in segment.keys() {
            let piece = patiently(|| async {
                let piece = self.broker.segments.get(key.as_str()).await;
                piece.map_err(|error| self.broker.failed(error))
            });
            let missing = || StoreError::Differs(format!("the state {key} is not in the server"));
            bytes.extend_from_slice(&piece.await?.ok_or_else(missing)?);
        }
        let damaged = || StoreError::Differs(format!("the state {} is damaged", segment.name));
        segment::decode(&bytes).ok_or_else(damaged)
    }

    /// Writes what a segment says about the outside; twice is as good as once.
    async fn carry_out(&self, name: &str, commit: &Commit) -> Result<(), StoreError> {
        let violations = commit.violations.iter();
        let violations =
            violations.map(|violation| patiently(move || self.broker.keep_violation(violation)));
        try_join_all(violations).await?;
        for (index, notice) in commit.notices.iter().enumerate() {
            patiently(|| self.broker.keep_notice(format!("{name}.{index}"), notice)).await?;
        }
        Ok(())
    }

    /// The state, by reading all segments.
    async fn load(&self) -> Result<State, StoreError> {
        let entry = self.held.lock().await.entry.clone();
        let mut entries = BTreeMap::new();
        for (index, segment) in entry.segments.iter().enumerate() {
            let commit = self.read(segment).await?;
            if entry.unfinished && index + 1 == entry.segments.len() {
                self.carry_out(&segment.name, &commit).await?;
            }
            for (key, value) in commit.state {
                match value {
                    Some(value) => entries.insert(key, value),
                    None => entries.remove(&key),
                };
            }
        }
        Ok(State { position: entry.position, entries: entries.into_iter().collect() })
    }

    async fn keep(&self, commit: &Commit) -> Result<(), StoreError> {
        let segment = self.write(commit).await?;
        let outside = !commit.violations.is_empty() || !commit.notices.is_empty();
        self.change(|entry| {
            entry.position = commit.position.unwrap_or(entry.position);
            entry.segments.push(segment.clone());
            entry.unfinished = outside;
            self.tell(entry);
        })
        .await?;
        if outside {
            self.carry_out(&segment.name, commit).await?;
            // The next change says so to the others.
            self.held.lock().await.entry.unfinished = false;
        }
        if let Some(position) = commit.position {
            self.acknowledge(position);
        }
        if self.held.lock().await.entry.segments.len() > MOST_SEGMENTS {
            self.compact().await?;
        }
        Ok(())
    }

    /// Makes all segments one.
    async fn compact(&self) -> Result<(), StoreError> {
        let before = self.held.lock().await.entry.segments.clone();
        let state = self.load().await?.entries.into_iter().map(|(key, value)| (key, Some(value)));
        let all = self.write(&Commit { state: state.collect(), ..Commit::default() }).await?;
        self.change(|entry| {
            entry.segments = vec![all];
            entry.unfinished = false;
        })
        .await?;
        for segment in before {
            // What cannot be deleted now stays, and is never read again.
            let _ = self.broker.delete_segment(&segment.name).await;
        }
        Ok(())
    }

    /// Tells the server that everything before a position is in the state.
    fn acknowledge(&self, position: Position) {
        let mut ackers = lock(&self.ackers);
        let done = ackers.iter().take_while(|(last, _)| *last < position).count();
        if let Some((_, last)) = ackers.drain(..done).last() {
            self.handle.spawn(async move {
                // Only a hint: the position in the entry counts.
                let _ = last.ack().await;
            });
        }
    }

    /// How far the events of other partitions may be behind.
    fn others_behind(&self, progress: &mut Progress) -> Duration {
        let Some(others) = &self.others else { return Duration::ZERO };
        let mut behind = Duration::ZERO;
        for (other, sighting) in (0u16..).zip(lock(others).iter()) {
            let Some(sighting) = sighting else { return LONG_AGO };
            let here = sighting.entry.sent.get(&self.number).copied().unwrap_or(0);
            let late = Duration::from_millis(sighting.entry.behind);
            if progress.position >= here
                && let Some(until) = sighting.since.checked_sub(late)
            {
                progress.from.entry(other).and_modify(|it| *it = until.max(*it)).or_insert(until);
            }
            behind = behind.max(progress.from.get(&other).map_or(LONG_AGO, Instant::elapsed));
        }
        // What is said every now and then is always a little old.
        behind.saturating_sub(3 * BEAT)
    }
}

impl Partition for NatsPartition {
    fn number(&self) -> u16 {
        self.number
    }

    fn state(&self) -> Result<State, StoreError> {
        self.handle.block_on(self.load())
    }

    fn commit(&self, commit: &Commit) -> Result<(), StoreError> {
        if !self.is_held() {
            return Err(StoreError::Lost(self.number));
        }
        let kept = self.handle.block_on(self.keep(commit));
        // A commit that may or may not be there is not repeated: the next owner goes on from
        // what is there.
        kept.map_err(|error| {
            self.lost.store(true, SeqCst);
            match error {
                StoreError::Engine { .. } => StoreError::Lost(self.number),
                other => other,
            }
        })
    }
}

impl SharedPartition for NatsPartition {
    fn next(&self) -> Result<Delivery, StoreError> {
        if !self.is_held() || self.is_leaving() {
            return Ok(Delivery { events: Vec::new(), complete: None, over: true });
        }
        self.handle.block_on(async {
            let mut reader = self.reader.lock().await;
            let (delivery, acker) = reader.next(&self.broker).await?;
            if let (Some(last), Some(acker)) = (delivery.events.last(), acker) {
                lock(&self.ackers).push_back((last.position, acker));
            }
            Ok(delivery)
        })
    }

    fn forward(&self, arrivals: &[Arrival]) -> Result<(), StoreError> {
        let sent = self.handle.block_on(patiently(|| async {
            let copies: Vec<_> = arrivals
                .iter()
                .flat_map(|arrival| {
                    let copies = self.broker.copies(arrival).into_iter();
                    arrival.route.concerned.iter().copied().zip(copies)
                })
                .collect();
            let (partitions, copies): (Vec<u16>, Vec<_>) = copies.into_iter().unzip();
            let acks = self.broker.publish(copies).await?;
            Ok(partitions.into_iter().zip(acks).collect::<Vec<_>>())
        }));
        let sent = sent.inspect_err(|_| self.lost.store(true, SeqCst))?;
        let mut progress = lock(&self.progress);
        for (partition, ack) in sent {
            let after = progress.sent.entry(partition).or_default();
            *after = (*after).max(ack.sequence + 1);
        }
        Ok(())
    }

    fn dealt_with(&self, until: Position, complete: Instant) {
        let mut progress = lock(&self.progress);
        progress.position = progress.position.max(until);
        progress.complete = progress.complete.max(Some(complete));
    }

    fn behind(&self) -> Duration {
        let mut progress = lock(&self.progress);
        let own = progress.complete.map_or(LONG_AGO, |complete| complete.elapsed());
        own.saturating_sub(BEAT).max(self.others_behind(&mut progress))
    }

    fn release(&self) {
        if self.is_held() {
            // If the server does not hear it, the others wait a little longer.
            let released = self.handle.block_on(async {
                let mut held = self.held.lock().await;
                let change = |entry: &mut Entry| entry.owner = None;
                self.broker.try_change(self.number, &mut held, change).await
            });
            drop(released);
        }
        self.lost.store(true, SeqCst);
    }
}

//! The store in a NATS server with JetStream, for processes that share the work.
//!
//! The log is one stream. Each event has a *home* partition, that of its invocation, where it
//! is kept once and where rules make other events of it; partitions elsewhere with instances
//! that it concerns get a copy. What an event is about is decided by who appends it.
//!
//! | in JetStream | what |
//! |---|---|
//! | stream `aplomb-NAME` | the log: subjects `aplomb.NAME.PARTITION.home`, `.both`, `.copy` |
//! | bucket `aplomb-NAME-partitions` | for each partition: its owner, how far it has come, and which segments hold its state |
//! | bucket `aplomb-NAME-state` | segments: what commits have said |
//! | bucket `aplomb-NAME-violations` | violations, and when they were found |
//! | bucket `aplomb-NAME-workers` | who is alive; entries vanish by themselves |
//! | stream `aplomb-NAME-notices` | a work queue: notices until they are delivered |
//! | objects `aplomb-NAME-recordings` | recordings |
//!
//! A partition changes hands, and its state changes, by compare-and-set of one entry. So a
//! commit is there as a whole or not at all, and a worker that was thought dead cannot spoil
//! what its successor does.

mod broker;
mod entry;
mod partition;
mod reader;
mod segment;
mod steward;

use std::{
    collections::BTreeMap,
    fmt,
    future::Future,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver},
    },
    time::{Duration, SystemTime},
};

use async_nats::jetstream::{AckKind, consumer::PullConsumer, message::Acker};
use futures_util::{StreamExt, stream};
use tokio::{
    io::AsyncReadExt,
    runtime::{Builder, Handle, Runtime},
};

use self::{
    broker::{Broker, HOME},
    partition::NatsPartition,
    steward::Steward,
};
use crate::{
    Appended, Arrival, Events, Notice, Position, SharedPartition, Sharing, Store, StoreError,
    Violation, Work,
};

/// Where the server is, and how the work is shared.
#[derive(Clone, Debug)]
pub struct NatsSettings {
    /// The address: `nats://HOST:PORT/NAME`. The name, `aplomb` if there is none, tells apart
    /// who uses the same server.
    pub address: String,
    /// How many partitions there are; as many as there were before, or 8, if not given.
    pub partitions: Option<u16>,
    /// Tells what is watched; processes that share the work have to watch the same.
    pub watching: String,
    /// Whether partitions send each other events that rules make.
    pub forwards: bool,
    /// How long events, violations and recordings are kept; for ever, if not given.
    pub retention: Option<Duration>,
}

/// A store in a NATS server.
pub struct Nats {
    broker: Arc<Broker>,
    steward: Arc<Steward>,
    /// Nothing only while it is dropped.
    runtime: Option<Runtime>,
    handle: Handle,
    taken: Mutex<Receiver<Arc<NatsPartition>>>,
    waiting: Mutex<BTreeMap<u64, (Vec<u8>, Acker)>>,
    messenger: tokio::sync::Mutex<Option<PullConsumer>>,
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").field("server", &self.broker.server).finish_non_exhaustive()
    }
}

/// So many things are asked of the server at a time.
const AT_ONCE: usize = 64;

impl Nats {
    /// Connects, makes what is not there yet, and begins to take partitions.
    pub fn open(settings: &NatsSettings) -> Result<Nats, StoreError> {
        let (runtime, broker) = connect(settings)?;
        let handle = runtime.handle().clone();
        let (to, taken) = mpsc::channel();
        let steward = Arc::new(Steward::new(Arc::clone(&broker), settings, handle.clone(), to));
        handle.block_on(steward.arrive())?;
        handle.spawn(Arc::clone(&steward).run());
        Ok(Nats {
            broker,
            steward,
            runtime: Some(runtime),
            handle,
            taken: Mutex::new(taken),
            waiting: Mutex::default(),
            messenger: tokio::sync::Mutex::default(),
        })
    }

    /// All events of a log, each once, without taking part in the work.
    pub fn read_all(address: &str) -> Result<Events, StoreError> {
        let settings = NatsSettings {
            address: address.to_owned(),
            partitions: None,
            watching: String::new(),
            forwards: false,
            retention: None,
        };
        let (runtime, broker) = connect(&settings)?;
        Ok(Box::new(reader::LogReader::new(broker, runtime.handle().clone(), Some(runtime), 0)?))
    }

    fn wait<T>(&self, asked: impl Future<Output = T>) -> T {
        self.handle.block_on(asked)
    }
}

fn connect(settings: &NatsSettings) -> Result<(Runtime, Arc<Broker>), StoreError> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Engine {
        server: "the client of NATS".into(),
        reason: error.to_string(),
    })?;
    let broker = runtime.block_on(Broker::connect(settings))?;
    Ok((runtime, Arc::new(broker)))
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Store for Nats {
    fn append(&self, arrivals: &[Arrival]) -> Result<Appended, StoreError> {
        let copies = arrivals.iter().enumerate().flat_map(|(index, arrival)| {
            self.broker.copies(arrival).into_iter().map(move |copy| (index, copy))
        });
        let (indices, copies): (Vec<usize>, Vec<_>) = copies.unzip();
        let kept = self.wait(self.broker.publish(copies))?;
        let mut fresh = vec![true; arrivals.len()];
        for (index, ack) in indices.into_iter().zip(&kept) {
            // What an attempt that failed half-way has kept counts as having been there.
            fresh[index] &= !ack.duplicate;
        }
        let first = kept.first().map_or(0, |ack| ack.sequence);
        // The server says that it has the id, and not with what.
        Ok(Appended { first, fresh, contradicting: Vec::new() })
    }

    fn longest_event(&self) -> usize {
        self.broker.longest()
    }

    fn read(&self, from: Position) -> Result<Events, StoreError> {
        let reader =
            reader::LogReader::new(Arc::clone(&self.broker), self.handle.clone(), None, from)?;
        Ok(Box::new(reader))
    }

    fn work(self: Arc<Self>) -> Work {
        Work::Shared(self)
    }

    fn violation(&self, id: &str) -> Result<Option<Violation>, StoreError> {
        self.wait(self.broker.violation(id))
    }

    fn violations(&self, before: i64, most: usize) -> Result<Vec<Violation>, StoreError> {
        self.wait(async {
            let ids = self.broker.violations_before(before, most).await?;
            let asked = stream::iter(ids).map(|id| async move { self.broker.violation(&id).await });
            let found: Vec<_> = asked.buffered(AT_ONCE).collect().await;
            found.into_iter().filter_map(Result::transpose).collect()
        })
    }

    fn notices(&self, most: usize) -> Result<Vec<Notice>, StoreError> {
        let fetched = self.wait(async {
            let mut messenger = self.messenger.lock().await;
            self.broker.fetch_notices(&mut messenger, most).await
        });
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that could not be delivered yet are still ours.
        for (_, acker) in waiting.values() {
            let _ = self.wait(acker.ack_with(AckKind::Progress));
        }
        waiting.extend(fetched?);
        let notices = waiting.iter().take(most);
        Ok(notices
            .map(|(number, (text, _))| Notice { number: *number, text: text.clone() })
            .collect())
    }

    fn delivered(&self, number: u64) -> Result<(), StoreError> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((_, acker)) = waiting.remove(&number) else { return Ok(()) };
        self.wait(acker.double_ack()).map_err(|error| self.broker.failed(error))
    }

    fn keep_recording(&self, invocation: &str, text: &str) -> Result<(), StoreError> {
        let mut text = text.as_bytes();
        let kept = self.broker.recordings.put(invocation, &mut text);
        self.wait(kept).map(drop).map_err(|error| self.broker.failed(error))
    }

    fn recording(&self, invocation: &str) -> Result<Option<String>, StoreError> {
        self.wait(self.broker.recording(invocation))
    }

    fn recordings(&self, most: usize) -> Result<Vec<String>, StoreError> {
        self.wait(async {
            let list = self.broker.recordings.list().await;
            let list = list.map_err(|error| self.broker.failed(error))?;
            let mut infos: Vec<_> = list.filter_map(async |info| info.ok()).collect().await;
            infos.sort_unstable_by_key(|info| std::cmp::Reverse(info.modified));
            infos.truncate(most);
            let mut recordings = Vec::new();
            for info in infos {
                recordings.extend(self.broker.recording(&info.name).await?);
            }
            Ok(recordings)
        })
    }

    /// The server forgets by itself: retention is a setting of its streams.
    fn forget(&self, _before: SystemTime) -> Result<u64, StoreError> {
        Ok(0)
    }
}

impl Sharing for Nats {
    fn partitions(&self) -> u16 {
        self.broker.partitions
    }

    fn next(&self, wait: Duration) -> Option<Arc<dyn SharedPartition>> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        Some(taken.recv_timeout(wait).ok()?)
    }

    fn leave(&self) {
        self.wait(self.steward.leave());
    }
}

impl Broker {
    async fn recording(&self, invocation: &str) -> Result<Option<String>, StoreError> {
        use async_nats::jetstream::object_store::GetErrorKind;
        let mut object = match self.recordings.get(invocation).await {
            Ok(object) => object,
            Err(error) if error.kind() == GetErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failed(error)),
        };
        let mut text = String::new();
        object.read_to_string(&mut text).await.map_err(|error| self.failed(error))?;
        Ok(Some(text))
    }
}

/// Whether a subject of the log is that of an event's home.
fn is_home(subject: &str) -> bool {
    HOME.iter().any(|kind| subject.ends_with(kind))
}

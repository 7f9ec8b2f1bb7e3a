//! From requests to the disk: a bounded queue, and one thread that writes what has come
//! together and acknowledges it when the disk has it.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    time::{Duration, Instant},
};

use aplomb_monitor::Event;
use aplomb_store::{Arrival, Position, Store, StoreError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::Shared;

/// Its name where trouble is told.
const PART: &str = "intake";
/// So many bytes are written together at most.
const MOST_BYTES: usize = 4 << 20;

/// Events that came together.
#[derive(Debug)]
pub(crate) struct Submission {
    events: Vec<Event>,
    arrivals: Vec<Arrival>,
    at: Instant,
    reply: oneshot::Sender<Result<Receipt, Arc<StoreError>>>,
    /// What they take of the queue, until they are written.
    _space: OwnedSemaphorePermit,
}

/// What became of events that came together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// Events that are on the disk now.
    pub accepted: u64,
    /// Events that were there before.
    pub duplicates: u64,
}

/// Why events were not accepted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refused {
    /// The queue is full.
    #[error("too many events are waiting; send them again in a second")]
    Busy,
    /// The server is about to end.
    #[error("the server is ending; send them to the next one")]
    Ending,
    /// The store cannot keep them.
    #[error("{0}")]
    Store(Arc<StoreError>),
}

/// Events that are on the disk, for the checker.
#[derive(Debug)]
pub(crate) struct Written {
    pub events: Vec<Event>,
    pub first: Position,
    pub at: Instant,
}

/// Takes events.
#[derive(Clone, Debug)]
pub(crate) struct Intake {
    queue: Sender<Submission>,
    space: Arc<Semaphore>,
    most: usize,
}

impl Intake {
    /// An intake that lets so many bytes wait, and the other end of its queue.
    pub fn new(most: usize) -> (Intake, Receiver<Submission>) {
        let most = most.clamp(1, Semaphore::MAX_PERMITS.min(u32::MAX as usize));
        let (queue, submissions) = std::sync::mpsc::channel();
        (Intake { queue, space: Arc::new(Semaphore::new(most)), most }, submissions)
    }

    /// How many bytes are waiting.
    pub fn waiting(&self) -> usize {
        self.most - self.space.available_permits()
    }

    /// Submits events; the answer comes when they are on the disk.
    pub async fn submit(&self, events: Vec<Event>, at: Instant) -> Result<Receipt, Refused> {
        let (arrivals, bytes) = self.measured(&events);
        let space = Arc::clone(&self.space).try_acquire_many_owned(bytes);
        self.enqueue(events, arrivals, at, space.map_err(|_| Refused::Busy)?).await
    }

    /// Submits events, and waits until there is space for them.
    pub async fn submit_patiently(&self, events: Vec<Event>) -> Result<Receipt, Refused> {
        let (arrivals, bytes) = self.measured(&events);
        let space = Arc::clone(&self.space).acquire_many_owned(bytes).await;
        let space = space.map_err(|_| Refused::Ending)?;
        self.enqueue(events, arrivals, Instant::now(), space).await
    }

    /// The events as they are kept, and the space that they take.
    fn measured(&self, events: &[Event]) -> (Vec<Arrival>, u32) {
        let arrivals: Vec<Arrival> = events.iter().map(arrival).collect();
        // A request that is larger than the whole queue waits for all of it.
        let bytes = arrivals.iter().map(|it| it.text.len()).sum::<usize>().min(self.most);
        (arrivals, u32::try_from(bytes).unwrap_or(u32::MAX))
    }

    async fn enqueue(
        &self,
        events: Vec<Event>,
        arrivals: Vec<Arrival>,
        at: Instant,
        space: OwnedSemaphorePermit,
    ) -> Result<Receipt, Refused> {
        let (reply, answer) = oneshot::channel();
        let submission = Submission { events, arrivals, at, reply, _space: space };
        self.queue.send(submission).map_err(|_| Refused::Ending)?;
        answer.await.map_err(|_| Refused::Ending)?.map_err(Refused::Store)
    }
}

fn arrival(event: &Event) -> Arrival {
    // An event is made of JSON, so this succeeds.
    let text = serde_json::to_vec(event).unwrap_or_default();
    Arrival { id: event.origin.id.clone(), text: text.into() }
}

/// Writes what is submitted, until nobody submits any more.
pub(crate) fn write(
    submissions: &Receiver<Submission>,
    checker: &SyncSender<Written>,
    store: &dyn Store,
    shared: &Shared,
) {
    loop {
        let first = match submissions.recv_timeout(Duration::from_secs(3600)) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let mut bytes = size(&first);
        let mut group = vec![first];
        while bytes < MOST_BYTES
            && let Ok(next) = submissions.try_recv()
        {
            bytes += size(&next);
            group.push(next);
        }
        if let Some(written) = write_group(group, store, shared)
            && checker.send(written).is_err()
        {
            return;
        }
    }
}

fn size(submission: &Submission) -> usize {
    submission.arrivals.iter().map(|it| it.text.len()).sum()
}

/// Writes one group, acknowledges it, and gives what is new.
fn write_group(group: Vec<Submission>, store: &dyn Store, shared: &Shared) -> Option<Written> {
    let (mut arrivals, mut events, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
    let at = group.first()?.at;
    for submission in group {
        waiting.push((submission.events.len(), submission.reply, submission._space));
        arrivals.extend(submission.arrivals);
        events.extend(submission.events);
    }
    let start = Instant::now();
    let appended = match store.append(&arrivals) {
        Ok(appended) => appended,
        Err(error) => {
            shared.trouble(PART, format!("events cannot be written: {error}"));
            let error = Arc::new(error);
            for (_, reply, _) in waiting {
                let _ = reply.send(Err(Arc::clone(&error)));
            }
            return None;
        }
    };
    shared.works(PART);
    shared.metrics.commits.add(start.elapsed());
    let mut fates = appended.fresh.iter();
    for (count, reply, _) in waiting {
        let accepted = fates.by_ref().take(count).filter(|fresh| **fresh).count() as u64;
        let receipt = Receipt { accepted, duplicates: count as u64 - accepted };
        shared.metrics.accepted.add(receipt.accepted);
        shared.metrics.duplicates.add(receipt.duplicates);
        // Who does not wait for the answer any more does not need it.
        let _ = reply.send(Ok(receipt));
    }
    let mut fates = appended.fresh.iter();
    events.retain(|_| fates.next().is_some_and(|fresh| *fresh));
    Some(Written { events, first: appended.first, at })
}

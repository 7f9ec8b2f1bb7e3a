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

use super::{Shared, routing::Routing};

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
    /// An event does not fit into the store.
    #[error("an event has {length} bytes, and the store takes {most} at most")]
    TooLong {
        /// Its length.
        length: usize,
        /// The longest that is taken.
        most: usize,
    },
    /// The server is about to end.
    #[error("the server is ending; send them to the next one")]
    Ending,
    /// The store cannot keep them.
    #[error("{0}")]
    Store(Arc<StoreError>),
}

/// Events that are kept, for the checker.
#[derive(Debug)]
pub(crate) struct Written {
    pub events: Vec<Incoming>,
    /// The position after them.
    pub end: Position,
    pub at: Instant,
    /// All that there was at this point in time has been given to the checker.
    pub complete: Option<Instant>,
}

/// An event for the checker.
#[derive(Debug)]
pub(crate) struct Incoming {
    pub event: Event,
    /// Rules have to be applied to it here.
    pub home: bool,
    /// It may concern instances here.
    pub concerned: bool,
}

/// Takes events.
#[derive(Clone, Debug)]
pub(crate) struct Intake {
    queue: Sender<Submission>,
    space: Arc<Semaphore>,
    /// So many bytes may wait.
    most: usize,
    /// No event may have more bytes.
    longest: usize,
    /// Where events go, if the work is shared.
    routing: Option<Arc<Routing>>,
}

impl Intake {
    /// An intake that lets so many bytes wait, and the other end of its queue.
    pub fn new(
        most: usize,
        longest: usize,
        routing: Option<Arc<Routing>>,
    ) -> (Intake, Receiver<Submission>) {
        let most = most.clamp(1, Semaphore::MAX_PERMITS.min(u32::MAX as usize));
        let (queue, submissions) = std::sync::mpsc::channel();
        let space = Arc::new(Semaphore::new(most));
        (Intake { queue, space, most, longest, routing }, submissions)
    }

    /// How many bytes are waiting.
    pub fn waiting(&self) -> usize {
        self.most - self.space.available_permits()
    }

    /// Submits events; the answer comes when they are on the disk.
    pub async fn submit(&self, mut events: Vec<Event>, at: Instant) -> Result<Receipt, Refused> {
        let (arrivals, bytes) = self.measured(&mut events)?;
        let space = Arc::clone(&self.space).try_acquire_many_owned(bytes);
        self.enqueue(events, arrivals, at, space.map_err(|_| Refused::Busy)?).await
    }

    /// Submits events, and waits until there is space for them.
    pub async fn submit_patiently(&self, mut events: Vec<Event>) -> Result<Receipt, Refused> {
        let (arrivals, bytes) = self.measured(&mut events)?;
        let space = Arc::clone(&self.space).acquire_many_owned(bytes).await;
        let space = space.map_err(|_| Refused::Ending)?;
        self.enqueue(events, arrivals, Instant::now(), space).await
    }

    /// The events as they are kept, and the space that they take.
    fn measured(&self, events: &mut [Event]) -> Result<(Vec<Arrival>, u32), Refused> {
        let arrival = |event: &mut Event| match &self.routing {
            Some(routing) => routing.arrival(event),
            None => {
                Arrival { id: event.origin.id.clone(), text: text(event), ..Arrival::default() }
            }
        };
        let arrivals: Vec<Arrival> = events.iter_mut().map(arrival).collect();
        let lengths = || arrivals.iter().map(|it| it.text.len());
        if let Some(length) = lengths().find(|length| *length > self.longest) {
            return Err(Refused::TooLong { length, most: self.longest });
        }
        // A request that is larger than the whole queue waits for all of it.
        let bytes = lengths().sum::<usize>().min(self.most);
        Ok((arrivals, u32::try_from(bytes).unwrap_or(u32::MAX)))
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

/// An event as it is kept.
pub(super) fn text(event: &Event) -> Box<[u8]> {
    // An event is made of JSON, so this succeeds.
    serde_json::to_vec(event).unwrap_or_default().into()
}

/// Writes what is submitted, until nobody submits any more, and gives it to a checker, unless
/// checkers read what is written.
pub(crate) fn write(
    submissions: &Receiver<Submission>,
    checker: Option<&SyncSender<Written>>,
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
            && let Some(checker) = checker
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
    for place in appended.contradicting {
        shared.contradiction(&events[place].origin);
    }
    let mut fates = appended.fresh.iter();
    for (count, reply, _) in waiting {
        let accepted = fates.by_ref().take(count).filter(|fresh| **fresh).count() as u64;
        let receipt = Receipt { accepted, duplicates: count as u64 - accepted };
        shared.metrics.accepted.add(receipt.accepted);
        shared.metrics.duplicates.add(receipt.duplicates);
        // Who does not wait for the answer any more does not need it.
        let _ = reply.send(Ok(receipt));
    }
    let new = events.into_iter().zip(&appended.fresh).filter(|(_, fresh)| **fresh);
    let events: Vec<Incoming> =
        new.map(|(event, _)| Incoming { event, home: true, concerned: true }).collect();
    let end = appended.first + events.len() as Position;
    Some(Written { events, end, at, complete: None })
}

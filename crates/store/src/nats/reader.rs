//! Reads the log: of one partition, for the worker that has it, or all of it.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use async_nats::jetstream::{
    Message,
    consumer::{
        AckPolicy, DeliverPolicy, PullConsumer,
        pull::{self, Batch, BatchError},
    },
    message::Acker,
};
use futures_util::{FutureExt, StreamExt};
use tokio::runtime::{Handle, Runtime};

use super::{
    broker::{Broker, HOME},
    is_home,
};
use crate::{Delivered, Delivery, Position, StoreError, Stored};

/// So many events are asked for at a time.
const MOST: usize = 2000;
/// For so long the server waits for events before it says that there are none.
const EXPIRES: Duration = Duration::from_millis(100);
/// So long it may take to send events that are there. A server that has little time does not
/// get far in what is enough to wait for an event, and stops in the middle.
const TAKES: Duration = Duration::from_secs(30);
/// An answer that takes longer was not given by the server. It does not always say that a
/// request has expired, and the library waits five seconds for that.
const LATE: Duration = Duration::from_secs(1);
/// A server that sends nothing for so long of what it has is away, or has started anew.
const SILENT: Duration = Duration::from_secs(3);
/// A message that is not acknowledged for so long is delivered again. Checkpoints come far
/// more often.
const ACK_WAIT: Duration = Duration::from_secs(120);
/// What nobody has read for so long is deleted: its worker is gone.
const UNUSED: Duration = Duration::from_secs(600);

/// Reads a partition, with a durable consumer that shows in the server how far it has come.
pub(super) struct PartitionReader {
    partition: u16,
    name: String,
    /// The next event to read.
    position: Position,
    reading: Option<Reading>,
    /// The shortest time from the server's clock to here.
    nearest: Option<i128>,
}

struct Reading {
    consumer: PullConsumer,
    batch: Option<Asked>,
    /// Messages are numbered by the consumer; a gap means that one was lost on its way.
    next: u64,
    /// How many more there are, as far as is known.
    pending: u64,
}

/// Events that were asked for.
struct Asked {
    batch: Batch,
    /// No event is waited for after it.
    until: Instant,
    /// They are there, so that the server only has to send them.
    there: bool,
}

impl PartitionReader {
    pub fn new(partition: u16, owner: &str, position: Position) -> PartitionReader {
        let name = format!("partition-{partition}-{owner}");
        PartitionReader { partition, name, position, reading: None, nearest: None }
    }

    /// The next events, and what acknowledges them.
    pub async fn next(&mut self, broker: &Broker) -> Result<(Delivery, Option<Acker>), StoreError> {
        let mut reading = match self.reading.take() {
            Some(reading) => reading,
            None => self.open(broker).await?,
        };
        let mut asked = match reading.batch.take() {
            Some(asked) => asked,
            None => reading.ask().await.map_err(|error| broker.failed(error))?,
        };
        let mut delivery = Delivery { events: Vec::new(), complete: None, over: false };
        let mut acker = None;
        let Ok(first) = tokio::time::timeout_at(asked.until.into(), asked.batch.next()).await
        else {
            // What was to be sent is asked for anew; there may be more of what was waited for.
            self.reading = (!asked.there).then_some(reading);
            return Ok((delivery, None));
        };
        if first.is_none() {
            // Who has waited in vain knows that there was nothing; an answer that was not looked
            // at for long says so of another time.
            let in_vain = !asked.there && reading.pending == 0 && Instant::now() < asked.until;
            delivery.complete = in_vain.then(Instant::now);
            self.reading = Some(reading);
            return Ok((delivery, None));
        }
        let mut following = first;
        while let Some(message) = following {
            let taken = match message {
                Ok(message) => self.take(message, &mut reading, &mut delivery, &mut acker),
                Err(error) if delivery.events.is_empty() => return Err(broker.failed(error)),
                Err(_) => false,
            };
            if !taken {
                // What is missing is read again from where this ends.
                return Ok((delivery, acker));
            }
            if delivery.events.len() >= MOST {
                break;
            }
            match asked.batch.next().now_or_never() {
                Some(next) => following = next,
                None => break,
            }
        }
        if asked.there {
            asked.until = Instant::now() + SILENT;
        }
        reading.batch = Some(asked);
        self.reading = Some(reading);
        Ok((delivery, acker))
    }

    /// Takes a message; false if one before it is missing.
    fn take(
        &mut self,
        message: Message,
        reading: &mut Reading,
        delivery: &mut Delivery,
        acker: &mut Option<Acker>,
    ) -> bool {
        let Ok(info) = message.info() else { return false };
        let (position, number, pending) =
            (info.stream_sequence, info.consumer_sequence, info.pending);
        let age = nanos_since_1970() - info.published.unix_timestamp_nanos();
        if number != reading.next {
            return false;
        }
        reading.next += 1;
        reading.pending = pending;
        if position < self.position {
            // It was delivered again.
            return true;
        }
        self.position = position + 1;
        // The server's clock may be another one, so ages are compared with the least of them.
        let nearest = self.nearest.map_or(age, |nearest| nearest.min(age));
        self.nearest = Some(nearest);
        let late = if pending == 0 { 0 } else { u64::try_from(age - nearest).unwrap_or(0) };
        delivery.complete = Instant::now().checked_sub(Duration::from_nanos(late));
        let (message, with) = message.split();
        let [_, both] = HOME;
        let home = is_home(&message.subject);
        delivery.events.push(Delivered {
            position,
            home,
            concerned: !home || message.subject.ends_with(both),
            text: message.payload.to_vec(),
        });
        *acker = Some(with);
        true
    }

    /// Begins at the position, whatever a consumer with this name did before.
    async fn open(&self, broker: &Broker) -> Result<Reading, StoreError> {
        let _ = broker.log.delete_consumer(&self.name).await;
        let config = pull::Config {
            durable_name: Some(self.name.clone()),
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: self.position.max(1) },
            ack_policy: AckPolicy::All,
            ack_wait: ACK_WAIT,
            max_ack_pending: -1,
            inactive_threshold: UNUSED,
            filter_subject: broker.subjects_of(self.partition),
            ..pull::Config::default()
        };
        let consumer = broker.log.create_consumer(config).await;
        let consumer: PullConsumer = consumer.map_err(|error| broker.failed(error))?;
        let pending = consumer.cached_info().num_pending;
        Ok(Reading { consumer, batch: None, next: 1, pending })
    }
}

impl Reading {
    /// Asks for what is there, exactly, so that the answer ends with the last one of them; or,
    /// if there is nothing, for what comes within a short time.
    async fn ask(&self) -> Result<Asked, BatchError> {
        let there = self.pending > 0;
        let (most, expires, patience) = match there {
            true => (MOST.min(self.pending.try_into().unwrap_or(MOST)), TAKES, SILENT),
            false => (MOST, EXPIRES, EXPIRES + LATE),
        };
        let until = Instant::now() + patience;
        let batch = self.consumer.batch().max_messages(most).expires(expires).messages().await?;
        Ok(Asked { batch, until, there })
    }
}

fn nanos_since_1970() -> i128 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i128::try_from(since.as_nanos()).unwrap_or(i128::MAX)
}

/// All events that are in the log now, each once.
pub(super) struct LogReader {
    broker: Arc<Broker>,
    handle: Handle,
    /// Kept alive for as long as there is something to read, if it is nobody else's.
    runtime: Option<Runtime>,
    consumer: PullConsumer,
    /// The next position, and the last one.
    next: Position,
    last: Position,
    read: VecDeque<Stored>,
}

impl LogReader {
    pub fn new(
        broker: Arc<Broker>,
        handle: Handle,
        runtime: Option<Runtime>,
        from: Position,
    ) -> Result<LogReader, StoreError> {
        let opened = handle.block_on(async {
            let info = broker.log.get_info().await.map_err(|error| broker.failed(error))?;
            let config = pull::Config {
                deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from.max(1) },
                ack_policy: AckPolicy::None,
                inactive_threshold: Duration::from_secs(60),
                ..pull::Config::default()
            };
            let consumer = broker.log.create_consumer(config).await;
            let consumer = consumer.map_err(|error| broker.failed(error))?;
            Ok((consumer, info.state.first_sequence, info.state.last_sequence))
        });
        let (consumer, first, last) = opened?;
        let next = from.max(first).max(1);
        Ok(LogReader { broker, handle, runtime, consumer, next, last, read: VecDeque::new() })
    }

    async fn fetch(&mut self) -> Result<(), StoreError> {
        let batch = self.consumer.fetch().max_messages(MOST).messages().await;
        let mut batch = batch.map_err(|error| self.broker.failed(error))?;
        let mut some = false;
        while let Some(message) = batch.next().await {
            let message = message.map_err(|error| self.broker.failed(error))?;
            let info = message.info().map_err(|error| self.broker.failed(error))?;
            some = true;
            let position = info.stream_sequence;
            self.next = position + 1;
            if is_home(&message.subject) && position <= self.last {
                let arrived = info.published.unix_timestamp_nanos() / 1_000_000;
                let arrived = i64::try_from(arrived).unwrap_or(i64::MAX);
                let text = message.payload.as_ref().into();
                self.read.push_back(Stored { position, arrived, text });
            }
        }
        if !some {
            // What was last may have been forgotten meanwhile.
            self.next = self.last + 1;
        }
        Ok(())
    }
}

impl Iterator for LogReader {
    type Item = Result<Stored, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.read.is_empty() && self.next <= self.last {
            let handle = self.handle.clone();
            if let Err(error) = handle.block_on(self.fetch()) {
                self.next = self.last + 1;
                return Some(Err(error));
            }
        }
        self.read.pop_front().map(Ok)
    }
}

impl Drop for LogReader {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

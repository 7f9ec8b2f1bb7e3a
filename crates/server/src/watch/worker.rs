//! Works on the partitions that this process gets, each in threads of its own.

use std::{
    sync::{
        Arc,
        atomic::Ordering::Relaxed,
        mpsc::{self, Sender},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use aplomb_monitor::Event;
use aplomb_store::{Delivery, SharedPartition, Sharing, Store, StoreError};

use super::{
    Shared, StartError, Watching,
    checker::{Checker, Feed},
    intake::{Incoming, Written},
    keeper,
    routing::Routing,
    spawn,
};

/// Its name where trouble is told.
const PART: &str = "partitions";
/// How often the end is looked for.
const LOOK: Duration = Duration::from_millis(200);
/// After trouble.
const PAUSE: Duration = Duration::from_secs(1);

/// Everything that the work on a partition needs.
#[derive(Clone)]
pub(super) struct Worker {
    pub watching: Arc<Watching>,
    pub store: Arc<dyn Store>,
    pub shared: Arc<Shared>,
    pub routing: Arc<Routing>,
    pub wake: Sender<()>,
}

impl Worker {
    /// Works on partitions until the end.
    pub fn run(self, sharing: &dyn Sharing) {
        let mut threads: Vec<JoinHandle<()>> = Vec::new();
        while !self.is_ending() {
            let Some(partition) = sharing.next(LOOK) else { continue };
            let worker = self.clone();
            let name = format!("aplomb-part-{}", partition.number());
            let given = Arc::clone(&partition);
            match spawn(&name, &self.shared, move || worker.work(&given)) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    self.shared.trouble(PART, error.to_string());
                    partition.release();
                }
            }
            threads.retain(|thread| !thread.is_finished());
        }
        sharing.leave();
        for thread in threads {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }

    fn is_ending(&self) -> bool {
        self.shared.ending.load(Relaxed)
    }

    /// Works on a partition until it is another process's.
    fn work(&self, partition: &Arc<dyn SharedPartition>) {
        match self.check(partition) {
            Ok(()) => self.shared.works(PART),
            Err(error) => {
                self.shared.trouble(PART, format!("partition {}: {error}", partition.number()));
                std::thread::sleep(PAUSE);
            }
        }
        self.shared.status().forget(partition.number());
        partition.release();
    }

    fn check(&self, partition: &Arc<dyn SharedPartition>) -> Result<(), StartError> {
        let (to_checker, written) = mpsc::sync_channel(16);
        let (to_keeper, conclusions) = mpsc::sync_channel(keeper::MOST_WAITING);
        let feed = Feed::Shared(Arc::clone(partition), Arc::clone(&self.routing));
        let mut checker =
            Checker::restore(&self.watching, &self.store, &self.shared, to_keeper, feed)?;
        let (kept, shared, wake) =
            (Arc::clone(partition), Arc::clone(&self.shared), self.wake.clone());
        let keep = move || keeper::keep(&conclusions, &wake, &*kept, &shared, None);
        let keeper = spawn("aplomb-keeper", &self.shared, keep)?;
        let checking = spawn("aplomb-checker", &self.shared, move || checker.run(&written))?;
        while !self.is_ending() {
            match partition.next() {
                Ok(Delivery { over: true, .. }) => break,
                Ok(delivery) => {
                    self.shared.works(PART);
                    if to_checker.send(self.decode(delivery)).is_err() {
                        break;
                    }
                }
                Err(error @ StoreError::Lost(_)) => {
                    self.shared.problem(error.to_string());
                    break;
                }
                Err(error) => {
                    self.shared.trouble(PART, format!("events cannot be read: {error}"));
                    std::thread::sleep(LOOK);
                }
            }
        }
        drop(to_checker);
        // Threads that panicked have said so.
        let _ = (checking.join(), keeper.join());
        Ok(())
    }

    fn decode(&self, delivery: Delivery) -> Written {
        let Delivery { events, complete, .. } = delivery;
        let end = events.last().map_or(0, |last| last.position + 1);
        let mut incoming = Vec::with_capacity(events.len());
        for delivered in events {
            match Event::from_json(&delivered.text) {
                Ok(event) => incoming.push(Incoming {
                    event,
                    home: delivered.home,
                    concerned: delivered.concerned,
                }),
                Err(reason) => {
                    self.shared.metrics.unchecked.add(1);
                    self.shared.problem(format!("event {}: {reason}", delivered.position));
                }
            }
        }
        Written { events: incoming, end, at: Instant::now(), complete }
    }
}

//! The pipeline: events come in, are kept, are checked, and answers go out. Threads with one
//! job each, so that none waits for another one's disk:
//!
//! - the *intake* writes events and acknowledges them,
//! - the *checker* has the monitor and gives answers when they are due,
//! - the *keeper* writes checkpoints and violations,
//! - the *messenger* (in `notify`) delivers notices.
//!
//! Where processes share the work, the *worker* gives each partition that this process gets a
//! checker and a keeper of its own, which read what was written, by whomever.

pub(crate) mod checker;
pub(crate) mod clock;
pub(crate) mod intake;
mod keeper;
mod metrics;
mod routing;
mod violation;
mod worker;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use aplomb_monitor::{
    Delay, Load, Origin, Partitions, PropertyFile, RestoreError, Settings, Time, Verdict,
};
use aplomb_store::{Store, StoreError, Work};
use sha2::{Digest, Sha256};
use tokio::sync::broadcast;

use checker::{Checker, Feed};
pub(crate) use intake::Intake;
pub use intake::{Receipt, Refused};
pub(crate) use metrics::Metrics;
use routing::Routing;
pub use violation::{Moved, Violation};
use worker::Worker;

use crate::{
    Found,
    notify::{self, Sink},
};

/// What is checked, and how.
#[derive(Clone, Debug)]
pub struct Watching {
    /// The files with properties, under their names.
    pub files: Vec<(String, PropertyFile)>,
    /// How the monitor judges.
    pub settings: Settings,
    /// How long to wait for events before answers are given.
    pub delay: Delay,
    /// So many bytes of events may wait to be written.
    pub queue: usize,
    /// How long events, violations and recordings are kept; for ever, if not given.
    pub retention: Option<Duration>,
    /// How often a checkpoint is made, at least, where it stays on this machine. It has what is
    /// new since the one before, so many small ones cost as much as few large ones, and nobody
    /// waits long for them.
    pub checkpoint_every: Duration,
    /// Who is told of violations.
    pub sinks: Vec<Sink>,
}

impl Watching {
    /// Watches over properties with the usual settings.
    pub fn new(files: Vec<(String, PropertyFile)>) -> Watching {
        Watching {
            files,
            settings: Settings::default(),
            delay: Delay::default(),
            queue: 64 << 20,
            retention: None,
            checkpoint_every: Duration::from_secs(1),
            sinks: Vec::new(),
        }
    }

    /// Tells what is watched, and how it is judged, from everything else: processes that share
    /// the work have to agree on it.
    pub fn fingerprint(&self) -> String {
        let mut hasher = Sha256::new();
        for (_, property) in self.properties() {
            hasher.update(property.fingerprint().to_le_bytes());
        }
        let rules: Vec<_> = self.files.iter().flat_map(|(_, file)| &file.rules).collect();
        hasher.update(format!("{rules:?} {:?} {:?}", self.settings, self.delay));
        hasher.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// All properties, each with the name of its file.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&str, &aplomb_monitor::Property)> {
        self.files.iter().flat_map(|(name, file)| {
            file.properties.iter().map(move |property| (name.as_str(), property))
        })
    }
}

/// Why watching cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store does not give what was kept.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The checkpoint cannot be read.
    #[error("{0}")]
    Restore(#[from] RestoreError),
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// What the parts of the server know about each other.
#[derive(Debug)]
pub(crate) struct Shared {
    pub metrics: Metrics,
    pub live: broadcast::Sender<Live>,
    status: Mutex<Status>,
    problems: Mutex<VecDeque<Problem>>,
    /// What does not work now, by the part of the server.
    trouble: Mutex<BTreeMap<&'static str, String>>,
    /// Nobody waits for a disk that is full any more.
    ending: AtomicBool,
}

/// Something new, for those who look on.
#[derive(Clone, Debug)]
pub(crate) enum Live {
    Violation(Arc<Violation>),
    Status,
}

/// Why an event was not checked.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub at: Time,
    pub what: String,
}

/// How things are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Status {
    pub watermark: Option<Time>,
    pub delay: Duration,
    pub load: Load,
    pub properties: Vec<PropertyStatus>,
    pub rates: Rates,
    /// The latest violations, the latest first.
    pub violations: VecDeque<Arc<Violation>>,
    /// What the fields above are made of.
    partitions: BTreeMap<u16, PartitionStatus>,
}

/// How a partition is.
#[derive(Clone, Debug)]
pub(crate) struct PartitionStatus {
    pub watermark: Time,
    pub load: Load,
    /// By property, how many events could not be judged.
    pub unchecked: Vec<u64>,
}

impl Status {
    /// A partition is like this now.
    fn update(&mut self, number: u16, now: PartitionStatus) {
        self.partitions.insert(number, now);
        self.add_up();
    }

    /// A partition is not checked here any more.
    fn forget(&mut self, number: u16) {
        self.partitions.remove(&number);
        self.add_up();
    }

    fn add_up(&mut self) {
        let all = || self.partitions.values();
        // Before the first event a partition has no time.
        let begun = all().map(|it| it.watermark).filter(|it| *it > Time::BEGINNING);
        self.watermark = begun.min();
        self.load = all().map(|it| it.load).sum();
        for (index, property) in self.properties.iter_mut().enumerate() {
            property.unchecked = self.partitions.values().map(|it| it.unchecked[index]).sum();
        }
    }
}

/// So many seconds of rates are shown.
const MOST_RATES: usize = 120;

/// Events per second.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    began: Instant,
    events: u64,
    /// The last minutes, the latest last.
    pub seconds: VecDeque<f64>,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { began: Instant::now(), events: 0, seconds: VecDeque::new() }
    }
}

impl Rates {
    /// So many more events were checked.
    fn add(&mut self, events: u64) {
        self.events += events;
        let elapsed = self.began.elapsed();
        if elapsed >= Duration::from_secs(1) {
            self.seconds.push_back(self.events as f64 / elapsed.as_secs_f64());
            (self.began, self.events) = (Instant::now(), 0);
        }
        if self.seconds.len() > MOST_RATES {
            self.seconds.pop_front();
        }
    }
}

/// What is known about a property since the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct PropertyStatus {
    pub violated: u64,
    pub possibly_violated: u64,
    pub holds: u64,
    pub undecided: u64,
    pub unchecked: u64,
}

impl PropertyStatus {
    /// Counts an answer, and takes back the one that it revises.
    fn count(&mut self, verdict: Verdict, revises: Option<Verdict>) {
        if let Some(counter) = self.counter(verdict) {
            *counter += 1;
        }
        if let Some(counter) = revises.and_then(|verdict| self.counter(verdict)) {
            *counter = counter.saturating_sub(1);
        }
    }

    fn counter(&mut self, verdict: Verdict) -> Option<&mut u64> {
        match verdict {
            Verdict::Violated => Some(&mut self.violated),
            Verdict::PossiblyViolated => Some(&mut self.possibly_violated),
            Verdict::Holds => Some(&mut self.holds),
            Verdict::Undecided => Some(&mut self.undecided),
            Verdict::Open => None,
        }
    }
}

/// Under this name a defect of a part is told, which nothing mends.
const DEFECT: &str = "defect";

/// So many problems and violations are held in memory for the dashboard.
const MOST_SHOWN: usize = 100;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is shared is only shown; a thread that panicked leaves nothing dangerous.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn new(properties: usize) -> Shared {
        let status =
            Status { properties: vec![PropertyStatus::default(); properties], ..Status::default() };
        Shared {
            metrics: Metrics::default(),
            live: broadcast::channel(256).0,
            status: Mutex::new(status),
            problems: Mutex::default(),
            trouble: Mutex::default(),
            ending: AtomicBool::new(false),
        }
    }

    /// The violations of earlier runs, for those who look on.
    fn show(&self, store: &dyn Store) -> Result<(), StartError> {
        let stored = store.violations(i64::MAX, MOST_SHOWN)?;
        let read = |text: &[u8]| serde_json::from_slice::<Violation>(text).ok().map(Arc::new);
        let latest = stored.iter().take(MOST_SHOWN);
        self.status().violations.extend(latest.filter_map(|it| read(&it.text)));
        Ok(())
    }

    pub fn status(&self) -> MutexGuard<'_, Status> {
        lock(&self.status)
    }

    /// Why the server does not do all of its work now.
    pub fn current_trouble(&self) -> Option<String> {
        lock(&self.trouble).values().next().cloned()
    }

    /// A part of the server cannot work; said once on standard error.
    fn trouble(&self, part: &'static str, what: String) {
        if lock(&self.trouble).insert(part, what.clone()).as_ref() != Some(&what) {
            eprintln!("aplomb watch: {what}");
        }
    }

    /// A part of the server has ended by a defect.
    fn broke(&self, what: &str) {
        let told = format!("{what} has stopped because of a defect: start the server again");
        self.trouble(DEFECT, told);
    }

    /// A part of the server works.
    fn works(&self, part: &'static str) {
        lock(&self.trouble).remove(part);
    }

    /// The latest problems with events, the latest first.
    pub fn problems(&self) -> Vec<Problem> {
        lock(&self.problems).iter().cloned().collect()
    }

    /// What was found since the start.
    pub fn found(&self) -> Found {
        let Metrics { late, unchecked, contradicting, .. } = &self.metrics;
        let broken = lock(&self.trouble).contains_key(DEFECT);
        let left = broken || late.get() + unchecked.get() + contradicting.get() > 0;
        let status = self.status();
        let violated = |it: &PropertyStatus| it.violated + it.possibly_violated > 0;
        match status.properties.iter().any(violated) {
            true => Found::Violation,
            false if left || status.properties.iter().any(|it| it.undecided > 0) => {
                Found::Unchecked
            }
            false => Found::Nothing,
        }
    }

    /// An event has the id of another one that says something else.
    fn contradiction(&self, origin: &Origin) {
        self.metrics.contradicting.add(1);
        let id = origin.id.as_deref().unwrap_or_default();
        self.problem(format!("another event with the id {id} came before, and that one counts"));
    }

    /// An event was not checked.
    pub fn problem(&self, what: String) {
        let mut problems = lock(&self.problems);
        problems.push_front(Problem { at: clock::wall(), what });
        problems.truncate(MOST_SHOWN);
    }
}

/// A pipeline that runs.
#[derive(Debug)]
pub(crate) struct Pipeline {
    pub intake: Intake,
    pub shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    end: Sender<()>,
}

impl Pipeline {
    /// Goes on where the store was left.
    pub fn start(watching: Arc<Watching>, store: Arc<dyn Store>) -> Result<Pipeline, StartError> {
        let shared = Arc::new(Shared::new(watching.properties().count()));
        shared.show(&*store)?;
        let (end, ended) = mpsc::channel();
        let (wake, woken) = mpsc::channel();
        let mut threads = Vec::new();
        let (to_checker, routing) = match Arc::clone(&store).work() {
            Work::Alone(partition) => {
                // A little room, so that the disk and the checker do not wait for each other.
                let (to_checker, written) = mpsc::sync_channel(16);
                let (to_keeper, conclusions) = mpsc::sync_channel(keeper::MOST_WAITING);
                let feed = Feed::Alone(Arc::clone(&partition));
                let mut checker = Checker::restore(&watching, &store, &shared, to_keeper, feed)?;
                checker.catch_up(store.read(checker.position())?)?;
                threads.push(spawn("aplomb-checker", &shared, move || checker.run(&written))?);
                let (from, with) = (Arc::clone(&store), Arc::clone(&shared));
                let retention = watching.retention;
                let keep = move || {
                    let retention = retention.map(|retention| (&*from, retention));
                    keeper::keep(&conclusions, &wake, &*partition, &with, retention);
                };
                threads.push(spawn("aplomb-keeper", &shared, keep)?);
                (Some(to_checker), None)
            }
            Work::Shared(sharing) => {
                let properties = watching.properties().map(|(_, property)| property);
                let partitions = Partitions::new(properties, sharing.partitions());
                let routing = Arc::new(Routing::new(partitions));
                let worker = Worker {
                    watching: Arc::clone(&watching),
                    store: Arc::clone(&store),
                    shared: Arc::clone(&shared),
                    routing: Arc::clone(&routing),
                    wake,
                };
                threads.push(spawn("aplomb-worker", &shared, move || worker.run(&*sharing))?);
                (None, Some(routing))
            }
        };
        let (intake, submissions) = Intake::new(watching.queue, store.longest_event(), routing);
        let (to, with) = (Arc::clone(&store), Arc::clone(&shared));
        let write = move || intake::write(&submissions, to_checker.as_ref(), &*to, &with);
        threads.push(spawn("aplomb-intake", &shared, write)?);
        let (sinks, with) = (watching.sinks.clone(), Arc::clone(&shared));
        let deliver = move || notify::deliver(&sinks, &woken, &ended, &*store, &with);
        threads.push(spawn("aplomb-messenger", &shared, deliver)?);
        Ok(Pipeline { intake, shared, threads, end })
    }

    /// Writes and checks what was submitted, makes a checkpoint, and ends.
    pub fn stop(self) {
        let Pipeline { intake, threads, end, shared } = self;
        shared.ending.store(true, Relaxed);
        drop(end);
        drop(intake);
        for thread in threads {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

/// Begins a part of the server. If it ends by a defect, the server says that it does not do its
/// work.
fn spawn(
    name: &str,
    shared: &Arc<Shared>,
    run: impl FnOnce() + Send + 'static,
) -> std::io::Result<JoinHandle<()>> {
    let watched = Watched { name: name.into(), shared: Arc::clone(shared) };
    thread::Builder::new().name(name.into()).spawn(move || {
        let _watched = watched;
        run();
    })
}

/// A part of the server that runs.
struct Watched {
    name: String,
    shared: Arc<Shared>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.broke(&self.name);
        }
    }
}

//! The thread that has the monitor: it observes events that are on the disk, gives answers
//! when they are due, and makes checkpoints.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Weak,
        mpsc::{Receiver, RecvTimeoutError, SyncSender},
    },
    time::{Duration, Instant},
};

use aplomb_monitor::{
    Answer, Delay, Event, Load, Memory, Monitor, Observed, Snapshot, Time, Translator, Verdict,
};
use aplomb_store::{Commit, Events, Partition, Position, SharedPartition, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Live, MOST_SHOWN, PartitionStatus, Shared, StartError, Violation, Watching,
    clock::{Clock, wall},
    intake::{Incoming, Written},
    keeper::Conclusion,
    routing::Routing,
};

/// The newest event.
const NEWEST: &[u8] = b"c";
/// What invocations remember for the translation.
const MEMORY: &[u8] = b"t";
/// Answers that were published since the last checkpoint, by violation.
const PUBLISHED: u8 = b'!';

/// So much more seldom are checkpoints where workers share the work: each one is a message, and
/// many are read and written again to make them one.
const SELDOM: u32 = 5;
/// A checkpoint is due after so many events.
const MOST_EVENTS: u64 = 1_000_000;
/// Where events are further behind, something is not working, and there are no answers.
const MOST_BEHIND: Duration = Duration::from_secs(86_400);
/// The longest nap.
const NAP: Duration = Duration::from_millis(250);
/// After so many events answers are given, even if more events wait.
const MOST_AT_ONCE: usize = 500;
/// So many violations are remembered, so that none is asked of the store while it is written.
const MOST_REMEMBERED: usize = 10_000;

/// An answer that was published, so that it is not published again after a restart.
#[derive(Serialize, Deserialize)]
struct Published {
    fingerprint: String,
    instance: Map<String, Value>,
    verdict: Verdict,
}

/// Where the events of a checker come from.
pub(super) enum Feed {
    /// From the intake of this process; nobody else has any.
    Alone(Arc<dyn Partition>),
    /// From the log of a partition. Other partitions have to see what rules make.
    Shared(Arc<dyn SharedPartition>, Arc<Routing>),
}

impl Feed {
    fn partition(&self) -> &dyn Partition {
        match self {
            Feed::Alone(partition) => &**partition,
            Feed::Shared(partition, _) => &**partition,
        }
    }

    /// How often a checkpoint is made, if one that stays on this machine is made so often.
    fn checkpoint_every(&self, every: Duration) -> Duration {
        match self {
            Feed::Alone(_) => every,
            Feed::Shared(..) => SELDOM * every,
        }
    }

    /// How long ago events may have arrived that are not here yet.
    fn behind(&self) -> Duration {
        match self {
            Feed::Alone(_) => Duration::ZERO,
            Feed::Shared(partition, _) => partition.behind(),
        }
    }
}

/// Observes and answers.
pub(super) struct Checker {
    watching: Arc<Watching>,
    shared: Arc<Shared>,
    store: Arc<dyn Store>,
    feed: Feed,
    keeper: SyncSender<Conclusion>,
    /// The keeper has given up, and said why, or the partition is another process's. Answers
    /// that cannot be kept are not given.
    lost: bool,
    monitor: Monitor,
    translator: Translator,
    delay: Delay,
    clock: Clock,
    /// The next event to observe.
    position: Position,
    /// Of the last checkpoint.
    kept: Position,
    kept_at: Instant,
    /// The last checkpoint, while it waits for the keeper.
    waiting: Weak<Snapshot>,
    /// Keys of answers that were published since the last checkpoint.
    published: Vec<Vec<u8>>,
    /// Events that rules have made and that were not sent yet.
    made: Vec<Event>,
    known: Known,
    second: Second,
}

/// Violations that were found.
struct Known {
    violations: HashMap<String, Arc<Violation>>,
    order: VecDeque<String>,
}

/// The second that is being counted.
struct Second {
    began: Instant,
    events: u64,
    /// When the load was measured, how long that took, and what it was.
    measured: Instant,
    took: Duration,
    load: Load,
}

impl Checker {
    /// Goes on from the last checkpoint.
    pub fn restore(
        watching: &Arc<Watching>,
        store: &Arc<dyn Store>,
        shared: &Arc<Shared>,
        keeper: SyncSender<Conclusion>,
        feed: Feed,
    ) -> Result<Checker, StartError> {
        let mut state = feed.partition().state()?;
        let mut published = Vec::new();
        let (mut newest, mut memory): (Option<Time>, Option<Memory>) = (None, None);
        state.entries.retain(|(key, value)| {
            match key.as_slice() {
                NEWEST => newest = serde_json::from_slice(value).ok(),
                MEMORY => memory = serde_json::from_slice(value).ok(),
                [PUBLISHED, ..] => published.push((key.clone(), value.clone())),
                _ => return true,
            }
            false
        });
        let properties: Vec<_> = watching.properties().map(|(_, it)| it.clone()).collect();
        let settings = aplomb_monitor::Settings {
            // The store leaves out what comes again; a log that is shared may not.
            deduplicate: matches!(feed, Feed::Shared(..)),
            ..watching.settings.clone()
        };
        let mut monitor = Monitor::restore(properties, settings, state.entries)?;
        for (_, value) in &published {
            note_answer(&mut monitor, value);
        }
        let rules = watching.files.iter().flat_map(|(_, file)| file.rules.clone()).collect();
        let mut translator = Translator::new(rules);
        translator.restore(memory.unwrap_or_default());
        let delay = watching.delay.clone();
        let tolerance = delay.current() + watching.settings.lateness;
        let mut checker = Checker {
            clock: Clock::start(tolerance, delay.current()),
            watching: Arc::clone(watching),
            shared: Arc::clone(shared),
            store: Arc::clone(store),
            feed,
            keeper,
            lost: false,
            monitor,
            translator,
            delay,
            position: state.position,
            kept: state.position,
            kept_at: Instant::now(),
            waiting: Weak::new(),
            published: published.into_iter().map(|(key, _)| key).collect(),
            made: Vec::new(),
            known: Known { violations: HashMap::new(), order: VecDeque::new() },
            second: Second::begin(),
        };
        if let Some(newest) = newest {
            checker.clock.arrived(newest, Instant::now());
        }
        Ok(checker)
    }

    /// The next event to observe.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Observes events that were written before, and not observed.
    pub fn catch_up(&mut self, events: Events) -> Result<(), StartError> {
        for stored in events {
            let stored = stored?;
            self.position = stored.position + 1;
            match Event::from_json(&stored.text) {
                Ok(event) => self.take(event, Instant::now()),
                Err(reason) => self.unchecked(format!("event {}: {reason}", stored.position)),
            }
        }
        Ok(())
    }

    /// Checks until no more events come, then makes a checkpoint.
    pub fn run(&mut self, written: &Receiver<Written>) {
        loop {
            match written.recv_timeout(self.nap()) {
                Ok(batch) => {
                    let mut count = self.observe(batch);
                    while count < MOST_AT_ONCE
                        && let Ok(batch) = written.try_recv()
                    {
                        count += self.observe(batch);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.answer();
            self.count();
            let events = self.position - self.kept;
            let every = self.feed.checkpoint_every(self.watching.checkpoint_every);
            let due = self.kept_at.elapsed() >= every;
            let due = (due && (events > 0 || !self.published.is_empty())) || events >= MOST_EVENTS;
            // A disk that is slow does not fill the memory with checkpoints.
            if due && self.waiting.strong_count() == 0 {
                self.checkpoint();
            }
            if self.lost {
                return;
            }
        }
        self.checkpoint();
    }

    /// How long there is nothing to answer.
    fn nap(&self) -> Duration {
        let (Some(due), Some(now)) = (self.monitor.next_due(), self.clock.now()) else {
            return NAP;
        };
        (due + self.delay.current() + self.feed.behind()).since(now).min(NAP)
    }

    fn observe(&mut self, written: Written) -> usize {
        let Written { events, end, at, complete } = written;
        let count = events.len();
        let now = wall();
        for (number, incoming) in (1..).zip(events) {
            self.delay.arrived(incoming.event.time, now);
            self.observe_one(incoming, at);
            // What has come together while the disk was slow can be much.
            if number % MOST_AT_ONCE == 0 {
                self.answer();
            }
        }
        self.forward();
        self.position = self.position.max(end);
        if let (Feed::Shared(partition, _), Some(complete), false) =
            (&self.feed, complete, self.lost)
        {
            partition.dealt_with(self.position, complete);
        }
        self.second.events += count as u64;
        count
    }

    fn observe_one(&mut self, incoming: Incoming, at: Instant) {
        let Incoming { event, home, concerned } = incoming;
        match (home, concerned) {
            (true, true) if matches!(self.feed, Feed::Alone(_)) => self.take(event, at),
            _ => {
                self.clock.arrived(event.time, at);
                if home {
                    let made = self.translate(&event);
                    self.made.extend(made);
                }
                if concerned {
                    self.judge(&event);
                }
            }
        }
    }

    /// Observes an event, and those that rules make of it.
    fn take(&mut self, event: Event, at: Instant) {
        self.clock.arrived(event.time, at);
        let made = self.translate(&event);
        for event in std::iter::once(&event).chain(&made) {
            self.judge(event);
        }
    }

    /// The events that rules make of one.
    fn translate(&mut self, event: &Event) -> Vec<Event> {
        let translated = self.translator.translate(event);
        for problem in translated.problems {
            self.unchecked(format!("{}: {problem}", event.name));
        }
        self.shared.metrics.translated.add(translated.events.len() as u64);
        translated.events
    }

    /// Sends what rules have made to the partitions that it concerns.
    fn forward(&mut self) {
        let Feed::Shared(partition, routing) = &self.feed else { return };
        let arrivals: Vec<_> =
            self.made.drain(..).filter_map(|event| routing.forwarded(&event)).collect();
        if !arrivals.is_empty() && partition.forward(&arrivals).is_err() {
            // Who takes the partition makes them again.
            self.lost = true;
        }
    }

    fn judge(&mut self, event: &Event) {
        match self.monitor.observe(event) {
            Ok(Observed::Accepted | Observed::Unheard | Observed::Duplicate) => {}
            Ok(Observed::Contradicts) => self.shared.contradiction(&event.origin),
            Ok(Observed::TooLate) => {
                self.shared.metrics.late.add(1);
                let reason = "it came when the answers were final; see --lateness";
                self.shared.problem(format!("{} at {}: {reason}", event.name, event.time));
            }
            Err(refusals) => refusals.into_iter().for_each(|it| self.unchecked(it.reason)),
        }
    }

    fn unchecked(&self, reason: String) {
        self.shared.metrics.unchecked.add(1);
        self.shared.problem(reason);
    }

    /// Gives the answers that are due.
    fn answer(&mut self) {
        let Some(now) = self.clock.now() else { return };
        let delay = self.delay.current();
        let behind = self.feed.behind();
        if behind > MOST_BEHIND {
            return;
        }
        let answers = self.monitor.advance(now - delay - behind);
        if answers.is_empty() {
            return;
        }
        let mut commit = Commit::default();
        for answer in &answers {
            let due = answer.story.moves.last().map_or(answer.as_of, |last| last.time) + delay;
            self.shared.metrics.detection.add(now.since(due));
            self.shared.status().properties[answer.property].count(answer.verdict, answer.revises);
            if is_news(answer) {
                self.publish(answer, &mut commit);
            }
        }
        if !commit.violations.is_empty() {
            self.send(Conclusion { commit, snapshot: None });
        }
    }

    /// Tells everybody about a violation.
    fn publish(&mut self, answer: &Answer, commit: &mut Commit) {
        let Some((file, property)) = self.watching.properties().nth(answer.property) else {
            return;
        };
        let id = Violation::id_of(property.name(), &answer.instance);
        let before = self.known.get(&id).or_else(|| stored(&*self.store, &id));
        let settings = &self.watching.settings;
        let violation = Violation::new(answer, property, file, settings, before, wall());
        let published = Published {
            fingerprint: violation.fingerprint.clone(),
            instance: violation.instance.clone(),
            verdict: violation.verdict,
        };
        let mut key = vec![PUBLISHED];
        key.extend(violation.id.as_bytes());
        // These are made of JSON.
        commit.state.push((key.clone(), serde_json::to_vec(&published).ok()));
        self.published.push(key);
        commit.violations.push(aplomb_store::Violation {
            id: violation.id.clone(),
            found: violation.found.millis(),
            text: serde_json::to_vec(&violation).unwrap_or_default(),
        });
        let sinks = self.watching.sinks.iter();
        commit.notices.extend(sinks.filter_map(|sink| sink.notice(&violation)));
        let violation = Arc::new(violation);
        self.known.add(Arc::clone(&violation));
        self.shared.status().violations.push_front(Arc::clone(&violation));
        self.shared.status().violations.truncate(MOST_SHOWN);
        // Nobody may be looking on.
        let _ = self.shared.live.send(Live::Violation(violation));
    }

    fn checkpoint(&mut self) {
        let start = Instant::now();
        let mut commit = Commit { position: Some(self.position), ..Commit::default() };
        // What was published is not kept any longer, because the snapshot knows it.
        commit.state.extend(self.published.drain(..).map(|key| (key, None)));
        let memory = serde_json::to_vec(self.translator.memory()).ok();
        commit.state.push((MEMORY.to_vec(), memory));
        let newest = self.clock.sources().and_then(|newest| serde_json::to_vec(&newest).ok());
        commit.state.push((NEWEST.to_vec(), newest));
        let snapshot = Arc::new(self.monitor.checkpoint());
        self.waiting = Arc::downgrade(&snapshot);
        self.send(Conclusion { commit, snapshot: Some(snapshot) });
        (self.kept, self.kept_at) = (self.position, Instant::now());
        self.shared.metrics.checkpoints.add(start.elapsed());
    }

    fn send(&mut self, conclusion: Conclusion) {
        self.lost |= self.keeper.send(conclusion).is_err();
    }

    /// Once a second: how things are.
    fn count(&mut self) {
        let elapsed = self.second.began.elapsed();
        if elapsed < Duration::from_secs(1) {
            return;
        }
        if self.second.measured.elapsed() > 100 * self.second.took {
            let start = Instant::now();
            self.second.load = self.monitor.load();
            (self.second.measured, self.second.took) = (Instant::now(), start.elapsed());
        }
        let count = self.watching.properties().count();
        let now = PartitionStatus {
            watermark: self.monitor.watermark(),
            load: self.second.load,
            unchecked: (0..count).map(|property| self.monitor.unchecked(property)).collect(),
        };
        let mut status = self.shared.status();
        status.delay = self.delay.current();
        status.update(self.feed.partition().number(), now);
        status.rates.add(self.second.events);
        drop(status);
        (self.second.began, self.second.events) = (Instant::now(), 0);
        let _ = self.shared.live.send(Live::Status);
    }
}

/// Whether people want to know: a violation, or one that is none any more.
fn is_news(answer: &Answer) -> bool {
    let matters = |verdict: Verdict| verdict.is_violated() || verdict == Verdict::Undecided;
    matters(answer.verdict) || answer.revises.is_some_and(matters)
}

/// Notes an answer that was published after the checkpoint.
fn note_answer(monitor: &mut Monitor, text: &[u8]) {
    let Ok(published) = serde_json::from_slice::<Published>(text) else { return };
    let same = |it: &aplomb_monitor::Property| {
        format!("{:016x}", it.fingerprint()) == published.fingerprint
    };
    // A property that has changed since begins anew.
    let property = monitor.properties().position(same);
    if let Some(property) = property {
        monitor.note_answer(property, &published.instance, published.verdict);
    }
}

/// What the store knows about a violation. One that it cannot tell is told anew.
fn stored(store: &dyn Store, id: &str) -> Option<Violation> {
    serde_json::from_slice(&store.violation(id).ok()??.text).ok()
}

impl Known {
    fn get(&self, id: &str) -> Option<Violation> {
        self.violations.get(id).map(|violation| Violation::clone(violation))
    }

    fn add(&mut self, violation: Arc<Violation>) {
        let id = violation.id.clone();
        if self.violations.insert(id.clone(), violation).is_none() {
            self.order.push_back(id);
        }
        if self.order.len() > MOST_REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.violations.remove(&oldest);
        }
    }
}

impl Second {
    fn begin() -> Second {
        let now = Instant::now();
        let load = Load::default();
        Second { began: now, events: 0, measured: now, took: Duration::ZERO, load }
    }
}

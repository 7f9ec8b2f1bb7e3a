//! The thread that has the monitor: it observes events that are on the disk, gives answers
//! when they are due, and makes checkpoints.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender},
    },
    time::{Duration, Instant},
};

use aplomb_monitor::{Answer, Delay, Event, Memory, Monitor, Observed, Time, Translator, Verdict};
use aplomb_store::{Commit, Position, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Live, MOST_SHOWN, Shared, StartError, Violation, Watching,
    clock::{Clock, wall},
    intake::Written,
};

/// The newest event.
const NEWEST: &[u8] = b"c";
/// What invocations remember for the translation.
const MEMORY: &[u8] = b"t";
/// Answers that were published since the last checkpoint, by violation.
const PUBLISHED: u8 = b'!';

/// A checkpoint is due after so many events.
const MOST_EVENTS: u64 = 1_000_000;
/// The longest nap.
const NAP: Duration = Duration::from_millis(250);
/// After so many events answers are given, even if more events wait.
const MOST_AT_ONCE: usize = 2000;
/// So many violations are remembered, so that none is asked of the store while it is written.
const MOST_REMEMBERED: usize = 10_000;
/// So many seconds of rates are shown.
const RATES: usize = 120;

/// An answer that was published, so that it is not published again after a restart.
#[derive(Serialize, Deserialize)]
struct Published {
    fingerprint: String,
    instance: Map<String, Value>,
    verdict: Verdict,
}

/// Observes and answers.
pub(super) struct Checker {
    watching: Arc<Watching>,
    shared: Arc<Shared>,
    store: Arc<dyn Store>,
    keeper: SyncSender<Commit>,
    /// The keeper has given up, and said why. Answers that cannot be kept are not given.
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
    /// Keys of answers that were published since the last checkpoint.
    published: Vec<Vec<u8>>,
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
    /// When the load was measured, and how long that took.
    measured: Instant,
    took: Duration,
}

impl Checker {
    /// Goes on where the store was left: the last checkpoint, and all events after it.
    pub fn restore(
        watching: &Arc<Watching>,
        store: &Arc<dyn Store>,
        shared: &Arc<Shared>,
        keeper: SyncSender<Commit>,
    ) -> Result<Checker, StartError> {
        let mut state = store.state()?;
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
            // The store leaves out what comes again.
            deduplicate: false,
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
            keeper,
            lost: false,
            monitor,
            translator,
            delay,
            position: state.position,
            kept: state.position,
            kept_at: Instant::now(),
            published: published.into_iter().map(|(key, _)| key).collect(),
            known: Known::read(&**store)?,
            second: Second::begin(),
        };
        if let Some(newest) = newest {
            checker.clock.arrived(newest, Instant::now());
        }
        for stored in store.read(state.position)? {
            let stored = stored?;
            checker.position = stored.position + 1;
            match Event::from_json(&stored.text) {
                Ok(event) => checker.take(&event, Instant::now()),
                Err(reason) => checker.unchecked(format!("event {}: {reason}", stored.position)),
            }
        }
        checker.show_latest();
        Ok(checker)
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
            let due = self.kept_at.elapsed() >= self.watching.checkpoint_every;
            if (due && (events > 0 || !self.published.is_empty())) || events >= MOST_EVENTS {
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
        (due + self.delay.current()).since(now).min(NAP)
    }

    fn observe(&mut self, written: Written) -> usize {
        for event in &written.events {
            self.delay.arrived(event.time, wall());
            self.take(event, written.at);
        }
        self.position = written.first + written.events.len() as Position;
        self.second.events += written.events.len() as u64;
        written.events.len()
    }

    /// Observes an event, and those that rules make of it.
    fn take(&mut self, event: &Event, at: Instant) {
        self.clock.arrived(event.time, at);
        let translated = self.translator.translate(event);
        for problem in translated.problems {
            self.unchecked(format!("{}: {problem}", event.name));
        }
        self.shared.metrics.translated.add(translated.events.len() as u64);
        for event in std::iter::once(event).chain(&translated.events) {
            match self.monitor.observe(event) {
                Ok(Observed::Accepted | Observed::Unheard | Observed::Duplicate) => {}
                Ok(Observed::TooLate) => {
                    self.shared.metrics.late.add(1);
                    let reason = "it came when the answers were final; see --lateness";
                    self.shared.problem(format!("{} at {}: {reason}", event.name, event.time));
                }
                Err(refusals) => refusals.into_iter().for_each(|it| self.unchecked(it.reason)),
            }
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
        let answers = self.monitor.advance(now - delay);
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
            self.send(commit);
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
        // First what was published, because the entries below know it.
        commit.state.extend(self.published.drain(..).map(|key| (key, None)));
        let entries = self.monitor.checkpoint().into_iter();
        commit.state.extend(entries.map(|entry| (entry.key, entry.value)));
        let memory = serde_json::to_vec(self.translator.memory()).ok();
        commit.state.push((MEMORY.to_vec(), memory));
        let newest = self.clock.sources().and_then(|newest| serde_json::to_vec(&newest).ok());
        commit.state.push((NEWEST.to_vec(), newest));
        self.send(commit);
        (self.kept, self.kept_at) = (self.position, Instant::now());
        self.shared.metrics.checkpoints.add(start.elapsed());
    }

    fn send(&mut self, commit: Commit) {
        self.lost |= self.keeper.send(commit).is_err();
    }

    /// Once a second: how things are.
    fn count(&mut self) {
        let elapsed = self.second.began.elapsed();
        if elapsed < Duration::from_secs(1) {
            return;
        }
        let measure = self.second.measured.elapsed() > 100 * self.second.took;
        let mut status = self.shared.status();
        status.watermark = Some(self.monitor.watermark());
        status.delay = self.delay.current();
        status.rates.push_back(self.second.events as f64 / elapsed.as_secs_f64());
        if status.rates.len() > RATES {
            status.rates.pop_front();
        }
        for (index, property) in status.properties.iter_mut().enumerate() {
            property.unchecked = self.monitor.unchecked(index);
        }
        drop(status);
        if measure {
            let start = Instant::now();
            let load = self.monitor.load();
            self.shared.status().load = load;
            (self.second.measured, self.second.took) = (Instant::now(), start.elapsed());
        }
        (self.second.began, self.second.events) = (Instant::now(), 0);
        let _ = self.shared.live.send(Live::Status);
    }

    /// The violations of earlier runs, for those who look on.
    fn show_latest(&self) {
        let mut status = self.shared.status();
        for id in self.known.order.iter().rev() {
            if status.violations.len() < MOST_SHOWN
                && let Some(violation) = self.known.violations.get(id)
            {
                status.violations.push_back(Arc::clone(violation));
            }
        }
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
    /// The latest violations of the store.
    fn read(store: &dyn Store) -> Result<Known, StartError> {
        let mut known = Known { violations: HashMap::new(), order: VecDeque::new() };
        for stored in store.violations(i64::MAX, MOST_REMEMBERED)?.into_iter().rev() {
            if let Ok(violation) = serde_json::from_slice::<Violation>(&stored.text) {
                known.add(Arc::new(violation));
            }
        }
        Ok(known)
    }

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
        Second { began: now, events: 0, measured: now, took: Duration::ZERO }
    }
}

//! One run of a cluster, from its seed.

use std::{
    collections::BTreeMap,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
};

use aplomb_consensus::qtree::{Event, Laws, Version, Violation};

use crate::{Bug, Chance, Library, Seen};

/// How a cluster is run. Frequencies are per mille.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many nodes there are.
    pub nodes: u64,
    /// How many steps a run has: a message that arrives or is lost, a tick, a campaign, a
    /// request, a restart, a partition.
    pub steps: u64,
    /// How many messages are lost.
    pub lost: u64,
    /// How many messages arrive and stay in the network, to arrive again.
    pub duplicated: u64,
    /// How many steps make a node try to become the leader, besides those whose time is up.
    pub campaigns: u64,
    /// How many steps restart a node.
    pub restarts: u64,
    /// How many steps cut the network in two, or heal it.
    pub partitions: u64,
    /// What the driver does wrong.
    pub bug: Option<Bug>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            nodes: 3,
            steps: 2000,
            lost: 120,
            duplicated: 100,
            campaigns: 10,
            restarts: 4,
            partitions: 3,
            bug: None,
        }
    }
}

/// What a run has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Steps of the scheduler.
    pub steps: u64,
    /// Messages that arrived.
    pub messages: u64,
    /// Leaders that were elected.
    pub elections: u64,
    /// Nodes that were restarted.
    pub restarts: u64,
    /// Partitions of the network.
    pub partitions: u64,
    /// Nodes of the quorum tree.
    pub adds: u64,
    /// Decisions.
    pub commits: u64,
    /// Entries that nodes applied.
    pub applied: u64,
    /// A number in which everything that happened is mixed: equal for equal runs.
    pub digest: u64,
}

impl Statistics {
    /// Adds what another run has seen.
    pub fn add(&mut self, other: &Statistics) {
        self.steps += other.steps;
        self.messages += other.messages;
        self.elections += other.elections;
        self.restarts += other.restarts;
        self.partitions += other.partitions;
        self.adds += other.adds;
        self.commits += other.commits;
        self.applied += other.applied;
        self.digest = self.digest.wrapping_add(other.digest);
    }
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Outcome<R> {
    /// What it has seen.
    pub statistics: Statistics,
    /// How it ended, if not well.
    pub failure: Option<Failure<R>>,
}

/// A run that did not end well: it can be made again from its seed.
#[derive(Clone, Debug)]
pub struct Failure<R> {
    /// The seed.
    pub seed: u64,
    /// The step after which it was noticed.
    pub step: u64,
    /// What is wrong.
    pub wrong: Wrong<R>,
}

/// What is wrong with a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong<R> {
    /// A law of the quorum tree is broken.
    Law(Violation<R, u64>),
    /// Two nodes applied different things at one position.
    Applied {
        /// The position.
        index: u64,
        /// What was applied there first.
        first: u64,
        /// What a node applied there later.
        later: u64,
    },
    /// The library panicked.
    Panic(String),
}

impl<R: fmt::Display> fmt::Display for Wrong<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Law(violation) => violation.fmt(f),
            Wrong::Applied { index, first, later } => write!(
                f,
                "at position {index} of the log a node applies {later}, where another one has \
                 applied {first}"
            ),
            Wrong::Panic(message) => write!(f, "the library panicked: {message}"),
        }
    }
}

/// Something that happened in a run, for whoever tells it.
#[derive(Clone, Debug)]
pub enum Happened<R> {
    /// An event of the quorum tree.
    Event(Event<R, u64>),
    /// A node restarted.
    Restarted,
}

/// Makes the run of a seed.
pub fn simulate<L: Library>(settings: &Settings, seed: u64) -> Outcome<L::Round> {
    told::<L>(settings, seed, &mut |_, _, _| ())
}

/// Makes the run of a seed, and tells what happens: at which step, to which node.
pub(crate) fn told<L: Library>(
    settings: &Settings,
    seed: u64,
    tell: &mut dyn FnMut(u64, u64, Happened<L::Round>),
) -> Outcome<L::Round> {
    let mut run = Run::<L>::new(settings, seed);
    let mut failure = None;
    for step in 1..=settings.steps {
        // The state of a run is not looked at after a panic.
        let done = catch_unwind(AssertUnwindSafe(|| run.step(step, tell)));
        let wrong = match done {
            Ok(Ok(())) => continue,
            Ok(Err(wrong)) => wrong,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()));
                Wrong::Panic(text.unwrap_or_else(|| "without a message".to_owned()))
            }
        };
        failure = Some(Failure { seed, step, wrong });
        break;
    }
    Outcome { statistics: run.statistics, failure }
}

/// A message on its way.
struct Envelope<M> {
    from: u64,
    to: u64,
    message: M,
}

/// The most messages that are on their way; more than these are lost.
const MOST_MESSAGES: usize = 400;

struct Run<'s, L: Library> {
    settings: &'s Settings,
    chance: Chance,
    nodes: Vec<L>,
    network: Vec<Envelope<L::Message>>,
    /// The side of each node while the network is cut in two.
    sides: Option<Vec<bool>>,
    laws: Laws<L::Round, u64>,
    /// What was applied at each position.
    applied: BTreeMap<u64, u64>,
    requests: u64,
    seen: Seen<L>,
    statistics: Statistics,
}

impl<'s, L: Library> Run<'s, L> {
    fn new(settings: &'s Settings, seed: u64) -> Run<'s, L> {
        let numbers = 1..=settings.nodes;
        Run {
            settings,
            chance: Chance::new(seed),
            nodes: numbers.map(|number| L::start(number, settings.nodes, settings.bug)).collect(),
            network: Vec::new(),
            sides: None,
            laws: Laws::new(Version::StateMachineReplication),
            applied: BTreeMap::new(),
            requests: 0,
            seen: Seen::default(),
            statistics: Statistics::default(),
        }
    }

    /// One step of the scheduler.
    fn step(
        &mut self,
        step: u64,
        tell: &mut dyn FnMut(u64, u64, Happened<L::Round>),
    ) -> Result<(), Wrong<L::Round>> {
        self.statistics.steps += 1;
        if self.chance.happens(self.settings.partitions) {
            self.cut_or_heal();
            return Ok(());
        }
        let number = 1 + self.chance.below(self.settings.nodes);
        if self.chance.happens(self.settings.restarts) {
            self.statistics.restarts += 1;
            self.nodes[number as usize - 1].restart();
            for other in (1..=self.settings.nodes).filter(|it| L::SESSIONS && *it != number) {
                self.lose_session(number, other);
            }
            tell(step, number, Happened::Restarted);
            return self.observe(step, number, tell);
        }
        if self.chance.happens(self.settings.campaigns) {
            self.nodes[number as usize - 1].campaign();
            return self.observe(step, number, tell);
        }
        let node = match self.chance.below(100) {
            0..70 => match self.arrival() {
                Some(receiver) => receiver,
                None => return Ok(()),
            },
            70..88 => {
                self.nodes[number as usize - 1].tick();
                number
            }
            _ => {
                self.requests += 1;
                self.nodes[number as usize - 1].propose(self.requests);
                number
            }
        };
        self.observe(step, node, tell)
    }

    fn cut_or_heal(&mut self) {
        self.sides = match self.sides.take() {
            Some(_) => None,
            None => {
                self.statistics.partitions += 1;
                Some((0..self.settings.nodes).map(|_| self.chance.happens(500)).collect())
            }
        };
    }

    /// Lets a message arrive, unless it is lost, and says where.
    fn arrival(&mut self) -> Option<u64> {
        if self.network.is_empty() {
            return None;
        }
        let drawn = self.chance.below(self.network.len() as u64) as usize;
        let Envelope { from, to, .. } = self.network[drawn];
        let lost = self.chance.happens(self.settings.lost) || self.is_cut(from, to);
        if L::SESSIONS && lost {
            self.lose_session(from, to);
            return Some(to);
        }
        let message = if L::SESSIONS {
            let first = self.network.iter().position(|it| (it.from, it.to) == (from, to))?;
            self.network.remove(first).message
        } else if self.chance.happens(self.settings.duplicated) {
            self.network[drawn].message.clone()
        } else {
            self.network.swap_remove(drawn).message
        };
        if lost {
            return None;
        }
        self.nodes[to as usize - 1].deliver(message);
        self.statistics.messages += 1;
        Some(to)
    }

    /// Loses everything that is on its way between two nodes, and connects them again.
    fn lose_session(&mut self, one: u64, other: u64) {
        let pair = |it: &Envelope<_>| [(one, other), (other, one)].contains(&(it.from, it.to));
        self.network.retain(|it| !pair(it));
        self.nodes[one as usize - 1].reconnect(other);
        self.nodes[other as usize - 1].reconnect(one);
    }

    fn is_cut(&self, from: u64, to: u64) -> bool {
        let side = |sides: &Vec<bool>, node: u64| sides[node as usize - 1];
        self.sides.as_ref().is_some_and(|sides| side(sides, from) != side(sides, to))
    }

    /// Looks at what a node has done.
    fn observe(
        &mut self,
        step: u64,
        number: u64,
        tell: &mut dyn FnMut(u64, u64, Happened<L::Round>),
    ) -> Result<(), Wrong<L::Round>> {
        let mut seen = std::mem::take(&mut self.seen);
        self.nodes[number as usize - 1].observe(&mut self.chance, &mut seen);
        self.statistics.elections += std::mem::take(&mut seen.elections);
        for (to, message) in seen.messages.drain(..) {
            if !(1..=self.settings.nodes).contains(&to) {
                continue;
            }
            if self.network.len() < MOST_MESSAGES {
                self.network.push(Envelope { from: number, to, message });
            } else if L::SESSIONS {
                self.lose_session(number, to);
            }
        }
        for event in seen.events.drain(..) {
            tell(step, number, Happened::Event(event.clone()));
            self.mix(step, number, matches!(event, Event::Add { .. }));
            self.laws.observe(event).map_err(Wrong::Law)?;
        }
        for (index, value) in seen.applied.drain(..) {
            self.statistics.applied += 1;
            let first = *self.applied.entry(index).or_insert(value);
            if first != value {
                return Err(Wrong::Applied { index, first, later: value });
            }
        }
        self.seen = seen;
        Ok(())
    }

    fn mix(&mut self, step: u64, number: u64, adds: bool) {
        let statistics = &mut self.statistics;
        match adds {
            true => statistics.adds += 1,
            false => statistics.commits += 1,
        }
        let mixed = step.wrapping_mul(31).wrapping_add(number).wrapping_mul(2) + u64::from(adds);
        statistics.digest =
            statistics.digest.rotate_left(7) ^ mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

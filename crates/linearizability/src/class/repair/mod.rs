//! Which lines must be atomic?
//!
//! The outer loop of 2.3.2: the wrong executions of a client give optimal repairs, the first of
//! which is applied (its blocks run in one step) and checked with all clients. What is still wrong
//! gives more executions, until nothing is.

mod cause;
mod observed;
mod program;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use aplomb_explore::{Limits, Schedule, Strategy};
use aplomb_jvm::{AtomicBlock, Location};
use aplomb_repair::{
    Access, Action, Execution, Limits as RepairLimits, Position, Ranked, Repair, Section, combine,
    optimal_eliminators, rank,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::judge::Judge;
use super::{ClassError, ClassUnderTest, ClientVerdict, Mode, Onlooker, SearchOptions, SourceLine};
use crate::Client;
pub use cause::Cause;
use observed::{Extent, Observed, Trace, observe};
use program::{Held, Program, WithoutLines};

/// How long to look for repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairOptions {
    /// How many wrong and how many right executions to look at.
    pub executions: usize,
    /// States to visit in each exploration.
    pub states: u64,
    /// Time for everything together.
    pub time: Option<Duration>,
    /// How often a repair may turn out not to be enough.
    pub rounds: usize,
    /// How many repairs to check besides the first.
    pub alternatives: usize,
}

impl Default for RepairOptions {
    fn default() -> RepairOptions {
        RepairOptions {
            executions: 2_000,
            states: 300_000,
            time: Some(Duration::from_secs(20)),
            rounds: 12,
            alternatives: 4,
        }
    }
}

/// Lines of a method that are to be atomic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeBlock {
    /// The first line, with its class, method and file.
    pub first: SourceLine,
    /// The last line.
    pub last: u32,
}

impl CodeBlock {
    /// The first line's number.
    #[must_use]
    pub fn first_line(&self) -> u32 {
        self.first.line.unwrap_or_default()
    }

    /// Whether a place in the source is one of these lines.
    fn has(&self, location: &Location) -> bool {
        let line = location.line.map(u32::from);
        location.class == self.first.class
            && location.method == self.first.method
            && line.is_some_and(|line| (self.first_line()..=self.last).contains(&line))
    }
}

impl fmt::Display for CodeBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.first_line(), self.last);
        if first == last {
            write!(f, "line {first} of {}", self.first.method)
        } else {
            write!(f, "lines {first}-{last} of {}", self.first.method)
        }
    }
}

/// Whether a repair is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sufficiency {
    /// With it, no execution of the clients is wrong: all were explored.
    Proved {
        /// How many clients.
        clients: usize,
        /// How many states were visited for that.
        states: u64,
    },
    /// With it, this client still goes wrong.
    Refuted {
        /// The client.
        client: Client,
    },
    /// Nobody has looked, or not long enough.
    Unknown(String),
}

/// A set of blocks, and how likely it is the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedRepair {
    /// Counted from 1; equally likely ones share a rank.
    pub rank: usize,
    /// What is to be atomic.
    pub blocks: Vec<CodeBlock>,
    /// Other lines that touch the same data, and so must not come in between: what locks the
    /// blocks must lock them too.
    pub guards: Vec<CodeBlock>,
    /// How many right executions it would forbid.
    pub disabled: usize,
    /// Whether it is enough.
    pub sufficient: Sufficiency,
}

/// What must be atomic so that a class is right.
#[derive(Clone, Debug, Default)]
pub struct RepairReport {
    /// All optimal repairs, the likely cause first.
    pub repairs: Vec<RankedRepair>,
    /// How many wrong executions they rule out, up to the order of what does not matter.
    pub wrong: usize,
    /// How many right executions they were ranked by.
    pub right: usize,
    /// Whether these were all executions of the client at hand, or some drawn at random.
    pub sampled: bool,
    /// Accesses and conflicts of a wrong execution, on average.
    pub size: (f64, f64),
    /// How often a repair had to be extended.
    pub rounds: usize,
    /// Lines from where a lock is taken to where it is given back, as executions did.
    pub locks: Vec<CodeBlock>,
    /// Why there is no repair, or none that is known to be enough.
    pub obstacle: Option<String>,
    /// How long it took.
    pub elapsed: Duration,
}

impl ClassUnderTest {
    /// Which lines must be atomic so that `wrong`, a client with a wrong execution, and the other
    /// `clients` have none.
    pub fn repair(
        &self,
        wrong: &Client,
        clients: &[Client],
        options: &RepairOptions,
        onlooker: &Onlooker<'_>,
    ) -> Result<RepairReport, ClassError> {
        let start = Instant::now();
        let mut search = Search::new(self, wrong, clients, options, onlooker);
        let mut report = search.run(wrong)?;
        report.elapsed = start.elapsed();
        Ok(report)
    }

    /// Which lines must be atomic so that one execution of a client cannot happen, whatever else
    /// may still go wrong.
    pub fn repair_schedule(
        &self,
        client: &Client,
        schedule: &Schedule,
        options: &RepairOptions,
    ) -> Result<RepairReport, ClassError> {
        let onlooker = Onlooker::default();
        let mut search = Search::new(self, client, &[], options, &onlooker);
        let seen = search.collect(client)?;
        search.bad = vec![(self.retrace(client, schedule)?.trace, false)];
        match search.candidates() {
            Ok(candidates) => search.report(&candidates, Vec::new(), 0, seen.sampled),
            Err(why) => Ok(RepairReport { obstacle: Some(why), ..RepairReport::default() }),
        }
    }
}

/// Executions collected so far, and what they are for.
struct Search<'a> {
    class: &'a ClassUnderTest,
    /// The client at hand first.
    clients: Vec<&'a Client>,
    /// For each client, how many states show that it is right as it is, if it is.
    right_anyway: Vec<OnceCell<Option<u64>>>,
    options: &'a RepairOptions,
    onlooker: &'a Onlooker<'a>,
    deadline: Option<Instant>,
    /// Wrong executions, and whether what is on one line must not be taken for atomic.
    bad: Vec<(Trace, bool)>,
    good: Vec<Trace>,
}

/// Repairs of the executions collected so far, and the program that they speak of.
struct Candidates {
    program: Program,
    ranked: Vec<Ranked>,
    executions: Vec<Execution>,
    wrong: usize,
    right: usize,
    size: (f64, f64),
    beyond_repair: usize,
    locks: BTreeSet<Held>,
}

impl<'a> Search<'a> {
    fn new(
        class: &'a ClassUnderTest,
        wrong: &'a Client,
        clients: &'a [Client],
        options: &'a RepairOptions,
        onlooker: &'a Onlooker<'a>,
    ) -> Search<'a> {
        let others = clients.iter().filter(|client| *client != wrong);
        let clients: Vec<&Client> = std::iter::once(wrong).chain(others).collect();
        Search {
            class,
            right_anyway: vec![OnceCell::new(); clients.len()],
            clients,
            options,
            onlooker,
            deadline: options.time.map(|time| Instant::now() + time),
            bad: Vec::new(),
            good: Vec::new(),
        }
    }

    fn run(&mut self, wrong: &Client) -> Result<RepairReport, ClassError> {
        let seen = self.collect(wrong)?;
        if self.bad.is_empty() {
            let why = seen.failure.unwrap_or_else(|| match seen.complete {
                true => "no execution that comes to an end is wrong".to_owned(),
                false => "the limits on states or time were reached".to_owned(),
            });
            return Ok(RepairReport { obstacle: Some(why), ..RepairReport::default() });
        }
        let mut rounds = 0;
        loop {
            let candidates = match self.candidates() {
                Ok(candidates) => candidates,
                Err(why) => {
                    return Ok(RepairReport {
                        obstacle: Some(why),
                        rounds,
                        ..RepairReport::default()
                    });
                }
            };
            let Some(first) = candidates.ranked.first() else {
                return Ok(candidates.report(Vec::new(), rounds, seen.sampled));
            };
            let blocks = candidates.blocks(&first.repair);
            let (verdict, more) = self.check(&blocks, self.clients.len())?;
            rounds += 1;
            if more.is_empty() || rounds > self.options.rounds || candidates.beyond_repair > 0 {
                return self.report(&candidates, vec![verdict], rounds - 1, seen.sampled);
            }
            self.bad.extend(more.into_iter().map(|trace| (trace, true)));
        }
    }

    /// Sums up, and checks the first few of those repairs about which nothing is known yet.
    fn report(
        &self,
        candidates: &Candidates,
        mut verdicts: Vec<Sufficiency>,
        rounds: usize,
        sampled: bool,
    ) -> Result<RepairReport, ClassError> {
        let unchecked = candidates.ranked.iter().skip(verdicts.len());
        for ranked in unchecked.take(self.options.alternatives) {
            let blocks = candidates.blocks(&ranked.repair);
            verdicts.push(self.check(&blocks, 1)?.0);
        }
        Ok(candidates.report(verdicts, rounds, sampled))
    }

    /// Wrong and right executions of the client at hand. Executions that are wrong whatever the
    /// order in time come first: they say more, and there are fewer of them.
    fn collect(&mut self, client: &Client) -> Result<Observed, ClassError> {
        let strict = self.class.mode == Mode::Strict;
        let mut seen = self.observe(client, false, &[], true)?;
        if strict {
            let timed = self.observe(client, true, &[], true)?;
            seen.good = timed.good;
            seen.sampled |= timed.sampled;
            seen.complete &= timed.complete;
            if seen.bad.is_empty() {
                seen.bad = timed.bad;
            }
        }
        self.bad = seen.bad.drain(..).map(|trace| (trace, false)).collect();
        self.good = std::mem::take(&mut seen.good);
        Ok(seen)
    }

    fn observe(
        &self,
        client: &Client,
        strict: bool,
        blocks: &[CodeBlock],
        wants_good: bool,
    ) -> Result<Observed, ClassError> {
        let class = ClassUnderTest {
            jvm: self.class.jvm.with_options(aplomb_jvm::Options {
                atomic: blocks.iter().filter_map(atomic).collect(),
                ..self.class.jvm.options().clone()
            }),
            mode: if strict { Mode::Strict } else { Mode::Outcome },
            ..self.class.clone()
        };
        let expectation = class.expectation(client)?;
        let machine = class.machine(client, strict)?;
        let search = SearchOptions { strategies: vec![Strategy::Full], ..SearchOptions::default() };
        let judge = Judge::new(&machine, &expectation, class.mode, &search);
        let extent = Extent {
            limits: self.limits(),
            executions: self.options.executions,
            good: wants_good,
            // What a block touches depends on the state, which reduction cannot cope with.
            reduced: blocks.is_empty(),
        };
        Ok(observe(&machine, |state| judge.judgement(state), &extent, self.onlooker))
    }

    /// Whether the first so many clients go wrong in a class with these blocks, and if so, how.
    fn check(
        &self,
        blocks: &[CodeBlock],
        clients: usize,
    ) -> Result<(Sufficiency, Vec<Trace>), ClassError> {
        let strict = self.class.mode == Mode::Strict;
        let mut states = 0;
        for (done, &client) in self.clients[..clients].iter().enumerate() {
            if let Some(visited) = self.right_anyway(done)? {
                states += visited;
                continue;
            }
            let seen = self.observe(client, strict, blocks, false)?;
            if !seen.bad.is_empty() {
                return Ok((Sufficiency::Refuted { client: client.clone() }, seen.bad));
            }
            if !seen.complete || seen.failure.is_some() {
                let why = seen.failure.unwrap_or_else(|| "the limits were reached".to_owned());
                let why = format!("{done} of {clients} clients were checked: {why}");
                return Ok((Sufficiency::Unknown(why), Vec::new()));
            }
            if let Some((thread, call)) = seen.not_comparable {
                let call = &client.threads[thread][call];
                let why = format!("{client}: {call} returns, which it does in no sequential run");
                return Ok((Sufficiency::Unknown(why), Vec::new()));
            }
            states += seen.states;
        }
        Ok((Sufficiency::Proved { clients, states }, Vec::new()))
    }

    /// How many states show that a client is right without any block. Blocks only rule executions
    /// out, so it is right with them too, and this search may be a reduced one.
    fn right_anyway(&self, place: usize) -> Result<Option<u64>, ClassError> {
        if let Some(known) = self.right_anyway[place].get() {
            return Ok(*known);
        }
        let mut right = None;
        // The first is the one that is wrong.
        if place > 0 {
            let search = SearchOptions {
                limits: self.limits(),
                first: true,
                livelocks: false,
                races: false,
                ..SearchOptions::default()
            };
            let report = self.class.check_client(self.clients[place], &search, self.onlooker)?;
            right = (report.verdict == ClientVerdict::Holds).then_some(report.states);
        }
        Ok(*self.right_anyway[place].get_or_init(|| right))
    }

    fn limits(&self) -> Limits {
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Limits { states: Some(self.options.states), time, memory: None }
    }

    /// All optimal repairs of the executions so far.
    fn candidates(&self) -> Result<Candidates, String> {
        let mut program = Program::new(self.bad.iter().map(|(trace, _)| trace).chain(&self.good));
        let mut known = FxHashSet::default();
        let mut families: Vec<Vec<Repair>> = Vec::new();
        let (mut wrong, mut beyond_repair) = (0, 0);
        let mut size = (0, 0);
        let mut executions = Vec::new();
        for (trace, is_exact) in &self.bad {
            let execution = program.execution(trace).map_err(without_lines)?;
            if !known.insert((execution.class(), *is_exact)) {
                continue;
            }
            wrong += 1;
            size = (size.0 + execution.actions().len(), size.1 + execution.conflicts().len());
            let eliminators = optimal_eliminators(&execution);
            if eliminators.is_empty() {
                beyond_repair += 1;
                continue;
            }
            let blocks = |segments: &Repair| match is_exact {
                true => execution.all_blocks(segments),
                false => execution.blocks(segments),
            };
            families.push(eliminators.iter().map(blocks).collect());
            executions.push(execution);
        }
        let good = self.right_executions(&mut program)?;
        let mut locks = BTreeSet::new();
        for trace in self.bad.iter().map(|(trace, _)| trace).chain(&self.good) {
            program.locks_held(trace, &mut locks);
        }
        let repairs = match families.is_empty() {
            true => Vec::new(),
            false => {
                combine(families, &RepairLimits::default()).map_err(|error| error.to_string())?
            }
        };
        let average = |sum: usize| sum as f64 / wrong.max(1) as f64;
        let (ranked, right) = (rank(repairs, &good), good.len());
        executions.extend(good);
        Ok(Candidates {
            ranked,
            program,
            executions,
            wrong,
            right,
            size: (average(size.0), average(size.1)),
            beyond_repair,
            locks,
        })
    }

    fn right_executions(&self, program: &mut Program) -> Result<Vec<Execution>, String> {
        let mut known = FxHashSet::default();
        let mut good = Vec::new();
        for trace in &self.good {
            let execution = program.execution(trace).map_err(without_lines)?;
            if known.insert(execution.class()) {
                good.push(execution);
            }
        }
        Ok(good)
    }
}

fn without_lines(WithoutLines(class): WithoutLines) -> String {
    format!("{class} has no line numbers; compile it with javac -g")
}

fn atomic(block: &CodeBlock) -> Option<AtomicBlock> {
    Some(AtomicBlock {
        class: block.first.class.clone(),
        method: block.first.method.clone(),
        first: u16::try_from(block.first_line()).ok()?,
        last: u16::try_from(block.last).ok()?,
    })
}

impl Candidates {
    /// What touches the data of a repair's blocks elsewhere, and conflicts with them.
    fn guards(&self, repair: &Repair) -> Vec<CodeBlock> {
        let is_inside = |action: &Action| {
            let Position { routine, point } = action.position;
            repair.sections().iter().any(|it| it.contains(&Section::new(routine, point, point)))
        };
        let mut outside: BTreeSet<Position> = BTreeSet::new();
        for execution in &self.executions {
            let (inside, others): (Vec<&Action>, Vec<&Action>) =
                execution.actions().iter().partition(|action| is_inside(action));
            let mut touched: FxHashMap<u64, bool> = FxHashMap::default();
            for (object, access) in inside.iter().flat_map(|action| &action.accesses) {
                *touched.entry(*object).or_default() |= *access == Access::Write;
            }
            let conflicts = |(object, access): &(u64, Access)| {
                touched.get(object).is_some_and(|written| *written || *access == Access::Write)
            };
            let others = others.into_iter().filter(|action| action.accesses.iter().any(conflicts));
            outside.extend(others.map(|action| action.position));
        }
        let points = outside.iter().map(|it| Section::new(it.routine, it.point, it.point));
        self.blocks(&Repair::new(points))
    }

    /// Lines of a routine.
    fn block(&self, section: &Section) -> Option<CodeBlock> {
        let routine = self.program.routines.get_index(section.within)?;
        let line = |point: usize| u32::try_from(point).unwrap_or(u32::MAX);
        let first = SourceLine {
            class: routine.class.clone(),
            method: routine.method.clone(),
            file: routine.file.clone(),
            line: Some(line(section.first)),
        };
        Some(CodeBlock { first, last: line(section.last) })
    }

    fn blocks(&self, repair: &Repair) -> Vec<CodeBlock> {
        let mut blocks: Vec<CodeBlock> =
            repair.sections().iter().filter_map(|section| self.block(section)).collect();
        blocks.sort_by_key(|block| (block.first.class.clone(), block.first_line()));
        blocks
    }

    fn report(&self, verdicts: Vec<Sufficiency>, rounds: usize, sampled: bool) -> RepairReport {
        let mut verdicts = verdicts.into_iter();
        let ranked = |ranked: &Ranked| RankedRepair {
            rank: ranked.rank,
            blocks: self.blocks(&ranked.repair),
            guards: self.guards(&ranked.repair),
            disabled: ranked.disabled,
            sufficient: verdicts.next().unwrap_or(Sufficiency::Unknown("not checked".to_owned())),
        };
        RepairReport {
            repairs: self.ranked.iter().map(ranked).collect(),
            wrong: self.wrong,
            right: self.right,
            sampled,
            size: self.size,
            rounds,
            locks: self
                .locks
                .iter()
                .filter_map(|&(routine, first, last)| {
                    self.block(&Section::new(routine, first, last))
                })
                .collect(),
            obstacle: (self.beyond_repair > 0).then(|| {
                format!(
                    "{} of {} wrong executions would be wrong even if every call were atomic",
                    self.beyond_repair, self.wrong
                )
            }),
            elapsed: Duration::ZERO,
        }
    }
}

//! The executions of a client, with what each thread touched and where it stood.

use std::sync::Arc;

use aplomb_explore::{
    Access as Footprint, ExecutionLimits, Graph, Limits, ObjectId as PlaceId, Options, Outcome,
    explore_graph,
};
use aplomb_jvm::{Access, ActionKind, Event, Location, Machine, ObjectId, Place, State, ThreadId};
use rustc_hash::FxHashMap;

use super::super::{Onlooker, ProblemKind, judge::Judgement};

/// Something that a thread did, on its way through an operation.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub thread: usize,
    /// Which of its calls this belongs to; threads that a call started have none.
    pub call: Option<usize>,
    pub kind: ActionKind,
    pub accesses: Vec<(Place, Access)>,
    /// The calls that led there, outermost first.
    pub stack: Arc<[Location]>,
    /// How few calls were on the stack afterwards, and the lines passed in each.
    pub trail: aplomb_jvm::Trail,
    /// Objects that nobody can reach any more afterwards.
    dropped: Vec<ObjectId>,
}

/// Something that a thread did in one execution.
#[derive(Clone, Debug)]
pub(super) struct TraceStep {
    pub seen: Arc<Seen>,
    /// What it touched. Places of objects that are gone differ from those that got their names.
    pub places: Vec<(u64, Access)>,
}

/// One execution.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    pub steps: Vec<TraceStep>,
    /// Whether only real time makes it wrong.
    pub against_time: bool,
}

/// What was seen of a client.
#[derive(Debug, Default)]
pub(super) struct Observed {
    pub bad: Vec<Trace>,
    pub good: Vec<Trace>,
    /// Whether all states were visited.
    pub complete: bool,
    /// Whether there are executions beside these.
    pub sampled: bool,
    pub states: u64,
    /// Why the machine could not go on, if so.
    pub failure: Option<String>,
    /// A call, by thread and place, that returned although no sequential run says what it should:
    /// such executions are neither right nor wrong.
    pub not_comparable: Option<(usize, usize)>,
}

/// How much to look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub limits: Limits,
    /// How many executions of each kind.
    pub executions: usize,
    /// Whether good executions are wanted at all.
    pub good: bool,
    /// Whether partial order reduction may be used.
    pub reduced: bool,
}

/// Explores a client and collects executions.
pub(super) fn observe(
    machine: &Machine,
    judgement: impl Fn(&State) -> Judgement,
    extent: &Extent,
    onlooker: &Onlooker<'_>,
) -> Observed {
    let Onlooker { cancelled, progress, .. } = *onlooker;
    let options = Options { limits: extent.limits, cancelled, progress, ..Options::default() };
    let (exploration, graph) = explore_graph(machine, extent.reduced, &options, &mut ());
    let mut observed = Observed {
        complete: exploration.outcome == Outcome::Complete,
        states: exploration.statistics.states,
        ..Observed::default()
    };
    let mut ends = Ends::new(graph.states().len());
    for (number, state) in graph.states().iter().enumerate() {
        if let Some(error) = state.failure() {
            observed.failure.get_or_insert_with(|| error.to_string());
        } else if graph.steps_from(number).is_empty() && is_end(machine, state) {
            match judgement(state) {
                Judgement::Right => ends.right[number] = true,
                Judgement::Wrong(ProblemKind::RealTimeViolation) => ends.late[number] = true,
                Judgement::Wrong(_) => ends.wrong[number] = true,
                Judgement::NotComparable { thread, call } => {
                    observed.not_comparable = Some((thread, call));
                }
            }
        }
    }
    let mut reader = Reader { machine, seen: vec![None; graph.step_count()], graph };
    let executions = ExecutionLimits {
        executions: extent.executions,
        steps: extent.executions.saturating_mul(200),
    };
    for (wanted, against_time) in [(&ends.wrong, false), (&ends.late, true)] {
        let found = reader.executions(wanted, &executions, against_time);
        observed.sampled |= !found.1;
        observed.bad.extend(found.0);
    }
    if extent.good {
        let found = reader.executions(&ends.right, &executions, false);
        observed.sampled |= !found.1;
        observed.good = found.0;
    }
    observed
}

fn is_end(machine: &Machine, state: &State) -> bool {
    (0..state.thread_count()).all(|thread| !machine.is_enabled(state, thread))
}

/// Which states end an execution, and how.
struct Ends {
    right: Vec<bool>,
    wrong: Vec<bool>,
    /// Wrong only by real time.
    late: Vec<bool>,
}

impl Ends {
    fn new(states: usize) -> Ends {
        let none = vec![false; states];
        Ends { right: none.clone(), wrong: none.clone(), late: none }
    }
}

/// Reads executions off a graph, each step once.
struct Reader<'a> {
    machine: &'a Machine,
    graph: Graph<State>,
    seen: Vec<Option<Arc<[Arc<Seen>]>>>,
}

impl Reader<'_> {
    fn executions(
        &mut self,
        wanted: &[bool],
        limits: &ExecutionLimits,
        against_time: bool,
    ) -> (Vec<Trace>, bool) {
        if !wanted.contains(&true) {
            return (Vec::new(), true);
        }
        let Reader { machine, graph, seen } = self;
        let footprint = |step: usize| {
            let actions = look(machine, graph, seen, step);
            let accesses = actions.iter().flat_map(|action| &action.accesses);
            accesses
                .map(|(place, access)| {
                    let access = match access {
                        Access::Read => Footprint::Read,
                        Access::Write => Footprint::Write,
                    };
                    (PlaceId(place.as_u64()), access)
                })
                .collect()
        };
        let found = graph.executions(wanted, footprint, limits);
        let traces = found.paths.iter().map(|path| self.trace(path, against_time)).collect();
        (traces, found.complete)
    }

    fn trace(&mut self, path: &[usize], against_time: bool) -> Trace {
        let mut generations = Generations::default();
        let mut steps = Vec::new();
        for &step in path {
            let actions = look(self.machine, &self.graph, &mut self.seen, step);
            steps.extend(actions.iter().map(|action| generations.step(action)));
        }
        Trace { steps, against_time }
    }
}

/// How often the name of each object was given again.
#[derive(Debug, Default)]
struct Generations {
    given: FxHashMap<ObjectId, u64>,
}

impl Generations {
    fn step(&mut self, seen: &Arc<Seen>) -> TraceStep {
        let place = |&(place, access): &(Place, Access)| {
            let generation = self.given.get(&place.object()).copied().unwrap_or_default();
            (place.as_u64() ^ generation.wrapping_mul(0x9e37_79b9_7f4a_7c15), access)
        };
        let places = seen.accesses.iter().map(place).collect();
        for object in &seen.dropped {
            *self.given.entry(*object).or_default() += 1;
        }
        TraceStep { seen: seen.clone(), places }
    }
}

/// An execution that is followed step by step.
#[derive(Debug, Default)]
pub(super) struct Retracing {
    pub trace: Trace,
    /// The step of the schedule that each step of the trace belongs to.
    pub numbers: Vec<usize>,
    generations: Generations,
    followed: usize,
}

impl Retracing {
    /// Adds what one step of a schedule does.
    pub fn follow(&mut self, machine: &Machine, events: Vec<Event>, before: &State, after: &State) {
        for seen in seen(machine, events, before, after) {
            self.trace.steps.push(self.generations.step(&seen));
            self.numbers.push(self.followed);
        }
        self.followed += 1;
    }
}

/// What a step between two states does; what is dropped is dropped at its end.
fn seen(
    machine: &Machine,
    events: Vec<Event>,
    before: &State,
    after: &State,
) -> impl Iterator<Item = Arc<Seen>> {
    let last = events.len().saturating_sub(1);
    events.into_iter().enumerate().map(move |(place, event)| {
        let dropped = if place == last { before.dropped(after) } else { Vec::new() };
        Arc::new(Seen::new(machine, event, dropped))
    })
}

fn look(
    machine: &Machine,
    graph: &Graph<State>,
    seen: &mut [Option<Arc<[Arc<Seen>]>>],
    step: usize,
) -> Arc<[Arc<Seen>]> {
    let known = seen[step].get_or_insert_with(|| {
        let taken = graph.step(step);
        let source = &graph.states()[taken.source];
        let number = taken.choice.process.index();
        let Some(thread) = ThreadId::new(number) else { return Arc::default() };
        let (_, events) = machine.trace(source, thread);
        self::seen(machine, events, source, &graph.states()[taken.target]).collect()
    });
    known.clone()
}

impl Seen {
    fn new(machine: &Machine, event: Event, dropped: Vec<ObjectId>) -> Seen {
        let is_client = event.thread < machine.client_count();
        Seen {
            thread: event.thread,
            call: event.call.filter(|_| is_client),
            kind: event.kind,
            accesses: event.accesses,
            stack: event.stack.into_iter().rev().collect(),
            trail: event.trail,
            dropped,
        }
    }
}

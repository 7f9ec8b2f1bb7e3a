//! What runs beside the program: asynchronous functions that are not awaited yet, callbacks of
//! promises and timers, threads. Here all of it runs at once, in the order of the program.
//! Whether that shows is decided by what tasks touch ([`super::touch`]): a task that waits may
//! do the rest of its work at any time until it is awaited, and so may all others that are open
//! then.

use super::Machine;
use super::heap::{Body, State};
use super::lazy::Before;
use super::library::{Outcome, Stop};
use super::touch::{Kind, Place, Touch};
use crate::{Node, Operator, Term};
use aplomb_script::Span;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A task that is being executed.
pub(super) struct Running {
    /// What there was when it began.
    begun: Before,
    /// What there was when it waited for the first time.
    waited: Option<State>,
    /// What it has touched since it waited.
    touches: FxHashSet<Touch>,
}

/// A task that was started and may not have come to its end.
#[derive(Clone)]
pub(super) struct Task {
    id: u32,
    /// When nobody has awaited it.
    path: Term,
    /// How many tasks were being executed where it was started.
    depth: usize,
    /// What it touches after it waited.
    pub(super) touches: FxHashSet<Touch>,
    /// The steps that it takes, which may take place whenever they like.
    pub(super) steps: (u32, u32),
    /// The lists to which it appends, with the number of their stretches before.
    lists: Vec<(u32, usize)>,
    /// The objects to which it adds keys.
    keyed: Vec<u32>,
    /// It stands for as many tasks as a loop has iterations.
    many: bool,
}

/// The tasks of a program.
#[derive(Default)]
pub(super) struct Tasks {
    /// Those that are being executed, innermost last.
    pub(super) running: Vec<Running>,
    /// Those that are not awaited yet.
    pub(super) open: Vec<Rc<Task>>,
    /// What the iterations of loops touch that are being executed, innermost last.
    /// Each with the number of tasks that were being executed where it began.
    pub(super) iterations: Vec<(usize, FxHashSet<Touch>)>,
    next: u32,
    /// How often something was awaited.
    pub(super) waits: u32,
    /// How many of those who ask for results only say what they will do with them.
    planned: u32,
    /// How many tasks are being executed around those that are started together.
    together: Option<usize>,
    /// Stores in which it is not known what was written last, with the places of the writes.
    pub(super) overwritten: Vec<(Term, Span)>,
    /// How many of the things being done are done for the machine itself.
    pub(super) silent: u32,
}

impl Task {
    pub(super) fn depth(&self) -> usize {
        self.depth
    }
}

impl Running {
    /// Notes what the task does after it waited to something that was there before.
    pub(super) fn note(&mut self, touch: Touch, thawed: bool) {
        let (objects, variables) = self.begun.bounds();
        let shared = match touch.place {
            Place::Variable(slot) => slot < variables,
            Place::Object(id) => thawed || id < objects,
        };
        if self.waited.is_some() && shared {
            self.touches.insert(touch);
        }
    }
}

impl Tasks {
    /// What is done, as it looks to what was started where so many tasks were being executed.
    pub(super) fn seen_from(&self, touch: Touch, depth: usize) -> Touch {
        let waited = self.running.iter().skip(depth).any(|running| running.waited.is_some());
        match touch.kind {
            Kind::Append if !waited => Touch { kind: Kind::AppendAtOnce, ..touch },
            _ => touch,
        }
    }

    /// Whether nobody can see what is touched in which order.
    pub(super) fn is_quiet(&self) -> bool {
        self.open.is_empty() && self.running.is_empty() && self.iterations.is_empty()
    }
}

impl Machine<'_> {
    /// Runs an asynchronous function, or what waits from its beginning on.
    pub(super) fn asynchronously(
        &mut self,
        waits: bool,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let first = self.trace.steps.len() as u32;
        let waited = waits.then(|| self.state.clone());
        let begun = self.before();
        self.tasks.running.push(Running { begun, waited, touches: FxHashSet::default() });
        let outcome = body(self);
        let running = self.tasks.running.pop().expect("pushed above");
        let task = self.open_task(running, first);
        if let (Some(task), Ok(value)) = (task, &outcome) {
            self.belongs_to(*value, &[task]);
        }
        outcome
    }

    /// Runs a callback that the language calls later.
    pub(crate) fn later(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        self.asynchronously(true, body)
    }

    /// A task has run here; it is open until somebody awaits it.
    fn open_task(&mut self, running: Running, first: u32) -> Option<u32> {
        let Running { begun, waited, mut touches } = running;
        if let (Some(state), false) = (waited, self.is_concrete()) {
            let (objects, variables) = begun.bounds();
            let (variables, objects) = self.changed_since(&Before::of(state, objects, variables));
            let variables = variables.into_iter().map(Place::Variable);
            for place in variables.chain(objects.into_iter().map(Place::Object)) {
                // What changes without being touched in a way that is known is written.
                let mut known = touches.iter().filter(|touch| touch.place == place).peekable();
                if known.peek().is_none() || known.any(|touch| touch.kind == Kind::Read) {
                    touches.insert(Touch { place, key: None, kind: Kind::Write(None) });
                }
            }
        }
        let last = self.trace.steps.len() as u32;
        if touches.is_empty() && first == last {
            return None;
        }
        let appended = touches.iter().filter(|touch| touch.kind == Kind::Append);
        let lists = appended.filter_map(|touch| match touch.place {
            Place::Object(id) => Some((id, begun.length_of(id)?)),
            Place::Variable(_) => None,
        });
        let lists = lists.collect();
        let keyed = touches.iter().filter(|touch| matches!(touch.kind, Kind::Write(_)));
        let keyed = keyed.filter_map(|touch| match (touch.place, touch.key) {
            (Place::Object(id), Some(key)) if !begun.has_key(id, key) => Some(id),
            _ => None,
        });
        let keyed = keyed.collect();
        let id = self.tasks.next;
        self.tasks.next += 1;
        let depth = self.tasks.running.len();
        let (path, steps) = (self.path, (first, last));
        let task = Task { id, path, depth, touches, steps, lists, keyed, many: false };
        self.tasks.open.push(Rc::new(task));
        Some(id)
    }

    /// Opens a task for steps that nobody has awaited: what a library does.
    pub(super) fn open_steps(&mut self, promise: Term, first: u32) {
        let running = Running { begun: self.before(), waited: None, touches: FxHashSet::default() };
        if let Some(task) = self.open_task(running, first) {
            self.belongs_to(promise, &[task]);
        }
    }

    /// The number that the next task gets.
    pub(crate) fn next_task(&self) -> u32 {
        self.tasks.next
    }

    /// Whoever awaits this promise awaits all that was started since then, here.
    pub(crate) fn covers_since(&mut self, promise: Term, first: u32) {
        let depth = self.tasks.running.len();
        let since = |task: &&Rc<Task>| task.id >= first && task.depth == depth;
        let tasks: Vec<u32> = self.tasks.open.iter().filter(since).map(|task| task.id).collect();
        self.belongs_to(promise, &tasks);
    }

    /// Whoever awaits this promise awaits these tasks.
    pub(crate) fn belongs_to(&mut self, promise: Term, tasks: &[u32]) {
        if let Some(promise) = self.promise_mut(promise) {
            for &task in tasks {
                if !promise.tasks.contains(&task) {
                    promise.tasks.push(task);
                }
            }
        }
    }

    /// The tasks that end before a promise is settled.
    pub(crate) fn tasks_behind(&self, promise: Term) -> Vec<u32> {
        self.promise_of(promise).map(|promise| promise.tasks.clone()).unwrap_or_default()
    }

    /// Asks for the results of promises without awaiting them: whoever awaits what this gives
    /// awaits all of them.
    pub(crate) fn planning(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        self.tasks.planned += 1;
        let outcome = body(self);
        self.tasks.planned -= 1;
        outcome
    }

    /// Runs what happens when tasks are at their end, which is later: for everybody else they
    /// are as open as they were.
    pub(super) fn when_ended(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let open = self.tasks.open.clone();
        let outcome = body(self);
        let added = self.tasks.open.iter().filter(|task| !open.iter().any(|it| it.id == task.id));
        let added: Vec<Rc<Task>> = added.cloned().collect();
        self.tasks.open = open;
        self.tasks.open.extend(added);
        outcome
    }

    /// Runs what is started together: who waits for one of them does not wait for the others.
    pub(super) fn all_at_once(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let depth = self.tasks.running.len();
        let outside = self.tasks.together.replace(depth);
        let since = self.next_task();
        let outcome = body(self);
        self.tasks.together = outside;
        let own = self.tasks.open.iter().filter(|it| it.id >= since && it.depth == depth);
        let own: Vec<u32> = own.map(|task| task.id).collect();
        self.close(&own)?;
        outcome
    }

    /// What runs waits here.
    pub(super) fn note_wait(&mut self) {
        self.tasks.waits += 1;
        let state = &self.state;
        if let Some(running) = self.tasks.running.last_mut() {
            running.waited.get_or_insert_with(|| state.clone());
        }
    }

    /// What runs waits until all that it has started is at its end.
    pub(crate) fn close_all(&mut self) -> Result<(), Stop> {
        let depth = self.tasks.running.len();
        let own = self.tasks.open.iter().filter(|task| task.depth == depth);
        let own: Vec<u32> = own.map(|task| task.id).collect();
        self.close(&own)
    }

    /// What runs waits until these tasks are at their end.
    pub(crate) fn close(&mut self, tasks: &[u32]) -> Result<(), Stop> {
        let depth = self.tasks.running.len();
        if tasks.is_empty() || self.tasks.planned > 0 || self.tasks.together == Some(depth) {
            return Ok(());
        }
        self.note_wait();
        let closing: Vec<Rc<Task>> =
            self.tasks.open.iter().filter(|task| tasks.contains(&task.id)).cloned().collect();
        let closing: Vec<Rc<Task>> =
            closing.into_iter().filter(|task| self.is_open(task)).collect();
        if let Some(running) = self.tasks.running.last_mut() {
            for task in &closing {
                running.touches.extend(task.touches.iter().copied());
            }
        }
        self.mix(&closing)?;
        for index in 0..self.tasks.open.len() {
            let Task { id, path, .. } = *self.tasks.open[index];
            if tasks.contains(&id) {
                let path = self.elsewhere(path);
                Rc::make_mut(&mut self.tasks.open[index]).path = path;
            }
        }
        let terms = &self.terms;
        self.tasks.open.retain(|task| !terms.is_false(task.path));
        Ok(())
    }

    /// Where a condition holds on other paths than this one.
    fn elsewhere(&mut self, condition: Term) -> Term {
        let known = self.conjuncts(condition);
        let mut more = self.terms.bool(true);
        for part in self.conjuncts(self.path) {
            if !known.contains(&part) {
                more = self.terms.and(more, part);
            }
        }
        let others = self.terms.not(more);
        self.terms.and(condition, others)
    }

    fn conjuncts(&self, condition: Term) -> Vec<Term> {
        match self.terms.node(condition) {
            Node::Apply(Operator::And, parts) => parts.to_vec(),
            _ => vec![condition],
        }
    }

    /// Lists to which several of these tasks, or others that are open beside them, append have
    /// their items in the order in which the tasks came so far.
    fn mix(&mut self, closing: &[Rc<Task>]) -> Result<(), Stop> {
        let mut mixed: Vec<(u32, usize)> = Vec::new();
        for &(list, from) in closing.iter().flat_map(|task| &task.lists) {
            let appending: Vec<(bool, usize)> = self
                .tasks
                .open
                .iter()
                .filter_map(|task| {
                    let own = task.lists.iter().find(|(id, _)| *id == list)?;
                    Some((task.many, own.1))
                })
                .collect();
            let several = appending.len() > 1 || appending.iter().any(|(many, _)| *many);
            let from = appending.iter().map(|(_, from)| *from).min().unwrap_or(from);
            if several && !mixed.iter().any(|(known, _)| *known == list) {
                mixed.push((list, from));
            }
        }
        for (list, from) in mixed {
            self.in_order_of_completion(list, from)?;
        }
        let keyed: Vec<u32> = closing.iter().flat_map(|task| task.keyed.clone()).collect();
        let others = |id: u32| self.tasks.open.iter().filter(|it| it.keyed.contains(&id)).count();
        let keyed = keyed.into_iter().filter(|&id| {
            others(id) > 1 || closing.iter().any(|task| task.many && task.keyed.contains(&id))
        });
        let keyed: Vec<u32> = keyed.collect();
        self.disordered.extend(keyed);
        Ok(())
    }

    /// Executes one iteration that stands for all. Tasks that it starts and does not await run
    /// beside those of the other iterations.
    pub(super) fn iteration_of_many(
        &mut self,
        element: Option<Term>,
        before: &Before,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let (first, born) = (self.tasks.next, self.terms.symbol_count());
        let depth = self.tasks.running.len();
        self.tasks.iterations.push((depth, FxHashSet::default()));
        let outcome = body(self);
        let (_, touched) = self.tasks.iterations.pop().expect("pushed above");
        for index in 0..self.tasks.open.len() {
            let task = self.tasks.open[index].clone();
            if task.id < first || task.depth != depth {
                continue;
            }
            self.refuse_rivals(&touched, &task, (element, born), before);
            let lists = task.lists.iter();
            let lists = lists.filter_map(|(id, _)| Some((*id, before.length_of(*id)?))).collect();
            let open = Rc::make_mut(&mut self.tasks.open[index]);
            open.many = true;
            open.lists = lists;
        }
        outcome
    }

    /// Whether a task is open at this point.
    pub(super) fn is_open(&mut self, task: &Task) -> bool {
        self.known(task.path) != Some(false)
    }
}

impl Before {
    /// Whether an object had something under a key.
    fn has_key(&self, object: u32, key: Term) -> bool {
        match self.state().objects.get(object).map(|object| &object.body) {
            Some(Body::Record(record)) => record.fields.contains_key(&key),
            _ => false,
        }
    }

    /// How many stretches a list had.
    fn length_of(&self, list: u32) -> Option<usize> {
        match &self.state().objects.get(list)?.body {
            Body::List(list) => Some(list.segments.len()),
            _ => None,
        }
    }
}

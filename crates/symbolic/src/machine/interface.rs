//! How executions are started, and what models of packages can ask for.

use super::flow::{Exit, Frame};
use super::function::{Arguments, FunctionValue};
use super::heap::{Body, Flavour, List, ListKind, Segment, State};
use super::library::{Call, Library, Outcome, Path, Stop};
use super::scope::Scope;
use super::world::{Ended, Run, World};
use super::{Activation, Machine};
use crate::{
    Completion, Node, Operator, Problem, Reference, StepId, Term, Terms, Trace, assumptions,
};
use aplomb_script::{Dialect, ModuleId, Name, Program, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bounds of an execution; whoever meets one reports a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Statements and expressions evaluated.
    pub fuel: u64,
    /// Terms built.
    pub terms: usize,
    /// Calls inside calls.
    pub depth: u32,
    /// Iterations of one loop that are executed one by one.
    pub unroll: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { fuel: 3_000_000, terms: 2_000_000, depth: 400, unroll: 64 }
    }
}

/// What to execute: loads modules, makes inputs, calls the function under test.
/// Its value is the response; an exception that leaves it is a failure.
///
/// ```
/// use aplomb_symbolic::{Entry, Machine};
/// # let module = aplomb_script::ModuleId(0);
/// let entry = move |machine: &mut Machine<'_>| {
///     let exports = machine.module(module)?;
///     let handler = machine.get(exports, "handler")?;
///     let event = machine.input("event");
///     let result = machine.call(handler, None, &[event])?;
///     machine.settle(result)
/// };
/// # let _: &Entry<'_> = &entry;
/// ```
pub type Entry<'e> = dyn Fn(&mut Machine<'_>) -> Outcome + 'e;

/// Executes for all inputs at once.
pub fn execute(
    program: &Program,
    library: &dyn Library,
    terms: &mut Terms,
    limits: Limits,
    entry: &Entry<'_>,
) -> Trace {
    let mut machine = Machine::new(program, library, terms, limits, None);
    machine.assume(&assumptions::INPUT_SHAPE);
    machine.start(entry);
    machine.refuse_counts();
    machine.refuse_overwritten();
    machine.forget_unlisted();
    machine.trace
}

/// Executes in a world that answers: an ordinary interpreter.
pub fn run(
    program: &Program,
    library: &dyn Library,
    terms: &mut Terms,
    limits: Limits,
    world: &mut dyn World,
    entry: &Entry<'_>,
) -> Run {
    let mut machine = Machine::new(program, library, terms, limits, Some(world));
    machine.start(entry);
    let spent = limits.fuel - machine.fuel;
    let Trace { steps, completions, problems, .. } = machine.trace;
    let response = completions.into_iter().next();
    let ended = match (machine.ended, &response) {
        (Some(ended), _) => ended,
        _ if !problems.is_empty() => Ended::GivenUp(problems[0].clone()),
        (None, Some(response)) => Ended::Completed(response.clone()),
        (None, None) => Ended::GivenUp(Problem {
            guard: machine.path,
            message: "the function neither returns nor fails".into(),
            span: machine.span,
        }),
    };
    Run { steps, response, ended, problems, spent }
}

impl<'a> Machine<'a> {
    fn new(
        program: &'a Program,
        library: &'a dyn Library,
        terms: &'a mut Terms,
        limits: Limits,
        world: Option<&'a mut dyn World>,
    ) -> Self {
        let (path, live) = (terms.bool(true), terms.bool(true));
        let terms_before = terms.len();
        let dialect = program.modules.first().map_or(Dialect::JAVASCRIPT, |module| module.dialect);
        let scope = Scope::module(ModuleId(0), dialect);
        Machine {
            program,
            library,
            terms,
            world,
            limits,
            state: State::default(),
            path,
            frames: vec![Frame { live, exits: Vec::new() }],
            loops: Vec::new(),
            waits: 0,
            waited: FxHashSet::default(),
            batch: None,
            next_batch: 0,
            trace: Trace::default(),
            ended: None,
            span: Span::unknown(),
            unused: None,
            guarding: 0,
            guises: FxHashMap::default(),
            given_settings: None,
            item_names: FxHashMap::default(),
            left: FxHashSet::default(),
            expected: Vec::new(),
            asked_patterns: FxHashMap::default(),
            watched: FxHashMap::default(),
            reads: Vec::new(),
            tasks: super::task::Tasks::default(),
            owner: None,
            disordered: FxHashSet::default(),
            aliased: FxHashMap::default(),
            risked: 0,
            viewed: FxHashSet::default(),
            entered: Default::default(),
            has_held: false,
            keeps_held: false,
            own_files: Vec::new(),
            readings: Vec::new(),
            patterns: FxHashSet::default(),
            attributes: FxHashSet::default(),
            marked: FxHashMap::default(),
            consumed: None,
            freezing: Vec::new(),
            activation: Activation::outside(scope),
            active: Vec::new(),
            calls: Vec::new(),
            functions: Vec::new(),
            modules: FxHashMap::default(),
            hoisted: FxHashMap::default(),
            thawed: FxHashMap::default(),
            shares: Default::default(),
            instances: Default::default(),
            has_links: false,
            picked: FxHashMap::default(),
            unbounded: FxHashSet::default(),
            fuel: limits.fuel,
            most_terms: terms_before + limits.terms,
            next_object: 0,
            warm: super::warm::Warm::default(),
            keeping: None,
            used: FxHashSet::default(),
            tried: 0,
            doubted: FxHashSet::default(),
            around: Vec::new(),
            announced: FxHashMap::default(),
            waiting: FxHashMap::default(),
            instance: FxHashMap::default(),
            // The first variable says whether the client has its answer.
            next_variable: 1,
        }
    }

    /// Runs the entry and records how it ends.
    fn start(&mut self, entry: &Entry<'_>) {
        let everywhere = self.terms.bool(true);
        let not_yet = self.terms.bool(false);
        self.state.variables.set(Self::RESPONDED, not_yet);
        let arm = stacker::maybe_grow(256 << 10, 4 << 20, || {
            self.region(everywhere, |m| {
                let value = entry(m)?;
                m.settle(value)
            })
        });
        let Ok(mut arm) = arm else { return };
        let thrown = arm.take(&Exit::Throw);
        for (condition, value, state, failed) in [
            Some((arm.live, arm.value, arm.state, false)),
            thrown.map(|thrown| (thrown.condition, Some(thrown.value), thrown.state, true)),
        ]
        .into_iter()
        .flatten()
        {
            let Some(value) = value else { continue };
            self.state = state;
            self.path = condition;
            let value = self.freeze(value);
            let responded = self.responded();
            let open = self.terms.not(responded);
            let guard = self.terms.and(condition, open);
            if self.terms.is_false(guard) {
                continue;
            }
            let after = StepId(self.trace.steps.len() as u32);
            let span = self.span;
            self.trace.completions.push(Completion { guard, value, failed, after, span });
        }
    }

    /// The terms.
    pub fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    /// What a term is.
    pub fn view(&self, term: Term) -> &Node {
        self.terms.node(term)
    }

    /// The program being executed.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// Where execution is.
    pub fn span(&self) -> Span {
        self.span
    }

    /// When this point is reached.
    pub fn path(&self) -> Term {
        self.path
    }

    /// The name of the innermost running function that has one.
    pub fn running(&self) -> Option<Name> {
        let mut active = self.active.iter().rev();
        active.find_map(|&id| self.program.function(id).name.clone())
    }

    /// Whether execution stands in a loop that was not unrolled, so that what
    /// happens here happens for every element.
    pub fn in_loop(&self) -> bool {
        !self.loops.is_empty()
    }

    /// What a loop goes through whose elements a symbol stands for.
    pub fn collection_of(&self, element: crate::SymbolId) -> Option<Term> {
        let of_loop = self.trace.loops.iter().find(|each| each.element == Some(element));
        of_loop.and_then(|each| each.collection)
    }

    /// Whether a world answers, so that all values are ground.
    pub fn is_concrete(&self) -> bool {
        self.world.is_some()
    }

    /// The meaning switches of the running code.
    pub fn dialect(&self) -> Dialect {
        self.activation.scope.dialect
    }

    /// The meaning switches of the code of a function.
    pub(crate) fn dialect_of(&self, function: Term) -> Dialect {
        match self.function_value(function).as_deref() {
            Some(FunctionValue::Closure { function, .. }) => {
                self.program.function(*function).dialect
            }
            _ => self.dialect(),
        }
    }
}

/// What a model can see of a class of the program.
#[derive(Clone, Debug)]
pub struct ClassView {
    /// Its name.
    pub name: Name,
    /// The classes it extends, its own, external or built-in.
    pub parents: Vec<Term>,
    /// The nearest ancestor that is external, e.g. `pynamodb.models.Model`.
    pub external: Option<Term>,
}

impl Machine<'_> {
    /// The member of a value as the program would read it (methods, class
    /// attributes, getters, fields of unknown records, entries of
    /// dictionaries). Missing members are `undefined`.
    pub fn get(&mut self, object: Term, name: &str) -> Outcome {
        let object = self.resolve(object);
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(object).clone()
            && self.must_distribute(object)
        {
            return self.branch(parts[0], |m| m.get(parts[1], name), |m| m.get(parts[2], name));
        }
        if self.is_external(object) {
            return self.get_attribute(object, name);
        }
        if self.record(object).is_some() {
            return match self.find(object, name)? {
                Some(found) => self.read_found(object, found),
                None => Ok(self.terms.undefined()),
            };
        }
        match self.terms.node(object) {
            Node::Undefined | Node::Null | Node::Absent => Ok(self.terms.undefined()),
            Node::Reference(Reference::Function(_)) => {
                Ok(self.function_member(object, name).unwrap_or_else(|| self.terms.undefined()))
            }
            Node::Reference(_) => self.get_attribute(object, name),
            _ => Ok(self.terms.field(object, name)),
        }
    }

    /// `object[key]` as the program would read it.
    pub fn get_item(&mut self, object: Term, key: Term) -> Outcome {
        self.get_index(object, key)
    }

    /// Assigns a member as the program would.
    pub fn set(&mut self, object: Term, name: &str, value: Term) -> Result<(), Stop> {
        self.by_a_model(|machine| machine.set_attribute(object, name, value))
    }

    /// The fields of an object of known shape, in order; `None` for anything
    /// else. Only fields that are there on this path.
    pub fn fields(&mut self, object: Term) -> Option<Vec<(Name, Term)>> {
        let object = self.resolve(object);
        if let Node::Record(keys, values) = self.terms.node(object) {
            return Some(keys.iter().cloned().zip(values.iter().copied()).collect());
        }
        let record = self.record(object)?.clone();
        if record.base.is_some() {
            return None;
        }
        if let Flavour::Module(scope) = &record.flavour {
            let names = scope.names();
            let value = |slot: u32| self.state.variables.get(slot).copied();
            return Some(
                names.into_iter().filter_map(|(name, slot)| Some((name, value(slot)?))).collect(),
            );
        }
        let mut fields = Vec::with_capacity(record.fields.len());
        for (&key, field) in &record.fields {
            match self.known(field.present) {
                Some(true) => fields.push((self.key_text(key), field.value)),
                Some(false) => {}
                None => return None,
            }
        }
        Some(fields)
    }

    /// The items of a list of known length; `None` for anything else.
    pub fn items(&mut self, list: Term) -> Option<Vec<Term>> {
        let list = self.resolve(list);
        if let Node::List(items) = self.terms.node(list) {
            return Some(items.to_vec());
        }
        let list = self.list(list)?.clone();
        let mut items = Vec::with_capacity(list.segments.len());
        for segment in &list.segments {
            match segment {
                Segment::Item(field) => match self.known(field.present) {
                    Some(true) => items.push(field.value),
                    Some(false) => {}
                    None => return None,
                },
                Segment::Many { .. } => return None,
            }
        }
        Some(items)
    }

    /// Whether the value is a function or class of the program (or made by
    /// [`Machine::function`]).
    pub fn is_function(&self, value: Term) -> bool {
        matches!(self.terms.node(value), Node::Reference(Reference::Function(_)))
            || self.is_class(value)
    }

    /// Makes an object find in `prototype` the members it has not itself, so that
    /// methods are no part of its content.
    pub fn inherit(&mut self, object: Term, prototype: Term) {
        if let Some(record) = self.record_mut(object) {
            record.parent = Some(prototype);
        }
    }

    /// Whether the value is a list.
    pub fn is_list(&self, value: Term) -> bool {
        self.list(value).is_some() || matches!(self.terms.node(value), Node::List(_))
    }

    /// Calls a function value.
    pub fn call(&mut self, function: Term, this: Option<Term>, arguments: &[Term]) -> Outcome {
        let span = self.span;
        self.invoke(function, this, Arguments::of(arguments), span)
    }

    /// Calls a function value with arguments by position and by name; `**` names a
    /// record of further ones.
    pub fn call_with(
        &mut self,
        function: Term,
        arguments: &[Term],
        named: &[(Name, Term)],
    ) -> Outcome {
        let span = self.span;
        let mut all = Arguments::of(arguments);
        all.named = named.iter().filter(|(name, _)| &**name != "**").cloned().collect();
        all.named_rest = named.iter().find(|(name, _)| &**name == "**").map(|(_, rest)| *rest);
        self.invoke(function, None, all, span)
    }

    /// Calls a member of a value, with arguments by position.
    pub fn call_method(&mut self, object: Term, name: &str, arguments: &[Term]) -> Outcome {
        let span = self.span;
        self.invoke_method(object, name, Arguments::of(arguments), span)
    }

    /// Instantiates a class, of the program or external.
    pub fn instantiate(
        &mut self,
        class: Term,
        arguments: &[Term],
        named: &[(Name, Term)],
    ) -> Outcome {
        let span = self.span;
        let mut all = Arguments::of(arguments);
        all.named = named.to_vec();
        self.construct(class, all, span)
    }

    /// Runs the body for every item of a list: each in turn, or, if their number
    /// is not known, once for an item that stands for all. Gives the list of
    /// results.
    pub fn for_each(
        &mut self,
        list: Term,
        body: &mut dyn FnMut(&mut Machine<'_>, Term) -> Outcome,
    ) -> Outcome {
        let results = self.new_list([]);
        let span = self.span;
        self.iterate(list, None, span, &mut |m, item| {
            let value = body(m, item)?;
            m.push(results, value);
            Ok(value)
        })?;
        Ok(results)
    }

    /// Runs the body inside something that models ask about by its name.
    pub fn inside<R>(&mut self, name: &str, value: Term, body: impl FnOnce(&mut Self) -> R) -> R {
        self.around.push((name.into(), value));
        let result = body(self);
        self.around.pop();
        result
    }

    /// What goes on around under a name, the innermost, with its depth.
    pub fn around(&self, name: &str) -> Option<(usize, Term)> {
        let found = self.around.iter().rposition(|(known, _)| &**known == name)?;
        Some((found, self.around[found].1))
    }

    /// A copy of a list. While a loop has one of its items, that item and `data` are a list
    /// around it ([`Machine::around`]).
    pub fn announced(&mut self, list: Term, name: &str, data: Term) -> Term {
        let list = self.resolve(list);
        let segments = self.segments(list);
        let copy = self.allocate(Body::List(List { segments, kind: ListKind::List }));
        self.announced.insert(copy, (name.into(), data));
        copy
    }

    /// A new function value that, when called, comes back as a [`Call`] of the
    /// external `name` with `data` in front of the arguments.
    pub fn function(&mut self, name: &str, data: &[Term]) -> Term {
        self.native_function(name, data.to_vec())
    }

    /// What can be seen of a class of the program.
    pub fn class(&mut self, class: Term) -> Option<ClassView> {
        let info = self.class_info(class)?;
        let ancestors = self.ancestors(class);
        let external = ancestors.into_iter().find(|&ancestor| self.is_external(ancestor));
        Some(ClassView { name: info.name.clone(), parents: info.parents.clone(), external })
    }

    /// Calls a Node-style callback `(error, value)` with the outcome of `body`;
    /// gives what the callback returns.
    pub fn call_back(
        &mut self,
        callback: Term,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let span = self.span;
        self.handled(
            body,
            |m, value| {
                let null = m.terms.null();
                m.invoke(callback, None, Arguments::of(&[null, value]), span)
            },
            |m, error| m.invoke(callback, None, Arguments::of(&[error]), span),
        )
    }

    /// Runs `body`; where it raises, `handler` with the exception.
    pub fn catch(
        &mut self,
        body: impl FnOnce(&mut Self) -> Outcome,
        handler: impl FnOnce(&mut Self, Term) -> Outcome,
    ) -> Outcome {
        self.handled(body, |_, value| Ok(value), handler)
    }

    /// Continues the chain of an external: what a call that only builds something
    /// (`boto3.resource("dynamodb")`) gives.
    pub fn chain(&mut self, call: &Call) -> Term {
        let path = Path::of(self.terms, call.callee).map(|path| (path.to_string(), path));
        let method = path.as_ref().map_or("", |(_, path)| path.last());
        let mut arguments = vec![self.asked(method, call.callee)];
        arguments.extend(self.argument_terms(call));
        arguments.extend(path.and_then(|(name, _)| self.held_by(&name, call.constructed)));
        let operator = if call.constructed { Operator::Constructed } else { Operator::Called };
        self.terms.apply(operator, &arguments)
    }

    /// The chain of members and calls that a term is, if it begins at a package
    /// or global.
    pub fn path_of(&self, term: Term) -> Option<Path> {
        Path::of(self.terms, term)
    }

    /// How many steps have been recorded.
    pub fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    /// The steps since `first` of what was started and may not have come to its end: whatever
    /// is done now may take place before them.
    pub fn unawaited(&mut self, first: usize) -> Vec<std::ops::Range<usize>> {
        let open = self.tasks.open.clone();
        let mut found = Vec::new();
        for task in open {
            let steps = task.steps.0 as usize..task.steps.1 as usize;
            if steps.start >= first && !steps.is_empty() && self.is_open(&task) {
                found.push(steps);
            }
        }
        found
    }

    /// The steps recorded inside are started together and may take place in any
    /// order.
    pub fn together(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        self.next_batch += 1;
        let outside = self.batch.replace(self.next_batch);
        let outcome = self.all_at_once(body);
        self.batch = outside;
        outcome
    }
}

//! Stores, services and instances, one action at a time.

use std::{collections::BTreeMap, sync::Arc};

use aplomb_symbolic::{Access, Action, Step, SymbolId, Term, Terms};

use super::{evaluate::Evaluation, value::Value};

/// What clients and third parties see.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    /// An instance was invoked.
    Invoked(usize),
    /// An instance answered.
    Responded(usize, Value),
    /// A service was called: by whom, which one, what was sent, what came back.
    Called(usize, Arc<str>, Value, Value),
}

/// Where an instance stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Instance {
    pub(super) started: bool,
    pub(super) ended: bool,
    /// How often it was lost and started again.
    pub(super) retries: usize,
    /// What the attempt was told so far: contents, replies, fresh values.
    pub(super) answers: Vec<Term>,
}

/// A store and a key in it.
type Cell = (Value, Value);

/// The cells that hold something.
pub(super) type Cells = BTreeMap<Cell, Value>;

/// Everything there is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct World {
    pub(crate) cells: Cells,
    pub(crate) events: Vec<Event>,
    pub(super) instances: Vec<Instance>,
    /// What a repetition with the same token or key gets, in place of being executed.
    recognised: BTreeMap<Value, Value>,
    /// What a log keeps, by name.
    kept: BTreeMap<Value, Value>,
}

/// What an action did.
pub(crate) struct Done {
    /// What the program is told.
    pub(crate) answer: Value,
    /// Whether a condition on the content did not hold, so that nothing was written.
    pub(crate) refused: bool,
    /// What the first cell holds now, if it was written.
    pub(crate) wrote: Option<Value>,
}

impl Done {
    fn told(answer: Value) -> Done {
        Done { answer, refused: false, wrote: None }
    }
}

impl World {
    pub(super) fn new(cells: Cells, instances: usize) -> World {
        let instances = vec![Instance::default(); instances];
        World {
            cells,
            events: Vec::new(),
            instances,
            recognised: BTreeMap::new(),
            kept: BTreeMap::new(),
        }
    }

    pub(super) fn invoke(&mut self, instance: usize) {
        self.instances[instance].started = true;
        self.events.push(Event::Invoked(instance));
    }

    /// An instance loses what it knows and starts again; what it did stays done.
    pub(super) fn crash(&mut self, instance: usize) {
        let instance = &mut self.instances[instance];
        instance.retries += 1;
        instance.answers.clear();
    }

    /// Performs what an instance asks for. A service answers with `reply`.
    pub(super) fn perform(
        &mut self,
        terms: &mut Terms,
        instance: usize,
        step: &Step,
        reply: &Value,
    ) -> Result<Done, String> {
        // A log keeps every outcome, a store or a service only what was executed.
        let name = step.kept.map(|name| ground(terms, name)).transpose()?;
        if let Some(known) = name.as_ref().and_then(|name| self.kept.get(name)) {
            return Ok(Done::told(known.clone()));
        }
        let done = self.execute(terms, instance, &step.action, reply)?;
        self.kept.extend(name.map(|name| (name, done.answer.clone())));
        Ok(done)
    }

    fn execute(
        &mut self,
        terms: &mut Terms,
        instance: usize,
        action: &Action,
        reply: &Value,
    ) -> Result<Done, String> {
        let repetition = match action {
            Action::Access { token, .. } => *token,
            Action::Effect { key, .. } => *key,
            _ => None,
        };
        let repetition = repetition.map(|term| ground(terms, term)).transpose()?;
        if let Some(known) = repetition.as_ref().and_then(|key| self.recognised.get(key)) {
            return Ok(Done::told(known.clone()));
        }
        let done = match action {
            Action::Access { accesses, .. } => self.access(terms, accesses)?,
            Action::Scan { store, filter, .. } => {
                let cells = self.matching(terms, *store, *filter)?;
                Done::told(Value::List(cells.into_iter().map(|(_, content)| content).collect()))
            }
            Action::Sweep { store, filter, old, new, .. } => {
                let cells = self.matching(terms, *store, *filter)?;
                let count = terms.number(cells.len() as f64);
                for (cell, content) in cells {
                    let bound = BTreeMap::from([(*old, content)]);
                    let new = Evaluation::new(terms, &bound).of(*new)?;
                    self.write(cell, new);
                }
                Done::told(ground(terms, count)?)
            }
            Action::Effect { service, arguments, .. } => {
                let sent = ground(terms, *arguments)?;
                self.events.push(Event::Called(instance, service.clone(), sent, reply.clone()));
                Done::told(reply.clone())
            }
            Action::Unknown { callee } => return Err(format!("what {callee} does is not known")),
        };
        // A request that was refused is forgotten.
        if let Some(key) = repetition.filter(|_| !done.refused) {
            self.recognised.insert(key, done.answer.clone());
        }
        Ok(done)
    }

    /// All cells of one request are read; if all conditions hold, all are written.
    fn access(&mut self, terms: &Terms, accesses: &[Access]) -> Result<Done, String> {
        let mut cells = Vec::new();
        let mut bound: BTreeMap<SymbolId, Value> = BTreeMap::new();
        for access in accesses {
            let cell = (ground(terms, access.store)?, ground(terms, access.key)?);
            let content = self.cells.get(&cell).cloned().unwrap_or(Value::Absent);
            bound.insert(access.old, content.clone());
            cells.push((cell, content));
        }
        let mut evaluation = Evaluation::new(terms, &bound);
        let mut refused = false;
        for access in accesses {
            match evaluation.of(access.condition)? {
                Value::Bool(holds) => refused |= !holds,
                _ => {
                    let condition = terms.show(access.condition);
                    return Err(format!("whether {condition} holds is not known"));
                }
            }
        }
        let mut wrote = None;
        if !refused {
            for (index, (access, (cell, _))) in accesses.iter().zip(&cells).enumerate() {
                let Some(new) = access.new else { continue };
                let new = evaluation.of(new)?;
                if index == 0 {
                    wrote = Some(new.clone());
                }
                self.write(cell.clone(), new);
            }
        }
        let found = cells.into_iter().map(|(_, content)| content).collect();
        Ok(Done { answer: Value::List(found), refused, wrote })
    }

    fn write(&mut self, cell: Cell, content: Value) {
        match content {
            Value::Absent => self.cells.remove(&cell),
            content => self.cells.insert(cell, content),
        };
    }

    /// The cells of a store whose content has the fields of the filter, or satisfies its
    /// condition.
    fn matching(
        &self,
        terms: &mut Terms,
        store: Term,
        filter: Term,
    ) -> Result<Vec<(Cell, Value)>, String> {
        let store = ground(terms, store)?;
        let mut found = Vec::new();
        for (cell, content) in self.cells.iter().filter(|((of, _), _)| *of == store) {
            let selected = match terms.as_items_where(filter) {
                Some(condition) => satisfies(terms, condition, content)?,
                None => has_fields(content, &ground(terms, filter)?)?,
            };
            if selected {
                found.push((cell.1.term(terms), (cell.clone(), content.clone())));
            }
        }
        // A store lists its cells in some order, the same each time.
        found.sort_by_key(|(key, _)| *key);
        Ok(found.into_iter().map(|(_, cell)| cell).collect())
    }
}

/// Whether a content satisfies a condition over items.
fn satisfies(terms: &mut Terms, condition: Term, content: &Value) -> Result<bool, String> {
    let item = terms.item();
    let none = BTreeMap::new();
    match Evaluation::new(terms, &none).about(item, content.clone()).of(condition)? {
        Value::Bool(holds) => Ok(holds),
        _ => Err(format!("which cells satisfy {} is not known", terms.show(condition))),
    }
}

/// Whether a content has the fields of a filter.
fn has_fields(content: &Value, filter: &Value) -> Result<bool, String> {
    let wanted = match filter {
        Value::Undefined | Value::Bool(true) => return Ok(true),
        Value::Record(fields) => fields,
        _ => return Err("which cells a listing selects is not known".into()),
    };
    for (name, value) in wanted {
        let field = match content {
            Value::Record(fields) => fields.get(name).cloned(),
            _ => None,
        };
        match super::value::same(&field.unwrap_or(Value::Undefined), value) {
            Some(true) => {}
            Some(false) => return Ok(false),
            None => return Err(format!("whether a cell has this {name} is not known")),
        }
    }
    Ok(true)
}

/// The value of a term in which nothing is left open.
pub(super) fn ground(terms: &Terms, term: Term) -> Result<Value, String> {
    Evaluation::new(terms, &BTreeMap::new()).of(term)
}

//! Items of key-value stores: what the models of SDKs recorded as steps.
//!
//! A step of the executor is atomic: it reads the items it names, checks its
//! conditions on all of them and changes them or none. That is a transaction of
//! its own in the session of its client. The steps also tell in which order the
//! transactions of a client were started, and which of them together
//! (`Promise.all`); transactions of other kinds leave a mark among them.

use aplomb_script::Span;
use aplomb_symbolic::{
    Access, Action, Machine, Node, Operator, Origin, Stop, SymbolId, Term, Terms, Trace,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Problem;
use super::recording::{Beside, Cell, EXISTS, Event, Meaning, Recording, Statement, Transaction};
use super::vocabulary::Vocabulary;
use crate::program::Lock;

/// The service of marks.
const MARK: &str = "aplomb:mark";

/// Marks where a client starts.
pub(super) fn mark_client(machine: &mut Machine<'_>, span: Span) -> Result<(), Stop> {
    mark(machine, "client", span)
}

/// Marks where a transaction is started.
pub(super) fn mark_transaction(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    transaction: usize,
    span: Span,
) -> Result<(), Stop> {
    note_company(vocabulary, machine, span);
    mark(machine, &transaction.to_string(), span)
}

/// Notes what the next step of the running client may take place before, though it comes later
/// in the program.
pub(super) fn note_company(vocabulary: &Vocabulary<'_>, machine: &mut Machine<'_>, span: Span) {
    let first = vocabulary.recording().first_step;
    let (step, others) = (machine.steps(), machine.unawaited(first));
    let beside = others.into_iter().map(|others| Beside { step, others, span });
    vocabulary.recording().beside.extend(beside);
}

/// Refuses what runs beside something else, but for what is started together, of which any
/// order is looked at.
fn company(recording: &Recording, trace: &Trace) -> Vec<Problem> {
    let batch = |step: usize| trace.steps.get(step).and_then(|step| step.batch);
    let matters = |step: &usize| {
        let ours = |service: &str, label: &str| service != MARK || label != "client";
        trace.steps.get(*step).is_some_and(|step| match &step.action {
            Action::Effect { service, .. } => ours(service, &step.label),
            _ => true,
        })
    };
    let alone = |it: &&Beside| {
        let together = |other: usize| batch(other).is_some() && batch(other) == batch(it.step);
        matters(&it.step) && it.others.clone().any(|other| matters(&other) && !together(other))
    };
    let message = "this may run before what was started earlier and is not awaited here: start \
                   both with `Promise.all`, `asyncio.gather` or the like, or await the first one";
    let found = recording.beside.iter().filter(alone);
    found.map(|it| Problem { message: message.into(), span: it.span }).take(1).collect()
}

fn mark(machine: &mut Machine<'_>, label: &str, span: Span) -> Result<(), Stop> {
    let nothing = machine.terms().undefined();
    machine.effect(label, span, MARK, nothing, None).map(drop)
}

/// Adds the transactions that steps are, and puts those of every client into
/// their order.
pub(super) fn add(recording: &mut Recording, trace: &Trace, terms: &mut Terms) -> Vec<Problem> {
    let problems = company(recording, trace);
    let shrinking = shrinking(recording, trace, terms);
    let mut items = Items {
        recording,
        terms,
        shrinking,
        clients: Vec::new(),
        batches: Vec::new(),
        made: 0,
        contents: FxHashMap::default(),
        defined: FxHashMap::default(),
        last: None,
        problems,
    };
    for step in &trace.steps {
        match &step.action {
            Action::Effect { service, .. } if **service == *MARK => {
                match step.label.parse::<usize>() {
                    Ok(transaction) => items.started(transaction, step.batch),
                    Err(_) => items.clients.push(Vec::new()),
                }
            }
            Action::Access { .. } if items.recording.nested.contains(&step.span) => {
                let what = "a request inside a transaction of the model: it is one by itself";
                items.refuse(what, step.span);
            }
            Action::Access { accesses, .. } if !items.clients.is_empty() => {
                if step.in_loop.is_some() {
                    items.recording.unbounded.push(step.span);
                }
                items.access(step.guard, &step.label, step.span, step.batch, accesses);
            }
            Action::Access { .. } => {
                items.refuse("make requests inside `concurrently(() => ...)`", step.span);
            }
            Action::Scan { .. } | Action::Sweep { .. } => {
                let what = format!("`{}` selects items by more than their key", step.label);
                items.refuse(&format!("{what}, which is not supported"), step.span);
            }
            Action::Effect { .. } | Action::Unknown { .. } => {
                let what = format!("`{}` has an effect that a model cannot have", step.label);
                items.refuse(&what, step.span);
            }
        }
    }
    items.finish()
}

/// The names of tables from which rows are taken away.
pub(super) fn shrinking(recording: &Recording, trace: &Trace, terms: &Terms) -> Vec<String> {
    let mut names = Vec::new();
    for step in &trace.steps {
        let Action::Access { accesses, .. } = &step.action else { continue };
        for access in accesses {
            let new = terms.parts(access.new.as_slice());
            if new.iter().any(|part| *terms.node(*part) == Node::Absent) {
                names.push(store_name(terms, access.store));
            }
        }
    }
    for (index, table) in recording.tables.iter().enumerate() {
        if recording.shrinks(terms, index) {
            names.push(table.name.clone());
        }
    }
    names
}

/// Notes the keys under which requests put items: whoever looks at the whole table, as
/// invariants do, looks at these too.
pub(super) fn note_insertions(recording: &mut Recording, trace: &Trace, terms: &Terms) {
    for step in &trace.steps {
        let Action::Access { accesses, .. } = &step.action else { continue };
        for access in accesses {
            let gone = |new: Term| *terms.node(new) == Node::Absent;
            if access.new.is_none_or(gone) {
                continue;
            }
            let store = store_name(terms, access.store);
            let found = recording.tables.iter().position(|it| it.keyed && it.name == store);
            if let (Some(table), Node::Record(_, values)) = (found, terms.node(access.key))
                && let [key] = values[..]
                && !recording.is_declared(terms, table, Some(key))
            {
                recording.note_key(terms, table, key);
            }
        }
    }
}

fn store_name(terms: &Terms, store: Term) -> String {
    match terms.node(store) {
        Node::String(name) => name.to_string(),
        Node::Symbol(id) => terms.symbol(*id).name.to_string(),
        _ => terms.show(store).to_string(),
    }
}

/// A term where a condition holds.
fn under(terms: &mut Terms, term: Term, condition: Term) -> Term {
    let (yes, no) = (terms.bool(true), terms.bool(false));
    let mut facts = FxHashMap::default();
    for fact in super::recording::conjuncts(terms, condition) {
        match terms.node(fact) {
            Node::Apply(Operator::Not, inner) => drop(facts.insert(inner[0], no)),
            _ => drop(facts.insert(fact, yes)),
        }
    }
    terms.substitute(term, &facts)
}

struct Items<'a> {
    recording: &'a mut Recording,
    terms: &'a mut Terms,
    /// The names of tables from which rows are taken away.
    shrinking: Vec<String>,
    clients: Vec<Vec<usize>>,
    /// Transactions that were started together.
    batches: Vec<(u32, usize)>,
    /// How many transactions were made here.
    made: usize,
    /// The symbols of whole items and what they held.
    contents: FxHashMap<Term, Term>,
    /// That attributes are there.
    defined: FxHashMap<Term, Term>,
    /// The last transaction made here, with its label and place.
    last: Option<(usize, String, Span)>,
    problems: Vec<Problem>,
}

/// An item that a request is about.
struct Item {
    cell: Cell,
    /// Whether it is there.
    exists: Term,
    /// Its content, if it is.
    content: Term,
    /// What is read of its columns.
    columns: Vec<Term>,
}

impl Items<'_> {
    fn refuse(&mut self, message: &str, span: Span) {
        self.problems.push(Problem { message: message.into(), span });
    }

    fn started(&mut self, transaction: usize, batch: Option<u32>) {
        if let Some(client) = self.clients.last_mut() {
            client.push(transaction);
        }
        self.batches.extend(batch.map(|batch| (batch, transaction)));
    }

    /// One atomic request. The parts of a transaction that only reads are
    /// recorded one by one.
    fn access(
        &mut self,
        guard: Term,
        label: &str,
        span: Span,
        batch: Option<u32>,
        accesses: &[Access],
    ) {
        let name = label.to_lowercase().replace('_', "");
        let continues = name.contains("transactget")
            && self.last.as_ref().is_some_and(|(_, known, at)| known == label && *at == span);
        let transaction = match &self.last {
            Some((transaction, ..)) if continues => *transaction,
            _ => {
                let index = self.recording.transactions.len();
                let unique = self.recording.unique_name(label);
                let reads = accesses.iter().all(|access| access.new.is_none());
                let current =
                    name.contains("transact") || self.recording.consistent.contains(&span);
                let (label, events) = (label.into(), Vec::new());
                let statement = Statement { label, span, continues: false, events };
                self.recording.transactions.push(Transaction {
                    name: unique,
                    statements: vec![statement],
                    aborts: None,
                    stale: reads && !current,
                    request: true,
                    level: None,
                    sent: Vec::new(),
                });
                self.started(index, batch);
                self.made += 1;
                index
            }
        };
        self.last = Some((transaction, label.to_owned(), span));
        let given = self.recording.given_by_client.get(self.clients.len() - 1);
        let guard = super::recording::without(self.terms, guard, given.map_or(&[], |it| it));
        let guard = self.terms.substitute(guard, &self.contents);
        let writes = accesses.iter().any(|access| access.new.is_some());
        let lock = if writes { Lock::Exclusive } else { Lock::No };
        let mut items = Vec::new();
        for access in accesses {
            match self.item(transaction, guard, lock, access) {
                Ok(item) => items.push(item),
                Err(message) => return self.refuse(&message, span),
            }
        }
        let mut holds = guard;
        for (access, item) in accesses.iter().zip(&items) {
            let [there, missing] = self.both(access.condition, guard, access, item);
            let condition = self.terms.ite(item.exists, there, missing);
            holds = self.terms.and(holds, condition);
        }
        for (access, item) in accesses.iter().zip(&items) {
            if let Some(new) = access.new
                && let Err(message) = self.change(transaction, holds, access, item, new)
            {
                return self.refuse(&message, span);
            }
        }
        for (access, item) in accesses.iter().zip(&items) {
            let old = self.terms.of_symbol(access.old);
            let absent = self.terms.absent();
            let content = self.terms.ite(item.exists, item.content, absent);
            self.contents.insert(old, content);
        }
    }

    /// A term over the old content: if the item is there, and if not.
    fn both(&mut self, term: Term, guard: Term, access: &Access, item: &Item) -> [Term; 2] {
        let old = self.terms.of_symbol(access.old);
        let absent = self.terms.absent();
        [item.content, absent].map(|content| {
            let mut contents = self.contents.clone();
            contents.insert(old, content);
            let term = self.terms.substitute(term, &contents);
            let term = under(self.terms, term, guard);
            self.terms.substitute(term, &self.defined)
        })
    }

    /// Reads the item that an access names.
    fn item(
        &mut self,
        transaction: usize,
        guard: Term,
        lock: Lock,
        access: &Access,
    ) -> Result<Item, String> {
        let store = store_name(self.terms, access.store);
        let tables = &self.recording.tables;
        let found = tables.iter().position(|table| table.keyed && table.name == store);
        let table = found.ok_or(format!("the model declares no table `{store}`"))?;
        let key = self.terms.substitute(access.key, &self.contents);
        let key = under(self.terms, key, guard);
        let key = self.key(key, table)?;
        let names = self.recording.tables[table].columns.iter().map(|it| it.name.clone());
        let names: Vec<String> = names.collect();
        let settled = self.recording.tables[table].rows.is_none() || self.stays(table, key);
        let always = self.terms.bool(true);
        let mut columns = Vec::new();
        for (column, name) in names.iter().enumerate() {
            if name == EXISTS && settled {
                columns.push(always);
                continue;
            }
            let cell = Cell { table, key: Some(key), column };
            let result = self.terms.fresh_symbol(format!("{store}.{name}"), Origin::Any);
            let id = self.terms.as_symbol(result).expect("a symbol was made");
            self.recording.meanings.insert(id, Meaning::Read(cell));
            self.push(transaction, Event::Read { cell, guard, lock, result: id });
            let (nothing, no) = (self.terms.undefined(), self.terms.bool(false));
            let missing = self.terms.equal(result, nothing);
            self.defined.insert(missing, no);
            columns.push(result);
        }
        let declared = &self.recording.tables[table];
        let mut fields = vec![(declared.key_column.as_str().into(), key)];
        for (column, &value) in declared.columns.iter().zip(&columns) {
            if column.name != EXISTS {
                fields.push((column.name.as_str().into(), value));
            }
        }
        let content = self.terms.record(fields);
        let exists = columns.last().copied().filter(|_| !settled).unwrap_or(always);
        Ok(Item { cell: Cell { table, key: Some(key), column: 0 }, exists, content, columns })
    }

    /// Whether a row is there from the start to the end.
    fn stays(&self, table: usize, key: Term) -> bool {
        let declared = &self.recording.tables[table];
        !self.shrinking.contains(&declared.name)
            && self.recording.is_declared(self.terms, table, Some(key))
    }

    fn key(&mut self, key: Term, table: usize) -> Result<Term, String> {
        let column = &self.recording.tables[table].key_column;
        let name = &self.recording.tables[table].name;
        match self.terms.node(key) {
            Node::Record(names, values) => match (&names[..], &values[..]) {
                ([only], [value]) if **only == **column => Ok(*value),
                ([only], [_]) => Err(format!(
                    "the key of `{name}` is `{only}` here and `{column}` in the model: declare \
                     it, table(\"{name}\", ..., {{ key: \"{only}\" }})"
                )),
                _ => Err(format!("`{name}` has a key of several attributes: not supported")),
            },
            _ => Err(format!("the key of an item of `{name}` is not known")),
        }
    }

    fn push(&mut self, transaction: usize, event: Event) {
        let statements = &mut self.recording.transactions[transaction].statements;
        statements.last_mut().expect("made with one statement").events.push(event);
    }

    /// Writes the new content of an item.
    fn change(
        &mut self,
        transaction: usize,
        holds: Term,
        access: &Access,
        item: &Item,
        new: Term,
    ) -> Result<(), String> {
        let [there, missing] = self.both(new, holds, access, item);
        let absent = self.terms.absent();
        let [stays, appears] = [there, missing].map(|content| {
            let gone = self.terms.equal(content, absent);
            self.terms.not(gone)
        });
        let names: Vec<String> = {
            let table = &self.recording.tables[item.cell.table];
            table.columns.iter().map(|column| column.name.clone()).collect()
        };
        let keyed = self.recording.tables[item.cell.table].rows.is_some();
        // What an expression over a missing item cannot compute fails there.
        let mut fails = self.terms.bool(false);
        let mut writes = Vec::new();
        for (column, name) in names.iter().enumerate() {
            if name == EXISTS {
                continue;
            }
            // Nobody looks at the attributes of what is gone.
            let unchanged = Some(item.columns[column]);
            let gone = |terms: &Terms, present: Term| terms.is_false(present);
            let kept = match gone(self.terms, stays) {
                true => unchanged,
                false => self.attribute(there, name),
            };
            let made = match gone(self.terms, appears) {
                true => unchanged,
                false => self.attribute(missing, name),
            };
            let (kept, made) = match (kept, made) {
                (None, _) => {
                    return Err(format!(
                        "the item has no `{name}` afterwards, or its content is not known"
                    ));
                }
                (Some(kept), None) => {
                    fails = self.terms.not(item.exists);
                    (kept, kept)
                }
                (Some(kept), Some(made)) => (kept, made),
            };
            let value = self.terms.ite(item.exists, kept, made);
            if value != item.columns[column] {
                writes.push((column, value));
            }
        }
        let succeeds = self.terms.not(fails);
        let guard = self.terms.and(holds, succeeds);
        let existence = self.terms.ite(item.exists, stays, appears);
        let present = self.terms.and(guard, existence);
        for (column, value) in writes {
            let cell = Cell { column, ..item.cell };
            self.push(transaction, Event::Write { cell, guard: present, value });
        }
        if keyed {
            let cell = Cell { column: names.len() - 1, ..item.cell };
            if existence != item.exists && !self.terms.is_true(item.exists) {
                self.push(transaction, Event::Write { cell, guard, value: existence });
            }
        } else if !self.terms.is_true(existence) {
            return Err("items of this table cannot be deleted: declare `rows`".into());
        }
        Ok(())
    }

    /// An attribute of a new content; none if it has no such or it depends on
    /// what is missing.
    fn attribute(&mut self, content: Term, name: &str) -> Option<Term> {
        let key = self.terms.string(name);
        let value = self.terms.apply(Operator::Select, &[content, key]);
        let nothing =
            |part: &Term| matches!(self.terms.node(*part), Node::Undefined | Node::Absent);
        let defined = !self.terms.parts(&[value]).iter().any(nothing);
        defined.then_some(value)
    }

    /// Replaces whole items by what they held, wherever they are mentioned.
    fn finish(self) -> Vec<Problem> {
        let Items { recording, terms, clients, batches, contents, problems, made, .. } = self;
        recording.clients = clients;
        let mut groups: Vec<u32> = batches.iter().map(|(batch, _)| *batch).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let members = batches.iter().filter(|(batch, _)| *batch == group);
            recording.together.push(members.map(|(_, transaction)| *transaction).collect());
        }
        for (message, span, path) in std::mem::take(&mut recording.failures) {
            let path = terms.substitute(path, &contents);
            if !terms.is_false(path) {
                recording.warnings.push((message, span));
            }
        }
        if contents.is_empty() {
            return problems;
        }
        let first = recording.transactions.len() - made;
        for (_, holds, _) in &mut recording.obligations {
            *holds = terms.substitute(*holds, &contents);
        }
        let statements = recording.transactions.iter_mut().flat_map(|it| &mut it.statements);
        for event in statements.flat_map(|it| &mut it.events) {
            match event {
                Event::Read { guard, .. } => *guard = terms.substitute(*guard, &contents),
                Event::Write { guard, value, .. } => {
                    *guard = terms.substitute(*guard, &contents);
                    *value = terms.substitute(*value, &contents);
                }
            }
        }
        forget_unused(recording, terms, first);
        problems
    }
}

/// Leaves out what requests would read for nobody.
fn forget_unused(recording: &mut Recording, terms: &Terms, first: usize) {
    let mut used: Vec<Term> = recording.obligations.iter().map(|(_, holds, _)| *holds).collect();
    let statements = recording.transactions.iter().flat_map(|it| &it.statements);
    for event in statements.flat_map(|it| &it.events) {
        let (cell, guard) = match event {
            Event::Read { cell, guard, .. } => (cell, guard),
            Event::Write { cell, guard, value } => {
                used.push(*value);
                (cell, guard)
            }
        };
        used.extend([Some(*guard), cell.key].into_iter().flatten());
    }
    let used: FxHashSet<SymbolId> = terms.symbols_of(&used).into_iter().collect();
    for statement in recording.transactions[first..].iter_mut().flat_map(|it| &mut it.statements) {
        statement.events.retain(|event| match event {
            Event::Read { result, .. } => used.contains(result),
            Event::Write { .. } => true,
        });
    }
}

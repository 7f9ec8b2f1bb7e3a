//! The package in which models are written: what its functions mean.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aplomb_script::Span;
use aplomb_sql::{Drivers, OnDelete, Schema, is_driver};
use aplomb_symbolic::{
    Call, Library, Machine, Node, Operator, Outcome, PathSegment, SymbolId, Term,
};

use super::access::{Row, row_value};
use super::recording::{
    Column, Constraint, Content, EXISTS, ForeignKey, Meaning, Phase, Recording, Table, conjuncts,
};
use super::rows::null;
use super::{schema, sql};
use crate::program::Lock;
use crate::term::Sort;

/// The names under which programs import the package.
const PACKAGES: [&str; 2] = ["@aplomb/consistency", "aplomb.consistency"];

/// What a call of a transaction comes back as.
const TRANSACTION: &str = "aplomb:transaction";

/// What an earlier execution of the model found out.
#[derive(Default)]
pub(super) struct Earlier {
    /// The symbols of the parameters.
    pub params: Vec<(Term, SymbolId)>,
    /// The keys under which rows are added to each table.
    pub added: Vec<Vec<Term>>,
    /// The tables from which no rows are taken away.
    pub lasting: Vec<bool>,
    /// The tables from which some are.
    pub shrinking: Vec<bool>,
    /// The columns that nobody changes in rows that are there at the start.
    pub unchanged: Vec<Vec<bool>>,
    /// The keys of the rows that statements add to each table, if each is to
    /// be a row of its own.
    pub versioned: Option<Vec<Vec<Term>>>,
    /// All texts that there may be; none if that is not known.
    pub texts: Vec<Arc<str>>,
}

/// What can be said of a table beside its columns.
const TABLE_OPTIONS: [&str; 6] = ["rows", "where", "key", "unique", "check", "references"];

/// The library of the package.
pub(super) struct Vocabulary<'l> {
    recording: Mutex<Recording>,
    /// What is known of the calls into database drivers.
    drivers: Drivers,
    /// What other packages mean: requests to key-value stores.
    others: &'l dyn Library,
    /// What is known of the tables beside what the model says.
    pub(super) schema: &'l Schema,
}

impl Library for Vocabulary<'_> {
    fn global(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        let own = PACKAGES.contains(&name) || is_driver(name);
        if own { None } else { self.others.global(machine, name) }
    }

    fn is_pure(&self, path: &str) -> bool {
        self.others.is_pure(path)
    }

    /// A model says of what kind its tables and parameters are.
    fn knows_kinds(&self) -> bool {
        true
    }

    fn setting(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        self.others.setting(machine, name)
    }

    fn awaited(&self, machine: &mut Machine<'_>, value: Term) -> Option<Outcome> {
        let queried = self.drivers.awaited(self, machine, value);
        queried.or_else(|| self.others.awaited(machine, value))
    }

    fn call(&self, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
        let Some(path) = machine.path_of(call.callee) else {
            return self.others.call(machine, call);
        };
        if &*path.root == TRANSACTION {
            return Some(self.run_transaction(machine, call));
        }
        let shown = path.to_string();
        let name = PACKAGES.iter().find_map(|package| shown.strip_prefix(package));
        let Some(name) = name else {
            return match is_driver(&path.root) {
                true => self.drivers.call(self, machine, call),
                false => self.request(machine, call),
            };
        };
        match name.strip_prefix('.')? {
            "integer" => Some(self.parameter(machine, call, Sort::Int)),
            "boolean" => Some(self.parameter(machine, call, Sort::Bool)),
            "text" => Some(self.parameter(machine, call, Sort::Atom)),
            "variable" => Some(self.declare(machine, call, false)),
            "table" => Some(self.declare(machine, call, true)),
            "transaction" => Some(self.transaction(machine, call)),
            "assume" => Some(self.assume(machine, call)),
            "invariant" => Some(self.invariant(machine, call)),
            "concurrently" => Some(self.concurrently(machine, call)),
            "abort" => Some(self.abort(machine, call)),
            // Means something as the content of a column.
            "nullable" => Some(Ok(machine.chain(call))),
            accessed => {
                let (kind, operation) = accessed.split_once("().")?;
                let declared = matches!(kind, "variable" | "table");
                let name = path.arguments(0)?.first().copied()?;
                declared.then(|| self.access(machine, call, name, operation))
            }
        }
    }

    fn member(&self, machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
        // `Abort` is an exception of the package: raising it is `abort()`.
        let path = machine.path_of(object);
        let package = path.is_some_and(|path| PACKAGES.contains(&path.to_string().as_str()));
        if package {
            return (name == "Abort").then(|| machine.terms().external("aplomb:Abort"));
        }
        match machine.path_of(object) {
            Some(path) if is_driver(&path.root) => aplomb_sql::member(machine, object, name),
            _ => self.others.member(machine, object, name),
        }
    }
}

impl<'l> Vocabulary<'l> {
    /// The package, and `others` beside it; `earlier` is what an execution
    /// before this one found out.
    pub fn new(others: &'l dyn Library, schema: &'l Schema, earlier: Earlier) -> Self {
        let Earlier { params, added, lasting, shrinking, unchanged, versioned, texts } = earlier;
        let mut recording = Recording {
            added,
            lasting,
            shrinking,
            unchanged,
            versioned,
            texts,
            ..Recording::default()
        };
        for (index, (symbol, id)) in params.into_iter().enumerate() {
            recording.known_params.push(symbol);
            recording.meanings.insert(id, Meaning::Param(index));
        }
        let drivers = Drivers::with_prisma(schema.prisma.clone());
        let recording = Mutex::new(recording);
        Vocabulary { recording, drivers, others, schema }
    }
}

impl Vocabulary<'_> {
    /// A request to a store that another library models.
    fn request(&self, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
        if asks_for_consistency(machine, call) {
            self.recording().consistent.push(call.span);
        }
        let steps = machine.steps();
        let beside = self.recording().beside.len();
        super::items::note_company(self, machine, call.span);
        let outcome = self.others.call(machine, call);
        // What records no step is no request.
        if outcome.is_none() || machine.steps() == steps {
            self.recording().beside.truncate(beside);
        }
        let outcome = outcome?;
        let mut recording = self.recording();
        recording.requested = true;
        if let Phase::Transaction(_) = recording.phase {
            recording.nested.push(call.span);
        }
        drop(recording);
        Some(outcome)
    }

    /// What was recorded.
    pub fn recording(&self) -> MutexGuard<'_, Recording> {
        self.recording.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was recorded, when nothing more will be.
    pub fn into_recording(self) -> Recording {
        self.recording.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn parameter(&self, machine: &mut Machine<'_>, call: &Call, sort: Sort) -> Outcome {
        let mut recording = self.recording();
        let name = constant_text(machine, call.argument(0));
        // Two parameters under one name would each have some of what is assumed.
        if let Some(name) = &name
            && recording.params.iter().any(|param| !param.fresh && param.name == *name)
        {
            drop(recording);
            let message = format!(
                "the parameter `{name}` is declared twice: keep it in a constant, or give each \
                 its own name"
            );
            return Ok(machine.problem(message, call.span));
        }
        let name = name.unwrap_or_else(|| format!("parameter {}", recording.params.len() + 1));
        Ok(recording.parameter(machine, &name, sort, false))
    }

    /// `variable(name, initial)`, `table(name, row, { rows, where })`.
    fn declare(&self, machine: &mut Machine<'_>, call: &Call, keyed: bool) -> Outcome {
        let Some(name) = constant_text(machine, call.argument(0)) else {
            return Ok(machine.problem("the first argument must be a constant name", call.span));
        };
        if self.recording().tables.iter().any(|table| table.name == name) {
            let message = format!("`{name}` is declared twice: give every table its own name");
            return Ok(machine.problem(message, call.span));
        }
        let Some(row) = call.named_or("initial", 1) else {
            let message = "say what it holds at the start: a value, or `integer` for any";
            return Ok(machine.problem(message, call.span));
        };
        let mut columns = columns(machine, row);
        let option = |machine: &mut Machine<'_>, name: &str| match call.named(name) {
            Some(value) => Ok(Some(value)),
            None => match call.argument(2) {
                Some(options) => machine.get(options, name).map(Some),
                None => Ok(None),
            },
        };
        let mut options: Vec<String> =
            call.named.iter().map(|(name, _)| name.to_string()).collect();
        options.retain(|name| name != "initial");
        let given = call.argument(2).and_then(|options| machine.fields(options));
        options.extend(given.into_iter().flatten().map(|(name, _)| name.to_string()));
        if let Some(unknown) = options.iter().find(|it| !TABLE_OPTIONS.contains(&it.as_str())) {
            let message = format!(
                "`{unknown}` is no option of a table: there are {}",
                TABLE_OPTIONS.join(", ")
            );
            return Ok(machine.problem(message, call.span));
        }
        add_null_columns(machine, &mut columns);
        let rows = match option(machine, "rows")? {
            None => None,
            Some(rows) => match given_rows(machine, rows, &columns) {
                Ok(rows) => rows,
                Err(message) => return Ok(machine.problem(message, call.span)),
            },
        };
        if rows.is_some() {
            let absent = Content::Value(machine.terms().bool(false));
            columns.push(hidden(EXISTS, absent));
        }
        let mut constraints = Vec::new();
        for name in ["unique", "check", "references"] {
            let Some(given) = option(machine, name)? else { continue };
            match declared_constraints(machine, name, given, &columns) {
                Ok(found) => constraints.extend(found),
                Err(message) => return Ok(machine.problem(message, call.span)),
            }
        }
        if rows.is_none() && !constraints.is_empty() {
            let message = "constraints need to know the rows: declare `rows`";
            return Ok(machine.problem(message, call.span));
        }
        let table = self.recording().tables.len();
        let key_column = option(machine, "key")?.and_then(|key| constant_text(machine, Some(key)));
        let key_column = key_column.unwrap_or_else(|| "id".into());
        if rows.is_some() {
            match schema::constraints(self.schema, &name, &key_column, &columns) {
                Ok(found) => constraints.extend(found),
                Err(message) => return Ok(machine.problem(message, call.span)),
            }
        }
        self.recording().tables.push(Table {
            name,
            keyed,
            columns,
            rows,
            key_column,
            scanned: false,
            inserted: Vec::new(),
            inserted_anywhere: false,
            insertions: Vec::new(),
            versions: Vec::new(),
            makes_keys: false,
            constraints,
            span: call.span,
        });
        if let Some(condition) = option(machine, "where")?.filter(|it| machine.is_function(*it)) {
            self.assume_of_rows(machine, table, condition, call.span)?;
        }
        // The name alone identifies it from here on.
        let short =
            Call { arguments: call.arguments[..1].to_vec(), named: Vec::new(), ..call.clone() };
        Ok(machine.chain(&short))
    }

    /// `where`: what holds of every row at the start.
    fn assume_of_rows(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
        condition: Term,
        span: Span,
    ) -> Outcome {
        let (key, row) = {
            let mut recording = self.recording();
            let key = recording.symbol(machine, "key", Meaning::Key);
            drop(recording);
            let mut values = Vec::new();
            for (column, _) in self.visible_columns(table) {
                values.push(self.initial_column(machine, table, key, column));
            }
            (key, row_value(machine, &self.visible_columns(table), &values))
        };
        let held = machine.call(condition, None, &[row, key])?;
        let held = machine.truth(held);
        let id = machine.terms().as_symbol(key).expect("a symbol was made");
        self.recording().row_assumptions.push((table, id, held, span));
        Ok(held)
    }

    /// `transaction(name, body)` or `transaction(body)`.
    fn transaction(&self, machine: &mut Machine<'_>, call: &Call) -> Outcome {
        let Some((name, body)) = named_function(machine, call)? else {
            let message = "a transaction is a function: transaction(\"name\", () => { ... })";
            return Ok(machine.problem(message, call.span));
        };
        let label = machine.terms().string(name);
        Ok(machine.function(TRANSACTION, &[label, body]))
    }

    /// A call of a transaction by a client.
    fn run_transaction(&self, machine: &mut Machine<'_>, call: &Call) -> Outcome {
        let name = constant_text(machine, call.argument(0)).unwrap_or_default();
        let body = call.argument(1).expect("made by `transaction`");
        let index = {
            let mut recording = self.recording();
            match recording.phase {
                Phase::Client => {}
                Phase::Transaction(_) => {
                    let message = "a transaction inside a transaction: call its body instead";
                    return Ok(machine.problem(message, call.span));
                }
                Phase::Setup | Phase::Invariant => {
                    let message = "transactions run inside `concurrently(() => ...)`";
                    return Ok(machine.problem(message, call.span));
                }
            }
            let index = recording.transactions.len();
            let wanted = if name.is_empty() { format!("T{}", index + 1) } else { name };
            let name = recording.unique_name(&wanted);
            recording.transactions.push(super::recording::Transaction {
                name,
                statements: Vec::new(),
                aborts: None,
                stale: false,
                request: false,
                level: None,
                sent: Vec::new(),
            });
            recording.clients.last_mut().expect("a client is running").push(index);
            recording.phase = Phase::Transaction(index);
            index
        };
        super::items::mark_transaction(self, machine, index, call.span)?;
        let arguments = &call.arguments[2..];
        let outcome = machine.catch(
            |machine| {
                let value = machine.call(body, None, arguments)?;
                machine.settle(value)
            },
            |machine, error| {
                let aborts = self.recording().path(machine);
                let frozen = machine.freeze(error);
                let shown = shown(machine, frozen);
                let mut recording = self.recording();
                recording.transactions[index].aborts = Some(aborts);
                let name = &recording.transactions[index].name;
                let message = format!("`{name}` raises an exception and is rolled back: {shown}");
                if !shown.contains("Abort") {
                    recording.warnings.push((message, call.span));
                }
                Ok(machine.nothing())
            },
        );
        self.recording().phase = Phase::Client;
        outcome
    }

    fn abort(&self, machine: &mut Machine<'_>, call: &Call) -> Outcome {
        let reason = call.argument(0).unwrap_or(machine.terms().undefined());
        let error = machine.error(&["Abort", "Error", "Exception"], reason, &[]);
        machine.throw(error)
    }

    fn assume(&self, machine: &mut Machine<'_>, call: &Call) -> Outcome {
        let Some(condition) = call.argument(0) else {
            return Ok(machine.problem("`assume` needs a condition", call.span));
        };
        let holds = machine.truth(condition);
        let phase = self.recording().phase;
        let path = match phase {
            Phase::Client => self.recording().path(machine),
            _ => machine.path(),
        };
        let unreached = machine.terms().not(path);
        let holds = machine.terms().or(unreached, holds);
        // What a client is called with is as much an assumption as what the file begins with.
        let allowed = match phase {
            Phase::Setup => true,
            Phase::Client => self.recording().is_about_parameters(machine.terms(), holds),
            Phase::Transaction(_) | Phase::Invariant => false,
        };
        if !allowed {
            let message = "`assume` belongs to the top of the file: a transaction that is not \
                           allowed to go on calls `abort()`";
            return Ok(machine.problem(message, call.span));
        }
        self.recording().assumptions.push((holds, call.span));
        Ok(machine.terms().undefined())
    }

    fn invariant(&self, machine: &mut Machine<'_>, call: &Call) -> Outcome {
        let Some((name, body)) = named_function(machine, call)? else {
            let message = "an invariant is a function: invariant(\"what holds\", () => ...)";
            return Ok(machine.problem(message, call.span));
        };
        let mut recording = self.recording();
        let name = match name.is_empty() {
            true => format!("invariant {}", recording.invariants.len() + 1),
            false => name,
        };
        recording.invariants.push((name, body, call.span));
        Ok(machine.terms().undefined())
    }

    /// Each argument is a client: it calls transactions, one after the other.
    fn concurrently(&self, machine: &mut Machine<'_>, call: &Call) -> Outcome {
        if std::mem::replace(&mut self.recording().ran, true) {
            let message = "`concurrently` is called twice: write one file for each scenario";
            return Ok(machine.problem(message, call.span));
        }
        self.recording().separate_versions();
        let mut results = Vec::new();
        let start = machine.path();
        for &client in &call.arguments {
            if !machine.is_function(client) {
                let message = "each argument is a client: concurrently(() => withdraw(10), ...)";
                return Ok(machine.problem(message, call.span));
            }
            // Clients start together: what happened in those before, e.g. that
            // one of them raised or did not, is no condition of this one.
            let path = machine.path();
            let given = match sql::implies(machine, start, path) {
                true => conjuncts(machine.terms(), path),
                false => Vec::new(),
            };
            {
                let mut recording = self.recording();
                recording.given_by_client.push(given.clone());
                recording.given = given;
                recording.clients.push(Vec::new());
                recording.phase = Phase::Client;
                recording.requested = false;
                recording.first_step = machine.steps();
            }
            super::items::mark_client(machine, call.span)?;
            let result = machine.catch(
                |machine| {
                    let result = machine.call(client, None, &[])?;
                    machine.settle(result)
                },
                |machine, error| self.client_raises(machine, error, call.span),
            )?;
            results.push(machine.freeze(result));
            sql::close(self, machine);
            self.recording().phase = Phase::Setup;
        }
        self.recording().given.clear();
        let results: Vec<Term> = results.into_iter().map(|it| machine.thaw(it)).collect();
        Ok(machine.new_list(results))
    }

    /// An exception leaves a client: application code does that after a
    /// rollback; before the first transaction it is a mistake.
    fn client_raises(&self, machine: &mut Machine<'_>, error: Term, span: Span) -> Outcome {
        let frozen = machine.freeze(error);
        let message = format!("a client may raise an exception: {}", shown(machine, frozen));
        let idle = self.recording().clients.last().is_some_and(Vec::is_empty);
        if idle && !self.recording().requested {
            return Ok(machine.problem(message, span));
        }
        let path = self.recording().path(machine);
        self.recording().failures.push((message, span, path));
        Ok(machine.nothing())
    }

    /// Executes the invariants, when all else has run.
    pub fn state_invariants(&self, machine: &mut Machine<'_>) -> Outcome {
        self.recording().phase = Phase::Invariant;
        let invariants = self.recording().invariants.clone();
        for (label, body, span) in invariants {
            // What raises an exception does not hold.
            let value = machine.catch(
                |machine| {
                    let value = machine.call(body, None, &[])?;
                    machine.settle(value)
                },
                |machine, _| Ok(machine.terms().bool(false)),
            )?;
            let holds = machine.truth(value);
            let holds = machine.freeze(holds);
            self.recording().obligations.push((label, holds, span));
        }
        Ok(machine.terms().undefined())
    }

    /// `x.read()`, `t.read(key)` and so on.
    fn access(
        &self,
        machine: &mut Machine<'_>,
        call: &Call,
        name: Term,
        operation: &str,
    ) -> Outcome {
        let name = constant_text(machine, Some(name)).unwrap_or_default();
        let found = self.recording().tables.iter().position(|table| table.name == name);
        let Some(table) = found else {
            return Ok(machine.problem(format!("`{name}` is not declared"), call.span));
        };
        let keyed = self.recording().tables[table].keyed;
        if keyed && matches!(operation, "count" | "sum" | "exists") {
            return self.add_up(machine, table, operation, call);
        }
        let (key, given) = match (keyed, call.arguments.split_first()) {
            (false, _) => (None, &call.arguments[..]),
            (true, Some((&key, given))) => (Some(machine.freeze(key)), given),
            (true, None) => {
                let message = format!("`{name}` is a table: say which row");
                return Ok(machine.problem(message, call.span));
            }
        };
        let row = Row { table, key, span: call.span };
        match (operation, given) {
            ("read", []) => self.read(machine, row, Lock::No),
            ("share", []) => self.read(machine, row, Lock::Shared),
            ("lock", []) => self.read(machine, row, Lock::Exclusive),
            ("write", &[value]) => self.write(machine, row, value),
            ("update", &[change]) => self.update(machine, row, change),
            ("insert", &[value]) if keyed => self.insert(machine, row, value),
            ("remove", []) if keyed => self.remove(machine, row),
            _ => {
                let message = format!(
                    "`{name}.{operation}` with {} arguments is not an operation of it",
                    call.arguments.len()
                );
                Ok(machine.problem(message, call.span))
            }
        }
    }
}

/// Whether a request says `ConsistentRead: true`.
fn asks_for_consistency(machine: &mut Machine<'_>, call: &Call) -> bool {
    let name = "ConsistentRead";
    let named = call.named(name);
    if named.is_some_and(|value| machine.terms().is_true(value)) {
        return true;
    }
    let arguments: Vec<Term> =
        call.arguments.iter().map(|argument| machine.freeze(*argument)).collect();
    let terms = machine.terms();
    terms.parts(&arguments).into_iter().any(|part| match terms.node(part) {
        Node::Record(names, values) => {
            let position = names.iter().position(|known| **known == *name);
            position.is_some_and(|at| terms.is_true(values[at]))
        }
        _ => false,
    })
}

/// The columns of a table, from what its rows hold at the start.
fn columns(machine: &mut Machine<'_>, row: Term) -> Vec<Column> {
    let one = |machine: &mut Machine<'_>, name: &str, value: Term| {
        let inner = nullable_content(machine, value);
        let (value, null) = (inner.unwrap_or(value), inner.map(|_| usize::MAX));
        let content = match any_of(machine, value) {
            Some(sort) => Content::Any(sort),
            None => Content::Value(machine.freeze(value)),
        };
        Column { name: name.to_owned(), content, null, hidden: false }
    };
    match any_of(machine, row).is_none().then(|| machine.fields(row)).flatten() {
        // Without any, the table has only its key.
        Some(fields) => {
            fields.into_iter().map(|(name, value)| one(machine, &name, value)).collect()
        }
        None => vec![one(machine, "", row)],
    }
}

/// `unique: ["column", ["first", "second"]]`, `check: (row) => ...`,
/// `references: { column: "table" }`.
fn declared_constraints(
    machine: &mut Machine<'_>,
    kind: &str,
    given: Term,
    columns: &[Column],
) -> Result<Vec<Constraint>, String> {
    if matches!(machine.view(given), Node::Undefined | Node::Null | Node::Absent) {
        return Ok(Vec::new());
    }
    let known = |name: String| match columns.iter().any(|it| !it.hidden && it.name == name) {
        true => Ok(name.to_lowercase()),
        false => Err(format!("there is no column `{name}` in the model")),
    };
    match kind {
        "check" if machine.is_function(given) => Ok(vec![Constraint::Check(given)]),
        "unique" => {
            let only = constant_text(machine, Some(given)).map(|_| vec![given]);
            let items = only.or_else(|| machine.items(given));
            let mut found = Vec::new();
            for item in items.ok_or("`unique` is a list of columns")? {
                let names = match constant_text(machine, Some(item)) {
                    Some(name) => vec![name],
                    None => {
                        let items = machine.items(item).ok_or("`unique` is a list of columns")?;
                        let names = items.into_iter().map(|it| constant_text(machine, Some(it)));
                        names.collect::<Option<Vec<_>>>().ok_or("columns are named by texts")?
                    }
                };
                let names = names.into_iter().map(known).collect::<Result<Vec<_>, _>>()?;
                found.push(Constraint::Unique(names));
            }
            Ok(found)
        }
        "references" => {
            let fields = machine.fields(given).ok_or("`references` names a table per column")?;
            let mut found = Vec::new();
            for (column, table) in fields {
                let path = machine.path_of(table);
                let declared = path.and_then(|path| path.arguments(0)?.first().copied());
                let named = constant_text(machine, Some(declared.unwrap_or(table)));
                let table = named.ok_or("`references` names a table per column")?;
                let (column, on_delete) = (known(column.to_string())?, OnDelete::Refuses);
                found.push(Constraint::References(ForeignKey {
                    column,
                    parent: table,
                    referred: None,
                    beside_column: false,
                    obstacle: None,
                    on_delete,
                }));
            }
            Ok(found)
        }
        _ => Err("`check` is a function of a row".into()),
    }
}

fn hidden(name: impl Into<String>, content: Content) -> Column {
    Column { name: name.into(), content, null: None, hidden: true }
}

/// What `nullable(content)` is about.
fn nullable_content(machine: &mut Machine<'_>, value: Term) -> Option<Term> {
    let path = machine.path_of(value)?;
    let shown = path.to_string();
    let name = PACKAGES.iter().find_map(|package| shown.strip_prefix(package))?;
    (name == ".nullable()").then(|| path.arguments(0)?.first().copied()).flatten()
}

/// The columns that say when others are null.
fn add_null_columns(machine: &mut Machine<'_>, columns: &mut Vec<Column>) {
    for index in 0..columns.len() {
        if columns[index].null.is_none() {
            continue;
        }
        let content = match columns[index].content {
            Content::Any(_) => Content::Any(Sort::Bool),
            Content::Value(_) => Content::Value(machine.terms().bool(false)),
        };
        columns[index].null = Some(columns.len());
        let name = format!("{} is null", columns[index].name);
        columns.push(hidden(name, content));
    }
}

/// `integer`, `boolean` or `text`, not called: any such value.
fn any_of(machine: &mut Machine<'_>, value: Term) -> Option<Sort> {
    let path = machine.path_of(value)?;
    if path.segments.iter().any(|segment| matches!(segment, PathSegment::Called { .. })) {
        return None;
    }
    let shown = path.to_string();
    let name = PACKAGES.iter().find_map(|package| shown.strip_prefix(package))?;
    match name {
        ".integer" => Some(Sort::Int),
        ".boolean" => Some(Sort::Bool),
        ".text" => Some(Sort::Atom),
        _ => None,
    }
}

/// Keys, and what their rows hold.
type Rows = Vec<(Term, Vec<Term>)>;

/// `rows`: keys and what their rows hold, or a list of keys whose rows hold what the table says.
fn given_rows(
    machine: &mut Machine<'_>,
    rows: Term,
    columns: &[Column],
) -> Result<Option<Rows>, String> {
    if matches!(machine.view(rows), Node::Undefined | Node::Null | Node::Absent) {
        return Ok(None);
    }
    let mut given = Vec::new();
    if let Some(keys) = machine.items(rows) {
        for key in keys {
            given.push((listed_key(machine, key)?, listed_row(machine, columns)?));
        }
    } else if let Some(fields) = machine.fields(rows) {
        for (key, row) in fields {
            given.push((machine.terms().string(key), given_row(machine, row, columns)?));
        }
    } else {
        return Err("`rows` says which rows there are at the start: an object from keys to rows, \
                    or a list of keys"
            .into());
    }
    Ok(Some(given))
}

/// A key of a list, as an object would have it.
fn listed_key(machine: &mut Machine<'_>, key: Term) -> Result<Term, String> {
    let text = match machine.view(key) {
        Node::String(text) => text.to_string(),
        Node::Number(number) => number.get().to_string(),
        _ => return Err("the keys of `rows` are constant texts or numbers".into()),
    };
    Ok(machine.terms().string(text))
}

/// What a row holds of which only the key is given, with the flags of columns that can be null.
fn listed_row(machine: &mut Machine<'_>, columns: &[Column]) -> Result<Vec<Term>, String> {
    let mut values = Vec::new();
    for column in columns.iter().filter(|column| !column.hidden) {
        match column.content {
            Content::Value(value) => values.push(value),
            Content::Any(_) => {
                let name = &column.name;
                return Err(format!(
                    "a list of keys does not say what `{name}` holds in them: give the table a \
                     value to start with, or write the rows as an object"
                ));
            }
        }
    }
    let nullable = columns.iter().filter(|column| !column.hidden && column.null.is_some()).count();
    let present = machine.terms().bool(false);
    values.extend(std::iter::repeat_n(present, nullable));
    Ok(values)
}

/// What a row holds, with the flags of columns that can be null.
fn given_row(
    machine: &mut Machine<'_>,
    row: Term,
    columns: &[Column],
) -> Result<Vec<Term>, String> {
    let mut values = Vec::new();
    let mut nulls = Vec::new();
    for column in columns.iter().filter(|column| !column.hidden) {
        let value = match column.name.as_str() {
            "" => row,
            name => machine
                .get(row, name)
                .map_err(|_| format!("a row does not say what `{name}` holds"))?,
        };
        let value = machine.freeze(value);
        let null = null(machine, value);
        let any = match column.content {
            Content::Any(Sort::Bool) => machine.terms().bool(false),
            Content::Any(Sort::Atom) => machine.terms().string(""),
            Content::Any(Sort::Int) => machine.terms().number(0.0),
            Content::Value(value) => value,
        };
        let is_null = column.null.is_some() && machine.terms().is_true(null);
        values.push(if is_null { any } else { value });
        nulls.extend(column.null.map(|_| null));
    }
    values.extend(nulls);
    Ok(values)
}

/// The arguments `(name, function)`, or `(function)` with its own name.
fn named_function(
    machine: &mut Machine<'_>,
    call: &Call,
) -> Result<Option<(String, Term)>, aplomb_symbolic::Stop> {
    let (name, body) = match (call.argument(0), call.argument(1)) {
        (Some(name), Some(body)) => (constant_text(machine, Some(name)), body),
        (Some(body), None) => (None, body),
        _ => return Ok(None),
    };
    if !machine.is_function(body) {
        return Ok(None);
    }
    let name = match name {
        Some(name) => name,
        None => {
            let own = machine.get(body, "name")?;
            constant_text(machine, Some(own)).unwrap_or_default().replace('_', " ")
        }
    };
    Ok(Some((name, body)))
}

fn constant_text(machine: &mut Machine<'_>, term: Option<Term>) -> Option<String> {
    let text: Option<Arc<str>> = machine.terms().as_str(term?).cloned();
    text.map(|text| text.to_string())
}

/// An exception as people know it, by its name and its message if it has them.
fn shown(machine: &mut Machine<'_>, error: Term) -> String {
    let mut kinds = Vec::new();
    name_each(machine, error, &mut kinds);
    kinds.join(", or ")
}

/// The exceptions that one may be, each by its name and message.
fn name_each(machine: &mut Machine<'_>, error: Term, kinds: &mut Vec<String>) {
    if let Node::Apply(Operator::Ite, parts) = machine.view(error).clone() {
        name_each(machine, parts[1], kinds);
        name_each(machine, parts[2], kinds);
        return;
    }
    let terms = machine.terms();
    let mut field = |name: &str| {
        let name = terms.string(name);
        let value = terms.apply(Operator::Select, &[error, name]);
        terms.as_str(value).map(ToString::to_string)
    };
    let class = field("name").or_else(|| field("__class__"));
    let kind = match (class, field("message")) {
        (Some(class), Some(message)) => format!("{class}: {message}"),
        (Some(class), None) => class,
        _ => terms.show(error).to_string(),
    };
    if !kinds.contains(&kind) {
        kinds.push(kind);
    }
}

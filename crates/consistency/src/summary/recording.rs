//! What a model declares and its transactions do, in the executor's terms.

use aplomb_script::Span;
use aplomb_sql::form::Expression;
use aplomb_sql::{Given, OnDelete, Written};
use aplomb_symbolic::{Machine, Node, Operator, Origin, SymbolId, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::sql::Session;
use crate::program::Lock;
use crate::term::Sort;

/// Everything that was recorded while a model was executed.
#[derive(Default)]
pub(super) struct Recording {
    pub tables: Vec<Table>,
    pub params: Vec<Param>,
    /// The symbols of parameters in an earlier execution of the model, and the
    /// keys under which it added rows to each table.
    pub known_params: Vec<Term>,
    pub added: Vec<Vec<Term>>,
    /// The tables from which an earlier execution took no rows away.
    pub lasting: Vec<bool>,
    /// The tables from which it took some.
    pub shrinking: Vec<bool>,
    /// The columns, by table, that no statement of it changes in rows that are
    /// there at the start.
    pub unchanged: Vec<Vec<bool>>,
    /// The rows that statements of an earlier execution added to each table, if
    /// each is to be one of its own.
    pub versioned: Option<Vec<Vec<Term>>>,
    /// Whether rows of tables with such rows are accessed in another way than
    /// by SQL.
    pub unversioned_access: bool,
    /// The first INSERT with a conflict clause into such a table.
    pub conflict: Option<String>,
    /// What is taken for granted.
    pub assumptions: Vec<(Term, Span)>,
    /// What is taken for granted of every row: the table, the symbol of the
    /// key, the condition.
    pub row_assumptions: Vec<(usize, SymbolId, Term, Span)>,
    pub transactions: Vec<Transaction>,
    /// The transactions of each client, in order.
    pub clients: Vec<Vec<usize>>,
    /// The connections that clients have used, each with the first of them.
    pub connections: Vec<(Term, usize)>,
    /// Labels and functions; they are executed when everything else has run.
    pub invariants: Vec<(String, Term, Span)>,
    /// The values of the invariants.
    pub obligations: Vec<(String, Term, Span)>,
    /// What the symbols of the executor stand for.
    pub meanings: FxHashMap<SymbolId, Meaning>,
    pub phase: Phase,
    /// Conditions that hold wherever the running client starts.
    pub given: Vec<Term>,
    /// The same, of every client.
    pub given_by_client: Vec<Vec<Term>>,
    /// Transactions of one client that are started together.
    pub together: Vec<Vec<usize>>,
    /// Calls of other packages inside transactions of the model.
    pub nested: Vec<Span>,
    /// The step at which the running client starts.
    pub first_step: usize,
    /// What is done while something else may not have come to its end.
    pub beside: Vec<Beside>,
    /// Requests that ask for a strongly consistent read.
    pub consistent: Vec<Span>,
    /// The transactions that the SQL of the running client has begun.
    pub session: Session,
    /// Whether a transaction goes on after a statement has failed.
    pub goes_on: bool,
    /// The views that statements read.
    pub views: BTreeSet<String>,
    /// The database that clients speak to.
    pub product: Option<aplomb_sql::form::Product>,
    /// What every client sends to a pool, in order.
    pub pooled: Vec<Vec<Pooled>>,
    /// What is understood but worth knowing.
    pub warnings: Vec<(String, Span)>,
    /// Exceptions that leave clients, and when.
    pub failures: Vec<(String, Span, Term)>,
    /// Whether the running client has made a request.
    pub requested: bool,
    /// Statements in loops without a constant bound.
    pub unbounded: Vec<Span>,
    /// Whether more and more rows turn up.
    pub endless: bool,
    /// Whether what was found out does not agree with what it was found with.
    pub unsettled: bool,
    /// All texts that there may be; none if that is not known.
    pub texts: Vec<Arc<str>>,
    /// Whether it matters which texts there may be.
    pub asks_for_texts: bool,
    /// Whether `concurrently` was called.
    pub ran: bool,
}

/// What is being executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// The top of the file.
    #[default]
    Setup,
    /// A client, outside of its transactions.
    Client,
    /// A transaction, by its index.
    Transaction(usize),
    /// An invariant.
    Invariant,
}

/// A step that may take place before others that come earlier in the program.
pub(super) struct Beside {
    pub step: usize,
    pub others: std::ops::Range<usize>,
    pub span: Span,
}

/// A statement that a client sends to a pool.
pub(super) struct Pooled {
    pub label: String,
    pub span: Span,
    pub role: Role,
}

pub(super) use crate::pool::Role;

/// A declared table; a variable has no key.
pub(super) struct Table {
    pub name: String,
    pub keyed: bool,
    pub columns: Vec<Column>,
    /// The rows known at the start; without them every row exists.
    pub rows: Option<Vec<(Term, Vec<Term>)>>,
    /// The column of the key, for SQL.
    pub key_column: String,
    /// Whether a statement reads all rows at once.
    pub scanned: bool,
    /// The keys under which rows are added, over parameters.
    pub inserted: Vec<Term>,
    /// Whether rows are added under keys that depend on what was read.
    pub inserted_anywhere: bool,
    /// The keys of the rows that statements add, one for each, in order.
    pub insertions: Vec<Term>,
    /// The tables of these rows, where each is one of its own, and their keys.
    pub versions: Vec<(usize, Term)>,
    /// Whether statements leave it to the database to make keys.
    pub makes_keys: bool,
    /// What the database does not let a statement leave behind.
    pub constraints: Vec<Constraint>,
    pub span: Span,
}

/// A constraint of a table.
#[derive(Clone)]
pub(super) enum Constraint {
    /// No two rows have the same values in these columns.
    Unique(Vec<String>),
    /// This function holds of every row.
    Check(Term),
    /// This condition of the schema does not fail for any row.
    Condition(Expression),
    /// A column holds the key of a row of another table, or null.
    References(ForeignKey),
}

/// A column holds the key of a row of another table, or null.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct ForeignKey {
    pub column: String,
    pub parent: String,
    /// The column of the other table, if that is named: else its key.
    pub referred: Option<String>,
    /// Whether it stands beside its column, where MySQL before version 9 passes it over.
    pub beside_column: bool,
    /// Why it cannot be followed, if so.
    pub obstacle: Option<String>,
    /// What becomes of the row when the other one is deleted.
    pub on_delete: OnDelete,
}

pub(super) struct Column {
    pub name: String,
    pub content: Content,
    /// The column that says when it is null.
    pub null: Option<usize>,
    /// Whether it only says something about other columns, or the row.
    pub hidden: bool,
}

/// What a column holds at the start.
#[derive(Clone, Copy)]
pub(super) enum Content {
    /// Anything of a sort.
    Any(Sort),
    /// This, in every row.
    Value(Term),
}

/// A symbolic parameter.
pub(super) struct Param {
    pub name: String,
    pub sort: Sort,
    /// Whether nothing else has its value.
    pub fresh: bool,
}

/// A transaction that a client runs.
pub(super) struct Transaction {
    pub name: String,
    pub statements: Vec<Statement>,
    /// When it is rolled back.
    pub aborts: Option<Term>,
    /// Whether it may be answered from the past.
    pub stale: bool,
    /// Whether it is a request of code.
    pub request: bool,
    /// The level that the code asks for.
    pub level: Option<String>,
    /// What its client sends to the database, in order.
    pub sent: Vec<Sent>,
}

/// Something that a client sends to a database, and when.
pub(super) struct Sent {
    pub when: Term,
    pub request: Request,
}

pub(super) enum Request {
    Statement(Box<SentStatement>),
    /// Something that gives nothing: BEGIN, SAVEPOINT and the like.
    Control(String),
    /// COMMIT or ROLLBACK.
    End {
        commit: bool,
    },
}

/// A statement as it is sent, and what is expected of it.
pub(super) struct SentStatement {
    /// Its number in the transaction.
    pub statement: usize,
    /// Whether it adds rows, so that it finds out which keys are taken.
    pub inserts: bool,
    /// Whether it is an UPDATE that goes through all rows, because it names no key.
    pub scans: bool,
    pub text: Vec<Written>,
    pub bound: Vec<Term>,
    /// When it does not fail.
    pub answered: Term,
    pub rows: Option<Vec<Given>>,
    /// How many rows the server says were changed.
    pub count: Option<Term>,
    /// The key that the server makes.
    pub drawn: Option<Term>,
}

pub(super) struct Statement {
    pub label: String,
    pub span: Span,
    /// Whether it goes on with the one before.
    pub continues: bool,
    pub events: Vec<Event>,
}

/// A read or a write, when the guard holds.
#[derive(Clone, Copy)]
pub(super) enum Event {
    Read { cell: Cell, guard: Term, lock: Lock, result: SymbolId },
    Write { cell: Cell, guard: Term, value: Term },
}

/// A column of a row.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub table: usize,
    pub key: Option<Term>,
    pub column: usize,
}

/// What a symbol stands for.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Param(usize),
    /// What a read of a transaction returned, of this cell.
    Read(Cell),
    /// The content of a cell at the start.
    Initial(Cell),
    /// The content of a cell in the end.
    Final(Cell),
    /// The key of any row of a table.
    Key,
}

pub(super) use crate::program::EXISTENCE as EXISTS;

/// The parts of a conjunction.
pub(super) fn conjuncts(terms: &Terms, condition: Term) -> Vec<Term> {
    match terms.node(condition) {
        Node::Apply(Operator::And, parts) => parts.to_vec(),
        Node::Bool(true) => Vec::new(),
        _ => vec![condition],
    }
}

/// What a condition says beyond what is given.
pub(super) fn without(terms: &mut Terms, condition: Term, given: &[Term]) -> Term {
    let mut rest = conjuncts(terms, condition);
    rest.retain(|part| !given.contains(part));
    terms.apply(Operator::And, &rest)
}

impl Recording {
    /// A new symbol with a meaning.
    pub fn symbol(&mut self, machine: &mut Machine<'_>, name: &str, meaning: Meaning) -> Term {
        // Not `Origin::Old`: that is a whole item, which is always true.
        let origin = match meaning {
            Meaning::Param(_) => Origin::Input,
            _ => Origin::Any,
        };
        let term = machine.terms().fresh_symbol(name, origin);
        let id = machine.terms().as_symbol(term).expect("a symbol was made");
        self.meanings.insert(id, meaning);
        term
    }

    /// Whether rows are taken away from a table.
    pub fn shrinks(&self, terms: &Terms, table: usize) -> bool {
        let statements = self.transactions.iter().flat_map(|it| &it.statements);
        statements.flat_map(|it| &it.events).any(|event| match event {
            Event::Write { cell, value, .. } => {
                cell.table == table
                    && self.tables[table].columns[cell.column].name == EXISTS
                    && !terms.is_true(*value)
            }
            Event::Read { .. } => false,
        })
    }

    /// Whether a term depends on nothing but parameters.
    pub fn is_about_parameters(&self, terms: &Terms, term: Term) -> bool {
        let param = |symbol| matches!(self.meanings.get(&symbol), Some(Meaning::Param(_)));
        !terms.depends(term, |symbol| !param(symbol))
    }

    /// A row is added under this key.
    pub fn note_key(&mut self, terms: &Terms, table: usize, key: Term) {
        let fixed = self.is_about_parameters(terms, key);
        let known = &mut self.tables[table];
        match fixed {
            true if !known.inserted.contains(&key) => known.inserted.push(key),
            true => {}
            false => known.inserted_anywhere = true,
        }
    }

    /// Whether a row is there from the start to the end.
    pub fn stays(&self, terms: &Terms, table: usize, key: Option<Term>) -> bool {
        self.lasting.get(table) == Some(&true) && self.is_declared(terms, table, key)
    }

    /// Whether a row is there at the start, under a constant key.
    pub fn is_declared(&self, terms: &Terms, table: usize, key: Option<Term>) -> bool {
        self.declared(terms, table, key).is_some()
    }

    /// What the row of a constant key holds at the start, if it is there.
    fn declared(&self, terms: &Terms, table: usize, key: Option<Term>) -> Option<&[Term]> {
        let text = match terms.node(key?) {
            Node::String(text) => text.to_string(),
            Node::Number(number) => number.get().to_string(),
            _ => return None,
        };
        let same = |row: Term| terms.as_str(row).is_some_and(|known| **known == *text);
        let mut rows = self.tables[table].rows.iter().flatten();
        rows.find(|(row, _)| same(*row)).map(|(_, values)| &values[..])
    }

    /// What a column holds from the start to the end, if nobody changes it.
    pub fn unchanging(
        &self,
        terms: &Terms,
        table: usize,
        key: Option<Term>,
        column: usize,
    ) -> Option<Term> {
        let unchanged = self.unchanged.get(table)?.get(column)?;
        let values = self.declared(terms, table, key).filter(|_| *unchanged)?;
        let value = *values.get(column)?;
        let constant =
            matches!(terms.node(value), Node::Bool(_) | Node::Number(_) | Node::String(_));
        constant.then_some(value)
    }

    /// Which columns of each table no statement changes in rows that are there
    /// at the start.
    pub fn unchanged_columns(&self, terms: &Terms) -> Vec<Vec<bool>> {
        let mut unchanged: Vec<Vec<bool>> = self
            .tables
            .iter()
            .map(|table| vec![table.rows.is_some(); table.columns.len()])
            .collect();
        let statements = self.transactions.iter().flat_map(|it| &it.statements);
        for event in statements.flat_map(|it| &it.events) {
            let Event::Write { cell, .. } = event else { continue };
            let elsewhere = cell.key.is_some_and(|key| {
                let made = terms.as_symbol(key).and_then(|id| match self.meanings.get(&id)? {
                    Meaning::Param(param) => self.params.get(*param),
                    _ => None,
                });
                let constant = matches!(terms.node(key), Node::String(_) | Node::Number(_));
                let other = constant && !self.is_declared(terms, cell.table, Some(key));
                other || made.is_some_and(|param| param.fresh)
            });
            unchanged[cell.table][cell.column] &= elsewhere;
        }
        unchanged
    }

    /// A parameter, under the symbol it had in an earlier execution.
    pub fn parameter(
        &mut self,
        machine: &mut Machine<'_>,
        name: &str,
        sort: Sort,
        fresh: bool,
    ) -> Term {
        let index = self.params.len();
        self.params.push(Param { name: name.into(), sort, fresh });
        match self.known_params.get(index).copied() {
            None => {
                let symbol = self.symbol(machine, name, Meaning::Param(index));
                self.known_params.push(symbol);
                symbol
            }
            Some(symbol) => symbol,
        }
    }

    /// A statement of the running client goes to a pool of connections.
    pub fn send_to_pool(&mut self, label: &str, span: Span, role: Role) {
        let client = self.clients.len().max(1);
        self.pooled.resize_with(client, Vec::new);
        self.pooled[client - 1].push(Pooled { label: label.into(), span, role });
    }

    /// A statement that stands inside a transaction goes to the pool.
    pub fn astray(&mut self, span: Span) {
        let sent = self.pooled.iter_mut().flatten().filter(|it| it.span == span);
        sent.for_each(|statement| statement.role = Role::Astray);
    }

    /// Gives every row that statements add a table of its own, where they may
    /// be added under a key that another row had.
    pub fn separate_versions(&mut self) {
        let Some(versioned) = self.versioned.clone() else { return };
        for (parent, keys) in versioned.into_iter().enumerate() {
            if self.shrinking.get(parent) != Some(&true) {
                continue;
            }
            for key in keys {
                let declared = &self.tables[parent];
                let columns = declared.columns.iter().map(|column| Column {
                    name: column.name.clone(),
                    content: column.content,
                    null: column.null,
                    hidden: column.hidden,
                });
                let version = Table {
                    name: format!("new {}", declared.name),
                    keyed: true,
                    columns: columns.collect(),
                    rows: Some(Vec::new()),
                    key_column: declared.key_column.clone(),
                    scanned: false,
                    inserted: Vec::new(),
                    inserted_anywhere: false,
                    insertions: Vec::new(),
                    versions: Vec::new(),
                    makes_keys: false,
                    constraints: Vec::new(),
                    span: declared.span,
                };
                let index = self.tables.len();
                self.tables[parent].versions.push((index, key));
                self.tables.push(version);
            }
        }
    }

    /// Starts a statement of the running transaction.
    pub fn statement(&mut self, machine: &Machine<'_>, label: String, span: Span) {
        if machine.in_loop() && !self.unbounded.contains(&span) {
            self.unbounded.push(span);
        }
        if let Phase::Transaction(running) = self.phase {
            let statement = Statement { label, span, continues: false, events: Vec::new() };
            self.transactions[running].statements.push(statement);
        }
    }

    /// The running statement turns to another row, which it sees as it is then.
    pub fn turn(&mut self) {
        let Phase::Transaction(running) = self.phase else { return };
        let statements = &mut self.transactions[running].statements;
        if let Some(last) = statements.last().filter(|it| !it.events.is_empty()) {
            let (label, span) = (last.label.clone(), last.span);
            statements.push(Statement { label, span, continues: true, events: Vec::new() });
        }
    }

    /// The running client sends something, wherever this point is reached.
    pub fn send(&mut self, machine: &mut Machine<'_>, transaction: usize, request: Request) {
        let when = self.path(machine);
        self.transactions[transaction].sent.push(Sent { when, request });
    }

    /// When this point is reached, once the running client has started.
    pub fn path(&self, machine: &mut Machine<'_>) -> Term {
        let path = machine.path();
        without(machine.terms(), path, &self.given)
    }

    fn push(&mut self, transaction: usize, event: Event) {
        let statements = &mut self.transactions[transaction].statements;
        statements.last_mut().expect("a statement was started").events.push(event);
    }

    /// The content of a cell as the running code sees it; none where there is
    /// nothing to see.
    pub fn read_when(
        &mut self,
        machine: &mut Machine<'_>,
        cell: Cell,
        lock: Lock,
        when: Term,
    ) -> Option<Term> {
        let name = self.cell_name(cell);
        match self.phase {
            Phase::Transaction(transaction) => {
                let result = self.symbol(machine, &name, Meaning::Read(cell));
                let id = machine.terms().as_symbol(result)?;
                let path = self.path(machine);
                let guard = machine.terms().and(path, when);
                self.push(transaction, Event::Read { cell, guard, lock, result: id });
                Some(result)
            }
            Phase::Invariant => Some(self.symbol(machine, &name, Meaning::Final(cell))),
            Phase::Setup | Phase::Client => None,
        }
    }

    /// Changes a cell; whether the running code can do that.
    pub fn write_when(
        &mut self,
        machine: &mut Machine<'_>,
        cell: Cell,
        value: Term,
        when: Term,
    ) -> bool {
        let Phase::Transaction(transaction) = self.phase else { return false };
        let path = self.path(machine);
        let guard = machine.terms().and(path, when);
        if machine.terms().is_false(guard) {
            return true;
        }
        self.push(transaction, Event::Write { cell, guard, value });
        true
    }

    fn cell_name(&self, cell: Cell) -> String {
        let table = &self.tables[cell.table];
        match table.columns[cell.column].name.as_str() {
            "" => table.name.clone(),
            column => format!("{}.{column}", table.name),
        }
    }

    /// A name for a transaction that no other has.
    pub fn unique_name(&self, wanted: &str) -> String {
        let taken = |name: &str| self.transactions.iter().any(|known| known.name == name);
        let numbered = (2..).map(|number| format!("{wanted} {number}"));
        let mut candidates = std::iter::once(wanted.to_owned()).chain(numbered);
        candidates.find(|name| !taken(name)).expect("there are more numbers than transactions")
    }
}

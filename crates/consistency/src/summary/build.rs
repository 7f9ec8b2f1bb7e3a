//! Puts the program together from what was recorded.

use aplomb_script::{Language, Program as Source, Span};
use aplomb_sql::Schema;
use aplomb_sql::form::Product;
use aplomb_symbolic as symbolic;
use rustc_hash::FxHashMap;

use super::recording::{self, Content, Recording};
use super::scope::{Inside, KnownRead, Scope};
use super::script::script;
use super::sql::depends_on_collation;
use super::texts;
use super::translate::{Translation, Untranslatable};
use super::{Problem, place};
use crate::program::{
    Column, Event, Initial, Invariant, Param, Program, Read, RowAssumption, Statement, Table,
    Transaction, Write,
};
use crate::term::{Cell, Node, Sort, Symbol, Term, Terms, Value};

/// The parts of a conjunction, however it is written.
fn conjuncts(terms: &Terms, condition: Term) -> Vec<Term> {
    match terms.node(condition) {
        Node::And(parts) => parts.iter().flat_map(|&part| conjuncts(terms, part)).collect(),
        &Node::Ite(first, second, otherwise)
            if otherwise == first || terms.constant(otherwise) == Some(&Value::Bool(false)) =>
        {
            [conjuncts(terms, first), conjuncts(terms, second)].concat()
        }
        _ => vec![condition],
    }
}

/// The program, and what could not be brought into it.
pub(super) struct Built {
    pub program: Program,
    pub invariants: Vec<Span>,
    pub problems: Vec<Problem>,
}

pub(super) fn build(
    source: &Source,
    recording: &Recording,
    schema: &Schema,
    terms: &mut symbolic::Terms,
    language: Language,
) -> Built {
    let speaks_sql = recording.product.is_some();
    let translation = Translation::new(terms, Scope::new(recording), language, speaks_sql);
    let program = Program::default();
    let mut builder = Builder { source, recording, translation, program, problems: Vec::new() };
    builder.params();
    builder.tables();
    let mut sent = Vec::new();
    for (index, transaction) in recording.transactions.iter().enumerate() {
        builder.transaction(index);
        sent.push(builder.sent(transaction));
    }
    builder.sessions();
    let invariants = builder.invariants();
    builder.returns();
    builder.assumptions();
    builder.initial_contents();
    builder.owners();
    builder.predicates();
    builder.program.terms = builder.translation.terms;
    builder.program.goes_on = recording.goes_on;
    builder.program.script = script(recording, schema, &builder.program, sent);
    if recording.transactions.is_empty() {
        let message = "no transaction runs: call `concurrently(() => ...)`";
        builder.problems.push(Problem { message: message.into(), span: Span::unknown() });
    }
    let Builder { program, mut problems, .. } = builder;
    if recording.product == Some(Product::Mysql)
        && let Some((one, other)) = texts::alike(&program)
    {
        let message = depends_on_collation(&one, &other);
        problems.push(Problem { message, span: Span::unknown() });
    }
    if problems.is_empty()
        && let Err(error) = program.validate()
    {
        problems.push(Problem { message: error.to_string(), span: Span::unknown() });
    }
    Built { program, invariants, problems }
}

pub(super) struct Builder<'a> {
    source: &'a Source,
    recording: &'a Recording,
    pub(super) translation: Translation<'a>,
    program: Program,
    problems: Vec<Problem>,
}

impl Builder<'_> {
    /// The value, or a problem.
    fn accept<T>(&mut self, result: Result<T, Untranslatable>, span: Span) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(Untranslatable(message)) => {
                let problem = Problem { message, span };
                if !self.problems.contains(&problem) {
                    self.problems.push(problem);
                }
                None
            }
        }
    }

    fn params(&mut self) {
        for param in &self.recording.params {
            let (name, fresh) = (param.name.clone(), param.fresh);
            self.program.params.push(Param { name, sort: param.sort, owner: None, fresh });
        }
    }

    /// Declares the tables; their contents come later, when the sorts of keys
    /// are known.
    fn tables(&mut self) {
        self.translation.enter(Inside::Assumption);
        for table in &self.recording.tables {
            let mut columns = Vec::new();
            for column in &table.columns {
                let sort = match column.content {
                    Content::Any(sort) => sort,
                    Content::Value(value) => {
                        let value = self.translation.value(value);
                        let value = self.accept(value, table.span);
                        value.map_or(Sort::Int, |value| self.translation.terms.sort(value))
                    }
                };
                let name = column.name.clone();
                columns.push(Column { name, sort, initial: Initial::Free });
            }
            let sorts = columns.iter().map(|column| column.sort).collect();
            self.translation.scope.columns.push(sorts);
            let key = table.keyed.then_some(Sort::Int);
            self.program.tables.push(Table { name: table.name.clone(), key, columns });
        }
    }

    fn transaction(&mut self, index: usize) {
        self.translation.enter(Inside::Transaction(index));
        let recorded = &self.recording.transactions[index];
        let (name, stale, request) = (recorded.name.clone(), recorded.stale, recorded.request);
        let level = recorded.level.clone();
        let mut transaction = Transaction { name, stale, request, level, ..Transaction::default() };
        let mut reads = 0;
        for statement in &recorded.statements {
            let mut events = Vec::new();
            for event in &statement.events {
                if self.settled(event) {
                    continue;
                }
                let event = self.event(index, event, &mut reads);
                events.extend(self.accept(event, statement.span));
            }
            let span = place(self.source, statement.span);
            let label = statement.label.clone();
            let continues = statement.continues;
            transaction.statements.push(Statement { label, span, continues, events });
        }
        if let Some(aborts) = recorded.aborts {
            let aborts = self.translation.condition(aborts);
            if let Some(aborts) = self.accept(aborts, Span::unknown()) {
                self.roll_back(index, &mut transaction, aborts);
            }
        }
        self.program.transactions.push(transaction);
    }

    /// Whether an event only finds out that a row exists, or not, which nobody
    /// changes: that is no read then.
    fn settled(&mut self, event: &recording::Event) -> bool {
        let recording::Event::Read { cell, result, .. } = *event else { return false };
        let table = &self.recording.tables[cell.table];
        let Some(rows) = &table.rows else { return false };
        let existence = |column: usize| column + 1 == table.columns.len();
        let source = &self.translation.source;
        let key = match cell.key.map(|key| source.node(key)) {
            Some(symbolic::Node::String(text)) => text.to_string(),
            Some(symbolic::Node::Number(number)) => number.get().to_string(),
            _ => return false,
        };
        let exists = rows.iter().any(|(row, _)| source.as_str(*row).is_some_and(|it| **it == *key));
        // A row that is there and added again is there all the same.
        let changes = |event: &recording::Event| match event {
            recording::Event::Write { cell: written, value, .. } => {
                let same = source.as_bool(*value) == Some(exists);
                written.table == cell.table && existence(written.column) && !same
            }
            recording::Event::Read { .. } => false,
        };
        let statements = self.recording.transactions.iter().flat_map(|it| &it.statements);
        if !existence(cell.column) || statements.flat_map(|it| &it.events).any(changes) {
            return false;
        }
        self.translation.scope.existence.insert(result, exists);
        true
    }

    fn event(
        &mut self,
        transaction: usize,
        event: &recording::Event,
        reads: &mut usize,
    ) -> Result<Event, Untranslatable> {
        match *event {
            recording::Event::Read { cell, guard, lock, result } => {
                let guard = self.translation.condition(guard)?;
                let (cell, sort) = self.translation.cell(cell)?;
                let known = KnownRead { transaction, read: *reads, sort };
                *reads += 1;
                self.translation.scope.reads.insert(result, known);
                Ok(Event::Read(Read { cell, guard, lock }))
            }
            recording::Event::Write { cell, guard, value } => {
                let guard = self.translation.condition(guard)?;
                let (cell, sort) = self.translation.cell(cell)?;
                let value = self.translation.value(value)?;
                let found = self.translation.terms.sort(value);
                if found != sort {
                    let name = self.program.cell_name(cell.table, None, cell.column);
                    let message =
                        format!("`{name}` holds values of sort {sort}; {found} is written");
                    return Err(Untranslatable(message));
                }
                Ok(Event::Write(Write { cell, guard, value }))
            }
        }
    }

    /// A transaction that is rolled back writes nothing; if it may have written
    /// before that is decided, its own reads have seen what is undone.
    fn roll_back(&mut self, index: usize, transaction: &mut Transaction, aborts: Term) {
        let terms = &mut self.translation.terms;
        let commits = terms.not(aborts);
        let needed = terms.symbols([aborts]).into_iter().filter_map(|symbol| match symbol {
            Symbol::Read { transaction, read } if transaction == index => Some(read + 1),
            _ => None,
        });
        let needed = needed.max().unwrap_or(0);
        let mut reads = 0;
        let mut late = false;
        let events: Vec<Event> = transaction.events().map(|(_, event)| *event).collect();
        for (position, event) in events.iter().enumerate() {
            match event {
                Event::Read(_) => reads += 1,
                Event::Write(write) => {
                    let undone = terms.and([write.guard, aborts]);
                    let never = terms.constant(undone) == Some(&Value::Bool(false));
                    let column = (write.cell.table, write.cell.column);
                    let seen = events[position..].iter().any(|later| match later {
                        Event::Read(read) => (read.cell.table, read.cell.column) == column,
                        Event::Write(_) => false,
                    });
                    late |= (reads < needed || seen) && !never;
                }
            }
        }
        if late {
            transaction.aborts = Some(aborts);
            return;
        }
        for event in transaction.statements.iter_mut().flat_map(|it| &mut it.events) {
            if let Event::Write(write) = event {
                // What is never undone does not depend on reads that come after it.
                let undone = terms.and([write.guard, aborts]);
                if terms.constant(undone) != Some(&Value::Bool(false)) {
                    write.guard = terms.and([write.guard, commits]);
                }
            }
        }
    }

    fn sessions(&mut self) {
        let several = |client: &&Vec<usize>| client.len() > 1;
        self.program.sessions = self.recording.clients.iter().filter(several).cloned().collect();
        self.program.together = self.recording.together.clone();
    }

    fn invariants(&mut self) -> Vec<Span> {
        self.translation.enter(Inside::Invariant);
        let mut spans = Vec::new();
        for (label, holds, span) in &self.recording.obligations {
            let holds = self.translation.condition(*holds);
            if let Some(holds) = self.accept(holds, *span) {
                self.program.invariants.push(Invariant { label: label.clone(), holds });
                spans.push(*span);
            }
        }
        spans
    }

    /// What invariants mention of a transaction's reads is what it returns.
    fn returns(&mut self) {
        let returned = std::mem::take(&mut self.translation.scope.returned);
        for (transaction, reads) in returned.into_iter().enumerate() {
            for KnownRead { read, sort, .. } in reads {
                let symbol = Symbol::Read { transaction, read };
                let value = self.translation.terms.symbol(symbol, sort);
                let owner = &self.program.transactions[transaction];
                let cell = owner.reads().nth(read).map(|(_, read)| read.cell);
                let name = cell.map(|cell| self.program.cell_name(cell.table, None, cell.column));
                let name = name.unwrap_or_default();
                self.program.transactions[transaction].returns.push((name, value));
            }
        }
    }

    fn assumptions(&mut self) {
        self.translation.enter(Inside::Assumption);
        for &(condition, span) in &self.recording.assumptions {
            let condition = self.translation.condition(condition);
            // One by one: each may be about the arguments of one transaction.
            if let Some(condition) = self.accept(condition, span) {
                let parts = conjuncts(&self.translation.terms, condition);
                self.program.assumptions.extend(parts);
            }
        }
        for &(table, key, condition, span) in &self.recording.row_assumptions {
            let param = self.row_key(table);
            self.translation.scope.row_keys.insert(key, param);
            let condition = self.translation.condition(condition);
            if let Some(holds) = self.accept(condition, span) {
                self.program.row_assumptions.push(RowAssumption { table, key: param, holds });
            }
        }
    }

    /// A parameter that stands for the key of any row.
    fn row_key(&mut self, table: usize) -> usize {
        let sort = *self.translation.scope.keys[table].get_or_insert(Sort::Int);
        let name = format!("any {}", self.program.tables[table].name);
        self.program.params.push(Param { name, sort, owner: None, fresh: false });
        self.translation.scope.params.push(sort);
        self.program.params.len() - 1
    }

    /// What the tables hold at the start.
    fn initial_contents(&mut self) {
        for (table, recorded) in self.recording.tables.iter().enumerate() {
            if recorded.keyed {
                let sort = *self.translation.scope.keys[table].get_or_insert(Sort::Int);
                self.program.tables[table].key = Some(sort);
            }
            for (column, declared) in recorded.columns.iter().enumerate() {
                let value = match declared.content {
                    Content::Value(value) => value,
                    // The rows that there are say what they hold.
                    Content::Any(sort) if recorded.rows.is_some() => {
                        let rows = self.initial_rows(table, column, recorded);
                        let initial = Initial::Fixed { default: Value::default_of(sort), rows };
                        self.program.tables[table].columns[column].initial = initial;
                        continue;
                    }
                    Content::Any(_) => continue,
                };
                let Ok(value) = self.translation.value(value) else { continue };
                match self.translation.terms.constant(value).cloned() {
                    Some(default) => {
                        let rows = self.initial_rows(table, column, recorded);
                        let initial = Initial::Fixed { default, rows };
                        self.program.tables[table].columns[column].initial = initial;
                    }
                    None => self.initially(table, column, recorded.keyed, value),
                }
            }
        }
    }

    /// The content of a column, in every row, is a term over parameters.
    fn initially(&mut self, table: usize, column: usize, keyed: bool, value: Term) {
        let sort = self.translation.scope.columns[table][column];
        let param = keyed.then(|| self.row_key(table));
        let terms = &mut self.translation.terms;
        let key =
            param.map(|param| terms.symbol(Symbol::Param(param), self.program.params[param].sort));
        let initial = terms.symbol(Symbol::Initial(Cell { table, key, column }), sort);
        let holds = terms.eq(initial, value);
        match param {
            None => self.program.assumptions.push(holds),
            Some(key) => self.program.row_assumptions.push(RowAssumption { table, key, holds }),
        }
    }

    fn initial_rows(
        &mut self,
        table: usize,
        column: usize,
        recorded: &recording::Table,
    ) -> Vec<(Value, Value)> {
        let mut rows = Vec::new();
        for (key, values) in recorded.rows.iter().flatten() {
            let key = self.key_value(table, *key, recorded.span);
            let value = match values.get(column) {
                // The last column says whether the row exists.
                None => Some(Value::Bool(true)),
                Some(&value) => {
                    let value = self.translation.value(value);
                    let value = self.accept(value, recorded.span);
                    let value = value.and_then(|it| self.translation.terms.constant(it).cloned());
                    if value.is_none() {
                        let message = "the rows at the start hold constants".to_owned();
                        self.problems.push(Problem { message, span: recorded.span });
                    }
                    value
                }
            };
            rows.extend(key.zip(value));
        }
        rows
    }

    /// A key as it was written in the file, where all keys look like texts.
    fn key_value(&mut self, table: usize, key: symbolic::Term, span: Span) -> Option<Value> {
        let text = self.translation.source.as_str(key).cloned()?;
        let number = text.parse::<i128>().ok().map(Value::Int);
        let value = match self.program.tables[table].key {
            Some(Sort::Int) => number,
            Some(Sort::Atom) => Some(Value::Atom(text.clone())),
            _ => None,
        };
        if value.is_none() {
            let message = format!("`{text}` is not a key of the type that the table has");
            self.problems.push(Problem { message, span });
        }
        value
    }

    /// Statements over all rows must know which rows there may be.
    fn predicates(&mut self) {
        let scanned = |table: &&recording::Table| table.scanned;
        let grows = |table: &&recording::Table| table.scanned && !table.inserted.is_empty();
        let growing = self.recording.tables.iter().find(grows);
        self.program.scanned = growing.map(|table| table.name.clone());
        for table in self.recording.tables.iter().filter(scanned) {
            let why = match () {
                () if table.inserted_anywhere => "under keys that depend on what was read",
                () if self.recording.endless => "without end",
                () => continue,
            };
            let message = format!(
                "`{}` is read as a whole and rows are added to it {why}: which rows there may be \
                 is not known",
                table.name
            );
            self.problems.push(Problem { message, span: table.span });
        }
    }

    /// A parameter that only one transaction uses is that transaction's own.
    fn owners(&mut self) {
        let terms = &self.translation.terms;
        let mut users: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut shared: Vec<Term> =
            self.program.row_assumptions.iter().map(|it| it.holds).collect();
        shared.extend(self.program.invariants.iter().map(|invariant| invariant.holds));
        shared.extend(self.program.assumptions.iter().copied().filter(|&term| {
            let initial = |symbol: &Symbol| matches!(symbol, Symbol::Initial(_));
            terms.symbols([term]).iter().any(initial)
        }));
        for (index, transaction) in self.program.transactions.iter().enumerate() {
            let mut used = Vec::new();
            for (_, event) in transaction.events() {
                match event {
                    Event::Read(read) => used.extend([Some(read.guard), read.cell.key]),
                    Event::Write(write) => {
                        used.extend([Some(write.guard), write.cell.key, Some(write.value)]);
                    }
                }
            }
            for symbol in terms.symbols(used.into_iter().flatten()) {
                if let Symbol::Param(param) = symbol {
                    users.entry(param).or_default().push(index);
                }
            }
        }
        let mentioned = terms.symbols(shared);
        #[expect(clippy::iter_over_hash_type, reason = "every parameter has its own owner")]
        for (param, users) in users {
            if users.len() == 1 && !mentioned.contains(&Symbol::Param(param)) {
                self.program.params[param].owner = Some(users[0]);
            }
        }
    }
}

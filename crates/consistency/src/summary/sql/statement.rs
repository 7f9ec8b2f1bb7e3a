//! The meaning of statements: reads and writes of rows of the model.
//!
//! A statement that names a row by its key (`key = value` in WHERE) is about
//! that row. One that does not is about every row there may be: those that the
//! model declares and those that some transaction adds. It reads whether each
//! of them is there, so rows that appear are seen or missed like any other
//! write: phantoms need no rule of their own.
//!
//! A statement that locks or changes rows finds them in its snapshot first,
//! without locking what does not match, and looks again at what is current
//! when it has the locks. InnoDB at Repeatable Read looks at what is current
//! from the start and keeps others from adding rows where it looked
//! ([`Lock::Gap`]).

use std::cell::Cell;

use aplomb_sql::form::{
    self, Assignment, Comparison, Delete, Expression, Item, Product, Query, Source as FromTable,
    Statement, TableName, Update,
};
use aplomb_sql::{Answer, Evaluate, Failure, Given, Parsed, Rows};
use aplomb_symbolic::{Machine, Stop, Term};

use super::super::recording::Phase;
use super::super::rows::{Access, null};
use super::super::vocabulary::Vocabulary;
use super::names::{Columns, Combination, Names, equal};
use super::query::{Source, count};
use super::session;
use crate::program::Lock;

/// What comes of a statement.
pub(super) struct Done {
    /// What the driver is given.
    pub answer: Answer,
    /// How many rows the server says it has changed, if it says so.
    pub affected: Option<Term>,
    /// Whether it is an UPDATE that goes through all rows, because it names no key.
    pub scans: bool,
}

/// Executes a statement inside the running transaction.
pub(super) fn execute(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    request: &aplomb_sql::Execution<'_>,
    Parsed { statement, text, .. }: &Parsed,
) -> Result<Done, Stop> {
    let product = request.session.product;
    let shown = vocabulary.schema.without_views(statement, product);
    let whole = shown != *statement;
    if whole && let Statement::Select(query) = statement {
        let named = query.tables.iter().flatten().filter_map(|table| match table {
            TableName::Named(name) => Some(name.to_lowercase()),
            TableName::Bound(_) => None,
        });
        let views = named.filter(|name| vocabulary.schema.view(name, product).is_some());
        vocabulary.recording().views.extend(views);
    }
    let statement = &shown;
    let execution = Execution {
        vocabulary,
        request,
        text,
        whole,
        affected: Cell::new(None),
        scans: Cell::new(false),
        plain: PlainQueries::of(statement),
    };
    let span = request.session.span;
    vocabulary.recording().statement(machine, text.clone(), span);
    if let Some(refused) = execution.forbidden(statement) {
        machine.problem(refused, span);
    }
    let done = match statement {
        Statement::Select(query) => {
            let answer = execution.query(machine, query);
            if answer.is_ok() {
                execution.look(machine, query);
            }
            answer
        }
        Statement::Update(update) => execution.change(machine, &Change::from(update)),
        Statement::Delete(delete) => execution.change(machine, &Change::from(delete)),
        Statement::Insert(insert) => execution.insert(machine, insert),
        Statement::NotSupported(message) => Failure::because(message),
        _ => Failure::because("it is not supported"),
    };
    match done {
        Ok(answer) => {
            let affected = match statement {
                Statement::Select(_) => None,
                _ => execution.affected.get().or(Some(answer.count)),
            };
            Ok(Done { answer, affected, scans: execution.scans.get() })
        }
        Err(Failure::Stop(stop)) => Err(stop),
        Err(Failure::NotSupported(message)) => {
            machine.problem(format!("{message}, in `{text}`"), span);
            let answer = Answer::nothing(machine);
            Ok(Done { answer, affected: None, scans: false })
        }
    }
}

/// Which queries inside of a statement lock nothing in InnoDB at Read Committed.
pub(super) enum PlainQueries<'s> {
    /// All of them.
    All,
    /// Those of tables other than the one that the statement changes.
    OfOthers(&'s TableName),
    /// None.
    Nothing,
}

impl PlainQueries<'_> {
    /// As MariaDB 10.11 does it: `INSERT ... SELECT` and `UPDATE` read what is committed,
    /// `DELETE`, `INSERT ... VALUES ((SELECT ...))` and queries of the changed table itself lock.
    fn of(statement: &Statement) -> PlainQueries<'_> {
        match statement {
            Statement::Update(update) => PlainQueries::OfOthers(&update.source.table),
            Statement::Delete(_) => PlainQueries::Nothing,
            Statement::Insert(insert) if matches!(insert.rows, form::Rows::Values(_)) => {
                PlainQueries::Nothing
            }
            _ => PlainQueries::All,
        }
    }
}

pub(super) struct Execution<'a> {
    pub vocabulary: &'a Vocabulary<'a>,
    pub request: &'a aplomb_sql::Execution<'a>,
    /// The statement in one way of writing it.
    pub text: &'a str,
    /// Which of its queries lock nothing.
    pub plain: PlainQueries<'a>,
    /// Whether the text does not name all columns that it reads: those of a view.
    pub whole: bool,
    /// How many rows the server changes, where a driver says something else.
    pub affected: Cell<Option<Term>>,
    /// Whether an UPDATE names no key.
    pub scans: Cell<bool>,
}

/// A table of the model, as SQL names its columns.
#[derive(Clone)]
pub(super) struct Named {
    pub table: usize,
    pub name: String,
    pub key: String,
    /// The columns that people see.
    pub columns: Vec<(usize, String)>,
}

/// An UPDATE, or a DELETE if nothing is assigned.
struct Change<'e> {
    table: &'e FromTable,
    condition: Option<&'e Expression>,
    assignments: Option<&'e [Assignment]>,
    returning: Option<&'e [Item]>,
}

impl<'e> From<&'e Update> for Change<'e> {
    fn from(update: &'e Update) -> Self {
        Change {
            table: &update.source,
            condition: update.condition.as_ref(),
            assignments: Some(&update.assignments),
            returning: update.returning.as_deref(),
        }
    }
}

impl<'e> From<&'e Delete> for Change<'e> {
    fn from(delete: &'e Delete) -> Self {
        Change {
            table: &delete.source,
            condition: delete.condition.as_ref(),
            assignments: None,
            returning: delete.returning.as_deref(),
        }
    }
}

/// What an UPDATE makes of a row.
struct Assigned {
    /// Its columns.
    after: Columns,
    /// What is written.
    values: Vec<(usize, Term)>,
    /// The names of what is written.
    targets: Vec<String>,
}

/// What the model says that it cannot do.
pub(super) fn refused(message: String) -> Failure {
    Failure::NotSupported(message)
}

impl Execution<'_> {
    pub(super) fn product(&self) -> Product {
        self.request.session.product
    }

    pub(super) fn table(&self, name: &TableName) -> Result<Named, Failure> {
        let TableName::Named(wanted) = name else {
            return Failure::because("a table whose name is put together at run time");
        };
        let (table, name, key) = {
            let recording = self.vocabulary.recording();
            let named = |name: &str| name.eq_ignore_ascii_case(wanted);
            let found = recording.tables.iter().position(|it| it.keyed && named(&it.name));
            let Some(table) = found else {
                return Failure::because(format!("the model declares no table `{wanted}`"));
            };
            let declared = &recording.tables[table];
            (table, declared.name.to_lowercase(), declared.key_column.to_lowercase())
        };
        let columns = self.vocabulary.visible_columns(table);
        let columns: Vec<(usize, String)> =
            columns.into_iter().map(|(index, name)| (index, name.to_lowercase())).collect();
        if columns.iter().any(|(_, name)| name.is_empty()) {
            return Failure::because(format!("table `{wanted}` has no columns with names"));
        }
        Ok(Named { table, name, key, columns })
    }

    pub(super) fn names<'n>(&'n self, columns: &'n Columns) -> Names<'n> {
        Names {
            columns,
            outer: 0,
            bound: &self.request.text.bound,
            product: self.product(),
            span: self.request.session.span,
            vocabulary: self.vocabulary,
            group: None,
            subquery: &no_subquery,
        }
    }

    /// The key of the row that a table contributes, if a condition fixes it.
    fn fixed_key(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        conditions: &[Expression],
        columns: &Columns,
    ) -> Result<Option<Term>, Failure> {
        for part in conditions {
            let Expression::Compare(Comparison::Equal, left, right) = part else { continue };
            for (column, value) in [(left, right), (right, left)] {
                let Some(column) = column.column() else { continue };
                let here = |table: &Option<String>| {
                    table.as_ref().is_none_or(|table| *table == source.alias)
                };
                let is_key = column.name.eq_ignore_ascii_case(&source.table.key);
                if !here(&column.table) || !is_key {
                    continue;
                }
                // A column of this or a later table does not fix anything.
                let own = |name: &str| {
                    source.table.key.eq_ignore_ascii_case(name)
                        || source.table.columns.iter().any(|(_, it)| it.eq_ignore_ascii_case(name))
                };
                if value.column().is_some_and(|it| here(&it.table) && own(&it.name)) {
                    continue;
                }
                let names = self.names(columns);
                if let Ok(key) = names.value(machine, value) {
                    let null = null(machine, key);
                    if machine.terms().is_false(null) {
                        return Ok(Some(key));
                    }
                }
            }
        }
        Ok(None)
    }

    /// All combinations of rows that may satisfy the conditions, as the
    /// statement's snapshot shows them.
    pub(super) fn combinations(
        &self,
        machine: &mut Machine<'_>,
        sources: &[Source],
        conditions: &[Expression],
        outer: &Columns,
        wanted: &[Vec<usize>],
        look: Lock,
    ) -> Result<Vec<Combination>, Failure> {
        let always = machine.terms().bool(true);
        let nothing = Combination { found: always, columns: outer.clone(), places: Vec::new() };
        let mut found = vec![nothing];
        for (source, wanted) in sources.iter().zip(wanted) {
            let mut longer = Vec::new();
            for combination in found {
                let columns = &combination.columns;
                let key = self.fixed_key(machine, source, conditions, columns)?;
                let places =
                    self.vocabulary.places(machine, source.table.table, key).map_err(refused)?;
                for place in places {
                    longer.push(self.with_row(
                        machine,
                        source,
                        &combination,
                        place,
                        wanted,
                        look,
                    )?);
                }
            }
            found = longer;
        }
        self.filter(machine, conditions, found, outer.len())
    }

    /// A combination with one more row.
    fn with_row(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        combination: &Combination,
        (table, key, distinct): (usize, Term, Term),
        wanted: &[usize],
        look: Lock,
    ) -> Result<Combination, Failure> {
        let when = machine.terms().and(combination.found, distinct);
        let key = machine.freeze(key);
        let access = Access { table, key: Some(key), when };
        let (there, mut columns) = self.read_row(machine, source, access, wanted, look)?;
        let found = machine.terms().and(when, there);
        let mut all = combination.columns.clone();
        all.append(&mut columns);
        let places = [&combination.places[..], &[(table, key)]].concat();
        Ok(Combination { found, columns: all, places })
    }

    /// Reads a row: whether it is there, and its columns.
    fn read_row(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        access: Access,
        wanted: &[usize],
        lock: Lock,
    ) -> Result<(Term, Columns), Failure> {
        let key = access.key.expect("a row has a key");
        let outside = || Failure::new("data is read inside transactions");
        let there = self.vocabulary.read_existence(machine, access, lock).ok_or_else(outside)?;
        let mut columns = vec![(source.alias.clone(), source.table.key.clone(), key)];
        for (index, name) in source.table.columns.iter().filter(|it| wanted.contains(&it.0)) {
            if *name == source.table.key {
                continue;
            }
            let value = self.vocabulary.read_column(machine, access, *index, lock);
            columns.push((source.alias.clone(), name.clone(), value.ok_or_else(outside)?));
        }
        Ok((there, columns))
    }

    fn filter(
        &self,
        machine: &mut Machine<'_>,
        conditions: &[Expression],
        mut found: Vec<Combination>,
        outer: usize,
    ) -> Result<Vec<Combination>, Failure> {
        for combination in &mut found {
            for condition in conditions {
                let subquery = |m: &mut Machine<'_>, q: &_, c: &Columns| self.rows_of(m, q, c);
                let names = self.names(&combination.columns);
                let names = Names { subquery: &subquery, outer, ..names };
                let holds = names.condition(machine, condition)?.holds;
                combination.found = machine.terms().and(combination.found, holds);
            }
        }
        found.retain(|combination| !machine.terms().is_false(combination.found));
        Ok(found)
    }

    /// Locks rows that were found and looks at them again.
    pub(super) fn lock_combinations(
        &self,
        machine: &mut Machine<'_>,
        sources: &[Source],
        conditions: &[Expression],
        wanted: &[Vec<usize>],
        lock: Lock,
        found: Vec<Combination>,
    ) -> Result<Vec<Combination>, Failure> {
        let mut again = Vec::new();
        for combination in found {
            let mut current = combination.clone();
            for ((source, wanted), place) in sources.iter().zip(wanted).zip(&combination.places) {
                let &(table, key) = place;
                let access = Access { table, key: Some(key), when: combination.found };
                let (there, columns) = self.read_row(machine, source, access, wanted, lock)?;
                current.found = machine.terms().and(current.found, there);
                current.columns.retain(|(of, ..)| *of != source.alias);
                current.columns.extend(columns);
            }
            again.push(current);
        }
        self.filter(machine, conditions, again, 0)
    }

    /// The rows of one table that satisfy the conditions, locked. PostgreSQL
    /// finds them in a snapshot and looks again when it has the locks; InnoDB
    /// goes through the rows and locks each before it turns to the next.
    pub(super) fn locked(
        &self,
        machine: &mut Machine<'_>,
        sources: &[Source],
        conditions: &[Expression],
        outer: &Columns,
        wanted: &[Vec<usize>],
        lock: Lock,
    ) -> Result<Vec<Combination>, Failure> {
        let [source] = sources else {
            let found =
                self.combinations(machine, sources, conditions, outer, wanted, Lock::Gap)?;
            return self.lock_combinations(machine, sources, conditions, wanted, lock, found);
        };
        if self.product() != Product::Mysql {
            let found =
                self.combinations(machine, sources, conditions, outer, wanted, Lock::Gap)?;
            return self.lock_combinations(machine, sources, conditions, wanted, lock, found);
        }
        let key = self.fixed_key(machine, source, conditions, outer)?;
        let places = self.vocabulary.places(machine, source.table.table, key).map_err(refused)?;
        let mut rows = Vec::new();
        for place in places {
            self.vocabulary.recording().turn();
            let always = machine.terms().bool(true);
            let nothing = Combination { found: always, columns: outer.clone(), places: Vec::new() };
            let found = self.with_row(machine, source, &nothing, place, &wanted[0], Lock::Gap)?;
            let found = self.filter(machine, conditions, vec![found], outer.len())?;
            let locked =
                self.lock_combinations(machine, sources, conditions, wanted, lock, found)?;
            rows.extend(locked);
        }
        Ok(rows)
    }

    /// What a trigger does is not known.
    pub(super) fn refuse_trigger(&self, source: &Source) -> Result<(), Failure> {
        match self.vocabulary.schema.has_trigger(&source.table.name) {
            true => Failure::because(format!(
                "a change of `{}` executes a trigger, which is not supported",
                source.table.name
            )),
            false => Ok(()),
        }
    }

    /// UPDATE and DELETE.
    fn change(&self, machine: &mut Machine<'_>, change: &Change<'_>) -> Result<Answer, Failure> {
        let sources = [self.source(change.table)?];
        let source = &sources[0];
        self.refuse_trigger(source)?;
        let deletes = change.assignments.is_none();
        if deletes && self.vocabulary.existence(source.table.table).is_none() {
            return Failure::because("declare `rows` on the table to allow DELETE");
        }
        let conditions = change.condition.map(Expression::conjuncts).unwrap_or_default();
        let mut wanted = self.wanted_columns(&sources, self.text);
        let constrained = {
            let recording = self.vocabulary.recording();
            !recording.tables[source.table.table].constraints.is_empty()
        };
        if constrained {
            wanted = vec![source.table.columns.iter().map(|(index, _)| *index).collect()];
        }
        let none: Columns = Vec::new();
        let fixed = self.fixed_key(machine, source, conditions, &none)?;
        self.scans.set(!deletes && fixed.is_none());
        let certain = self.vocabulary.existence(source.table.table).is_none();
        let lock = Lock::Exclusive;
        let rows = match fixed {
            // Nothing to look for: the row is there, and no other condition.
            Some(key) if certain && conditions.len() == 1 => {
                let always = machine.terms().bool(true);
                let key = machine.freeze(key);
                let columns = vec![(source.alias.clone(), source.table.key.clone(), key)];
                let places = vec![(source.table.table, key)];
                let found = vec![Combination { found: always, columns, places }];
                self.lock_combinations(machine, &sources, conditions, &wanted, lock, found)?
            }
            _ => self.locked(machine, &sources, conditions, &none, &wanted, lock)?,
        };
        if constrained && rows.len() > 1 && self.product() == Product::Mysql {
            return Failure::because("several rows at once, of which one may break a constraint");
        }
        let mut given = Vec::new();
        let mut counted = Vec::new();
        let mut affected = Vec::new();
        // MySQL tells most drivers how many rows have changed, not how many
        // were found.
        let changed_only = self.request.counts_changes;
        // What subqueries show is the table before the statement. InnoDB asks them when it has
        // the row, and has its snapshot from then.
        let asks = |it: &Assignment| it.value.any(&|part| matches!(part, Expression::Query(_)));
        let asks = change.assignments.is_some_and(|them| them.iter().any(asks));
        if asks && self.product() == Product::Mysql {
            self.vocabulary.recording().turn();
        }
        let mut assigned = Vec::new();
        for row in &rows {
            let new = change.assignments.map(|it| self.assigned(machine, source, it, row));
            assigned.push(new.transpose()?);
        }
        for (row, assigned) in rows.iter().zip(assigned) {
            let &(table, key) = row.places.first().expect("the row of the only table");
            let access = Access { table, key: Some(key), when: row.found };
            let columns = match assigned {
                Some(assigned) => self.store(machine, access, source, assigned)?,
                None => {
                    self.constrain_removal(machine, source, access)?;
                    self.vocabulary.write_existence(machine, access, false);
                    row.columns.clone()
                }
            };
            let changed = match !deletes && self.product() == Product::Mysql {
                true => changes(machine, &row.columns, &columns),
                false => machine.terms().bool(true),
            };
            affected.push(machine.terms().and(row.found, changed));
            counted.push(if changed_only { affected[affected.len() - 1] } else { row.found });
            if let Some(items) = change.returning {
                let names = self.names(&columns);
                given.push((row.found, self.projected(machine, items, &names, &columns)?));
            }
        }
        let affected = count(machine, &affected);
        self.affected.set(Some(affected));
        let count = count(machine, &counted);
        let rows = change.returning.map_or(Rows::None, |_| Rows::Given(given));
        Ok(Answer { rows, count, last_id: None })
    }

    /// An assignment to the key, which changes nothing: upserts name all columns.
    fn keep_key(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        value: &Expression,
        columns: &Columns,
    ) -> Result<(), Failure> {
        let value = self.names(columns).value(machine, value)?;
        let value = machine.freeze(value);
        match access.key == Some(value) {
            true => Ok(()),
            false => Failure::because("an assignment that changes the key of a row"),
        }
    }

    /// Assigns columns of a row; gives its columns afterwards.
    pub(super) fn assign(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        source: &Source,
        assignments: &[Assignment],
        row: &Combination,
    ) -> Result<Columns, Failure> {
        let assigned = self.assigned(machine, source, assignments, row)?;
        self.store(machine, access, source, assigned)
    }

    /// What the columns of a row are to hold.
    fn assigned(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        assignments: &[Assignment],
        row: &Combination,
    ) -> Result<Assigned, Failure> {
        let &(table, key) = row.places.first().expect("the row of the only table");
        let access = Access { table, key: Some(key), when: row.found };
        let mut after = row.columns.clone();
        let mut assigned = Vec::new();
        let mut targets = Vec::new();
        for assignment in assignments {
            let target = assignment.column.to_lowercase();
            let column = source.table.columns.iter().find(|(_, name)| *name == target);
            if column.is_none() && target == source.table.key {
                self.keep_key(machine, access, &assignment.value, &row.columns)?;
                continue;
            }
            let Some(&(column, _)) = column else {
                return Failure::because(format!("there is no column `{target}` in the model"));
            };
            // MySQL assigns from left to right and sees what it assigned.
            let before = if self.product() == Product::Mysql { &after } else { &row.columns };
            let before = before.clone();
            let subquery = |m: &mut Machine<'_>, q: &_, c: &Columns| self.rows_of(m, q, c);
            let names = Names { subquery: &subquery, ..self.names(&before) };
            let value = names.value(machine, &assignment.value)?;
            let value = self.not_null(machine, (access.table, column), value, access.when)?;
            assigned.push((column, value));
            targets.push(target.clone());
            after.retain(|(of, name, _)| *of != source.alias || *name != target);
            after.push((source.alias.clone(), target, value));
        }
        Ok(Assigned { after, values: assigned, targets })
    }

    /// Writes what was assigned; gives the columns afterwards.
    fn store(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        source: &Source,
        Assigned { after, values, targets }: Assigned,
    ) -> Result<Columns, Failure> {
        self.constrain(machine, source, access, &after, Some(&targets))?;
        for (column, value) in values {
            self.vocabulary.write_column(machine, access, column, value).map_err(refused)?;
        }
        Ok(after)
    }
}

/// When some column has another value afterwards.
pub(super) fn changes(machine: &mut Machine<'_>, before: &Columns, after: &Columns) -> Term {
    let mut changes = machine.terms().bool(false);
    for (of, name, old) in before {
        let Some((.., new)) = after.iter().find(|it| it.0 == *of && it.1 == *name) else {
            continue;
        };
        let same = equal(machine, *old, *new);
        let (no_old, no_new) = (null(machine, *old), null(machine, *new));
        let neither = machine.terms().and(no_old, no_new);
        let same = machine.terms().or(same, neither);
        let differs = machine.terms().not(same);
        changes = machine.terms().or(changes, differs);
    }
    changes
}

impl Execution<'_> {
    /// Why a statement is refused in a transaction that may change nothing.
    fn forbidden(&self, statement: &Statement) -> Option<String> {
        let Phase::Transaction(running) = self.vocabulary.recording().phase else { return None };
        let reads = matches!(statement, Statement::Select(query) if query.lock.is_none());
        let read_only = session::is_read_only(self.vocabulary, running);
        (read_only && !reads)
            .then(|| format!("`{}` is refused: the transaction is READ ONLY", self.text))
    }

    /// A plain query takes InnoDB's snapshot, also if nothing that may change is read.
    fn look(&self, machine: &mut Machine<'_>, query: &Query) {
        let Ok(select) = &query.body else { return };
        let tables = select.from.iter().filter_map(|from| self.table(&from.table).ok());
        if let Some(named) = tables.into_iter().next().filter(|_| query.lock.is_none()) {
            self.vocabulary.look(machine, named.table);
        }
    }
}

/// Where subqueries have no meaning.
fn no_subquery(_: &mut Machine<'_>, query: &Query, _: &Columns) -> Result<Vec<Given>, Failure> {
    Failure::because(format!("`{}` is not supported here", query.text))
}

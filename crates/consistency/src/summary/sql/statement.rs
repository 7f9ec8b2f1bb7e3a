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

use aplomb_script::Span;
use aplomb_symbolic::{Machine, Stop, Term};
use sqlparser::ast::{
    Assignment, AssignmentTarget, BinaryOperator, Expr, FromTable, ObjectName, Query, SelectItem,
    Statement, TableFactor, TableWithJoins,
};

use super::super::rows::{Access, null};
use super::super::vocabulary::Vocabulary;
use super::expression::{Columns, Combination, Given, Names, column_name, compare, conjuncts};
use super::query::{Answer, Source};
use super::{Driver, Failure, Product, Unsupported};
use crate::program::Lock;

/// Executes a statement inside the running transaction.
pub(super) fn execute(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    statement: &Statement,
    bound: &[Term],
    driver: Driver,
    span: Span,
) -> Result<Answer, Stop> {
    let execution = Execution { vocabulary, bound, driver };
    vocabulary.recording().statement(machine, statement.to_string(), span);
    let done = match statement {
        Statement::Query(query) => execution.query(machine, query),
        Statement::Update(update) => {
            let plain = update.from.is_none() && update.limit.is_none() && update.or.is_none();
            match single_table(std::slice::from_ref(&update.table)).filter(|_| plain) {
                Some(table) => {
                    let change = Change {
                        table,
                        condition: update.selection.as_ref(),
                        assignments: Some(&update.assignments),
                        returning: update.returning.as_deref(),
                    };
                    execution.change(machine, &change, statement)
                }
                None => Err(Failure::unsupported(statement)),
            }
        }
        Statement::Delete(delete) => {
            let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
            let plain = delete.using.is_none() && delete.limit.is_none();
            match single_table(from).filter(|_| plain) {
                Some(table) => {
                    let change = Change {
                        table,
                        condition: delete.selection.as_ref(),
                        assignments: None,
                        returning: delete.returning.as_deref(),
                    };
                    execution.change(machine, &change, statement)
                }
                None => Err(Failure::unsupported(statement)),
            }
        }
        Statement::Insert(insert) => execution.insert(machine, insert),
        other => Err(Failure::unsupported(other)),
    };
    match done {
        Ok(answer) => Ok(answer),
        Err(Failure::Stop(stop)) => Err(stop),
        Err(Failure::Unsupported(Unsupported(message))) => {
            machine.problem(format!("{message}, in `{statement}`"), span);
            Ok(Answer::nothing(machine))
        }
    }
}

/// The only table of a FROM clause.
fn single_table(from: &[TableWithJoins]) -> Option<&TableFactor> {
    match from {
        [TableWithJoins { relation, joins }] if joins.is_empty() => Some(relation),
        _ => None,
    }
}

pub(super) struct Execution<'a> {
    pub vocabulary: &'a Vocabulary<'a>,
    pub bound: &'a [Term],
    pub driver: Driver,
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
    table: &'e TableFactor,
    condition: Option<&'e Expr>,
    assignments: Option<&'e [Assignment]>,
    returning: Option<&'e [SelectItem]>,
}

impl Execution<'_> {
    pub(super) fn table(&self, name: &ObjectName) -> Result<Named, Failure> {
        let wanted = name.0.last().map(ToString::to_string).unwrap_or_default();
        let wanted = wanted.trim_matches(['"', '`']);
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
        Names { columns, outer: 0, bound: self.bound, group: None, subquery: &no_subquery }
    }

    /// The key of the row that a table contributes, if a condition fixes it.
    fn fixed_key(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        conditions: &[&Expr],
        columns: &Columns,
    ) -> Result<Option<Term>, Failure> {
        for part in conditions {
            let Expr::BinaryOp { left, op: BinaryOperator::Eq, right } = part else { continue };
            for (column, value) in [(left, right), (right, left)] {
                let Some((of, name)) = column_name(column) else { continue };
                let here = of.is_none_or(|of| of == source.alias);
                if !here || name != source.table.key {
                    continue;
                }
                // A column of this or a later table does not fix anything.
                let own = |name: &str| {
                    source.table.key == name
                        || source.table.columns.iter().any(|(_, known)| known == name)
                };
                if let Some((of, name)) = column_name(value)
                    && of.as_ref().is_none_or(|of| *of == source.alias)
                    && own(&name)
                {
                    continue;
                }
                let names = self.names(columns);
                if let Ok(key) = names.evaluate(machine, value) {
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
        conditions: &[&Expr],
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
                let places = self
                    .vocabulary
                    .places(machine, source.table.table, key)
                    .map_err(|message| Failure::Unsupported(Unsupported(message)))?;
                for (table, key, distinct) in places {
                    let when = machine.terms().and(combination.found, distinct);
                    let key = machine.freeze(key);
                    let access = Access { table, key: Some(key), when };
                    let (there, mut columns) =
                        self.read_row(machine, source, access, wanted, look)?;
                    let found = machine.terms().and(when, there);
                    let mut all = combination.columns.clone();
                    all.append(&mut columns);
                    let places = [&combination.places[..], &[(table, key)]].concat();
                    longer.push(Combination { found, columns: all, places });
                }
            }
            found = longer;
        }
        self.filter(machine, conditions, found, outer.len())
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
        let outside = || Unsupported("data is read inside transactions".into());
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
        conditions: &[&Expr],
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
        conditions: &[&Expr],
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

    /// UPDATE and DELETE.
    fn change(
        &self,
        machine: &mut Machine<'_>,
        change: &Change<'_>,
        statement: &Statement,
    ) -> Result<Answer, Failure> {
        let TableFactor::Table { name, alias, .. } = change.table else {
            return Err(Failure::unsupported(statement));
        };
        let table = self.table(name)?;
        let alias = alias.as_ref().map(|alias| alias.name.value.to_lowercase());
        let alias = alias.unwrap_or_else(|| table.name.clone());
        let sources = [Source { table, alias }];
        let source = &sources[0];
        let deletes = change.assignments.is_none();
        if deletes && self.vocabulary.existence(source.table.table).is_none() {
            return Failure::because("rows can be deleted from a table that declares `rows`");
        }
        let mut conditions = Vec::new();
        if let Some(condition) = change.condition {
            conjuncts(condition, &mut conditions);
        }
        let mut wanted = self.wanted_columns(&sources, statement);
        let constrained = {
            let recording = self.vocabulary.recording();
            !recording.tables[source.table.table].constraints.is_empty()
        };
        if constrained {
            wanted = vec![source.table.columns.iter().map(|(index, _)| *index).collect()];
        }
        let none: Columns = Vec::new();
        let fixed = self.fixed_key(machine, source, &conditions, &none)?;
        let certain = self.vocabulary.existence(source.table.table).is_none();
        let found = match fixed {
            // Nothing to look for: the row is there, and no other condition.
            Some(key) if certain && conditions.len() == 1 => {
                let always = machine.terms().bool(true);
                let key = machine.freeze(key);
                let columns = vec![(source.alias.clone(), source.table.key.clone(), key)];
                let places = vec![(source.table.table, key)];
                vec![Combination { found: always, columns, places }]
            }
            _ => self.combinations(machine, &sources, &conditions, &none, &wanted, Lock::Gap)?,
        };
        let rows = self.lock_combinations(
            machine,
            &sources,
            &conditions,
            &wanted,
            Lock::Exclusive,
            found,
        )?;
        if constrained && rows.len() > 1 && self.driver.product == Product::Mysql {
            return Failure::because("several rows at once, of which one may break a constraint");
        }
        let mut given = Vec::new();
        let mut counted = Vec::new();
        // MySQL tells most drivers how many rows have changed, not how many
        // were found.
        let changed_only = self.driver.product == Product::Mysql && !self.driver.found_rows;
        for row in &rows {
            let &(table, key) = row.places.first().expect("the row of the only table");
            let access = Access { table, key: Some(key), when: row.found };
            let columns = match change.assignments {
                Some(assignments) => self.assign(machine, access, source, assignments, row)?,
                None => {
                    self.constrain_removal(machine, source, access)?;
                    self.vocabulary.write_existence(machine, access, false);
                    row.columns.clone()
                }
            };
            let changed = match !deletes && changed_only {
                true => changes(machine, &row.columns, &columns),
                false => machine.terms().bool(true),
            };
            counted.push(machine.terms().and(row.found, changed));
            if let Some(items) = change.returning {
                let names = self.names(&columns);
                given.push((row.found, self.projected(machine, items, &names, &columns)?));
            }
        }
        let count = Answer::count(machine, &counted);
        Ok(Answer { rows: change.returning.map(|_| given), count })
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
        let mut after = row.columns.clone();
        let mut assigned = Vec::new();
        let mut targets = Vec::new();
        for assignment in assignments {
            let AssignmentTarget::ColumnName(target) = &assignment.target else {
                return Err(Failure::unsupported(assignment));
            };
            let target = target.0.last().map(ToString::to_string).unwrap_or_default();
            let target = target.trim_matches(['"', '`']).to_lowercase();
            let column = source.table.columns.iter().find(|(_, name)| *name == target);
            let Some(&(column, _)) = column else {
                return Failure::because(format!("there is no column `{target}` in the model"));
            };
            // MySQL assigns from left to right and sees what it assigned.
            let before = if self.driver.product == Product::Mysql { &after } else { &row.columns };
            let before = before.clone();
            let subquery = |m: &mut Machine<'_>, q: &_, c: &Columns| self.rows_of(m, q, c);
            let names = Names { subquery: &subquery, ..self.names(&before) };
            let value = names.evaluate(machine, &assignment.value)?;
            let place = (access.table, column);
            let value = self.not_null(machine, place, value, access.when)?;
            assigned.push((column, value));
            targets.push(target.clone());
            after.retain(|(of, name, _)| *of != source.alias || *name != target);
            after.push((source.alias.clone(), target, value));
        }
        self.constrain(machine, source, access, &after, Some(&targets))?;
        for (column, value) in assigned {
            self.vocabulary
                .write_column(machine, access, column, value)
                .map_err(|message| Failure::Unsupported(Unsupported(message)))?;
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
        let same = compare(machine, &BinaryOperator::Eq, *old, *new).holds;
        let (old, new) = (null(machine, *old), null(machine, *new));
        let neither = machine.terms().and(old, new);
        let same = machine.terms().or(same, neither);
        let differs = machine.terms().not(same);
        changes = machine.terms().or(changes, differs);
    }
    changes
}

/// Where subqueries have no meaning.
fn no_subquery(_: &mut Machine<'_>, query: &Query, _: &Columns) -> Result<Vec<Given>, Failure> {
    Failure::because(format!("`{query}` is not supported here"))
}

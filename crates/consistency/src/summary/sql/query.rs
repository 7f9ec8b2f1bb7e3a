//! SELECT: which combinations of rows a statement looks at, and what it gives.

use aplomb_sql::form::{
    Constant, Expression, Item, Lock as RowLock, Order, Product, Query, Source as FromTable,
};
use aplomb_sql::{Answer, Evaluate, Failure, Given, Rows};
use aplomb_symbolic::{Machine, Node, Operator, Term};

use super::names::{Columns, Combination, Names};
use super::statement::{Execution, Named, PlainQueries};
use crate::program::Lock;

/// How many of some conditions hold.
pub(super) fn count(machine: &mut Machine<'_>, conditions: &[Term]) -> Term {
    let (one, zero) = (machine.terms().number(1.0), machine.terms().number(0.0));
    let mut count = zero;
    for &condition in conditions {
        let summand = machine.terms().ite(condition, one, zero);
        count = machine.terms().apply(Operator::Add, &[count, summand]);
    }
    count
}

/// A table of a FROM clause.
pub(super) struct Source {
    pub table: Named,
    pub alias: String,
}

impl Execution<'_> {
    pub(super) fn query(
        &self,
        machine: &mut Machine<'_>,
        query: &Query,
    ) -> Result<Answer, Failure> {
        let rows = self.rows_of(machine, query, &Vec::new())?;
        let found: Vec<Term> = rows.iter().map(|(found, _)| *found).collect();
        let count = count(machine, &found);
        Ok(Answer { rows: Rows::Given(rows), count, last_id: None })
    }

    /// The rows that a query gives, inside another one with these columns.
    pub(super) fn rows_of(
        &self,
        machine: &mut Machine<'_>,
        query: &Query,
        outer: &Columns,
    ) -> Result<Vec<Given>, Failure> {
        let select = query.body.as_ref().map_err(|message| Failure::new(message.as_str()))?;
        let lock = self.read_lock(query)?;
        let sources: Result<Vec<Source>, Failure> =
            select.from.iter().map(|table| self.source(table)).collect();
        let sources = sources?;
        let conditions = select.condition.as_ref().map(Expression::conjuncts).unwrap_or_default();
        let wanted = self.wanted_columns(&sources, &query.text);
        // What does not match is not locked, except where gaps are.
        let mut found = match lock {
            Lock::No | Lock::Gap => {
                self.combinations(machine, &sources, conditions, outer, &wanted, lock)?
            }
            _ => {
                let found = self.locked(machine, &sources, conditions, outer, &wanted, lock)?;
                self.hold(machine, &wanted, lock, &found)?;
                found
            }
        };
        self.sort(machine, &query.order, &sources, &mut found)?;
        let adds_up = select.items.iter().any(Item::is_aggregate);
        if adds_up && query.lock.is_some() && self.product() == Product::Postgres {
            return Failure::because(
                "PostgreSQL does not allow locks in a query that aggregates its rows",
            );
        }
        if !adds_up {
            self.limit(machine, query, &mut found)?;
        }
        if adds_up {
            let one = Expression::Constant(Constant::Number(1.0));
            if query.offset.is_some() || query.limit.as_ref().is_some_and(|limit| *limit != one) {
                return Failure::because(
                    "with COUNT and other aggregates, only LIMIT 1 without OFFSET is supported",
                );
            }
            let names = Names {
                outer: outer.len(),
                group: Some(&found),
                subquery: &|m, q, c| self.rows_of(m, q, c),
                ..self.names(outer)
            };
            let row = self.projected(machine, &select.items, &names, &[])?;
            return Ok(vec![(machine.terms().bool(true), row)]);
        }
        let mut rows = Vec::new();
        for combination in &found {
            let own: Vec<_> =
                combination.columns.iter().filter(|it| !outer.contains(it)).cloned().collect();
            let subquery = |m: &mut Machine<'_>, q: &_, c: &Columns| self.rows_of(m, q, c);
            let names = self.names(&combination.columns);
            let names = Names { subquery: &subquery, outer: outer.len(), ..names };
            rows.push((combination.found, self.projected(machine, &select.items, &names, &own)?));
        }
        Ok(rows)
    }

    /// How a query locks what it reads. Inside of a statement that changes something,
    /// InnoDB keeps others from changing or adding what was read, except for some queries at
    /// Read Committed (MySQL Reference Manual, Locks Set by Different SQL Statements in
    /// InnoDB: `INSERT INTO t SELECT ... FROM s`, `UPDATE t ... (SELECT ... FROM s)`).
    fn read_lock(&self, query: &Query) -> Result<Lock, Failure> {
        let changes = self.request.session.label != "SELECT";
        Ok(match lock(query.lock)? {
            Lock::No if changes && self.product() == Product::Mysql => {
                let from = query.select().map(|select| &select.from[..]).unwrap_or_default();
                match self.plain {
                    PlainQueries::All => Lock::Gap,
                    PlainQueries::Nothing => Lock::Shared,
                    PlainQueries::OfOthers(own) => {
                        match from.iter().filter(|it| it.table == *own).count() {
                            0 => Lock::Gap,
                            all if all == from.len() => Lock::Shared,
                            _ => {
                                let message = "a subquery of the changed table and of another";
                                return Failure::because(message);
                            }
                        }
                    }
                }
            }
            lock => lock,
        })
    }

    /// Locks the rows of which nothing is read but the key: `SELECT 1 ... FOR UPDATE`.
    fn hold(
        &self,
        machine: &mut Machine<'_>,
        wanted: &[Vec<usize>],
        lock: Lock,
        found: &[Combination],
    ) -> Result<(), Failure> {
        for combination in found {
            for (&(table, key), wanted) in combination.places.iter().zip(wanted) {
                if wanted.is_empty() {
                    self.meet_lasting(machine, &[(table, key, combination.found)], lock)?;
                }
            }
        }
        Ok(())
    }

    /// The columns that a list of items gives of a row.
    pub(super) fn projected(
        &self,
        machine: &mut Machine<'_>,
        items: &[Item],
        names: &Names<'_>,
        own: &[(String, String, Term)],
    ) -> Result<Vec<(String, Term)>, Failure> {
        let mut row = Vec::new();
        for item in items {
            match item {
                Item::Value { value, name } => {
                    row.push((name.clone(), names.value(machine, value)?))
                }
                Item::All => row.extend(own.iter().map(|(_, name, value)| (name.clone(), *value))),
                Item::AllOf(table) => {
                    let of_table = own.iter().filter(|(of, ..)| of == table);
                    row.extend(of_table.map(|(_, name, value)| (name.clone(), *value)));
                }
            }
        }
        Ok(row)
    }

    pub(super) fn source(&self, from: &FromTable) -> Result<Source, Failure> {
        let table = self.table(&from.table)?;
        if let Some(qualifier) = &from.qualifier {
            return Failure::because(format!(
                "whether `{qualifier}.{0}` is the table `{0}` of the model is not known: leave \
                 `{qualifier}` away",
                table.name
            ));
        }
        let alias = from.alias.clone().unwrap_or_else(|| table.name.clone());
        Ok(Source { table, alias })
    }

    /// The columns of the sources that a text mentions, or all for `*`.
    pub(super) fn wanted_columns(&self, sources: &[Source], text: &str) -> Vec<Vec<usize>> {
        let text = text.to_lowercase();
        let words: Vec<&str> =
            text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
        let star = text.contains("select *") || text.contains(".*") || text.contains(", *");
        let star = self.whole || star || text.contains("returning *");
        let of = |source: &Source| {
            let columns = self.vocabulary.visible_columns(source.table.table);
            let wanted = |name: &str| star || words.contains(&name);
            let kept = columns.into_iter().filter(|(_, name)| wanted(&name.to_lowercase()));
            kept.map(|(index, _)| index).collect()
        };
        sources.iter().map(of).collect()
    }

    /// Sorts rows by keys that are constants.
    fn sort(
        &self,
        machine: &mut Machine<'_>,
        order: &[Order],
        sources: &[Source],
        found: &mut [Combination],
    ) -> Result<(), Failure> {
        if order.is_empty() || found.len() <= 1 {
            return Ok(());
        }
        let refused = || Failure::because("rows are sorted by keys that are constant numbers");
        let ([only], [source]) = (order, sources) else { return refused() };
        let is_key = |name: &str| name.eq_ignore_ascii_case(&source.table.key);
        if !only.by.column().is_some_and(|column| is_key(&column.name)) {
            return refused();
        }
        let mut numbers = Vec::new();
        for combination in found.iter() {
            let mut columns = combination.columns.iter();
            let key = columns.find(|(_, name, _)| *name == source.table.key);
            match key.map(|(.., key)| machine.view(*key)) {
                Some(Node::Number(number)) => numbers.push((number.get(), combination.clone())),
                _ => return refused(),
            }
        }
        numbers.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        if only.descending {
            numbers.reverse();
        }
        for (place, (_, combination)) in found.iter_mut().zip(numbers) {
            *place = combination;
        }
        Ok(())
    }

    /// Leaves out what is beyond LIMIT.
    fn limit(
        &self,
        machine: &mut Machine<'_>,
        query: &Query,
        found: &mut Vec<Combination>,
    ) -> Result<(), Failure> {
        let limit = match (&query.limit, &query.offset) {
            (None, None) => return Ok(()),
            (Some(Expression::Constant(Constant::Number(limit))), None) if *limit >= 0.0 => {
                *limit as usize
            }
            _ => return Failure::because("only a constant LIMIT without OFFSET is supported"),
        };
        if found.len() <= limit {
            return Ok(());
        }
        if query.order.is_empty() || limit != 1 {
            return Failure::because("which rows LIMIT leaves out is not known: ORDER BY the key");
        }
        // The first that is there, as one row.
        let Some(mut first) = found.pop() else { return Ok(()) };
        while let Some(earlier) = found.pop() {
            let later = first.columns;
            first.columns = earlier.columns;
            for ((.., value), (.., otherwise)) in first.columns.iter_mut().zip(later) {
                *value = machine.terms().ite(earlier.found, *value, otherwise);
            }
            first.found = machine.terms().or(earlier.found, first.found);
        }
        found.push(first);
        Ok(())
    }
}

fn lock(lock: Option<RowLock>) -> Result<Lock, Failure> {
    match lock {
        None => Ok(Lock::No),
        Some(lock) if lock.special => {
            Failure::because("NOWAIT, SKIP LOCKED and OF are not supported")
        }
        Some(lock) => Ok(if lock.exclusive { Lock::Exclusive } else { Lock::Shared }),
    }
}

//! SELECT: which combinations of rows a statement looks at, and what it gives.

use aplomb_symbolic::{Machine, Node, Outcome, Term};
use sqlparser::ast::{
    Expr, GroupByExpr, Join, JoinConstraint, JoinOperator, LimitClause, LockClause, LockType,
    OrderBy, OrderByKind, Query, Select, SelectItem, SelectItemQualifiedWildcardKind, SetExpr,
    TableFactor, TableWithJoins,
};

use super::Failure;
use super::expression::{Columns, Combination, Given, Names, column_name, conjuncts, is_aggregate};
use super::statement::{Execution, Named};
use crate::program::Lock;

/// What a statement gives.
pub(super) struct Answer {
    /// The rows, and when each is there; none for a statement that gives no rows.
    pub rows: Option<Vec<Given>>,
    /// How many rows were found or changed.
    pub count: Term,
}

impl Answer {
    pub fn nothing(machine: &mut Machine<'_>) -> Answer {
        Answer { rows: None, count: machine.terms().number(0.0) }
    }

    /// How many of some conditions hold.
    pub fn count(machine: &mut Machine<'_>, conditions: &[Term]) -> Term {
        let (one, zero) = (machine.terms().number(1.0), machine.terms().number(0.0));
        let mut count = zero;
        for &condition in conditions {
            let summand = machine.terms().ite(condition, one, zero);
            count = machine.terms().apply(aplomb_symbolic::Operator::Add, &[count, summand]);
        }
        count
    }

    fn of(machine: &mut Machine<'_>, rows: Vec<Given>) -> Answer {
        let found: Vec<Term> = rows.iter().map(|(found, _)| *found).collect();
        Answer { count: Answer::count(machine, &found), rows: Some(rows) }
    }

    /// A list of rows; `record` says whether they are records or tuples.
    pub fn list(&self, machine: &mut Machine<'_>, record: bool) -> Outcome {
        let rows = self.rows.as_deref().unwrap_or_default();
        if rows.len() <= FEW {
            return choose(machine, rows, Vec::new(), record);
        }
        let items: Vec<(Term, Term)> =
            rows.iter().map(|(found, columns)| (*found, row(machine, columns, record))).collect();
        Ok(machine.new_list_where(items))
    }

    /// The first row, or nothing.
    pub fn first(&self, machine: &mut Machine<'_>, record: bool) -> Outcome {
        first(machine, self.rows.as_deref().unwrap_or_default(), record)
    }
}

/// A row as the driver hands it over.
fn row(machine: &mut Machine<'_>, columns: &[(String, Term)], record: bool) -> Term {
    match record {
        true => machine.new_record(columns.iter().map(|(name, value)| (name.as_str(), *value))),
        false => machine.new_list(columns.iter().map(|(_, value)| *value)),
    }
}

/// Up to how many rows every combination of them is a list of its own, of which
/// programs can use the first one; longer lists can only be gone through.
const FEW: usize = 3;

/// The list of those rows that are there, after some that are.
fn choose(machine: &mut Machine<'_>, rows: &[Given], before: Vec<Term>, record: bool) -> Outcome {
    let Some(((found, columns), rest)) = rows.split_first() else {
        return Ok(machine.new_list(before));
    };
    let without = before.clone();
    machine.branch(
        *found,
        |machine| {
            let row = row(machine, columns, record);
            choose(machine, rest, [before, vec![row]].concat(), record)
        },
        |machine| choose(machine, rest, without, record),
    )
}

fn first(machine: &mut Machine<'_>, rows: &[Given], record: bool) -> Outcome {
    let Some(((found, columns), rest)) = rows.split_first() else {
        return Ok(machine.terms().null());
    };
    machine.branch(
        *found,
        |machine| Ok(row(machine, columns, record)),
        |machine| first(machine, rest, record),
    )
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
        Ok(Answer::of(machine, rows))
    }

    /// The rows that a query gives, inside another one with these columns.
    pub(super) fn rows_of(
        &self,
        machine: &mut Machine<'_>,
        query: &Query,
        outer: &Columns,
    ) -> Result<Vec<Given>, Failure> {
        let plain = query.with.is_none() && query.fetch.is_none() && query.for_clause.is_none();
        let SetExpr::Select(select) = &*query.body else {
            return Err(Failure::unsupported(query));
        };
        let simple = select.distinct.is_none() && select.having.is_none() && select.top.is_none();
        let grouped = match &select.group_by {
            GroupByExpr::All(_) => true,
            GroupByExpr::Expressions(expressions, _) => !expressions.is_empty(),
        };
        if !plain || !simple || grouped {
            return Err(Failure::unsupported(query));
        }
        let lock = lock(&query.locks)?;
        let (sources, mut conditions) = self.sources(&select.from)?;
        if let Some(condition) = &select.selection {
            conjuncts(condition, &mut conditions);
        }
        let wanted = self.wanted_columns(&sources, query);
        // What does not match is not locked, except where gaps are.
        let look = if lock == Lock::No { Lock::No } else { Lock::Gap };
        let mut found = self.combinations(machine, &sources, &conditions, outer, &wanted, look)?;
        if lock != Lock::No {
            found = self.lock_combinations(machine, &sources, &conditions, &wanted, lock, found)?;
        }
        self.sort(machine, query.order_by.as_ref(), &sources, &mut found)?;
        let items: Vec<&Expr> = select.projection.iter().filter_map(expression).collect();
        let adds_up = items.iter().any(|item| is_aggregate(item));
        if !adds_up {
            self.limit(machine, query, &mut found)?;
        }
        if adds_up {
            let names = Names {
                columns: outer,
                outer: outer.len(),
                bound: self.bound,
                group: Some(&found),
                subquery: &|m, q, c| self.rows_of(m, q, c),
            };
            let row = self.project(machine, select, &names, &[])?;
            return Ok(vec![(machine.terms().bool(true), row)]);
        }
        let mut rows = Vec::new();
        for combination in &found {
            let own: Vec<_> =
                combination.columns.iter().filter(|it| !outer.contains(it)).cloned().collect();
            let subquery = |m: &mut Machine<'_>, q: &_, c: &Columns| self.rows_of(m, q, c);
            let names = self.names(&combination.columns);
            let names = Names { subquery: &subquery, outer: outer.len(), ..names };
            rows.push((combination.found, self.project(machine, select, &names, &own)?));
        }
        Ok(rows)
    }

    fn project(
        &self,
        machine: &mut Machine<'_>,
        select: &Select,
        names: &Names<'_>,
        own: &[(String, String, Term)],
    ) -> Result<Vec<(String, Term)>, Failure> {
        self.projected(machine, &select.projection, names, own)
    }

    /// The columns that a list of items gives of a row.
    pub(super) fn projected(
        &self,
        machine: &mut Machine<'_>,
        items: &[SelectItem],
        names: &Names<'_>,
        own: &[(String, String, Term)],
    ) -> Result<Vec<(String, Term)>, Failure> {
        let mut row = Vec::new();
        for item in items {
            match item {
                SelectItem::UnnamedExpr(expr) => {
                    let name = match (column_name(expr), expr) {
                        (Some((_, name)), _) => name,
                        (None, Expr::Function(function)) => {
                            function.name.to_string().to_lowercase()
                        }
                        (None, Expr::Exists { .. }) => "exists".into(),
                        _ => "?column?".into(),
                    };
                    row.push((name, names.evaluate(machine, expr)?));
                }
                SelectItem::ExprWithAlias { expr, alias } => {
                    row.push((alias.value.clone(), names.evaluate(machine, expr)?));
                }
                SelectItem::Wildcard(_) => {
                    row.extend(own.iter().map(|(_, name, value)| (name.clone(), *value)));
                }
                SelectItem::QualifiedWildcard(
                    SelectItemQualifiedWildcardKind::ObjectName(table),
                    _,
                ) => {
                    let table = table.to_string().to_lowercase();
                    let of_table = own.iter().filter(|(of, ..)| *of == table);
                    row.extend(of_table.map(|(_, name, value)| (name.clone(), *value)));
                }
                other => return Err(Failure::unsupported(other)),
            }
        }
        Ok(row)
    }

    /// The tables of a FROM clause, and the conditions of its joins.
    fn sources<'e>(
        &self,
        from: &'e [TableWithJoins],
    ) -> Result<(Vec<Source>, Vec<&'e Expr>), Failure> {
        let mut sources = Vec::new();
        let mut conditions = Vec::new();
        for part in from {
            sources.push(self.source(&part.relation)?);
            for join in &part.joins {
                sources.push(self.source(&join.relation)?);
                match inner(join) {
                    Some(JoinConstraint::On(condition)) => conjuncts(condition, &mut conditions),
                    Some(JoinConstraint::None) => {}
                    _ => return Failure::because(format!("`{join}` is not supported")),
                }
            }
        }
        Ok((sources, conditions))
    }

    fn source(&self, factor: &TableFactor) -> Result<Source, Failure> {
        let TableFactor::Table { name, alias, args: None, .. } = factor else {
            return Err(Failure::unsupported(factor));
        };
        let table = self.table(name)?;
        let alias = alias.as_ref().map(|alias| alias.name.value.to_lowercase());
        let alias = alias.unwrap_or_else(|| table.name.clone());
        Ok(Source { table, alias })
    }

    /// The columns of the sources that a text mentions, or all for `*`.
    pub(super) fn wanted_columns(
        &self,
        sources: &[Source],
        text: &impl std::fmt::Display,
    ) -> Vec<Vec<usize>> {
        let text = text.to_string().to_lowercase();
        let words: Vec<&str> =
            text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
        let star = text.contains("select *") || text.contains(".*") || text.contains(", *");
        let star = star || text.contains("returning *");
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
        order: Option<&OrderBy>,
        sources: &[Source],
        found: &mut [Combination],
    ) -> Result<(), Failure> {
        let Some(order) = order else { return Ok(()) };
        if found.len() <= 1 {
            return Ok(());
        }
        let OrderByKind::Expressions(expressions) = &order.kind else {
            return Failure::because(format!("`{order}` is not supported"));
        };
        let refused = || Failure::because("rows are sorted by keys that are constant numbers");
        let ([only], [source]) = (&expressions[..], sources) else { return refused() };
        if column_name(&only.expr).is_none_or(|(_, name)| name != source.table.key) {
            return refused();
        }
        let descends = order.to_string().to_uppercase().ends_with(" DESC");
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
        if descends {
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
        let limit = match &query.limit_clause {
            None => return Ok(()),
            Some(LimitClause::LimitOffset { limit: Some(limit), offset: None, limit_by })
                if limit_by.is_empty() =>
            {
                limit.to_string().parse::<usize>().ok()
            }
            Some(_) => None,
        };
        let Some(limit) = limit else {
            return Failure::because("LIMIT is a constant, without OFFSET");
        };
        if found.len() <= limit {
            return Ok(());
        }
        if query.order_by.is_none() || limit != 1 {
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

fn inner(join: &Join) -> Option<&JoinConstraint> {
    match &join.join_operator {
        JoinOperator::Join(constraint)
        | JoinOperator::Inner(constraint)
        | JoinOperator::CrossJoin(constraint) => Some(constraint),
        _ => None,
    }
}

fn expression(item: &SelectItem) -> Option<&Expr> {
    match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => Some(expr),
        _ => None,
    }
}

fn lock(clauses: &[LockClause]) -> Result<Lock, Failure> {
    let mut lock = Lock::No;
    for clause in clauses {
        if clause.nonblock.is_some() || clause.of.is_some() {
            return Failure::because("NOWAIT, SKIP LOCKED and OF are not modelled");
        }
        lock = match clause.lock_type {
            LockType::Update => Lock::Exclusive,
            LockType::Share => lock.max(Lock::Shared),
        };
    }
    Ok(lock)
}

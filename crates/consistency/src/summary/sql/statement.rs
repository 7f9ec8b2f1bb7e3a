//! The meaning of statements: reads and writes of rows of the model.
//!
//! A row is named by its key: a conjunct `key = value` of WHERE. Without one,
//! a statement that only adds up (SUM, COUNT) reads the rows that the model
//! declares; whoever adds rows to such a table is refused, for there are no
//! predicate locks here.

use aplomb_script::Span;
use aplomb_symbolic::{Machine, Operator, Outcome, Stop, Term};
use sqlparser::ast::{
    Assignment, AssignmentTarget, Expr, FromTable, FunctionArg, FunctionArgExpr, FunctionArguments,
    GroupByExpr, ObjectName, OnConflictAction, OnInsert, Query, Select, SelectItem, SetExpr,
    Statement, TableFactor, TableObject, TableWithJoins,
};

use super::super::recording::Cell;
use super::super::vocabulary::Vocabulary;
use crate::program::Lock;
use super::expression::{Names, column_name, conjuncts, mentioned};
use super::{Product, Unsupported, session};

/// What a statement gives: at most one row, and how many were found or changed.
pub(super) struct Answer {
    /// When there is a row, and its columns.
    pub row: Option<(Term, Vec<(String, Term)>)>,
    pub count: Term,
}

impl Answer {
    pub fn nothing(machine: &mut Machine<'_>) -> Answer {
        Answer { row: None, count: machine.terms().number(0.0) }
    }

    fn changed(machine: &mut Machine<'_>, when: Term) -> Answer {
        let (one, zero) = (machine.terms().number(1.0), machine.terms().number(0.0));
        Answer { row: None, count: machine.terms().ite(when, one, zero) }
    }

    /// A list with the row, or an empty one.
    pub fn rows(&self, machine: &mut Machine<'_>) -> Outcome {
        let Some((present, columns)) = &self.row else { return Ok(machine.new_list([])) };
        machine.branch(
            *present,
            |machine| {
                let fields = columns.iter().map(|(name, value)| (name.as_str(), *value));
                let row = machine.new_record(fields.collect::<Vec<_>>());
                Ok(machine.new_list([row]))
            },
            |machine| Ok(machine.new_list([])),
        )
    }

    /// The row as a tuple, or nothing.
    pub fn tuple(&self, machine: &mut Machine<'_>) -> Outcome {
        let Some((present, columns)) = &self.row else { return Ok(machine.terms().null()) };
        machine.branch(
            *present,
            |machine| Ok(machine.new_list(columns.iter().map(|(_, value)| *value))),
            |machine| Ok(machine.terms().null()),
        )
    }
}

type Executed = Result<Answer, Stop>;

/// Executes a statement inside the running transaction.
pub(super) fn execute(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    statement: &Statement,
    bound: &[Term],
    product: Product,
    span: Span,
) -> Executed {
    let execution = Execution { vocabulary, bound, product };
    vocabulary.recording().statement(machine, statement.to_string(), span);
    let done = match statement {
        Statement::Query(query) => execution.query(machine, query),
        Statement::Update(update) => {
            let plain = update.from.is_none() && update.returning.is_none();
            let table = single_table(std::slice::from_ref(&update.table));
            match table.filter(|_| plain && update.limit.is_none()) {
                Some(table) => {
                    execution.update(machine, table, &update.assignments, update.selection.as_ref())
                }
                None => Err(Failure::unsupported(statement)),
            }
        }
        Statement::Delete(delete) => {
            let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
            let plain = delete.using.is_none() && delete.returning.is_none();
            match single_table(from).filter(|_| plain && delete.limit.is_none()) {
                Some(table) => execution.delete(machine, table, delete.selection.as_ref()),
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

/// Why a statement was not executed to its end.
enum Failure {
    Unsupported(Unsupported),
    Stop(Stop),
}

impl Failure {
    fn unsupported(what: &impl std::fmt::Display) -> Failure {
        Failure::Unsupported(Unsupported(format!("`{what}` is not supported")))
    }

    fn because<T>(message: impl Into<String>) -> Result<T, Failure> {
        Err(Failure::Unsupported(Unsupported(message.into())))
    }
}

impl From<Unsupported> for Failure {
    fn from(unsupported: Unsupported) -> Failure {
        Failure::Unsupported(unsupported)
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

/// The only table of a FROM clause.
fn single_table(from: &[TableWithJoins]) -> Option<&ObjectName> {
    match from {
        [TableWithJoins { relation: TableFactor::Table { name, .. }, joins }]
            if joins.is_empty() =>
        {
            Some(name)
        }
        _ => None,
    }
}

struct Execution<'a> {
    vocabulary: &'a Vocabulary<'a>,
    bound: &'a [Term],
    product: Product,
}

/// A table of the model, as SQL names its columns.
#[derive(Clone)]
struct Named {
    table: usize,
    key: String,
    /// All columns but the one that says whether a row exists.
    columns: Vec<String>,
    exists: Option<usize>,
}

/// The row a WHERE clause is about.
struct Wanted<'e> {
    key: Term,
    /// What else must hold.
    rest: Vec<&'e Expr>,
}

impl Execution<'_> {
    fn table(&self, name: &ObjectName) -> Result<Named, Failure> {
        let wanted = name.0.last().map(ToString::to_string).unwrap_or_default();
        let wanted = wanted.trim_matches(['"', '`']);
        let recording = self.vocabulary.recording();
        let found = recording
            .tables
            .iter()
            .position(|table| table.keyed && table.name.eq_ignore_ascii_case(wanted));
        let Some(table) = found else {
            return Failure::because(format!("the model declares no table `{wanted}`"));
        };
        let declared = &recording.tables[table];
        let names = declared.columns.iter().map(|column| column.name.to_lowercase());
        let mut columns: Vec<String> = names.collect();
        let exists = declared.rows.as_ref().map(|_| columns.len() - 1);
        columns.truncate(exists.unwrap_or(columns.len()));
        if columns.iter().any(String::is_empty) {
            return Failure::because(format!("table `{wanted}` has no columns with names"));
        }
        Ok(Named { table, key: declared.key_column.to_lowercase(), columns, exists })
    }

    /// Finds `key = value` among the conjuncts.
    fn wanted<'e>(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        condition: Option<&'e Expr>,
    ) -> Result<Option<Wanted<'e>>, Failure> {
        let mut parts = Vec::new();
        if let Some(condition) = condition {
            conjuncts(condition, &mut parts);
        }
        let names = Names { columns: &[], bound: self.bound };
        for (index, part) in parts.iter().enumerate() {
            let Expr::BinaryOp { left, op: sqlparser::ast::BinaryOperator::Eq, right } = part
            else {
                continue;
            };
            for (column, value) in [(left, right), (right, left)] {
                let mut free = Vec::new();
                mentioned(value, &mut free);
                if column_name(column).as_ref() == Some(&table.key) && free.is_empty() {
                    let key = names.evaluate(machine, value)?;
                    let mut rest = parts.clone();
                    rest.remove(index);
                    return Ok(Some(Wanted { key, rest }));
                }
            }
        }
        Ok(None)
    }

    /// Reads columns of a row, in the order given; the key is known.
    fn read(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        key: Term,
        columns: &[String],
        lock: Lock,
    ) -> Result<Vec<(String, Term)>, Failure> {
        let mut values: Vec<(String, Term)> = vec![(table.key.clone(), key)];
        for name in columns {
            if values.iter().any(|(known, _)| known == name) {
                continue;
            }
            let Some(column) = table.columns.iter().position(|column| column == name) else {
                return Failure::because(format!("there is no column `{name}` in the model"));
            };
            let value = self.read_column(machine, table, key, column, lock)?;
            values.push((name.clone(), value));
        }
        Ok(values)
    }

    fn read_column(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        key: Term,
        column: usize,
        lock: Lock,
    ) -> Result<Term, Failure> {
        let cell = Cell { table: table.table, key: Some(key), column };
        match self.vocabulary.recording().read(machine, cell, lock) {
            Some(value) => Ok(value),
            None => Failure::because("data is read inside transactions"),
        }
    }

    /// Whether a row exists and satisfies conditions, with the columns read.
    fn matching(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        wanted: &Wanted<'_>,
        more: &[String],
        lock: Lock,
    ) -> Result<(Term, Vec<(String, Term)>), Failure> {
        let mut found = machine.terms().bool(true);
        if let Some(exists) = table.exists {
            found = self.read_column(machine, table, wanted.key, exists, lock)?;
        }
        let mut columns = more.to_vec();
        wanted.rest.iter().for_each(|part| mentioned(part, &mut columns));
        let values = self.read(machine, table, wanted.key, &columns, lock)?;
        for part in &wanted.rest {
            let holds = Names { columns: &values, bound: self.bound }.evaluate(machine, part)?;
            found = machine.terms().and(found, holds);
        }
        Ok((found, values))
    }

    fn query(&self, machine: &mut Machine<'_>, query: &Query) -> Result<Answer, Failure> {
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
        let update = |lock: &sqlparser::ast::LockClause| {
            lock.lock_type == sqlparser::ast::LockType::Update && lock.nonblock.is_none()
        };
        if !query.locks.iter().all(update) {
            return Failure::because("only FOR UPDATE without NOWAIT and SKIP LOCKED is supported");
        }
        let lock = if query.locks.is_empty() { Lock::No } else { Lock::Exclusive };
        let Some(name) = single_table(&select.from) else {
            return Err(Failure::unsupported(query));
        };
        let table = self.table(name)?;
        match self.wanted(machine, &table, select.selection.as_ref())? {
            Some(wanted) => self.select_row(machine, &table, select, &wanted, lock),
            None => self.add_up(machine, &table, select, lock),
        }
    }

    /// `SELECT ... WHERE key = value`.
    fn select_row(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        select: &Select,
        wanted: &Wanted<'_>,
        lock: Lock,
    ) -> Result<Answer, Failure> {
        let mut columns = Vec::new();
        for item in &select.projection {
            match item {
                SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => {
                    mentioned(expr, &mut columns);
                }
                SelectItem::Wildcard(_) => columns.extend(table.columns.iter().cloned()),
                other => return Err(Failure::unsupported(other)),
            }
        }
        let (found, values) = self.matching(machine, table, wanted, &columns, lock)?;
        let names = Names { columns: &values, bound: self.bound };
        let mut row = Vec::new();
        for item in &select.projection {
            match item {
                SelectItem::UnnamedExpr(expr) => {
                    let name = column_name(expr).unwrap_or_else(|| "?column?".into());
                    row.push((name, names.evaluate(machine, expr)?));
                }
                SelectItem::ExprWithAlias { expr, alias } => {
                    row.push((alias.value.clone(), names.evaluate(machine, expr)?));
                }
                _ => row.extend(values.iter().cloned()),
            }
        }
        let count = Answer::changed(machine, found).count;
        Ok(Answer { row: Some((found, row)), count })
    }

    /// `SELECT SUM(x), COUNT(*) ... WHERE condition` over the declared rows.
    fn add_up(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        select: &Select,
        lock: Lock,
    ) -> Result<Answer, Failure> {
        let keys = self.declared_keys(machine, table)?;
        let mut rest = Vec::new();
        if let Some(condition) = &select.selection {
            conjuncts(condition, &mut rest);
        }
        let (mut names, mut sums) = (Vec::new(), Vec::new());
        for item in &select.projection {
            let (expr, alias) = match item {
                SelectItem::UnnamedExpr(expr) => (expr, None),
                SelectItem::ExprWithAlias { expr, alias } => (expr, Some(alias.value.clone())),
                other => return Err(Failure::unsupported(other)),
            };
            let Some(Aggregate { name, summand, or_zero }) = aggregate(expr) else {
                return Failure::because(
                    "a statement names one row by its key, or adds up (SUM, COUNT)",
                );
            };
            names.push((alias.unwrap_or(name), or_zero));
            sums.push((summand, machine.terms().number(0.0)));
        }
        let mut any = machine.terms().bool(false);
        for key in keys {
            let mut columns = Vec::new();
            for (summand, _) in &sums {
                summand.iter().for_each(|it| mentioned(it, &mut columns));
            }
            let wanted = Wanted { key, rest: rest.clone() };
            let (found, values) = self.matching(machine, table, &wanted, &columns, lock)?;
            any = machine.terms().or(any, found);
            let row = Names { columns: &values, bound: self.bound };
            for (summand, sum) in &mut sums {
                let value = match summand {
                    Some(summand) => row.evaluate(machine, summand)?,
                    None => machine.terms().number(1.0),
                };
                let zero = machine.terms().number(0.0);
                let counted = machine.terms().ite(found, value, zero);
                *sum = machine.terms().apply(Operator::Add, &[*sum, counted]);
            }
        }
        let missing = machine.terms().null();
        let mut row = Vec::new();
        for ((name, or_zero), (_, sum)) in names.into_iter().zip(sums) {
            let value = if or_zero { sum } else { machine.terms().ite(any, sum, missing) };
            row.push((name, value));
        }
        let (always, count) = (machine.terms().bool(true), machine.terms().number(1.0));
        Ok(Answer { row: Some((always, row)), count })
    }

    /// The keys of the rows that there are, for statements over all of them.
    fn declared_keys(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
    ) -> Result<Vec<Term>, Failure> {
        let mut recording = self.vocabulary.recording();
        let declared = &mut recording.tables[table.table];
        let Some(rows) = &declared.rows else {
            return Failure::because(
                "a statement over several rows needs the rows: declare `rows` in the model",
            );
        };
        let keys = rows.iter().map(|(key, _)| *key).collect::<Vec<_>>();
        declared.scanned = true;
        let number = |text: &str| text.parse::<f64>().ok();
        Ok(keys
            .into_iter()
            .map(|key| match machine.terms().as_str(key).and_then(|text| number(text)) {
                Some(value) => machine.terms().number(value),
                None => key,
            })
            .collect())
    }

    /// Carries a change out if the row is wanted. PostgreSQL finds the row in
    /// the statement's snapshot first, and checks again what is current when
    /// it has the lock; InnoDB only looks at what is current.
    fn change(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        wanted: &Wanted<'_>,
        more: &[String],
        change: impl Fn(&mut Machine<'_>, &[(String, Term)]) -> Result<(), Failure>,
    ) -> Result<Answer, Failure> {
        let conditional = table.exists.is_some() || !wanted.rest.is_empty();
        let seen = match self.product == Product::Postgres && conditional {
            true => self.matching(machine, table, wanted, &[], Lock::No)?.0,
            false => machine.terms().bool(true),
        };
        let mut failure = None;
        let outcome = machine.branch(
            seen,
            |machine| {
                let (found, values) = match self.matching(machine, table, wanted, more, Lock::Exclusive) {
                    Ok(matching) => matching,
                    Err(stopped) => return note(machine, &mut failure, stopped),
                };
                machine.branch(
                    found,
                    |machine| match change(machine, &values) {
                        Ok(()) => Ok(machine.terms().bool(true)),
                        Err(stopped) => note(machine, &mut failure, stopped),
                    },
                    |machine| Ok(machine.terms().bool(false)),
                )
            },
            |machine| Ok(machine.terms().bool(false)),
        )?;
        match failure {
            Some(failure) => Err(Failure::Unsupported(failure)),
            None => Ok(Answer::changed(machine, outcome)),
        }
    }

    fn write(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        key: Term,
        column: usize,
        value: Term,
    ) {
        let cell = Cell { table: table.table, key: Some(key), column };
        self.vocabulary.recording().write(machine, cell, value);
    }

    fn update(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
        assignments: &[Assignment],
        condition: Option<&Expr>,
    ) -> Result<Answer, Failure> {
        let table = self.table(name)?;
        let wanted = self.one_row(machine, &table, condition)?;
        let mut columns = Vec::new();
        let mut changes = Vec::new();
        for assignment in assignments {
            let AssignmentTarget::ColumnName(target) = &assignment.target else {
                return Err(Failure::unsupported(assignment));
            };
            let target = target.0.last().map(ToString::to_string).unwrap_or_default();
            let target = target.trim_matches(['"', '`']).to_lowercase();
            let Some(column) = table.columns.iter().position(|column| *column == target) else {
                return Failure::because(format!("there is no column `{target}` in the model"));
            };
            mentioned(&assignment.value, &mut columns);
            changes.push((column, &assignment.value));
        }
        self.change(machine, &table, &wanted, &columns, |machine, values| {
            let names = Names { columns: values, bound: self.bound };
            for (column, value) in &changes {
                let value = names.evaluate(machine, value)?;
                self.write(machine, &table, wanted.key, *column, value);
            }
            Ok(())
        })
    }

    fn one_row<'e>(
        &self,
        machine: &mut Machine<'_>,
        table: &Named,
        condition: Option<&'e Expr>,
    ) -> Result<Wanted<'e>, Failure> {
        match self.wanted(machine, table, condition)? {
            Some(wanted) => Ok(wanted),
            None => Failure::because(format!(
                "a statement that changes rows names one by its key (`{} = ...`)",
                table.key
            )),
        }
    }

    fn delete(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
        condition: Option<&Expr>,
    ) -> Result<Answer, Failure> {
        let table = self.table(name)?;
        let Some(exists) = table.exists else {
            return Failure::because("rows can be deleted from a table that declares `rows`");
        };
        let wanted = self.one_row(machine, &table, condition)?;
        self.change(machine, &table, &wanted, &[], |machine, _| {
            let gone = machine.terms().bool(false);
            self.write(machine, &table, wanted.key, exists, gone);
            Ok(())
        })
    }

    fn insert(
        &self,
        machine: &mut Machine<'_>,
        insert: &sqlparser::ast::Insert,
    ) -> Result<Answer, Failure> {
        let TableObject::TableName(name) = &insert.table else {
            return Err(Failure::unsupported(insert));
        };
        let table = self.table(name)?;
        let Some(exists) = table.exists else {
            return Failure::because("rows can be inserted into a table that declares `rows`");
        };
        let ignores = match &insert.on {
            None => insert.ignore,
            Some(OnInsert::OnConflict(conflict))
                if conflict.action == OnConflictAction::DoNothing =>
            {
                true
            }
            Some(_) => return Err(Failure::unsupported(insert)),
        };
        let values = self.inserted(machine, insert)?;
        let key = values.iter().find(|(name, _)| *name == table.key).map(|(_, value)| *value);
        let Some(key) = key else {
            return Failure::because(format!("INSERT names the key `{}`", table.key));
        };
        let complete = table.columns.iter().all(|it| values.iter().any(|(name, _)| name == it));
        let unknown =
            values.iter().find(|(name, _)| *name != table.key && !table.columns.contains(name));
        if let Some((name, _)) = unknown {
            return Failure::because(format!("there is no column `{name}` in the model"));
        }
        if !complete {
            return Failure::because("INSERT gives every column of the model a value");
        }
        self.vocabulary.recording().tables[table.table].inserted = true;
        let present = self.read_column(machine, &table, key, exists, Lock::Exclusive)?;
        let outcome = machine.branch(
            present,
            |machine| {
                if ignores {
                    return Ok(machine.terms().bool(false));
                }
                // PostgreSQL gives up the whole transaction, InnoDB the statement.
                if self.product == Product::Postgres {
                    session::end(self.vocabulary, machine, false)?;
                }
                let message = machine.terms().string("duplicate key");
                let error = machine.error(&["UniqueViolation", "Error", "Exception"], message, &[]);
                machine.throw(error)
            },
            |machine| {
                for (name, value) in &values {
                    if let Some(column) = table.columns.iter().position(|column| column == name) {
                        self.write(machine, &table, key, column, *value);
                    }
                }
                let there = machine.terms().bool(true);
                self.write(machine, &table, key, exists, there);
                Ok(there)
            },
        )?;
        Ok(Answer::changed(machine, outcome))
    }

    /// The columns and values of `INSERT INTO t (a, b) VALUES (1, 2)`.
    fn inserted(
        &self,
        machine: &mut Machine<'_>,
        insert: &sqlparser::ast::Insert,
    ) -> Result<Vec<(String, Term)>, Failure> {
        let rows = match insert.source.as_deref().map(|source| &*source.body) {
            Some(SetExpr::Values(values)) => &values.rows,
            _ => return Err(Failure::unsupported(insert)),
        };
        let [row] = &rows[..] else {
            return Failure::because("INSERT of one row at a time is supported");
        };
        let names = Names { columns: &[], bound: self.bound };
        let mut values = Vec::new();
        for (column, value) in insert.columns.iter().zip(row.iter()) {
            let column = column.to_string();
            let column = column.trim_matches(['"', '`']).to_lowercase();
            values.push((column, names.evaluate(machine, value)?));
        }
        match values.len() == row.len() {
            true => Ok(values),
            false => Failure::because("INSERT names its columns"),
        }
    }
}

/// Keeps what went wrong inside a branch.
fn note(machine: &mut Machine<'_>, failure: &mut Option<Unsupported>, stopped: Failure) -> Outcome {
    match stopped {
        Failure::Stop(stop) => Err(stop),
        Failure::Unsupported(unsupported) => {
            *failure = Some(unsupported);
            Ok(machine.terms().bool(false))
        }
    }
}

/// A sum or a count over rows.
struct Aggregate<'e> {
    name: String,
    summand: Option<&'e Expr>,
    /// Whether it is zero, not null, if there are no rows.
    or_zero: bool,
}

/// `COUNT(*)`, `SUM(x)` or `COALESCE(SUM(x), 0)`.
fn aggregate(expression: &Expr) -> Option<Aggregate<'_>> {
    let Expr::Function(function) = expression else { return None };
    let FunctionArguments::List(list) = &function.args else { return None };
    if list.duplicate_treatment.is_some() || function.filter.is_some() || function.over.is_some() {
        return None;
    }
    let name = function.name.to_string().to_lowercase();
    let arguments: Vec<&FunctionArgExpr> = list
        .args
        .iter()
        .filter_map(|argument| match argument {
            FunctionArg::Unnamed(argument) => Some(argument),
            _ => None,
        })
        .collect();
    match (name.as_str(), &arguments[..]) {
        ("count", [FunctionArgExpr::Wildcard]) => {
            Some(Aggregate { name, summand: None, or_zero: true })
        }
        ("sum", [FunctionArgExpr::Expr(summand)]) => {
            Some(Aggregate { name, summand: Some(summand), or_zero: false })
        }
        ("coalesce", [FunctionArgExpr::Expr(sum), FunctionArgExpr::Expr(zero)])
            if zero.to_string() == "0" =>
        {
            Some(Aggregate { name, or_zero: true, ..aggregate(sum)? })
        }
        _ => None,
    }
}

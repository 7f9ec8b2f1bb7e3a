//! Inserts, updates and deletes.

use super::{Read, Reader, last_name, spelled};
use crate::form::{
    Assignment, Delete, Expression, Insert, OnDuplicate, Product, Rows, Source, Target, Update,
};
use crate::schema::qualifier;
use crate::text;
use sqlparser::ast::{
    self, AssignmentTarget, ConflictTarget, Expr, FromTable, OnConflictAction, OnInsert, SetExpr,
    SqliteOnConflict, TableObject,
};

impl Reader {
    pub(super) fn insert(&self, insert: &ast::Insert) -> Read<Insert> {
        let TableObject::TableName(name) = &insert.table else {
            return Err("an insert into something that is no table".into());
        };
        let plain = insert.partitioned.is_none()
            && insert.output.is_none()
            && insert.multi_table_into_clauses.is_empty();
        if !plain || insert.overwrite {
            return Err("an insert of this kind is not supported".into());
        }
        let alias = insert.table_alias.as_ref().map(|alias| alias.alias.value.to_lowercase());
        let (columns, rows) = self.rows(insert)?;
        Ok(Insert {
            source: Source { table: self.table(name)?, alias, qualifier: qualifier(name) },
            columns,
            rows,
            on_duplicate: self.on_duplicate(insert)?,
            target: self.target(insert)?,
            returning: insert.returning.as_deref().map(|items| self.items(items)).transpose()?,
            replaces: insert.replace_into,
        })
    }

    /// The columns that an insert gives, and its rows.
    fn rows(&self, insert: &ast::Insert) -> Read<(Vec<String>, Rows)> {
        if !insert.assignments.is_empty() {
            let given = self.assignments(&insert.assignments)?;
            let (columns, values) = given.into_iter().map(|it| (it.column, it.value)).unzip();
            return Ok((columns, Rows::Values(vec![values])));
        }
        let mut columns = Vec::with_capacity(insert.columns.len());
        for column in &insert.columns {
            columns.push(self.column(last_name(column).ok_or("a column without a name")?)?);
        }
        let Some(query) = insert.source.as_deref() else {
            return Ok((columns, Rows::Values(vec![Vec::new()])));
        };
        let rows = match &*query.body {
            SetExpr::Values(values) => {
                let row = |row: &[Expr]| row.iter().map(|value| self.expression(value)).collect();
                Rows::Values(values.rows.iter().map(|values| row(values)).collect())
            }
            _ => Rows::Query(Box::new(self.query(query))),
        };
        Ok((columns, rows))
    }

    fn on_duplicate(&self, insert: &ast::Insert) -> Read<OnDuplicate> {
        if insert.replace_into || insert.or == Some(SqliteOnConflict::Replace) {
            return Ok(OnDuplicate::Replaces);
        }
        if insert.ignore && insert.on.is_some() {
            return Err("an INSERT IGNORE that says what it does with duplicates".into());
        }
        if insert.ignore || insert.or == Some(SqliteOnConflict::Ignore) {
            return Ok(OnDuplicate::Keeps);
        }
        let mut proposed = vec!["excluded".to_owned()];
        if let Some(aliases) = &insert.insert_alias {
            if aliases.col_aliases.as_ref().is_some_and(|columns| !columns.is_empty()) {
                return Err("new names for the columns of an insert".into());
            }
            let name = last_name(&aliases.row_alias).ok_or("a row without a name")?;
            proposed.push(name.value.to_lowercase());
        }
        let reader = Reader { proposed, ..Reader::new(self.product) };
        Ok(match &insert.on {
            None => OnDuplicate::Fails,
            Some(OnInsert::DuplicateKeyUpdate(assignments)) => OnDuplicate::Updates {
                assignments: reader.assignments(assignments)?,
                only_if: None,
            },
            Some(OnInsert::OnConflict(conflict)) => match &conflict.action {
                OnConflictAction::DoNothing => OnDuplicate::Keeps,
                OnConflictAction::DoUpdate(update) => OnDuplicate::Updates {
                    assignments: reader.assignments(&update.assignments)?,
                    only_if: update.selection.as_ref().map(|it| reader.expression(it)),
                },
            },
            Some(_) => return Err("what this insert does with duplicates".into()),
        })
    }

    fn target(&self, insert: &ast::Insert) -> Read<Target> {
        let Some(OnInsert::OnConflict(conflict)) = &insert.on else { return Ok(Target::Any) };
        Ok(match &conflict.conflict_target {
            None => Target::Any,
            Some(ConflictTarget::Columns(columns)) => {
                let columns: Read<_> = columns.iter().map(|column| self.column(column)).collect();
                Target::Columns(columns?)
            }
            Some(ConflictTarget::OnConstraint(name)) => {
                let name = last_name(name).ok_or("a constraint without a name")?;
                Target::Constraint(spelled(name, self.product))
            }
        })
    }

    fn assignments(&self, assignments: &[ast::Assignment]) -> Read<Vec<Assignment>> {
        let mut read = Vec::with_capacity(assignments.len());
        for assignment in assignments {
            match (&assignment.target, &assignment.value) {
                (AssignmentTarget::ColumnName(name), value) => {
                    let name = last_name(name).ok_or("an assignment to a column without a name")?;
                    let value = self.expression(value);
                    read.push(Assignment { column: self.column(name)?, value });
                }
                // `(a, b) = (1, 2)`; MySQL, where the order matters, does not have it.
                (AssignmentTarget::Tuple(names), Expr::Tuple(values))
                    if names.len() == values.len() && self.product != Product::Mysql =>
                {
                    for (name, value) in names.iter().zip(values) {
                        let name =
                            last_name(name).ok_or("an assignment to a column without a name")?;
                        let value = self.expression(value);
                        read.push(Assignment { column: self.column(name)?, value });
                    }
                }
                _ => {
                    return Err(format!(
                        "`{}` is not supported: assign one column at a time",
                        text::readable(&assignment.to_string())
                    ));
                }
            }
        }
        Ok(read)
    }

    fn condition_of(&self, condition: Option<&Expr>) -> Option<Expression> {
        condition.map(|condition| self.expression(condition))
    }

    pub(super) fn update(&self, update: &ast::Update) -> Read<Update> {
        let plain = update.from.is_none()
            && update.limit.is_none()
            && update.or.is_none()
            && update.output.is_none();
        let source = self.single(std::slice::from_ref(&update.table)).filter(|_| plain);
        Ok(Update {
            source: source.ok_or("an update of several tables, or with FROM or LIMIT")?,
            assignments: self.assignments(&update.assignments)?,
            condition: self.condition_of(update.selection.as_ref()),
            returning: update.returning.as_deref().map(|items| self.items(items)).transpose()?,
        })
    }

    pub(super) fn delete(&self, delete: &ast::Delete) -> Read<Delete> {
        let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
        let plain = delete.using.is_none()
            && delete.limit.is_none()
            && delete.tables.is_empty()
            && delete.output.is_none();
        let source = self.single(from).filter(|_| plain);
        Ok(Delete {
            source: source.ok_or("a delete from several tables, or with USING or LIMIT")?,
            condition: self.condition_of(delete.selection.as_ref()),
            returning: delete.returning.as_deref().map(|items| self.items(items)).transpose()?,
        })
    }
}

//! What clients send, in terms of the program.

use aplomb_sql::{OnDelete, Schema, Written};
use aplomb_symbolic as symbolic;

use super::build::Builder;
use super::recording::{self, Constraint, Recording};
use super::translate::{Translation, Untranslatable, refuse};
use crate::program::Program;
use crate::program::script::{
    self, DefinedColumn, Definition, Nullable, Request, Script, Sent, SentStatement, Word,
};

/// What a transaction sends; why it could not be said, if that is so.
pub(super) type Sending = Result<Vec<Sent>, Untranslatable>;

/// The script of a program, if its clients speak SQL; why it could not be
/// written, if that is so.
pub(super) fn script(
    recording: &Recording,
    schema: &Schema,
    program: &Program,
    sent: Vec<Sending>,
) -> Option<Result<Box<Script>, String>> {
    let silent = |transaction: &recording::Transaction| transaction.sent.is_empty();
    if recording.transactions.iter().all(silent) {
        return None;
    }
    // A statement of the model's own has no text.
    let mixed = |(transaction, sent): (&crate::program::Transaction, &recording::Transaction)| {
        let is_statement =
            |it: &&recording::Sent| matches!(it.request, recording::Request::Statement(_));
        let own = transaction.statements.iter().filter(|it| !it.continues).count();
        own != sent.sent.iter().filter(is_statement).count()
    };
    if program.transactions.iter().zip(&recording.transactions).any(mixed) {
        return Some(Err("some of the transactions are not written in SQL".into()));
    }
    let mut views = Vec::new();
    for name in &recording.views {
        let Some(view) = schema.view_definition(name) else {
            return Some(Err(format!("the view `{name}` is not created there")));
        };
        views.push(view);
    }
    let checked = |constraint: &Constraint| matches!(constraint, Constraint::Check(_));
    if recording.tables.iter().flat_map(|table| &table.constraints).any(checked) {
        return Some(Err("a CHECK that is a function of the model is not one in SQL".into()));
    }
    let transactions: Result<Vec<Vec<Sent>>, Untranslatable> = sent.into_iter().collect();
    Some(match transactions {
        Err(Untranslatable(reason)) => Err(reason),
        Ok(transactions) => Ok(Box::new(Script {
            tables: definitions(recording, schema),
            views,
            transactions,
            clients: recording.clients.clone(),
        })),
    })
}

/// What the schema gives to a column without a value.
fn default(schema: &Schema, table: &str, column: &str) -> Option<String> {
    schema.table(table)?.named(column)?.default.as_ref().map(ToString::to_string)
}

fn definitions(recording: &Recording, schema: &Schema) -> Vec<Definition> {
    let versions: Vec<usize> =
        recording.tables.iter().flat_map(|table| table.versions.iter().map(|it| it.0)).collect();
    let tables = recording.tables.iter().enumerate();
    let own = tables.filter(|(index, table)| table.keyed && !versions.contains(index));
    own.map(|(index, table)| {
        let visible = table.columns.iter().enumerate().filter(|(_, column)| !column.hidden);
        let others = visible.filter(|(_, column)| column.name != table.key_column);
        let constraints = table.constraints.iter();
        Definition {
            table: index,
            name: table.name.clone(),
            key: table.key_column.clone(),
            makes_keys: table.makes_keys,
            columns: others
                .map(|(column, declared)| DefinedColumn {
                    name: declared.name.clone(),
                    column,
                    null: declared.null,
                    default: default(schema, &table.name, &declared.name),
                })
                .collect(),
            existence: table.rows.as_ref().map(|_| table.columns.len() - 1),
            unique: constraints
                .clone()
                .filter_map(|it| match it {
                    Constraint::Unique(columns) => Some(columns.clone()),
                    _ => None,
                })
                .collect(),
            references: constraints
                .clone()
                .filter_map(|it| match it {
                    Constraint::References(foreign) if foreign.obstacle.is_none() => {
                        Some(script::Reference {
                            column: foreign.column.clone(),
                            parent: foreign.parent.clone(),
                            on_delete: match foreign.on_delete {
                                OnDelete::Refuses => "",
                                OnDelete::Cascades => " ON DELETE CASCADE",
                                OnDelete::SetsNull => " ON DELETE SET NULL",
                                OnDelete::SetsDefault => " ON DELETE SET DEFAULT",
                            },
                        })
                    }
                    _ => None,
                })
                .collect(),
            checks: constraints
                .filter_map(|it| match it {
                    Constraint::Condition(condition) => Some(condition.to_string()),
                    _ => None,
                })
                .collect(),
            versions: table.versions.iter().map(|it| it.0).collect(),
        }
    })
    .collect()
}

impl Builder<'_> {
    /// What a transaction sends.
    pub(super) fn sent(&mut self, transaction: &recording::Transaction) -> Sending {
        let translation = &mut self.translation;
        let sent = transaction.sent.iter().map(|sent| {
            let when = translation.condition(sent.when)?;
            let request = match &sent.request {
                recording::Request::Control(text) => Request::Control(text.clone()),
                recording::Request::End { commit } => Request::End { commit: *commit },
                recording::Request::Statement(statement) => {
                    Request::Statement(Box::new(translation.sent_statement(statement)?))
                }
            };
            Ok(Sent { when, request })
        });
        sent.collect()
    }
}

impl Translation<'_> {
    fn sent_statement(
        &mut self,
        sent: &recording::SentStatement,
    ) -> Result<SentStatement, Untranslatable> {
        let mut text = Vec::new();
        for written in &sent.text {
            text.push(match written {
                Written::Text(text) => Word::Text(text.clone()),
                Written::Bound(index) => match sent.bound.get(*index) {
                    Some(&value) => Word::Value(self.nullable(value)?),
                    None => return refuse("a value of a statement is not known"),
                },
                Written::Name => return refuse("a name is put together at run time"),
            });
        }
        let rows = match &sent.rows {
            None => None,
            Some(rows) => Some(
                rows.iter()
                    .map(|(there, columns)| {
                        let values = columns.iter().map(|(_, value)| self.nullable(*value));
                        let values: Result<Vec<Nullable>, Untranslatable> = values.collect();
                        Ok((self.condition(*there)?, values?))
                    })
                    .collect::<Result<_, Untranslatable>>()?,
            ),
        };
        Ok(SentStatement {
            statement: sent.statement,
            inserts: sent.inserts,
            scans: sent.scans,
            text,
            answered: self.condition(sent.answered)?,
            rows,
            count: sent.count.map(|count| self.value(count)).transpose()?,
            drawn: sent.drawn.map(|key| self.value(key)).transpose()?,
        })
    }

    fn nullable(&mut self, term: symbolic::Term) -> Result<Nullable, Untranslatable> {
        use symbolic::Node;
        match self.source.node(term).clone() {
            Node::Null | Node::Undefined | Node::Absent => {
                Ok(Nullable { null: self.terms.bool(true), value: None })
            }
            Node::Apply(symbolic::Operator::Ite, parts) => {
                let condition = self.condition(parts[0])?;
                let (then, otherwise) = (self.nullable(parts[1])?, self.nullable(parts[2])?);
                let null = self.terms.ite(condition, then.null, otherwise.null);
                let value = match (then.value, otherwise.value) {
                    (Some(then), Some(other))
                        if self.terms.sort(then) != self.terms.sort(other) =>
                    {
                        return refuse("a value has one type on one path and another on another");
                    }
                    (Some(then), Some(other)) => Some(self.terms.ite(condition, then, other)),
                    (then, otherwise) => then.or(otherwise),
                };
                Ok(Nullable { null, value })
            }
            _ => Ok(Nullable { null: self.terms.bool(false), value: Some(self.value(term)?) }),
        }
    }
}

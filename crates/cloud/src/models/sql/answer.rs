//! What a driver hands to the program.

use super::driver::{Reply, RowShape};
use super::{Execution, Failure, data_api};
use aplomb_symbolic::{Machine, Outcome, Term};

/// The columns of a row with the names that the program sees.
pub(super) type Projected = Vec<(String, Term)>;

/// The rows that a statement gives.
pub(super) enum Rows {
    /// It is no query.
    None,
    /// At most one.
    One { there: Term, fields: Projected },
    /// These.
    Known(Vec<Projected>),
    /// A list, as the program sees it.
    Listed(Term),
}

/// What a statement gives.
pub(super) struct Answer {
    pub(super) rows: Rows,
    /// How many rows were found or changed.
    pub(super) count: Term,
    /// The key that the server drew.
    pub(super) last_id: Option<Term>,
}

/// The name of a column that stands for the whole content of a row.
pub(super) const WHOLE: &str = "*";

/// A row as the driver shows it.
pub(super) fn row(machine: &mut Machine<'_>, shape: RowShape, fields: &Projected) -> Term {
    match (shape, fields.as_slice()) {
        (RowShape::Record, [(name, content)]) if name == WHOLE => machine.thaw(*content),
        (RowShape::Tuple | RowShape::Typed, [(name, content)]) if name == WHOLE => {
            machine.terms().pure("sql.columns", &[*content])
        }
        (RowShape::Record, _) => {
            let whole = fields.iter().find(|(name, _)| name == WHOLE).map(|(_, content)| *content);
            let named = fields.iter().filter(|(name, _)| name != WHOLE);
            let named: Vec<(&str, Term)> = named.map(|(n, value)| (n.as_str(), *value)).collect();
            match whole {
                None => machine.new_record(named),
                Some(content) => {
                    let over = named.into_iter().map(|(name, value)| (name.into(), value));
                    let over: Vec<_> = over.collect();
                    let terms = machine.terms();
                    let over = terms.record(over);
                    let row = terms.apply(aplomb_symbolic::Operator::Merge, &[content, over]);
                    machine.thaw(row)
                }
            }
        }
        (RowShape::Tuple, _) => machine.new_list(fields.iter().map(|(_, value)| *value)),
        (RowShape::Typed, _) => {
            let values: Vec<Term> =
                fields.iter().map(|(_, value)| data_api::typed(machine, *value)).collect();
            machine.new_list(values)
        }
    }
}

impl Execution<'_> {
    /// The rows of an answer as a list of the program.
    pub(super) fn rows(&self, machine: &mut Machine<'_>, rows: &Rows) -> Outcome {
        let shape = self.reply.rows();
        match rows {
            Rows::None => Ok(machine.new_list([])),
            Rows::One { there, fields } => machine.branch(
                *there,
                |machine| {
                    let row = row(machine, shape, fields);
                    Ok(machine.new_list([row]))
                },
                |machine| Ok(machine.new_list([])),
            ),
            Rows::Known(all) => {
                let all: Vec<Term> = all.iter().map(|fields| row(machine, shape, fields)).collect();
                Ok(machine.new_list(all))
            }
            Rows::Listed(list) => Ok(*list),
        }
    }

    /// What the program gets for a statement.
    pub(super) fn deliver(
        &self,
        machine: &mut Machine<'_>,
        answer: Answer,
    ) -> Result<Term, Failure> {
        let Answer { rows, count, last_id } = answer;
        let is_query = !matches!(rows, Rows::None);
        let nothing = machine.terms().number(0.0);
        let id = last_id.unwrap_or(nothing);
        let list = self.rows(machine, &rows)?;
        Ok(match self.reply {
            Reply::Result => machine.new_record([("rows", list), ("rowCount", count)]),
            Reply::Rows(_) => list,
            Reply::RowsOrHeader | Reply::Pair if is_query => self.paired(machine, list),
            Reply::RowsOrHeader | Reply::Pair => {
                let header = machine.new_record([
                    ("affectedRows", count),
                    ("changedRows", count),
                    ("insertId", id),
                ]);
                self.paired(machine, header)
            }
            Reply::Records => {
                let generated: Vec<Term> =
                    last_id.into_iter().map(|id| data_api::typed(machine, id)).collect();
                let generated = machine.new_list(generated);
                machine.new_record([
                    ("records", list),
                    ("numberOfRecordsUpdated", count),
                    ("generatedFields", generated),
                ])
            }
            Reply::Run => machine.new_record([("changes", count), ("lastInsertRowid", id)]),
            Reply::First => match &rows {
                Rows::One { there, fields } => machine.branch(
                    *there,
                    |machine| Ok(row(machine, self.reply.rows(), fields)),
                    |machine| Ok(machine.terms().undefined()),
                )?,
                _ => super::cursor::first(machine, list)?.0,
            },
            Reply::Single => match &rows {
                Rows::One { there, fields } => machine.branch(
                    *there,
                    |machine| Ok(row(machine, self.reply.rows(), fields)),
                    |machine| {
                        let message = machine.terms().string("No data returned from the query.");
                        let error = machine.error(&["QueryResultError", "Error"], message, &[]);
                        machine.throw(error)
                    },
                )?,
                _ => super::cursor::first(machine, list)?.0,
            },
            Reply::Cursor(_) => {
                let id = match last_id {
                    Some(id) => id,
                    None => machine.terms().null(),
                };
                machine.new_record([("rows", list), ("count", count), ("id", id)])
            }
        })
    }

    fn paired(&self, machine: &mut Machine<'_>, value: Term) -> Term {
        match self.reply {
            Reply::Pair => {
                let fields = machine.new_list([]);
                machine.new_list([value, fields])
            }
            _ => value,
        }
    }
}

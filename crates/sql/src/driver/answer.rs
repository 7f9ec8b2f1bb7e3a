//! What a driver hands to the program.

use super::{Execution, Reply, RowShape, Session, cursor, data_api};
use crate::Failure;
use crate::evaluate::Given;
use aplomb_script::Language;
use aplomb_symbolic::{Machine, Operator, Outcome, Term};

/// The columns of a row with the names that the program sees.
pub type Projected = Vec<(String, Term)>;

/// The rows that a statement gives.
#[derive(Clone, Debug)]
pub enum Rows {
    /// It is no query.
    None,
    /// Those of these that are there.
    Given(Vec<Given>),
    /// A list, as the program sees it.
    Listed(Term),
}

/// What a statement gives.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The rows.
    pub rows: Rows,
    /// How many rows were found or changed.
    pub count: Term,
    /// The key that the server drew.
    pub last_id: Option<Term>,
}

impl Answer {
    /// The answer to a statement that gives no rows and changes none.
    pub fn nothing(machine: &mut Machine<'_>) -> Answer {
        Answer { rows: Rows::None, count: machine.terms().number(0.0), last_id: None }
    }
}

/// The name of a column that stands for the whole content of a row.
pub const WHOLE: &str = "*";

/// Up to how many rows every combination of them is a list of its own, of which
/// programs can use the first one; longer lists can only be gone through.
const FEW: usize = 3;

/// A row as the driver shows it.
pub fn row(machine: &mut Machine<'_>, shape: RowShape, fields: &Projected) -> Term {
    match (shape, fields.as_slice()) {
        (RowShape::Open, _) => {
            let row = row(machine, RowShape::Record, fields);
            machine.open(row)
        }
        (RowShape::Record, [(name, content)]) if name == WHOLE => machine.thaw(*content),
        (RowShape::Tuple | RowShape::Named | RowShape::Typed, [(name, content)])
            if name == WHOLE =>
        {
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
                    let row = terms.apply(Operator::Merge, &[content, over]);
                    machine.thaw(row)
                }
            }
        }
        (RowShape::Tuple, _) => {
            let values = fields.iter().map(|(_, value)| *value);
            match machine.dialect().language {
                Language::Python => machine.new_tuple(values),
                Language::JavaScript => machine.new_list(values),
            }
        }
        (RowShape::Named, _) => machine.new_named_tuple(fields),
        (RowShape::Typed, _) => {
            let values: Vec<Term> =
                fields.iter().map(|(_, value)| data_api::typed(machine, *value)).collect();
            machine.new_list(values)
        }
    }
}

/// The list of those rows that are there, after some that are.
fn choose(
    machine: &mut Machine<'_>,
    shape: RowShape,
    rows: &[Given],
    before: Vec<Term>,
) -> Outcome {
    let Some(((there, fields), rest)) = rows.split_first() else {
        return Ok(machine.new_list(before));
    };
    let without = before.clone();
    machine.branch(
        *there,
        |machine| {
            let row = row(machine, shape, fields);
            choose(machine, shape, rest, [before, vec![row]].concat())
        },
        |machine| choose(machine, shape, rest, without),
    )
}

/// The first row that is there; what there is instead without one.
fn first(
    machine: &mut Machine<'_>,
    shape: RowShape,
    rows: &[Given],
    instead: &dyn Fn(&mut Machine<'_>) -> Outcome,
) -> Outcome {
    let Some(((there, fields), rest)) = rows.split_first() else { return instead(machine) };
    machine.branch(
        *there,
        |machine| Ok(row(machine, shape, fields)),
        |machine| first(machine, shape, rest, instead),
    )
}

/// The rows of an answer as a list of the program.
fn listed(machine: &mut Machine<'_>, shape: RowShape, rows: &Rows) -> Outcome {
    let rows = match rows {
        Rows::None => return Ok(machine.new_list([])),
        Rows::Listed(list) => return Ok(*list),
        Rows::Given(rows) => rows,
    };
    let certain = rows.iter().all(|(there, _)| machine.terms().is_true(*there));
    if !certain && rows.len() <= FEW {
        return choose(machine, shape, rows, Vec::new());
    }
    let items: Vec<(Term, Term)> =
        rows.iter().map(|(there, fields)| (*there, row(machine, shape, fields))).collect();
    Ok(match certain {
        true => machine.new_list(items.into_iter().map(|(_, row)| row)),
        false => machine.new_list_where(items),
    })
}

impl Execution<'_> {
    /// What the program gets for a statement.
    pub fn deliver(&self, machine: &mut Machine<'_>, answer: Answer) -> Result<Term, Failure> {
        let Answer { rows, count, last_id } = answer;
        let is_query = !matches!(rows, Rows::None);
        let nothing = machine.terms().number(0.0);
        let id = last_id.unwrap_or(nothing);
        let shape = self.reply.rows();
        let list = listed(machine, shape, &rows)?;
        Ok(match self.reply {
            Reply::Result => {
                let result = machine.new_record([("rows", list), ("rowCount", count)]);
                self.open(machine, result)
            }
            Reply::Rows(_) => list,
            Reply::RowsOrHeader | Reply::Pair if is_query => self.paired(machine, list),
            Reply::RowsOrHeader | Reply::Pair => {
                // How many rows hold something else than before (`changedRows`) is not known.
                let header = machine.new_record([("affectedRows", count), ("insertId", id)]);
                let header = self.open(machine, header);
                self.paired(machine, header)
            }
            Reply::Records => {
                let generated: Vec<Term> =
                    last_id.into_iter().map(|id| data_api::typed(machine, id)).collect();
                let generated = machine.new_list(generated);
                let result = machine.new_record([
                    ("records", list),
                    ("numberOfRecordsUpdated", count),
                    ("generatedFields", generated),
                ]);
                self.open(machine, result)
            }
            Reply::Run => {
                let result = machine.new_record([("changes", count), ("lastInsertRowid", id)]);
                self.open(machine, result)
            }
            Reply::First | Reply::FirstOrNull => {
                let instead = match self.reply {
                    Reply::First => machine.terms().undefined(),
                    _ => machine.terms().null(),
                };
                match &rows {
                    Rows::Given(rows) => first(machine, shape, rows, &|_| Ok(instead))?,
                    _ => cursor::first(machine, list, instead)?.0,
                }
            }
            Reply::Single => match &rows {
                Rows::Given(rows) => first(machine, shape, rows, &|machine| {
                    let message = machine.terms().string("No data returned from the query.");
                    let error = machine.error(&["QueryResultError", "Error"], message, &[]);
                    machine.throw(error)
                })?,
                _ => {
                    let nothing = machine.terms().null();
                    cursor::first(machine, list, nothing)?.0
                }
            },
            Reply::Cursor(_) => {
                let null = machine.terms().null();
                let mut fields =
                    vec![("rows", list), ("count", count), ("id", last_id.unwrap_or(null))];
                // Of a long list with rows that may be missing, the first one is known here.
                if let Rows::Given(rows) = &rows
                    && machine.items(list).is_none()
                    && rows.len() > FEW
                {
                    fields.push((cursor::FIRST, first(machine, shape, rows, &|_| Ok(null))?));
                }
                machine.new_record(fields)
            }
        })
    }

    /// What a driver says beside what is listed here (`command`, `fields`, `warningStatus`)
    /// may be something else on a retry.
    fn open(&self, machine: &mut Machine<'_>, result: Term) -> Term {
        let Session { label, span, .. } = self.session;
        let request: Vec<Term> = self.text.bound.iter().map(|bound| bound.value).collect();
        machine.open_reply(result, label, span, &request)
    }

    fn paired(&self, machine: &mut Machine<'_>, value: Term) -> Term {
        match self.reply {
            Reply::Pair => {
                // The columns, which are those of the statement.
                let text = machine.terms().string(self.text.shown.as_str());
                let fields = machine.terms().pure("sql.fields", &[text]);
                machine.new_list([value, fields])
            }
            _ => value,
        }
    }
}

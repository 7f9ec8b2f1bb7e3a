//! All models at once, and the weakest that suffices.
//!
//! The lattice saves work: what holds at a model holds at every stronger one,
//! and an execution that breaks an invariant breaks it at every weaker one. A
//! violation taken over from a stronger model is replayed by the axioms of the
//! weaker one all the same.

use std::time::{Duration, Instant};

use crate::check::{Options, Verdict, check_levels, replay};
use crate::execution::{Levels, weaken};
use crate::model::{Isolation, Model, SessionGuarantees};
use crate::program::{Program, ProgramError};
use crate::solver::left;

/// The verdicts of a program under several models.
#[derive(Clone, Debug)]
pub struct Table {
    /// One row per model, in the order asked.
    pub rows: Vec<Row>,
}

/// The verdict under one model.
#[derive(Clone, Debug)]
pub struct Row {
    /// The model.
    pub model: Model,
    /// The verdict.
    pub verdict: Verdict,
    /// The model whose verdict implies this one.
    pub implied_by: Option<Model>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Asks every one of `models`.
///
/// ```
/// use aplomb_consistency::{Model, Options, fixture, question::table::table};
///
/// let program = fixture::parse("x = 0\nT1: x := x + 1\nT2: x := x + 1\ninv x == 2")?;
/// let table = table(&program, &Model::ALL, Default::default(), &Options::default())?;
/// assert_eq!(table.weakest_sufficient(), [Model::UA]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn table(
    program: &Program,
    models: &[Model],
    session: SessionGuarantees,
    options: &Options,
) -> Result<Table, ProgramError> {
    program.validate()?;
    let mut rows: Vec<Row> = Vec::new();
    let deadline = Instant::now() + options.timeout;
    for (index, &model) in models.iter().enumerate() {
        let start = Instant::now();
        // What one does not need is there for those after it.
        let share = left(deadline) / (models.len() - index) as u32;
        let options = Options { timeout: share, ..*options };
        let levels = Levels::uniform(Isolation { session, ..Isolation::from(model) });
        let (verdict, implied_by) = match implied(program, &levels, &rows) {
            Some((verdict, by)) => (verdict, Some(by)),
            None => (check_levels(program, &levels, &options)?, None),
        };
        rows.push(Row { model, verdict, implied_by, elapsed: start.elapsed() });
    }
    Ok(Table { rows })
}

/// What the rows known so far imply.
fn implied(program: &Program, levels: &Levels, rows: &[Row]) -> Option<(Verdict, Model)> {
    let model = levels.base.model;
    let plain = levels.base.session.is_empty();
    for row in rows {
        match &row.verdict {
            // What a session has seen is another thing at another granularity,
            // so with promises to sessions the lattice is not used upwards.
            Verdict::Holds if plain && model.at_least(row.model) => {
                return Some((Verdict::Holds, row.model));
            }
            Verdict::Vacuous => return Some((Verdict::Vacuous, row.model)),
            Verdict::Violated(violation) if row.model.at_least(model) => {
                let execution = weaken(program, &violation.levels, levels, &violation.execution);
                let replayed = replay(program, levels, violation.invariant, execution);
                if replayed.violation().is_some() {
                    return Some((replayed, row.model));
                }
            }
            _ => {}
        }
    }
    None
}

impl Table {
    /// The row of a model.
    pub fn row(&self, model: Model) -> Option<&Row> {
        self.rows.iter().find(|row| row.model == model)
    }

    /// The models that suffice and of which no weaker one in the table does.
    pub fn weakest_sufficient(&self) -> Vec<Model> {
        let sufficient = |row: &&Row| row.verdict.holds();
        let all: Vec<Model> = self.rows.iter().filter(sufficient).map(|row| row.model).collect();
        let weaker_exists =
            |model: Model| all.iter().any(|&other| other != model && model.at_least(other));
        all.iter().copied().filter(|&model| !weaker_exists(model)).collect()
    }

    /// Pairs of models whose verdicts contradict the lattice: there are none
    /// unless something is wrong.
    pub fn contradictions(&self) -> Vec<(Model, Model)> {
        let mut found = Vec::new();
        for strong in &self.rows {
            for weak in &self.rows {
                let ordered = strong.model.at_least(weak.model);
                if ordered && weak.verdict.holds() && strong.verdict.violation().is_some() {
                    found.push((strong.model, weak.model));
                }
            }
        }
        found
    }
}

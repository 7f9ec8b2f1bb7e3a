//! What to change so that the invariants hold: which reads to lock or promote,
//! or which transactions to run at a stronger level.
//!
//! Every remedy was checked: with all its changes the invariants hold, and
//! without any one of them they do not.

use std::cell::Cell as Counter;
use std::time::Instant;

use crate::check::{Options, Verdict, check_levels};
use crate::execution::Levels;
use crate::model::{Isolation, Model};
use crate::program::{EXISTENCE, Event, Lock, Program, ProgramError, Write};
use crate::solver::left;
use crate::term::{Cell, Symbol};

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Read the cell with a lock: `SELECT ... FOR UPDATE`.
    Lock {
        /// The transaction.
        transaction: usize,
        /// What it reads.
        cell: Cell,
    },
    /// Also write back what was read, so that concurrent writers conflict.
    Promote {
        /// The transaction.
        transaction: usize,
        /// What it reads.
        cell: Cell,
    },
    /// Run the transaction at a stronger level.
    Raise {
        /// The transaction.
        transaction: usize,
        /// The level.
        model: Model,
    },
}

/// Changes that together make the invariants hold, none of them in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// The changes.
    pub changes: Vec<Change>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Remedies {
    /// The remedies, smallest first.
    pub remedies: Vec<Remedy>,
    /// What does not work here, and why.
    pub caveats: Vec<String>,
}

/// The most changes of one kind that are tried in every combination; larger
/// remedies are found by leaving changes out as long as the rest suffices.
const EXHAUSTIVE: usize = 3;

/// How much is asked: so many questions about one transaction, half as many
/// about two. What a search finds must not depend on how fast the machine is.
const EFFORT: usize = 2_000;

/// Looks for remedies at a level.
///
/// ```
/// use aplomb_consistency::{Model, Options, fixture, remedy};
///
/// let program = fixture::parse(r#"
///     free x, y
///     assume x + y >= 0
///     T1(a): if x + y >= a { x := x - a }
///     T2(b): if x + y >= b { y := y - b }
///     inv x + y >= 0
/// "#)?;
/// let found = remedy::remedies(&program, Model::SI, &Options::default())?;
/// // Promoting either read that the other transaction overwrites is enough.
/// assert_eq!(found.remedies[0].changes.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn remedies(
    program: &Program,
    isolation: impl Into<Isolation>,
    options: &Options,
) -> Result<Remedies, ProgramError> {
    let isolation = isolation.into();
    let deadline = Instant::now() + options.timeout;
    let mut found = Remedies { remedies: Vec::new(), caveats: caveats(isolation) };
    for candidates in candidates(program, isolation) {
        let questions = Counter::new(EFFORT / program.transactions.len().max(1));
        let search = Search { program, isolation, options, deadline, questions };
        found.remedies.extend(search.minimal(&candidates)?.unwrap_or_default());
    }
    found.remedies.sort_by_key(|remedy| remedy.changes.len());
    Ok(found)
}

/// What people try that does not help at a level.
fn caveats(isolation: Isolation) -> Vec<String> {
    let axioms = isolation.model.axioms();
    let mut caveats = Vec::new();
    if axioms.no_conflict && !isolation.identity_updates {
        caveats.push(
            "writing back an unchanged value does not promote a read here: InnoDB makes no new \
             version for it, so no conflict is detected; change the value, e.g. of a counter"
                .into(),
        );
    }
    if axioms.no_conflict && isolation.row_locks {
        caveats.push(
            "SELECT FOR UPDATE alone does not promote a read here: it does not stop a writer \
             that comes after the lock is released"
                .into(),
        );
    }
    if axioms.current_locking_reads {
        caveats.push(
            "writing back an unchanged value does not protect an earlier plain read here: that \
             read may be stale already; lock it when reading"
                .into(),
        );
    }
    caveats
}

/// Groups of changes of one kind.
fn candidates(program: &Program, isolation: Isolation) -> Vec<Vec<Change>> {
    let axioms = isolation.model.axioms();
    let mut groups = Vec::new();
    let reads = exposed_reads(program, axioms.gap_locks || isolation.gap_locks);
    if axioms.current_locking_reads || (axioms.no_conflict && isolation.row_locks) {
        let lock = |&(transaction, cell): &(usize, Cell)| Change::Lock { transaction, cell };
        groups.push(reads.iter().map(lock).collect());
    }
    if axioms.no_conflict && isolation.identity_updates {
        let promote = |&(transaction, cell): &(usize, Cell)| Change::Promote { transaction, cell };
        groups.push(reads.iter().map(promote).collect());
    }
    let stronger: &[Model] = match isolation.model {
        Model::PGRC => &[Model::SI, Model::SER],
        Model::SI | Model::PSI | Model::PC | Model::CC | Model::UA | Model::RA | Model::MYRR => {
            &[Model::SER]
        }
        _ => &[],
    };
    for &model in stronger {
        let raise = |transaction| Change::Raise { transaction, model };
        groups.push((0..program.transactions.len()).map(raise).collect());
    }
    groups
}

/// Rows that are read, in columns that another transaction writes. Whether a
/// row is there cannot be locked or written back, except where gaps are locked.
fn exposed_reads(program: &Program, gap_locks: bool) -> Vec<(usize, Cell)> {
    let mut reads = Vec::new();
    for (index, transaction) in program.transactions.iter().enumerate() {
        for (_, read) in transaction.reads().filter(|(_, read)| read.lock < Lock::Shared) {
            let overwritten = program.transactions.iter().enumerate().any(|(other, code)| {
                let same = |write: &Write| {
                    (write.cell.table, write.cell.column) == (read.cell.table, read.cell.column)
                };
                other != index && code.writes().any(|(_, write)| same(write))
            });
            let row = |cell: Cell| (cell.table, cell.key);
            let existence =
                |cell: Cell| program.tables[cell.table].columns[cell.column].name == EXISTENCE;
            // What may be missing cannot be locked or written back.
            let may_be_missing = transaction
                .reads()
                .any(|(_, other)| existence(other.cell) && row(other.cell) == row(read.cell));
            let lockable = gap_locks || !may_be_missing;
            let known =
                |&(other, cell): &(usize, Cell)| other == index && row(cell) == row(read.cell);
            if overwritten && lockable && !reads.iter().any(known) {
                reads.push((index, read.cell));
            }
        }
    }
    reads
}

/// The search among changes of one kind. It ends without a remedy where a
/// question is not answered at once, or too many would have to be asked.
struct Search<'a> {
    program: &'a Program,
    isolation: Isolation,
    options: &'a Options,
    deadline: Instant,
    questions: Counter<usize>,
}

impl Search<'_> {
    /// Whether the invariants hold with some changes; none if that is not found
    /// out.
    fn suffices(&self, changes: &[Change]) -> Result<Option<bool>, ProgramError> {
        let timeout = left(self.deadline);
        let left = self.questions.get();
        if timeout.is_zero() || left == 0 {
            return Ok(None);
        }
        self.questions.set(left - 1);
        let options = Options { timeout, at_once: true, ..*self.options };
        let (program, levels) = apply(self.program, self.isolation, changes);
        Ok(match check_levels(&program, &levels, &options)? {
            Verdict::Holds => Some(true),
            Verdict::Violated(_) | Verdict::Vacuous => Some(false),
            Verdict::Unknown { .. } => None,
        })
    }

    /// The smallest sets of changes that suffice; none if that is not found out.
    fn minimal(&self, candidates: &[Change]) -> Result<Option<Vec<Remedy>>, ProgramError> {
        // Each change has to be left out once.
        if candidates.is_empty() || candidates.len() >= self.questions.get() {
            return Ok(None);
        }
        if self.suffices(candidates)? != Some(true) {
            return Ok(None);
        }
        let Some(necessary) = self.necessary(candidates)? else { return Ok(None) };
        let others = candidates.iter().filter(|change| !necessary.contains(change));
        let others: Vec<Change> = others.copied().collect();
        if others.is_empty() {
            return Ok(Some(vec![Remedy { changes: necessary }]));
        }
        for size in necessary.len().max(1)..=EXHAUSTIVE.min(candidates.len()) {
            let mut found = Vec::new();
            for more in combinations(&others, size - necessary.len()) {
                let changes = [necessary.clone(), more].concat();
                match self.suffices(&changes)? {
                    Some(true) => found.push(Remedy { changes }),
                    Some(false) => {}
                    None => return Ok(None),
                }
            }
            if !found.is_empty() {
                return Ok(Some(found));
            }
        }
        self.thinned(&necessary, others)
    }

    /// The changes without which no others suffice.
    fn necessary(&self, candidates: &[Change]) -> Result<Option<Vec<Change>>, ProgramError> {
        let mut necessary = Vec::new();
        for (index, &change) in candidates.iter().enumerate() {
            let mut fewer = candidates.to_vec();
            fewer.remove(index);
            match self.suffices(&fewer)? {
                Some(true) => {}
                Some(false) => necessary.push(change),
                None => return Ok(None),
            }
        }
        Ok(Some(necessary))
    }

    /// Leaves out changes as long as the rest suffices.
    fn thinned(
        &self,
        necessary: &[Change],
        mut others: Vec<Change>,
    ) -> Result<Option<Vec<Remedy>>, ProgramError> {
        let mut index = 0;
        while index < others.len() {
            let mut fewer = others.clone();
            fewer.remove(index);
            match self.suffices(&[necessary, &fewer].concat())? {
                Some(true) => others = fewer,
                Some(false) => index += 1,
                None => return Ok(None),
            }
        }
        Ok(Some(vec![Remedy { changes: [necessary, &others].concat() }]))
    }
}

fn combinations(candidates: &[Change], size: usize) -> Vec<Vec<Change>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in candidates.iter().enumerate() {
        for rest in combinations(&candidates[index + 1..], size - 1) {
            all.push([vec![first], rest].concat());
        }
    }
    all
}

/// The program and its levels with some changes made.
pub fn apply(program: &Program, isolation: Isolation, changes: &[Change]) -> (Program, Levels) {
    let mut program = program.clone();
    let mut levels = Levels::uniform(isolation);
    for change in changes {
        match *change {
            Change::Lock { transaction, cell } => lock(&mut program, transaction, cell),
            Change::Promote { transaction, cell } => promote(&mut program, transaction, cell),
            // InnoDB at SERIALIZABLE locks what a transaction reads.
            Change::Raise { transaction, .. } if isolation.model == Model::MYRR => {
                share_all(&mut program, transaction);
            }
            Change::Raise { transaction, model } => drop(levels.raised.insert(transaction, model)),
        }
    }
    let levels = levels.settled(program.transactions.len());
    (program, levels)
}

fn lock(program: &mut Program, transaction: usize, cell: Cell) {
    let statements = program.transactions[transaction].statements.iter_mut();
    for event in statements.flat_map(|statement| &mut statement.events) {
        if let Event::Read(read) = event
            && (read.cell.table, read.cell.key) == (cell.table, cell.key)
        {
            read.lock = Lock::Exclusive;
        }
    }
}

/// Lets a transaction keep others from writing what it reads.
fn share_all(program: &mut Program, transaction: usize) {
    let statements = program.transactions[transaction].statements.iter_mut();
    for event in statements.flat_map(|statement| &mut statement.events) {
        if let Event::Read(read) = event {
            read.lock = read.lock.max(Lock::Shared);
        }
    }
}

fn promote(program: &mut Program, transaction: usize, cell: Cell) {
    let sort = program.cell_sort(cell);
    let mut reads = 0;
    for statement in &mut program.transactions[transaction].statements {
        let mut events = Vec::new();
        for event in std::mem::take(&mut statement.events) {
            events.push(event);
            let Event::Read(read) = event else { continue };
            if read.cell == cell {
                let symbol = Symbol::Read { transaction, read: reads };
                let value = program.terms.symbol(symbol, sort);
                events.push(Event::Write(Write { cell, guard: read.guard, value }));
            }
            reads += 1;
        }
        statement.events = events;
    }
}

impl Change {
    /// What to do, for the reader.
    pub fn describe(&self, program: &Program) -> String {
        let name = |transaction: usize| &program.transactions[transaction].name;
        let place = |cell: Cell| {
            let table = &program.tables[cell.table];
            let column = &table.columns[cell.column].name;
            let row = if table.key.is_some() { "[..]" } else { "" };
            let dot = if column.is_empty() { "" } else { "." };
            format!("{}{row}{dot}{column}", table.name)
        };
        match *self {
            Change::Lock { transaction, cell } => {
                format!("lock `{}` when {} reads it", place(cell), name(transaction))
            }
            Change::Promote { transaction, cell } => {
                format!("let {} write `{}` back after reading it", name(transaction), place(cell))
            }
            Change::Raise { transaction, model } => {
                format!("run {} at {model} ({})", name(transaction), model.title())
            }
        }
    }
}

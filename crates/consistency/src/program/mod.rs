//! Programs: tables, transactions of guarded reads and writes, invariants.
//!
//! A [`Program`] is what a front end hands over: every path of a transaction
//! is merged into one sequence of statements whose reads and writes carry the
//! condition under which they happen.
//!
//! - A *guard* is the path condition of an access, over parameters and the
//!   results of earlier reads of the same transaction. A transaction that gives
//!   up writes nothing: its writes have the guard that it does not.
//! - A *statement* is what the database performs with one snapshot under
//!   statement-level isolation. `UPDATE t SET x = x + 1` is one statement with a
//!   locking read of `x` and a write; a `SELECT` whose result the program uses
//!   in a later `UPDATE` is a statement of its own.
//! - A record is a row with a column per field; whether it exists, and whether
//!   a field is null, are Boolean columns of their own.
//! - A transaction may use what an earlier one of its session has read: what
//!   the client was told. It is arbitrated after that one then.
//! - Keys are terms and may alias. An invariant about every row is one about
//!   the row of a shared parameter, for the parameter can have any value.
//! - Strings are atoms: only their equality is known.

mod build;
mod instances;
pub mod script;
mod validate;

pub use build::TransactionBuilder;
pub use instances::NotRepeatable;
pub use validate::ProgramError;

use crate::model::Axioms;
use crate::term::{Cell, Sort, Symbol, Term, Terms, Value};

/// Transactions over tables, and what must hold when they have run.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Owns every term below.
    pub terms: Terms,
    /// The tables; a plain variable is a table with one row and one column.
    pub tables: Vec<Table>,
    /// Symbolic parameters.
    pub params: Vec<Param>,
    /// What is taken for granted of parameters and initial values.
    pub assumptions: Vec<Term>,
    /// What is taken for granted of every row of a table.
    pub row_assumptions: Vec<RowAssumption>,
    /// The transactions, each executed once.
    pub transactions: Vec<Transaction>,
    /// Sequences of transactions that one client issues one after the other.
    pub sessions: Vec<Vec<usize>>,
    /// Transactions of one session that the client starts together: none of
    /// them precedes another, unless it uses its result.
    pub together: Vec<Vec<usize>>,
    /// A table of which some transaction reads all rows, those included that
    /// these transactions add: more of them would add others.
    pub scanned: Option<String>,
    /// What must hold.
    pub invariants: Vec<Invariant>,
    /// The same for databases that keep versions of rows: every row that is
    /// added is one of its own, also under a key that another one had.
    pub versions: Option<Box<Versions>>,
    /// Whether a transaction goes on after a statement that a constraint has
    /// made fail, after a savepoint.
    pub goes_on: bool,
    /// Whether rows that are deleted and added again could not be told apart.
    pub merges_rows: bool,
    /// What the clients send to their database, if they speak SQL; why that
    /// could not be said, if it could not.
    pub script: Option<Result<Box<script::Script>, String>>,
}

/// A program in which a row that is added again is another row.
#[derive(Clone, Debug)]
pub struct Versions {
    /// The program.
    pub program: Program,
    /// An INSERT with a conflict clause into a table of which rows are deleted:
    /// what it does is only known where every statement has a snapshot.
    pub conflict: Option<String>,
}

/// Rows of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The sort of its key; none for a table with one row.
    pub key: Option<Sort>,
    /// Its columns. Locks and write conflicts are per row, values per column.
    pub columns: Vec<Column>,
}

/// The name of the column that says whether a row is there.
pub const EXISTENCE: &str = "exists";

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name; empty for a plain variable.
    pub name: String,
    /// The sort of its values.
    pub sort: Sort,
    /// What it holds at the start.
    pub initial: Initial,
}

/// The contents of a column before any transaction ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Any values that satisfy the assumptions.
    Free,
    /// Known values.
    Fixed {
        /// What rows hold that are not listed.
        default: Value,
        /// Keys and what their rows hold.
        rows: Vec<(Value, Value)>,
    },
}

/// A symbolic parameter: the invariant must hold for each of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// The sort of its values.
    pub sort: Sort,
    /// The transaction whose argument it is; each further instance of that
    /// transaction has its own.
    pub owner: Option<usize>,
    /// Whether its value differs from all others that are fresh and from all
    /// keys at the start: a key that the database makes.
    pub fresh: bool,
}

/// An assumption about every row of a table.
#[derive(Clone, Copy, Debug)]
pub struct RowAssumption {
    /// The table.
    pub table: usize,
    /// The parameter that stands for the key in `holds`.
    pub key: usize,
    /// What holds of the initial values of that row.
    pub holds: Term,
}

/// A sequence of statements that commits.
#[derive(Clone, Debug, Default)]
pub struct Transaction {
    /// Its name.
    pub name: String,
    /// Its statements, in program order.
    pub statements: Vec<Statement>,
    /// When it is rolled back although it has written already: nobody else
    /// sees its writes then, while its own later reads have seen them.
    pub aborts: Option<Term>,
    /// Whether it may be answered from the past, whatever the level: an
    /// eventually consistent read of one item.
    pub stale: bool,
    /// Whether it is a request of code, which says itself how it reads.
    pub request: bool,
    /// The level that the code itself asks for, as settings of databases are
    /// named: `serializable`.
    pub level: Option<String>,
    /// Values it returns to its caller, which invariants can mention.
    pub returns: Vec<(String, Term)>,
}

/// Reads and writes that the database performs as one statement.
#[derive(Clone, Debug, Default)]
pub struct Statement {
    /// How the user wrote it.
    pub label: String,
    /// Where the user wrote it.
    pub span: Option<aplomb_report::Span>,
    /// Whether it goes on with the one before: InnoDB finds the rows that it
    /// locks one after the other, each as it is when the turn comes to it.
    pub continues: bool,
    /// Its reads and writes, in order.
    pub events: Vec<Event>,
}

/// One access.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A read; its result is the symbol `Read` with the number of reads before
    /// it in the transaction.
    Read(Read),
    /// A write.
    Write(Write),
}

/// A read of one cell.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// What is read.
    pub cell: Cell,
    /// When it happens.
    pub guard: Term,
    /// How it locks the row until the transaction ends.
    pub lock: Lock,
}

/// What a read keeps others from doing until its transaction ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lock {
    /// Nothing.
    #[default]
    No,
    /// From adding the row if it is missing, where the engine locks gaps;
    /// nothing elsewhere.
    Gap,
    /// Nothing: the check of a constraint asks what is current, whatever the
    /// transaction's snapshot shows.
    Current,
    /// Nothing: the same by a statement that fails if it finds something. What its snapshot
    /// shows, where each statement has its own, what follows sees too.
    Glance,
    /// Nothing by itself: an INSERT finds out whether its key is taken. It asks
    /// what is current, whatever the transaction's snapshot shows.
    Probe,
    /// From writing the row: `SELECT ... FOR SHARE`.
    Shared,
    /// From writing or locking the row: `SELECT ... FOR UPDATE`, and the read
    /// of an `UPDATE x = x + 1`.
    Exclusive,
}

impl Lock {
    /// What it comes to at a level.
    pub fn at(self, axioms: Axioms) -> Lock {
        match self {
            Lock::Gap if axioms.gap_locks => Lock::Shared,
            Lock::Gap => Lock::No,
            Lock::Probe if axioms.current_locking_reads => Lock::Exclusive,
            Lock::Glance if axioms.locked_rows_stay_current => Lock::No,
            Lock::Glance => Lock::Current,
            other => other,
        }
    }

    /// Whether a read with this lock returns what is current.
    pub fn is_current(self, axioms: Axioms) -> bool {
        let lock = self.at(axioms);
        matches!(lock, Lock::Current | Lock::Probe)
            || (lock != Lock::No && axioms.current_locking_reads)
    }

    /// Whether one who holds this lock makes one who wants the other wait.
    pub fn excludes(self, other: Lock) -> bool {
        let weaker = self.min(other);
        weaker >= Lock::Shared && self.max(other) == Lock::Exclusive
    }
}

/// A write of one cell.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    /// What is written.
    pub cell: Cell,
    /// When it happens.
    pub guard: Term,
    /// The new value.
    pub value: Term,
}

/// Something that must hold when the transactions have run.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// How the user wrote it.
    pub label: String,
    /// The condition, over final values, returned values, parameters and
    /// initial values.
    pub holds: Term,
}

impl Versions {
    /// Whether an invariant speaks of a transaction that has read something
    /// before it finds out whether a key is taken.
    pub fn tells_of_a_collision(&self) -> bool {
        let program = &self.program;
        let holds = program.invariants.iter().map(|it| it.holds);
        let mentioned = holds.map(|term| program.mentioned_transactions(term));
        mentioned.into_iter().flat_map(|set| set.iter().collect::<Vec<_>>()).any(|transaction| {
            let mut reads = program.transactions[transaction].reads();
            let first = reads.next().map(|(statement, _)| statement);
            reads.any(|(statement, read)| read.lock == Lock::Probe && Some(statement) != first)
        })
    }
}

impl Table {
    /// Whether the table is a plain variable.
    pub fn is_variable(&self) -> bool {
        self.key.is_none() && self.columns.len() == 1
    }
}

impl Transaction {
    /// Its events with the index of their statement.
    pub fn events(&self) -> impl Iterator<Item = (usize, &Event)> {
        let numbered = self.statements.iter().enumerate();
        numbered.flat_map(|(index, statement)| statement.events.iter().map(move |e| (index, e)))
    }

    /// Its reads with the index of their statement; the position in this
    /// sequence is the number in `Symbol::Read`.
    pub fn reads(&self) -> impl Iterator<Item = (usize, &Read)> {
        self.events().filter_map(|(statement, event)| match event {
            Event::Read(read) => Some((statement, read)),
            Event::Write(_) => None,
        })
    }

    /// Its writes with the index of their statement.
    pub fn writes(&self) -> impl Iterator<Item = (usize, &Write)> {
        self.events().filter_map(|(statement, event)| match event {
            Event::Write(write) => Some((statement, write)),
            Event::Read(_) => None,
        })
    }
}

impl Program {
    /// The sort of a cell.
    pub fn cell_sort(&self, cell: Cell) -> Sort {
        self.tables[cell.table].columns[cell.column].sort
    }

    /// A cell's value before any transaction ran.
    pub fn initial(&mut self, cell: Cell) -> Term {
        let sort = self.cell_sort(cell);
        self.terms.symbol(Symbol::Initial(cell), sort)
    }

    /// A cell's value after all transactions.
    pub fn final_value(&mut self, cell: Cell) -> Term {
        let sort = self.cell_sort(cell);
        self.terms.symbol(Symbol::Final(cell), sort)
    }

    /// A value that a transaction returns, for use in invariants.
    pub fn returned(&mut self, transaction: usize, name: &str) -> Option<Term> {
        let returns = &self.transactions[transaction].returns;
        let value = returns.iter().position(|(known, _)| known == name)?;
        let sort = self.terms.sort(returns[value].1);
        Some(self.terms.symbol(Symbol::Returned { transaction, value }, sort))
    }

    /// Whether a transaction has committed, for use in invariants over subsets.
    pub fn committed(&mut self, transaction: usize) -> Term {
        self.terms.symbol(Symbol::Committed(transaction), Sort::Bool)
    }

    /// How a cell is shown, given its key.
    pub fn cell_name(&self, table: usize, key: Option<&Value>, column: usize) -> String {
        let table = &self.tables[table];
        let mut name = table.name.clone();
        if let Some(key) = key {
            name.push_str(&format!("[{key}]"));
        }
        if !table.columns[column].name.is_empty() {
            name.push_str(&format!(".{}", table.columns[column].name));
        }
        name
    }

    /// The earlier transactions of its session whose reads a transaction uses.
    pub fn told_by(&self, transaction: usize) -> crate::execution::TransactionSet {
        let code = &self.transactions[transaction];
        let mut used: Vec<Term> = code.aborts.into_iter().collect();
        for (_, event) in code.events() {
            match event {
                Event::Read(read) => {
                    used.extend([Some(read.guard), read.cell.key].iter().flatten())
                }
                Event::Write(write) => {
                    used.extend(
                        [Some(write.guard), write.cell.key, Some(write.value)].iter().flatten(),
                    );
                }
            }
        }
        used.extend(code.returns.iter().map(|(_, value)| *value));
        let others = self.terms.symbols(used).into_iter().filter_map(|symbol| match symbol {
            Symbol::Read { transaction: other, .. } if other != transaction => Some(other),
            _ => None,
        });
        others.collect()
    }

    /// The transactions whose arguments or returned values a term mentions.
    pub fn mentioned_transactions(&self, term: Term) -> crate::execution::TransactionSet {
        let mention = |symbol: Symbol| match symbol {
            Symbol::Returned { transaction, .. } => Some(transaction),
            Symbol::Param(param) => self.params[param].owner,
            _ => None,
        };
        self.terms.symbols([term]).into_iter().filter_map(mention).collect()
    }

    /// That fresh values differ from each other and from the keys of all rows
    /// that are there at the start, and are positive.
    pub fn freshness(&self, terms: &mut Terms) -> Vec<Term> {
        let mut different = Vec::new();
        let fresh: Vec<usize> = (0..self.params.len()).filter(|&p| self.params[p].fresh).collect();
        for (position, &param) in fresh.iter().enumerate() {
            let sort = self.params[param].sort;
            let symbol = terms.symbol(Symbol::Param(param), sort);
            let columns = self.tables.iter().flat_map(|table| &table.columns);
            let keys = columns.flat_map(|column| match &column.initial {
                Initial::Fixed { rows, .. } => rows.iter().map(|(key, _)| key.clone()).collect(),
                Initial::Free => Vec::new(),
            });
            let keys: Vec<Value> = keys.filter(|key| key.sort() == sort).collect();
            let mut others: Vec<Term> = keys.into_iter().map(|key| terms.value(key)).collect();
            for &other in fresh[..position].iter().filter(|&&it| self.params[it].sort == sort) {
                others.push(terms.symbol(Symbol::Param(other), sort));
            }
            for other in others {
                let same = terms.eq(symbol, other);
                different.push(terms.not(same));
            }
            // The keys that databases make count from one.
            if sort == Sort::Int {
                let one = terms.int(1);
                different.push(terms.le(one, symbol));
            }
        }
        different
    }

    /// For each transaction, those that precede it in its session.
    pub fn session_predecessors(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.transactions.len()];
        for session in &self.sessions {
            for (position, &transaction) in session.iter().enumerate() {
                let overlap = |other: usize| {
                    let both = |group: &&Vec<usize>| {
                        group.contains(&transaction) && group.contains(&other)
                    };
                    self.together.iter().find(both).is_some()
                };
                let earlier = session[..position].iter().copied();
                before[transaction].extend(earlier.filter(|&other| !overlap(other)));
            }
        }
        before
    }
}

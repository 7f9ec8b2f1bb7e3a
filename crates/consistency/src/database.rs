//! What databases call their isolation levels, and which model each one is.
//!
//! The table is data, in `settings`: a row per product and setting, with its
//! sources. Models speak of committed transactions only; reading uncommitted data is not
//! covered.

mod settings;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::time::Instant;

use aplomb_report::Cause;

use crate::assumptions::TEXTS;
use crate::check::{Options, Verdict, check};
use crate::model::{Isolation, Model};
use crate::program::{EXISTENCE, Event, Lock, Program, ProgramError, Transaction};

use crate::summary::texts::{self, depends_on_collation};
use crate::term::Sort;
use settings::DATABASES;

/// A setting of a product.
#[derive(Clone, Copy, Debug)]
pub struct Database {
    /// The name on the command line, `product:setting`.
    pub name: &'static str,
    /// What it is called in the product's documentation.
    pub title: &'static str,
    /// The model it implements.
    pub isolation: Isolation,
    /// What to know about it.
    pub note: &'static str,
    /// Where this is documented or was observed.
    pub sources: &'static [&'static str],
    /// What the setting is said to promise only of some programs.
    pub scope: Scope,
}

/// A program as a database runs it, and what came of the check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program that violations are about.
    pub program: Program,
    /// The verdict.
    pub verdict: Verdict,
}

/// The programs of which a setting promises what its model says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Everything,
    /// Those in which every transaction is one request of the database, to
    /// single items or as a transaction of its interface. Where `stale` is
    /// set, a transaction of a model that only reads may be answered from the
    /// past; code says so with every request.
    Requests {
        /// Whether plain reads are eventually consistent.
        stale: bool,
        /// Whether a request can deal with several items at one moment.
        several: bool,
    },
    /// Those in which rows neither come nor go: rows are locked, gaps between
    /// them are not.
    LastingRows,
    /// Those whose plain reads are of one row each: a read of several rows is
    /// not one moment.
    SingleRows,
    /// Those in which no two transactions change or lock different columns of a
    /// table: conflicts are looked for column by column, so they would not meet.
    SameColumns,
}

impl Database {
    /// All settings.
    pub fn all() -> &'static [Database] {
        &DATABASES
    }

    /// Checks a program as the database runs it.
    pub fn check(&self, program: &Program, options: &Options) -> Result<Checked, ProgramError> {
        if let Some(reason) = self.not_known(program) {
            let verdict = Verdict::Unknown { cause: Cause::NotSupported, reason };
            return Ok(Checked { program: program.clone(), verdict });
        }
        if let Some((weakest, reason)) = self.mixed(program) {
            // What the weakest of them permits includes what all of them permit together.
            let mut checked = weakest.check_alone(program, options)?;
            if !checked.verdict.holds() {
                checked.verdict = Verdict::Unknown { cause: Cause::NotSupported, reason };
            }
            return Ok(checked);
        }
        self.check_alone(program, options)
    }

    /// Checks a program all of whose transactions run at this setting.
    fn check_alone(&self, program: &Program, options: &Options) -> Result<Checked, ProgramError> {
        let adapted = match self.as_run(program) {
            Ok(adapted) => adapted,
            Err(reason) => {
                let verdict = Verdict::Unknown { cause: Cause::NotSupported, reason };
                return Ok(Checked { program: program.clone(), verdict });
            }
        };
        let deadline = Instant::now() + options.timeout;
        let mut verdict = check(&adapted, self.isolation, options)?;
        if verdict.holds()
            && let Some(reason) = self.not_serialized(program)
        {
            // Its SERIALIZABLE does nothing that its REPEATABLE READ does not do.
            let weaker: Database = "postgres:repeatable-read".parse().expect("a known setting");
            if !weaker.check(program, &options.until(deadline))?.verdict.holds() {
                verdict = Verdict::Unknown { cause: Cause::NotSupported, reason };
            }
        }
        if verdict.holds()
            && let Some(reason) = self.does_not_meet(&adapted)
        {
            verdict = Verdict::Unknown { cause: Cause::NotSupported, reason };
        }
        if verdict.violation().is_some()
            && let Some(locking) = self.with_locks()
            && check(&adapted, locking, &options.until(deadline))?.holds()
        {
            let reason = format!(
                "the invariants hold if a lock keeps others from its row, and do not otherwise: \
                 what locks promise at {} is not known",
                self.name
            );
            verdict = Verdict::Unknown { cause: Cause::NotSupported, reason };
        }
        Ok(Checked { program: adapted, verdict })
    }

    /// The level with row locks, where it is not known whether it has them: on one
    /// server, where its documentation was not found to say what they do.
    fn with_locks(&self) -> Option<Isolation> {
        let Isolation { model, session, row_locks, .. } = self.isolation;
        let weak = matches!(model, Model::PGRC | Model::SI);
        let unclear = weak && session.strong_session && !row_locks;
        unclear.then_some(Isolation { row_locks: true, ..self.isolation })
    }

    /// Why a proof that counts on conflicts between rows is none here.
    fn does_not_meet(&self, program: &Program) -> Option<String> {
        if self.scope != Scope::SameColumns {
            return None;
        }
        let transactions = program.transactions.iter();
        let touched: Vec<_> = transactions.map(|it| touched_columns(program, it)).collect();
        for (index, some) in touched.iter().enumerate() {
            for (other, others) in touched.iter().enumerate().skip(index + 1) {
                let pairs = some.iter().flat_map(|one| others.iter().map(move |two| (one, two)));
                let apart = pairs.into_iter().find(|(one, two)| one.misses(two));
                if let Some((touched, by_other)) = apart {
                    let [one, two] = [index, other].map(|it| &program.transactions[it].name);
                    let verb = match touched.changes && by_other.changes {
                        true => "change",
                        false => "change or lock",
                    };
                    return Some(format!(
                        "`{one}` and `{two}` {verb} different columns of `{}`: {} looks for \
                         conflicts column by column, which is not supported",
                        program.tables[touched.table].name, self.name
                    ));
                }
            }
        }
        None
    }

    /// What PostgreSQL does not serialize: whether a key is taken is no read
    /// for it.
    fn not_serialized(&self, program: &Program) -> Option<String> {
        if self.name != "postgres:serializable" {
            return None;
        }
        let versions = program.versions.as_deref();
        let told = versions.is_some_and(|it| it.conflict.is_some() || it.tells_of_a_collision());
        let what = match (told, program.goes_on) {
            (false, false) => return None,
            (true, _) => "what a transaction learns from an INSERT need not fit what it has read",
            (false, true) => "a transaction goes on after an error about a row that it cannot see",
        };
        Some(format!("whether a key is taken is no read for PostgreSQL's SERIALIZABLE: {what}"))
    }

    /// The program as the database runs it; why the setting does not promise
    /// what its model says of it, if that is so.
    pub fn adapt(&self, program: &Program) -> Result<Program, String> {
        let mixed = self.mixed(program).map(|(_, reason)| reason);
        let asked = self.not_known(program).or(mixed);
        if let Some(reason) = asked.or_else(|| self.not_serialized(program)) {
            return Err(reason);
        }
        let adapted = self.as_run(program)?;
        match self.does_not_meet(&adapted) {
            Some(reason) => Err(reason),
            None => Ok(adapted),
        }
    }

    /// The same, but for what is not serialized.
    fn as_run(&self, program: &Program) -> Result<Program, String> {
        let mut program = program.clone();
        if program.merges_rows && self.keeps_versions() {
            return Err(format!(
                "rows are deleted and added again under keys that are not known: {} tells such \
                 rows apart, which is not supported here",
                self.name
            ));
        }
        if let Some(versions) = program.versions.take()
            && self.keeps_versions()
        {
            match &versions.conflict {
                Some(table) if self.isolation.model != Model::PGRC => {
                    return Err(format!(
                        "rows of `{table}` are deleted, and added with ON CONFLICT: what that \
                         does at {} beside a DELETE is not supported",
                        self.name
                    ));
                }
                _ => program = versions.program,
            }
        }
        match self.scope {
            Scope::Everything | Scope::SameColumns => {}
            Scope::Requests { stale, several } => {
                for transaction in &mut program.transactions {
                    if transaction.statements.len() > 1 {
                        return Err(format!(
                            "`{}` makes several requests: at {} each stands for itself, and \
                             nothing is promised of them together; write each as a \
                             transaction of its own",
                            transaction.name, self.name
                        ));
                    }
                    if !several && !transaction.request && deals_with_several(transaction) {
                        return Err(format!(
                            "`{}` deals with several items: at {} nothing is promised of them \
                             together",
                            transaction.name, self.name
                        ));
                    }
                    let reads = transaction.writes().next().is_none();
                    transaction.stale |= stale && reads && !transaction.request;
                }
            }
            Scope::LastingRows => {
                let reads = program.transactions.iter().flat_map(|it| it.reads());
                let changes = |(_, read): (usize, &crate::program::Read)| {
                    program.tables[read.cell.table].columns[read.cell.column].name == EXISTENCE
                };
                if reads.into_iter().any(changes) {
                    return Err(format!(
                        "rows come or go, and {} keeps nobody from adding a row that was looked \
                         for: it protects only rows that are there",
                        self.name
                    ));
                }
            }
            Scope::SingleRows => {
                for statement in program.transactions.iter().flat_map(|it| &it.statements) {
                    let plain = statement.events.iter().filter_map(|event| match event {
                        Event::Read(read) if read.lock == Lock::No => {
                            Some((read.cell.table, read.cell.key))
                        }
                        _ => None,
                    });
                    if plain.collect::<BTreeSet<_>>().len() > 1 {
                        return Err(format!(
                            "`{}` reads several rows, which {} does not read at one moment",
                            statement.label, self.name
                        ));
                    }
                }
            }
        }
        Ok(program)
    }

    /// The settings of a product.
    pub fn of_product(product: &str) -> impl Iterator<Item = &'static Database> {
        DATABASES.iter().filter(move |it| it.name.split(':').next() == Some(product))
    }

    /// Whether a product is set so unless somebody changes it.
    pub fn is_default(&self) -> bool {
        self.title.contains("(default)")
    }

    /// The level as the product writes it: `READ COMMITTED`.
    pub fn level(&self) -> String {
        let setting = self.name.split(':').next_back().unwrap_or_default();
        setting.replace('-', " ").to_uppercase()
    }

    /// The setting that counts for a program: the one that its code asks for in
    /// every transaction, or this one.
    pub fn asked_by(&self, program: &Program) -> Database {
        let mut asked = asking(program).map(|it| it.level.as_deref());
        let first = asked.next().flatten();
        let Some(level) = first.filter(|_| asked.all(|other| other == first)) else {
            return *self;
        };
        self.setting(level).unwrap_or(*self)
    }

    /// Why a level that code asks for is not one of those that are known of this product.
    fn not_known(&self, program: &Program) -> Option<String> {
        let asked = asking(program).filter_map(|it| Some((it, it.level.as_deref()?)));
        let unsupported = asked.into_iter().find(|it| self.setting(it.1).is_none());
        if let Some((transaction, level)) = unsupported {
            let (name, level) = (&transaction.name, level.replace('-', " ").to_uppercase());
            return Some(format!("`{name}` asks for {level}, which is not supported here"));
        }
        // Keys that it takes for the same are one row.
        let keyed = program.tables.iter().any(|table| table.key == Some(Sort::Atom));
        let (one, other) = texts::alike(program).filter(|_| keyed && self.folds_texts())?;
        Some(depends_on_collation(&one, &other))
    }

    /// Whether texts that differ may be the same there, as its collation has it.
    fn folds_texts(&self) -> bool {
        ["mysql:", "mariadb:"].iter().any(|product| self.name.starts_with(product))
    }

    /// What an answer about a program that is no SQL takes for granted there, beside what it
    /// does elsewhere.
    pub fn assumption(&self, program: &Program) -> Option<&'static str> {
        let texts = self.folds_texts() && texts::compares_any(program);
        texts.then_some(TEXTS.sentence)
    }

    /// The setting of this product that code asks for.
    fn setting(&self, level: &str) -> Option<Database> {
        let product = self.name.split(':').next().unwrap_or_default();
        // PostgreSQL has no weaker level than this.
        let level = match (product, level) {
            ("postgres", "read-uncommitted") => "read-committed",
            (_, level) => level,
        };
        format!("{product}:{level}").parse().ok()
    }

    /// Where code asks for different levels: the weakest of them, and why a program that
    /// breaks there is not decided. Who asks for nothing runs at this one.
    fn mixed(&self, program: &Program) -> Option<(Database, String)> {
        let asked = |it: &Transaction| it.level.as_deref().and_then(|it| self.setting(it));
        let level = |it: &Transaction| asked(it).unwrap_or(*self);
        let mut transactions = asking(program);
        let first = transactions.next()?;
        let other = transactions.find(|it| level(it).name != level(first).name)?;
        let levels = asking(program).map(level);
        let weakest = levels.reduce(|some, other| {
            match some.isolation.model.at_least(other.isolation.model) {
                true => other,
                false => some,
            }
        })?;
        let reason = format!(
            "`{}` runs at {} and `{}` at {}: transactions at different levels are not supported",
            first.name,
            level(first).level(),
            other.name,
            level(other).level()
        );
        Some((weakest, reason))
    }

    /// Whether a row that is deleted and added again is another row there.
    fn keeps_versions(&self) -> bool {
        self.name.starts_with("postgres:") && self.isolation.row_locks
    }

    /// Whether writing an unchanged value forces a write conflict there.
    pub fn promotes_by_identity_update(&self) -> bool {
        self.isolation.identity_updates && self.isolation.model.axioms().no_conflict
    }
}

/// Columns of a table that a statement changes or locks in rows that are there.
struct Touched {
    table: usize,
    columns: BTreeSet<usize>,
    /// Whether it changes them; it locks them otherwise.
    changes: bool,
}

impl Touched {
    /// Whether the two are to meet in a row, and have no column in common.
    fn misses(&self, other: &Touched) -> bool {
        self.table == other.table
            && (self.changes || other.changes)
            && self.columns.is_disjoint(&other.columns)
    }
}

/// The columns that each statement of a transaction changes, and those that it only
/// locks; who adds or takes away a row meets everybody.
fn touched_columns(program: &Program, transaction: &Transaction) -> Vec<Touched> {
    let existence =
        |table: usize, column: usize| program.tables[table].columns[column].name == EXISTENCE;
    let mut touched: Vec<Touched> = Vec::new();
    for statement in &transaction.statements {
        let mut changed: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut locked: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for event in &statement.events {
            match event {
                Event::Write(write) => {
                    changed.entry(write.cell.table).or_default().insert(write.cell.column);
                }
                Event::Read(read) if read.lock >= Lock::Shared => {
                    let columns = locked.entry(read.cell.table).or_default();
                    if !existence(read.cell.table, read.cell.column) {
                        columns.insert(read.cell.column);
                    }
                }
                Event::Read(_) => {}
            }
        }
        // An UPDATE locks what it reads to change it.
        locked.retain(|table, _| !changed.contains_key(table));
        changed.retain(|&table, columns| !columns.iter().any(|&it| existence(table, it)));
        let of = |tables: BTreeMap<usize, BTreeSet<usize>>, changes: bool| {
            tables.into_iter().map(move |(table, columns)| Touched { table, columns, changes })
        };
        touched.extend(of(changed, true).chain(of(locked, false)));
    }
    touched
}

/// The transactions whose level matters: those that do something.
fn asking(program: &Program) -> impl Iterator<Item = &Transaction> {
    program.transactions.iter().filter(|it| !it.statements.is_empty())
}

/// Whether a transaction names more than one item.
fn deals_with_several(transaction: &Transaction) -> bool {
    let items = transaction.events().map(|(_, event)| match event {
        Event::Read(read) => (read.cell.table, read.cell.key),
        Event::Write(write) => (write.cell.table, write.cell.key),
    });
    items.collect::<BTreeSet<_>>().len() > 1
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A name that is not one of a database setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no known database setting; {}", alternatives(name))]
pub struct UnknownDatabase {
    /// The name.
    pub name: String,
}

fn alternatives(name: &str) -> String {
    let product = name.split(':').next().unwrap_or_default();
    let same = |database: &&Database| database.name.split(':').next() == Some(product);
    let settings: Vec<&str> = DATABASES.iter().filter(same).map(|d| d.name).collect();
    if settings.is_empty() {
        let mut products: Vec<&str> =
            DATABASES.iter().filter_map(|d| d.name.split(':').next()).collect();
        products.dedup();
        return format!("the products are {}", products.join(", "));
    }
    format!("those of {product} are {}", settings.join(", "))
}

impl FromStr for Database {
    type Err = UnknownDatabase;

    fn from_str(name: &str) -> Result<Database, UnknownDatabase> {
        let wanted = name.trim().to_ascii_lowercase();
        let found = DATABASES.iter().find(|database| database.name == wanted);
        found.copied().ok_or(UnknownDatabase { name: name.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_sourced() {
        for (index, database) in DATABASES.iter().enumerate() {
            assert!(DATABASES[..index].iter().all(|other| other.name != database.name));
            assert!(!database.sources.is_empty(), "{database}");
            assert_eq!(database.name.parse::<Database>().unwrap().name, database.name);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = "postgres:snapshot".parse::<Database>().unwrap_err().to_string();
        assert!(error.contains("postgres:repeatable-read"), "{error}");
        let error = "db2:rr".parse::<Database>().unwrap_err().to_string();
        assert!(error.contains("postgres, "), "{error}");
    }

    #[test]
    fn identity_updates_promote_in_postgres_but_not_in_innodb() {
        let promotes = |name: &str| name.parse::<Database>().unwrap().promotes_by_identity_update();
        assert!(promotes("postgres:repeatable-read"));
        assert!(!promotes("mariadb:snapshot-isolation"));
        assert!(!promotes("mysql:repeatable-read"));
    }
}

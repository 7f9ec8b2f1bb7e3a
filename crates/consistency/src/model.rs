//! Isolation models: each is a set of axioms over who sees whom.
//!
//! An execution has a total order on transactions, the *arbitration* `ar`
//! (whose write wins), and for every read the set of transactions it *sees*.
//! A model says how large one view is ([`Granularity`]) and what views must
//! satisfy ([`Axioms`]). `vis(i, j)` below means that `j` sees `i`.

use std::fmt;
use std::str::FromStr;

/// An isolation model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Model {
    /// Serializability.
    SER,
    /// Snapshot isolation.
    SI,
    /// Parallel snapshot isolation.
    PSI,
    /// Update serializability (Adya's PL-3U).
    US,
    /// Prefix consistency.
    PC,
    /// Causal consistency with atomic visibility.
    CC,
    /// Update atomic.
    UA,
    /// Read atomic.
    RA,
    /// Read Committed as PostgreSQL and InnoDB implement it: every statement
    /// has its own snapshot.
    PGRC,
    /// Repeatable Read as InnoDB implements it: one snapshot for plain reads,
    /// the current state for locking reads and updates.
    MYRR,
    /// Monotonic atomic view.
    MAV,
    /// Read committed (Adya's PL-2).
    RC,
    /// Eventual consistency of single operations.
    EC,
}

/// What shares one view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Granularity {
    /// Every read and write stands for itself; nothing is atomic.
    Operation,
    /// Every read of a transaction has its own view.
    Read,
    /// Every statement of a transaction has its own view.
    Statement,
    /// A transaction has one view.
    Transaction,
}

/// How views are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Closure {
    /// Not at all.
    Nothing,
    /// `vis(i,j) ∧ vis(j,k) ⇒ vis(i,k)`.
    Transitive,
    /// `ar(i,j) ∧ vis(j,k) ⇒ vis(i,k)`.
    Prefix,
}

/// Which transactions see all that precede them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Serial {
    /// None need to.
    Nobody,
    /// Those that write see those that write; a reader's view is closed under
    /// conflicts: `ar(i,j) ∧ conflict(i,j) ∧ vis(j,k) ⇒ vis(i,k)`.
    Updates,
    /// All of them: `ar(i,j) ⇒ vis(i,j)`.
    Everybody,
}

/// What a model demands of views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Axioms {
    /// What shares one view.
    pub granularity: Granularity,
    /// How views are closed.
    pub closure: Closure,
    /// Whether two writers of one row must be ordered by visibility.
    pub no_conflict: bool,
    /// Which transactions see all that precede them.
    pub serial: Serial,
    /// Whether later views of a transaction contain the earlier ones.
    pub growing: bool,
    /// Whether locking reads return the latest committed value.
    pub current_locking_reads: bool,
    /// Whether statements after one that locks a row see all earlier writers
    /// of that row.
    pub locked_rows_stay_current: bool,
    /// Whether a locking read of a missing row keeps others from adding it.
    pub gap_locks: bool,
    /// Whether a plain read knows rows only: one that its transaction has changed is as it is
    /// now in all of its columns, any other one as the snapshot has it, also in a column to which
    /// the transaction has written what was there.
    pub own_rows: bool,
}

impl Axioms {
    /// Whether the first plain read takes the snapshot, after what a transaction
    /// has locked before: InnoDB does so.
    pub fn snapshot_after_locks(self) -> bool {
        self.current_locking_reads || self.gap_locks
    }
}

impl Model {
    /// All models, strong ones first.
    pub const ALL: [Model; 13] = [
        Model::SER,
        Model::SI,
        Model::PSI,
        Model::US,
        Model::PC,
        Model::CC,
        Model::UA,
        Model::RA,
        Model::PGRC,
        Model::MYRR,
        Model::MAV,
        Model::RC,
        Model::EC,
    ];

    /// Pairs of a model and one that is directly weaker: every execution of
    /// the first is one of the second.
    pub const WEAKER: [(Model, Model); 17] = [
        (Model::SER, Model::SI),
        (Model::SER, Model::US),
        (Model::SER, Model::PGRC),
        (Model::SER, Model::MYRR),
        (Model::SI, Model::PSI),
        (Model::SI, Model::PC),
        (Model::US, Model::PSI),
        (Model::PSI, Model::CC),
        (Model::PSI, Model::UA),
        (Model::PC, Model::CC),
        (Model::CC, Model::RA),
        (Model::UA, Model::RA),
        (Model::RA, Model::MAV),
        (Model::PGRC, Model::MAV),
        (Model::MAV, Model::RC),
        (Model::RC, Model::EC),
        (Model::MYRR, Model::RC),
    ];

    /// What the model demands.
    pub fn axioms(self) -> Axioms {
        let atomic = Axioms {
            granularity: Granularity::Transaction,
            closure: Closure::Nothing,
            no_conflict: false,
            serial: Serial::Nobody,
            growing: false,
            current_locking_reads: false,
            locked_rows_stay_current: false,
            gap_locks: false,
            own_rows: false,
        };
        match self {
            Model::RA => atomic,
            Model::UA => Axioms { no_conflict: true, ..atomic },
            Model::CC => Axioms { closure: Closure::Transitive, ..atomic },
            Model::PSI => Axioms { no_conflict: true, ..Model::CC.axioms() },
            Model::PC => Axioms { closure: Closure::Prefix, ..atomic },
            Model::SI => Axioms { no_conflict: true, ..Model::PC.axioms() },
            Model::US => Axioms { serial: Serial::Updates, ..atomic },
            Model::SER => Axioms { serial: Serial::Everybody, ..atomic },
            Model::RC => Axioms { granularity: Granularity::Read, ..atomic },
            Model::MAV => Axioms { growing: true, ..Model::RC.axioms() },
            Model::PGRC => Axioms {
                granularity: Granularity::Statement,
                growing: true,
                current_locking_reads: true,
                locked_rows_stay_current: true,
                ..Model::PC.axioms()
            },
            Model::MYRR => Axioms {
                current_locking_reads: true,
                gap_locks: true,
                own_rows: true,
                ..Model::PC.axioms()
            },
            Model::EC => Axioms { granularity: Granularity::Operation, ..atomic },
        }
    }

    /// Whether every execution of `self` is one of `other`.
    pub fn at_least(self, other: Model) -> bool {
        self == other
            || Model::WEAKER.iter().any(|&(strong, weak)| strong == self && weak.at_least(other))
    }

    /// The name in full.
    pub fn title(self) -> &'static str {
        match self {
            Model::SER => "serializability",
            Model::SI => "snapshot isolation",
            Model::PSI => "parallel snapshot isolation",
            Model::US => "update serializability",
            Model::PC => "prefix consistency",
            Model::CC => "causal consistency",
            Model::UA => "update atomic",
            Model::RA => "read atomic",
            Model::PGRC => "statement-level read committed",
            Model::MYRR => "InnoDB repeatable read",
            Model::MAV => "monotonic atomic view",
            Model::RC => "read committed",
            Model::EC => "eventual consistency",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A name that is not one of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no isolation model; the models are SER, SI, PSI, US, PC, CC, UA, RA, PGRC, MYRR, MAV, RC, EC"
)]
pub struct UnknownModel(pub String);

impl FromStr for Model {
    type Err = UnknownModel;

    fn from_str(name: &str) -> Result<Model, UnknownModel> {
        let same = |model: &Model| model.to_string().eq_ignore_ascii_case(name.trim());
        Model::ALL.into_iter().find(same).ok_or_else(|| UnknownModel(name.into()))
    }
}

/// What a client's session is promised on top of a model; `so(a, b)` means
/// that the session issues `a` before `b`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SessionGuarantees {
    /// `so(a,b)` and `a` writes ⇒ `b` sees `a`.
    pub read_your_writes: bool,
    /// `so(a,b)` and `a` sees `c` ⇒ `b` sees `c`.
    pub monotonic_reads: bool,
    /// `so(a,b)`, both write ⇒ `ar(a,b)`, and who sees `b` sees `a`.
    pub monotonic_writes: bool,
    /// `so(a,b)`, `a` sees `c`, `b` writes ⇒ `ar(c,b)`, and who sees `b` sees `c`.
    ///
    /// This is the guarantee of Terry et al., *Session Guarantees for Weakly
    /// Consistent Replicated Data* (PDIS 1994), in both of its halves: the order
    /// of the writes (WFRO), and that they are propagated together (WFRP). What
    /// a session has read is everything that its transaction saw.
    pub writes_follow_reads: bool,
    /// `so(a,b)` ⇒ `b` sees `a`. It contains the four others only where who sees
    /// a transaction sees what that one saw, as at causal consistency and above;
    /// at RA and UA it promises nothing about what others read.
    pub strong_session: bool,
}

impl SessionGuarantees {
    /// Only the session order itself is respected: strong session.
    pub const STRONG: SessionGuarantees = SessionGuarantees {
        read_your_writes: false,
        monotonic_reads: false,
        monotonic_writes: false,
        writes_follow_reads: false,
        strong_session: true,
    };

    /// Whether nothing is promised.
    pub fn is_empty(self) -> bool {
        self == SessionGuarantees::default()
    }
}

/// A name that is not one of a session guarantee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no session guarantee; they are RYW, MR, MW, WFR and S (strong session)")]
pub struct UnknownGuarantee(pub String);

/// Names separated by commas: `RYW,MR`.
impl FromStr for SessionGuarantees {
    type Err = UnknownGuarantee;

    fn from_str(names: &str) -> Result<SessionGuarantees, UnknownGuarantee> {
        let mut guarantees = SessionGuarantees::default();
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match name.to_ascii_uppercase().as_str() {
                "RYW" => guarantees.read_your_writes = true,
                "MR" => guarantees.monotonic_reads = true,
                "MW" => guarantees.monotonic_writes = true,
                "WFR" => guarantees.writes_follow_reads = true,
                "S" => guarantees.strong_session = true,
                _ => return Err(UnknownGuarantee(name.into())),
            }
        }
        Ok(guarantees)
    }
}

/// A model with what a particular database promises around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isolation {
    /// The model.
    pub model: Model,
    /// What sessions are promised.
    pub session: SessionGuarantees,
    /// Whether locks order transactions as they do in a database with row
    /// locks: who locks a row waits for everybody who locked it before, so a
    /// view taken afterwards contains them; and at snapshot isolation a locking
    /// read of a row that changed after the snapshot aborts.
    pub row_locks: bool,
    /// Whether statements that look for rows to lock or change also lock the
    /// gaps between them, although the model does not say so.
    pub gap_locks: bool,
    /// Whether writing the value that is already there counts as a write for
    /// conflict detection.
    pub identity_updates: bool,
}

impl From<Model> for Isolation {
    fn from(model: Model) -> Isolation {
        Isolation {
            model,
            session: SessionGuarantees::default(),
            row_locks: false,
            gap_locks: false,
            identity_updates: true,
        }
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.model)?;
        let session = self.session;
        let additions = [
            (session.read_your_writes, "RYW"),
            (session.monotonic_reads, "MR"),
            (session.monotonic_writes, "MW"),
            (session.writes_follow_reads, "WFR"),
            (session.strong_session, "S"),
            (self.row_locks, "row locks"),
            (self.gap_locks, "gap locks"),
            (!self.identity_updates, "identity updates are not writes"),
        ];
        for (_, name) in additions.iter().filter(|addition| addition.0) {
            write!(f, " + {name}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for model in Model::ALL {
            assert_eq!(model.to_string().to_lowercase().parse(), Ok(model));
        }
        assert!("RR".parse::<Model>().unwrap_err().to_string().contains("PGRC"));
        let promised: SessionGuarantees = "ryw, MR".parse().unwrap();
        assert!(promised.read_your_writes && promised.monotonic_reads && !promised.strong_session);
        assert!("RYW,XX".parse::<SessionGuarantees>().is_err());
    }

    #[test]
    fn the_lattice_has_one_top_and_one_bottom() {
        for model in Model::ALL {
            assert!(Model::SER.at_least(model) && model.at_least(Model::EC), "{model}");
        }
        assert!(!Model::SI.at_least(Model::US) && !Model::US.at_least(Model::SI));
        assert!(!Model::MYRR.at_least(Model::MAV));
    }
}

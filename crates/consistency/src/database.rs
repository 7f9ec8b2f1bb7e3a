//! What databases call their isolation levels, and which model each one is.
//!
//! The table is data: a row per product and setting, with its sources. Models
//! speak of committed transactions only; reading uncommitted data is not
//! covered.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::check::{Options, Verdict, check};
use crate::model::{Isolation, Model, SessionGuarantees};
use crate::program::{EXISTENCE, Event, Lock, Program, ProgramError};

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
    },
    /// Those in which rows neither come nor go: rows are locked, gaps between
    /// them are not.
    LastingRows,
    /// Those whose plain reads are of one row each: a read of several rows is
    /// not one moment.
    SingleRows,
}

impl Database {
    /// All settings.
    pub fn all() -> &'static [Database] {
        &DATABASES
    }

    /// Checks a program as the database runs it.
    pub fn check(&self, program: &Program, options: &Options) -> Result<Checked, ProgramError> {
        let adapted = match self.as_run(program) {
            Ok(adapted) => adapted,
            Err(reason) => {
                let verdict = Verdict::Unknown { reason };
                return Ok(Checked { program: program.clone(), verdict });
            }
        };
        let mut verdict = check(&adapted, self.isolation, options)?;
        if verdict.holds()
            && let Some(reason) = self.not_serialized(program)
        {
            // Its SERIALIZABLE does nothing that its REPEATABLE READ does not do.
            let weaker: Database = "postgres:repeatable-read".parse().expect("a known setting");
            if !weaker.check(program, options)?.verdict.holds() {
                verdict = Verdict::Unknown { reason };
            }
        }
        Ok(Checked { program: adapted, verdict })
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
        match self.not_serialized(program) {
            Some(reason) => Err(reason),
            None => self.as_run(program),
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
            Scope::Everything => {}
            Scope::Requests { stale } => {
                for transaction in &mut program.transactions {
                    if transaction.statements.len() > 1 {
                        return Err(format!(
                            "`{}` makes several requests: at {} each stands for itself, and \
                             nothing is promised of them together; write each as a \
                             transaction of its own",
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
        let mut asked = program.transactions.iter().map(|it| it.level.as_deref());
        let first = asked.next().flatten();
        let Some(level) = first.filter(|_| asked.all(|other| other == first)) else {
            return *self;
        };
        let product = self.name.split(':').next().unwrap_or_default();
        format!("{product}:{level}").parse().unwrap_or(*self)
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

const NO_SESSION: SessionGuarantees = SessionGuarantees {
    read_your_writes: false,
    monotonic_reads: false,
    monotonic_writes: false,
    writes_follow_reads: false,
    strong_session: false,
};

const fn plain(model: Model) -> Isolation {
    Isolation {
        model,
        session: NO_SESSION,
        row_locks: false,
        gap_locks: false,
        identity_updates: true,
    }
}

/// A single node with row locks; a connection sees its own commits.
const fn locking(model: Model) -> Isolation {
    Isolation { session: SessionGuarantees::STRONG, row_locks: true, ..plain(model) }
}

/// What a client's connection did is seen by what it does next, whatever else
/// is promised: one server, or one that behaves as if it were.
const fn served(model: Model) -> Isolation {
    Isolation { session: SessionGuarantees::STRONG, ..plain(model) }
}

const fn promised(model: Model, session: SessionGuarantees) -> Isolation {
    Isolation { session, ..plain(model) }
}

const HERMITAGE: &str = "https://github.com/ept/hermitage";
const POSTGRES_DOCS: &str = "https://www.postgresql.org/docs/current/transaction-iso.html";
const JEPSEN_POSTGRES: &str = "http://jepsen.io/analyses/postgresql-12.3";
const JEPSEN_MYSQL: &str = "https://jepsen.io/analyses/mysql-8.0.34";
const INNODB_READS: &str = "https://dev.mysql.com/doc/en/innodb-consistent-read.html";
const DYNAMODB: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html";
const DYNAMODB_READS: &str = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html";
const ORACLE: &str = "https://docs.oracle.com/en/database/oracle/oracle-database/21/cncpt/data-concurrency-and-consistency.html";
const SQL_SERVER: &str = "https://learn.microsoft.com/en-us/sql/t-sql/statements/set-transaction-isolation-level-transact-sql";
const YUGABYTE: &str = "https://docs.yugabyte.com/stable/explore/transactions/isolation-levels/";
const SPANNER_LEVELS: &str = "https://cloud.google.com/spanner/docs/isolation-levels";
const COSMOS_LEVELS: &str = "https://learn.microsoft.com/en-us/azure/cosmos-db/consistency-levels";
const COSMOS: &str =
    "https://learn.microsoft.com/dotnet/api/microsoft.azure.cosmos.consistencylevel";
const MONGO_CAUSAL: &str =
    "https://www.mongodb.com/docs/manual/core/causal-consistency-read-write-concerns.md";
const JEPSEN_MONGO: &str = "http://jepsen.io/analyses/mongodb-4.2.6";
const SPANNER: &str = "https://docs.cloud.google.com/python/docs/reference/spanner/latest/google.cloud.spanner_v1.types.TransactionOptions.IsolationLevel";

const fn row(
    name: &'static str,
    title: &'static str,
    isolation: Isolation,
    note: &'static str,
    sources: &'static [&'static str],
) -> Database {
    Database { name, title, isolation, note, sources, scope: Scope::Everything }
}

const fn limited(scope: Scope, database: Database) -> Database {
    Database { scope, ..database }
}

static DATABASES: [Database; 46] = [
    row(
        "postgres:read-committed",
        "PostgreSQL READ COMMITTED (default)",
        locking(Model::PGRC),
        "every statement has its own snapshot; lost updates and write skew are possible",
        &[POSTGRES_DOCS, HERMITAGE],
    ),
    row(
        "postgres:repeatable-read",
        "PostgreSQL REPEATABLE READ",
        locking(Model::SI),
        "snapshot isolation; SELECT FOR UPDATE does not stop a writer that comes after the commit",
        &[POSTGRES_DOCS, JEPSEN_POSTGRES],
    ),
    row(
        "postgres:serializable",
        "PostgreSQL SERIALIZABLE",
        served(Model::SER),
        "Jepsen found G2-item in 12.3, fixed since; a report of G2-item on 18.4 is open",
        &[POSTGRES_DOCS, JEPSEN_POSTGRES, "https://hackorum.dev/topics/139733"],
    ),
    row(
        "rds-postgres-cluster:repeatable-read",
        "Amazon RDS for PostgreSQL multi-AZ cluster, reads on replicas, REPEATABLE READ",
        plain(Model::PSI),
        "long fork was observed in 13.15 to 17.4",
        &["https://jepsen.io/analyses/amazon-rds-for-postgresql-17.4"],
    ),
    row(
        "mysql:read-committed",
        "MySQL InnoDB READ COMMITTED",
        locking(Model::PGRC),
        "every statement has its own snapshot",
        &[HERMITAGE, INNODB_READS],
    ),
    row(
        "mysql:repeatable-read",
        "MySQL InnoDB REPEATABLE READ (default)",
        locking(Model::MYRR),
        "no snapshot isolation: lost update, G-single and views that are not monotonic are possible",
        &[JEPSEN_MYSQL, INNODB_READS],
    ),
    row(
        "mysql:serializable",
        "MySQL InnoDB SERIALIZABLE, single node",
        served(Model::SER),
        "RDS MySQL clusters violate it",
        &[JEPSEN_MYSQL, "https://bugs.mysql.com/bug.php?id=112446"],
    ),
    row(
        "mariadb:read-committed",
        "MariaDB InnoDB READ COMMITTED",
        locking(Model::PGRC),
        "every statement has its own snapshot",
        &[HERMITAGE, INNODB_READS],
    ),
    row(
        "mariadb:repeatable-read",
        "MariaDB InnoDB REPEATABLE READ, innodb_snapshot_isolation=OFF (default before 11.6.2)",
        locking(Model::MYRR),
        "no snapshot isolation: lost update and write skew are possible",
        &[JEPSEN_MYSQL],
    ),
    row(
        "mariadb:snapshot-isolation",
        "MariaDB InnoDB REPEATABLE READ, innodb_snapshot_isolation=ON (default since 11.6.2)",
        Isolation { gap_locks: true, identity_updates: false, ..locking(Model::SI) },
        "gaps are locked as without it; writing the value that is already there makes no version \
         and forces no conflict",
        &["https://mariadb.com/kb/en/innodb-system-variables/#innodb_snapshot_isolation"],
    ),
    row(
        "mariadb-galera:repeatable-read",
        "MariaDB Galera Cluster, REPEATABLE READ",
        plain(Model::MYRR),
        "stale reads on other nodes unless wsrep_sync_wait says otherwise, and lost updates in a \
         healthy cluster",
        &[
            "https://mariadb.com/docs/galera-cluster/reference/mariadb-galera-cluster-known-limitations",
            "https://www.continuent.com/resources/blog/when-committed-doesnt-mean-durable-what-jepsen-found-galera-cluster",
        ],
    ),
    row(
        "oracle:read-committed",
        "Oracle READ COMMITTED (default)",
        served(Model::PGRC),
        "every statement has its own snapshot",
        &[ORACLE, HERMITAGE],
    ),
    row(
        "oracle:serializable",
        "Oracle SERIALIZABLE",
        locking(Model::SI),
        "snapshot isolation: write skew is possible; changing or locking a row that changed since \
         the start fails with ORA-08177",
        &[ORACLE, HERMITAGE],
    ),
    limited(
        Scope::SingleRows,
        row(
            "sqlserver:read-committed",
            "SQL Server READ COMMITTED (default), READ_COMMITTED_SNAPSHOT off",
            served(Model::PGRC),
            "a read locks every row for as long as it looks at it, so several rows are not read \
             at one moment",
            &[SQL_SERVER, HERMITAGE],
        ),
    ),
    row(
        "sqlserver:read-committed-snapshot",
        "SQL Server READ COMMITTED, READ_COMMITTED_SNAPSHOT on (default in Azure SQL)",
        served(Model::PGRC),
        "every statement has its own snapshot",
        &[SQL_SERVER, HERMITAGE],
    ),
    row(
        "sqlserver:snapshot",
        "SQL Server SNAPSHOT",
        served(Model::SI),
        "snapshot isolation",
        &[SQL_SERVER, HERMITAGE],
    ),
    limited(
        Scope::LastingRows,
        row(
            "sqlserver:repeatable-read",
            "SQL Server REPEATABLE READ",
            served(Model::SER),
            "rows that were read stay locked, what is between them does not: only for programs in \
             which rows neither come nor go",
            &[SQL_SERVER, HERMITAGE],
        ),
    ),
    row(
        "sqlserver:serializable",
        "SQL Server SERIALIZABLE",
        served(Model::SER),
        "ranges of keys are locked too",
        &[SQL_SERVER, HERMITAGE],
    ),
    row(
        "cockroachdb:read-committed",
        "CockroachDB READ COMMITTED",
        served(Model::PGRC),
        "every statement has its own snapshot; stronger than PostgreSQL's within a statement",
        &["https://www.cockroachlabs.com/docs/stable/read-committed", HERMITAGE],
    ),
    row(
        "cockroachdb:repeatable-read",
        "CockroachDB REPEATABLE READ",
        served(Model::SI),
        "snapshot isolation; a preview since 23.2",
        &[HERMITAGE],
    ),
    row(
        "cockroachdb:serializable",
        "CockroachDB SERIALIZABLE (default)",
        served(Model::SER),
        "a client sees what it did before",
        &["https://www.cockroachlabs.com/docs/stable/demo-serializable", HERMITAGE],
    ),
    row(
        "yugabytedb:read-committed",
        "YugabyteDB READ COMMITTED, with yb_enable_read_committed_isolation",
        served(Model::PGRC),
        "every statement has its own snapshot; without the flag the level is REPEATABLE READ",
        &[YUGABYTE, HERMITAGE],
    ),
    row(
        "yugabytedb:repeatable-read",
        "YugabyteDB REPEATABLE READ (what READ COMMITTED is by default before v2025.2)",
        served(Model::SI),
        "snapshot isolation",
        &[YUGABYTE, HERMITAGE],
    ),
    row(
        "yugabytedb:serializable",
        "YugabyteDB SERIALIZABLE",
        served(Model::SER),
        "a client sees what it did before",
        &[YUGABYTE, HERMITAGE],
    ),
    row(
        "foundationdb:serializable",
        "FoundationDB",
        served(Model::SER),
        "strictly serializable, without snapshot reads",
        &["https://apple.github.io/foundationdb/developer-guide.html", HERMITAGE],
    ),
    row(
        "aurora-dsql:repeatable-read",
        "Amazon Aurora DSQL",
        served(Model::SI),
        "optimistic; a conflict fails at commit with 40001",
        &[
            "https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-concurrency-control.html",
        ],
    ),
    row(
        "spanner:serializable",
        "Spanner SERIALIZABLE (default)",
        served(Model::SER),
        "externally consistent, so sessions are strong",
        &[SPANNER_LEVELS, SPANNER],
    ),
    row(
        "spanner:repeatable-read",
        "Spanner REPEATABLE_READ",
        served(Model::SI),
        "only write-write conflicts are detected",
        &[SPANNER_LEVELS, SPANNER],
    ),
    row(
        "spanner:stale-read",
        "Spanner read-only transactions with stale or bounded-staleness timestamps",
        plain(Model::PC),
        "a consistent prefix for the read-only transaction",
        &["https://cloud.google.com/spanner/docs/timestamp-bounds"],
    ),
    limited(
        Scope::Requests { stale: true },
        row(
            "dynamodb:eventual",
            "DynamoDB, one region, every request as it is: reads are eventually consistent \
             (default) unless they say ConsistentRead",
            served(Model::SER),
            "a conditional write, TransactWriteItems and TransactGetItems are atomic whatever \
             reads ask for; a plain read may be answered from the past",
            &[DYNAMODB_READS, DYNAMODB],
        ),
    ),
    limited(
        Scope::Requests { stale: false },
        row(
            "dynamodb:strong",
            "DynamoDB, one region, with ConsistentRead wherever a model does not say",
            served(Model::SER),
            "code says with every request how it reads, and that is what counts; a consistent \
             read reflects all writes acknowledged before it",
            &[DYNAMODB_READS, DYNAMODB],
        ),
    ),
    limited(
        Scope::Requests { stale: false },
        row(
            "dynamodb:transactions",
            "DynamoDB TransactWriteItems and TransactGetItems, one region",
            served(Model::SER),
            "nothing can be computed between read and write: the reads are the condition checks",
            &[DYNAMODB],
        ),
    ),
    row(
        "dynamodb:batch",
        "DynamoDB BatchGetItem, Query and Scan",
        plain(Model::RC),
        "each item by itself; a batch write is several writes",
        &[DYNAMODB],
    ),
    row(
        "dynamodb:global-tables",
        "DynamoDB global tables (MREC), streams, secondary indexes",
        plain(Model::EC),
        "last writer wins",
        &[
            "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html",
        ],
    ),
    row(
        "cassandra:any",
        "Cassandra without lightweight transactions, any consistency level",
        plain(Model::EC),
        "last writer wins per cell; a batch over partitions is atomic but not isolated",
        &[
            "https://docs.datastax.com/en/cql/dse/reference/cql-commands/batch.html",
            "https://docs.datastax.com/en/cassandra/2.1/cassandra/dml/dml_atomicity_c.html",
        ],
    ),
    limited(
        Scope::Requests { stale: false },
        row(
            "cassandra:lwt",
            "Cassandra lightweight transactions (IF ...) and reads at SERIAL",
            served(Model::SER),
            "linearizable per partition, one request at a time; mixing with plain writes breaks it",
            &[
                "https://docs.datastax.com/en/cassandra/2.1/cassandra/dml/dml_ltwt_transaction_c.html",
                "https://docs.datastax.com/en/cassandra/2.2/cassandra/dml/dmlConfigSerialConsistency.html",
            ],
        ),
    ),
    row(
        "mongodb:snapshot",
        "MongoDB transactions of a causally consistent session, read concern snapshot, write \
         concern majority",
        served(Model::SI),
        "a weaker write concern may roll back",
        &["https://www.mongodb.com/docs/manual/reference/read-concern-snapshot/", JEPSEN_MONGO],
    ),
    limited(
        Scope::Requests { stale: false },
        row(
            "mongodb:causal-majority",
            "MongoDB causal session, read and write concern majority",
            promised(Model::CC, SessionGuarantees::STRONG),
            "per operation; all four session guarantees",
            &[MONGO_CAUSAL],
        ),
    ),
    row(
        "mongodb:causal-majority-w1",
        "MongoDB causal session, read concern majority, write concern 1",
        promised(
            Model::EC,
            SessionGuarantees { monotonic_reads: true, writes_follow_reads: true, ..NO_SESSION },
        ),
        "monotonic reads and writes follow reads",
        &[MONGO_CAUSAL],
    ),
    row(
        "mongodb:causal-local-majority",
        "MongoDB causal session, read concern local, write concern majority",
        promised(Model::EC, SessionGuarantees { monotonic_writes: true, ..NO_SESSION }),
        "monotonic writes only",
        &[MONGO_CAUSAL],
    ),
    row(
        "mongodb:local",
        "MongoDB read concern local (default), write concern 1",
        plain(Model::EC),
        "what was read may be rolled back",
        &[JEPSEN_MONGO, MONGO_CAUSAL],
    ),
    limited(
        Scope::Requests { stale: false },
        row(
            "cosmosdb:strong",
            "Cosmos DB Strong",
            served(Model::SER),
            "per operation: linearizable items",
            &[COSMOS_LEVELS, COSMOS],
        ),
    ),
    limited(
        Scope::Requests { stale: false },
        row(
            "cosmosdb:consistent-prefix",
            "Cosmos DB Bounded staleness, Consistent prefix",
            plain(Model::PC),
            "per operation: reads see a prefix of the writes",
            &[COSMOS_LEVELS, COSMOS],
        ),
    ),
    row(
        "cosmosdb:session",
        "Cosmos DB Session (default)",
        promised(
            Model::EC,
            SessionGuarantees {
                read_your_writes: true,
                monotonic_reads: true,
                monotonic_writes: true,
                ..NO_SESSION
            },
        ),
        "the promises hold within a session",
        &[COSMOS_LEVELS, COSMOS],
    ),
    row(
        "cosmosdb:eventual",
        "Cosmos DB Eventual",
        plain(Model::EC),
        "reads return some of the writes",
        &[COSMOS_LEVELS, COSMOS],
    ),
    row(
        "cosmosdb:stored-procedure",
        "Cosmos DB stored procedures and transactional batches",
        plain(Model::SI),
        "inside one logical partition",
        &["https://docs.azure.cn/en-us/cosmos-db/transactional-batch"],
    ),
];

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

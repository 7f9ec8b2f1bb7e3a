//! What databases call their isolation levels, and which model each one is.
//!
//! The table is data: a row per product and setting, with its sources. Models
//! speak of committed transactions only; reading uncommitted data is not
//! covered.

use std::fmt;
use std::str::FromStr;

use crate::model::{Isolation, Model, SessionGuarantees};

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
}

impl Database {
    /// All settings.
    pub fn all() -> &'static [Database] {
        &DATABASES
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
    Isolation { model, session: NO_SESSION, row_locks: false, identity_updates: true }
}

/// A single node with row locks; a connection sees its own commits.
const fn locking(model: Model) -> Isolation {
    Isolation { session: SessionGuarantees::STRONG, row_locks: true, ..plain(model) }
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
    Database { name, title, isolation, note, sources }
}

static DATABASES: [Database; 45] = [
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
        plain(Model::SER),
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
        plain(Model::SER),
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
        Isolation { identity_updates: false, ..locking(Model::SI) },
        "writing the value that is already there makes no version and forces no conflict",
        &["https://mariadb.com/kb/en/innodb-system-variables/#innodb_snapshot_isolation"],
    ),
    row(
        "mariadb-galera:repeatable-read",
        "MariaDB Galera 12.1.2",
        plain(Model::MYRR),
        "stale reads, and lost updates in a healthy cluster",
        &[
            "https://www.continuent.com/resources/blog/when-committed-doesnt-mean-durable-what-jepsen-found-galera-cluster",
        ],
    ),
    row(
        "oracle:read-committed",
        "Oracle READ COMMITTED (default)",
        plain(Model::PGRC),
        "like statement-level read committed",
        &[HERMITAGE],
    ),
    row(
        "oracle:serializable",
        "Oracle SERIALIZABLE",
        plain(Model::SI),
        "snapshot isolation: write skew is possible",
        &[HERMITAGE],
    ),
    row(
        "sqlserver:read-committed",
        "SQL Server READ COMMITTED, locking or with READ_COMMITTED_SNAPSHOT",
        plain(Model::PGRC),
        "like statement-level read committed",
        &[HERMITAGE],
    ),
    row(
        "sqlserver:snapshot",
        "SQL Server SNAPSHOT",
        plain(Model::SI),
        "snapshot isolation",
        &[HERMITAGE],
    ),
    row(
        "sqlserver:repeatable-read",
        "SQL Server REPEATABLE READ",
        plain(Model::SER),
        "rows are locked but predicates are not: exact for programs that access rows by key, too strong for queries over ranges",
        &[HERMITAGE],
    ),
    row("sqlserver:serializable", "SQL Server SERIALIZABLE", plain(Model::SER), "", &[HERMITAGE]),
    row(
        "cockroachdb:read-committed",
        "CockroachDB READ COMMITTED",
        plain(Model::PGRC),
        "like statement-level read committed",
        &[HERMITAGE],
    ),
    row(
        "cockroachdb:repeatable-read",
        "CockroachDB REPEATABLE READ",
        plain(Model::SI),
        "snapshot isolation",
        &[HERMITAGE],
    ),
    row(
        "cockroachdb:serializable",
        "CockroachDB SERIALIZABLE (default)",
        plain(Model::SER),
        "",
        &[HERMITAGE],
    ),
    row(
        "yugabytedb:read-committed",
        "YugabyteDB READ COMMITTED (default)",
        plain(Model::PGRC),
        "like statement-level read committed",
        &[HERMITAGE],
    ),
    row(
        "yugabytedb:repeatable-read",
        "YugabyteDB REPEATABLE READ",
        plain(Model::SI),
        "snapshot isolation",
        &[HERMITAGE],
    ),
    row("yugabytedb:serializable", "YugabyteDB SERIALIZABLE", plain(Model::SER), "", &[HERMITAGE]),
    row("foundationdb:serializable", "FoundationDB", plain(Model::SER), "", &[HERMITAGE]),
    row(
        "aurora-dsql:repeatable-read",
        "Amazon Aurora DSQL",
        plain(Model::SI),
        "optimistic; a conflict fails at commit with 40001",
        &[
            "https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-concurrency-control.html",
        ],
    ),
    row(
        "spanner:serializable",
        "Spanner SERIALIZABLE (default)",
        promised(Model::SER, SessionGuarantees::STRONG),
        "externally consistent, so sessions are strong",
        &[SPANNER],
    ),
    row(
        "spanner:repeatable-read",
        "Spanner REPEATABLE_READ",
        plain(Model::SI),
        "only write-write conflicts are detected",
        &[SPANNER],
    ),
    row(
        "spanner:stale-read",
        "Spanner read-only transactions with stale or bounded-staleness timestamps",
        plain(Model::PC),
        "a consistent prefix for the read-only transaction",
        &["https://cloud.google.com/spanner/docs/timestamp-bounds"],
    ),
    row(
        "dynamodb:eventual",
        "DynamoDB eventually consistent reads (default)",
        plain(Model::EC),
        "every operation on an item stands for itself",
        &[DYNAMODB],
    ),
    row(
        "dynamodb:strong",
        "DynamoDB strongly consistent reads, conditional writes",
        Isolation { session: SessionGuarantees::STRONG, ..plain(Model::SER) },
        "for transactions of one operation on one item; a condition is a locking read; a \
         consistent read reflects all writes acknowledged before it",
        &[DYNAMODB],
    ),
    row(
        "dynamodb:transactions",
        "DynamoDB TransactWriteItems and TransactGetItems, one region",
        Isolation { session: SessionGuarantees::STRONG, ..plain(Model::SER) },
        "nothing can be computed between read and write: the reads are the condition checks",
        &[DYNAMODB],
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
        &[DYNAMODB],
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
    row(
        "cassandra:lwt",
        "Cassandra lightweight transactions (IF ...), SERIAL",
        plain(Model::SER),
        "per partition; mixing with plain writes breaks it",
        &[
            "https://docs.datastax.com/en/cassandra/2.2/cassandra/dml/dmlConfigSerialConsistency.html",
        ],
    ),
    row(
        "mongodb:snapshot",
        "MongoDB transactions, read concern snapshot, write concern majority",
        plain(Model::SI),
        "a weaker write concern may roll back",
        &[JEPSEN_MONGO],
    ),
    row(
        "mongodb:causal-majority",
        "MongoDB causal session, read and write concern majority",
        promised(Model::CC, SessionGuarantees::STRONG),
        "per operation; all four session guarantees",
        &[MONGO_CAUSAL],
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
    row(
        "cosmosdb:strong",
        "Cosmos DB Strong",
        plain(Model::SER),
        "per operation: linearizable items",
        &[COSMOS],
    ),
    row(
        "cosmosdb:consistent-prefix",
        "Cosmos DB Bounded staleness, Consistent prefix",
        plain(Model::PC),
        "operations are transactions of their own",
        &[COSMOS],
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
        &[COSMOS],
    ),
    row("cosmosdb:eventual", "Cosmos DB Eventual", plain(Model::EC), "", &[COSMOS]),
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

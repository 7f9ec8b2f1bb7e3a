//! The table: a row per product and setting, each with its sources, a document and
//! its section.

use super::{Database, Scope};
use crate::model::{Isolation, Model, SessionGuarantees};

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

/// The same where writing what is there already makes no version of the row.
const fn versioned(model: Model) -> Isolation {
    Isolation { identity_updates: false, ..locking(model) }
}

/// What a client's connection did is seen by what it does next, whatever else
/// is promised: one server, or one that behaves as if it were.
const fn served(model: Model) -> Isolation {
    Isolation { session: SessionGuarantees::STRONG, ..plain(model) }
}

const fn promised(model: Model, session: SessionGuarantees) -> Isolation {
    Isolation { session, ..plain(model) }
}

const HERMITAGE: &str = "Hermitage, the table of its README: https://github.com/ept/hermitage";
const POSTGRES_DOCS: &str = "PostgreSQL documentation, 13.2 Transaction Isolation: https://www.postgresql.org/docs/current/transaction-iso.html";
const JEPSEN_POSTGRES: &str = "Jepsen, PostgreSQL 12.3: http://jepsen.io/analyses/postgresql-12.3";
const JEPSEN_MYSQL: &str = "Jepsen, MySQL 8.0.34: https://jepsen.io/analyses/mysql-8.0.34";
const INNODB_READS: &str = "MySQL Reference Manual, Consistent Nonlocking Reads: https://dev.mysql.com/doc/en/innodb-consistent-read.html";
const DYNAMODB: &str = "DynamoDB Developer Guide, Transactions: How it works, Isolation levels for DynamoDB transactions: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html";
const DYNAMODB_READS: &str = "DynamoDB Developer Guide, Read consistency: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html";
const ORACLE: &str = "Oracle Database Concepts, Data Concurrency and Consistency, Overview of Oracle Database Transaction Isolation Levels: https://docs.oracle.com/en/database/oracle/oracle-database/21/cncpt/data-concurrency-and-consistency.html";
const ORACLE_LOCKS: &str = "Oracle7 Server Application Developer's Guide, 3, on rows that DML or SELECT FOR UPDATE has locked (a copy): https://riddle.ru/mirrors/oracledocs/server/adg73/ch310.html";
const ORACLE_RESTARTS: &str = "S. Ashton, Optimistic Locking 7: Restartability: https://stewashton.wordpress.com/2018/07/09/optimistic-locking-7-restartability/";
const HERMITAGE_ORACLE: &str =
    "Hermitage, Oracle 11.2: https://github.com/ept/hermitage/blob/master/oracle.md";
const SQL_SERVER: &str = "Transact-SQL reference, SET TRANSACTION ISOLATION LEVEL, Arguments: https://learn.microsoft.com/en-us/sql/t-sql/statements/set-transaction-isolation-level-transact-sql";
const YUGABYTE: &str = "YugabyteDB documentation, Explore, Isolation levels: https://docs.yugabyte.com/stable/explore/transactions/isolation-levels/";
const SPANNER_LEVELS: &str = "Spanner documentation, Isolation levels overview: https://cloud.google.com/spanner/docs/isolation-levels";
const COSMOS_LEVELS: &str = "Azure Cosmos DB documentation, Consistency levels, Guarantees associated with consistency levels: https://learn.microsoft.com/en-us/azure/cosmos-db/consistency-levels";
const COSMOS: &str = "Azure Cosmos DB .NET API, ConsistencyLevel, Fields: https://learn.microsoft.com/dotnet/api/microsoft.azure.cosmos.consistencylevel";
const MONGO_CAUSAL: &str = "MongoDB Manual, Causal Consistency and Read and Write Concerns, the first table: https://www.mongodb.com/docs/manual/core/causal-consistency-read-write-concerns.md";
const JEPSEN_MONGO: &str = "Jepsen, MongoDB 4.2.6: http://jepsen.io/analyses/mongodb-4.2.6";
const SPANNER: &str = "Spanner API, TransactionOptions.IsolationLevel: https://docs.cloud.google.com/python/docs/reference/spanner/latest/google.cloud.spanner_v1.types.TransactionOptions.IsolationLevel";

const INNODB_LEVELS: &str = "MySQL Reference Manual, Transaction Isolation Levels: https://docs.oracle.com/cd/E17952_01/mysql-9.5-en/innodb-transaction-isolation-levels.html";
const MARIADB_READ_COMMITTED: &str = "MariaDB documentation, READ COMMITTED: https://mariadb.com/docs/server/reference/sql-statements/transactions/transactions-read-committed.md";
const MARIADB_REPEATABLE_READ: &str = "MariaDB documentation, REPEATABLE READ: https://www.mariadb.com/docs/server/reference/sql-statements/transactions/transactions-repeatable-read";
const MARIADB_SNAPSHOTS: &str = "MariaDB's own guide to SET TRANSACTION, innodb_snapshot_isolation (ON since 11.6.2, error 1020): https://raw.githubusercontent.com/mariadb-corporation/ai-plugins/2206a90dc25552bc52522c911e06f5a6f9668991/hermes/sql-plugin/skills/mariadb-set-transaction/SKILL.md";
const YUGABYTE_READ_COMMITTED: &str = "YugabyteDB documentation, Architecture, Read Committed isolation level, Semantics: https://docs.yugabyte.com/stable/architecture/transactions/read-committed/";
const SPANNER_LOCKS: &str = "Spanner documentation, Lock statistics (the column of a lock): https://cloud.google.com/spanner/docs/introspection/lock-statistics";
const SPANNER_READS: &str = "Spanner API, TransactionOptions.ReadWrite.ReadLockMode, Unspecified: https://docs.cloud.google.com/dotnet/docs/reference/Google.Cloud.Spanner.V1/latest/Google.Cloud.Spanner.V1.TransactionOptions.Types.ReadWrite.Types.ReadLockMode";
const YUGABYTE_LOCKS: &str = "YugabyteDB documentation, Explore, Explicit locking, Row-level locks: https://docs.yugabyte.com/stable/explore/transactions/explicit-locking/";
const COCKROACH_LOCKS: &str = "CockroachDB release note of pull request 107749 (locks last until commit below SERIALIZABLE): https://github.com/cockroachdb/docs/issues/17578";
const CASSANDRA: &str = "Apache Cassandra documentation, Architecture, Guarantees: https://cassandra.apache.org/doc/latest/cassandra/architecture/guarantees.html";
const COCKROACH_READ_COMMITTED: &str = "CockroachDB documentation, Read Committed Transactions, READ COMMITTED transaction behavior: https://www.cockroachlabs.com/docs/stable/read-committed";
const YUGABYTE_LEVELS: &str = "YugabyteDB documentation, Architecture, Transaction isolation levels, Internal locking in DocDB, Locking granularities: https://docs.yugabyte.com/stable/architecture/transactions/isolation-levels/";
const MONGO_DEFAULTS: &str = "MongoDB Manual, Default MongoDB Read Concerns/Write Concerns: https://www.mongodb.com/docs/manual/reference/mongodb-defaults.md";
const FOUNDATIONDB_JAVA: &str = "FoundationDB Java API, Transaction: https://apple.github.io/foundationdb/javadoc/com/apple/foundationdb/Transaction.html";

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

pub(super) static DATABASES: [Database; 46] = [
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
        &[
            POSTGRES_DOCS,
            JEPSEN_POSTGRES,
            "PostgreSQL mailing list, a report of G2-item on 18.4: https://hackorum.dev/topics/139733",
        ],
    ),
    row(
        "rds-postgres-cluster:repeatable-read",
        "Amazon RDS for PostgreSQL multi-AZ cluster, reads on replicas, REPEATABLE READ",
        plain(Model::PSI),
        "long fork was observed in 13.15 to 17.4",
        &[
            "Jepsen, Amazon RDS for PostgreSQL 17.4: https://jepsen.io/analyses/amazon-rds-for-postgresql-17.4",
        ],
    ),
    row(
        "mysql:read-committed",
        "MySQL InnoDB READ COMMITTED",
        locking(Model::PGRC),
        "every statement has its own snapshot",
        &[INNODB_LEVELS, INNODB_READS, HERMITAGE],
    ),
    row(
        "mysql:repeatable-read",
        "MySQL InnoDB REPEATABLE READ (default)",
        versioned(Model::MYRR),
        "no snapshot isolation: lost update, G-single and views that are not monotonic are possible; a row that a transaction changes is current for it from then on",
        &[INNODB_LEVELS, INNODB_READS, JEPSEN_MYSQL],
    ),
    row(
        "mysql:serializable",
        "MySQL InnoDB SERIALIZABLE, single node",
        served(Model::SER),
        "RDS MySQL clusters violate it",
        &[
            INNODB_LEVELS,
            JEPSEN_MYSQL,
            "MySQL bug 112446: https://bugs.mysql.com/bug.php?id=112446",
        ],
    ),
    row(
        "mariadb:read-committed",
        "MariaDB InnoDB READ COMMITTED",
        locking(Model::PGRC),
        "every statement has its own snapshot",
        &[MARIADB_READ_COMMITTED, INNODB_READS],
    ),
    row(
        "mariadb:repeatable-read",
        "MariaDB InnoDB REPEATABLE READ, innodb_snapshot_isolation=OFF (default before 11.6.2)",
        versioned(Model::MYRR),
        "no snapshot isolation: lost update and write skew are possible; a row that a transaction changes is current for it from then on",
        &[MARIADB_REPEATABLE_READ, JEPSEN_MYSQL],
    ),
    row(
        "mariadb:snapshot-isolation",
        "MariaDB InnoDB REPEATABLE READ, innodb_snapshot_isolation=ON (default since 11.6.2)",
        Isolation { gap_locks: true, identity_updates: false, ..locking(Model::SI) },
        "gaps are locked as without it; writing the value that is already there makes no version \
         and forces no conflict; two defects are open: under contention an update is lost now and \
         then, and a locking read may miss that a row of its snapshot was deleted",
        &[
            MARIADB_SNAPSHOTS,
            "MariaDB documentation, InnoDB System Variables, innodb_snapshot_isolation: https://mariadb.com/kb/en/innodb-system-variables/#innodb_snapshot_isolation",
            "MariaDB bugs, lost updates in 10.6 to 12.3: https://jira.mariadb.org/browse/MDEV-39263",
            "MariaDB bugs, locking reads of deleted rows in 11.4 to 12.3: https://jira.mariadb.org/browse/MDEV-40092",
        ],
    ),
    row(
        "mariadb-galera:repeatable-read",
        "MariaDB Galera Cluster, REPEATABLE READ",
        plain(Model::RC),
        "stale reads on other nodes unless wsrep_sync_wait says otherwise, and lost updates in a \
         healthy cluster; a lock holds on its node only",
        &[
            "MariaDB Galera Cluster documentation, Known Limitations, Consistency and Isolation Anomalies: https://mariadb.com/docs/galera-cluster/reference/mariadb-galera-cluster-known-limitations",
            "Continuent, a summary of Jepsen's report on Galera Cluster 12.1.2: https://www.continuent.com/resources/blog/when-committed-doesnt-mean-durable-what-jepsen-found-galera-cluster",
        ],
    ),
    row(
        "oracle:read-committed",
        "Oracle READ COMMITTED (default)",
        locking(Model::PGRC),
        "every statement has its own snapshot; one that meets a row which changed meanwhile starts \
         again, so what breaks within one statement of PostgreSQL need not break here",
        &[ORACLE, ORACLE_LOCKS, ORACLE_RESTARTS, HERMITAGE_ORACLE],
    ),
    row(
        "oracle:serializable",
        "Oracle SERIALIZABLE",
        locking(Model::SI),
        "snapshot isolation: write skew is possible; changing or locking a row that changed since \
         the start fails with ORA-08177",
        &[ORACLE, ORACLE_LOCKS, HERMITAGE_ORACLE],
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
        locking(Model::PGRC),
        "every statement has its own snapshot; stronger than PostgreSQL's within a statement",
        &[COCKROACH_READ_COMMITTED, COCKROACH_LOCKS, HERMITAGE],
    ),
    row(
        "cockroachdb:repeatable-read",
        "CockroachDB REPEATABLE READ",
        served(Model::SI),
        "snapshot isolation; the documentation speaks of two levels only, and unless a cluster \
         setting enables this one, it runs as SERIALIZABLE",
        &[COCKROACH_READ_COMMITTED, HERMITAGE],
    ),
    row(
        "cockroachdb:serializable",
        "CockroachDB SERIALIZABLE (default)",
        served(Model::SER),
        "a client sees what it did before",
        &[
            "CockroachDB documentation, Serializable Transactions: https://www.cockroachlabs.com/docs/stable/demo-serializable",
            HERMITAGE,
        ],
    ),
    limited(
        Scope::SameColumns,
        row(
            "yugabytedb:read-committed",
            "YugabyteDB READ COMMITTED, with yb_enable_read_committed_isolation",
            locking(Model::PGRC),
            "every statement has its own snapshot, also where it waits for a row; without the \
             flag the level is REPEATABLE READ; an UPDATE locks columns, not rows",
            &[YUGABYTE_READ_COMMITTED, YUGABYTE_LEVELS, YUGABYTE_LOCKS, HERMITAGE],
        ),
    ),
    limited(
        Scope::SameColumns,
        row(
            "yugabytedb:repeatable-read",
            "YugabyteDB REPEATABLE READ (what READ COMMITTED is by default before \
             v2025.2, and in universes that are deployed by hand)",
            served(Model::SI),
            "snapshot isolation; who changes different columns of a row does not meet; what \
             counts on a row lock is unknown: that two never hold one is documented, and not what \
             a lock does to a row that changed since the snapshot",
            &[YUGABYTE, YUGABYTE_LEVELS, YUGABYTE_LOCKS, HERMITAGE],
        ),
    ),
    row(
        "yugabytedb:serializable",
        "YugabyteDB SERIALIZABLE",
        served(Model::SER),
        "a client sees what it did before",
        &[YUGABYTE, YUGABYTE_LEVELS, HERMITAGE],
    ),
    row(
        "foundationdb:serializable",
        "FoundationDB",
        served(Model::SER),
        "strictly serializable, without snapshot reads",
        &[
            FOUNDATIONDB_JAVA,
            "FoundationDB documentation, Developer Guide, Conflict ranges: https://apple.github.io/foundationdb/developer-guide.html",
            HERMITAGE,
        ],
    ),
    row(
        "aurora-dsql:repeatable-read",
        "Amazon Aurora DSQL",
        locking(Model::SI),
        "snapshot isolation, strongly consistent: write skew is possible; nobody waits: a conflict \
         fails at commit with 40001, also over a row of SELECT FOR UPDATE that somebody has \
         changed; of locks there are FOR UPDATE and FOR KEY SHARE",
        &[
            "Aurora DSQL User Guide, Concurrency control in Aurora DSQL: https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-concurrency-control.html",
            "Aurora DSQL User Guide, Supported SQL for Aurora DSQL, SELECT command: https://docs.aws.amazon.com/aurora-dsql/latest/userguide/working-with-postgresql-compatibility-supported-sql-features.html",
            "Hermitage of Aurora DSQL, by M. Brooker of AWS, G2-item and P4: https://github.com/marcbrooker/hermitage/blob/master/dsql.md",
        ],
    ),
    row(
        "spanner:serializable",
        "Spanner SERIALIZABLE (default)",
        served(Model::SER),
        "externally consistent, so sessions are strong",
        &[SPANNER_LEVELS, SPANNER],
    ),
    limited(
        Scope::SameColumns,
        row(
            "spanner:repeatable-read",
            "Spanner REPEATABLE_READ",
            locking(Model::SI),
            "conflicts are looked for between writes, and what SELECT FOR UPDATE has read is \
             compared at commit; both are those of columns",
            &[SPANNER_LEVELS, SPANNER, SPANNER_READS, SPANNER_LOCKS],
        ),
    ),
    row(
        "spanner:stale-read",
        "Spanner read-only transactions with stale or bounded-staleness timestamps",
        plain(Model::PC),
        "a consistent prefix for the read-only transaction",
        &[
            "Spanner documentation, Timestamp bounds: https://cloud.google.com/spanner/docs/timestamp-bounds",
        ],
    ),
    limited(
        Scope::Requests { stale: true, several: false },
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
        Scope::Requests { stale: false, several: false },
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
        Scope::Requests { stale: false, several: true },
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
        "DynamoDB BatchGetItem, BatchWriteItem, Query and Scan",
        plain(Model::EC),
        "each item by itself, in reads and in writes; a batch is no unit",
        &[DYNAMODB],
    ),
    row(
        "dynamodb:global-tables",
        "DynamoDB global tables (MREC), streams, secondary indexes",
        plain(Model::EC),
        "last writer wins",
        &[
            "DynamoDB Developer Guide, How DynamoDB global tables work, Consistency modes: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html",
        ],
    ),
    row(
        "cassandra:any",
        "Cassandra without lightweight transactions, any consistency level",
        plain(Model::EC),
        "last writer wins per cell; a batch over partitions is atomic but not isolated",
        &[
            CASSANDRA,
            "CQL for DSE, BATCH: https://docs.datastax.com/en/cql/dse/reference/cql-commands/batch.html",
            "Apache Cassandra 2.1, Atomicity: https://docs.datastax.com/en/cassandra/2.1/cassandra/dml/dml_atomicity_c.html",
        ],
    ),
    limited(
        Scope::Requests { stale: false, several: false },
        row(
            "cassandra:lwt",
            "Cassandra lightweight transactions (IF ...) and reads at SERIAL",
            served(Model::SER),
            "linearizable per partition, one request at a time; mixing with plain writes breaks it",
            &[
                CASSANDRA,
                "Apache Cassandra 2.1, Lightweight transactions: https://docs.datastax.com/en/cassandra/2.1/cassandra/dml/dml_ltwt_transaction_c.html",
                "Apache Cassandra 2.2, How is the serial consistency level configured?: https://docs.datastax.com/en/cassandra/2.2/cassandra/dml/dmlConfigSerialConsistency.html",
            ],
        ),
    ),
    row(
        "mongodb:snapshot",
        "MongoDB transactions of a causally consistent session, read concern snapshot, write \
         concern majority",
        served(Model::SI),
        "a weaker write concern may roll back",
        &[
            "MongoDB Manual, Read Concern \"snapshot\": https://www.mongodb.com/docs/manual/reference/read-concern-snapshot/",
            JEPSEN_MONGO,
        ],
    ),
    limited(
        Scope::Requests { stale: false, several: false },
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
        "MongoDB read concern local (default), whatever the write concern, outside of a causally \
         consistent session",
        plain(Model::EC),
        "what was read may be rolled back; the default write concern is majority since 5.0",
        &[MONGO_DEFAULTS, MONGO_CAUSAL, JEPSEN_MONGO],
    ),
    limited(
        Scope::Requests { stale: false, several: false },
        row(
            "cosmosdb:strong",
            "Cosmos DB Strong",
            served(Model::SER),
            "per operation: linearizable items",
            &[COSMOS_LEVELS, COSMOS],
        ),
    ),
    limited(
        Scope::Requests { stale: false, several: false },
        row(
            "cosmosdb:consistent-prefix",
            "Cosmos DB Bounded staleness, Consistent prefix",
            plain(Model::EC),
            "what is written document by document is seen as at Eventual, with a bound on the lag \
             at Bounded staleness; only transactional batches are seen as a whole and in order",
            &[COSMOS_LEVELS, COSMOS],
        ),
    ),
    row(
        "cosmosdb:session",
        "Cosmos DB Session (default)",
        promised(Model::EC, SessionGuarantees { read_your_writes: true, ..NO_SESSION }),
        "a session reads its own writes; where it has not written, it reads as at Eventual, so \
         what the .NET API adds (monotonic reads and writes) is not counted on",
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
        &[
            "Azure Cosmos DB documentation, Transactional batch operations: https://docs.azure.cn/en-us/cosmos-db/transactional-batch",
        ],
    ),
];

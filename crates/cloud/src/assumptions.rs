//! What the models of libraries and services take for granted.

aplomb_symbolic::assumptions! {
    KEY_OF_TABLE = "key-of-table",
        "the key of the table {} is {}",
        "no template, request, schema or `aplomb.toml` says which attributes or columns are the key";
    COLUMN_TYPES = "column-types",
        "columns of the table {} give back what they are given",
        "no schema says the types of the columns of a table that is read";
    UNIQUE_COLUMNS = "unique-columns",
        "no two rows of the table {} would have the same {}",
        "a table has more than one `UNIQUE` constraint that an `INSERT` could violate; one of them is the key";
    UPDATE_EXPRESSION = "update-expression",
        "an update expression put together at run time sets attributes to values",
        "the text of an `UpdateExpression` is not known";
    BATCH_WRITES = "batch-writes",
        "batch writes process all their items",
        "`UnprocessedItems` is written again";
    REQUEST_TOKEN = "request-token",
        "a retry with the same ClientRequestToken comes within ten minutes, and no other request uses that token",
        "DynamoDB forgets tokens after that, and refuses another request under a token that it knows";
    DEDUPLICATION_ID = "deduplication-id",
        "a retry that sends the same message (by its MessageDeduplicationId, or by its content) comes within five minutes",
        "FIFO queues and topics, with a `MessageDeduplicationId` or with `ContentBasedDeduplication`";
    CONNECTION = "connection",
        "a client asks again over the same connection: one that connects anew is another client, and what was kept under the old connection stays",
        "a WebSocket's `connectionId` or `connectedAt` is used, also in `$connect`";
    EXECUTION_NAME = "execution-name",
        "an execution of a standard state machine is still running when a retry starts it by the same name",
        "`StartExecution` with a `name`; once the execution has ended, the retry is refused (`ExecutionAlreadyExists`), and an express state machine starts again";
    IDEMPOTENCY_KEY = "idempotency-key",
        "a retry with the same idempotency key comes while the service remembers it",
        "`Idempotency-Key`, `idempotency_key`, `ClientToken`: a day for Stripe, as long as a resource exists for most of AWS";
    EXPIRY = "expiry",
        "keys of Redis do not expire between an attempt and its retry",
        "`SET` with `EX`, `EXPIRE`";
    IDENTITY = "identity",
        "requests with the same identity are attempts of one request, and nobody else derives its ids",
        "the [retry runtime](fix.md) is used";
    LOG_EXPIRY = "log-expiry",
        "a retry comes before the rows of its log expire",
        "the retry runtime is used";
    ONE_RECORD = "one-record",
        "an event has one record: the runtime refuses others outside of records",
        "an identity of single records is used for a whole event";
    AT_MOST_ONCE = "at-most-once",
        "{} may be left out if the attempt is lost while it is under way (at most once)",
        "`atMostOnce`";
    AT_LEAST_ONCE = "at-least-once",
        "{} may happen again if the attempt is lost while it is under way (at least once)",
        "`atLeastOnce`";
    ANSWERS = "answers",
        "web requests that only read succeed, although the program handles their failure",
        "a `GET` in a `try` with a handler: `axios.get`, `requests.get`, `raise_for_status`, `response.json()`";
    LOCAL_FILES = "local-files",
        "local files have the same contents on every attempt",
        "a file is read back";
    PROGRAMS = "programs",
        "programs that a function starts only change its local files",
        "`child_process`, `subprocess`";
    TEMPLATES = "templates",
        "templates that are not written in the program draw nothing new",
        "`ejs`, `pug`, `nunjucks`, `jinja2`: code in a template may ask for the time";
    FIRST_TRY = "first-try",
        "what is tried again when it fails succeeds at the first try",
        "`tenacity`, `backoff`, `p-retry`, `async-retry`";
    FAUNA_INDEX = "fauna-index",
        "an index of FaunaDB that is asked without terms lists everything",
        "`Paginate(Match(Index(...)))`";
    MIDDLEWARE_PASSES = "middleware-passes-on",
        "middleware of packages passes requests on unchanged",
        "Express";
    MIDDLEWARE_LEAVES = "middleware-leaves-alone",
        "middleware of packages leaves requests and responses as they are",
        "middy";
    ROUTE = "route",
        "event.resource stands for the route that the path of a request matches",
        "routers";
    GRAPHQL_ROOT = "graphql-root",
        "a GraphQL request asks for one root field; its document stands for what it asks",
        "GraphQL";
}

//! Drivers for Python: connections that begin a transaction by themselves, cursors,
//! `with` blocks.

use super::{AskedLevel, DriverCall, Request, Source, given, is_nothing, objects};
use super::{cursor, sqlalchemy};
use crate::form::Transaction;
use aplomb_symbolic::{
    Call, Machine, Node, Operator, Origin, Outcome, Path, PathSegment, Stop, Term,
};

/// The member of a connection that says whether it commits every statement.
const AUTOCOMMIT: &str = "autocommit";

/// The member of a connection that says at which level its transactions run.
const LEVEL: &str = "isolation_level";

/// The member of a connection of psycopg2 that says whether its transactions are read only.
const READ_ONLY: &str = "readonly";

/// Functions of `psycopg2.extras` that execute a statement for each of many rows, or for all of
/// them at once.
const BATCH: &str = "execute_batch";
const VALUES: &str = "execute_values";

/// The methods of cursors.
const METHODS: &str = "execute executemany fetchone fetchall fetchmany mogrify callproc nextset \
    copy_from copy_to copy_expert scroll stream executescript setinputsizes setoutputsize \
    __enter__ __exit__ __iter__ __next__ __aenter__ __aexit__ connection first all one \
    one_or_none autocommit isolation_level readonly read_only row_factory cursor_factory scalar scalar_one scalar_one_or_none scalars mappings keys partitions";

/// Whether a member of a cursor is something to call, or its connection's.
pub(super) fn is_method(name: &str) -> bool {
    is_nothing(name) || METHODS.split_whitespace().any(|known| known == name)
}

impl DriverCall<'_> {
    pub(super) fn python(&self, machine: &mut Machine<'_>) -> Option<Outcome> {
        let call = self.call;
        let last = self.path.last().to_string();
        let at_module = self.connection.is_none();
        Some(match last.as_str() {
            "connect" | "Connect" | "getconn" | "get_connection" if at_module => {
                Ok(self.new_connection(machine))
            }
            "cursor" => {
                self.refuse_named_cursor(machine);
                let cursor = cursor::new(machine);
                Ok(self.with_object(machine, cursor))
            }
            "commit" => self.transaction(machine, &Transaction::Commit),
            "rollback" => self.transaction(machine, &Transaction::Rollback),
            "begin" | "start_transaction" if !at_module => {
                if call.named_or(LEVEL, 1).is_some() {
                    let message = "the level of a transaction is supported for PostgreSQL only";
                    machine.problem(message, call.span);
                }
                let options =
                    [call.named_or("consistent_snapshot", 0), call.named_or(READ_ONLY, 2)];
                let none = |it: &Term| matches!(machine.view(*it), Node::Null | Node::Bool(false));
                if !options.iter().flatten().all(none) {
                    let why = "these options of a transaction are not supported";
                    self.database.isolation_not_known(machine, why, call.span);
                }
                self.transaction(machine, &Transaction::Begin { level: None, read_only: false })
            }
            "execute" if !at_module => self.statement(machine),
            "executemany" if !at_module => self.execute_many(machine),
            BATCH | VALUES if at_module => self.execute_for(machine, &last),
            "fetchone" => cursor::fetch_one(machine, self.cursor?, call.span),
            "fetchall" => cursor::fetch_all(machine, self.cursor?, call.span),
            "fetchmany" => {
                let one = machine.terms().number(1.0);
                let most = call.argument(0).unwrap_or(one);
                cursor::fetch_many(machine, self.cursor?, most, call.span)
            }
            // psycopg: `with connection.transaction():`
            "transaction" if !at_module && call.named("force_rollback").is_some() => {
                let message = "a transaction that may be rolled back at its end whatever happens \
                               (`force_rollback`) is not supported";
                Ok(machine.problem(message, call.span))
            }
            "transaction" if !at_module => Ok(machine.chain(call)),
            "__enter__" if self.is_transaction() => self.transaction(machine, &Transaction::Enter),
            "__exit__" if self.is_transaction() => {
                let calm = self.is_calm(machine);
                self.transaction(machine, &Transaction::Exit { calm })
            }
            "__enter__" => Ok(call.receiver?),
            "__exit__" => self.leave(machine),
            AUTOCOMMIT | "set_session" | "set_isolation_level" => self.configure(machine, &last),
            _ if is_nothing(&last) => Ok(machine.terms().null()),
            _ if at_module => Ok(machine.chain(call)),
            _ => return None,
        })
    }

    /// A cursor with a name is one of the server: it finds and locks rows when they are fetched,
    /// in the snapshot of the statement that declares it.
    fn refuse_named_cursor(&self, machine: &mut Machine<'_>) {
        if !self.driver.package.contains("psycopg") {
            return;
        }
        let name = self.call.named_or("name", 0);
        if name.is_some_and(|name| !matches!(machine.view(name), Node::Null)) {
            let why = "a cursor with a name finds and locks rows when they are fetched, which is \
                       not supported";
            self.database.isolation_not_known(machine, why, self.call.span);
        }
    }

    /// The end of a `with` block: of a cursor nothing, of a connection a commit, or a
    /// rollback if an exception leaves the block.
    fn leave(&self, machine: &mut Machine<'_>) -> Outcome {
        if self.cursor.is_some() || self.connection.is_none() {
            return Ok(machine.terms().null());
        }
        if matches!(self.driver.package, "pymysql" | "MySQLdb" | "mysql.connector") {
            // Leaving closes the connection, and that rolls back.
            return self.transaction(machine, &Transaction::Rollback);
        }
        let ended = self.is_calm(machine);
        machine.branch(
            ended,
            |machine| self.transaction(machine, &Transaction::Commit),
            |machine| self.transaction(machine, &Transaction::Rollback),
        )
    }

    /// Whether the call is one of what `connection.transaction()` gives.
    pub(super) fn is_transaction(&self) -> bool {
        self.path.to_string().contains(".transaction().")
    }

    /// When no exception leaves the block that ends.
    pub(super) fn is_calm(&self, machine: &mut Machine<'_>) -> Term {
        let null = machine.terms().null();
        let raised = self.call.argument(1).unwrap_or(null);
        machine.terms().equal(raised, null)
    }

    fn execute_many(&self, machine: &mut Machine<'_>) -> Outcome {
        let (Some(text), Some(list)) = (self.call.argument(0), self.call.argument(1)) else {
            return Ok(machine.problem("executemany without rows", self.call.span));
        };
        let Some(target) = self.call.receiver else { return Ok(machine.chain(self.call)) };
        self.for_rows(machine, target, text, list)?;
        if self.returns_count() && !self.results(machine).is_ignored(self.call) {
            let message = "how many rows executemany changes is not known";
            return Ok(machine.problem(message, self.call.span));
        }
        Ok(self.returned(machine, target))
    }

    /// Executes a statement for each row of a list.
    fn for_rows(
        &self,
        machine: &mut Machine<'_>,
        target: Term,
        text: Term,
        list: Term,
    ) -> Result<(), Stop> {
        // How many rows there are is not known: what others see of them is said, as if each was
        // committed, and what the transaction does is left open.
        let apart = DriverCall { connection: None, path: self.path.clone(), ..*self };
        let known = machine.items(list).is_some();
        if !known {
            let message = "a transaction that executes a statement for each row of a list is only \
                           followed where the number of rows is known";
            machine.problem(message, self.call.span);
        }
        let on = if known { self } else { &apart };
        machine.for_each(list, &mut |machine, values| {
            let given = given(machine, Some(values));
            let request = Request { text: Source::Term(text), given };
            on.execute_into(machine, target, &request)
        })?;
        let Some(cursor) = self.cursor else { return Ok(()) };
        // The count is that of all rows, or of the last ones.
        let unknown = machine.terms().fresh_symbol("rows", Origin::Unknown);
        cursor::keep(machine, cursor, unknown)
    }

    /// `execute_batch(cursor, text, rows)`, `execute_values(cursor, text, rows)`.
    fn execute_for(&self, machine: &mut Machine<'_>, name: &str) -> Outcome {
        let call = self.call;
        let given = ["cur", "sql", "argslist"]
            .iter()
            .enumerate()
            .map(|(index, name)| call.named_or(name, index))
            .collect::<Option<Vec<Term>>>();
        let found = given.and_then(|given| {
            let path = Path::of(machine.terms(), given[0])?;
            let [connection, cursor, ..] = objects(machine, &path)[..] else { return None };
            Some((given, path, connection, cursor))
        });
        let Some((given, path, connection, cursor)) = found else {
            let message = format!("which cursor {name} uses is not known here");
            return Ok(machine.problem(message, call.span));
        };
        let [target, mut text, list] = given[..] else { return Ok(machine.terms().null()) };
        let of_cursor = Call { receiver: Some(target), ..call.clone() };
        let on_cursor = DriverCall {
            drivers: self.drivers,
            database: self.database,
            driver: self.driver,
            path,
            call: &of_cursor,
            connection: Some(connection),
            cursor: Some(cursor),
            reply: self.reply,
        };
        if on_cursor.commits_itself(machine) {
            let message = format!(
                "which rows of {name} are committed together is not known on a connection that \
                 commits every statement"
            );
            return Ok(machine.problem(message, call.span));
        }
        if machine.items(list).is_some_and(|items| items.is_empty()) {
            return Ok(machine.terms().null());
        }
        if name == VALUES {
            let template = call.named_or("template", 3);
            let fetches = call.named_or("fetch", 5);
            let one_row = with_one_row(machine, text, list);
            let Some(one_row) = one_row.filter(|_| template.is_none() && fetches.is_none()) else {
                let message = "the statement or the rows of execute_values are not known here";
                return Ok(machine.problem(message, call.span));
            };
            text = one_row;
        }
        on_cursor.for_rows(machine, target, text, list)?;
        Ok(machine.terms().null())
    }

    /// Whether `execute` gives how many rows there are.
    pub(super) fn returns_count(&self) -> bool {
        matches!(self.driver.package, "pymysql" | "MySQLdb")
    }

    /// What `execute` gives: a cursor, nothing, or how many rows there are.
    pub(super) fn returned(&self, machine: &mut Machine<'_>, target: Term) -> Term {
        let null = machine.terms().null();
        match self.driver.package {
            "psycopg2" | "aurora_dsql_psycopg2" => null,
            _ if self.returns_count() => {
                let cursor = self.cursor.filter(|_| !self.results(machine).is_ignored(self.call));
                cursor
                    .and_then(|cursor| cursor::member(machine, cursor, "rowcount"))
                    .unwrap_or(null)
            }
            _ => target,
        }
    }

    /// Notes whether the connection commits every statement.
    fn configure(&self, machine: &mut Machine<'_>, name: &str) -> Outcome {
        let call = self.call;
        let null = machine.terms().null();
        let Some(connection) = call.receiver else { return Ok(null) };
        let level = match name {
            "set_session" | "set_isolation_level" => call.named_or(LEVEL, 0),
            _ => None,
        };
        if let Some(level) = level {
            machine.set(connection, LEVEL, level)?;
        }
        if name == "set_session"
            && let Some(read_only) = call.named_or(READ_ONLY, 1)
        {
            machine.set(connection, READ_ONLY, read_only)?;
        }
        let value = match name {
            "set_session" => call.named(AUTOCOMMIT),
            "set_isolation_level" => call.argument(0).map(|level| {
                let path = Path::of(machine.terms(), level).map(|path| path.to_string());
                let zero = machine.terms().number(0.0);
                let by_name = path.is_some_and(|path| path.ends_with("LEVEL_AUTOCOMMIT"));
                machine.terms().bool(by_name || level == zero)
            }),
            _ => call.argument(0),
        };
        if let Some(value) = value {
            machine.set(connection, AUTOCOMMIT, value)?;
        }
        Ok(null)
    }

    /// Whether the connection commits every statement. What is not committed is
    /// lost, so this must be known.
    pub(super) fn commits_itself(&self, machine: &mut Machine<'_>) -> bool {
        let mut at = self.call.receiver;
        while let Some(chain) = at {
            if let Some(answer) = self.configured(machine, chain) {
                return answer;
            }
            // A cursor asks its connection.
            at = chained_to(machine, chain);
        }
        false
    }

    /// What was said of a connection, when it was made or later.
    fn configured(&self, machine: &mut Machine<'_>, chain: Term) -> Option<bool> {
        let own = machine.get(chain, AUTOCOMMIT).ok()?;
        let unset = machine.terms().apply(Operator::Member(AUTOCOMMIT.into()), &[chain]);
        let mut value = own;
        if own == unset {
            let made = Path::of(machine.terms(), chain);
            let made =
                made.filter(|p| matches!(p.segments.last(), Some(PathSegment::Called { .. })));
            let named = made.and_then(|path| path.named(0))?;
            let unknown = machine.terms().field(named, "**");
            let isolation = machine.terms().field(named, "isolation_level");
            if self.driver.package == "sqlite3" && matches!(machine.view(isolation), Node::Null) {
                return Some(true);
            }
            value = machine.terms().field(named, AUTOCOMMIT);
            if matches!(machine.view(value), Node::Undefined) {
                let says = matches!(machine.view(unknown), Node::Undefined)
                    || self.driver.package == "psycopg2";
                if says {
                    return None;
                }
                value = unknown;
            }
        }
        let answer = machine.terms().as_bool(value);
        if answer.is_none() {
            let message = "whether the connection commits every statement is not known here; pass \
                           autocommit as a constant";
            machine.problem(message, self.call.span);
        }
        Some(answer.unwrap_or(true))
    }

    /// Whether the connection was made with flags of its own, among which may be FOUND_ROWS.
    pub(super) fn has_flags(&self, machine: &mut Machine<'_>) -> bool {
        let Some(named) = self.path.named(0) else { return false };
        ["client_flag", "client_flags"].iter().any(|flag| {
            let given = machine.terms().field(named, flag);
            !matches!(machine.view(given), Node::Undefined)
        })
    }

    /// The level that was set for the transactions of the connection, if one was.
    pub(super) fn connection_level(&self, machine: &mut Machine<'_>) -> Option<AskedLevel> {
        if self.is_told_at_the_start(machine) {
            return Some(AskedLevel::NotKnown);
        }
        if self.driver.package == sqlalchemy::PACKAGE {
            let level = sqlalchemy::engine_level(machine, &self.path)?;
            return self.level_named(machine, level);
        }
        let drivers = ["psycopg", "psycopg2", "aurora_dsql_psycopg", "aurora_dsql_psycopg2"];
        if !drivers.contains(&self.driver.package) {
            return None;
        }
        let mut at = self.call.receiver;
        while let Some(chain) = at {
            if self.may_change_nothing(machine, chain) {
                return Some(AskedLevel::NotKnown);
            }
            let own = machine.get(chain, LEVEL).ok()?;
            let unset = machine.terms().apply(Operator::Member(LEVEL.into()), &[chain]);
            if own != unset {
                return self.level_named(machine, own);
            }
            at = chained_to(machine, chain);
        }
        None
    }

    /// Whether the program may have said of a connection that its transactions are read only.
    fn may_change_nothing(&self, machine: &mut Machine<'_>, chain: Term) -> bool {
        [READ_ONLY, "read_only"].iter().any(|name| {
            let Ok(own) = machine.get(chain, name) else { return false };
            let unset = machine.terms().apply(Operator::Member((*name).into()), &[chain]);
            own != unset && !matches!(machine.view(own), Node::Null | Node::Bool(false))
        })
    }

    /// The level that a value of the program means: a text, a constant of the driver, or
    /// its number.
    pub(super) fn level_named(&self, machine: &mut Machine<'_>, value: Term) -> Option<AskedLevel> {
        const LEVELS: [&str; 4] =
            ["read-uncommitted", "read-committed", "repeatable-read", "serializable"];
        if matches!(machine.view(value), Node::Null | Node::Undefined) {
            return None;
        }
        let text = machine.terms().as_str(value).map(|it| it.to_string());
        let constant = Path::of(machine.terms(), value).map(|path| path.last().to_string());
        let name = text.or(constant).map(|it| it.to_lowercase().replace(['_', ' '], "-"));
        let name = name.as_deref().map(|it| it.strip_prefix("isolation-level-").unwrap_or(it));
        let number = match machine.view(value) {
            Node::Number(number) => Some(number.get()),
            _ => None,
        };
        // psycopg2 counts otherwise: its 0 is autocommit, and 4 is READ UNCOMMITTED.
        let of_psycopg2 = ["read-committed", "repeatable-read", "serializable", "read-uncommitted"];
        let order = if self.driver.package.ends_with('2') { of_psycopg2 } else { LEVELS };
        let numbered = (1..=4).find(|&it| number == Some(f64::from(it)));
        let known = LEVELS.into_iter().find(|it| Some(*it) == name);
        let known = known.or_else(|| numbered.map(|it| order[it as usize - 1]));
        let autocommits = matches!(name, Some("default" | "autocommit")) || number == Some(0.0);
        match known {
            Some(level) => Some(AskedLevel::Named(level)),
            None if autocommits => None,
            None => Some(AskedLevel::NotKnown),
        }
    }

    /// What the program has assigned to `row_factory` of a cursor or its connection.
    fn assigned_factories(&self, machine: &mut Machine<'_>) -> Vec<Term> {
        let mut found = Vec::new();
        let mut at = self.call.receiver;
        while let Some(chain) = at {
            for name in ["row_factory", "cursor_factory"] {
                let unset = machine.terms().apply(Operator::Member(name.into()), &[chain]);
                found.extend(machine.get(chain, name).ok().filter(|own| *own != unset));
            }
            at = chained_to(machine, chain);
        }
        found
    }

    /// Whether a cursor was asked for rows with names. What else it may be asked for is refused.
    pub(super) fn shows_records(&self, machine: &mut Machine<'_>) -> bool {
        let mut records = false;
        let mut other = None;
        for segment in &self.path.segments {
            let PathSegment::Called { arguments, named, .. } = segment else { continue };
            let mut given = arguments.clone();
            for name in FACTORIES {
                let Some(value) = named.map(|named| machine.terms().field(named, name)) else {
                    continue;
                };
                given.push(value);
                let nothing =
                    matches!(machine.view(value), Node::Undefined | Node::Null | Node::Bool(false));
                if !nothing && !gives_rows(machine, name, value) {
                    other = Some(name);
                }
            }
            records |= given.into_iter().any(|value| {
                let terms = machine.terms();
                let path = Path::of(terms, value);
                terms.is_true(value)
                    || path.is_some_and(|path| path.last().to_lowercase().contains("dict"))
            });
        }
        for value in self.assigned_factories(machine) {
            let shown = Path::of(machine.terms(), value);
            records |= shown.is_some_and(|path| path.last().to_lowercase().contains("dict"));
            if !gives_rows(machine, "row_factory", value) {
                other = Some("row_factory");
            }
        }
        if let Some(name) = other {
            let message = format!("what rows look like with this `{name}` is not known here");
            machine.problem(message, self.call.span);
        }
        records
    }
}

/// What says how rows look.
const FACTORIES: [&str; 6] =
    ["cursor_factory", "cursorclass", "row_factory", "dictionary", "raw", "named_tuple"];

/// What a chain of calls and members is made on: a cursor's connection, a method's object.
fn chained_to(machine: &mut Machine<'_>, chain: Term) -> Option<Term> {
    match machine.view(chain) {
        Node::Apply(Operator::Called | Operator::Constructed | Operator::Member(_), parts) => {
            Some(parts[0])
        }
        _ => None,
    }
}

/// Whether rows are tuples, or have their columns by name.
fn gives_rows(machine: &mut Machine<'_>, factory: &str, value: Term) -> bool {
    if factory == "dictionary" {
        return true;
    }
    let name = Path::of(machine.terms(), value).map(|path| path.last().to_lowercase());
    name.is_some_and(|name| {
        // `sqlite3.Row` is both.
        let rows = ["dict", "tuple", "cursor"].iter().any(|kind| name.contains(kind));
        (rows && !name.contains("server")) || name == "row"
    })
}

/// The text of `execute_values` for one row: its only `%s` becomes as many as the rows have
/// values.
fn with_one_row(machine: &mut Machine<'_>, text: Term, list: Term) -> Option<Term> {
    let text = machine.terms().as_str(text)?.to_string();
    let (before, after) = text.split_once("%s")?;
    if after.contains("%s") {
        return None;
    }
    let mut widths = Vec::new();
    machine
        .for_each(list, &mut |machine, row| {
            widths.push(machine.items(row).map(|items| items.len()));
            Ok(row)
        })
        .ok()?;
    let width = widths.first().copied().flatten()?;
    if width == 0 || widths.iter().any(|&other| other != Some(width)) {
        return None;
    }
    let places = vec!["%s"; width].join(", ");
    Some(machine.terms().string(format!("{before}({places}){after}")))
}

//! Application code that speaks SQL: what calls of database drivers mean.
//!
//! [`session`] follows BEGIN, COMMIT and ROLLBACK over the paths of the code,
//! [`statement`], [`query`] and [`insert`] give statements their meaning as
//! reads and writes of the model's tables, [`expression`] evaluates what stands
//! in them.

mod constraint;
mod expression;
mod insert;
mod query;
mod session;
mod statement;

use aplomb_script::{Language, Span};
use aplomb_symbolic::{Call, Machine, Outcome, Path, Stop, Term};
use sqlparser::ast::{Set, Statement, TransactionMode};
use sqlparser::dialect::{GenericDialect, PostgreSqlDialect};
use sqlparser::parser::Parser;

use super::vocabulary::Vocabulary;
use query::Answer;
pub(super) use session::{Session, close, implies};

/// What the model cannot follow, in words.
#[derive(Debug)]
pub(super) struct Unsupported(pub String);

/// Why a statement was not executed to its end.
pub(super) enum Failure {
    Unsupported(Unsupported),
    Stop(Stop),
}

impl Failure {
    fn unsupported(what: &impl std::fmt::Display) -> Failure {
        Failure::Unsupported(Unsupported(format!("`{what}` is not supported")))
    }

    fn because<T>(message: impl Into<String>) -> Result<T, Failure> {
        Err(Failure::Unsupported(Unsupported(message.into())))
    }
}

impl From<Unsupported> for Failure {
    fn from(unsupported: Unsupported) -> Failure {
        Failure::Unsupported(unsupported)
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

/// The database behind a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Product {
    Postgres,
    Mysql,
}

/// A driver.
#[derive(Clone, Copy)]
pub(super) struct Driver {
    package: &'static str,
    product: Product,
    /// Whether the first statement begins a transaction.
    implicit: bool,
    /// Whether the number of affected rows counts those that were found; if
    /// not, MySQL counts those that have changed.
    found_rows: bool,
}

const fn driver(
    package: &'static str,
    product: Product,
    implicit: bool,
    found_rows: bool,
) -> Driver {
    Driver { package, product, implicit, found_rows }
}

/// `mysql2` asks for found rows, the drivers for Python do not.
const DRIVERS: [Driver; 7] = [
    driver("pg", Product::Postgres, false, true),
    driver("mysql2", Product::Mysql, false, true),
    driver("mysql2/promise", Product::Mysql, false, true),
    driver("psycopg", Product::Postgres, true, true),
    driver("psycopg2", Product::Postgres, true, true),
    driver("pymysql", Product::Mysql, true, false),
    driver("mysql.connector", Product::Mysql, true, false),
];

/// Calls that only give access to the database.
const ACCESS: [&str; 14] = [
    "Pool",
    "Client",
    "Connection",
    "connect",
    "cursor",
    "createPool",
    "createConnection",
    "getConnection",
    "release",
    "end",
    "close",
    "on",
    "__enter__",
    "transaction",
];

/// What a call of a driver does.
pub(super) fn call(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    call: &Call,
) -> Option<Outcome> {
    let path = machine.path_of(call.callee)?;
    let driver = *DRIVERS.iter().find(|driver| driver.package == &*path.root)?;
    let name = path.last().to_owned();
    let command = match name.as_str() {
        "query" | "execute" => Command::Statement,
        "beginTransaction" | "start_transaction" | "begin" => Command::Begin,
        "commit" => Command::Commit,
        "rollback" => Command::Rollback,
        "__enter__" if path.to_string().ends_with("transaction().__enter__") => Command::Enter,
        "__exit__" => match path.to_string() {
            shown if shown.ends_with("transaction().__exit__") => Command::Exit,
            // A cursor is closed, no transaction ends.
            shown if shown.ends_with("cursor().__exit__") => {
                return Some(Ok(machine.terms().undefined()));
            }
            // These drivers close a connection without a commit.
            _ if driver.product == Product::Mysql => Command::Rollback,
            _ => Command::Leave,
        },
        "fetchone" | "fetchall" => {
            let fetched = session::fetch(vocabulary, machine, &name, call.span);
            return Some(fetched);
        }
        name if ACCESS.contains(&name) => {
            let chain = machine.chain(call);
            return Some(Ok(chain));
        }
        _ => return None,
    };
    let asynchronous = machine.dialect().language == Language::JavaScript;
    let call = call.clone();
    let pooled = is_pool(&path);
    let perform = move |machine: &mut Machine<'_>| {
        perform(vocabulary, machine, &call, driver, command, pooled)
    };
    Some(if asynchronous { machine.promise(perform) } else { perform(machine) })
}

/// Whether a call goes to a pool, which picks a connection for every statement.
fn is_pool(path: &Path) -> bool {
    let shown = path.to_string();
    let rest = ["Pool()", "createPool()"].iter().find_map(|made| shown.split_once(made));
    rest.is_some_and(|(_, rest)| !rest.contains("onnect"))
}

/// What a driver is asked for.
#[derive(Clone, Copy)]
enum Command {
    Statement,
    Begin,
    Commit,
    Rollback,
    /// The end of a `with` block of a connection.
    Leave,
    /// The start and the end of `with conn.transaction()`.
    Enter,
    Exit,
}

fn perform(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    call: &Call,
    driver: Driver,
    command: Command,
    pooled: bool,
) -> Outcome {
    let span = call.span;
    match command {
        Command::Begin => session::begin(vocabulary, machine, span),
        Command::Commit => session::end(vocabulary, machine, true),
        Command::Rollback => session::end(vocabulary, machine, false),
        Command::Leave => session::leave(vocabulary, machine, call.argument(0), span),
        Command::Exit => session::exit(vocabulary, machine, call.argument(0), span),
        Command::Enter => {
            session::enter(vocabulary, machine, span)?;
            Ok(machine.chain(call))
        }
        Command::Statement => {
            let parsed = match text_and_values(machine, call, driver) {
                Ok(parsed) => parsed,
                Err(Unsupported(message)) => return Ok(machine.problem(message, span)),
            };
            let mut answer = Answer::nothing(machine);
            let mut implicit = driver.implicit && !autocommits(machine, call);
            if implicit {
                match assigned_autocommit(machine, span) {
                    Assigned::Nowhere => {}
                    Assigned::Everywhere => implicit = false,
                    Assigned::Somewhere => {
                        let message = "`autocommit` is assigned to some connections of this file, \
                                       which is not followed: assign it right after every \
                                       connect(), or pass autocommit=True";
                        return Ok(machine.problem(message, span));
                    }
                }
            }
            for statement in &parsed.statements {
                if pooled {
                    vocabulary.recording().send_to_pool(statement, span);
                }
                answer = match statement {
                    // On a pool they begin and end nothing: the next statement
                    // may run on another connection.
                    Statement::StartTransaction { .. }
                    | Statement::Commit { .. }
                    | Statement::Rollback { .. }
                    | Statement::Set(_)
                        if pooled =>
                    {
                        answer
                    }
                    _ if pooled && session::is_open(vocabulary, machine) => {
                        let message = "this statement goes to the pool, not to the connection \
                                       of the open transaction: it is not part of it";
                        vocabulary.recording().astray(span);
                        machine.problem(message, span);
                        answer
                    }
                    Statement::StartTransaction { modes, .. } => {
                        session::begin(vocabulary, machine, span)?;
                        level_is_asked(vocabulary, machine, modes);
                        answer
                    }
                    Statement::Commit { .. } => {
                        session::end(vocabulary, machine, true)?;
                        answer
                    }
                    Statement::Rollback { savepoint: None, .. } => {
                        session::end(vocabulary, machine, false)?;
                        answer
                    }
                    Statement::Savepoint { name } => {
                        session::save(vocabulary, machine, &name.value, span)?;
                        answer
                    }
                    Statement::ReleaseSavepoint { name } => {
                        session::release(vocabulary, &name.value);
                        answer
                    }
                    Statement::Rollback { savepoint: Some(name), .. } => {
                        session::back_to(vocabulary, machine, &name.value, span)?;
                        answer
                    }
                    Statement::Set(Set::SetTransaction { modes, session: false, .. })
                        if driver.product == Product::Postgres
                            && session::is_open(vocabulary, machine) =>
                    {
                        level_is_asked(vocabulary, machine, modes);
                        answer
                    }
                    Statement::Set(_) => {
                        level_is_given(vocabulary, statement, span);
                        answer
                    }
                    other => session::run(vocabulary, machine, span, implicit, |machine| {
                        statement::execute(vocabulary, machine, other, &parsed.values, driver, span)
                    })?,
                };
            }
            deliver(vocabulary, machine, call, driver, answer)
        }
    }
}

/// The code says at which level the open transaction runs.
fn level_is_asked(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    modes: &[TransactionMode],
) {
    for mode in modes {
        if let TransactionMode::IsolationLevel(level) = mode {
            let level = level.to_string().to_lowercase().replace(' ', "-");
            session::ask_level(vocabulary, machine, level);
        }
    }
}

/// The level of other transactions is what the question says, not the code.
fn level_is_given(vocabulary: &Vocabulary<'_>, statement: &Statement, span: Span) {
    let message = format!("`{statement}` is not followed: the level is the one asked about");
    vocabulary.recording().warnings.push((message, span));
}

/// Statements with what is bound to them.
struct Parsed {
    statements: Vec<Statement>,
    values: Vec<Term>,
}

fn text_and_values(
    machine: &mut Machine<'_>,
    call: &Call,
    driver: Driver,
) -> Result<Parsed, Unsupported> {
    let mut first = call.argument(0);
    let mut second = call.argument(1);
    // `query({ text, values })`
    if let Some(object) = first
        && let Some(fields) = machine.fields(object)
    {
        let field = |wanted: &[&str]| {
            fields.iter().find(|(name, _)| wanted.contains(&&**name)).map(|(_, value)| *value)
        };
        second = field(&["values"]).or(second);
        first = field(&["text", "sql"]);
    }
    let text = first.and_then(|text| machine.terms().as_str(text).cloned());
    let Some(text) = text else {
        return Err(Unsupported("the text of a statement must be a constant".into()));
    };
    let named = second.and_then(|values| machine.fields(values));
    let (text, names) = match &named {
        Some(_) => by_name(&text),
        None => (numbered(&text), Vec::new()),
    };
    let values = match second {
        None => Vec::new(),
        Some(_) if named.is_some() => {
            let fields = named.unwrap_or_default();
            let mut values = Vec::new();
            for name in names {
                match fields.iter().find(|(known, _)| **known == *name) {
                    Some((_, value)) => values.push(machine.freeze(*value)),
                    None => return Err(Unsupported(format!("no value is bound to `{name}`"))),
                }
            }
            values
        }
        Some(values) => match machine.items(values) {
            Some(items) => items.into_iter().map(|item| machine.freeze(item)).collect(),
            None => return Err(Unsupported("bind values as a list of known length".into())),
        },
    };
    let parsed = match driver.product {
        Product::Postgres => Parser::parse_sql(&PostgreSqlDialect {}, &text),
        // MySQL's own dialect has no numbered placeholders.
        Product::Mysql => Parser::parse_sql(&GenericDialect {}, &in_share_mode(&text)),
    };
    match parsed {
        Ok(statements) => Ok(Parsed { statements, values }),
        Err(error) => Err(Unsupported(format!("`{text}` is not understood: {error}"))),
    }
}

/// The text with the older way to ask for a shared lock in the newer one.
fn in_share_mode(text: &str) -> String {
    const OLD: &str = "lock in share mode";
    let trimmed = text.trim_end().trim_end_matches(';').trim_end();
    let start = trimmed.len().saturating_sub(OLD.len());
    match trimmed.get(start..) {
        Some(end) if end.eq_ignore_ascii_case(OLD) => format!("{}FOR SHARE", &trimmed[..start]),
        _ => text.to_owned(),
    }
}

/// The text with its placeholders (`%(name)s`) numbered, and their names.
fn by_name(text: &str) -> (String, Vec<String>) {
    let (mut numbered, mut names) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find("%(") {
        let Some(length) = rest[start..].find(")s") else { break };
        names.push(rest[start + 2..start + length].to_owned());
        numbered.push_str(&rest[..start]);
        numbered.push_str(&format!("${}", names.len()));
        rest = &rest[start + length + 2..];
    }
    numbered.push_str(rest);
    (numbered, names)
}

/// The text with its placeholders (`%s`, `?`) numbered, outside of literals.
fn numbered(text: &str) -> String {
    let mut numbered = String::with_capacity(text.len());
    let mut quoted = false;
    let mut count = 0;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => quoted = !quoted,
            '%' if !quoted && letters.peek() == Some(&'s') => {
                letters.next();
                count += 1;
                numbered.push_str(&format!("${count}"));
                continue;
            }
            '?' if !quoted => {
                count += 1;
                numbered.push_str(&format!("${count}"));
                continue;
            }
            _ => {}
        }
        numbered.push(letter);
    }
    numbered
}

/// What the driver hands to the application.
fn deliver(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    call: &Call,
    driver: Driver,
    answer: Answer,
) -> Outcome {
    match driver.package {
        "pg" => {
            let (rows, count) = (answer.list(machine, true)?, answer.count);
            Ok(machine.new_record([("rows", rows), ("rowCount", count)]))
        }
        "mysql2" | "mysql2/promise" => {
            let first = match answer.rows {
                Some(_) => answer.list(machine, true)?,
                None => machine.new_record([("affectedRows", answer.count)]),
            };
            let fields = machine.new_list([]);
            Ok(machine.new_list([first, fields]))
        }
        _ => {
            let records = gives_records(machine, call);
            let first = answer.first(machine, records)?;
            let all = answer.list(machine, records)?;
            let path = vocabulary.recording().path(machine);
            let fetched = session::Fetched { first, all, count: answer.count, path };
            vocabulary.recording().session.fetched(fetched);
            Ok(call.receiver.unwrap_or_else(|| machine.chain(call)))
        }
    }
}

/// Whether the name of a package is that of a driver.
pub(super) fn is_driver(name: &str) -> bool {
    DRIVERS.iter().any(|driver| driver.package == name)
}

/// What a member of a cursor is.
pub(super) fn member(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    path: &Path,
    name: &str,
) -> Option<Term> {
    (is_driver(&path.root) && name == "rowcount")
        .then(|| session::row_count(vocabulary, machine))
        .flatten()
}

/// How the connection of a call was made, in words.
fn connection(machine: &mut Machine<'_>, call: &Call) -> String {
    let callee = machine.freeze(call.callee);
    machine.terms().show(callee).to_string()
}

/// Whether rows come as records, not as tuples.
fn gives_records(machine: &mut Machine<'_>, call: &Call) -> bool {
    let shown = connection(machine, call);
    ["DictCursor", "dict_row", "dictionary: true"].iter().any(|word| shown.contains(word))
}

/// Where a file sets connections to commit every statement.
#[derive(Debug, PartialEq, Eq)]
enum Assigned {
    Nowhere,
    /// On some of them, or under a condition.
    Somewhere,
    /// On every connection, right after it is made.
    Everywhere,
}

/// Members of packages are not followed when they are assigned, so this looks
/// at the text.
fn assigned_autocommit(machine: &Machine<'_>, span: Span) -> Assigned {
    let file = machine.program().file(span.file);
    file.map_or(Assigned::Nowhere, |file| autocommit_in(&file.text))
}

fn autocommit_in(text: &str) -> Assigned {
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if !plain.contains(".autocommit=True") {
        return Assigned::Nowhere;
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let made = |line: &&str| line.contains("connect(") && line.contains('=');
    let everywhere = lines.iter().enumerate().filter(|(_, line)| made(line)).all(|(at, line)| {
        let name = line.trim_start().split([' ', '=', ':']).next().unwrap_or_default();
        let wanted = format!("{name}.autocommit=True");
        lines.get(at + 1).is_some_and(|next| {
            let next_plain: String = next.chars().filter(|it| !it.is_whitespace()).collect();
            indent(next) == indent(line) && next_plain == wanted
        })
    });
    let makes = lines.iter().filter(|line| line.contains("connect(")).count();
    let assigned = plain.matches(".autocommit=").count();
    match everywhere && makes == assigned {
        true => Assigned::Everywhere,
        false => Assigned::Somewhere,
    }
}

/// Whether every statement is a transaction unless one was begun.
fn autocommits(machine: &mut Machine<'_>, call: &Call) -> bool {
    connection(machine, call).contains("autocommit: true")
}

#[cfg(test)]
mod tests {
    #[test]
    fn placeholders_are_numbered() {
        assert_eq!(
            super::numbered("a = %s AND b = '%s?' AND c = ?"),
            "a = $1 AND b = '%s?' AND c = $2"
        );
        assert_eq!(super::numbered("id = $1"), "id = $1");
        let old = super::in_share_mode("SELECT v FROM t lock in SHARE mode;");
        assert_eq!(old, "SELECT v FROM t FOR SHARE");
        let (text, names) = super::by_name("a = %(x)s AND b = %(y)s AND c = %(x)s");
        assert_eq!(text, "a = $1 AND b = $2 AND c = $3");
        assert_eq!(names, ["x", "y", "x"]);
    }

    #[test]
    fn autocommit_is_followed_where_every_connection_has_it() {
        use super::{Assigned, autocommit_in};
        let each =
            "def f():\n    a = psycopg2.connect('')\n\n    a.autocommit = True\n    a.cursor()\n";
        assert_eq!(autocommit_in(each), Assigned::Everywhere);
        assert_eq!(autocommit_in("a = connect('')\n"), Assigned::Nowhere);
        let late = each.replace("    a.autocommit", "    if x:\n        a.autocommit");
        assert_eq!(autocommit_in(&late), Assigned::Somewhere);
        let other = format!("{each}b = psycopg2.connect('')\n");
        assert_eq!(autocommit_in(&other), Assigned::Somewhere);
    }
}

//! One connection to a database, through the database's own client program.
//!
//! `psql` and `mariadb` (or `mysql`) know every way to authenticate and to
//! encrypt, and cost no dependency. A statement is followed by a marker; what
//! the client prints before the marker is the answer.

use std::io::{BufRead, BufReader, PipeReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use super::LiveError;

/// What kind of SQL a database speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
}

const MARKER: &str = "--aplomb--";

/// A connection.
#[derive(Debug)]
pub struct Connection {
    dialect: Dialect,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<PipeReader>,
}

/// What a database answers to a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The rows, as texts; `NULL` is a text too.
    pub rows: Vec<Vec<String>>,
    /// How many rows were found or changed, where the database says so.
    pub count: Option<u64>,
}

/// Connects to `postgres://...` or `mysql://...`.
pub fn connect(address: &str) -> Result<Connection, LiveError> {
    match address.split("://").next() {
        Some("postgres" | "postgresql") => {
            let mut command = Command::new("psql");
            command.args(["-X", "-q", "-A", "-t", "-F", "\t", "-P", "null=NULL"]);
            command.args(["-v", "VERBOSITY=verbose", "-d", address]);
            Connection::start(Dialect::Postgres, command)
        }
        Some("mysql" | "mariadb") => {
            let client = |program: &str| mysql_command(program, address);
            let connection = Connection::start(Dialect::Mysql, client("mariadb")?);
            match connection {
                Err(LiveError::NoClient { .. }) => {
                    Connection::start(Dialect::Mysql, client("mysql")?)
                }
                other => other,
            }
        }
        _ => Err(LiveError::UnknownScheme(address.into())),
    }
}

/// The command for `mysql://user:password@host:port/database`.
fn mysql_command(program: &str, address: &str) -> Result<Command, LiveError> {
    let malformed = || LiveError::UnknownScheme(address.into());
    let rest = address.split_once("://").ok_or_else(malformed)?.1;
    let (login, place) = rest.rsplit_once('@').unwrap_or(("", rest));
    let (host, database) = place.split_once('/').ok_or_else(malformed)?;
    let (host, port) = host.split_once(':').unwrap_or((host, "3306"));
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    let mut command = Command::new(program);
    command.args(["--no-defaults", "--batch", "--skip-column-names", "--unbuffered", "--force"]);
    command.args(["--protocol=tcp", "--host", host, "--port", port]);
    if !user.is_empty() {
        command.args(["--user", user]);
    }
    if !password.is_empty() {
        command.env("MYSQL_PWD", password);
    }
    command.arg(database);
    Ok(command)
}

impl Connection {
    fn start(dialect: Dialect, mut command: Command) -> Result<Connection, LiveError> {
        let program = command.get_program().to_string_lossy().into_owned();
        let failed = |error: std::io::Error| LiveError::NoClient {
            program: program.clone(),
            reason: error.to_string(),
        };
        // Errors and results must arrive in the order in which they happen.
        let (reader, writer) = std::io::pipe().map_err(failed)?;
        let errors = writer.try_clone().map_err(failed)?;
        command.stdin(Stdio::piped()).stdout(writer).stderr(errors);
        let mut child = command.spawn().map_err(failed)?;
        // The command holds the write end; without it the pipe ends with the child.
        drop(command);
        let input = child.stdin.take();
        let mut connection = Connection { dialect, child, input, output: BufReader::new(reader) };
        connection.value("SELECT 1")?;
        Ok(connection)
    }

    /// What it speaks.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Performs a statement.
    pub fn execute(&mut self, sql: &str) -> Result<(), LiveError> {
        self.value(sql).map(drop)
    }

    /// The first column of the first row of a query, as text.
    pub fn value(&mut self, sql: &str) -> Result<Option<String>, LiveError> {
        let mut rows = self.ask(sql)?.rows.into_iter();
        Ok(rows.next().and_then(|row| row.into_iter().next()))
    }

    /// Everything that the database answers to a statement.
    pub fn ask(&mut self, sql: &str) -> Result<Answer, LiveError> {
        let marker = match self.dialect {
            Dialect::Postgres => format!("\\echo {MARKER} :ROW_COUNT"),
            Dialect::Mysql => format!("SELECT CONCAT('{MARKER} ', ROW_COUNT());"),
        };
        let gone =
            |error: std::io::Error| LiveError::Database(format!("the client ended: {error}"));
        let input = self.input.as_mut().expect("open until dropped");
        input.write_all(format!("{sql}\n;\n{marker}\n").as_bytes()).map_err(gone)?;
        input.flush().map_err(gone)?;
        let mut answer = Answer::default();
        let mut error = None;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(gone)? == 0 {
                let said = error.unwrap_or_default();
                return Err(LiveError::Database(format!("the client ended: {said}")));
            }
            let line = line.trim_end_matches(['\n', '\r']);
            if let Some(count) = line.strip_prefix(MARKER) {
                answer.count = count.trim().parse().ok();
                break;
            }
            match line {
                line if is_error(line) => error = error.or(Some(line.to_string())),
                line if is_notice(line) => {}
                line => answer.rows.push(line.split('\t').map(Into::into).collect()),
            }
        }
        match error {
            Some(error) => Err(LiveError::Database(error)),
            None => Ok(answer),
        }
    }
}

fn is_error(line: &str) -> bool {
    ["ERROR", "FATAL", "psql: error"].iter().any(|start| line.starts_with(start))
}

fn is_notice(line: &str) -> bool {
    ["NOTICE", "WARNING", "DETAIL", "HINT", "LOCATION", "CONTEXT", "STATEMENT"]
        .iter()
        .any(|start| line.starts_with(start))
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Without input the client ends, and with it an open transaction.
        self.input = None;
        let _ = self.child.wait();
    }
}

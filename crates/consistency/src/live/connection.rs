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

/// Connects to `postgres://...` or `mysql://...`.
pub fn connect(address: &str) -> Result<Connection, LiveError> {
    match address.split("://").next() {
        Some("postgres" | "postgresql") => {
            let mut command = Command::new("psql");
            command.args(["-X", "-q", "-A", "-t", "-v", "VERBOSITY=terse", "-d", address]);
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
        let marker = match self.dialect {
            Dialect::Postgres => format!("\\echo {MARKER}"),
            Dialect::Mysql => format!("SELECT '{MARKER}';"),
        };
        let gone =
            |error: std::io::Error| LiveError::Database(format!("the client ended: {error}"));
        let input = self.input.as_mut().expect("open until dropped");
        input.write_all(format!("{sql};\n{marker}\n").as_bytes()).map_err(gone)?;
        input.flush().map_err(gone)?;
        let mut answer = None;
        let mut error = None;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(gone)? == 0 {
                let said = error.or(answer).unwrap_or_default();
                return Err(LiveError::Database(format!("the client ended: {said}")));
            }
            match line.trim_end() {
                line if line == MARKER => break,
                line if is_error(line) => error = error.or(Some(line.to_string())),
                line if is_notice(line) => {}
                line => answer = answer.or(Some(line.to_string())),
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
    ["NOTICE", "WARNING", "DETAIL", "HINT"].iter().any(|start| line.starts_with(start))
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Without input the client ends, and with it an open transaction.
        self.input = None;
        let _ = self.child.wait();
    }
}

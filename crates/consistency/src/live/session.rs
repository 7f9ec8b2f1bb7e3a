//! A connection whose answers can be waited for, or not: a statement that waits
//! for a lock is answered when somebody else has committed.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::LiveError;
use super::connection::{Answer, Connection, Dialect, connect};

/// How often a statement that is not answered is looked at.
const LOOK: Duration = Duration::from_millis(3);

/// Where it cannot be seen whether a statement waits for a lock, how long it is
/// taken to work.
const WORKS: Duration = Duration::from_millis(400);

/// The longest that a statement may work without waiting for a lock.
const LONGEST: Duration = Duration::from_secs(20);

/// A connection, with a thread that waits for its answers.
pub struct Session {
    ask: Sender<String>,
    answers: Receiver<Result<Answer, LiveError>>,
    /// How the server calls it.
    id: String,
    dialect: Dialect,
}

/// Whether a statement was answered.
pub enum Answered {
    /// It was.
    Now(Result<Answer, LiveError>),
    /// It waits for a lock.
    Waits,
}

impl Session {
    /// Connects.
    pub fn start(address: &str) -> Result<Session, LiveError> {
        let mut connection = connect(address)?;
        let dialect = connection.dialect();
        let id = connection.value(match dialect {
            Dialect::Postgres => "SELECT pg_backend_pid()",
            Dialect::Mysql => "SELECT CONNECTION_ID()",
        })?;
        let (ask, asked) = channel::<String>();
        let (answer, answers) = channel();
        std::thread::spawn(move || {
            for sql in asked {
                if answer.send(connection.ask(&sql)).is_err() {
                    return;
                }
            }
        });
        Ok(Session { ask, answers, id: id.unwrap_or_default(), dialect })
    }

    /// What it speaks.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Sends a statement; whoever sent one before has waited for its answer.
    pub fn send(&self, sql: String) {
        // A connection that has ended gives no answer, which is noticed there.
        let _ = self.ask.send(sql);
    }

    /// Performs a statement that waits for nobody.
    pub fn now(&self, sql: &str) -> Result<Answer, LiveError> {
        self.send(sql.into());
        self.answers.recv().unwrap_or_else(|_| Err(ended()))
    }

    /// The answer, if there is one within a time.
    pub fn answer_within(&self, patience: Duration) -> Option<Result<Answer, LiveError>> {
        match self.answers.recv_timeout(patience) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Disconnected) => Some(Err(ended())),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// The answer, unless the statement waits for a lock.
    pub fn answer_or_wait(&self, admin: &mut Connection) -> Answered {
        let start = Instant::now();
        while start.elapsed() < LONGEST {
            if let Some(answer) = self.answer_within(LOOK) {
                return Answered::Now(answer);
            }
            match self.waits(admin) {
                Some(true) => return Answered::Waits,
                None if start.elapsed() > WORKS => return Answered::Waits,
                _ => {}
            }
        }
        let message = "it neither answers nor waits for a lock".into();
        Answered::Now(Err(LiveError::Database(message)))
    }

    /// Whether the statement waits for a lock, if the server tells.
    pub fn waits(&self, admin: &mut Connection) -> Option<bool> {
        match self.dialect {
            Dialect::Postgres => {
                let sql =
                    format!("SELECT wait_event_type FROM pg_stat_activity WHERE pid = {}", self.id);
                let waits = admin.value(&sql).ok()?;
                Some(waits.as_deref() == Some("Lock"))
            }
            Dialect::Mysql => {
                let status = admin.ask("SHOW ENGINE INNODB STATUS").ok()?;
                let text: String = status.rows.concat().concat();
                let mine = format!("thread id {},", self.id);
                let mut transactions = text.split("---TRANSACTION");
                Some(transactions.any(|it| it.contains(&mine) && it.contains("LOCK WAIT")))
            }
        }
    }
}

fn ended() -> LiveError {
    LiveError::Database("the connection ended".into())
}

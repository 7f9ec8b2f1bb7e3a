//! Application code that speaks SQL: what statements mean as reads and writes of the
//! model's tables.
//!
//! [`aplomb_sql`] reads the calls of drivers and the texts of statements. [`session`]
//! follows BEGIN, COMMIT and ROLLBACK over the paths of the code, [`statement`],
//! [`query`] and [`insert`] give statements their meaning, [`constraint`] what they must
//! not leave behind; [`names`] says what columns stand for, [`kinds`] which values fit
//! together, [`numbers`] and [`wording`] what is made of them, [`delivered`] what drivers make
//! of values.

mod constraint;
mod delivered;
mod insert;
mod kinds;
mod names;
mod numbers;
mod query;
mod session;
mod statement;
mod wording;

use aplomb_script::Span;
use aplomb_sql::form::{Product, Setting, Statement, Transaction};
use aplomb_sql::{Answer, Database, FIRST, Failure, Parsed, Reply, Rows, UNSORTED};
use aplomb_symbolic::{Machine, Outcome, Stop};

use super::recording::{Phase, Request, Role, Sent, SentStatement};
use super::vocabulary::Vocabulary;
pub(super) use names::alike;
pub(crate) use names::depends_on_collation;
pub(super) use session::{Session, close, implies};
use statement::Done;

impl Database for Vocabulary<'_> {
    fn transaction(
        &self,
        machine: &mut Machine<'_>,
        session: aplomb_sql::Session<'_>,
        transaction: &Transaction,
    ) -> Outcome {
        let span = session.span;
        self.recording().product = Some(session.product);
        // On a pool they begin and end nothing: the next statement may run on another
        // connection.
        if session.connection.is_none() {
            let role = match transaction {
                Transaction::Begin { .. } => Role::Begins,
                Transaction::Commit | Transaction::Rollback => Role::Ends,
                _ => Role::Runs,
            };
            self.recording().send_to_pool(session.label, span, role);
            return Ok(machine.terms().undefined());
        }
        match transaction {
            Transaction::Begin { level, read_only } => {
                let set = session::wanted_level(self, machine, &session);
                session::begin(self, machine, &session, level.clone().or(set))?;
                if *read_only {
                    session::forbid_changes(self, machine);
                }
                Ok(machine.terms().undefined())
            }
            Transaction::Commit => session::end(self, machine, session.connection, true),
            Transaction::Rollback => session::end(self, machine, session.connection, false),
            Transaction::Savepoint(name) => {
                if session.implicit && !session::is_open(self, machine) {
                    let level = session::wanted_level(self, machine, &session);
                    session::begin(self, machine, &session, level)?;
                }
                session::save(self, machine, name, span)
            }
            Transaction::Release(name) => {
                session::release(self, machine, name);
                Ok(machine.terms().undefined())
            }
            Transaction::RollbackTo(name) => session::back_to(self, machine, name, span),
            Transaction::Enter => {
                let level = session::wanted_level(self, machine, &session);
                session::enter(self, machine, &session, level)
            }
            Transaction::Exit { calm } => session::exit(self, machine, &session, *calm),
        }
    }

    fn in_one_text(
        &self,
        machine: &mut Machine<'_>,
        session: aplomb_sql::Session<'_>,
        statements: &[Parsed],
    ) {
        if session.product == Product::Mysql {
            let message = "drivers of MySQL refuse several statements in one text unless they are \
                           told otherwise: send them one by one";
            machine.problem(message, session.span);
        }
        let ends = |it: &Parsed| matches!(it.statement, Statement::Transaction(_));
        let together = session.product == Product::Postgres && !session.implicit;
        if together && !statements.iter().any(ends) && !session::is_open(self, machine) {
            let message = "PostgreSQL takes several statements in one text as one transaction, \
                           which is not supported: send them one by one";
            machine.problem(message, session.span);
        }
    }

    fn isolation_not_known(&self, machine: &mut Machine<'_>, why: &str, span: Span) {
        machine.problem(why, span);
    }

    fn execute(
        &self,
        machine: &mut Machine<'_>,
        request: &aplomb_sql::Execution<'_>,
        statement: &Parsed,
    ) -> Outcome {
        let text = delivered::as_taken(machine, request.text);
        let request = &aplomb_sql::Execution { text: &text, ..*request };
        // A connection answers in turn, a pool has several.
        if request.pending && request.session.connection.is_none() {
            let message = "what follows does not wait for this query, and a pool may execute it \
                           on another connection: await it";
            machine.problem(message, request.session.span);
        }
        let answer = self.answer(machine, request, statement)?;
        let unsorted = delivered::unsorted(self, machine, statement, &answer);
        let first = matches!(request.reply, Reply::First | Reply::FirstOrNull | Reply::Single);
        if unsorted.is_some() && (first || request.numbered) {
            let message = "which of several rows comes first is not known: ORDER BY the key";
            machine.problem(message, request.session.span);
        }
        let answer = delivered::as_told(self, machine, request, statement, answer);
        match request.deliver(machine, answer) {
            Ok(delivered) => {
                if let (Some(rows), Reply::Cursor(shape)) = (unsorted, request.reply) {
                    let first = delivered::first_of(machine, shape, &rows)?;
                    let yes = machine.terms().bool(true);
                    machine.set(delivered, FIRST, first)?;
                    machine.set(delivered, UNSORTED, yes)?;
                }
                Ok(delivered)
            }
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::NotSupported(message)) => {
                Ok(machine.problem(message, request.session.span))
            }
        }
    }
}

impl Vocabulary<'_> {
    fn answer(
        &self,
        machine: &mut Machine<'_>,
        request: &aplomb_sql::Execution<'_>,
        parsed: &Parsed,
    ) -> Result<Answer, Stop> {
        let (span, pooled) = (request.session.span, request.session.connection.is_none());
        self.recording().product = Some(request.session.product);
        if pooled {
            self.recording().send_to_pool(&parsed.text, span, Role::Runs);
        }
        match &parsed.statement {
            Statement::Set { text, setting } => {
                self.set(machine, request, parsed, text, setting)?;
            }
            _ if pooled && session::is_open(self, machine) => {
                let message = "this statement goes to the pool, not to the connection of the open \
                               transaction: it is not part of it";
                self.recording().astray(span);
                machine.problem(message, span);
            }
            _ => {
                session::refuse_failed(self, machine, request.session.product)?;
                return session::run(self, machine, &request.session, |machine| {
                    self.send(machine, request, parsed)
                });
            }
        }
        Ok(Answer::nothing(machine))
    }
}

impl Vocabulary<'_> {
    /// `SET ...`
    fn set(
        &self,
        machine: &mut Machine<'_>,
        request: &aplomb_sql::Execution<'_>,
        parsed: &Parsed,
        text: &str,
        setting: &Setting,
    ) -> Result<(), Stop> {
        let session = &request.session;
        let span = session.span;
        let takes_now = session.product == Product::Postgres;
        let message = match setting {
            Setting::Unnoticed => return Ok(()),
            _ if text.to_lowercase().contains("autocommit") => {
                "`SET autocommit` is not supported: use the method of the driver".into()
            }
            _ if session.connection.is_none() => {
                format!("which transactions `{text}` is about is not known: it goes to a pool")
            }
            _ if self.recording().phase != Phase::Client => {
                format!("`{text}` outside of the transactions of a client is not supported")
            }
            Setting::Transaction { level, read_only } => {
                // Drivers that begin transactions by themselves begin one for this too.
                if takes_now && session.implicit && !session::is_open(self, machine) {
                    session::open_for(self, machine, session)?;
                }
                match session::is_open(self, machine) {
                    true => {
                        self.set_transaction(
                            machine,
                            request,
                            parsed,
                            level.as_deref(),
                            *read_only,
                        );
                        return Ok(());
                    }
                    false if takes_now => {
                        let message = format!("`{text}` has no effect outside of a transaction");
                        self.recording().warnings.push((message, span));
                        return Ok(());
                    }
                    false if *read_only => {
                        "that the next transaction may change nothing is not supported".into()
                    }
                    false => {
                        if let Some(level) = level {
                            session::say_level(self, machine, session.connection, level, true);
                        }
                        return Ok(());
                    }
                }
            }
            Setting::Session { level } => {
                if takes_now && session.implicit && !session::is_open(self, machine) {
                    session::open_for(self, machine, session)?;
                }
                session::say_level(self, machine, session.connection, level, false);
                return Ok(());
            }
            Setting::Other => format!("`{text}` is not supported"),
        };
        machine.problem(message, span);
        Ok(())
    }

    /// `SET TRANSACTION` inside of one: PostgreSQL takes the level before the first
    /// statement only, MySQL nothing at all.
    fn set_transaction(
        &self,
        machine: &mut Machine<'_>,
        request: &aplomb_sql::Execution<'_>,
        parsed: &Parsed,
        level: Option<&str>,
        read_only: bool,
    ) {
        let late = level.is_some() && session::has_run(self, machine);
        if late || request.session.product != Product::Postgres {
            let message = format!("`{}` is refused here: it comes too late", parsed.text);
            machine.problem(message, request.session.span);
            return;
        }
        if let Some(level) = level {
            session::ask_level(self, machine, level.into());
        }
        if read_only {
            session::forbid_changes(self, machine);
        }
        session::set(self, machine, &parsed.text);
    }

    /// Executes a statement, and notes what is sent and what comes back.
    fn send(
        &self,
        machine: &mut Machine<'_>,
        request: &aplomb_sql::Execution<'_>,
        parsed: &Parsed,
    ) -> Result<Answer, Stop> {
        let when = self.recording().path(machine);
        let Phase::Transaction(transaction) = self.recording().phase else {
            return statement::execute(self, machine, request, parsed).map(|done| done.answer);
        };
        let statement = self.recording().transactions[transaction].statements.len();
        let done = statement::execute(self, machine, request, parsed);
        let never = machine.terms().bool(false);
        let mut sent = SentStatement {
            statement,
            inserts: matches!(parsed.statement, Statement::Insert(_)),
            scans: false,
            text: parsed.written.clone(),
            bound: request.text.bound.iter().map(|bound| bound.value).collect(),
            answered: never,
            rows: None,
            count: None,
            drawn: None,
        };
        if let Ok(Done { answer, affected, scans }) = &done {
            sent.scans = *scans;
            sent.answered = self.recording().path(machine);
            sent.count = *affected;
            sent.drawn = answer.last_id;
            sent.rows = match &answer.rows {
                Rows::Given(rows) => Some(rows.clone()),
                _ => None,
            };
        }
        let request = Request::Statement(Box::new(sent));
        self.recording().transactions[transaction].sent.push(Sent { when, request });
        done.map(|done| done.answer)
    }
}

//! Every interleaving of the statements of a program, executed on a server.
//!
//! The search is stateless: a schedule is a sequence of choices among the
//! clients that can go on; each is executed from the start, and the last
//! choice that has an alternative is changed next. A client whose statement
//! waits for a lock cannot go on until it is answered.

use std::collections::BTreeSet;
use std::time::Duration;

use aplomb_consistency::Isolation;
use aplomb_consistency::live::{
    Answer, Answered, Connection, Dialect, LiveError, Session, connect, sql_level,
};

use super::program::{Gives, KEYS, NO_ROW, NOTHING, Program};

/// What a run left: the results of all statements, and the final rows.
pub type Outcome = Vec<i64>;

/// What the runs of a program left.
pub struct Observed {
    pub outcomes: BTreeSet<Outcome>,
    pub runs: usize,
    /// Runs in which the database aborted a transaction: it would be retried.
    pub aborted: usize,
    /// Whether a query by key has found two rows: one that its snapshot shows
    /// and one of its own. Which comes first is not known.
    pub ambiguous: bool,
}

/// Where a client is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Statement(usize),
    /// At COMMIT or ROLLBACK; whether a statement failed.
    End(bool),
    Done,
}

pub struct Server {
    admin: Connection,
    sessions: Vec<Session>,
    table: String,
}

impl Server {
    /// Connections that use a table of their own.
    pub fn new(address: &str, number: usize) -> Server {
        let mut admin = connect(address).unwrap();
        let table = format!("t_{number}");
        let engine = if admin.dialect() == Dialect::Mysql { " ENGINE=InnoDB" } else { "" };
        admin.execute(&format!("DROP TABLE IF EXISTS {table}")).unwrap();
        admin
            .execute(&format!("CREATE TABLE {table} (id INT PRIMARY KEY, v INT, n INT){engine}"))
            .unwrap();
        let start = |_| {
            let session = Session::start(address).unwrap();
            if session.dialect() == Dialect::Postgres {
                session.now("SET deadlock_timeout = '5ms'").unwrap();
            }
            session
        };
        let sessions = (0..3).map(start).collect();
        Server { admin, sessions, table }
    }

    /// Executes every interleaving; `None` if there are more than `limit`.
    pub fn observe(
        &mut self,
        program: &Program,
        level: Isolation,
        limit: usize,
    ) -> Option<Observed> {
        let mut observed =
            Observed { outcomes: BTreeSet::new(), runs: 0, aborted: 0, ambiguous: false };
        let mut choices: Vec<usize> = Vec::new();
        loop {
            if observed.runs == limit {
                return None;
            }
            let run = Run::new(self, program, level).execute(&choices);
            observed.runs += 1;
            observed.ambiguous |= run.ambiguous;
            match run.outcome {
                Some(outcome) => drop(observed.outcomes.insert(outcome)),
                None => observed.aborted += 1,
            }
            // The next schedule: the last choice that has an alternative.
            let mut made = run.choices;
            loop {
                let (chosen, enabled) = match made.pop() {
                    Some(choice) => choice,
                    None => return Some(observed),
                };
                if let Some(&next) = enabled.iter().find(|&&other| other > chosen) {
                    choices = made.into_iter().map(|(chosen, _)| chosen).collect();
                    choices.push(next);
                    break;
                }
            }
        }
    }
}

struct Run<'s> {
    server: &'s mut Server,
    program: &'s Program,
    at: Vec<At>,
    waiting: Vec<bool>,
    results: Vec<Vec<i64>>,
    aborted: bool,
    ambiguous: bool,
}

struct Ran {
    /// What was chosen, and among which clients.
    choices: Vec<(usize, Vec<usize>)>,
    outcome: Option<Outcome>,
    ambiguous: bool,
}

impl<'s> Run<'s> {
    fn new(server: &'s mut Server, program: &'s Program, level: Isolation) -> Run<'s> {
        let table = server.table.clone();
        server.admin.execute(&format!("DELETE FROM {table}")).unwrap();
        for (key, value) in &program.rows {
            server
                .admin
                .execute(&format!("INSERT INTO {table} VALUES ({key}, {value}, 0)"))
                .unwrap();
        }
        let count = program.transactions.len();
        for session in &server.sessions[..count] {
            for statement in sql_level(session.dialect(), level).unwrap() {
                session.now(&statement).unwrap();
            }
        }
        let results = program.transactions.iter().map(|it| vec![NOTHING; it.statements.len()]);
        Run {
            program,
            at: vec![At::Statement(0); count],
            waiting: vec![false; count],
            results: results.collect(),
            aborted: false,
            ambiguous: false,
            server,
        }
    }

    fn execute(mut self, choices: &[usize]) -> Ran {
        let mut made = Vec::new();
        loop {
            self.collect();
            let clients = 0..self.at.len();
            let able = |&client: &usize| self.at[client] != At::Done && !self.waiting[client];
            let enabled: Vec<usize> = clients.filter(able).collect();
            if enabled.is_empty() {
                if self.at.iter().all(|at| *at == At::Done) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            let chosen = choices.get(made.len()).copied().filter(|it| enabled.contains(it));
            let chosen = chosen.unwrap_or(enabled[0]);
            made.push((chosen, enabled));
            self.step(chosen);
        }
        let outcome = (!self.aborted).then(|| self.outcome());
        Ran { choices: made, outcome, ambiguous: self.ambiguous }
    }

    /// Answers that have come for clients that waited.
    fn collect(&mut self) {
        for client in 0..self.at.len() {
            if self.waiting[client] {
                // Who is granted one lock may go on to wait for another one.
                let session = &self.server.sessions[client];
                if let Answered::Now(answer) = session.answer_or_wait(&mut self.server.admin) {
                    self.waiting[client] = false;
                    self.answered(client, answer);
                }
            }
        }
    }

    /// Lets a client do what it does next.
    fn step(&mut self, client: usize) {
        let transaction = &self.program.transactions[client];
        let sql = match self.at[client] {
            At::Done => return,
            At::Statement(index) => {
                let statement = &transaction.statements[index];
                let results = &self.results[client];
                if statement.only_if.is_some_and(|(earlier, wanted)| results[earlier] != wanted) {
                    self.next(client);
                    return self.step(client);
                }
                let used = statement.uses.map(|used| (results[used] + 1).to_string());
                let sql = statement.sql.replace("{}", &used.unwrap_or_default());
                let table = &self.server.table;
                let sql =
                    sql.replace(" t ", &format!(" {table} ")).replace("t.v", &format!("{table}.v"));
                let whole = sql.strip_suffix(" t").map(|rest| format!("{rest} {table}"));
                whole.unwrap_or(sql)
            }
            At::End(failed) => {
                let commits = transaction.commits && !failed;
                if commits { "COMMIT".into() } else { "ROLLBACK".into() }
            }
        };
        let session = &self.server.sessions[client];
        session.send(sql);
        match session.answer_or_wait(&mut self.server.admin) {
            Answered::Now(answer) => self.answered(client, answer),
            Answered::Waits => self.waiting[client] = true,
        }
    }

    fn next(&mut self, client: usize) {
        let count = self.program.transactions[client].statements.len();
        self.at[client] = match self.at[client] {
            At::Statement(index) if index + 1 < count => At::Statement(index + 1),
            At::Statement(_) => At::End(false),
            At::End(_) | At::Done => At::Done,
        };
    }

    fn answered(&mut self, client: usize, answer: Result<Answer, LiveError>) {
        match (answer, self.at[client]) {
            (Ok(answer), At::Statement(index)) => {
                self.ambiguous |= answer.rows.len() > 1;
                let number = |text: &String| text.parse().unwrap();
                self.results[client][index] =
                    match self.program.transactions[client].statements[index].gives {
                        Gives::Value => answer.rows.first().map_or(NO_ROW, |row| number(&row[0])),
                        Gives::Count => answer.count.unwrap() as i64,
                    };
                self.next(client);
            }
            (Ok(_), _) => self.next(client),
            (Err(error), _) if error.is_abort() => {
                self.aborted = true;
                self.at[client] = At::End(true);
                // Nothing more is learned from this run; others must not wait.
                let _ = self.server.sessions[client].now("ROLLBACK");
                self.at[client] = At::Done;
            }
            (Err(error), At::Statement(_)) => {
                let text = error.to_string().to_lowercase();
                assert!(text.contains("duplicate"), "{error}");
                self.at[client] = At::End(true);
            }
            (Err(error), _) => panic!("{error}"),
        }
    }

    fn outcome(&mut self) -> Outcome {
        let mut outcome = self.results.concat();
        let table = &self.server.table;
        let rows = self.server.admin.ask(&format!("SELECT id, v FROM {table}")).unwrap().rows;
        for key in KEYS {
            let row = rows.iter().find(|row| row[0] == key.to_string());
            outcome.push(row.map_or(NO_ROW, |row| row[1].parse().unwrap()));
        }
        outcome
    }
}

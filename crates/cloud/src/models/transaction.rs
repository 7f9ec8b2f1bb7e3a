//! Transactions, over all paths of the code at once.
//!
//! What a transaction writes is kept with its connection, an object of the
//! executor's heap, so it follows the paths and merges where they meet. `COMMIT`
//! performs all of it as one atomic access. Reads happen at once, as steps of
//! their own (*read committed*). A row whose content the transaction has looked
//! at in order to change it is locked: its commit depends on the content being
//! what was seen, and the driver reports a serialization failure if it is not.

use aplomb_sql::form::Product;
use aplomb_sql::{Failure, STATE, errors};
use aplomb_symbolic::{Cell, Change, Machine, Node, Operator, Origin, Outcome, Stop, Term};
use rustc_hash::FxHashMap;

/// What the field holds after an error that only a rollback ends.
const ABORTED: &str = "aborted";

/// How many paths with different transactions may meet.
const MOST_PATHS: usize = 32;

/// A row that the running transaction, or statement, has touched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    store: Term,
    key: Term,
    /// Stands for the content at the commit.
    old: Term,
    /// When the commit succeeds.
    condition: Term,
    /// The content as the transaction sees it.
    content: Term,
    /// What a row that is locked held, else `undefined`.
    seen: Term,
    /// Whether it is to be written.
    written: bool,
}

/// A write of all rows that match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    pub(super) store: Term,
    pub(super) old: Term,
    pub(super) filter: Term,
    pub(super) new: Term,
}

/// What a connection has not committed yet.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// Every statement commits itself.
    Outside,
    /// Inside a transaction that has touched these rows.
    Inside(Vec<Entry>),
    /// Inside a transaction that writes all rows that match.
    Sweeping(Sweep),
    /// Inside a transaction that failed.
    Aborted,
    /// Not known: that has been said, and what the statements do is shown as if each
    /// committed itself.
    Lost,
}

/// Where a statement, or another operation of a transaction, is executed.
#[derive(Clone, Copy)]
pub(super) struct Session<'a> {
    pub(super) at: aplomb_sql::Session<'a>,
    pub(super) errors: Errors,
}

/// What a driver raises.
#[derive(Clone, Copy)]
pub(super) struct Errors {
    /// There is something under this key.
    pub(super) duplicate: fn(&mut Machine<'_>, Product) -> Term,
    /// Somebody else has changed what the transaction looked at.
    pub(super) serialization: fn(&mut Machine<'_>, Product) -> Term,
    /// The transaction has failed before.
    pub(super) aborted: fn(&mut Machine<'_>, Product) -> Term,
}

impl<'a> From<aplomb_sql::Session<'a>> for Session<'a> {
    fn from(at: aplomb_sql::Session<'a>) -> Self {
        let errors = Errors {
            duplicate: errors::duplicate,
            serialization: errors::serialization,
            aborted: errors::aborted,
        };
        Session { at, errors }
    }
}

impl Entry {
    fn encode(self, machine: &mut Machine<'_>) -> Term {
        let Entry { store, key, old, condition, content, seen, written } = self;
        let (written, seen) = (machine.terms().bool(written), machine.terms().list([seen]));
        machine.terms().list([store, key, old, condition, content, seen, written])
    }

    fn decode(machine: &Machine<'_>, term: Term) -> Option<Entry> {
        let Node::List(parts) = machine.view(term) else { return None };
        let [store, key, old, condition, content, seen, written] = parts[..] else { return None };
        let Node::List(inner) = machine.view(seen) else { return None };
        let (seen, written) = (inner[0], matches!(machine.view(written), Node::Bool(true)));
        Some(Entry { store, key, old, condition, content, seen, written })
    }
}

impl State {
    pub(super) fn encode(&self, machine: &mut Machine<'_>) -> Term {
        match self {
            State::Outside | State::Lost => machine.terms().null(),
            State::Aborted => machine.terms().string(ABORTED),
            State::Inside(entries) => {
                let entries: Vec<Term> = entries.iter().map(|e| e.encode(machine)).collect();
                machine.terms().list(entries)
            }
            State::Sweeping(Sweep { store, old, filter, new }) => {
                let sweep = machine.terms().list([*store, *old, *filter, *new]);
                machine.terms().record([("sweep".into(), sweep)])
            }
        }
    }

    fn decode(machine: &Machine<'_>, term: Term) -> State {
        match machine.view(term) {
            // A service that was never asked has no field.
            Node::Null | Node::Undefined | Node::Apply(Operator::Member(_), _) => State::Outside,
            Node::String(_) => State::Aborted,
            Node::List(entries) => {
                let entries: Option<Vec<Entry>> =
                    entries.iter().map(|&entry| Entry::decode(machine, entry)).collect();
                entries.map_or(State::Lost, State::Inside)
            }
            Node::Record(_, values) => match values.first().map(|&sweep| machine.view(sweep)) {
                Some(Node::List(parts)) => match parts[..] {
                    [store, old, filter, new] => State::Sweeping(Sweep { store, old, filter, new }),
                    _ => State::Lost,
                },
                _ => State::Lost,
            },
            _ => State::Lost,
        }
    }
}

/// Executes `body` once for each way in which the paths that meet here differ.
fn settled(
    machine: &mut Machine<'_>,
    questions: &[Term],
    body: &dyn Fn(&mut Machine<'_>) -> Outcome,
) -> Outcome {
    let Some((&question, rest)) = questions.split_first() else { return body(machine) };
    machine.branch(
        question,
        |machine| settled(machine, rest, body),
        |machine| settled(machine, rest, body),
    )
}

/// Whether a condition is true here; `None` if the path does not say.
fn decided(machine: &mut Machine<'_>, condition: Term) -> Result<Option<bool>, Stop> {
    let answer = machine.branch(
        condition,
        |machine| Ok(machine.terms().bool(true)),
        |machine| Ok(machine.terms().bool(false)),
    )?;
    Ok(machine.terms().as_bool(answer))
}

/// A value without the choices that the path decides.
fn resolved(machine: &mut Machine<'_>, mut value: Term) -> Outcome {
    while let Node::Apply(Operator::Ite, parts) = machine.view(value).clone() {
        value = match decided(machine, parts[0])? {
            Some(true) => parts[1],
            Some(false) => parts[2],
            None => return Ok(value),
        };
    }
    Ok(value)
}

impl Session<'_> {
    pub(super) fn set(&self, machine: &mut Machine<'_>, state: &State) -> Result<(), Stop> {
        let Some(connection) = self.at.connection else { return Ok(()) };
        let state = state.encode(machine);
        machine.set(connection, STATE, state)
    }

    /// Executes `body` in the state that the connection is in, on every path.
    pub(super) fn with_state(
        &self,
        machine: &mut Machine<'_>,
        body: &dyn Fn(&mut Machine<'_>, State) -> Outcome,
    ) -> Outcome {
        let Some(connection) = self.at.connection else { return body(machine, State::Outside) };
        let state = machine.get(connection, STATE)?;
        let parts = machine.terms().parts(&[state]);
        let is_choice =
            |&&part: &&Term| matches!(machine.view(part), Node::Apply(Operator::Ite, _));
        if parts.iter().filter(is_choice).count() > MOST_PATHS {
            let message = "too many paths with different transactions meet here";
            return Ok(machine.problem(message, self.at.span));
        }
        self.in_state(machine, connection, state, body)
    }

    fn in_state(
        &self,
        machine: &mut Machine<'_>,
        connection: Term,
        state: Term,
        body: &dyn Fn(&mut Machine<'_>, State) -> Outcome,
    ) -> Outcome {
        if let Node::Apply(Operator::Ite, parts) = machine.view(state).clone() {
            let side = |machine: &mut Machine<'_>, state: Term| {
                machine.set(connection, STATE, state)?;
                self.in_state(machine, connection, state, body)
            };
            return machine.branch(
                parts[0],
                |machine| side(machine, parts[1]),
                |machine| side(machine, parts[2]),
            );
        }
        let state = State::decode(machine, state);
        match state {
            State::Outside if self.at.implicit => body(machine, State::Inside(Vec::new())),
            State::Lost => {
                let message = "it is not clear what this transaction has written: begin and end \
                               it inside the loop, or write all rows by one statement";
                machine.problem(message, self.at.span);
                body(machine, State::Lost)
            }
            state => body(machine, state),
        }
    }

    /// `BEGIN`.
    pub(super) fn begin(&self, machine: &mut Machine<'_>) -> Outcome {
        if self.at.connection.is_none() {
            let message = "BEGIN through a pool: the statements after it may use another \
                           connection; take one from the pool";
            return Ok(machine.problem(message, self.at.span));
        }
        self.with_state(machine, &|machine, state| {
            match state {
                State::Outside => self.set(machine, &State::Inside(Vec::new()))?,
                // MySQL commits what is open, the others go on with it.
                State::Inside(entries) if self.at.product == Product::Mysql => {
                    self.perform(machine, &entries)?;
                    self.set(machine, &State::Inside(Vec::new()))?;
                }
                State::Inside(entries) => self.set(machine, &State::Inside(entries))?,
                State::Lost => {}
                _ => {
                    machine.problem("BEGIN inside a transaction", self.at.span);
                }
            }
            Ok(machine.terms().undefined())
        })
    }

    /// A block that is a transaction.
    pub(super) fn enter(&self, machine: &mut Machine<'_>) -> Outcome {
        self.with_state(machine, &|machine, state| match state {
            State::Outside => self.begin(machine),
            State::Lost => Ok(machine.terms().undefined()),
            _ => {
                let message = "a transaction block inside a transaction is not supported";
                Ok(machine.problem(message, self.at.span))
            }
        })
    }

    /// `ROLLBACK`.
    pub(super) fn rollback(&self, machine: &mut Machine<'_>) -> Outcome {
        self.set(machine, &State::Outside)?;
        self.forget_savepoints(machine)?;
        Ok(machine.terms().undefined())
    }

    /// `COMMIT`.
    pub(super) fn commit(&self, machine: &mut Machine<'_>) -> Outcome {
        self.with_state(machine, &|machine, state| {
            self.set(machine, &State::Outside)?;
            self.forget_savepoints(machine)?;
            match state {
                State::Inside(entries) => self.perform(machine, &entries)?,
                State::Sweeping(Sweep { store, old, filter, new }) => {
                    let key = machine.terms().null();
                    let cell = machine.cell(store, key);
                    let found = FxHashMap::from_iter([(old, cell.old)]);
                    let new = machine.terms().substitute(new, &found);
                    machine.sweep(self.at.label, self.at.span, cell, filter, new)?;
                }
                State::Outside | State::Aborted | State::Lost => {}
            }
            Ok(machine.terms().undefined())
        })
    }

    /// Performs what a transaction has written.
    fn perform(&self, machine: &mut Machine<'_>, entries: &[Entry]) -> Result<(), Stop> {
        let mut entries = entries.to_vec();
        for entry in &mut entries {
            entry.content = resolved(machine, entry.content)?;
            entry.written &= entry.content != entry.seen;
        }
        if !entries.iter().any(|entry| entry.written) {
            return Ok(());
        }
        let (_, holds) = self.access(machine, &entries)?;
        machine.branch(
            holds,
            |machine| Ok(machine.terms().undefined()),
            |machine| {
                let error = (self.errors.serialization)(machine, self.at.product);
                machine.throw(error)
            },
        )?;
        Ok(())
    }

    /// One atomic access to all rows; what the rows held, and whether it took place.
    fn access(
        &self,
        machine: &mut Machine<'_>,
        entries: &[Entry],
    ) -> Result<(FxHashMap<Term, Term>, Term), Stop> {
        // Several commits may follow one statement, on different paths: each finds
        // contents of its own.
        let mut changes = Vec::with_capacity(entries.len());
        for entry in entries {
            let cell = machine.cell(entry.store, entry.key);
            let terms = machine.terms();
            let found = FxHashMap::from_iter([(entry.old, cell.old)]);
            let condition = terms.substitute(entry.condition, &found);
            let content = terms.substitute(entry.content, &found);
            changes.push(Change { cell, condition, new: entry.written.then_some(content) });
        }
        let accessed = machine.access(self.at.label, self.at.span, changes, None)?;
        let found = entries.iter().map(|entry| entry.old).zip(accessed.old).collect();
        Ok((found, accessed.holds))
    }

    fn error_in_transaction<T>(&self, machine: &mut Machine<'_>) -> Result<T, Failure> {
        let error = (self.errors.aborted)(machine, self.at.product);
        machine.throw(error)?;
        Failure::because("an aborted transaction goes on")
    }

    /// Reads a row. `locks`: nobody else changes it until the transaction ends.
    pub(super) fn read(
        &self,
        machine: &mut Machine<'_>,
        (store, key): (Term, Term),
        locks: bool,
        body: &dyn Fn(&mut Machine<'_>, Term) -> Result<Term, Failure>,
    ) -> Outcome {
        self.with_state(machine, &|machine, state| {
            let mut entries = match state {
                State::Outside | State::Lost => {
                    let content = self.look(machine, store, key)?;
                    return self.said(machine, |machine| body(machine, content));
                }
                State::Inside(entries) => entries,
                State::Sweeping(sweep) if sweep.store == store => {
                    return Ok(self.mixed(machine));
                }
                State::Sweeping(_) => {
                    let content = self.look(machine, store, key)?;
                    return self.said(machine, |machine| body(machine, content));
                }
                State::Aborted => {
                    return self.said(machine, |machine| self.error_in_transaction(machine));
                }
            };
            let questions = questions(machine, &entries, &[], store, &[key]);
            let known = std::mem::take(&mut entries);
            settled(machine, &questions, &|machine| {
                let mut entries = known.clone();
                let place = place(machine, &entries, store, key)?;
                let content = match place {
                    None if !locks => self.look(machine, store, key)?,
                    place => {
                        let index = self.entry(machine, &mut entries, place, store, key);
                        self.lock(machine, &mut entries[index])?;
                        entries[index].content
                    }
                };
                self.set(machine, &State::Inside(entries))?;
                self.said(machine, |machine| body(machine, content))
            })
        })
    }

    /// Whether rows of a store can be listed: nothing of it waits to be written.
    pub(super) fn list(
        &self,
        machine: &mut Machine<'_>,
        stores: &[Term],
        body: &dyn Fn(&mut Machine<'_>) -> Result<Term, Failure>,
    ) -> Outcome {
        self.with_state(machine, &|machine, state| {
            let waits = match &state {
                State::Inside(entries) => {
                    entries.iter().any(|entry| entry.written && stores.contains(&entry.store))
                }
                State::Sweeping(sweep) => stores.contains(&sweep.store),
                State::Aborted => {
                    return self.said(machine, |machine| self.error_in_transaction(machine));
                }
                State::Outside | State::Lost => false,
            };
            if waits {
                return Ok(self.mixed(machine));
            }
            self.set_if_inside(machine, &state)?;
            self.said(machine, body)
        })
    }

    fn set_if_inside(&self, machine: &mut Machine<'_>, state: &State) -> Result<(), Stop> {
        match state {
            State::Inside(_) => self.set(machine, state),
            _ => Ok(()),
        }
    }

    /// Writes all rows that match; `body` gets how many there were.
    pub(super) fn sweep(
        &self,
        machine: &mut Machine<'_>,
        sweep: Sweep,
        body: &dyn Fn(&mut Machine<'_>, Term) -> Result<Term, Failure>,
    ) -> Outcome {
        self.with_state(machine, &|machine, state| match state {
            State::Outside | State::Lost => {
                let Sweep { store, old, filter, new } = sweep;
                let key = machine.terms().null();
                let cell = Cell { store, key, old };
                let count = machine.sweep(self.at.label, self.at.span, cell, filter, new)?;
                self.said(machine, |machine| body(machine, count))
            }
            State::Inside(entries) if !entries.iter().any(|entry| entry.written) => {
                self.set(machine, &State::Sweeping(sweep))?;
                // How many rows match is known when they are written.
                let count = machine.terms().fresh_symbol("rows", Origin::Unknown);
                self.said(machine, |machine| body(machine, count))
            }
            State::Aborted => self.said(machine, |machine| self.error_in_transaction(machine)),
            _ => Ok(self.mixed(machine)),
        })
    }

    fn mixed(&self, machine: &mut Machine<'_>) -> Term {
        let message = "a transaction that writes rows by their key and also reads or writes rows \
                       of the same table that match a condition (or writes such rows twice) is not \
                       followed; name the rows by their key";
        machine.problem(message, self.at.span)
    }

    /// Writes rows, each as its plan says.
    pub(super) fn write(
        &self,
        machine: &mut Machine<'_>,
        store: Term,
        rows: &[Planned<'_>],
        looks: bool,
        finish: &Finish<'_>,
    ) -> Outcome {
        self.with_state(machine, &|machine, state| {
            let inside = matches!(state, State::Inside(_));
            let known = match state {
                State::Outside | State::Lost => Vec::new(),
                State::Inside(entries) => entries,
                State::Aborted => {
                    return self.said(machine, |machine| self.error_in_transaction(machine));
                }
                State::Sweeping(_) => return Ok(self.mixed(machine)),
            };
            let keys: Vec<Term> = rows.iter().map(|row| row.key).collect();
            let questions = questions(machine, &known, &keys, store, &keys);
            settled(machine, &questions, &|machine| {
                self.said(machine, |machine| {
                    let mut entries = known.clone();
                    let mut done = Vec::with_capacity(rows.len());
                    for row in rows {
                        let place = place(machine, &entries, store, row.key)?;
                        let index = self.entry(machine, &mut entries, place, store, row.key);
                        if inside && (looks || row.throws) {
                            self.lock(machine, &mut entries[index])?;
                        }
                        let effect = (row.plan)(machine, entries[index].content)?;
                        self.refuse(machine, inside, &effect, &mut entries[index])?;
                        entries[index].content = effect.new;
                        entries[index].written = true;
                        done.push(self.told(machine, inside, &entries[index], effect.done));
                    }
                    if inside {
                        self.set(machine, &State::Inside(entries))?;
                        return finish(machine, &done);
                    }
                    let (found, holds) = self.access(machine, &entries)?;
                    self.unless_duplicate(machine, holds)?;
                    for done in &mut done {
                        done.count = machine.terms().substitute(done.count, &found);
                        done.there = machine.terms().substitute(done.there, &found);
                        done.row = machine.terms().substitute(done.row, &found);
                    }
                    finish(machine, &done)
                })
            })
        })
    }

    /// What the program learns: not yet how a row will be found that is not locked.
    fn told(&self, machine: &mut Machine<'_>, inside: bool, entry: &Entry, done: Done) -> Done {
        let old = machine.terms().as_symbol(entry.old);
        if !inside || !machine.terms().depends(done.count, |symbol| Some(symbol) == old) {
            return done;
        }
        Done { count: machine.terms().fresh_symbol("rows", Origin::Unknown), ..done }
    }

    /// What an insert does that finds a row with its key.
    fn refuse(
        &self,
        machine: &mut Machine<'_>,
        inside: bool,
        effect: &Effect,
        entry: &mut Entry,
    ) -> Result<(), Stop> {
        if !inside {
            entry.condition = machine.terms().and(entry.condition, effect.applies);
            return Ok(());
        }
        machine.branch(
            effect.applies,
            |machine| Ok(machine.terms().undefined()),
            |machine| {
                // PostgreSQL gives up the transaction, the others the statement.
                if self.at.product == Product::Postgres {
                    self.set(machine, &State::Aborted)?;
                }
                let error = (self.errors.duplicate)(machine, self.at.product);
                machine.throw(error)
            },
        )?;
        Ok(())
    }

    fn unless_duplicate(&self, machine: &mut Machine<'_>, holds: Term) -> Result<(), Stop> {
        machine.branch(
            holds,
            |machine| Ok(machine.terms().undefined()),
            |machine| {
                let error = (self.errors.duplicate)(machine, self.at.product);
                machine.throw(error)
            },
        )?;
        Ok(())
    }

    /// Says what was not supported.
    pub(super) fn said(
        &self,
        machine: &mut Machine<'_>,
        body: impl FnOnce(&mut Machine<'_>) -> Result<Term, Failure>,
    ) -> Outcome {
        match body(machine) {
            Ok(value) => Ok(value),
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::NotSupported(message)) => Ok(machine.problem(message, self.at.span)),
        }
    }

    fn look(&self, machine: &mut Machine<'_>, store: Term, key: Term) -> Outcome {
        let cell = machine.cell(store, key);
        let read = cell.read(machine);
        let accessed = machine.access(self.at.label, self.at.span, vec![read], None)?;
        Ok(accessed.old[0])
    }

    fn entry(
        &self,
        machine: &mut Machine<'_>,
        entries: &mut Vec<Entry>,
        place: Option<usize>,
        store: Term,
        key: Term,
    ) -> usize {
        if let Some(index) = place {
            return index;
        }
        let Cell { store, key, old } = machine.cell(store, key);
        let condition = machine.terms().bool(true);
        let seen = machine.terms().undefined();
        entries.push(Entry { store, key, old, condition, content: old, seen, written: false });
        entries.len() - 1
    }

    /// Looks at a row that nobody else changes until the commit.
    fn lock(&self, machine: &mut Machine<'_>, entry: &mut Entry) -> Result<(), Stop> {
        let old = machine.terms().as_symbol(entry.old);
        if !machine.terms().depends(entry.content, |symbol| Some(symbol) == old) {
            return Ok(());
        }
        let seen = self.look(machine, entry.store, entry.key)?;
        let terms = machine.terms();
        let to_seen = FxHashMap::from_iter([(entry.old, seen)]);
        entry.content = terms.substitute(entry.content, &to_seen);
        entry.condition = terms.substitute(entry.condition, &to_seen);
        let unchanged = terms.equal(entry.old, seen);
        entry.condition = terms.and(entry.condition, unchanged);
        entry.seen = seen;
        Ok(())
    }
}

/// What a statement does to one row.
pub(super) struct Planned<'a> {
    pub(super) key: Term,
    /// Whether it fails for some contents of the row.
    pub(super) throws: bool,
    pub(super) plan: Plan<'a>,
}

/// From the content of a row to what becomes of it.
pub(super) type Plan<'a> = Box<dyn Fn(&mut Machine<'_>, Term) -> Result<Effect, Failure> + 'a>;

/// From what the program learns of all rows to what it gets.
pub(super) type Finish<'f> = dyn Fn(&mut Machine<'_>, &[Done]) -> Result<Term, Failure> + 'f;

/// What becomes of a row.
pub(super) struct Effect {
    /// Else the statement fails: there is a row with this key.
    pub(super) applies: Term,
    pub(super) new: Term,
    pub(super) done: Done,
}

/// What the program learns of a row.
#[derive(Clone, Copy)]
pub(super) struct Done {
    /// How much the driver counts it.
    pub(super) count: Term,
    /// Whether `RETURNING` shows it.
    pub(super) there: Term,
    /// What `RETURNING` shows.
    pub(super) row: Term,
}

/// Which rows may be the same, as far as that is not clear.
fn questions(
    machine: &mut Machine<'_>,
    entries: &[Entry],
    others: &[Term],
    store: Term,
    keys: &[Term],
) -> Vec<Term> {
    let mut known: Vec<Term> =
        entries.iter().filter(|entry| entry.store == store).map(|entry| entry.key).collect();
    known.extend_from_slice(others);
    let mut open = Vec::new();
    for &key in keys {
        for &other in &known {
            let same = machine.terms().equal(key, other);
            if machine.terms().as_bool(same).is_none() && !open.contains(&same) {
                open.push(same);
            }
        }
    }
    open
}

/// The entry of a row, if there is one.
fn place(
    machine: &mut Machine<'_>,
    entries: &[Entry],
    store: Term,
    key: Term,
) -> Result<Option<usize>, Stop> {
    for (index, entry) in entries.iter().enumerate() {
        if entry.store != store {
            continue;
        }
        let same = machine.terms().equal(entry.key, key);
        if decided(machine, same)? == Some(true) {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

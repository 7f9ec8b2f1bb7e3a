//! INSERT, with what happens if the row is there already.

use aplomb_sql::errors::Broken;
use aplomb_sql::form::{self, Insert, OnDuplicate, Product, Target};
use aplomb_sql::{Answer, Evaluate, Failure, Given, Rows};
use aplomb_symbolic::{Machine, Operator, Term};

use super::super::recording::Constraint;
use super::super::rows::Access;
use super::constraint::{Meeting, wanted};
use super::names::{Columns, Combination, Names, PROPOSED};
use super::query::{Source, count};
use super::statement::{Execution, changes, refused};
use crate::assumptions::COLUMNS_IN_ORDER;
use crate::program::Lock;

/// What came of the insertion of one row.
struct Inserted {
    /// When something happened.
    happens: Term,
    /// The columns afterwards.
    columns: Columns,
    /// What it adds to the number of affected rows, as the driver tells it.
    count: Term,
    /// The same, as the server counts.
    affected: Term,
    /// The key, if the database made it.
    drawn: Option<Term>,
}

impl Execution<'_> {
    pub(super) fn insert(
        &self,
        machine: &mut Machine<'_>,
        insert: &Insert,
    ) -> Result<Answer, Failure> {
        let source = self.source(&insert.source)?;
        self.refuse_trigger(&source)?;
        if self.vocabulary.existence(source.table.table).is_none() {
            return Failure::because("declare `rows` on the table to allow INSERT");
        }
        let mut given = Vec::new();
        let mut changed = Vec::new();
        let mut affected = Vec::new();
        let mut last_id = None;
        let rows = self.inserted(machine, insert, &source)?;
        // A statement that fails leaves nothing behind, and InnoDB goes on.
        let goes_on = self.product() != Product::Postgres;
        let all_or_nothing = rows.len() > 1 && goes_on && insert.on_duplicate == OnDuplicate::Fails;
        if all_or_nothing {
            self.refuse_duplicates(machine, &source, &rows, insert)?;
        }
        let updates = matches!(insert.on_duplicate, OnDuplicate::Updates { .. });
        if updates && self.product() == Product::Postgres {
            self.refuse_twins(machine, &source, &rows)?;
        }
        for (when, values) in rows {
            let Inserted { happens, columns, count, affected: counted, drawn } =
                self.insert_row(machine, &source, when, values, insert, all_or_nothing)?;
            if let Some(items) = &insert.returning {
                let names = self.names(&columns);
                given.push((happens, self.projected(machine, items, &names, &columns)?));
            }
            changed.push(count);
            affected.push(counted);
            last_id = last_id.or(drawn);
        }
        let nothing = machine.terms().number(0.0);
        let mut total = |rows: &[Term]| {
            let add = |sum: Term, row: &Term| machine.terms().apply(Operator::Add, &[sum, *row]);
            rows.iter().fold(nothing, add)
        };
        let count = total(&changed);
        self.affected.set(Some(total(&affected)));
        let rows = insert.returning.as_ref().map_or(Rows::None, |_| Rows::Given(given));
        Ok(Answer { rows, count, last_id })
    }

    /// Fails before anything is added if one of several rows has a key that is taken, or that
    /// of another one.
    fn refuse_duplicates(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        rows: &[Given],
        insert: &Insert,
    ) -> Result<(), Failure> {
        if !self.vocabulary.recording().tables[source.table.table].constraints.is_empty() {
            return Failure::because("several rows at once, of which one may break a constraint");
        }
        let mut broken = machine.terms().bool(false);
        let mut before: Vec<(Term, Term)> = Vec::new();
        for (when, values) in rows {
            let given = values.iter().find(|(name, _)| *name == source.table.key);
            let Some(key) = given.map(|(_, value)| machine.freeze(*value)) else { continue };
            let duplicate = &insert.on_duplicate;
            let rivals = self.rivals(machine, source.table.table, key, false, duplicate)?;
            for (.., found) in self.there(machine, *when, rivals, duplicate)? {
                broken = machine.terms().or(broken, found);
            }
            for &(other, its) in &before {
                let same = machine.terms().equal(key, its);
                let both = machine.terms().and(*when, other);
                let twins = machine.terms().and(both, same);
                broken = machine.terms().or(broken, twins);
            }
            before.push((*when, key));
        }
        self.fail(machine, broken, Broken::Unique)?;
        Ok(())
    }

    /// PostgreSQL refuses an upsert that changes a row twice.
    fn refuse_twins(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        rows: &[Given],
    ) -> Result<(), Failure> {
        let key = |row: &Given| row.1.iter().find(|it| it.0 == source.table.key).map(|it| it.1);
        let keys: Vec<Term> = rows.iter().filter_map(key).collect();
        for (number, &one) in keys.iter().enumerate() {
            for &other in &keys[..number] {
                let same = machine.terms().equal(one, other);
                if !machine.terms().is_false(same) {
                    return Failure::because("an upsert of several rows that may have one key");
                }
            }
        }
        Ok(())
    }

    /// Adds one row; whether it is known that its key is not taken.
    fn insert_row(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        when: Term,
        values: Vec<(String, Term)>,
        insert: &Insert,
        is_new: bool,
    ) -> Result<Inserted, Failure> {
        let duplicate = &insert.on_duplicate;
        let table = &source.table;
        let passed_over = self.passed_over(source, insert)?;
        // A key that is taken is an error where ON CONFLICT is about other columns.
        let names_others = matches!(&insert.target, Target::Columns(_)) && !passed_over.is_empty();
        let of_key = if names_others { &OnDuplicate::Fails } else { duplicate };
        let unknown = values.iter().find(|(name, _)| {
            *name != table.key && !table.columns.iter().any(|(_, known)| known == name)
        });
        if let Some((name, _)) = unknown {
            return Failure::because(format!("there is no column `{name}` in the model"));
        }
        let given = values.iter().find(|(name, _)| *name == table.key).map(|(_, value)| *value);
        let generated = given.is_none();
        let key = match given {
            Some(key) => machine.freeze(key),
            None => self.vocabulary.generated_key(machine, table.table),
        };
        let into = self.vocabulary.note_insertion(machine, table.table, key, generated);
        let access = |when: Term| Access { table: into, key: Some(key), when };
        let rivals = match is_new {
            true => Vec::new(),
            false => self.rivals(machine, table.table, key, generated, duplicate)?,
        };
        let there = self.there(machine, when, rivals, of_key)?;
        let mut taken = machine.terms().bool(false);
        for &(.., found) in &there {
            taken = machine.terms().or(taken, found);
        }
        let collides = machine.terms().and(when, taken);
        let vacant = machine.terms().not(taken);
        let mut adds = machine.terms().and(when, vacant);
        let mut happens = adds;
        let mut counted = count(machine, &[adds]);
        let mut affected = counted;
        let mut columns: Columns = vec![(source.alias.clone(), table.key.clone(), key)];
        let mut new = Vec::new();
        for (index, name) in &table.columns {
            let value = values.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
            let value = if *name == table.key { Some(key) } else { value };
            let value = match value {
                None => self.default(machine, source, name)?,
                given => given,
            };
            let given = value.is_some();
            let value = value.unwrap_or_else(|| machine.terms().null());
            if *name != table.key {
                columns.push((source.alias.clone(), name.clone(), value));
            }
            new.push((*index, name, value, given));
        }
        match duplicate {
            OnDuplicate::Fails => drop(self.fail(machine, collides, Broken::Unique)?),
            OnDuplicate::Keeps => {
                let row = access(if names_others { when } else { adds });
                let over = self.taken(machine, source, row, &columns, &passed_over, &there)?;
                let free = machine.terms().not(over);
                if names_others {
                    let broken = machine.terms().and(collides, free);
                    self.fail(machine, broken, Broken::Unique)?;
                }
                adds = machine.terms().and(adds, free);
                happens = adds;
                counted = count(machine, &[adds]);
                affected = counted;
            }
            OnDuplicate::Replaces => {
                adds = when;
                happens = when;
                // A row that is replaced counts as deleted and inserted, unless it is the same.
                let all: Vec<usize> = table.columns.iter().map(|(index, _)| *index).collect();
                let mut replaced = vec![when];
                for row in self.met(machine, source, &columns, &there, all)? {
                    let &(table, its) = row.places.first().expect("the row of the only table");
                    let gone = Access { table, key: Some(its), when: row.found };
                    self.constrain_removal(machine, source, gone)?;
                    let changes = changes(machine, &row.columns, &columns);
                    replaced.push(machine.terms().and(row.found, changes));
                }
                counted = count(machine, &replaced);
                affected = counted;
            }
            OnDuplicate::Updates { assignments, only_if } => {
                let wanted: Vec<usize> = table.columns.iter().map(|(index, _)| *index).collect();
                let wanted = self
                    .wanted_columns(std::slice::from_ref(source), self.text)
                    .pop()
                    .unwrap_or(wanted);
                for mut row in self.met(machine, source, &columns, &there, wanted)? {
                    let &(table, its) = row.places.first().expect("the row of the only table");
                    let proposed = columns
                        .iter()
                        .map(|(_, name, value)| (PROPOSED.into(), name.clone(), *value));
                    row.columns.extend(proposed.collect::<Columns>());
                    if let Some(condition) = only_if {
                        let names = self.names(&row.columns);
                        let holds = names.condition(machine, condition)?.holds;
                        row.found = machine.terms().and(row.found, holds);
                    }
                    let access = Access { table, key: Some(its), when: row.found };
                    let after = self.assign(machine, access, source, assignments, &row)?;
                    happens = machine.terms().or(happens, row.found);
                    let (told, done) = self.updated(machine, &row, &after);
                    counted = machine.terms().apply(Operator::Add, &[counted, told]);
                    affected = machine.terms().apply(Operator::Add, &[affected, done]);
                    for (of, name, value) in &mut columns {
                        let changed = after.iter().find(|it| it.0 == *of && it.1 == *name);
                        if let Some((.., updated)) = changed {
                            *value = machine.terms().ite(row.found, *updated, *value);
                        }
                    }
                }
            }
        }
        self.constrain_but(machine, source, access(adds), &columns, None, &passed_over)?;
        for (index, name, value, given) in new {
            let nullable =
                self.vocabulary.recording().tables[table.table].columns[index].null.is_some();
            if !given && !nullable {
                return Failure::because(format!("INSERT gives no value for `{name}`"));
            }
            self.vocabulary.write_column(machine, access(adds), index, value).map_err(refused)?;
        }
        self.vocabulary.write_existence(machine, access(adds), true);
        let drawn = generated.then_some(key);
        Ok(Inserted { happens, columns, count: counted, affected, drawn })
    }

    /// The columns beside the key that keep an INSERT from adding a row if another row has the
    /// same there. Refuses whatever else is to be done with such duplicates.
    fn passed_over(&self, source: &Source, insert: &Insert) -> Result<Vec<Vec<String>>, Failure> {
        let ignores = self.product() == Product::Mysql && insert.on_duplicate == OnDuplicate::Keeps;
        if ignores && !self.vocabulary.recording().tables[source.table.table].constraints.is_empty()
        {
            return Failure::because(format!(
                "INSERT IGNORE passes over whatever breaks a constraint of `{}`: not supported",
                source.table.name
            ));
        }
        let about_key = match &insert.target {
            Target::Columns(names) => {
                matches!(names.as_slice(), [name] if name.eq_ignore_ascii_case(&source.table.key))
            }
            Target::Any | Target::Constraint(_) => false,
        };
        if about_key || insert.on_duplicate == OnDuplicate::Fails {
            return Ok(Vec::new());
        }
        let recording = self.vocabulary.recording();
        let constraints = &recording.tables[source.table.table].constraints;
        let unique = constraints.iter().filter_map(|constraint| match constraint {
            Constraint::Unique(names) => Some(names.clone()),
            _ => None,
        });
        let unique: Vec<Vec<String>> = unique.collect();
        let named = |names: &Vec<String>| match &insert.target {
            Target::Any => true,
            Target::Columns(target) => {
                let has = |name: &String| target.iter().any(|it| it.eq_ignore_ascii_case(name));
                target.len() == names.len() && names.iter().all(has)
            }
            Target::Constraint(_) => false,
        };
        let keeps = insert.on_duplicate == OnDuplicate::Keeps;
        let named: Vec<Vec<String>> = unique.iter().filter(|it| named(it)).cloned().collect();
        match unique.first() {
            None => Ok(Vec::new()),
            Some(_) if keeps && self.product() == Product::Postgres && !named.is_empty() => {
                Ok(named)
            }
            Some(names) => Failure::because(format!(
                "an INSERT that does something else if `{}` is taken is not supported",
                names.join(", ")
            )),
        }
    }

    /// When some columns have values that another row has: one of those with the same key, or
    /// any other.
    fn taken(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        row: Access,
        columns: &Columns,
        unique: &[Vec<String>],
        same_key: &[(usize, Term, Term)],
    ) -> Result<Term, Failure> {
        let value = |name: &str| {
            let mut own = columns.iter().filter(|it| it.1 == name);
            own.next().map(|(.., value)| *value)
        };
        let mut taken = machine.terms().bool(false);
        for names in unique {
            // At snapshots, PostgreSQL refuses to pass over a row that it does not show.
            let met = Meeting { looks: Lock::Gap, meets: Lock::Exclusive };
            let by_other = self.taken_by_another(machine, source, row, names, &value, met)?;
            taken = machine.terms().or(taken, by_other);
            let wanted = wanted(source, names, &value)?;
            for &(table, its, found) in same_key {
                let when = machine.terms().and(row.when, found);
                let there = Access { table, key: Some(its), when };
                let same = self.has_values(machine, there, &wanted, Lock::Current)?;
                taken = machine.terms().or(taken, same);
            }
        }
        Ok(taken)
    }

    /// The rows that have the key already, locked, with the wanted columns.
    fn met(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        columns: &Columns,
        there: &[(usize, Term, Term)],
        wanted: Vec<usize>,
    ) -> Result<Vec<Combination>, Failure> {
        let found = there.iter().map(|&(table, its, found)| Combination {
            found,
            columns: columns[..1].to_vec(),
            places: vec![(table, its)],
        });
        let (sources, found) = (std::slice::from_ref(source), found.collect());
        self.lock_combinations(machine, sources, &[], &[wanted], Lock::Exclusive, found)
    }

    /// What the schema says that a column holds if nothing is given.
    fn default(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        column: &str,
    ) -> Result<Option<Term>, Failure> {
        let defined = self.vocabulary.schema.table(&source.table.name);
        let default = defined.and_then(|table| table.named(column)?.default.as_ref());
        let none: Columns = Vec::new();
        default.map(|value| self.names(&none).value(machine, value)).transpose()
    }

    /// Where a row may be that has the key already.
    fn rivals(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
        key: Term,
        generated: bool,
        duplicate: &OnDuplicate,
    ) -> Result<Vec<(usize, Term, Term)>, Failure> {
        if generated {
            return Ok(Vec::new());
        }
        let mut recording = self.vocabulary.recording();
        let versioned = !recording.tables[table].versions.is_empty();
        if versioned && !matches!(duplicate, OnDuplicate::Fails) && recording.conflict.is_none() {
            let name = recording.tables[table].name.clone();
            recording.conflict = Some(name);
        }
        drop(recording);
        let places = self.vocabulary.places(machine, table, Some(key));
        places.map_err(refused)
    }

    /// Where a row is that has the key already, as the database finds out: each
    /// place with the condition. What is about to be changed is locked, and so is
    /// what InnoDB looks at; PostgreSQL looks first, without a lock on what is
    /// there, and only if there is nothing it adds the row, which nobody else can
    /// do at the same time.
    fn there(
        &self,
        machine: &mut Machine<'_>,
        when: Term,
        rivals: Vec<(usize, Term, Term)>,
        duplicate: &OnDuplicate,
    ) -> Result<Vec<(usize, Term, Term)>, Failure> {
        let versioned = self.vocabulary.recording().versioned.is_some();
        let outside = || Failure::new("data is written inside transactions");
        let read = |machine: &mut Machine<'_>, when: Term, lock: Lock| {
            let one = |&(table, its, same): &(usize, Term, Term)| {
                let when = machine.terms().and(when, same);
                let access = Access { table, key: Some(its), when };
                let found = self.vocabulary.read_existence(machine, access, lock);
                Ok((table, its, machine.terms().and(when, found.ok_or_else(outside)?)))
            };
            rivals.iter().map(one).collect::<Result<Vec<_>, Failure>>()
        };
        let looks = matches!(duplicate, OnDuplicate::Fails | OnDuplicate::Keeps);
        match (looks, self.product()) {
            // Whether the key is taken now, whatever the snapshot shows.
            (true, Product::Postgres) if versioned && matches!(duplicate, OnDuplicate::Fails) => {
                read(machine, when, Lock::Probe)
            }
            (false, _) => read(machine, when, Lock::Exclusive),
            (true, Product::Mysql) => {
                let found = read(machine, when, Lock::Shared)?;
                self.meet_lasting(machine, &found, Lock::Shared)?;
                Ok(found)
            }
            (true, Product::Postgres | Product::Sqlite) => {
                let known = read(machine, when, Lock::Gap)?;
                self.meet_lasting(machine, &known, Lock::Gap)?;
                let mut tries = when;
                for &(.., found) in &known {
                    let free = machine.terms().not(found);
                    tries = machine.terms().and(tries, free);
                }
                let current = read(machine, tries, Lock::Exclusive)?;
                let either =
                    |((table, its, known), (.., current)): ((usize, Term, Term), (_, _, Term))| {
                        (table, its, machine.terms().or(known, current))
                    };
                Ok(known.into_iter().zip(current).map(either).collect())
            }
        }
    }

    /// Of a row that never goes, nobody asks whether it is there; an INSERT meets
    /// it all the same, and so does who locks it without looking at a column.
    /// InnoDB locks it for an INSERT, PostgreSQL waits for who changes it.
    pub(super) fn meet_lasting(
        &self,
        machine: &mut Machine<'_>,
        found: &[(usize, Term, Term)],
        lock: Lock,
    ) -> Result<(), Failure> {
        for &(table, its, when) in found {
            let existence = self.vocabulary.existence(table);
            let column = {
                let recording = self.vocabulary.recording();
                let stays =
                    existence.is_none() || recording.stays(machine.terms(), table, Some(its));
                let mut columns = 0..recording.tables[table].columns.len();
                columns.find(|&column| stays && Some(column) != existence)
            };
            let Some(column) = column else { continue };
            let access = Access { table, key: Some(its), when };
            let outside = || Failure::new("data is written inside transactions");
            self.vocabulary.read_column(machine, access, column, lock).ok_or_else(outside)?;
        }
        Ok(())
    }

    /// What an update of a row that was there adds to the number of affected
    /// rows, as the driver tells it and as the server counts: MySQL counts it
    /// twice, and not if nothing changes.
    fn updated(
        &self,
        machine: &mut Machine<'_>,
        row: &Combination,
        after: &Columns,
    ) -> (Term, Term) {
        if self.product() != Product::Mysql {
            let found = count(machine, &[row.found]);
            return (found, found);
        }
        let changes = changes(machine, &row.columns, after);
        let changed = machine.terms().and(row.found, changes);
        let twice = count(machine, &[changed, changed]);
        match self.request.counts_changes {
            true => (twice, twice),
            false => (count(machine, &[row.found, changed]), twice),
        }
    }

    /// The columns of a table as `INSERT INTO t VALUES ...` gives them.
    fn columns_in_order(&self, machine: &mut Machine<'_>, source: &Source) -> Vec<String> {
        if let Some(defined) = self.vocabulary.schema.table(&source.table.name) {
            let names = defined.names(self.product()).into_iter();
            return names.map(|name| name.to_lowercase()).collect();
        }
        machine.assume(&COLUMNS_IN_ORDER);
        let own = source.table.columns.iter().map(|(_, name)| name.clone());
        let key = source.table.key.clone();
        let declared = own.clone().any(|name| name == key);
        (!declared).then_some(key).into_iter().chain(own).collect()
    }

    /// The columns and values that are inserted, and when.
    fn inserted(
        &self,
        machine: &mut Machine<'_>,
        insert: &Insert,
        source: &Source,
    ) -> Result<Vec<Given>, Failure> {
        let names: Vec<String> = match insert.columns.is_empty() {
            true => self.columns_in_order(machine, source),
            false => insert.columns.iter().map(|name| name.to_lowercase()).collect(),
        };
        let none: Columns = Vec::new();
        let rows: Vec<(Term, Vec<Term>)> = match &insert.rows {
            form::Rows::Values(values) => {
                let mut rows = Vec::new();
                for row in values {
                    let subquery = |m: &mut Machine<'_>, q: &_, c: &Columns| self.rows_of(m, q, c);
                    let environment = Names { subquery: &subquery, ..self.names(&none) };
                    let mut evaluated = Vec::new();
                    for value in row {
                        evaluated.push(environment.value(machine, value)?);
                    }
                    rows.push((machine.terms().bool(true), evaluated));
                }
                rows
            }
            form::Rows::Query(query) => {
                let rows = self.rows_of(machine, query, &none)?.into_iter();
                rows.map(|(when, row)| (when, row.into_iter().map(|it| it.1).collect())).collect()
            }
        };
        if rows.iter().any(|(_, row)| row.len() != names.len()) {
            return Failure::because("INSERT names its columns");
        }
        let named = |row: Vec<Term>| names.iter().cloned().zip(row).collect();
        Ok(rows.into_iter().map(|(when, row)| (when, named(row))).collect())
    }
}

//! Which columns are the key of a table: what schema files and statements say.
//!
//! A row is one cell of a store, so every statement must name it by the same
//! columns. The choice is a function of all that was seen: executing the
//! functions a second time gives all of them the same answer.

use aplomb_sql::Schema;
use aplomb_sql::form::Product;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What statements say about a table.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Columns that inserts give.
    inserted: BTreeSet<BTreeSet<String>>,
    /// Columns that get a value which nothing else equals.
    fresh: BTreeSet<String>,
    /// Targets of `ON CONFLICT`.
    conflicts: BTreeSet<Vec<String>>,
    /// Columns that conditions compare with a value, and that replies ask for.
    asked: BTreeSet<String>,
    /// An insert counts on a conflict without saying with what.
    expects_conflict: bool,
}

/// What a statement does with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UseOf {
    Reading,
    Writing,
    Deleting,
}

/// All tables of an application.
#[derive(Debug, Default)]
pub(in super::super) struct Catalogue {
    pub(super) schema: Schema,
    seen: BTreeMap<String, Seen>,
}

/// The key of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) columns: Vec<String>,
    /// Nothing says so: it is what such tables usually have.
    pub(super) guessed: bool,
    /// Other columns whose values differ from row to row.
    pub(super) others: Vec<Vec<String>>,
}

impl Catalogue {
    /// What the texts of schema files say.
    pub(in super::super) fn of(texts: &[String]) -> Self {
        Catalogue { schema: Schema::of(texts), seen: BTreeMap::new() }
    }

    /// The names of columns that hold whole numbers.
    pub(in super::super) fn whole_columns(&self) -> Vec<Arc<str>> {
        self.schema.whole_columns().map(Into::into).collect()
    }

    /// Whether a second execution can know more than this one did.
    pub(in super::super) fn has_seen_something(&self) -> bool {
        !self.seen.is_empty()
    }

    /// Why a statement on a table is not only about rows of that table.
    pub(super) fn hindrance(&self, table: &str, use_of: UseOf, product: Product) -> Option<String> {
        let table = table.to_lowercase();
        if self.schema.view(&table, product).is_some() {
            return Some(format!("{table} is a view: use its tables"));
        }
        if self.schema.is_unread(&table) && use_of != UseOf::Reading {
            return Some(format!("what the schema says of {table} cannot be read"));
        }
        let doubt = self.schema.doubt(&table);
        if (use_of == UseOf::Writing || self.schema.is_twice(&table)) && doubt.is_some() {
            return doubt;
        }
        if use_of == UseOf::Reading {
            return None;
        }
        if self.schema.has_trigger(&table) {
            return Some(format!("{table} has a trigger, so that more changes than its rows"));
        }
        let cascades = use_of == UseOf::Deleting && self.schema.cascades(&table);
        cascades.then(|| format!("a delete from {table} also changes tables that refer to it"))
    }

    /// An insert gives these columns; those in `fresh` get a value like no other.
    pub(super) fn note_insert(
        &mut self,
        table: &str,
        columns: impl Iterator<Item = String>,
        fresh: impl Iterator<Item = String>,
        conflict: Option<Option<Vec<String>>>,
    ) {
        let seen = self.seen.entry(table.into()).or_default();
        seen.inserted.insert(columns.collect());
        seen.fresh.extend(fresh);
        match conflict {
            Some(Some(target)) => drop(seen.conflicts.insert(target)),
            Some(None) => seen.expects_conflict = true,
            None => {}
        }
    }

    /// A statement asks for these columns.
    pub(super) fn note_asked(&mut self, table: &str, columns: impl Iterator<Item = String>) {
        self.seen.entry(table.into()).or_default().asked.extend(columns);
    }

    /// The key of a table; `None` if there is nothing to guess from.
    pub(super) fn key(&self, table: &str, product: Product) -> Option<Key> {
        let unknown = Seen::default();
        let seen = self.seen.get(table).unwrap_or(&unknown);
        let described = self.schema.table(table);
        let candidates: Vec<Vec<String>> = match described {
            Some(described) => described.unique(product),
            None => seen.conflicts.iter().cloned().collect(),
        };
        if candidates.is_empty() {
            let described = described.is_some();
            // Without a key, and where nobody needs one, rows are told apart by where they
            // are stored.
            let nameless = described || seen.inserted.is_empty();
            let guess = seen.guess(table).filter(|_| !described || seen.inserted.is_empty());
            return guess.or_else(|| nameless.then(|| Key::certain(vec!["rowid".into()])));
        }
        // A key that all inserts give, and that can be the same twice.
        let given = |candidate: &Vec<String>| {
            seen.inserted.iter().all(|columns| {
                candidate.iter().all(|name| columns.iter().any(|c| c.eq_ignore_ascii_case(name)))
            })
        };
        let repeats = |candidate: &Vec<String>| !candidate.iter().any(|c| seen.fresh.contains(c));
        let targeted = |candidate: &&Vec<String>| {
            seen.conflicts.iter().any(|target| same_columns(target, candidate))
        };
        let chosen = candidates
            .iter()
            .find(targeted)
            .or_else(|| candidates.iter().find(|c| given(c) && repeats(c)))
            .unwrap_or(&candidates[0]);
        let constrains = |other: &&Vec<String>| {
            *other != chosen && repeats(other) && !seen.inserted.is_empty() && given(other)
        };
        let others = candidates.iter().filter(constrains).cloned().collect();
        Some(Key { columns: chosen.clone(), guessed: false, others })
    }
}

/// Whether two sets of columns are the same.
pub(super) fn same_columns(left: &[String], right: &[String]) -> bool {
    let within = |a: &[String], b: &[String]| {
        a.iter().all(|name| b.iter().any(|other| other.eq_ignore_ascii_case(name)))
    };
    within(left, right) && within(right, left)
}

impl Key {
    fn certain(columns: Vec<String>) -> Self {
        Key { columns, guessed: false, others: Vec::new() }
    }
}

impl Seen {
    /// The columns that usually are the key.
    fn guess(&self, table: &str) -> Option<Key> {
        let mut names: BTreeSet<&String> = self.inserted.iter().flatten().collect();
        names.extend(&self.asked);
        let has = |wanted: &str| names.iter().find(|name| name.eq_ignore_ascii_case(wanted));
        let singular = table.strip_suffix("es").unwrap_or(table);
        let singulars = [table, table.strip_suffix('s').unwrap_or(table), singular];
        let of_table = singulars
            .iter()
            .find_map(|name| has(&format!("{name}_id")).or_else(|| has(&format!("{name}id"))));
        let given = |name: &&String| self.inserted.iter().all(|columns| columns.contains(*name));
        let only = match self.inserted.iter().next() {
            Some(columns) if self.inserted.len() == 1 && columns.len() == 1 => columns.first(),
            _ => None,
        };
        let is_like_key = |name: &str| {
            let name = name.to_lowercase();
            ["id", "key", "token", "hash"].iter().any(|ending| name.ends_with(ending))
        };
        let only = only.filter(|name| self.expects_conflict || is_like_key(name));
        let like_key = names.iter().copied().find(|n| self.expects_conflict && is_like_key(n));
        let name = has("id")
            .or(of_table)
            .copied()
            .or_else(|| self.fresh.iter().find(given))
            .or(only)
            .or(like_key);
        let columns = match name {
            Some(name) => vec![name.clone()],
            None if self.expects_conflict => return None,
            // Nobody names it, so the server draws it.
            None if !self.inserted.is_empty() => vec!["id".into()],
            None => return None,
        };
        Some(Key { columns, guessed: true, others: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_without_a_key_has_places() {
        let catalogue = Catalogue::of(&["CREATE TABLE heap (a int)".into()]);
        for table in ["heap", "nowhere"] {
            let key = catalogue.key(table, Product::Postgres).unwrap();
            assert_eq!(key, Key::certain(vec!["rowid".into()]));
        }
    }

    #[test]
    fn what_changes_more_than_rows() {
        let catalogue = Catalogue::of(&["CREATE VIEW open AS SELECT * FROM orders; \
            CREATE TABLE orders (id int PRIMARY KEY); \
            CREATE TABLE items (o int REFERENCES orders (id) ON DELETE CASCADE); \
            CREATE TRIGGER t AFTER UPDATE ON public.items FOR EACH ROW EXECUTE FUNCTION f();"
            .into()]);
        let hinders =
            |table: &str, use_of| catalogue.hindrance(table, use_of, Product::Postgres).is_some();
        assert!(hinders("open", UseOf::Reading));
        assert!(hinders("items", UseOf::Writing) && !hinders("items", UseOf::Reading));
        assert!(hinders("orders", UseOf::Deleting) && !hinders("orders", UseOf::Writing));
    }

    #[test]
    fn a_generated_key_gives_way_to_a_unique_column_that_inserts_fill() {
        let schema = "CREATE TABLE users (id serial PRIMARY KEY, email text UNIQUE, name text)";
        let mut catalogue = Catalogue::of(&[schema.into()]);
        let columns = ["email", "name"].map(String::from);
        catalogue.note_insert("users", columns.into_iter(), std::iter::empty(), None);
        let key = catalogue.key("users", Product::Postgres).unwrap();
        assert_eq!(key, Key::certain(vec!["email".into()]));
    }

    #[test]
    fn without_a_schema_the_usual_column_is_guessed() {
        for (table, columns, expected) in [
            ("orders", vec!["id", "customer_id"], Some("id")),
            ("orders", vec!["order_id", "total"], Some("order_id")),
            ("orders", vec!["customer_id", "total"], Some("id")),
            ("requests", vec!["token"], Some("token")),
            ("notes", vec!["text"], Some("id")),
        ] {
            let mut catalogue = Catalogue::default();
            let columns = columns.into_iter().map(String::from);
            catalogue.note_insert(table, columns, std::iter::empty(), None);
            let key = catalogue.key(table, Product::Postgres);
            assert_eq!(key.map(|key| key.columns.join(",")).as_deref(), expected);
        }
    }
}

//! What the schema of a database says of a table that a model declares.

use aplomb_sql::Schema;
use aplomb_sql::form::Product;

use super::recording::{Column, Constraint, ForeignKey};

/// The constraints of a table. One about columns that the model does not
/// declare cannot be followed, and is an error: without it, statements would
/// succeed that the database refuses.
pub(super) fn constraints(
    schema: &Schema,
    table: &str,
    key: &str,
    columns: &[Column],
) -> Result<Vec<Constraint>, String> {
    let Some(defined) = schema.table(table) else { return Ok(Vec::new()) };
    let lower = |names: Vec<String>| -> Vec<String> {
        names.into_iter().map(|name| name.to_lowercase()).collect()
    };
    let is_key = |name: &String| name.eq_ignore_ascii_case(key);
    let known = |name: &String| {
        columns.iter().any(|column| !column.hidden && column.name.eq_ignore_ascii_case(name))
    };
    let mut found = Vec::new();
    for names in defined.unique(Product::Postgres) {
        let names = lower(names);
        // Whatever contains the key differs from row to row anyway.
        if names.iter().any(is_key) {
            continue;
        }
        if let Some(missing) = names.iter().find(|name| !known(name)) {
            return Err(format!(
                "the schema says that `{}` is unique in `{table}`: declare the column `{missing}`",
                names.join(", ")
            ));
        }
        found.push(Constraint::Unique(names));
    }
    for reference in &defined.references {
        let names = lower(reference.columns(Product::Postgres));
        let [column] = names.as_slice() else { continue };
        if known(column) && !is_key(column) {
            found.push(Constraint::References(ForeignKey {
                column: column.clone(),
                parent: reference.table.clone(),
                on_delete: reference.on_delete,
            }));
        }
    }
    found.extend(defined.checks.iter().cloned().map(Constraint::Condition));
    Ok(found)
}

//! What the schema of a database says of a table that a model declares.

use aplomb_sql::form::Product;
use aplomb_sql::{Reference, Schema};

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
    if schema.is_unread(table) {
        return Err(format!("what the schema says of `{table}` cannot be read"));
    }
    let Some(defined) = schema.table(table) else { return Ok(Vec::new()) };
    if let Some(peculiarity) = defined.peculiarity {
        return Err(format!("`{table}` {peculiarity}, which is not supported"));
    }
    if let Some(doubt) = schema.doubt(table) {
        return Err(doubt);
    }
    let lower = |names: Vec<String>| -> Vec<String> {
        names.into_iter().map(|name| name.to_lowercase()).collect()
    };
    let is_key = |name: &String| name.eq_ignore_ascii_case(key);
    let known = |name: &String| {
        columns.iter().any(|column| !column.hidden && column.name.eq_ignore_ascii_case(name))
    };
    let refers = |name: &str| {
        let mut columns = defined.references.iter().flat_map(|it| it.columns(Product::Postgres));
        columns.any(|column| column == name)
    };
    let mut found = Vec::new();
    for column in &defined.columns {
        let name = column.name(Product::Postgres);
        if !known(&name) && !is_key(&name) {
            continue;
        }
        let peculiarity = if column.computed.is_some() {
            "is computed by the database"
        } else if column.on_update {
            "is changed by every update"
        } else if schema.restricts(&column.kind) {
            "has a type with conditions of its own"
        } else if column.folds_case() {
            "holds texts that are the same whatever their case"
        } else if column.is_unsigned() && !is_key(&name) && !refers(&name) {
            // Nobody computes with keys.
            "is unsigned, so that computing a number below zero from it is an error"
        } else {
            continue;
        };
        return Err(format!("`{name}` of `{table}` {peculiarity}, which is not supported"));
    }
    let unique: Vec<Vec<String>> =
        defined.unique(Product::Postgres).into_iter().map(lower).collect();
    if !unique.iter().any(|names| matches!(&names[..], [name] if is_key(name))) {
        return Err(format!(
            "the schema does not say that `{key}` differs from row to row of `{table}`: say which \
             column does, table(\"{table}\", ..., {{ key: ... }})"
        ));
    }
    for names in unique {
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
    found.extend(defined.references.iter().map(|reference| {
        Constraint::References(foreign_key(table, reference, &|name| known(name) || is_key(name)))
    }));
    found.extend(defined.checks.iter().cloned().map(Constraint::Condition));
    Ok(found)
}

/// What a schema says of the rows that those of a table refer to.
fn foreign_key(table: &str, reference: &Reference, known: &dyn Fn(&String) -> bool) -> ForeignKey {
    let columns = reference.columns(Product::Postgres).into_iter().map(|it| it.to_lowercase());
    let columns: Vec<String> = columns.collect();
    let (parent, names) = (&reference.table, columns.join(", "));
    let obstacle = match columns.as_slice() {
        [column] if known(column) => None,
        [column] => Some(format!(
            "the schema says that `{table}` refers to `{parent}`: declare the column `{column}`"
        )),
        _ => Some(format!("`{table}` refers to `{parent}` by several columns, {names}")),
    };
    ForeignKey {
        column: columns.first().cloned().unwrap_or_default(),
        parent: parent.clone(),
        referred: reference.referred(Product::Postgres).first().map(|it| it.to_lowercase()),
        beside_column: reference.beside_column,
        obstacle,
        on_delete: reference.on_delete,
    }
}

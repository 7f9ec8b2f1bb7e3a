//! What a SET statement sets, as far as transactions notice.

use super::{Read, is_read_only, level};
use crate::form::{Product, Setting, Statement};
use sqlparser::ast::{ContextModifier, Expr, ObjectName, Set, Value};
use std::borrow::Cow;

/// Variables that change neither what statements find nor when they wait for each other.
const UNNOTICED: &str = "search_path timezone time_zone application_name client_encoding \
    client_min_messages statement_timeout lock_timeout idle_in_transaction_session_timeout \
    datestyle intervalstyle extra_float_digits work_mem max_execution_time wait_timeout \
    interactive_timeout net_read_timeout net_write_timeout innodb_lock_wait_timeout \
    lock_wait_timeout synchronous_commit jit";

/// The statement with the scope that the parser passes over: `SET SESSION TRANSACTION` is
/// `SET SESSION CHARACTERISTICS AS TRANSACTION`.
pub(super) fn with_scope(text: &str) -> Read<Cow<'_, str>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let scope = words.windows(3).position(|words| {
        words[0].eq_ignore_ascii_case("set")
            && ["session", "local", "global"].iter().any(|it| words[1].eq_ignore_ascii_case(it))
            && words[2].eq_ignore_ascii_case("transaction")
    });
    let Some(start) = scope else { return Ok(text.into()) };
    if words[start + 1].eq_ignore_ascii_case("global") {
        return Err("the level of all sessions of the server is not supported".into());
    }
    let (before, after) = (words[..start].join(" "), words[start + 3..].join(" "));
    Ok(format!("{before} SET SESSION CHARACTERISTICS AS TRANSACTION {after}").into())
}

/// The form of a SET statement.
pub(super) fn read(set: &Set, product: Product) -> Statement {
    let setting = match set {
        Set::SetTransaction { snapshot: Some(_), .. } => Setting::Other,
        Set::SetTransaction { modes, session: false, .. } => {
            Setting::Transaction { level: level(modes), read_only: is_read_only(modes) }
        }
        Set::SetTransaction { modes, .. } if is_read_only(modes) => Setting::Other,
        Set::SetTransaction { modes, .. } => match level(modes) {
            Some(level) => Setting::Session { level },
            None => Setting::Unnoticed,
        },
        Set::SetTimeZone { .. } | Set::SetNames { .. } | Set::SetNamesDefault {} => {
            Setting::Unnoticed
        }
        Set::SingleAssignment { scope, variable, values, .. } => {
            assigned(*scope, variable, values, product)
        }
        Set::MultipleAssignments { assignments } => {
            let unnoticed = assignments.iter().all(|it| is_unnoticed(&bare(&it.name).1));
            if unnoticed { Setting::Unnoticed } else { Setting::Other }
        }
        _ => Setting::Other,
    };
    Statement::Set { text: set.to_string(), setting }
}

/// The scope that stands in the name of a variable, as in `@@session.tx_isolation`, and
/// the name without it.
fn bare(variable: &ObjectName) -> (Option<String>, String) {
    let name = variable.to_string().to_lowercase().replace(['"', '`'], "");
    match name.strip_prefix("@@") {
        None => (None, name),
        Some(rest) => match rest.rsplit_once('.') {
            Some((scope, name)) => (Some(scope.into()), name.into()),
            None => (Some("next".into()), rest.into()),
        },
    }
}

fn is_unnoticed(name: &str) -> bool {
    UNNOTICED.split_whitespace().any(|known| known == name)
        || name.starts_with("character_set_")
        || name.starts_with("enable_")
}

/// `SET variable = value`
fn assigned(
    scope: Option<ContextModifier>,
    variable: &ObjectName,
    values: &[Expr],
    product: Product,
) -> Setting {
    let (named_scope, name) = bare(variable);
    let level = || match values {
        [Expr::Value(value)] => match &value.value {
            Value::SingleQuotedString(text) | Value::DoubleQuotedString(text) => {
                Some(text.to_lowercase().replace(' ', "-"))
            }
            _ => None,
        },
        _ => None,
    };
    let is_global =
        matches!(scope, Some(ContextModifier::Global)) || named_scope.as_deref() == Some("global");
    let is_next = named_scope.as_deref() == Some("next");
    let is_local = matches!(scope, Some(ContextModifier::Local));
    let of_transaction = |level| Setting::Transaction { level: Some(level), read_only: false };
    let of_session = |level| Setting::Session { level };
    let known = match (product, name.as_str()) {
        _ if is_unnoticed(&name) => Some(Setting::Unnoticed),
        _ if is_global => None,
        (Product::Postgres, "transaction_isolation") => level().map(of_transaction),
        (Product::Postgres, "default_transaction_isolation") if !is_local => {
            level().map(of_session)
        }
        (Product::Mysql, "transaction_isolation" | "tx_isolation") if is_next => {
            level().map(of_transaction)
        }
        (Product::Mysql, "transaction_isolation" | "tx_isolation") => level().map(of_session),
        _ => None,
    };
    known.unwrap_or(Setting::Other)
}

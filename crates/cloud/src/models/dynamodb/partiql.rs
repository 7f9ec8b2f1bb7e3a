//! PartiQL: what a statement reads. Statements that write are not supported.

use super::{Models, shown};
use crate::models::aws::AwsCall;
use aplomb_symbolic::{Machine, Operator, Outcome};

/// `ExecuteStatement`: a `SELECT` lists the table that it names.
pub(super) fn execute(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let statement = machine.terms().field(call.parameters, "Statement");
    let text = machine.terms().as_str(statement).map(|text| text.to_string());
    let Some(table) = text.as_deref().and_then(selected) else {
        return machine.unknown_call(&call.label, call.span);
    };
    let store = machine.terms().string(table);
    models.note_listed(machine, store);
    let given = machine.terms().field(call.parameters, "Parameters");
    let filter = machine.terms().pure("dynamodb.partiql", &[statement, given]);
    let found = machine.scan(&call.label, call.span, store, filter)?;
    let found = machine.freeze(found);
    let rest = machine.rest_of(&[found]);
    let is_part = machine.terms().apply(Operator::Truthy, &[rest]);
    let items = shown(machine, call, found);
    let items = machine.thaw(items);
    let reply = machine.new_record([("Items", items)]);
    for name in ["NextToken", "LastEvaluatedKey"] {
        machine.may_have(reply, name, is_part, rest);
    }
    Ok(reply)
}

/// The table that a statement selects from.
fn selected(statement: &str) -> Option<String> {
    let mut words = statement.split_whitespace();
    words.next().filter(|first| first.eq_ignore_ascii_case("select"))?;
    let table = words.skip_while(|word| !word.eq_ignore_ascii_case("from")).nth(1)?;
    let table = table.trim_end_matches(';');
    let name = match table.strip_prefix('"') {
        // An index belongs to its table: `"table"."index"`.
        Some(quoted) => quoted.split('"').next()?,
        None => table.split('.').next()?,
    };
    (!name.is_empty()).then(|| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::selected;

    #[test]
    fn the_table_of_a_statement() {
        for (statement, table) in [
            ("SELECT * FROM \"orders\" WHERE id = ?", Some("orders")),
            ("select id from orders", Some("orders")),
            ("SELECT * FROM \"orders\".\"byDate\"", Some("orders")),
            ("UPDATE orders SET n = 1", None),
            ("SELECT", None),
        ] {
            assert_eq!(selected(statement).as_deref(), table, "{statement}");
        }
    }
}

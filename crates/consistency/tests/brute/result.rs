//! Results of programs as invariants.

use aplomb_consistency::execution::Place;
use aplomb_consistency::{Program, Value};

use super::enumerate::Result;

/// The invariant that says that a result is not reached.
pub fn excludes(program: &Program, result: &Result) -> String {
    let mut facts = Vec::new();
    for (transaction, returned) in result.1.iter().enumerate() {
        let name = &program.transactions[transaction].name;
        let committed = result.0.contains(&transaction);
        facts.push(format!("{}committed({name})", if committed { "" } else { "!" }));
        let names = program.transactions[transaction].returns.iter();
        facts.extend(names.zip(returned).map(|((value, _), is)| format!("{name}.{value} == {is}")));
    }
    for (table, declared) in program.tables.iter().enumerate() {
        for column in 0..declared.columns.len() {
            let keys = if declared.key.is_some() { vec![Some(0), Some(1)] } else { vec![None] };
            for key in keys {
                let key = key.map(Value::Int);
                let name = program.cell_name(table, key.as_ref(), column);
                let place = Place { table, key, column };
                let value = result.2.get(&place);
                facts.push(match value {
                    Some(value) => format!("{name} == {value}"),
                    None => format!("{name} == old({name})"),
                });
            }
        }
    }
    format!("inv !({})", facts.join(" && "))
}

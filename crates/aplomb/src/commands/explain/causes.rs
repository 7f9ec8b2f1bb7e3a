//! Why verdicts are *unknown*, as a list for people, for scripts and for the book.

use std::fmt::Write;

use aplomb_report::{Cause, SCHEMA};
use serde_json::{Value, json};

/// One cause, for people.
pub fn page(cause: Cause) -> String {
    format!(
        "{}: a cause of unknown\n{}\n\nWhat to do\n\n{}\n",
        cause.name(),
        cause.means(),
        cause.helps()
    )
}

/// All causes, for people.
pub fn list() -> String {
    Cause::ALL.iter().map(|cause| format!("  {:<14}  {}\n", cause.name(), cause.means())).collect()
}

/// One cause or all of them, for scripts.
pub fn json(one: Option<Cause>) -> String {
    let row = |cause: &Cause| json!({ "name": cause.name(), "means": cause.means(), "helps": cause.helps() });
    let rows: Vec<Value> = match one {
        Some(one) => vec![row(&one)],
        None => Cause::ALL.iter().map(row).collect(),
    };
    format!("{:#}\n", json!({ "schema": SCHEMA, "command": "explain", "causes": rows }))
}

/// The book's reference.
pub fn reference() -> String {
    let mut text = String::from(
        "# Causes of unknown\n\nA verdict that is *unknown* says why: `cause` in the JSON is one of \
         these, and `reason` says it of the case at hand. `aplomb explain causes` prints the same \
         list.\n\n| cause | what it means | what helps |\n|---|---|---|\n",
    );
    for cause in Cause::ALL {
        let _ = writeln!(text, "| `{}` | {} | {} |", cause.name(), cause.means(), cause.helps());
    }
    text
}

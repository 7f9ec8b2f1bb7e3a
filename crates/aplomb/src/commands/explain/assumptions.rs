//! What verdicts take for granted, as a list for people, for scripts and for the book.

use std::fmt::Write;

use crate::commands::{assumptions, consensus, linearizability};
use aplomb_report::SCHEMA;
use aplomb_retry::AssumptionKind;
use serde_json::{Value, json};

/// The assumptions of one command.
pub struct Family {
    /// Whose verdicts list them.
    pub title: &'static str,
    /// The assumptions.
    pub assumptions: Vec<&'static AssumptionKind>,
}

/// All assumptions that are listed, by command.
pub fn families() -> Vec<Family> {
    let shared = assumptions::ALL;
    let (objects, protocols) = (linearizability::assumptions::ALL, &consensus::assumptions::ALL);
    vec![
        Family { title: "Retry safety", assumptions: aplomb_retry::assumptions().collect() },
        Family { title: "Consistency", assumptions: aplomb_consistency::assumptions::ALL.to_vec() },
        Family { title: "Linearizability", assumptions: objects.to_vec() },
        Family { title: "Consensus", assumptions: protocols.to_vec() },
        Family { title: "Exploration", assumptions: shared.to_vec() },
    ]
}

/// The assumption of this name.
pub fn find(name: &str) -> Option<&'static AssumptionKind> {
    families().into_iter().flat_map(|it| it.assumptions).find(|it| it.name == name)
}

/// The sentence, with three dots for what differs from case to case.
fn sentence(assumption: &AssumptionKind) -> String {
    assumption.sentence.replace("{}", "…")
}

/// One assumption, for people.
pub fn page(assumption: &AssumptionKind) -> String {
    format!(
        "{}: an assumption\nA verdict takes for granted: {}\n\nWhen it appears: {}\n",
        assumption.name,
        sentence(assumption),
        assumption.appears
    )
}

/// All assumptions, for people.
pub fn list() -> String {
    let mut text = String::new();
    for Family { title, assumptions } in families() {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{title}");
        for assumption in assumptions {
            let _ = writeln!(text, "  {:<26}  {}", assumption.name, sentence(assumption));
        }
    }
    text
}

/// One assumption or all of them, for scripts.
pub fn json(one: Option<&AssumptionKind>) -> String {
    let row = |assumption: &AssumptionKind| {
        let AssumptionKind { name, sentence, appears } = assumption;
        json!({ "name": name, "sentence": sentence, "appears": appears })
    };
    let rows: Vec<Value> = match one {
        Some(one) => vec![row(one)],
        None => families().iter().flat_map(|it| &it.assumptions).map(|it| row(it)).collect(),
    };
    format!("{:#}\n", json!({ "schema": SCHEMA, "command": "explain", "assumptions": rows }))
}

/// The book's reference.
pub fn reference() -> String {
    let mut text = String::from(
        "# Assumptions\n\nA verdict lists what it takes for granted. Check that it is true of \
         your deployment. `aplomb explain assumptions` prints the same list.\n",
    );
    for Family { title, assumptions } in families() {
        let _ = write!(
            text,
            "\n## {title}\n\n| name | assumption | when it appears |\n|---|---|---|\n"
        );
        for assumption in assumptions {
            let AssumptionKind { name, appears, .. } = assumption;
            let _ = writeln!(text, "| `{name}` | {} | {appears} |", sentence(assumption));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_no_codes() {
        let mut names: Vec<&str> =
            families().into_iter().flat_map(|it| it.assumptions).map(|it| it.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
        let codes: Vec<&str> =
            aplomb_report::Code::ALL.iter().map(|code| code.page().name).collect();
        assert!(names.iter().all(|name| !codes.contains(name)));
    }
}

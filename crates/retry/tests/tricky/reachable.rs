//! Conditions that are true, one in each line of `reachable.js`: what stands behind
//! `if (condition)` is reachable, so that a function that counts there is not safe. The line
//! `// today safe: why` stands above what is a defect.

use super::{Case, verdicts};
use std::process::Command;

/// What all the functions share.
const HEAD: &str = r#"import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
const db = DynamoDBDocument.from(new DynamoDB());
const count = (id) => db.update({ TableName: "counts", Key: { id }, UpdateExpression: "ADD n :one", ExpressionAttributeValues: { ":one": 1 } });
"#;

/// A condition, and the input under which it is true, if it has one.
struct Condition<'t> {
    text: &'t str,
    input: Option<&'t str>,
    /// Whether Aplomb takes it for false today.
    defect: bool,
}

fn conditions(text: &str) -> Vec<Condition<'_>> {
    let mut found = Vec::new();
    let mut defect = false;
    for line in text.lines() {
        if line.starts_with("// ") || line.is_empty() {
            defect = line.starts_with("// today safe: ");
            continue;
        }
        let about = line.strip_prefix("x = ").map(|rest| rest.split_once(" | ").expect("an input"));
        let (input, text) = about.map_or((None, line), |(input, text)| (Some(input), text));
        found.push(Condition { text, input, defect });
        defect = false;
    }
    found
}

#[test]
fn what_is_true_in_javascript_is_reachable() {
    let conditions = conditions(include_str!("reachable.js"));
    confirm(&conditions);
    // Every handler loads its whole file.
    let wrong: Vec<String> = conditions.chunks(40).flat_map(mistaken).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The conditions of one file that Aplomb takes for false, or no longer does.
fn mistaken(conditions: &[Condition<'_>]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("app.js");
    let mut source = HEAD.to_string();
    let mut cases = Vec::new();
    for (index, condition) in conditions.iter().enumerate() {
        let input = if condition.input.is_some() { ", x" } else { "" };
        let text = condition.text;
        source += &format!(
            "export const h{index} = async ({{ id{input} }}) => {{ if ({text}) await count(id); }};\n"
        );
        let name = format!("h{index}");
        cases.push(Case { line: index, name, expected: "unsafe".into(), today: None });
    }
    std::fs::write(&path, source).unwrap();
    let verdicts = verdicts(&path, &cases, false);
    let mut wrong = Vec::new();
    for (case, condition) in cases.iter().zip(conditions) {
        let safe = verdicts[&case.name].verdict == "safe";
        if safe != condition.defect {
            let what = if safe { "safe" } else { "mended" };
            wrong.push(format!("{what}: {}", condition.text));
        }
    }
    wrong
}

/// Node agrees that the conditions are true.
fn confirm(conditions: &[Condition<'_>]) {
    let mut script = "const wrong = [];\n".to_string();
    for Condition { text, input, .. } in conditions {
        let (input, shown) = (input.unwrap_or("undefined"), serde_json::to_string(text).unwrap());
        script += &format!("try {{ const x = {input}; if (!({text})) wrong.push({shown}); }} ");
        script += &format!("catch (e) {{ wrong.push({shown} + e); }}\n");
    }
    script += "console.log(wrong.join(\"\\n\"));\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("confirm.mjs");
    std::fs::write(&path, script).unwrap();
    // Where there is no Node, somebody else asked it.
    let Ok(output) = Command::new("node").arg(&path).output() else { return };
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && answer.trim().is_empty(), "false in Node: {answer}");
}

//! SARIF 2.1.0, the format that code hosts and editors read.
//!
//! A violated finding is a result of kind `fail`, an undecided one of kind
//! `open`, what holds is of kind `pass`. Each lane of a witness is a thread flow;
//! execution orders say how the lanes interleave.

mod flow;
mod location;

use serde_json::{Map, Value, json};

use crate::{
    Code, Diagnostic, Finding, Page, Report, Severity, Suggestion, Verdict, VerdictKind,
    render::visible::visible,
};

/// Where the schema of the format is published.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes a report as a SARIF log.
pub fn render(report: &Report) -> String {
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run(report)] });
    let mut text = serde_json::to_string_pretty(&log).expect("a log has string keys only");
    text.push('\n');
    text
}

fn run(report: &Report) -> Value {
    let mut rules: Vec<Code> = report.findings().iter().map(Finding::code).collect();
    rules.sort();
    rules.dedup();
    let tool = report.tool();
    let notifications: Vec<Value> = report.diagnostics().iter().map(notification).collect();
    json!({
        "tool": { "driver": {
            "name": tool.name,
            "version": tool.version,
            "semanticVersion": tool.version,
            "rules": rules.iter().map(|code| rule(code.page())).collect::<Vec<_>>(),
        } },
        "automationDetails": { "id": format!("aplomb/{}/", report.command()) },
        "columnKind": "unicodeCodePoints",
        "invocations": [{
            "executionSuccessful": true,
            "exitCode": report.summary().verdict.exit_code(),
            "toolExecutionNotifications": notifications,
        }],
        "results": report.findings().iter().map(|finding| result(finding, &rules)).collect::<Vec<_>>(),
    })
}

fn rule(page: &Page) -> Value {
    let text: Vec<String> =
        page.sections().iter().map(|(heading, text)| format!("{heading}\n\n{text}")).collect();
    json!({
        "id": page.code,
        "name": page.name,
        "shortDescription": { "text": page.title },
        "fullDescription": { "text": page.what, "markdown": page.what },
        "help": { "text": text.join("\n\n"), "markdown": page.markdown(2) },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["correctness", page.code.family().to_lowercase()] },
    })
}

fn result(finding: &Finding, rules: &[Code]) -> Value {
    let kind = finding.verdict().kind();
    let (sarif_kind, level) = match kind {
        VerdictKind::Violated => ("fail", "error"),
        VerdictKind::Unknown => ("open", "none"),
        VerdictKind::HoldsWithinBounds | VerdictKind::Holds => ("pass", "none"),
    };
    let mut result = json!({
        "ruleId": finding.code(),
        "ruleIndex": rules.binary_search(&finding.code()).expect("rules are those of the findings"),
        "kind": sarif_kind,
        "level": level,
        "message": { "text": visible(&message(finding)) },
        "properties": { "verdict": kind.slug(), "subject": finding.subject() },
    });
    if let Some(label) = finding.primary() {
        result["locations"] = json!([location::labelled(label)]);
    }
    let related = finding.secondary().iter().enumerate().map(|(index, label)| {
        let mut related = location::labelled(label);
        related["id"] = json!(index + 1);
        related
    });
    set_unless_empty(&mut result, "relatedLocations", related.collect());
    if let Some(witness) = finding.witness() {
        set_unless_empty(&mut result, "codeFlows", flow::code_flows(witness));
    }
    let fixes = finding.suggestions().iter().filter_map(fix).collect();
    set_unless_empty(&mut result, "fixes", fixes);
    result
}

fn set_unless_empty(object: &mut Value, property: &str, items: Vec<Value>) {
    if !items.is_empty() {
        object[property] = Value::Array(items);
    }
}

/// Everything that is said about a finding, for readers that show one text.
fn message(finding: &Finding) -> String {
    let mut paragraphs = vec![format!("{}: {}.", finding.subject(), finding.title())];
    paragraphs.extend(finding.explanation().iter().cloned());
    match finding.verdict() {
        Verdict::Unknown { reason, help, .. } => {
            paragraphs.push(format!("Reason: {reason}"));
            paragraphs.extend(help.clone());
        }
        Verdict::HoldsWithinBounds { bound, .. } => paragraphs.push(format!("Up to {bound}.")),
        Verdict::Holds { .. } | Verdict::Violated => {}
    }
    for assumption in finding.verdict().assumptions() {
        paragraphs.push(format!("Assuming: {assumption}"));
    }
    for suggestion in finding.suggestions() {
        paragraphs.push(format!("What to do: {}", suggestion.message));
    }
    paragraphs.join("\n\n")
}

/// A fix that a tool can apply; suggestions in words are part of the message.
fn fix(suggestion: &Suggestion) -> Option<Value> {
    let mut files: Map<String, Value> = Map::new();
    for edit in &suggestion.edits {
        let replacement = json!({
            "deletedRegion": location::region(&edit.span),
            "insertedContent": { "text": edit.replacement },
        });
        let replacements = files.entry(edit.span.file.clone()).or_insert_with(|| json!([]));
        replacements.as_array_mut()?.push(replacement);
    }
    let changes: Vec<Value> = files
        .into_iter()
        .map(|(file, replacements)| {
            json!({ "artifactLocation": location::artifact(&file), "replacements": replacements })
        })
        .collect();
    (!changes.is_empty()).then(|| {
        json!({ "description": { "text": visible(&suggestion.message) }, "artifactChanges": changes })
    })
}

fn notification(diagnostic: &Diagnostic) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let text = match &diagnostic.help {
        Some(help) => format!("{}\n\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut notification = json!({ "level": level, "message": { "text": visible(&text) } });
    if let Some(label) = &diagnostic.label {
        notification["locations"] = json!([location::labelled(label)]);
    }
    notification
}

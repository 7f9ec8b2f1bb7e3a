//! Places.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::{Label, Span, render::visible::visible};

/// A place with what is said about it.
pub(super) fn labelled(label: &Label) -> Value {
    let mut location = json!({ "physicalLocation": physical(&label.span) });
    if !label.message.is_empty() {
        location["message"] = json!({ "text": visible(&label.message) });
    }
    location
}

pub(super) fn physical(span: &Span) -> Value {
    json!({ "artifactLocation": artifact(&span.file), "region": region(span) })
}

/// A file. Relative paths are relative to the root of the source.
pub(super) fn artifact(file: &str) -> Value {
    let path = encoded(&file.replace('\\', "/"));
    if file.starts_with('/') {
        json!({ "uri": format!("file://{path}") })
    } else {
        json!({ "uri": path, "uriBaseId": "%SRCROOT%" })
    }
}

/// Lines and columns; the format has none below 1.
pub(super) fn region(span: &Span) -> Value {
    let first = span.line.max(1);
    let last = span.last_line().max(first);
    let mut region = json!({ "startLine": first });
    if last > first {
        region["endLine"] = json!(last);
    }
    if let Some(column) = span.column {
        region["startColumn"] = json!(column.max(1));
    }
    if let Some(column) = span.end_column {
        let start = if last == first { span.column.unwrap_or(1) } else { 1 };
        region["endColumn"] = json!(column.max(start).max(1));
    }
    region
}

/// Percent-encodes everything that a URI path does not allow.
fn encoded(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        for (path, uri) in [
            ("src/a.js", "src/a.js"),
            ("/tmp/a b.js", "file:///tmp/a%20b.js"),
            ("src\\é#?.js", "src/%C3%A9%23%3F.js"),
            ("c:/x.js", "c%3A/x.js"),
        ] {
            assert_eq!(artifact(path)["uri"], uri, "{path}");
        }
    }

    #[test]
    fn regions_stay_within_what_the_format_allows() {
        let span = Span {
            line: 0,
            column: Some(0),
            end_line: None,
            end_column: Some(0),
            ..Span::line("a", 0)
        };
        assert_eq!(region(&span), json!({ "startLine": 1, "startColumn": 1, "endColumn": 1 }));
        assert_eq!(region(&Span::lines("a", 3, 5)), json!({ "startLine": 3, "endLine": 5 }));
    }
}

//! Parts of statements: words, lists, and names in quotes.

use super::{Row, Text};
use crate::form::Product;
use crate::text::Piece;

pub(super) fn words(text: &str) -> Text {
    if text.is_empty() { Text::new() } else { vec![Piece::Text(text.into())] }
}

/// Parts with commas between them.
pub(super) fn listed(parts: Vec<Text>) -> Text {
    let mut made = Text::new();
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            made.extend(words(", "));
        }
        made.extend(part);
    }
    made
}

pub(super) fn assigned(row: &Row, product: Product) -> Result<Text, String> {
    let mut parts = Vec::new();
    for (name, value) in row {
        let mut text = words(&format!("{} = ", identifier(name, product)?));
        text.extend(value.iter().cloned());
        parts.push(text);
    }
    Ok(listed(parts))
}

/// `price as total`: the name, and the new one.
pub(super) fn with_alias(text: &str) -> (String, Option<String>) {
    let lower = text.to_lowercase();
    match lower.find(" as ") {
        Some(at) => (text[..at].trim().into(), Some(text[at + 4..].trim().into())),
        None => (text.trim().into(), None),
    }
}

/// A name as knex writes it: in quotes, part by part.
pub(super) fn identifier(text: &str, product: Product) -> Result<String, String> {
    let (name, alias) = with_alias(text);
    let quote = if product == Product::Mysql { '`' } else { '"' };
    let quoted = |name: &str| -> Result<String, String> {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | ' ');
        if name.is_empty() || !name.chars().all(plain) {
            return Err(format!("`{text}` as a name in knex is not supported"));
        }
        Ok(format!("{quote}{name}{quote}"))
    };
    let parts = name.split('.').map(|part| match part {
        "*" => Ok("*".to_string()),
        part => quoted(part),
    });
    let mut made = parts.collect::<Result<Vec<_>, _>>()?.join(".");
    if let Some(alias) = alias {
        made.push_str(&format!(" AS {}", quoted(&alias)?));
    }
    Ok(made)
}

//! What a copy reads: `"bucket/key"`, put together from parts, or a record of both.

use aplomb_symbolic::{Node, Operator, Term, Terms};

/// The bucket and the key of the source of a copy. A source that cannot be taken apart
/// may be any object.
pub(super) fn of(terms: &mut Terms, source: Term) -> (Term, Term) {
    if let Node::Record(..) = terms.node(source) {
        return (terms.field(source, "Bucket"), terms.field(source, "Key"));
    }
    let plain = decoded(terms, source);
    let parts: Vec<Term> = match terms.node(plain) {
        Node::Apply(Operator::Concat, parts) => parts.to_vec(),
        _ => vec![plain],
    };
    taken_apart(terms, &parts).unwrap_or_else(|| {
        (terms.pure("s3.source_bucket", &[source]), terms.pure("s3.source_key", &[source]))
    })
}

/// Takes a text apart at its first slash, not counting one at the very beginning.
fn taken_apart(terms: &mut Terms, parts: &[Term]) -> Option<(Term, Term)> {
    for (index, &part) in parts.iter().enumerate() {
        let Some(text) = terms.as_str(part).cloned() else { continue };
        let text = if index == 0 { text.strip_prefix('/').unwrap_or(&text) } else { &*text };
        let Some((before, after)) = text.split_once('/') else { continue };
        let mut bucket = parts[..index].to_vec();
        bucket.push(terms.string(before));
        let mut key = vec![terms.string(after)];
        for &part in &parts[index + 1..] {
            key.push(decoded(terms, part));
        }
        return Some((joined(terms, bucket), joined(terms, key)));
    }
    None
}

/// The text itself, where the program encodes it as a copy demands.
fn decoded(terms: &mut Terms, part: Term) -> Term {
    if let Some(text) = terms.as_str(part).cloned() {
        return percent_decoded(&text).map_or(part, |text| terms.string(text));
    }
    match terms.node(part) {
        Node::Apply(Operator::Pure(function), of)
            if matches!(
                &**function.name(),
                "encodeURIComponent" | "encodeURI" | "urllib.parse.quote"
            ) =>
        {
            of[0]
        }
        _ => part,
    }
}

/// A constant text without its escapes, as S3 reads it.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| byte == b'%');
        let escaped = escaped.and_then(|digits| std::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(escaped) => {
                bytes.push(escaped);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// Parts as one text; a single one stays what it is.
fn joined(terms: &mut Terms, parts: Vec<Term>) -> Term {
    let parts: Vec<Term> = parts
        .into_iter()
        .filter(|&part| terms.as_str(part).is_none_or(|text| !text.is_empty()))
        .collect();
    match parts.as_slice() {
        [only] => *only,
        _ => terms.apply(Operator::Concat, &parts),
    }
}

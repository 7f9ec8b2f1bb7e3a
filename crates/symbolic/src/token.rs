//! JSON web tokens: a header, claims and a signature, each in base 64.

use crate::base64::{from_base64, to_base64};
use serde_json::{Value, json};

/// A token that makes these claims. Who signed it nobody can tell: its signature is a word.
pub(crate) fn of_claims(claims: &Value) -> String {
    let header = json!({ "alg": "HS256", "typ": "JWT" });
    let parts = [header.to_string(), claims.to_string(), "signature".into()];
    parts.map(|part| for_addresses(&to_base64(part.as_bytes()))).join(".")
}

/// The claims that a token makes, if it is well-formed.
pub(crate) fn claims(token: &str) -> Option<Value> {
    let mut parts = token.split('.');
    let (header, claims) = (parts.next()?, parts.next()?);
    let has_signature = parts.next().is_some() && parts.next().is_none();
    let is_header = from_base64(header).is_some_and(|header| is_record(&header));
    let claims = from_base64(claims).filter(|_| has_signature && is_header)?;
    serde_json::from_slice(&claims).ok().filter(Value::is_object)
}

fn is_record(text: &[u8]) -> bool {
    serde_json::from_slice(text).is_ok_and(|value: Value| value.is_object())
}

/// A text in base 64 with the letters that addresses may have.
fn for_addresses(text: &str) -> String {
    text.trim_end_matches('=').replace('+', "-").replace('/', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let said = json!({ "sub": "größe?>", "exp": 1 });
        assert_eq!(claims(&of_claims(&said)), Some(said));
    }

    #[test]
    fn what_is_no_token_makes_no_claims() {
        let token = of_claims(&json!({ "sub": "a" }));
        for text in ["", "a", "a.b.c", "..", &token[1..], &format!("{token}.d"), "e30.W10.a"] {
            assert_eq!(claims(text), None, "{text}");
        }
    }
}

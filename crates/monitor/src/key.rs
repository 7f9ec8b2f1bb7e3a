//! Keys: the values of variables as bytes that are equal exactly when the values
//! are.
//!
//! Each value carries its kind and its length, so that no two lists of values
//! have the same bytes, and `0`, `""` and `false` are values like any other.

use serde_json::{Map, Number, Value};
use smallvec::SmallVec;

/// The values of variables as bytes; most are short.
pub(crate) type Key = SmallVec<[u8; 64]>;

/// Appends a value.
pub(crate) fn push(value: &Value, key: &mut Key) {
    match value {
        Value::Null => key.push(b'n'),
        Value::Bool(false) => key.push(b'0'),
        Value::Bool(true) => key.push(b'1'),
        Value::Number(number) => push_number(number, key),
        Value::String(text) => push_bytes(b's', text.as_bytes(), key),
        Value::Array(items) => {
            push_count(b'a', items.len(), key);
            for item in items {
                push(item, key);
            }
        }
        Value::Object(fields) => {
            push_count(b'o', fields.len(), key);
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in fields {
                push_bytes(b's', name.as_bytes(), key);
                push(value, key);
            }
        }
    }
}

/// Numbers are equal when they count the same, however they are written.
fn push_number(number: &Number, key: &mut Key) {
    if let Some(integer) = number.as_i64() {
        return push_word(b'i', integer.to_le_bytes(), key);
    }
    match number.as_f64().filter(|_| !number.is_u64()) {
        Some(value) => push_fraction(value, key),
        None => push_word(b'u', number.as_u64().unwrap_or_default().to_le_bytes(), key),
    }
}

/// A number that is written as a fraction, or with an exponent: often it is a whole one.
fn push_fraction(value: f64, key: &mut Key) {
    const BEYOND_SIGNED: f64 = 9_223_372_036_854_775_808.0;
    let is_whole = value.fract() == 0.0;
    if is_whole && (-BEYOND_SIGNED..BEYOND_SIGNED).contains(&value) {
        push_word(b'i', (value as i64).to_le_bytes(), key);
    } else if is_whole && (BEYOND_SIGNED..2.0 * BEYOND_SIGNED).contains(&value) {
        push_word(b'u', (value as u64).to_le_bytes(), key);
    } else {
        push_word(b'f', value.to_bits().to_le_bytes(), key);
    }
}

fn push_word(kind: u8, word: [u8; 8], key: &mut Key) {
    key.push(kind);
    key.extend_from_slice(&word);
}

fn push_count(kind: u8, count: usize, key: &mut Key) {
    key.push(kind);
    match u8::try_from(count) {
        Ok(count) if count < u8::MAX => key.push(count),
        _ => {
            key.push(u8::MAX);
            key.extend_from_slice(&(count as u64).to_le_bytes());
        }
    }
}

fn push_bytes(kind: u8, bytes: &[u8], key: &mut Key) {
    push_count(kind, bytes.len(), key);
    key.extend_from_slice(bytes);
}

/// The bytes of each value of a key.
pub(crate) fn split(key: &[u8]) -> Vec<&[u8]> {
    let mut values = Vec::new();
    let mut rest = key;
    while !rest.is_empty() {
        let before = rest;
        if take(&mut rest).is_none() {
            break;
        }
        values.push(&before[..before.len() - rest.len()]);
    }
    values
}

/// The values of a key.
pub(crate) fn values(mut key: &[u8]) -> Vec<Value> {
    let mut values = Vec::new();
    while !key.is_empty()
        && let Some(value) = take(&mut key)
    {
        values.push(value);
    }
    values
}

fn take(key: &mut &[u8]) -> Option<Value> {
    let kind = take_bytes(key, 1)?[0];
    Some(match kind {
        b'n' => Value::Null,
        b'0' => Value::Bool(false),
        b'1' => Value::Bool(true),
        b'i' => i64::from_le_bytes(take_word(key)?).into(),
        b'u' => u64::from_le_bytes(take_word(key)?).into(),
        b'f' => f64::from_bits(u64::from_le_bytes(take_word(key)?)).into(),
        b's' => take_text(key)?.into(),
        b'a' => {
            let count = take_count(key)?;
            let mut items = Vec::new();
            for _ in 0..count {
                items.push(take(key)?);
            }
            items.into()
        }
        b'o' => {
            let count = take_count(key)?;
            let mut fields = Map::new();
            for _ in 0..count {
                take_bytes(key, 1)?;
                let name = take_text(key)?;
                fields.insert(name, take(key)?);
            }
            fields.into()
        }
        _ => return None,
    })
}

fn take_bytes<'a>(key: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (bytes, rest) = key.split_at_checked(count)?;
    *key = rest;
    Some(bytes)
}

fn take_word(key: &mut &[u8]) -> Option<[u8; 8]> {
    take_bytes(key, 8)?.try_into().ok()
}

fn take_count(key: &mut &[u8]) -> Option<usize> {
    match take_bytes(key, 1)?[0] {
        u8::MAX => usize::try_from(u64::from_le_bytes(take_word(key)?)).ok(),
        small => Some(usize::from(small)),
    }
}

fn take_text(key: &mut &[u8]) -> Option<String> {
    let count = take_count(key)?;
    String::from_utf8(take_bytes(key, count)?.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn key(values: &[Value]) -> Key {
        let mut key = Key::new();
        values.iter().for_each(|value| push(value, &mut key));
        key
    }

    #[test]
    fn keys_are_equal_exactly_when_the_values_are() {
        let different = [
            json!(["ab", "c"]),
            json!(["a", "bc"]),
            json!(["abc"]),
            json!(["", "abc"]),
            json!([0]),
            json!([false]),
            json!([""]),
            json!([null]),
            json!(["0"]),
            json!([0.5]),
            json!([u64::MAX]),
            json!([{"a": 1}]),
            json!([["a", 1]]),
            json!(["x".repeat(1000)]),
        ];
        for (i, one) in different.iter().enumerate() {
            let one = one.as_array().unwrap();
            assert_eq!(&values(&key(one)), one);
            for other in &different[i + 1..] {
                assert_ne!(key(one), key(other.as_array().unwrap()), "{one:?} {other}");
            }
        }
        let equal = [
            (json!(1), json!(1.0)),
            (json!(0), json!(-0.0)),
            (json!(100_000_000_000_000_000_i64), json!(1e17)),
            (json!(i64::MIN), json!(-9_223_372_036_854_775_808.0)),
            (json!(9_223_372_036_854_775_808_u64), json!(9_223_372_036_854_775_808.0)),
        ];
        for (one, other) in equal {
            assert_eq!(key(&[one]), key(&[other]));
        }
        assert_ne!(key(&[json!(i64::MAX)]), key(&[json!(i64::MAX as f64)]));
        assert_ne!(key(&[json!(u64::MAX)]), key(&[json!(u64::MAX as f64)]));
        assert_eq!(key(&[json!({"a": 1, "b": 2})]), key(&[json!({"b": 2, "a": 1})]));
    }

    #[test]
    fn a_damaged_key_is_no_key() {
        let whole = key(&[json!({"name": ["text", 1, 0.5, true, null]})]);
        for length in 0..whole.len() {
            assert!(split(&whole[..length]).is_empty());
        }
        assert_eq!(split(&whole), [whole.as_slice()]);
    }
}

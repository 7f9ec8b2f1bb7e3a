//! YAML as JSON, with CloudFormation's short tags in their long form:
//! `!Ref x` is `{"Ref": x}`, `!GetAtt a.b` is `{"Fn::GetAtt": "a.b"}`.

use saphyr::{Scalar, ScanError, Yaml, YamlLoader};
use saphyr_parser::{Event, Parser};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Nested deeper than this, a document is cut off.
const DEEPEST: usize = 64;

/// Documents with more values than this are refused.
const LARGEST: usize = 1_000_000;

/// More lines than this that stand too far left are not repaired.
const MOST_SHIFTED: usize = 200;

/// How far such lines are shifted.
const FAR: &str = "                                                                ";

/// Parses the first document of a text; JSON is YAML too. Where people rely on what
/// the tools of the platform accept, so does this: of two equal keys the last one
/// counts, and a line inside brackets may stand anywhere.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    if is_too_large(text) {
        return Err(format!("aliases make it larger than {LARGEST} values"));
    }
    let mut text = text.to_string();
    for _ in 0..MOST_SHIFTED {
        match load(&text) {
            Ok(document) => return Ok(document),
            // Outside of brackets a line further left ends what was open, so only lines
            // inside have this error, and spaces mean nothing there.
            Err(error) if error.info() == "invalid indentation" => {
                let before = text.split_inclusive('\n').take(error.marker().line() - 1);
                let start = before.map(str::len).sum();
                text.insert_str(start, FAR);
            }
            Err(error) => return Err(error.to_string()),
        }
    }
    load(&text).map_err(|error| error.to_string())
}

/// Whether aliases, which the loader replaces by copies, make a document too large.
fn is_too_large(text: &str) -> bool {
    let mut sizes: HashMap<usize, usize> = HashMap::new();
    // What was begun and has not ended: its anchor, and how large it is by now.
    let mut open: Vec<(usize, usize)> = vec![(0, 0)];
    for event in Parser::new_from_str(text) {
        let Ok((event, _)) = event else { return false };
        let (anchor, size) = match event {
            Event::Scalar(_, _, anchor, _) => (anchor, 1),
            Event::Alias(anchor) => (0, sizes.get(&anchor).copied().unwrap_or(0)),
            Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) => {
                open.push((anchor, 1));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop().unwrap_or_default(),
            _ => continue,
        };
        sizes.insert(anchor, size);
        let Some((_, around)) = open.last_mut() else { return false };
        *around += size;
        if *around > LARGEST {
            return true;
        }
    }
    false
}

fn load(text: &str) -> Result<Value, ScanError> {
    let mut loader: YamlLoader<'_, Yaml<'_>> = YamlLoader::default();
    loader.allow_duplicate_keys(true);
    Parser::new_from_str(text).load(&mut loader, true)?;
    if let Some(error) = loader.error() {
        return Err(error.clone());
    }
    let documents = loader.into_documents();
    Ok(documents.first().map_or(Value::Null, |document| value(document, 0)))
}

fn value(yaml: &Yaml<'_>, depth: usize) -> Value {
    if depth > DEEPEST {
        return Value::Null;
    }
    match yaml {
        Yaml::Value(scalar) => match scalar {
            Scalar::Null => Value::Null,
            Scalar::Boolean(value) => (*value).into(),
            Scalar::Integer(value) => (*value).into(),
            Scalar::FloatingPoint(value) => value.into_inner().into(),
            Scalar::String(text) => text.to_string().into(),
        },
        Yaml::Representation(text, ..) => text.to_string().into(),
        Yaml::Sequence(items) => items.iter().map(|item| value(item, depth + 1)).collect(),
        Yaml::Mapping(entries) => {
            let mut fields = Map::new();
            for (key, inner) in entries {
                let key = match value(key, depth + 1) {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                fields.insert(key, value(inner, depth + 1));
            }
            fields.into()
        }
        Yaml::Tagged(tag, inner) => tagged(&tag.suffix, value(inner, depth + 1)),
        _ => Value::Null,
    }
}

fn tagged(tag: &str, inner: Value) -> Value {
    let name = match tag {
        "Ref" | "Condition" => tag.to_string(),
        "GetAtt" | "Sub" | "Join" | "Select" | "Split" | "FindInMap" | "If" | "ImportValue"
        | "Base64" | "Equals" | "Not" | "And" | "Or" | "GetAZs" | "Transform" | "Cidr" => {
            format!("Fn::{tag}")
        }
        _ => return inner,
    };
    Value::Object(Map::from_iter([(name, inner)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_tags_become_long_ones() {
        let document = parse("a: !Ref Table\nb: !Sub '${Stage}-x'\nc: [1, true, ~]\n").unwrap();
        assert_eq!(
            document.to_string(),
            r#"{"a":{"Ref":"Table"},"b":{"Fn::Sub":"${Stage}-x"},"c":[1,true,null]}"#
        );
    }

    #[test]
    fn of_two_equal_keys_the_last_one_counts() {
        let document = parse("a: 1\nb: 2\na: 3\n").unwrap();
        assert_eq!((document["a"].as_i64(), document["b"].as_i64()), (Some(3), Some(2)));
    }

    #[test]
    fn lines_inside_brackets_stand_anywhere() {
        let document = parse("a:\n    b: [\n  {x: 1},\n2\n  ]\n    c: {\n      d: 3\n}\n").unwrap();
        assert_eq!(document.to_string(), r#"{"a":{"b":[{"x":1},2],"c":{"d":3}}}"#);
    }

    #[test]
    fn aliases_that_multiply_are_an_error() {
        let mut text = String::from("a0: &a0 [x, y]\n");
        for line in 1..32 {
            text += &format!("a{line}: &a{line} [*a{0}, *a{0}]\n", line - 1);
        }
        assert!(parse(&text).unwrap_err().contains("aliases"));
        let few = parse("a: &a [1, 2]\nb: [*a, *a]\n").unwrap();
        assert_eq!(few["b"].to_string(), "[[1,2],[1,2]]");
    }

    #[test]
    fn a_broken_document_is_an_error() {
        assert!(parse("a: [1, 2").is_err());
    }
}

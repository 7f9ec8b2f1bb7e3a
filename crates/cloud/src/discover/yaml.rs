//! YAML as JSON, with CloudFormation's short tags in their long form:
//! `!Ref x` is `{"Ref": x}`, `!GetAtt a.b` is `{"Fn::GetAtt": "a.b"}`.

use saphyr::{LoadableYamlNode, Scalar, Yaml};
use serde_json::{Map, Value};

/// Nested deeper than this, a document is cut off.
const DEEPEST: usize = 64;

/// Parses the first document of a text; JSON is YAML too.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    let documents = Yaml::load_from_str(text).map_err(|error| error.to_string())?;
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
    fn a_broken_document_is_an_error() {
        assert!(parse("a: [1, 2").is_err());
    }
}

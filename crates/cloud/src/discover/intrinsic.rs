//! What the functions of CloudFormation give, as far as a template alone says: `!Ref`, `!Sub`,
//! `!Join`, `!Select`, `!Split` and `!If`.

use super::sam::{constant, default_of};
use serde_json::Value;

/// Functions in functions are read this deep.
const DEEPEST: usize = 16;

/// The text that a value stands for. A reference to a table or bucket of the template is known
/// by the resource's name.
pub(super) fn text(value: &Value, document: &Value) -> Option<String> {
    Reader { document }.text(value, 0)
}

/// The table whose ARN a value is: DynamoDB takes it for the name.
pub(super) fn table_of_arn(value: &Value, document: &Value) -> Option<String> {
    let reader = Reader { document };
    if let Some(parts) = reader.attribute(&value["Fn::GetAtt"]) {
        let (resource, "Arn") = (parts.0, &*parts.1) else { return None };
        let kind = document["Resources"][&resource]["Type"].as_str()?;
        return kind
            .ends_with("Table")
            .then(|| default_of(&serde_json::json!({ "Ref": resource }), document))?;
    }
    // The region and the account may be open, the name may not.
    let pattern = match &value["Fn::Sub"] {
        Value::String(pattern) => pattern,
        _ => value.as_str()?,
    };
    if !(pattern.starts_with("arn:") && pattern.contains(":dynamodb:")) {
        return None;
    }
    let (_, table) = pattern.split_once(":table/")?;
    let table = reader.substituted(table, &Value::Null, 0)?;
    (!table.is_empty() && !table.contains(['/', '$'])).then_some(table)
}

/// Whether a value depends on a parameter, which whoever deploys the template chooses.
pub(super) fn names_parameter(value: &Value, document: &Value) -> bool {
    let parameters = &document["Parameters"];
    let is_parameter = |name: &str| parameters.get(name.trim()).is_some();
    match value {
        Value::String(pattern) => pattern
            .split("${")
            .skip(1)
            .filter_map(|rest| rest.split_once('}'))
            .any(|(name, _)| is_parameter(name)),
        Value::Array(parts) => parts.iter().any(|part| names_parameter(part, document)),
        Value::Object(fields) => fields.iter().any(|(function, argument)| {
            function == "Ref" && argument.as_str().is_some_and(is_parameter)
                || names_parameter(argument, document)
        }),
        _ => false,
    }
}

struct Reader<'a> {
    document: &'a Value,
}

impl Reader<'_> {
    fn text(&self, value: &Value, depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        if let Some(text) = constant(value) {
            return Some(text);
        }
        let fields = value.as_object().filter(|fields| fields.len() == 1)?;
        let (function, argument) = fields.iter().next()?;
        match (&**function, argument) {
            ("Ref", _) => default_of(value, self.document),
            ("Fn::Sub", Value::String(pattern)) => self.substituted(pattern, &Value::Null, depth),
            ("Fn::Sub", Value::Array(parts)) => {
                self.substituted(parts.first()?.as_str()?, parts.get(1)?, depth)
            }
            ("Fn::Join", Value::Array(parts)) => {
                let parts_of_text = self.list(parts.get(1)?, depth + 1)?;
                Some(parts_of_text.join(parts.first()?.as_str()?))
            }
            ("Fn::Select", Value::Array(parts)) => {
                let index: usize = constant(parts.first()?)?.parse().ok()?;
                self.list(parts.get(1)?, depth + 1)?.get(index).cloned()
            }
            ("Fn::If", Value::Array(parts)) => {
                let yes = self.text(parts.get(1)?, depth + 1)?;
                let no = self.text(parts.get(2)?, depth + 1)?;
                (yes == no).then_some(yes)
            }
            _ => None,
        }
    }

    fn list(&self, value: &Value, depth: usize) -> Option<Vec<String>> {
        if let Value::Array(items) = value {
            return items.iter().map(|item| self.text(item, depth + 1)).collect();
        }
        let parts = value["Fn::Split"].as_array()?;
        let whole = self.text(parts.get(1)?, depth + 1)?;
        let separator = parts.first()?.as_str().filter(|separator| !separator.is_empty())?;
        Some(whole.split(separator).map(str::to_string).collect())
    }

    /// A text with names in `${}`: those given with it, else parameters and resources.
    fn substituted(&self, pattern: &str, given: &Value, depth: usize) -> Option<String> {
        let mut text = String::new();
        let mut rest = pattern;
        while let Some(start) = rest.find("${") {
            text.push_str(&rest[..start]);
            let end = start + rest[start..].find('}')?;
            let name = rest[start + 2..end].trim();
            match given.get(name) {
                Some(value) => text.push_str(&self.text(value, depth + 1)?),
                None => {
                    let reference = serde_json::json!({ "Ref": name });
                    text.push_str(&default_of(&reference, self.document)?);
                }
            }
            rest = &rest[end + 1..];
        }
        text.push_str(rest);
        Some(text)
    }

    /// `Resource.Attribute`, in one text or in two.
    fn attribute(&self, value: &Value) -> Option<(String, String)> {
        match value {
            Value::String(path) => {
                let (resource, attribute) = path.split_once('.')?;
                Some((resource.into(), attribute.into()))
            }
            Value::Array(parts) => Some((constant(parts.first()?)?, constant(parts.get(1)?)?)),
            _ => None,
        }
    }
}

//! JSON and YAML with the place of everything: JSON is YAML.

use std::fmt;

use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, ScanError, YamlData};
use saphyr_parser::Marker;
use serde_json::Value;

/// Nested deeper than this, a document is refused.
const DEEPEST: usize = 64;

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Something wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// What, and what to do about it.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub place: Place,
    pub data: Data,
}

#[derive(Clone, Debug)]
pub(crate) enum Data {
    Scalar(Value),
    List(Vec<Node>),
    /// In the order of the text; equal names are kept, to be complained about.
    Map(Vec<(Name, Node)>),
}

/// The name of a field.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub place: Place,
    pub text: String,
}

/// Parses the first document of a text.
pub(crate) fn parse(text: &str) -> Result<Node, Problem> {
    // Deep nesting overflows the stack of the parser itself.
    if let Some(place) = too_deep(text) {
        return Err(Problem { place, message: "nested too deep".into() });
    }
    let documents = MarkedYaml::load_from_str(text).map_err(|error: ScanError| Problem {
        place: place(error.marker()),
        message: error.info().to_owned(),
    })?;
    match documents.first() {
        Some(document) => node(document, 0),
        None => Err(Problem { place: place(&Marker::new(0, 1, 0)), message: "empty".into() }),
    }
}

/// Brackets that are nested deeper than [`DEEPEST`] (those in texts count too: such a
/// text is refused needlessly, but never with a crash), or as many block levels.
fn too_deep(text: &str) -> Option<Place> {
    for (index, line) in text.lines().enumerate() {
        let place = Place { line: index + 1, column: 1 };
        let dashes = line.split_whitespace().take_while(|word| matches!(*word, "-" | "?" | ":"));
        if dashes.count() > DEEPEST {
            return Some(place);
        }
    }
    let mut depth = 0usize;
    let mut line = 1;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' => line += 1,
            _ => {}
        }
        if depth > DEEPEST {
            return Some(Place { line, column: 1 });
        }
    }
    None
}

fn place(marker: &Marker) -> Place {
    Place { line: marker.line().max(1), column: marker.col() + 1 }
}

fn node(yaml: &MarkedYaml<'_>, depth: usize) -> Result<Node, Problem> {
    let here = place(&yaml.span.start);
    let fail = |message: &str| Err(Problem { place: here, message: message.to_owned() });
    if depth > DEEPEST {
        return fail("nested too deep");
    }
    let data = match &yaml.data {
        YamlData::Value(scalar) => Data::Scalar(value(scalar)),
        YamlData::Representation(text, ..) => Data::Scalar(text.to_string().into()),
        YamlData::Sequence(items) => {
            Data::List(items.iter().map(|item| node(item, depth + 1)).collect::<Result<_, _>>()?)
        }
        YamlData::Mapping(fields) => {
            let mut named = Vec::new();
            for (key, inner) in fields {
                let key = node(key, depth + 1)?;
                let text = match &key.data {
                    Data::Scalar(Value::String(text)) => text.clone(),
                    Data::Scalar(other) => other.to_string(),
                    _ => return fail("the name of a field is not a text"),
                };
                named.push((Name { place: key.place, text }, node(inner, depth + 1)?));
            }
            Data::Map(named)
        }
        YamlData::Tagged(_, inner) => return node(inner, depth + 1),
        YamlData::Alias(_) => return fail("aliases are not supported here; write the value out"),
        YamlData::BadValue => return fail("not a value"),
    };
    Ok(Node { place: here, data })
}

fn value(scalar: &Scalar<'_>) -> Value {
    match scalar {
        Scalar::Null => Value::Null,
        Scalar::Boolean(value) => (*value).into(),
        Scalar::Integer(value) => (*value).into(),
        Scalar::FloatingPoint(value) => value.into_inner().into(),
        Scalar::String(text) => text.to_string().into(),
    }
}

impl Node {
    /// The value without places.
    pub fn to_json(&self) -> Value {
        match &self.data {
            Data::Scalar(value) => value.clone(),
            Data::List(items) => items.iter().map(Node::to_json).collect(),
            Data::Map(fields) => {
                let fields = fields.iter().map(|(name, node)| (name.text.clone(), node.to_json()));
                Value::Object(fields.collect())
            }
        }
    }
}

/// Reads nodes and collects what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    pub problems: Vec<Problem>,
}

impl Reader {
    pub fn problem(&mut self, place: Place, message: impl Into<String>) {
        self.problems.push(Problem { place, message: message.into() });
    }

    /// The fields of a mapping; complains about equal names and about names that
    /// `known` does not have, unless it is empty.
    pub fn fields<'a>(&mut self, node: &'a Node, what: &str, known: &[&str]) -> Fields<'a> {
        let Data::Map(fields) = &node.data else {
            self.problem(node.place, format!("{what} is not a mapping with names and values"));
            return Fields { place: node.place, fields: Vec::new() };
        };
        let mut kept: Vec<(&Name, &Node)> = Vec::new();
        for (name, node) in fields {
            if kept.iter().any(|(other, _)| other.text == name.text) {
                self.problem(name.place, format!("`{}` is given twice", name.text));
            } else if !known.is_empty() && !known.contains(&name.text.as_str()) {
                let near = nearest(&name.text, known.iter().copied());
                self.problem(name.place, format!("{what} has no `{}`{near}", name.text));
            } else {
                kept.push((name, node));
            }
        }
        Fields { place: node.place, fields: kept }
    }

    pub fn text<'a>(&mut self, node: &'a Node, what: &str) -> Option<&'a str> {
        match &node.data {
            Data::Scalar(Value::String(text)) if !text.is_empty() => Some(text),
            _ => {
                self.problem(node.place, format!("{what} is not a text"));
                None
            }
        }
    }

    pub fn list<'a>(&mut self, node: &'a Node, what: &str) -> &'a [Node] {
        match &node.data {
            Data::List(items) => items,
            _ => {
                self.problem(node.place, format!("{what} is not a list"));
                &[]
            }
        }
    }

    pub fn boolean(&mut self, node: &Node, what: &str) -> Option<bool> {
        match &node.data {
            Data::Scalar(Value::Bool(value)) => Some(*value),
            _ => {
                self.problem(node.place, format!("{what} is neither `true` nor `false`"));
                None
            }
        }
    }
}

/// The fields of a mapping.
pub(crate) struct Fields<'a> {
    pub place: Place,
    pub fields: Vec<(&'a Name, &'a Node)>,
}

impl<'a> Fields<'a> {
    pub fn get(&self, name: &str) -> Option<&'a Node> {
        self.fields.iter().find(|(field, _)| field.text == name).map(|(_, node)| *node)
    }

    pub fn required(&self, name: &str, what: &str, reader: &mut Reader) -> Option<&'a Node> {
        let found = self.get(name);
        if found.is_none() {
            reader.problem(self.place, format!("{what} lacks `{name}`"));
        }
        found
    }
}

/// "did you mean", if something is near.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = known
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|(distance, known)| *distance <= known.len().max(3) / 3)
        .min();
    near.map_or_else(String::new, |(_, known)| format!("; did you mean `{known}`?"))
}

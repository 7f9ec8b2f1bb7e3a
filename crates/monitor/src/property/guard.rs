//! Guards: conditions on the parameters of an event, in the Common Expression
//! Language (CEL).

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use cel::{Context, Env, ExecutionError, Program, Value as CelValue, objects::Key};
use serde_json::{Map, Value};

use super::types;

static ENVIRONMENT: LazyLock<Arc<Env>> = LazyLock::new(|| Arc::new(Env::stdlib()));

/// An expression that was parsed and type-checked.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    program: Arc<Program>,
    /// The variables that it mentions.
    variables: Vec<String>,
    source: String,
}

/// The name under which an expression sees all parameters as a mapping.
pub(crate) const ALL_PARAMS: &str = "params";

impl Expression {
    /// Parses and checks an expression that may mention `variables`; the second part is
    /// what is known about its type.
    pub fn parse(source: &str, variables: &[&str]) -> Result<(Expression, types::Type), String> {
        if source.len() > types::LONGEST {
            return Err(format!("longer than {} bytes", types::LONGEST));
        }
        types::refuse_deep_nesting(source)?;
        let program = ENVIRONMENT.compile(source).map_err(|errors| {
            explain_syntax(errors.to_string().lines().next().unwrap_or_default())
        })?;
        let kind = types::check(program.expression(), variables)?;
        let references = program.references();
        let mut mentioned: Vec<String> =
            references.variables().into_iter().map(str::to_owned).collect();
        mentioned.retain(|name| variables.contains(&name.as_str()));
        mentioned.sort_unstable();
        let source = source.to_owned();
        Ok((Expression { program: Arc::new(program), variables: mentioned, source }, kind))
    }

    /// Parses and checks a condition.
    pub fn parse_condition(source: &str, variables: &[&str]) -> Result<Expression, String> {
        let (expression, kind) = Expression::parse(source, variables)?;
        if !kind.may_be(types::Type::Bool) {
            return Err(format!("is {kind}, not a condition that is true or false"));
        }
        Ok(expression)
    }

    /// The text that was parsed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The value for these variables.
    pub fn evaluate<'a>(
        &self,
        lookup: impl Fn(&str) -> Option<&'a Value>,
    ) -> Result<CelValue, String> {
        let mut context = Context::with_env(Arc::clone(&ENVIRONMENT));
        for name in &self.variables {
            if let Some(value) = lookup(name) {
                context.add_variable_from_value(name.as_str(), cel_value(value));
            }
        }
        self.program.execute(&context).map_err(|error| explain(&error))
    }

    /// Whether the condition holds for these parameters.
    pub fn holds(&self, params: &Map<String, Value>) -> Result<bool, String> {
        let all: Value;
        let whole = if self.variables.iter().any(|name| name == ALL_PARAMS) {
            all = Value::Object(params.clone());
            Some(&all)
        } else {
            None
        };
        let lookup = |name: &str| if name == ALL_PARAMS { whole } else { params.get(name) };
        match self.evaluate(lookup)? {
            CelValue::Bool(holds) => Ok(holds),
            other => Err(format!("gives {other:?}, which is neither true nor false")),
        }
    }
}

/// A value of JSON as expressions see it. Whole numbers have a sign, as those that are written in
/// expressions do: CEL does not compute with both kinds.
fn cel_value(value: &Value) -> CelValue {
    match value {
        Value::Null => CelValue::Null,
        Value::Bool(truth) => CelValue::Bool(*truth),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => CelValue::Int(whole),
            (None, Some(large)) => CelValue::UInt(large),
            (None, None) => CelValue::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => CelValue::String(Arc::new(text.clone())),
        Value::Array(items) => CelValue::List(Arc::new(items.iter().map(cel_value).collect())),
        Value::Object(fields) => {
            let named = |(name, value): (&String, &Value)| {
                (Key::String(Arc::new(name.clone())), cel_value(value))
            };
            CelValue::Map(fields.iter().map(named).collect::<HashMap<_, _>>().into())
        }
    }
}

/// What is wrong with a text that is not an expression; the parser says it in its own words, and
/// with everything that it would take instead.
fn explain_syntax(message: &str) -> String {
    let mut quoted = message.split('\'').skip(1).step_by(2).map(str::trim);
    match (quoted.next(), message.contains("missing '")) {
        (Some("<EOF>"), _) => "it ends too early".into(),
        (Some(""), _) => "a text in it has no end".into(),
        (Some(text), true) => format!("`{text}` is missing"),
        (Some(text), false) => format!("`{text}` is not expected there"),
        (None, _) => "it is not an expression".into(),
    }
}

/// Why an expression has no value.
fn explain(error: &ExecutionError) -> String {
    match error {
        ExecutionError::UndeclaredReference(name) => format!("there is no `{name}`"),
        ExecutionError::NoSuchKey(name) => format!("there is no `{name}`"),
        ExecutionError::NoSuchOverload(error) => {
            let kind = |name: &String| match name.as_str() {
                "string" => "a text",
                "int" | "uint" | "double" => "a number",
                "bool" => "true or false",
                "list" => "a list",
                "map" => "a mapping",
                "null_type" => "null",
                _ => "something else",
            };
            let kinds: Vec<&str> = error.argument_types().iter().map(kind).collect();
            let function = error.function().trim_matches(['_', '@', '!']);
            format!("`{function}` cannot be used with {}", kinds.join(" and "))
        }
        other => other.to_string(),
    }
}

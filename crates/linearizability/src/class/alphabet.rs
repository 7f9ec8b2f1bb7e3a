//! Which calls clients make: methods of the class, with small arguments.

use std::collections::BTreeSet;

use aplomb_jvm::{Jvm, JvmError, MethodSignature, Parameter};

use crate::{Call, Made, Value};

/// A method that clients are to call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodChoice {
    /// The name in the class.
    pub name: String,
    /// How many parameters it has, if that matters.
    pub parameters: Option<usize>,
    /// What a specification calls it, if something else.
    pub alias: Option<String>,
}

/// A method that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a method: write `add`, `remove/1` for the one with one parameter, or `addInt=add`"
)]
pub struct UnknownMethodChoice(pub String);

impl std::str::FromStr for MethodChoice {
    type Err = UnknownMethodChoice;

    /// `addInt`, `remove/1` or `addInt=add`.
    fn from_str(text: &str) -> Result<MethodChoice, Self::Err> {
        let unknown = || UnknownMethodChoice(text.to_owned());
        let (method, alias) = match text.split_once('=') {
            Some((method, alias)) => (method, Some(alias.trim().to_owned())),
            None => (text, None),
        };
        let (name, parameters) = match method.split_once('/') {
            Some((name, number)) => (name, Some(number.trim().parse().map_err(|_| unknown())?)),
            None => (method, None),
        };
        let name = name.trim().to_owned();
        if name.is_empty() || alias.as_ref().is_some_and(String::is_empty) {
            return Err(unknown());
        }
        Ok(MethodChoice { name, parameters, alias })
    }
}

impl MethodChoice {
    fn means(&self, signature: &MethodSignature) -> bool {
        signature.name == self.name
            && self.parameters.is_none_or(|number| number == signature.parameters.len())
    }
}

/// Why there are no calls to make.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlphabetError {
    /// The class cannot be loaded.
    #[error(transparent)]
    Jvm(#[from] JvmError),
    /// The class has no such method.
    #[error("{class} has no public method `{method}`; it has {}", .known.join(", "))]
    NoSuchMethod {
        /// The class.
        class: String,
        /// The method that was asked for.
        method: String,
        /// The methods that there are.
        known: Vec<String>,
    },
    /// No overload of the method takes arguments that can be made up.
    #[error(
        "no arguments can be made up for `{method}({parameters})`; \
         write clients that call it with --client"
    )]
    UnknownParameters {
        /// The method.
        method: String,
        /// The types of its parameters.
        parameters: String,
    },
    /// It is not clear which methods to call.
    #[error("which methods of {class} are meant? name some with --methods: {}", .known.join(", "))]
    NoChoice {
        /// The class.
        class: String,
        /// The methods that there are.
        known: Vec<String>,
    },
}

/// Without a choice, a class with more methods than this is not tried.
const MOST_METHODS: usize = 24;

/// The public methods of a class that are meant: those that are named, or all its own.
fn meant(
    jvm: &Jvm,
    class: &str,
    methods: &[MethodChoice],
) -> Result<Vec<MethodSignature>, AlphabetError> {
    let mut signatures = jvm.methods(class)?;
    signatures
        .retain(|signature| signature.is_public && signature.declared_in != "java.lang.Object");
    if methods.is_empty() {
        let is_own = |signature: &MethodSignature| {
            signature.declared_in == class || !signature.declared_in.starts_with("java.")
        };
        signatures.retain(|signature| is_own(signature) && !signature.is_static);
    }
    Ok(signatures)
}

/// The methods that clients do not call although they are meant, because no arguments can be made
/// up for them: `add(java.util.List)`.
pub fn left_out(
    jvm: &Jvm,
    class: &str,
    methods: &[MethodChoice],
) -> Result<Vec<String>, AlphabetError> {
    let is_meant = |signature: &MethodSignature| {
        methods.is_empty() || methods.iter().any(|choice| choice.means(signature))
    };
    let signatures = meant(jvm, class, methods)?;
    let unusable = signatures
        .iter()
        .filter(|signature| {
            is_meant(signature) && arguments(jvm, &signature.parameters, 1, DEPTH).is_none()
        })
        .map(|signature| format!("{}({})", signature.name, signature.parameters.join(", ")));
    Ok(unusable.collect::<BTreeSet<String>>().into_iter().collect())
}

/// The calls of some methods of a class with arguments from a set of the given
/// size. If no methods are named, these are all public ones that `wanted`
/// takes, except those that come with the JDK.
pub fn alphabet(
    jvm: &Jvm,
    class: &str,
    methods: &[MethodChoice],
    values: usize,
    wanted: impl Fn(&Call) -> bool,
) -> Result<Vec<Call>, AlphabetError> {
    let signatures = meant(jvm, class, methods)?;
    let mut calls = Vec::new();
    if methods.is_empty() {
        calls = signatures.iter().flat_map(|it| calls_of(jvm, it, values)).collect();
        calls.retain(wanted);
        let known = names(calls.iter().map(|call| &*call.method));
        if calls.is_empty() || known.len() > MOST_METHODS {
            let known = names(signatures.iter().map(|signature| &*signature.name));
            return Err(AlphabetError::NoChoice { class: class.to_owned(), known });
        }
    }
    for choice in methods {
        let mut named = signatures.iter().filter(|signature| choice.means(signature)).peekable();
        let Some(first) = named.peek() else {
            let known = names(signatures.iter().map(|signature| &*signature.name));
            let (class, method) = (class.to_owned(), choice.name.clone());
            return Err(AlphabetError::NoSuchMethod { class, method, known });
        };
        let parameters = first.parameters.join(", ");
        let before = calls.len();
        calls.extend(named.flat_map(|signature| calls_of(jvm, signature, values)));
        if calls.len() == before {
            let method = choice.name.clone();
            return Err(AlphabetError::UnknownParameters { method, parameters });
        }
    }
    calls.sort();
    calls.dedup();
    Ok(calls)
}

fn names<'name>(names: impl Iterator<Item = &'name str>) -> Vec<String> {
    let names: BTreeSet<&str> = names.collect();
    names.into_iter().map(str::to_owned).collect()
}

fn calls_of(jvm: &Jvm, signature: &MethodSignature, values: usize) -> Vec<Call> {
    arguments(jvm, &signature.parameters, values, DEPTH)
        .unwrap_or_default()
        .into_iter()
        .map(|arguments| Call::new(&signature.name, arguments))
        .collect()
}

/// How deep objects are made of others.
const DEPTH: usize = 2;

/// All lists of arguments, if each parameter has a type for which some can be
/// made up.
fn arguments(
    jvm: &Jvm,
    parameters: &[String],
    values: usize,
    depth: usize,
) -> Option<Vec<Vec<Value>>> {
    let mut lists = vec![Vec::new()];
    for parameter in parameters {
        let choices = choices(jvm, parameter, values, depth)?;
        lists = lists
            .iter()
            .flat_map(|list: &Vec<Value>| {
                choices.iter().map(|choice| {
                    let mut longer = list.clone();
                    longer.push(choice.clone());
                    longer
                })
            })
            .collect();
    }
    Some(lists)
}

fn choices(jvm: &Jvm, parameter: &str, values: usize, depth: usize) -> Option<Vec<Value>> {
    match parameter {
        "int"
        | "long"
        | "short"
        | "byte"
        | "float"
        | "double"
        | "java.lang.Object"
        | "java.lang.Integer"
        | "java.lang.Long"
        | "java.lang.Number"
        | "java.lang.Comparable" => Some((0..values as i64).map(Value::Integer).collect()),
        "boolean" | "java.lang.Boolean" => Some(vec![Value::Boolean(false), Value::Boolean(true)]),
        "char" | "java.lang.String" | "java.lang.CharSequence" => {
            let letters = ('a'..='z').take(values);
            Some(letters.map(|letter| Value::text(letter.to_string())).collect())
        }
        _ => objects(jvm, parameter, values, depth),
    }
}

/// Objects of other types: constants, functions, lists, and what constructors make.
fn objects(jvm: &Jvm, parameter: &str, values: usize, depth: usize) -> Option<Vec<Value>> {
    let made = |made: Made| Value::Made(made.into());
    let depth = depth.checked_sub(1)?;
    Some(match jvm.parameter(parameter).ok()? {
        Parameter::Constants(names) => {
            names.into_iter().take(values).map(|name| made(Made::Constant(name))).collect()
        }
        Parameter::Function { is_action: true, .. } => vec![made(Made::Action)],
        Parameter::Function { is_condition: true, .. } => {
            [true, false].map(|truth| made(Made::Returning(truth.into()))).to_vec()
        }
        Parameter::Function { .. } => vec![made(Made::Returning(0.into())), made(Made::Counting)],
        Parameter::List(element) => {
            // One element each, and all of them.
            let elements = choices(jvm, &element, values, depth)?;
            let single = elements.iter().take(1).map(|it| Value::List([it.clone()].into()));
            single.chain([Value::List(elements.clone().into())]).take(values).collect()
        }
        Parameter::Object(constructors) => {
            let possible = |constructor: &MethodSignature| {
                arguments(jvm, &constructor.parameters, values, depth)
            };
            // More parameters tell more objects apart, but few are enough.
            let lists = constructors.iter().rev().find_map(possible)?;
            let of = |arguments| made(Made::Object { class: None, arguments });
            lists.into_iter().take(values).map(of).collect()
        }
        Parameter::Other => return None,
    })
}

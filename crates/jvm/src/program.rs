//! What to run: an object, calls that prepare it, and clients that call it at the same time.

use std::fmt;

use crate::classfile::{Kind, Type, access};
use crate::error::{JvmError, Result};
use crate::value::Value;
use crate::world::{Class, ClassId, Method, World};

/// An object under test and the threads that use it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Program {
    /// The class, with dots (`java.util.concurrent.ConcurrentLinkedQueue`).
    pub class: String,
    /// Arguments of its constructor.
    pub constructor: Vec<Argument>,
    /// Calls made one after the other before the threads start.
    pub setup: Vec<Invocation>,
    /// Calls of each thread, in order.
    pub threads: Vec<Vec<Invocation>>,
}

/// A call of a method of the object under test.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Invocation {
    /// Name of the method.
    pub method: String,
    /// Descriptor (`(I)Z`), to choose between overloads; by default the arguments choose.
    pub descriptor: Option<String>,
    /// Arguments, boxed where the method wants objects.
    pub arguments: Vec<Argument>,
}

impl Invocation {
    /// A call of the method that fits the arguments.
    pub fn new(method: &str, arguments: impl IntoIterator<Item = Argument>) -> Self {
        Self { method: method.into(), descriptor: None, arguments: arguments.into_iter().collect() }
    }
}

impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments: Vec<String> = self.arguments.iter().map(ToString::to_string).collect();
        write!(f, "{}({})", self.method, arguments.join(", "))
    }
}

/// A value that a client passes.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// For `byte`, `short`, `int`, `long` and their boxes.
    Integer(i64),
    /// For `boolean` and `Boolean`.
    Boolean(bool),
    /// For `char` and `Character`.
    Character(char),
    /// For `float`, `double` and their boxes.
    Decimal(f64),
    /// For `String`, and for `char` if it is a single character.
    Text(String),
    /// For any reference.
    Null,
}

impl From<i64> for Argument {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Character(value) => write!(f, "'{value}'"),
            Self::Decimal(value) => write!(f, "{value:?}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Null => f.write_str("null"),
        }
    }
}

/// A method that clients can call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodSignature {
    /// Name of the method.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Parameter types as Java writes them.
    pub parameters: Vec<String>,
    /// Result type as Java writes it.
    pub result: String,
    /// Whether it is called without an object.
    pub is_static: bool,
    /// Whether everybody may call it.
    pub is_public: bool,
    /// Class that declares it, with dots.
    pub declared_in: String,
}

/// Methods that a client of `class` can call, most derived first, without overridden ones.
pub(crate) fn callable<'w>(world: &'w World, class: &'w Class) -> Vec<&'w Method> {
    let mut found: Vec<&Method> = Vec::new();
    let mut supertypes = vec![class.id];
    let mut next = 0;
    while let Some(id) = supertypes.get(next).copied() {
        next += 1;
        let holder = world.class(id);
        for method in holder.methods.iter().map(|id| world.method(*id)) {
            let hidden = method.flags & (access::PRIVATE | access::SYNTHETIC | access::BRIDGE) != 0
                || method.name.starts_with('<')
                || (method.is_static() && holder.is_interface() && id != class.id);
            if !hidden && found.iter().all(|known| known.selector != method.selector) {
                found.push(method);
            }
        }
        for supertype in holder.superclass.iter().chain(&holder.interfaces) {
            if !supertypes.contains(supertype) {
                supertypes.push(*supertype);
            }
        }
    }
    found
}

pub(crate) fn signature(world: &World, method: &Method) -> MethodSignature {
    MethodSignature {
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
        parameters: method.signature.parameters.iter().map(Type::java_name).collect(),
        result: method.signature.result.java_name(),
        is_static: method.is_static(),
        is_public: method.flags & access::PUBLIC != 0,
        declared_in: world.class(method.class).java_name(),
    }
}

/// The method that fits an invocation best.
pub(crate) fn choose<'w>(
    world: &'w World,
    class: &'w Class,
    candidates: Vec<&'w Method>,
    invocation: &Invocation,
) -> Result<&'w Method> {
    let named: Vec<&Method> =
        candidates.into_iter().filter(|method| *method.name == *invocation.method).collect();
    let fitting = named.iter().filter_map(|method| {
        let wanted =
            invocation.descriptor.as_ref().is_none_or(|wanted| **wanted == *method.descriptor);
        let cost = cost(&method.signature.parameters, &invocation.arguments)?;
        wanted.then_some((cost, *method))
    });
    fitting.min_by_key(|(cost, _)| *cost).map(|(_, method)| method).ok_or_else(|| {
        let shown = |method: &&Method| {
            let parameters: Vec<String> =
                method.signature.parameters.iter().map(Type::java_name).collect();
            format!("{}({})", method.name, parameters.join(", "))
        };
        let mut candidates: Vec<String> = if named.is_empty() {
            let object = world.known().object;
            callable(world, class).iter().filter(|it| it.class != object).map(shown).collect()
        } else {
            named.iter().map(shown).collect()
        };
        candidates.sort();
        JvmError::NoSuchMethod {
            class: class.java_name(),
            call: invocation.to_string(),
            candidates: candidates.join(", "),
        }
    })
}

fn cost(parameters: &[Type], arguments: &[Argument]) -> Option<u32> {
    if parameters.len() != arguments.len() {
        return None;
    }
    parameters.iter().zip(arguments).map(|(parameter, argument)| fit(parameter, argument)).sum()
}

/// How well an argument fits a parameter: 0 is best, `None` not at all.
fn fit(parameter: &Type, argument: &Argument) -> Option<u32> {
    let is_general = || {
        matches!(
            &*parameter.name,
            "java/lang/Object" | "java/lang/Comparable" | "java/io/Serializable"
        )
    };
    match (argument, parameter.kind) {
        (Argument::Integer(value), kind) => {
            let fits = |low: i64, high: i64| (low..=high).contains(value);
            let int = fits(i32::MIN.into(), i32::MAX.into());
            match (kind, &*parameter.name) {
                (Kind::Int, _) if int => Some(0),
                (Kind::Long, _) => Some(1),
                (Kind::Short, _) if fits(i16::MIN.into(), i16::MAX.into()) => Some(2),
                (Kind::Byte, _) if fits(i8::MIN.into(), i8::MAX.into()) => Some(2),
                (Kind::Float | Kind::Double, _) => Some(4),
                (Kind::Reference, "java/lang/Integer") if int => Some(5),
                (Kind::Reference, "java/lang/Long") => Some(6),
                (Kind::Reference, "java/lang/Number") => Some(7),
                (Kind::Reference, _) if is_general() => Some(8),
                _ => None,
            }
        }
        (Argument::Boolean(_), Kind::Boolean) => Some(0),
        (Argument::Boolean(_), Kind::Reference) if &*parameter.name == "java/lang/Boolean" => {
            Some(5)
        }
        (Argument::Character(_), Kind::Char) => Some(0),
        (Argument::Character(_), Kind::Reference) if &*parameter.name == "java/lang/Character" => {
            Some(5)
        }
        (Argument::Decimal(_), Kind::Double) => Some(0),
        (Argument::Decimal(_), Kind::Float) => Some(1),
        (Argument::Decimal(_), Kind::Reference) if &*parameter.name == "java/lang/Double" => {
            Some(5)
        }
        (Argument::Text(text), Kind::Char) if text.encode_utf16().count() == 1 => Some(1),
        (Argument::Text(_), Kind::Reference) if &*parameter.name == "java/lang/String" => Some(0),
        (Argument::Text(_), Kind::Reference) if &*parameter.name == "java/lang/CharSequence" => {
            Some(5)
        }
        (Argument::Null, Kind::Reference) => Some(if is_general() { 2 } else { 1 }),
        (_, Kind::Reference) if is_general() => Some(8),
        _ => None,
    }
}

/// The value that is passed for an argument.
pub(crate) fn value(world: &World, parameter: &Type, argument: &Argument) -> Result<Value> {
    let boxed = |class: &str, value: Value| -> Result<Value> {
        let class: ClassId = world.load(class)?;
        Ok(Value::Ref(world.boxed_constant(class, value)?))
    };
    let reference = parameter.kind == Kind::Reference;
    Ok(match argument {
        Argument::Null => Value::Null,
        Argument::Text(text) if parameter.kind == Kind::Char => {
            Value::Int(text.encode_utf16().next().map_or(0, i32::from))
        }
        Argument::Text(text) => Value::Ref(world.text_constant(text)?),
        Argument::Boolean(value) if reference => {
            boxed("java/lang/Boolean", Value::boolean(*value))?
        }
        Argument::Boolean(value) => Value::boolean(*value),
        Argument::Character(value) => {
            let value = Value::Int(i32::from(*value as u32 as u16));
            if reference { boxed("java/lang/Character", value)? } else { value }
        }
        Argument::Decimal(value) if reference => {
            boxed("java/lang/Double", Value::Double(value.to_bits()))?
        }
        Argument::Decimal(value) if parameter.kind == Kind::Float => {
            Value::Float((*value as f32).to_bits())
        }
        Argument::Decimal(value) => Value::Double(value.to_bits()),
        Argument::Integer(number) => match (parameter.kind, i32::try_from(*number)) {
            (Kind::Long, _) => Value::Long(*number),
            (Kind::Float, _) => Value::Float((*number as f32).to_bits()),
            (Kind::Double, _) => Value::Double((*number as f64).to_bits()),
            (Kind::Reference, Ok(int)) if &*parameter.name != "java/lang/Long" => {
                boxed("java/lang/Integer", Value::Int(int))?
            }
            (Kind::Reference, _) => boxed("java/lang/Long", Value::Long(*number))?,
            (_, int) => Value::Int(int.unwrap_or_default()),
        },
    })
}

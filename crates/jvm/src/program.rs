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
    /// What makes the object instead of a constructor.
    pub factory: Option<Factory>,
    /// Calls made one after the other before the threads start.
    pub setup: Vec<Invocation>,
    /// Calls of each thread, in order.
    pub threads: Vec<Vec<Invocation>>,
}

/// Calls that lead to an object: a constructor (`<init>`) or static method of a class, and methods
/// of what it returns, one after the other, as builders want it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Factory {
    /// The class to begin with, with dots.
    pub class: String,
    /// The calls.
    pub calls: Vec<Invocation>,
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
        write!(f, "{}({})", self.method, listed(&self.arguments))
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
    /// A constant of an enum, by its name.
    Constant(String),
    /// For arrays, and for lists, sets and collections, which cannot be changed.
    List(Vec<Argument>),
    /// A new object of the parameter's class, or of the class that is named (with dots). The same
    /// argument is the same object in all calls.
    Object {
        /// The class, if it is not the parameter's.
        class: Option<String>,
        /// What the constructor is given.
        arguments: Vec<Argument>,
    },
    /// For interfaces with a single method.
    Function(Function),
}

/// What a function does that a client passes.
#[derive(Debug, Clone, PartialEq)]
pub enum Function {
    /// Nothing, and returns nothing.
    Nothing,
    /// Returns always the same.
    Returns(Box<Argument>),
    /// Returns one more than the sum of the whole numbers that it is given.
    Counts,
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
            Self::Constant(name) => f.write_str(name),
            Self::List(elements) => write!(f, "[{}]", listed(elements)),
            Self::Object { class, arguments } => {
                let space = if class.is_some() { " " } else { "" };
                let class = class.as_deref().unwrap_or_default();
                write!(f, "new{space}{class}({})", listed(arguments))
            }
            Self::Function(Function::Nothing) => f.write_str("->"),
            Self::Function(Function::Counts) => f.write_str("->+1"),
            Self::Function(Function::Returns(value)) => write!(f, "->{value}"),
        }
    }
}

fn listed(arguments: &[Argument]) -> String {
    let texts: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    texts.join(", ")
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
        let cost = cost(world, &method.signature.parameters, &invocation.arguments)?;
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

fn cost(world: &World, parameters: &[Type], arguments: &[Argument]) -> Option<u32> {
    if parameters.len() != arguments.len() {
        return None;
    }
    let pairs = parameters.iter().zip(arguments);
    pairs.map(|(parameter, argument)| fit(world, parameter, argument)).sum()
}

/// How well an argument fits a parameter: 0 is best, `None` not at all.
fn fit(world: &World, parameter: &Type, argument: &Argument) -> Option<u32> {
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
        (Argument::Constant(name), Kind::Reference) => {
            let class = world.class(world.load(&parameter.name).ok()?);
            enum_constants(world, class)?.any(|constant| constant == name).then_some(0)
        }
        (Argument::List(elements), Kind::Reference) => {
            let Some(component) = parameter.name.strip_prefix('[') else {
                return collection(&parameter.name).map(|_| 5);
            };
            let component = Type::parse(component).ok()?;
            let fits = |element| fit(world, &component, element);
            elements.iter().map(fits).sum::<Option<u32>>().map(|_| 0)
        }
        (Argument::Object { class, .. }, Kind::Reference) => {
            let wanted = world.load(&parameter.name).ok()?;
            let class = match class {
                Some(class) => world.load(&class.replace('.', "/")).ok()?,
                None => wanted,
            };
            let fits = !world.class(class).is_abstract() && world.is_subtype(class, wanted);
            fits.then_some(0)
        }
        (Argument::Function(_), Kind::Reference) => {
            let class = world.class(world.load(&parameter.name).ok()?);
            functional_method(world, class).map(|_| 0)
        }
        (_, Kind::Reference) if is_general() => Some(8),
        _ => None,
    }
}

/// The class whose method `of` makes a collection of this type from an array.
pub(crate) fn collection(name: &str) -> Option<&'static str> {
    match name {
        "java/util/List" | "java/util/Collection" | "java/lang/Iterable" => Some("java/util/List"),
        "java/util/Set" => Some("java/util/Set"),
        _ => None,
    }
}

/// The names of an enum's constants.
pub(crate) fn enum_constants<'w>(
    world: &'w World,
    class: &'w Class,
) -> Option<impl Iterator<Item = &'w str>> {
    let parent = class.superclass.map(|parent| world.class(parent));
    let is_enum = parent.is_some_and(|parent| &*parent.name == "java/lang/Enum");
    let fields = class.statics.iter().filter(|field| field.flags & access::ENUM != 0);
    is_enum.then(|| fields.map(|field| &*field.name))
}

/// The only abstract method of an interface.
pub(crate) fn functional_method<'w>(world: &'w World, class: &'w Class) -> Option<&'w Method> {
    let object = world.class(world.known().object);
    let methods = class.virtuals.values().map(|id| world.method(*id));
    let mut abstract_ones = methods
        .filter(|method| method.is_abstract() && !object.virtuals.contains_key(&method.selector));
    let only = abstract_ones.next().filter(|_| class.is_interface())?;
    abstract_ones.next().is_none().then_some(only)
}

/// The value that is passed for an argument.
pub(crate) fn value(world: &World, parameter: &Type, argument: &Argument) -> Result<Value> {
    let boxed = |class: &str, value: Value| -> Result<Value> {
        let class: ClassId = world.load(class)?;
        Ok(Value::Ref(world.boxed_constant(class, value)?))
    };
    let reference = parameter.kind == Kind::Reference;
    Ok(match argument {
        Argument::Constant(_) | Argument::List(_) | Argument::Object { .. } => {
            unreachable!("objects are made by the setup")
        }
        Argument::Function(function) => {
            let interface = world.load(&parameter.name)?;
            Value::Ref(world.function_constant(interface, function)?)
        }
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

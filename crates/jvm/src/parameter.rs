//! What can be passed for a parameter.

use crate::classfile::{Kind, access};
use crate::error::Result;
use crate::program::{self, MethodSignature};
use crate::world::{ClassId, Method, World};

/// What kind of values a parameter takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameter {
    /// The constants of an enum.
    Constants(Vec<String>),
    /// Elements of this type in an array or collection.
    List(String),
    /// A function.
    Function {
        /// Whether it returns nothing.
        is_action: bool,
        /// Whether it returns true or false.
        is_condition: bool,
    },
    /// A new object, by one of these constructors: fewest parameters first.
    Object(Vec<MethodSignature>),
    /// Something else: a number, a text, or what nobody can make up.
    Other,
}

impl Parameter {
    pub(crate) fn of(world: &World, name: &str) -> Result<Self> {
        if let Some(element) = name.strip_suffix("[]") {
            return Ok(Self::List(element.to_owned()));
        }
        let internal = name.replace('.', "/");
        if program::collection(&internal).is_some() {
            return Ok(Self::List("java.lang.Object".to_owned()));
        }
        let class = world.class(world.load(&internal)?);
        if class.is_primitive() || class.id == world.known().object {
            return Ok(Self::Other);
        }
        if let Some(constants) = program::enum_constants(world, class) {
            return Ok(Self::Constants(constants.map(str::to_owned).collect()));
        }
        if let Some(method) = program::functional_method(world, class) {
            let result = method.signature.result.kind;
            let (is_action, is_condition) = (result == Kind::Void, result == Kind::Boolean);
            return Ok(Self::Function { is_action, is_condition });
        }
        let constructors = constructors(world, class.id);
        if class.is_abstract() || constructors.is_empty() {
            return Ok(Self::Other);
        }
        Ok(Self::Object(constructors))
    }
}

fn constructors(world: &World, class: ClassId) -> Vec<MethodSignature> {
    let methods = world.class(class).methods.iter().map(|id| world.method(*id));
    // The constructor of a class that is not public need not be either.
    let hidden = match world.class(class).flags & access::PUBLIC {
        0 => access::PRIVATE,
        _ => 0,
    };
    let is_public = |method: &&Method| {
        method.is_constructor()
            && (method.flags & access::PUBLIC != 0 || hidden != 0 && method.flags & hidden == 0)
    };
    let mut found: Vec<MethodSignature> =
        methods.filter(is_public).map(|method| program::signature(world, method)).collect();
    found.sort_by_key(|constructor| constructor.parameters.len());
    found
}

//! `invokedynamic`: the call sites that Java compilers emit, linked to small
//! methods made here.

mod adapt;
mod concat;
mod converting;
mod copy;
mod function;
mod idle;
mod lambda;
mod pool;
mod properties;
mod record;
mod reflective;
mod switch;
mod texts;

pub(crate) use converting::converting;
pub(crate) use copy::{copying_elements, copying_fields};
pub(crate) use function::function;
pub(crate) use idle::idle;
pub(crate) use properties::properties;
pub(crate) use reflective::reflective;
pub(crate) use texts::formatting_texts;

use crate::classfile::{CallSite, Constant};
use crate::error::{JvmError, Result};
use crate::world::{Class, MethodTarget, World};

/// The method that a call site runs.
pub(crate) fn link(world: &World, class: &Class, site: &CallSite) -> Result<MethodTarget> {
    let malformed = || JvmError::MalformedClass {
        name: class.java_name(),
        reason: "a call site has no bootstrap method".into(),
    };
    let (handle, arguments) =
        class.bootstrap_methods.get(usize::from(site.bootstrap)).ok_or_else(malformed)?;
    let Some(Constant::Handle(_, bootstrap)) = class.pool.get(usize::from(*handle)) else {
        return Err(malformed());
    };
    let arguments: Vec<&Constant> =
        arguments.iter().filter_map(|index| class.pool.get(usize::from(*index))).collect();
    let method = match (&*bootstrap.class, &*bootstrap.name) {
        ("java/lang/invoke/LambdaMetafactory", _) => lambda::link(world, class, site, &arguments)?,
        ("java/lang/invoke/StringConcatFactory", _) => {
            concat::link(world, class, site, &arguments)?
        }
        ("java/lang/runtime/SwitchBootstraps", _) => switch::link(world, class, site, &arguments)?,
        ("java/lang/runtime/ObjectMethods", _) => record::link(world, class, site, &arguments)?,
        (holder, name) => {
            return Err(JvmError::Unsupported {
                what: format!(
                    "invokedynamic with the bootstrap method {}.{name}",
                    holder.replace('/', ".")
                ),
                called_from: vec![class.java_name()],
            });
        }
    };
    Ok(world.method_target(method, world.method(method).selector))
}

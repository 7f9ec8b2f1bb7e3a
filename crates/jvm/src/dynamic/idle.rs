//! Objects that do nothing: what stands in for a logger.

use std::sync::Arc;

use crate::classfile::{Code, Constant, Kind, Op, access};
use crate::error::Result;
use crate::value::Value;
use crate::world::{ClassId, NewMethod, World};

/// A class with all methods of an interface, each of which returns zero, false or null at once.
pub(crate) fn idle(world: &World, interface: &str) -> Result<ClassId> {
    let interface = world.load(interface)?;
    let methods = world.class(interface).virtuals.values().map(|id| world.method(*id));
    let abstract_ones = methods.filter(|method| method.is_abstract());
    let mut methods: Vec<NewMethod> = abstract_ones
        .map(|method| {
            let kind = method.signature.result.kind;
            let ops = match kind {
                Kind::Void => vec![Op::Return],
                _ => vec![Op::Push(Value::default_of(kind)), Op::ReturnValue],
            };
            let arguments = method.signature.parameters.iter();
            let locals = arguments.map(|it| if it.kind.is_wide() { 2 } else { 1 }).sum::<u16>() + 1;
            NewMethod {
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                signature: method.signature.clone(),
                flags: access::PUBLIC | access::SYNTHETIC,
                code: Some(Code::synthetic(locals, ops)),
            }
        })
        .collect();
    let key = |method: &NewMethod| -> (Arc<str>, Arc<str>) {
        (method.name.clone(), method.descriptor.clone())
    };
    methods.sort_by_key(key);
    let pool = vec![Constant::Unused];
    let (class, _) = world.define_synthetic(interface, vec![interface], &[], pool, methods)?;
    Ok(class)
}

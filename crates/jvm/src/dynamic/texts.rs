//! A format whose arguments include objects that have to be asked for their text.

use super::pool::Pool;
use crate::classfile::{Code, Element, InvokeKind, Op};
use crate::error::Result;
use crate::value::Value;
use crate::world::{ClassId, MethodId, World};

/// `format(format, arguments)`, with the texts of the arguments at the given places instead of
/// these arguments themselves.
pub(crate) fn formatting_texts(
    world: &World,
    host: ClassId,
    places: &[usize],
    length: usize,
) -> Result<MethodId> {
    let mut pool = Pool::new();
    let object = pool.class("java/lang/Object");
    let mut ops =
        vec![Op::Load(0), Op::Push(Value::Int(length as i32)), Op::NewReferenceArray(object)];
    for place in 0..length {
        let index = Op::Push(Value::Int(place as i32));
        ops.extend([Op::Dup, index.clone(), Op::Load(1), index]);
        ops.push(Op::ArrayLoad(Element::Reference));
        if places.contains(&place) {
            let text = "(Ljava/lang/Object;)Ljava/lang/String;";
            ops.push(pool.invoke(InvokeKind::Static, "java/lang/String", "valueOf", text));
        }
        ops.push(Op::ArrayStore(Element::Reference));
    }
    let descriptor = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
    ops.push(pool.invoke(InvokeKind::Static, "java/lang/String", "format", descriptor));
    ops.push(Op::ReturnValue);
    let key = format!("format {places:?} of {length}");
    let code = Code::synthetic(2, ops);
    world.function(&key, host, &descriptor.into(), pool.into_constants(), code)
}

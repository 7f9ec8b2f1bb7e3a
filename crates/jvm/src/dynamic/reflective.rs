//! What `Method.invoke` runs: arguments out of an array, results in boxes, and what the method
//! throws inside of an exception that says so.

use super::adapt::adapt;
use super::pool::Pool;
use crate::classfile::{Code, Element, Handler, InvokeKind, Kind, Op, Type};
use crate::error::Result;
use crate::value::Value;
use crate::world::{Method, MethodId, World};

const WRAPPER: &str = "java/lang/reflect/InvocationTargetException";

/// `invoke(receiver, arguments)`.
pub(crate) fn reflective(world: &World, method: &Method) -> Result<MethodId> {
    let holder = world.class(method.class);
    let object = Type { kind: Kind::Reference, name: "java/lang/Object".into() };
    let mut pool = Pool::new();
    let mut ops = Vec::new();
    if !method.is_static() {
        ops.extend([Op::Load(0), Op::CheckCast(pool.class(&holder.name))]);
    }
    for (index, parameter) in method.signature.parameters.iter().enumerate() {
        let index = Op::Push(Value::Int(index as i32));
        ops.extend([Op::Load(1), index, Op::ArrayLoad(Element::Reference)]);
        adapt(&mut pool, &object, parameter, &mut ops);
    }
    let kind = if method.is_static() { InvokeKind::Static } else { InvokeKind::Virtual };
    let call = ops.len() as u32;
    ops.push(pool.invoke(kind, &holder.name, &method.name, &method.descriptor));
    match method.signature.result.kind {
        Kind::Void => ops.push(Op::Push(Value::Null)),
        _ => adapt(&mut pool, &method.signature.result, &object, &mut ops),
    }
    ops.push(Op::ReturnValue);
    let handler = Handler { start: call, end: call + 1, target: ops.len() as u32, catches: None };
    ops.extend([Op::Store(2), Op::New(pool.class(WRAPPER)), Op::Dup, Op::Load(2)]);
    ops.push(pool.invoke(InvokeKind::Special, WRAPPER, "<init>", "(Ljava/lang/Throwable;)V"));
    ops.push(Op::Throw);
    let key = format!("invoke {}.{}{}", holder.name, method.name, method.descriptor);
    let descriptor = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;".into();
    let code = Code::guarded(3, ops, vec![handler]);
    world.function(&key, method.class, &descriptor, pool.into_constants(), code)
}

//! A call through a handle whose types are not those of the handle: what goes in and what comes out
//! is boxed, unboxed and widened, as `MethodHandle.asType` says.

use super::adapt::adapt;
use super::pool::Pool;
use crate::classfile::{Code, Descriptor, InvokeKind, Kind, Op};
use crate::error::Result;
use crate::value::Value;
use crate::world::{Method, MethodId, World};

/// `call(handle, arguments...)` with the types of the call, which calls the same method of the
/// handle with the types that the handle wants.
pub(crate) fn converting(
    world: &World,
    method: &Method,
    given: &Descriptor,
    wanted: &Descriptor,
) -> Result<MethodId> {
    let holder = &world.class(method.class).name;
    let mut pool = Pool::new();
    let mut ops = vec![Op::Load(0)];
    let mut locals = 1;
    for (from, to) in given.parameters.iter().zip(&wanted.parameters) {
        ops.push(Op::Load(locals));
        locals += if from.kind.is_wide() { 2 } else { 1 };
        adapt(&mut pool, from, to, &mut ops);
    }
    ops.push(pool.invoke(InvokeKind::Virtual, holder, &method.name, &wanted.to_string()));
    match (wanted.result.kind, given.result.kind) {
        (Kind::Void, Kind::Void) => ops.push(Op::Return),
        (_, Kind::Void) => ops.extend([Op::Pop, Op::Return]),
        (Kind::Void, _) => ops.extend([Op::Push(Value::Null), Op::ReturnValue]),
        _ => {
            adapt(&mut pool, &wanted.result, &given.result, &mut ops);
            ops.push(Op::ReturnValue);
        }
    }
    let of_call = given.to_string();
    let key = format!("convert {holder}.{} {of_call} {wanted}", method.name);
    let descriptor = format!("(L{holder};{}", of_call.trim_start_matches('(')).into();
    let code = Code::synthetic(locals, ops);
    world.function(&key, method.class, &descriptor, pool.into_constants(), code)
}

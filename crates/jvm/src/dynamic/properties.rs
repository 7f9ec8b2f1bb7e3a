//! What `System.getProperties` returns.

use super::pool::Pool;
use crate::classfile::{Code, Constant, InvokeKind, Op};
use crate::error::Result;
use crate::world::{ClassId, MethodId, World};

const PROPERTIES: &str = "java/util/Properties";

/// A method that makes a new table with these entries.
pub(crate) fn properties(
    world: &World,
    host: ClassId,
    entries: &[(&str, String)],
) -> Result<MethodId> {
    let mut pool = Pool::new();
    let mut ops = vec![Op::New(pool.class(PROPERTIES)), Op::Dup];
    ops.push(pool.invoke(InvokeKind::Special, PROPERTIES, "<init>", "()V"));
    let text = |pool: &mut Pool, text: &str| {
        Op::PushConstant(pool.add(Constant::String(text.encode_utf16().collect())))
    };
    for (name, value) in entries {
        ops.extend([Op::Dup, text(&mut pool, name), text(&mut pool, value)]);
        let of = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;";
        ops.push(pool.invoke(InvokeKind::Virtual, PROPERTIES, "setProperty", of));
        ops.push(Op::Pop);
    }
    ops.push(Op::ReturnValue);
    let descriptor = format!("()L{PROPERTIES};").into();
    let code = Code::synthetic(0, ops);
    world.function("properties", host, &descriptor, pool.into_constants(), code)
}

//! Copies cell by cell: what a thread does that copies an array or an object which others can see.

use super::pool::Pool;
use crate::classfile::{Arithmetic, Code, Condition, Element, Op};
use crate::error::Result;
use crate::value::Value;
use crate::world::{ClassId, MethodId, World};

/// `copy(from, first, to, first, length)`, from the first element to the last or the other way
/// round; it returns `to`, or nothing.
pub(crate) fn copying_elements(
    world: &World,
    host: ClassId,
    element: Element,
    backwards: bool,
    returns: bool,
) -> Result<MethodId> {
    let (start, by): (&[Op], i32) = if backwards {
        (&[Op::Load(4), Op::Push(Value::Int(1)), Op::Int(Arithmetic::Sub), Op::Store(5)], -1)
    } else {
        (&[Op::Push(Value::Int(0)), Op::Store(5)], 1)
    };
    let mut ops = start.to_vec();
    let head = ops.len() as u32;
    // Two conditions, of which one is always true.
    let end = head + 17;
    ops.extend([
        Op::Load(5),
        Op::If(Condition::Less, end),
        Op::Load(5),
        Op::Load(4),
        Op::IfInts(Condition::GreaterOrEqual, end),
        Op::Load(2),
        Op::Load(3),
        Op::Load(5),
        Op::Int(Arithmetic::Add),
        Op::Load(0),
        Op::Load(1),
        Op::Load(5),
        Op::Int(Arithmetic::Add),
        Op::ArrayLoad(element),
        Op::ArrayStore(element),
        Op::Increment(5, by),
        Op::Goto(head),
    ]);
    let result = if returns {
        ops.extend([Op::Load(2), Op::ReturnValue]);
        "Ljava/lang/Object;"
    } else {
        ops.push(Op::Return);
        "V"
    };
    let key = format!("copy {element:?} {backwards} {returns}");
    let descriptor = format!("(Ljava/lang/Object;ILjava/lang/Object;II){result}").into();
    world.function(&key, host, &descriptor, Pool::new().into_constants(), Code::synthetic(6, ops))
}

/// `copy(from, to)`, which returns `to`: all fields of a class.
pub(crate) fn copying_fields(world: &World, class: ClassId) -> Result<MethodId> {
    let loaded = world.class(class);
    let mut pool = Pool::new();
    let mut ops = Vec::new();
    for field in &loaded.fields {
        let holder = &world.class(field.declared_in).name;
        let constant = pool.field(holder, &field.name, &field.descriptor);
        ops.extend([Op::Load(1), Op::Load(0), Op::GetField(constant), Op::PutField(constant)]);
    }
    ops.extend([Op::Load(1), Op::ReturnValue]);
    let key = format!("copy {}", loaded.name);
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;".into();
    world.function(&key, class, &descriptor, pool.into_constants(), Code::synthetic(2, ops))
}

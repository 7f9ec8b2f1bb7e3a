//! Functions that clients pass.

use super::adapt::adapt;
use super::pool::Pool;
use crate::classfile::{
    Arithmetic, Code, Condition, Conversion, InvokeKind, Kind, Op, Type, access,
};
use crate::error::{JvmError, Result};
use crate::program::{self, Function};
use crate::value::Value;
use crate::world::{ClassId, NewMethod, World};

/// A class that implements an interface with a single method.
pub(crate) fn function(world: &World, interface: ClassId, function: &Function) -> Result<ClassId> {
    let loaded = world.class(interface);
    let Some(method) = program::functional_method(world, loaded) else {
        return Err(JvmError::Unsupported {
            what: format!("a function as a {}", loaded.java_name()),
            called_from: Vec::new(),
        });
    };
    let result = &method.signature.result;
    let mut pool = Pool::new();
    let mut ops = match function {
        Function::Nothing => vec![Op::Push(Value::default_of(result.kind))],
        Function::Returns(argument) => {
            vec![Op::Push(program::value(world, result, argument)?)]
        }
        Function::Counts => counting(&mut pool, &method.signature.parameters, result),
    };
    if result.kind == Kind::Void {
        ops = vec![Op::Return];
    } else {
        ops.push(Op::ReturnValue);
    }
    let width = |of: &Type| if of.kind.is_wide() { 2 } else { 1 };
    let locals = method.signature.parameters.iter().map(width).sum::<u16>() + 1;
    let call = NewMethod {
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
        signature: method.signature.clone(),
        flags: access::PUBLIC | access::SYNTHETIC,
        code: Some(Code::synthetic(locals, ops)),
    };
    let pool = pool.into_constants();
    let (class, _) = world.define_synthetic(interface, vec![interface], &[], pool, vec![call])?;
    Ok(class)
}

/// One, and all whole numbers among the arguments.
fn counting(pool: &mut Pool, parameters: &[Type], result: &Type) -> Vec<Op> {
    let mut ops = vec![Op::Push(Value::Int(1))];
    let add = Op::Int(Arithmetic::Add);
    let mut local = 1;
    for parameter in parameters {
        match parameter.kind {
            Kind::Byte | Kind::Short | Kind::Char | Kind::Int => {
                ops.extend([Op::Load(local), add.clone()]);
            }
            Kind::Long => {
                let narrow = Op::Convert(Conversion { from: Kind::Long, to: Kind::Int });
                ops.extend([Op::Load(local), narrow, add.clone()]);
            }
            Kind::Reference => {
                let integer = pool.class("java/lang/Integer");
                let unboxed =
                    pool.invoke(InvokeKind::Virtual, "java/lang/Integer", "intValue", "()I");
                let next = ops.len() as u32 + 7;
                ops.extend([
                    Op::Load(local),
                    Op::InstanceOf(integer),
                    Op::If(Condition::Equal, next),
                    Op::Load(local),
                    Op::CheckCast(integer),
                    unboxed,
                    add.clone(),
                ]);
            }
            _ => {}
        }
        local += if parameter.kind.is_wide() { 2 } else { 1 };
    }
    let int = Type { kind: Kind::Int, name: "I".into() };
    match result.kind {
        Kind::Boolean => ops.extend([Op::Push(Value::Int(1)), Op::Int(Arithmetic::And)]),
        _ => adapt(pool, &int, result, &mut ops),
    }
    ops
}

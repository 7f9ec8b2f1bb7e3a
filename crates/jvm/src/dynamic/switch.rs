//! Switches over types and enum constants: which label fits, from a given one on.

use super::pool::Pool;
use crate::classfile::{CallSite, Code, Condition, Constant, InvokeKind, Op};
use crate::error::{JvmError, Result};
use crate::value::Value;
use crate::world::{Class, MethodId, World};

/// `choose(value, first)`: the number of the first label that fits, -1 for null, or how many
/// labels there are.
pub(super) fn link(
    world: &World,
    class: &Class,
    site: &CallSite,
    labels: &[&Constant],
) -> Result<MethodId> {
    let mut pool = Pool::new();
    let mut ops = Vec::new();
    ops.extend([Op::Load(0), Op::IfNull(false, 4), Op::Push(Value::Int(-1)), Op::ReturnValue]);
    for (number, label) in labels.iter().enumerate() {
        let number = Value::Int(number as i32);
        let Some(test) = test(&mut pool, site, label) else {
            return Err(JvmError::Unsupported {
                what: "a switch over types with a label of this kind".into(),
                called_from: vec![class.java_name()],
            });
        };
        let next = (ops.len() + test.len() + 6) as u32;
        ops.extend([Op::Load(1), Op::Push(number), Op::IfInts(Condition::Greater, next)]);
        ops.extend(test);
        ops.extend([Op::If(Condition::Equal, next), Op::Push(number), Op::ReturnValue]);
    }
    ops.extend([Op::Push(Value::Int(labels.len() as i32)), Op::ReturnValue]);
    let code = Code::synthetic(2, ops);
    world.define_function(class.id, "switch", &site.descriptor, pool.into_constants(), code)
}

/// Leaves on the stack whether the value fits a label.
fn test(pool: &mut Pool, site: &CallSite, label: &Constant) -> Option<Vec<Op>> {
    let equals = |pool: &mut Pool| {
        let (object, of) = ("java/lang/Object", "(Ljava/lang/Object;)Z");
        pool.invoke(InvokeKind::Virtual, object, "equals", of)
    };
    Some(match label {
        Constant::Class(name) => vec![Op::Load(0), Op::InstanceOf(pool.class(name))],
        Constant::String(_) if &*site.name == "enumSwitch" => {
            let name = pool.add((*label).clone());
            let (class, of) = ("java/lang/Enum", "()Ljava/lang/String;");
            vec![
                Op::Load(0),
                Op::CheckCast(pool.class(class)),
                pool.invoke(InvokeKind::Virtual, class, "name", of),
                Op::PushConstant(name),
                equals(pool),
            ]
        }
        Constant::String(_) => {
            vec![Op::PushConstant(pool.add((*label).clone())), Op::Load(0), equals(pool)]
        }
        Constant::Int(number) => {
            let (class, of) = ("java/lang/Integer", "(I)Ljava/lang/Integer;");
            vec![
                Op::Push(Value::Int(*number)),
                pool.invoke(InvokeKind::Static, class, "valueOf", of),
                Op::Load(0),
                equals(pool),
            ]
        }
        _ => return None,
    })
}

//! Conversions between the type a caller uses and the type a callee wants.

use super::pool::Pool;
use crate::classfile::{Conversion, InvokeKind, Kind, Op, Type};

/// Primitive kinds with their boxes.
const BOXES: [(Kind, &str, &str, &str); 8] = [
    (Kind::Boolean, "Z", "java/lang/Boolean", "booleanValue"),
    (Kind::Byte, "B", "java/lang/Byte", "byteValue"),
    (Kind::Char, "C", "java/lang/Character", "charValue"),
    (Kind::Short, "S", "java/lang/Short", "shortValue"),
    (Kind::Int, "I", "java/lang/Integer", "intValue"),
    (Kind::Long, "J", "java/lang/Long", "longValue"),
    (Kind::Float, "F", "java/lang/Float", "floatValue"),
    (Kind::Double, "D", "java/lang/Double", "doubleValue"),
];

/// Instructions that turn the operand on top of the stack from one type into another.
pub(super) fn adapt(pool: &mut Pool, from: &Type, to: &Type, ops: &mut Vec<Op>) {
    match (from.kind, to.kind) {
        (Kind::Reference, Kind::Reference) => {
            if &*to.name != "java/lang/Object" && from.name != to.name {
                ops.push(Op::CheckCast(pool.class(&to.name)));
            }
        }
        (Kind::Reference, primitive) => {
            // The box is the one the caller promises, or the one for the wanted kind.
            let of_caller = BOXES.iter().find(|entry| entry.2 == &*from.name);
            let Some((kind, letter, class, method)) =
                of_caller.or_else(|| BOXES.iter().find(|entry| entry.0 == primitive))
            else {
                return;
            };
            ops.push(Op::CheckCast(pool.class(class)));
            ops.push(pool.invoke(InvokeKind::Virtual, class, method, &format!("(){letter}")));
            widen(*kind, primitive, ops);
        }
        (primitive, Kind::Reference) => {
            if let Some((_, letter, class, _)) = BOXES.iter().find(|entry| entry.0 == primitive) {
                ops.push(pool.invoke(
                    InvokeKind::Static,
                    class,
                    "valueOf",
                    &format!("({letter})L{class};"),
                ));
            }
        }
        (from, to) => widen(from, to, ops),
    }
}

fn widen(from: Kind, to: Kind, ops: &mut Vec<Op>) {
    let as_number = |kind: Kind| match kind {
        Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short => Kind::Int,
        other => other,
    };
    let (from, to) = (as_number(from), as_number(to));
    if from != to {
        ops.push(Op::Convert(Conversion { from, to }));
    }
}

//! Random numbers: a fixed function of the thread and of how many it has drawn.
//!
//! `java.util.Random` runs from its bytecode (its sequence is specified); only
//! the seed that it would take from the clock is fixed.

use super::NativeFunction;
use crate::classfile::Kind;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::Value;

pub(super) fn random(name: &str) -> Option<NativeFunction> {
    (name == "seedUniquifier").then_some(seed as NativeFunction)
}

/// The seed of a generator that is given none.
fn seed(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    super::runtime::notes(interpreter, &interpreter.world.draws_numbers);
    Ok(Flow::Return(Value::Long(0)))
}

pub(super) fn thread_local_random(name: &str, descriptor: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" => make_instance,
        "current" => current,
        "localInit" => super::nothing,
        "getProbe" => probe,
        "advanceProbe" => advance_probe,
        "nextSecondarySeed" => draw_int,
        "nextInt" | "nextLong" | "nextDouble" | "nextFloat" | "nextBoolean" | "next"
        | "nextSeed"
            if !descriptor.contains('[') =>
        {
            draw
        }
        _ => return None,
    })
}

fn make_instance(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.class(call.method.class);
    let id = interpreter.new_instance(class.id);
    if let Some(slot) = class.statics.iter().position(|field| &*field.name == "instance") {
        interpreter.set_static(class.id, slot + 1, Value::Ref(id));
    }
    Ok(Flow::Return(Value::Unset))
}

fn current(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = interpreter.world.class(call.method.class);
    let slot = class.statics.iter().position(|field| &*field.name == "instance");
    Ok(Flow::Return(slot.map_or(Value::Null, |slot| interpreter.static_value(class.id, slot + 1))))
}

/// Contended counters spread by the same numbers.
pub(super) fn striped(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "getProbe" => probe,
        "advanceProbe" => advance_probe,
        _ => return None,
    })
}

/// SplitMix64 of thread and draw.
fn next(interpreter: &mut Interpreter<'_>) -> u64 {
    let draw = u64::from(interpreter.thread.random_draws);
    interpreter.thread.random_draws += 1;
    let mut bits = (u64::from(interpreter.number) << 32 | draw)
        .wrapping_add(1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

fn probe(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    let probe = (i32::from(interpreter.number) + 1).wrapping_mul(0x9E37_79B9_u32.cast_signed());
    Ok(Flow::Return(Value::Int(probe)))
}

fn advance_probe(_: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let mut probe = call.int(0).cast_unsigned();
    probe ^= probe << 13;
    probe ^= probe >> 17;
    probe ^= probe << 5;
    Ok(Flow::Return(Value::Int(probe.cast_signed())))
}

fn draw_int(interpreter: &mut Interpreter<'_>, _: &NativeCall<'_>) -> Result<Flow, Trap> {
    Ok(Flow::Return(Value::Int(next(interpreter) as i32)))
}

/// `nextX()`, `nextX(bound)` and `nextX(origin, bound)`.
fn draw(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    super::runtime::notes(interpreter, &interpreter.world.draws_numbers);
    let bits = next(interpreter);
    let value = match call.signature.result.kind {
        Kind::Boolean => Value::boolean(bits & 1 == 1),
        Kind::Float => Value::Float(((bits >> 40) as f32 / (1u32 << 24) as f32).to_bits()),
        Kind::Double => Value::Double(((bits >> 11) as f64 / (1u64 << 53) as f64).to_bits()),
        Kind::Long => match (call.argument(1), call.argument(2)) {
            (Value::Long(origin), Value::Long(bound)) if origin < bound => {
                Value::Long(origin + (bits % bound.abs_diff(origin)) as i64)
            }
            (Value::Long(bound), _) if bound > 0 => {
                Value::Long((bits % bound.cast_unsigned()) as i64)
            }
            (Value::Unset, _) => Value::Long(bits.cast_signed()),
            _ => return Err(bad_bound(interpreter)),
        },
        _ if &*call.method.name == "next" => {
            Value::Int((bits >> (64 - call.int(1).clamp(1, 32))) as i32)
        }
        _ => match (call.argument(1), call.argument(2)) {
            (Value::Int(origin), Value::Int(bound)) if origin < bound => {
                Value::Int(origin.wrapping_add((bits % u64::from(bound.abs_diff(origin))) as i32))
            }
            (Value::Int(bound), Value::Unset) if bound > 0 => {
                Value::Int((bits % u64::from(bound.cast_unsigned())) as i32)
            }
            (Value::Unset, _) => Value::Int(bits as i32),
            _ => return Err(bad_bound(interpreter)),
        },
    };
    Ok(Flow::Return(value))
}

fn bad_bound(interpreter: &mut Interpreter<'_>) -> Trap {
    interpreter.exception("java/lang/IllegalArgumentException", "bound must be greater than origin")
}

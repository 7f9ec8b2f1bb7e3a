//! Texts made of an array of objects, as a plain format is.

use super::concat::{append, append_text, begin, finish};
use super::pool::Pool;
use crate::classfile::{Code, Element, Kind, Op, Type};
use crate::error::Result;
use crate::value::Value;
use crate::world::{ClassId, MethodId, World};

/// A method that appends texts and elements of the array that it is given, the one or the other in
/// each piece. The same key stands for the same pieces.
pub(crate) fn appending(
    world: &World,
    host: ClassId,
    key: &str,
    pieces: &[std::result::Result<String, usize>],
) -> Result<MethodId> {
    let mut pool = Pool::new();
    let mut ops = Vec::new();
    let object = Type { kind: Kind::Reference, name: "java/lang/Object".into() };
    begin(&mut pool, &mut ops);
    for piece in pieces {
        match piece {
            Ok(text) => {
                append_text(&mut pool, &text.encode_utf16().collect::<Vec<u16>>(), &mut ops);
            }
            Err(index) => {
                ops.extend([
                    Op::Load(0),
                    Op::Push(Value::Int(*index as i32)),
                    Op::ArrayLoad(Element::Reference),
                ]);
                append(&mut pool, &object, &mut ops);
            }
        }
    }
    finish(&mut pool, &mut ops);
    let descriptor = "([Ljava/lang/Object;)Ljava/lang/String;".into();
    let code = Code::synthetic(1, ops);
    world.function(&format!("format {key}"), host, &descriptor, pool.into_constants(), code)
}

//! String concatenation.

use super::pool::Pool;
use crate::classfile::{CallSite, Code, Constant, Descriptor, InvokeKind, Kind, Op, Type};
use crate::error::{JvmError, Result};
use crate::world::{Class, MethodId, World};

const BUILDER: &str = "java/lang/StringBuilder";

/// Marks in a recipe (JDK documentation of `StringConcatFactory`).
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

/// A part of the text that is made.
pub(super) enum Piece {
    Text(Vec<u16>),
    /// The parameter with this position.
    Parameter(usize),
}

pub(super) fn link(
    world: &World,
    class: &Class,
    site: &CallSite,
    arguments: &[&Constant],
) -> Result<MethodId> {
    let signature = Descriptor::parse(&site.descriptor)
        .map_err(|reason| JvmError::MalformedClass { name: class.java_name(), reason })?;
    let pieces = match arguments.first() {
        Some(Constant::String(recipe)) => pieces(recipe, &arguments[1..]),
        _ => (0..signature.parameters.len()).map(Piece::Parameter).collect(),
    };
    let mut pool = Pool::new();
    let mut ops = Vec::new();
    let locals: Vec<u16> = locals(&signature.parameters);
    begin(&mut pool, &mut ops);
    for piece in &pieces {
        match piece {
            Piece::Text(units) => append_text(&mut pool, units, &mut ops),
            Piece::Parameter(index) => {
                if let Some(parameter) = signature.parameters.get(*index) {
                    ops.push(Op::Load(locals[*index]));
                    append(&mut pool, parameter, &mut ops);
                }
            }
        }
    }
    finish(&mut pool, &mut ops);
    let max_locals = locals.last().map_or(0, |last| last + 2);
    let code = Code::synthetic(max_locals, ops);
    world.define_function(class.id, "concat", &site.descriptor, pool.into_constants(), code)
}

/// Where each parameter of a static method lies.
pub(super) fn locals(parameters: &[Type]) -> Vec<u16> {
    let mut next = 0;
    parameters
        .iter()
        .map(|parameter| {
            let local = next;
            next += if parameter.kind.is_wide() { 2 } else { 1 };
            local
        })
        .collect()
}

fn pieces(recipe: &[u16], constants: &[&Constant]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut constants = constants.iter();
    let mut parameters = 0;
    for unit in recipe {
        match *unit {
            ARGUMENT => {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                pieces.push(Piece::Parameter(parameters));
                parameters += 1;
            }
            CONSTANT => match constants.next() {
                Some(Constant::String(units)) => text.extend_from_slice(units),
                Some(Constant::Int(value)) => text.extend(value.to_string().encode_utf16()),
                Some(Constant::Long(value)) => text.extend(value.to_string().encode_utf16()),
                _ => {}
            },
            unit => text.push(unit),
        }
    }
    pieces.push(Piece::Text(text));
    pieces
}

pub(super) fn begin(pool: &mut Pool, ops: &mut Vec<Op>) {
    ops.extend([Op::New(pool.class(BUILDER)), Op::Dup]);
    ops.push(pool.invoke(InvokeKind::Special, BUILDER, "<init>", "()V"));
}

pub(super) fn append_text(pool: &mut Pool, units: &[u16], ops: &mut Vec<Op>) {
    if !units.is_empty() {
        ops.push(Op::PushConstant(pool.add(Constant::String(units.into()))));
        let string = Type { kind: Kind::Reference, name: "java/lang/String".into() };
        append(pool, &string, ops);
    }
}

/// Appends the value on top of the stack.
pub(super) fn append(pool: &mut Pool, of: &Type, ops: &mut Vec<Op>) {
    let parameter = match of.kind {
        Kind::Boolean => "Z",
        Kind::Char => "C",
        Kind::Byte | Kind::Short | Kind::Int => "I",
        Kind::Long => "J",
        Kind::Float => "F",
        Kind::Double => "D",
        _ if &*of.name == "java/lang/String" => "Ljava/lang/String;",
        _ => "Ljava/lang/Object;",
    };
    ops.push(pool.invoke(
        InvokeKind::Virtual,
        BUILDER,
        "append",
        &format!("({parameter})L{BUILDER};"),
    ));
}

pub(super) fn finish(pool: &mut Pool, ops: &mut Vec<Op>) {
    ops.push(pool.invoke(InvokeKind::Virtual, BUILDER, "toString", "()Ljava/lang/String;"));
    ops.push(Op::ReturnValue);
}

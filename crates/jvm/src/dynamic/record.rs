//! `equals`, `hashCode` and `toString` of records.

use super::adapt::adapt;
use super::concat;
use super::pool::Pool;
use crate::classfile::{
    Arithmetic, CallSite, Code, Condition, Constant, InvokeKind, Kind, Op, Type,
};
use crate::error::{JvmError, Result};
use crate::value::Value;
use crate::world::{Class, MethodId, World};

/// A record's component: name and type.
type Component = (String, Type);

pub(super) fn link(
    world: &World,
    class: &Class,
    site: &CallSite,
    arguments: &[&Constant],
) -> Result<MethodId> {
    let malformed = |reason: String| JvmError::MalformedClass { name: class.java_name(), reason };
    let components: Vec<Component> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Constant::Handle(_, getter) => Some(getter),
            _ => None,
        })
        .map(|getter| Ok((getter.name.to_string(), Type::parse(&getter.descriptor)?)))
        .collect::<std::result::Result<_, String>>()
        .map_err(malformed)?;
    let mut pool = Pool::new();
    let ops = match &*site.name {
        "equals" => equals(&mut pool, class, &components),
        "hashCode" => hash_code(&mut pool, class, &components),
        "toString" => to_string(&mut pool, class, &components),
        other => return Err(malformed(format!("records have no generated method {other}"))),
    };
    let code = Code::synthetic(3, ops);
    world.define_function(class.id, &site.name, &site.descriptor, pool.into_constants(), code)
}

fn get(pool: &mut Pool, class: &Class, local: u16, component: &Component) -> [Op; 2] {
    let field = pool.field(&class.name, &component.0, &descriptor(&component.1));
    [Op::Load(local), Op::GetField(field)]
}

fn descriptor(of: &Type) -> String {
    match of.kind {
        Kind::Reference if !of.name.starts_with('[') => format!("L{};", of.name),
        _ => of.name.to_string(),
    }
}

fn object() -> Type {
    Type { kind: Kind::Reference, name: "java/lang/Object".into() }
}

/// Compares boxed components, which gives floats the meaning that records want.
fn equals(pool: &mut Pool, class: &Class, components: &[Component]) -> Vec<Op> {
    let itself = pool.class(&class.name);
    let mut ops = vec![
        Op::Load(1),
        Op::InstanceOf(itself),
        Op::If(Condition::NotEqual, 5),
        Op::Push(Value::Int(0)),
        Op::ReturnValue,
        Op::Load(1),
        Op::CheckCast(itself),
        Op::Store(1),
    ];
    for component in components {
        for local in [0, 1] {
            ops.extend(get(pool, class, local, component));
            adapt(pool, &component.1, &object(), &mut ops);
        }
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
        ops.push(pool.invoke(InvokeKind::Static, "java/util/Objects", "equals", descriptor));
        let after = ops.len() as u32 + 3;
        ops.extend([Op::If(Condition::NotEqual, after), Op::Push(Value::Int(0)), Op::ReturnValue]);
    }
    ops.extend([Op::Push(Value::Int(1)), Op::ReturnValue]);
    ops
}

fn hash_code(pool: &mut Pool, class: &Class, components: &[Component]) -> Vec<Op> {
    let mut ops = vec![Op::Push(Value::Int(0))];
    for component in components {
        ops.extend([Op::Push(Value::Int(31)), Op::Int(Arithmetic::Mul)]);
        ops.extend(get(pool, class, 0, component));
        adapt(pool, &component.1, &object(), &mut ops);
        ops.push(pool.invoke(
            InvokeKind::Static,
            "java/util/Objects",
            "hashCode",
            "(Ljava/lang/Object;)I",
        ));
        ops.push(Op::Int(Arithmetic::Add));
    }
    ops.push(Op::ReturnValue);
    ops
}

fn to_string(pool: &mut Pool, class: &Class, components: &[Component]) -> Vec<Op> {
    let mut ops = Vec::new();
    concat::begin(pool, &mut ops);
    let name = class.java_name();
    let mut before = format!("{}[", name.rsplit(['.', '$']).next().unwrap_or_default());
    for component in components {
        before.push_str(&component.0);
        before.push('=');
        concat::append_text(pool, &before.encode_utf16().collect::<Vec<_>>(), &mut ops);
        ops.extend(get(pool, class, 0, component));
        concat::append(pool, &component.1, &mut ops);
        before = ", ".to_owned();
    }
    let end = if components.is_empty() { format!("{before}]") } else { "]".to_owned() };
    concat::append_text(pool, &end.encode_utf16().collect::<Vec<_>>(), &mut ops);
    concat::finish(pool, &mut ops);
    ops
}

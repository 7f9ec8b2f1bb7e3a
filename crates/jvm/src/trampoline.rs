//! Small methods through which a client calls operations, so that the machine
//! itself calls nothing: the outermost frame of a thread is always one of these.

use std::sync::Arc;

use crate::classfile::{Code, Constant, InvokeKind, Kind, Op, Type};
use crate::error::Result;
use crate::world::{ClassId, Method, MethodId, World};

/// `receiver.method(arguments)`, or `Class.method(arguments)`.
pub(crate) fn for_method(world: &World, class: ClassId, method: &Method) -> Result<MethodId> {
    let kind = if method.is_static() {
        InvokeKind::Static
    } else if world.class(class).is_interface() {
        InvokeKind::Interface
    } else {
        InvokeKind::Virtual
    };
    let receiver = (!method.is_static()).then(|| format!("L{};", world.class(class).name));
    let descriptor = format!(
        "({}{}",
        receiver.as_deref().unwrap_or_default(),
        method.descriptor.strip_prefix('(').unwrap_or_default()
    );
    let mut ops = Vec::new();
    let mut local = 0;
    if receiver.is_some() {
        ops.push(Op::Load(0));
        local = 1;
    }
    local = load_parameters(&mut ops, &method.signature.parameters, local);
    ops.push(Op::Invoke(kind, 1));
    let returns_nothing = method.signature.result.kind == Kind::Void;
    ops.push(if returns_nothing { Op::Return } else { Op::ReturnValue });
    define(world, class, method, &descriptor.into(), ops, local)
}

/// `new Class(arguments)`.
pub(crate) fn for_constructor(
    world: &World,
    class: ClassId,
    constructor: &Method,
) -> Result<MethodId> {
    let name = &world.class(class).name;
    let parameters = constructor.descriptor.strip_suffix('V').unwrap_or_default();
    let descriptor = format!("{parameters}L{name};");
    let mut ops = vec![Op::New(2), Op::Dup];
    let locals = load_parameters(&mut ops, &constructor.signature.parameters, 0);
    ops.extend([Op::Invoke(InvokeKind::Special, 1), Op::ReturnValue]);
    define(world, class, constructor, &descriptor.into(), ops, locals)
}

/// `thread.run()`.
pub(crate) fn for_run(world: &World, run: MethodId) -> Result<MethodId> {
    let method = world.method(run);
    for_method(world, method.class, method)
}

fn load_parameters(ops: &mut Vec<Op>, parameters: &[Type], mut local: u16) -> u16 {
    for parameter in parameters {
        ops.push(Op::Load(local));
        local += if parameter.kind.is_wide() { 2 } else { 1 };
    }
    local
}

fn define(
    world: &World,
    class: ClassId,
    method: &Method,
    descriptor: &Arc<str>,
    ops: Vec<Op>,
    locals: u16,
) -> Result<MethodId> {
    let name = world.class(class).name.clone();
    let key = format!("{name}.{}{}", method.name, method.descriptor);
    let pool = vec![
        Constant::Unused,
        Constant::method(&name, &method.name, &method.descriptor),
        Constant::Class(name),
    ];
    world.function(&key, class, descriptor, pool, Code::synthetic(locals, ops))
}

//! Lambdas and method references: an object that holds the captured values and
//! passes its calls on.

use std::sync::Arc;

use super::adapt::adapt;
use super::pool::Pool;
use crate::classfile::{
    CallSite, Code, Constant, Descriptor, HandleKind, InvokeKind, Kind, Member, Op, Type, access,
};
use crate::error::{JvmError, Result};
use crate::world::{Class, MethodId, NewMethod, World};

/// The method that makes the lambda object from the captured values.
pub(super) fn link(
    world: &World,
    class: &Class,
    site: &CallSite,
    arguments: &[&Constant],
) -> Result<MethodId> {
    let malformed = |reason: String| JvmError::MalformedClass { name: class.java_name(), reason };
    let parse = |text: &str| Descriptor::parse(text).map_err(malformed);
    let [
        Constant::MethodType(erased),
        Constant::Handle(kind, target),
        Constant::MethodType(instantiated),
        more @ ..,
    ] = arguments
    else {
        return Err(malformed("a lambda has no target".into()));
    };
    let factory = parse(&site.descriptor)?;
    let alternative = Alternative::read(more);
    let mut interfaces = vec![world.load(&factory.result.name)?];
    for name in &alternative.interfaces {
        interfaces.push(world.load(name)?);
    }
    let mut pool = Pool::new();
    let body = Body {
        kind: *kind,
        target,
        captured: &factory.parameters,
        erased: parse(erased)?,
        instantiated: parse(instantiated)?,
        implementation: parse(&target.descriptor)?,
    };
    let mut calls = vec![body.method(&mut pool, site, erased)];
    for bridge in alternative.bridges {
        let body = Body { erased: parse(bridge)?, ..body.clone() };
        calls.push(body.method(&mut pool, site, bridge));
    }
    let make = NewMethod {
        name: "make".into(),
        descriptor: site.descriptor.clone(),
        signature: factory.clone(),
        flags: access::STATIC | access::SYNTHETIC,
        code: Some(factory_code(&mut pool, &factory.parameters)),
    };
    let (_, methods) = world.define_synthetic(
        class.id,
        interfaces,
        &factory.parameters,
        pool.into_constants(),
        std::iter::once(make).chain(calls).collect(),
    )?;
    Ok(methods[0])
}

/// What `altMetafactory` is told besides: further interfaces, and further forms of the method.
#[derive(Default)]
struct Alternative<'a> {
    interfaces: Vec<&'a str>,
    bridges: Vec<&'a Arc<str>>,
}

impl<'a> Alternative<'a> {
    const SERIALIZABLE: i32 = 1;
    const MARKERS: i32 = 2;
    const BRIDGES: i32 = 4;

    /// Flags, and for each of two of them a number and as many constants.
    fn read(arguments: &[&'a Constant]) -> Alternative<'a> {
        let mut alternative = Alternative::default();
        let mut arguments = arguments.iter().copied();
        let Some(Constant::Int(flags)) = arguments.next() else { return alternative };
        if flags & Self::SERIALIZABLE != 0 {
            alternative.interfaces.push("java/io/Serializable");
        }
        for flag in [Self::MARKERS, Self::BRIDGES] {
            if flags & flag == 0 {
                continue;
            }
            let Some(Constant::Int(count)) = arguments.next() else { return alternative };
            for constant in arguments.by_ref().take(usize::try_from(*count).unwrap_or(0)) {
                match constant {
                    Constant::Class(name) => alternative.interfaces.push(name),
                    Constant::MethodType(descriptor) => alternative.bridges.push(descriptor),
                    _ => {}
                }
            }
        }
        alternative
    }
}

fn width(of: &Type) -> u16 {
    if of.kind.is_wide() { 2 } else { 1 }
}

/// Stores the captured values into a new object. An empty class name means the class itself.
fn factory_code(pool: &mut Pool, captured: &[Type]) -> Code {
    let mut ops = vec![Op::New(pool.class(""))];
    let mut local = 0;
    for (index, parameter) in captured.iter().enumerate() {
        let field = pool.field("", &format!("captured{index}"), &parameter.name);
        ops.extend([Op::Dup, Op::Load(local), Op::PutField(field)]);
        local += width(parameter);
    }
    ops.push(Op::ReturnValue);
    Code::synthetic(local, ops)
}

#[derive(Clone)]
struct Body<'a> {
    kind: HandleKind,
    target: &'a Member,
    captured: &'a [Type],
    /// The interface method as it is declared.
    erased: Descriptor,
    /// The interface method with the types of this use.
    instantiated: Descriptor,
    implementation: Descriptor,
}

impl Body<'_> {
    /// The method of the interface, in the form that a descriptor gives it.
    fn method(&self, pool: &mut Pool, site: &CallSite, descriptor: &Arc<str>) -> NewMethod {
        NewMethod {
            name: site.name.clone(),
            descriptor: descriptor.clone(),
            signature: self.erased.clone(),
            flags: access::PUBLIC | access::SYNTHETIC,
            code: Some(self.code(pool)),
        }
    }

    fn code(&self, pool: &mut Pool) -> Code {
        let mut ops = Vec::new();
        let receiver = Type { kind: Kind::Reference, name: self.target.class.clone() };
        let constructs = self.kind == HandleKind::NewInvokeSpecial;
        if constructs {
            ops.extend([Op::New(pool.class(&self.target.class)), Op::Dup]);
        }
        // What the target takes: its receiver, if any, and its parameters.
        let takes_receiver =
            !matches!(self.kind, HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial);
        let wanted: Vec<&Type> = takes_receiver
            .then_some(&receiver)
            .into_iter()
            .chain(&self.implementation.parameters)
            .collect();
        let mut wanted = wanted.into_iter();
        for (index, captured) in self.captured.iter().enumerate() {
            let field = pool.field("", &format!("captured{index}"), &captured.name);
            ops.extend([Op::Load(0), Op::GetField(field)]);
            if let Some(wanted) = wanted.next() {
                adapt(pool, captured, wanted, &mut ops);
            }
        }
        let mut local = 1;
        for (index, parameter) in self.erased.parameters.iter().enumerate() {
            ops.push(Op::Load(local));
            local += width(parameter);
            if let Some(wanted) = wanted.next() {
                let given = self.instantiated.parameters.get(index).unwrap_or(parameter);
                let from = if parameter.kind == Kind::Reference { given } else { parameter };
                adapt_argument(pool, from, wanted, &mut ops);
            }
        }
        let kind = match self.kind {
            HandleKind::InvokeStatic => InvokeKind::Static,
            HandleKind::InvokeInterface => InvokeKind::Interface,
            HandleKind::InvokeSpecial | HandleKind::NewInvokeSpecial => InvokeKind::Special,
            _ => InvokeKind::Virtual,
        };
        ops.push(pool.invoke(kind, &self.target.class, &self.target.name, &self.target.descriptor));
        let result = if constructs { &receiver } else { &self.implementation.result };
        self.return_result(pool, result, &mut ops);
        Code::synthetic(local, ops)
    }

    fn return_result(&self, pool: &mut Pool, result: &Type, ops: &mut Vec<Op>) {
        if self.erased.result.kind == Kind::Void {
            if result.kind != Kind::Void {
                ops.push(Op::Pop);
            }
            ops.push(Op::Return);
            return;
        }
        adapt(pool, result, &self.erased.result, ops);
        ops.push(Op::ReturnValue);
    }
}

/// An argument arrives in its erased type, whatever was promised: references are always cast.
fn adapt_argument(pool: &mut Pool, from: &Type, wanted: &Type, ops: &mut Vec<Op>) {
    if from.kind == Kind::Reference && wanted.kind == Kind::Reference {
        if &*wanted.name != "java/lang/Object" {
            ops.push(Op::CheckCast(pool.class(&wanted.name)));
        }
    } else {
        adapt(pool, from, wanted, ops);
    }
}

//! Method handles that name a method outright: found by a lookup, and called with what the method
//! takes, or what can be converted into it.

use std::sync::Arc;

use super::NativeFunction;
use super::class::{descriptor_of, mirrored};
use crate::classfile::{Descriptor, Kind, Type};
use crate::dynamic::converting;
use crate::error::JvmError;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::object::Body;
use crate::trampoline;
use crate::value::{ObjectId, Value};
use crate::world::{Handle, Method};

pub(super) fn lookup(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" => super::nothing,
        "invoke" | "invokeExact" => invoke,
        // Whether the types fit is looked at when the handle is called.
        "asType" => super::receiver,
        _ => super::reflection,
    })
}

pub(super) fn method_type(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" => super::nothing,
        "methodType" => new_method_type,
        "changeReturnType" => change_return_type,
        "equals" | "hashCode" | "toString" => super::reflection,
        _ => return None,
    })
}

/// `methodType(result, parameter or parameters...)`.
fn new_method_type(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let mut parameters = String::new();
    for index in 1..call.arguments.len() {
        let argument = call.object(interpreter, index)?;
        for class in mirrors(interpreter, argument)? {
            parameters.push_str(&class);
        }
    }
    let result = mirrored(interpreter, call, 0)?;
    let result = descriptor_of(&interpreter.world.class(result).name);
    let class = interpreter.world.load("java/lang/invoke/MethodType")?;
    let handle = Handle::MethodType(format!("({parameters}){result}").into());
    Ok(Flow::Return(Value::Ref(interpreter.world.handle_constant(class, handle)?)))
}

fn change_return_type(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    let Some(Handle::MethodType(descriptor)) = interpreter.handle(id)? else {
        return Err(interpreter.unsupported("a method type of an unknown kind"));
    };
    let result = mirrored(interpreter, call, 1)?;
    let result = descriptor_of(&interpreter.world.class(result).name);
    let parameters = descriptor.split_inclusive(')').next().unwrap_or_default();
    let handle = Handle::MethodType(format!("{parameters}{result}").into());
    Ok(Flow::Return(Value::Ref(interpreter.world.handle_constant(call.method.class, handle)?)))
}

/// Descriptors of a class, or of an array of classes.
pub(super) fn mirrors(interpreter: &Interpreter<'_>, id: ObjectId) -> Result<Vec<String>, Trap> {
    let object = interpreter.object(id)?;
    if let Body::Mirror(class) = &object.body {
        return Ok(vec![descriptor_of(&interpreter.world.class(*class).name)]);
    }
    let Some(length) = object.array_length() else {
        return Err(interpreter.unsupported("a method type that is made of another one"));
    };
    let mut descriptors = Vec::new();
    for element in (0..length).filter_map(|index| object.get(index)) {
        if let Value::Ref(element) = element {
            descriptors.extend(mirrors(interpreter, element)?);
        }
    }
    Ok(descriptors)
}

/// `lookup.findStatic(class, name, type)`, and `findVirtual`.
pub(super) fn find(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let holder = mirrored(interpreter, call, 1)?;
    let name = call.object(interpreter, 2)?;
    let name: Arc<str> = interpreter.text(name)?.into();
    let of_type = call.object(interpreter, 3)?;
    let descriptor = match interpreter.handle(of_type)? {
        Some(Handle::MethodType(descriptor)) => descriptor,
        _ => return Err(interpreter.unsupported("a method type of an unknown kind")),
    };
    let found = match interpreter.world.find_method(holder, &name, &descriptor) {
        Err(JvmError::NoSuchMember { member, .. }) => {
            return Err(interpreter.exception("java/lang/NoSuchMethodException", &member));
        }
        found => found?,
    };
    let wants_static = &*call.method.name == "findStatic";
    if found.polymorphic.is_some()
        || interpreter.world.method(found.method).is_static() != wants_static
    {
        return Err(interpreter.exception("java/lang/IllegalAccessException", &name));
    }
    let class = interpreter.world.load("java/lang/invoke/MethodHandle")?;
    let handle = Handle::Method(found.method);
    Ok(Flow::Return(Value::Ref(interpreter.world.handle_constant(class, handle)?)))
}

/// `lookup.findConstructor(class, type)`.
pub(super) fn find_constructor(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let holder = mirrored(interpreter, call, 1)?;
    let of_type = call.object(interpreter, 2)?;
    let Some(Handle::MethodType(descriptor)) = interpreter.handle(of_type)? else {
        return Err(interpreter.unsupported("a method type of an unknown kind"));
    };
    let world = interpreter.world;
    let mut methods = world.class(holder).methods.iter().map(|id| world.method(*id));
    let fits = |method: &&Method| method.is_constructor() && method.descriptor == descriptor;
    let Some(constructor) = methods.find(fits) else {
        let label = format!("{}{descriptor}", world.class(holder).java_name());
        return Err(interpreter.exception("java/lang/NoSuchMethodException", &label));
    };
    let class = world.load("java/lang/invoke/MethodHandle")?;
    let handle = Handle::Method(constructor.id);
    Ok(Flow::Return(Value::Ref(world.handle_constant(class, handle)?)))
}

fn invoke(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let handle = call.object(interpreter, 0)?;
    let Some(Handle::Method(target)) = interpreter.handle(handle)? else {
        return Err(interpreter.unsupported("a method handle of an unknown kind"));
    };
    let world = interpreter.world;
    let method = world.method(target);
    let passed = &call.arguments[1..];
    let wanted = types(interpreter, method);
    let given = call.signature;
    if given.parameters.len() != wanted.parameters.len() {
        let what = format!("expected {wanted} but found {given}");
        return Err(interpreter.exception("java/lang/invoke/WrongMethodTypeException", &what));
    }
    let fits = given.result.kind == wanted.result.kind
        && given.parameters.iter().zip(&wanted.parameters).all(|(one, two)| one.kind == two.kind);
    if !fits && &*call.method.name == "invoke" {
        let converting = converting(world, call.method, given, &wanted)?;
        return Ok(Flow::Call(converting, call.arguments.to_vec()));
    }
    if !fits {
        return Err(interpreter.unsupported("a method handle that converts what it is given"));
    }
    if method.is_constructor() {
        if !interpreter.is_initialised_or_begin(method.class)? {
            return Ok(Flow::Again);
        }
        let make = trampoline::for_constructor(world, method.class, method)?;
        return Ok(Flow::Call(make, passed.to_vec()));
    }
    if method.is_static() {
        if !interpreter.is_initialised_or_begin(method.class)? {
            return Ok(Flow::Again);
        }
        return Ok(Flow::Call(target, passed.to_vec()));
    }
    let receiver = call.object(interpreter, 1)?;
    let selected = interpreter.virtual_method(receiver, &method.name, &method.descriptor)?;
    Ok(Flow::Call(selected, passed.to_vec()))
}

/// What a handle of a method takes and returns.
fn types(interpreter: &Interpreter<'_>, method: &Method) -> Descriptor {
    let class =
        || Type { kind: Kind::Reference, name: interpreter.world.class(method.class).name.clone() };
    let receiver = (!method.is_static() && !method.is_constructor()).then(class);
    let parameters = receiver.into_iter().chain(method.signature.parameters.iter().cloned());
    let result = if method.is_constructor() { class() } else { method.signature.result.clone() };
    Descriptor { parameters: parameters.collect(), result }
}

//! `java.lang.reflect.Method`: found by name and parameter types, and called.

use super::NativeFunction;
use super::class::{mirror_of, mirrored};
use crate::classfile::access;
use crate::dynamic::reflective;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::Value;
use crate::world::{ClassId, Handle, Method, World};

pub(super) fn lookup(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" | "setAccessible" => super::nothing,
        "trySetAccessible" => super::one,
        "invoke" => invoke,
        "getName" => |interpreter, call| {
            let name = reflected(interpreter, call)?.name.clone();
            interpreter.new_string(&name).map(Flow::Return)
        },
        "getDeclaringClass" => |interpreter, call| {
            let class = reflected(interpreter, call)?.class;
            Ok(Flow::Return(Value::Ref(interpreter.world.mirror(class)?)))
        },
        "getReturnType" => |interpreter, call| {
            let result = reflected(interpreter, call)?.signature.result.clone();
            mirror_of(interpreter, &result)
        },
        "getParameterCount" => |interpreter, call| {
            let count = reflected(interpreter, call)?.signature.parameters.len();
            Ok(Flow::Return(Value::Int(count as i32)))
        },
        "getModifiers" => |interpreter, call| {
            let flags = reflected(interpreter, call)?.flags & 0x0FFF;
            Ok(Flow::Return(Value::Int(i32::from(flags))))
        },
        _ => super::reflection,
    })
}

/// `getMethod(name, parameters...)` and `getDeclaredMethod`.
pub(super) fn find(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let name = call.object(interpreter, 1)?;
    let name = interpreter.text(name)?;
    let parameters = match call.argument(2) {
        Value::Ref(array) => super::method_handle::mirrors(interpreter, array)?.concat(),
        _ => String::new(),
    };
    let is_declared = &*call.method.name == "getDeclaredMethod";
    let Some(found) = find_method(interpreter.world, class, &name, &parameters, is_declared) else {
        let label = format!("{}.{name}", interpreter.world.class(class).java_name());
        return Err(interpreter.exception("java/lang/NoSuchMethodException", &label));
    };
    let handle = Handle::Method(found.id);
    let of = interpreter.world.load("java/lang/reflect/Method")?;
    Ok(Flow::Return(Value::Ref(interpreter.world.handle_constant(of, handle)?)))
}

fn find_method<'w>(
    world: &'w World,
    class: ClassId,
    name: &str,
    parameters: &str,
    is_declared: bool,
) -> Option<&'w Method> {
    let start = format!("({parameters})");
    let fits = |method: &&Method| {
        &*method.name == name
            && method.descriptor.starts_with(&start)
            && (is_declared || method.flags & access::PUBLIC != 0)
    };
    let loaded = world.class(class);
    let own = || loaded.methods.iter().map(|id| world.method(*id)).filter(fits);
    // A bridge has a more general result than the method that the compiler made it for.
    let found = own().find(|method| method.flags & access::BRIDGE == 0).or_else(|| own().next());
    if is_declared {
        return found;
    }
    let above = loaded.superclass.iter().chain(&loaded.interfaces);
    found.or_else(|| above.filter_map(|id| find_method(world, *id, name, parameters, false)).next())
}

fn reflected<'w>(
    interpreter: &mut Interpreter<'w>,
    call: &NativeCall<'_>,
) -> Result<&'w Method, Trap> {
    let id = call.object(interpreter, 0)?;
    match interpreter.handle(id)? {
        Some(Handle::Method(method)) => Ok(interpreter.world.method(method)),
        _ => Err(interpreter.unsupported("a Method of an unknown kind")),
    }
}

fn invoke(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let method = reflected(interpreter, call)?;
    let passed = match call.argument(2) {
        Value::Ref(array) => interpreter.object(array)?.array_length().unwrap_or(0),
        _ => 0,
    };
    if passed != method.signature.parameters.len() {
        let why = "wrong number of arguments";
        return Err(interpreter.exception("java/lang/IllegalArgumentException", why));
    }
    if !method.is_static() {
        call.object(interpreter, 1)?;
    }
    let invoke = reflective(interpreter.world, method)?;
    Ok(Flow::Call(invoke, vec![call.argument(1), call.argument(2)]))
}

//! `java.lang.Class` as far as it needs no reflection, and `java.lang.reflect.Array`.

use super::NativeFunction;
use crate::classfile::{Kind, Type, access};
use crate::error::JvmError;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::object::Body;
use crate::value::Value;
use crate::world::{ClassId, Field, primitive_kind};

pub(super) fn lookup(name: &str, descriptor: &str) -> Option<NativeFunction> {
    Some(match name {
        "<clinit>" => super::nothing,
        "getName" | "initClassName" => get_name,
        "getTypeName" => get_type_name,
        "getSimpleName" => get_simple_name,
        "getCanonicalName" => get_canonical_name,
        "getPackageName" => get_package_name,
        "descriptorString" => |interpreter, call| {
            let class = mirrored(interpreter, call, 0)?;
            let descriptor = descriptor_of(&interpreter.world.class(class).name);
            interpreter.new_string(&descriptor).map(Flow::Return)
        },
        "getInterfaces" => get_interfaces,
        "isAnonymousClass" => |interpreter, call| is_nested(interpreter, call, Nested::Anonymous),
        "isLocalClass" => |interpreter, call| is_nested(interpreter, call, Nested::Local),
        "isMemberClass" => |interpreter, call| is_nested(interpreter, call, Nested::Member),
        "desiredAssertionStatus" => super::zero,
        "getPrimitiveClass" => get_primitive_class,
        "getComponentType" | "componentType" => get_component_type,
        "getSuperclass" => get_superclass,
        "getModifiers" => get_modifiers,
        "isArray" => is_array,
        "isInterface" => is_interface,
        "isPrimitive" => is_primitive,
        "isHidden" => super::zero,
        "isInstance" => is_instance,
        "isAssignableFrom" => is_assignable_from,
        "getEnumConstantsShared" | "getEnumConstants" => enum_constants,
        "getClassLoader" | "getClassLoader0" => super::null,
        "isRecord" => is_record,
        "getDeclaredField" | "getField"
            if descriptor == "(Ljava/lang/String;)Ljava/lang/reflect/Field;" =>
        {
            super::field::get_declared_field
        }
        "getConstructor" | "getDeclaredConstructor" => super::constructor::find,
        "getMethod" | "getDeclaredMethod" => super::method::find,
        "forName" if descriptor.starts_with("(Ljava/lang/String;") => for_name,
        "forName"
        | "forName0"
        | "newInstance"
        | "getMethods"
        | "getDeclaredMethods"
        | "getFields"
        | "getDeclaredFields"
        | "getConstructors"
        | "getDeclaredConstructors"
        | "getAnnotation"
        | "getRecordComponents"
        | "getModule"
        | "getPackage"
        | "getProtectionDomain"
        | "getEnclosingClass"
        | "getDeclaringClass"
        | "getGenericSuperclass"
        | "getGenericInterfaces"
        | "getTypeParameters"
        | "getResource"
        | "getResourceAsStream" => super::reflection,
        _ => return None,
    })
}

pub(super) fn array(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "newArray" | "newInstance" => new_array,
        "getLength" => array_length,
        _ => return None,
    })
}

/// The class whose mirror an argument is.
pub(super) fn mirrored(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    index: usize,
) -> Result<ClassId, Trap> {
    let id = call.object(interpreter, index)?;
    match &interpreter.object(id)?.body {
        Body::Mirror(class) => Ok(*class),
        _ => Err(interpreter.invalid("a class is expected")),
    }
}

/// Field descriptor for a class name as the world has it.
pub(super) fn descriptor_of(name: &str) -> String {
    match name {
        "boolean" => "Z".into(),
        "byte" => "B".into(),
        "char" => "C".into(),
        "short" => "S".into(),
        "int" => "I".into(),
        "long" => "J".into(),
        "float" => "F".into(),
        "double" => "D".into(),
        "void" => "V".into(),
        array if array.starts_with('[') => array.into(),
        class => format!("L{class};"),
    }
}

fn get_name(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let name = interpreter.world.class(class).name.replace('/', ".");
    interpreter.new_string(&name).map(Flow::Return)
}

fn get_type_name(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let name = interpreter.world.class(class).java_name();
    interpreter.new_string(&name).map(Flow::Return)
}

/// How a class lies inside another one, which the name shows: `Outer$Inner`, `Outer$1Local`,
/// `Outer$1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nested {
    Not,
    Member,
    Local,
    Anonymous,
}

/// With the name inside the other class.
fn nested(name: &str) -> (Nested, &str) {
    let in_package = name.rsplit('.').next().unwrap_or(name);
    let Some((_, inner)) = in_package.rsplit_once('$').filter(|(outer, _)| !outer.is_empty())
    else {
        return (Nested::Not, in_package);
    };
    let simple = inner.trim_start_matches(|c: char| c.is_ascii_digit());
    let how = match (simple.is_empty(), simple.len() == inner.len()) {
        (true, _) => Nested::Anonymous,
        (false, true) => Nested::Member,
        (false, false) => Nested::Local,
    };
    (how, simple)
}

fn is_nested(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    how: Nested,
) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let loaded = interpreter.world.class(class);
    let is = loaded.component.is_none() && nested(&loaded.java_name()).0 == how;
    Ok(Flow::Return(Value::boolean(is)))
}

/// The name of the element type, and the brackets after it.
fn split_array(name: &str) -> (&str, &str) {
    name.split_at(name.find('[').unwrap_or(name.len()))
}

fn get_simple_name(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let name = interpreter.world.class(class).java_name();
    let (element, brackets) = split_array(&name);
    let simple = format!("{}{brackets}", nested(element).1);
    interpreter.new_string(&simple).map(Flow::Return)
}

/// Local and anonymous classes have none.
fn get_canonical_name(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let name = interpreter.world.class(class).java_name();
    let (element, brackets) = split_array(&name);
    match nested(element).0 {
        Nested::Local | Nested::Anonymous => Ok(Flow::Return(Value::Null)),
        Nested::Not => interpreter.new_string(&name).map(Flow::Return),
        Nested::Member => {
            let canonical = format!("{}{brackets}", element.replace('$', "."));
            interpreter.new_string(&canonical).map(Flow::Return)
        }
    }
}

fn get_package_name(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let loaded = interpreter.world.class(class);
    let name = loaded.java_name();
    let (element, _) = split_array(&name);
    let is_primitive = primitive_kind(element).is_some();
    let package = match element.rsplit_once('.') {
        _ if is_primitive => "java.lang",
        Some((package, _)) => package,
        None => "",
    };
    interpreter.new_string(package).map(Flow::Return)
}

fn get_interfaces(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let world = interpreter.world;
    let interfaces = &world.class(class).interfaces;
    let of = world.load("[Ljava/lang/Class;")?;
    let array = interpreter.new_array(of, interfaces.len() as i32)?;
    for (index, interface) in interfaces.iter().enumerate() {
        let mirror = world.mirror(*interface)?;
        interpreter.write_element(array, index, Value::Ref(mirror))?;
    }
    Ok(Flow::Return(Value::Ref(array)))
}

/// The class of a type.
pub(super) fn mirror_of(interpreter: &mut Interpreter<'_>, of: &Type) -> Result<Flow, Trap> {
    let name = match of.kind {
        Kind::Reference => of.name.to_string(),
        _ => of.java_name(),
    };
    let class = interpreter.world.load(&name)?;
    mirror(interpreter, Some(class))
}

fn get_primitive_class(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let name = call.object(interpreter, 0)?;
    let name = interpreter.text(name)?;
    let class = interpreter.world.load(&name)?;
    mirror(interpreter, Some(class))
}

fn mirror(interpreter: &mut Interpreter<'_>, class: Option<ClassId>) -> Result<Flow, Trap> {
    Ok(Flow::Return(match class {
        Some(class) => Value::Ref(interpreter.world.mirror(class)?),
        None => Value::Null,
    }))
}

fn get_component_type(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let component = interpreter.world.class(class).component;
    mirror(interpreter, component)
}

fn get_superclass(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let class = interpreter.world.class(class);
    let superclass = if class.is_interface() { None } else { class.superclass };
    mirror(interpreter, superclass)
}

fn get_modifiers(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    // In a class file this bit says how old compilers called methods of superclasses.
    let flags = interpreter.world.class(class).flags & !access::SYNCHRONIZED;
    Ok(Flow::Return(Value::Int(i32::from(flags))))
}

/// Classes are found by their names, and initialised unless the caller does not want it.
fn for_name(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let name = call.object(interpreter, 0)?;
    let name = interpreter.text(name)?;
    let class = named(interpreter, &name)?;
    let initialises = call.argument(1) != Value::Int(0);
    if initialises && !interpreter.is_initialised_or_begin(class)? {
        return Ok(Flow::Again);
    }
    mirror(interpreter, Some(class))
}

/// `lookup.findClass(name)`, which initialises nothing.
pub(super) fn find_class(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let name = call.object(interpreter, 1)?;
    let name = interpreter.text(name)?;
    let class = named(interpreter, &name)?;
    mirror(interpreter, Some(class))
}

/// The class of this name, or what Java throws if there is none.
fn named(interpreter: &mut Interpreter<'_>, name: &str) -> Result<ClassId, Trap> {
    match interpreter.world.load(&name.replace('.', "/")) {
        Err(JvmError::ClassNotFound { .. }) => {
            Err(interpreter.exception("java/lang/ClassNotFoundException", name))
        }
        class => Ok(class?),
    }
}

fn is_record(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let superclass = interpreter.world.class(class).superclass;
    let is = superclass.is_some_and(|id| &*interpreter.world.class(id).name == "java/lang/Record");
    Ok(Flow::Return(Value::boolean(is)))
}

fn is_array(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    Ok(Flow::Return(Value::boolean(interpreter.world.class(class).component.is_some())))
}

fn is_interface(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    Ok(Flow::Return(Value::boolean(interpreter.world.class(class).flags & access::INTERFACE != 0)))
}

fn is_primitive(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    Ok(Flow::Return(Value::boolean(interpreter.world.class(class).is_primitive())))
}

fn is_instance(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    let is = match call.argument(1) {
        Value::Ref(id) => interpreter.world.is_subtype(interpreter.object(id)?.class, class),
        _ => false,
    };
    Ok(Flow::Return(Value::boolean(is)))
}

fn is_assignable_from(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let (to, from) = (mirrored(interpreter, call, 0)?, mirrored(interpreter, call, 1)?);
    Ok(Flow::Return(Value::boolean(interpreter.world.is_subtype(from, to))))
}

/// What the compiler-made method `values` returns.
fn enum_constants(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    if !interpreter.is_initialised_or_begin(class)? {
        return Ok(Flow::Again);
    }
    let world = interpreter.world;
    let values = world.class(class).methods.iter().map(|id| world.method(*id)).find(|method| {
        &*method.name == "values" && method.is_static() && method.signature.parameters.is_empty()
    });
    Ok(match values {
        Some(values) => Flow::Call(values.id, Vec::new()),
        None => Flow::Return(Value::Null),
    })
}

/// `Enum.valueOf`: constants are static fields under their own names.
pub(super) fn enum_value_of(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
) -> Result<Flow, Trap> {
    let class = mirrored(interpreter, call, 0)?;
    if !interpreter.is_initialised_or_begin(class)? {
        return Ok(Flow::Again);
    }
    let name = call.object(interpreter, 1)?;
    let name = interpreter.text(name)?;
    let loaded = interpreter.world.class(class);
    let is_constant = |field: &Field| field.flags & access::ENUM != 0 && *field.name == *name;
    match loaded.statics.iter().position(is_constant) {
        Some(index) => Ok(Flow::Return(interpreter.static_value(class, index + 1))),
        None => {
            let message =
                format!("No enum constant {}.{name}", loaded.java_name().replace('$', "."));
            Err(interpreter.exception("java/lang/IllegalArgumentException", &message))
        }
    }
}

fn new_array(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let component = mirrored(interpreter, call, 0)?;
    let Value::Int(length) = call.argument(1) else {
        return Err(interpreter.unsupported("Array.newInstance with several dimensions"));
    };
    let class = interpreter.array_class(component)?;
    let id = interpreter.new_array(class, length)?;
    Ok(Flow::Return(Value::Ref(id)))
}

fn array_length(interpreter: &mut Interpreter<'_>, call: &NativeCall<'_>) -> Result<Flow, Trap> {
    let id = call.object(interpreter, 0)?;
    match interpreter.object(id)?.array_length() {
        Some(length) => Ok(Flow::Return(Value::Int(length as i32))),
        None => {
            Err(interpreter
                .exception("java/lang/IllegalArgumentException", "Argument is not an array"))
        }
    }
}

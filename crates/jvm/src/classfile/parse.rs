//! The structure of a class file (JVMS chapter 4).

use std::sync::Arc;

use super::access;
use super::constant::{Constant, read_pool};
use super::decode::{Decoded, decode};
use super::liveness::live_locals;
use super::op::{Handler, Op};
use super::reader::{Malformed, Reader};

/// A class file with its code decoded.
#[derive(Debug)]
pub(crate) struct ClassFile {
    pub flags: u16,
    pub name: Arc<str>,
    pub super_name: Option<Arc<str>>,
    pub interfaces: Vec<Arc<str>>,
    pub pool: Vec<Constant>,
    pub fields: Vec<FieldInfo>,
    pub methods: Vec<MethodInfo>,
    pub source_file: Option<Arc<str>>,
    pub bootstrap_methods: Vec<BootstrapMethod>,
}

#[derive(Debug)]
pub(crate) struct FieldInfo {
    pub flags: u16,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    /// Constant that a static field is initialised with.
    pub constant: Option<u16>,
}

#[derive(Debug)]
pub(crate) struct MethodInfo {
    pub flags: u16,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub code: Option<Code>,
}

/// What a bootstrap method is called with when an `invokedynamic` is linked.
#[derive(Debug, Clone)]
pub(crate) struct BootstrapMethod {
    pub handle: u16,
    pub arguments: Vec<u16>,
}

/// The body of a method.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub max_locals: u16,
    pub ops: Vec<Op>,
    pub handlers: Vec<Handler>,
    /// First instruction of each source line, in instruction order.
    pub lines: Vec<(u32, u16)>,
    /// For each instruction, which of the first 64 local variables may be read later.
    pub live: Vec<u64>,
}

impl Code {
    /// Code that was not read from a file.
    pub fn synthetic(max_locals: u16, ops: Vec<Op>) -> Self {
        Self::guarded(max_locals, ops, Vec::new())
    }

    /// Code that was not read from a file and catches exceptions.
    pub fn guarded(max_locals: u16, ops: Vec<Op>, handlers: Vec<Handler>) -> Self {
        let live = live_locals(&ops, &handlers);
        Self { max_locals, ops, handlers, lines: Vec::new(), live }
    }

    /// Source line of an instruction.
    pub fn line(&self, index: u32) -> Option<u16> {
        let after = self.lines.partition_point(|row| row.0 <= index);
        after.checked_sub(1).map(|row| self.lines[row].1)
    }
}

/// Reads a class file.
pub(crate) fn parse(bytes: &[u8]) -> Result<ClassFile, Malformed> {
    let mut reader = Reader::new(bytes);
    if reader.u32()? != 0xCAFE_BABE {
        return Err("it does not begin with 0xCAFEBABE".into());
    }
    reader.u16()?;
    reader.u16()?;
    let pool = read_pool(&mut reader)?;
    let flags = reader.u16()?;
    let name = class_name(&pool, reader.u16()?)?;
    let super_name = match reader.u16()? {
        0 => None,
        index => Some(class_name(&pool, index)?),
    };
    let interfaces = (0..reader.u16()?)
        .map(|_| class_name(&pool, reader.u16()?))
        .collect::<Result<_, Malformed>>()?;
    let fields = (0..reader.u16()?)
        .map(|_| read_field(&mut reader, &pool))
        .collect::<Result<_, Malformed>>()?;
    let methods = (0..reader.u16()?)
        .map(|_| read_method(&mut reader, &pool))
        .collect::<Result<_, Malformed>>()?;
    let mut class = ClassFile {
        flags,
        name,
        super_name,
        interfaces,
        pool,
        fields,
        methods,
        source_file: None,
        bootstrap_methods: Vec::new(),
    };
    for _ in 0..reader.u16()? {
        let (attribute, mut content) = read_attribute(&mut reader, &class.pool)?;
        match &*attribute {
            "SourceFile" => class.source_file = Some(text(&class.pool, content.u16()?)?),
            "BootstrapMethods" => class.bootstrap_methods = read_bootstrap_methods(&mut content)?,
            _ => {}
        }
    }
    Ok(class)
}

fn text(pool: &[Constant], index: u16) -> Result<Arc<str>, Malformed> {
    match pool.get(usize::from(index)) {
        Some(Constant::Utf8(text)) => Ok(text.clone()),
        _ => Err(format!("constant {index} is not a text")),
    }
}

fn class_name(pool: &[Constant], index: u16) -> Result<Arc<str>, Malformed> {
    match pool.get(usize::from(index)) {
        Some(Constant::Class(name)) => Ok(name.clone()),
        _ => Err(format!("constant {index} is not a class")),
    }
}

fn read_attribute<'a>(
    reader: &mut Reader<'a>,
    pool: &[Constant],
) -> Result<(Arc<str>, Reader<'a>), Malformed> {
    let name = text(pool, reader.u16()?)?;
    let length = reader.u32()? as usize;
    Ok((name, Reader::new(reader.take(length)?)))
}

fn read_field(reader: &mut Reader<'_>, pool: &[Constant]) -> Result<FieldInfo, Malformed> {
    let mut field = FieldInfo {
        flags: reader.u16()?,
        name: text(pool, reader.u16()?)?,
        descriptor: text(pool, reader.u16()?)?,
        constant: None,
    };
    for _ in 0..reader.u16()? {
        let (attribute, mut content) = read_attribute(reader, pool)?;
        if &*attribute == "ConstantValue" {
            field.constant = Some(content.u16()?);
        }
    }
    Ok(field)
}

fn read_method(reader: &mut Reader<'_>, pool: &[Constant]) -> Result<MethodInfo, Malformed> {
    let mut method = MethodInfo {
        flags: reader.u16()?,
        name: text(pool, reader.u16()?)?,
        descriptor: text(pool, reader.u16()?)?,
        code: None,
    };
    for _ in 0..reader.u16()? {
        let (attribute, mut content) = read_attribute(reader, pool)?;
        if &*attribute == "Code" {
            let code = read_code(&mut content, pool)
                .map_err(|reason| format!("{reason} (in {}{})", method.name, method.descriptor))?;
            method.code = Some(code);
        }
    }
    let bodiless = method.flags & (access::NATIVE | access::ABSTRACT) != 0;
    if method.code.is_none() && !bodiless {
        return Err(format!("{}{} has no code", method.name, method.descriptor));
    }
    Ok(method)
}

fn read_code(reader: &mut Reader<'_>, pool: &[Constant]) -> Result<Code, Malformed> {
    reader.u16()?;
    let max_locals = reader.u16()?;
    let length = reader.u32()? as usize;
    let decoded = decode(reader.take(length)?, pool)?;
    check_locals(&decoded.ops, max_locals)?;
    let handlers = (0..reader.u16()?)
        .map(|_| read_handler(reader, &decoded))
        .collect::<Result<Vec<_>, Malformed>>()?;
    let mut lines = Vec::new();
    for _ in 0..reader.u16()? {
        let (attribute, mut content) = read_attribute(reader, pool)?;
        if &*attribute == "LineNumberTable" {
            for _ in 0..content.u16()? {
                let start = usize::from(content.u16()?);
                lines.push((decoded.index(start)?, content.u16()?));
            }
        }
    }
    lines.sort_unstable();
    let live = live_locals(&decoded.ops, &handlers);
    Ok(Code { max_locals, ops: decoded.ops, handlers, lines, live })
}

fn check_locals(ops: &[Op], max_locals: u16) -> Result<(), Malformed> {
    let beyond = ops.iter().any(|op| match op {
        Op::Load(index) | Op::Store(index) | Op::Increment(index, _) => *index >= max_locals,
        _ => false,
    });
    if beyond { Err("an instruction uses a variable that does not exist".into()) } else { Ok(()) }
}

fn read_handler(reader: &mut Reader<'_>, decoded: &Decoded) -> Result<Handler, Malformed> {
    let start = decoded.index(usize::from(reader.u16()?))?;
    let end = decoded.end_index(usize::from(reader.u16()?))?;
    let target = decoded.index(usize::from(reader.u16()?))?;
    let catches = match reader.u16()? {
        0 => None,
        index => Some(index),
    };
    Ok(Handler { start, end, target, catches })
}

fn read_bootstrap_methods(reader: &mut Reader<'_>) -> Result<Vec<BootstrapMethod>, Malformed> {
    (0..reader.u16()?)
        .map(|_| {
            let handle = reader.u16()?;
            let arguments =
                (0..reader.u16()?).map(|_| reader.u16()).collect::<Result<_, Malformed>>()?;
            Ok(BootstrapMethod { handle, arguments })
        })
        .collect()
}

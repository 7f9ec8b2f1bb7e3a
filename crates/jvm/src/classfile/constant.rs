//! The constant pool, with names in place of indices.

use std::sync::Arc;

use super::reader::{Malformed, Reader, modified_utf8};

/// A constant as an instruction sees it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constant {
    /// Zero, the second half of a long, or an entry that no instruction names.
    Unused,
    Utf8(Arc<str>),
    Int(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    /// Internal class name or array descriptor.
    Class(Arc<str>),
    String(Arc<[u16]>),
    Field(Member),
    Method(Member),
    Handle(HandleKind, Member),
    MethodType(Arc<str>),
    Dynamic(CallSite),
    InvokeDynamic(CallSite),
}

impl Constant {
    /// A method, for code that is made here.
    pub fn method(class: &str, name: &str, descriptor: &str) -> Self {
        Self::Method(Member {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
            of_interface: false,
        })
    }
}

/// Class, name and descriptor of a field or method.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Member {
    pub class: Arc<str>,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    pub of_interface: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallSite {
    /// Index into the class's bootstrap methods.
    pub bootstrap: u16,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
}

/// Reference kinds of method handles (JVMS table 5.4.3.5-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HandleKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

enum Raw<'a> {
    Gap,
    Utf8(&'a [u8]),
    Number(Constant),
    Class(u16),
    String(u16),
    Member { tag: u8, class: u16, name_and_type: u16 },
    NameAndType(u16, u16),
    Handle(u8, u16),
    MethodType(u16),
    Dynamic { invoke: bool, bootstrap: u16, name_and_type: u16 },
}

pub(crate) fn read_pool(reader: &mut Reader<'_>) -> Result<Vec<Constant>, Malformed> {
    let count = reader.u16()?;
    let mut raw = vec![Raw::Gap];
    while raw.len() < usize::from(count) {
        let entry = read_entry(reader)?;
        let wide = matches!(entry, Raw::Number(Constant::Long(_) | Constant::Double(_)));
        raw.push(entry);
        if wide {
            raw.push(Raw::Gap);
        }
    }
    let texts: Vec<Option<Arc<str>>> = raw.iter().map(text).collect::<Result<_, _>>()?;
    let names = Names { raw: &raw, texts: &texts };
    raw.iter().enumerate().map(|(index, entry)| names.resolve(index, entry)).collect()
}

fn text(entry: &Raw<'_>) -> Result<Option<Arc<str>>, Malformed> {
    match entry {
        Raw::Utf8(bytes) => Ok(Some(String::from_utf16_lossy(&modified_utf8(bytes)?).into())),
        _ => Ok(None),
    }
}

fn read_entry<'a>(reader: &mut Reader<'a>) -> Result<Raw<'a>, Malformed> {
    let tag = reader.u8()?;
    Ok(match tag {
        1 => {
            let length = reader.u16()?;
            Raw::Utf8(reader.take(usize::from(length))?)
        }
        3 => Raw::Number(Constant::Int(reader.i32()?)),
        4 => Raw::Number(Constant::Float(f32::from_bits(reader.u32()?))),
        5 => Raw::Number(Constant::Long(reader.u64()?.cast_signed())),
        6 => Raw::Number(Constant::Double(f64::from_bits(reader.u64()?))),
        7 => Raw::Class(reader.u16()?),
        8 => Raw::String(reader.u16()?),
        9..=11 => Raw::Member { tag, class: reader.u16()?, name_and_type: reader.u16()? },
        12 => Raw::NameAndType(reader.u16()?, reader.u16()?),
        15 => Raw::Handle(reader.u8()?, reader.u16()?),
        16 => Raw::MethodType(reader.u16()?),
        17 | 18 => Raw::Dynamic {
            invoke: tag == 18,
            bootstrap: reader.u16()?,
            name_and_type: reader.u16()?,
        },
        // Modules and packages: named by no instruction.
        19 | 20 => {
            reader.u16()?;
            Raw::Gap
        }
        _ => return Err(format!("unknown constant tag {tag} at byte {}", reader.position())),
    })
}

struct Names<'a> {
    raw: &'a [Raw<'a>],
    texts: &'a [Option<Arc<str>>],
}

impl Names<'_> {
    fn text(&self, index: u16) -> Result<Arc<str>, Malformed> {
        self.texts
            .get(usize::from(index))
            .and_then(Clone::clone)
            .ok_or_else(|| format!("constant {index} is not a text"))
    }

    fn class(&self, index: u16) -> Result<Arc<str>, Malformed> {
        match self.raw.get(usize::from(index)) {
            Some(Raw::Class(name)) => self.text(*name),
            _ => Err(format!("constant {index} is not a class")),
        }
    }

    fn name_and_type(&self, index: u16) -> Result<(Arc<str>, Arc<str>), Malformed> {
        match self.raw.get(usize::from(index)) {
            Some(Raw::NameAndType(name, descriptor)) => {
                Ok((self.text(*name)?, self.text(*descriptor)?))
            }
            _ => Err(format!("constant {index} is not a name and type")),
        }
    }

    fn member(&self, index: u16) -> Result<Member, Malformed> {
        match self.raw.get(usize::from(index)) {
            Some(Raw::Member { tag, class, name_and_type }) => {
                let (name, descriptor) = self.name_and_type(*name_and_type)?;
                Ok(Member {
                    class: self.class(*class)?,
                    name,
                    descriptor,
                    of_interface: *tag == 11,
                })
            }
            _ => Err(format!("constant {index} is not a field or method")),
        }
    }

    fn resolve(&self, index: usize, entry: &Raw<'_>) -> Result<Constant, Malformed> {
        Ok(match entry {
            Raw::Gap | Raw::NameAndType(..) => Constant::Unused,
            Raw::Utf8(_) => Constant::Utf8(self.texts[index].clone().unwrap_or_default()),
            Raw::Number(constant) => constant.clone(),
            Raw::Class(name) => Constant::Class(self.text(*name)?),
            Raw::String(at) => match self.raw.get(usize::from(*at)) {
                Some(Raw::Utf8(bytes)) => Constant::String(modified_utf8(bytes)?.into()),
                _ => return Err(format!("constant {at} is not a text")),
            },
            Raw::Member { tag: 9, .. } => Constant::Field(self.member(index_u16(index))?),
            Raw::Member { .. } => Constant::Method(self.member(index_u16(index))?),
            Raw::Handle(kind, member) => {
                Constant::Handle(handle_kind(*kind)?, self.member(*member)?)
            }
            Raw::MethodType(descriptor) => Constant::MethodType(self.text(*descriptor)?),
            Raw::Dynamic { invoke, bootstrap, name_and_type } => {
                let (name, descriptor) = self.name_and_type(*name_and_type)?;
                let site = CallSite { bootstrap: *bootstrap, name, descriptor };
                if *invoke { Constant::InvokeDynamic(site) } else { Constant::Dynamic(site) }
            }
        })
    }
}

/// Pools have at most 65,535 entries, so the index fits.
fn index_u16(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

fn handle_kind(kind: u8) -> Result<HandleKind, Malformed> {
    Ok(match kind {
        1 => HandleKind::GetField,
        2 => HandleKind::GetStatic,
        3 => HandleKind::PutField,
        4 => HandleKind::PutStatic,
        5 => HandleKind::InvokeVirtual,
        6 => HandleKind::InvokeStatic,
        7 => HandleKind::InvokeSpecial,
        8 => HandleKind::NewInvokeSpecial,
        9 => HandleKind::InvokeInterface,
        _ => return Err(format!("unknown method handle kind {kind}")),
    })
}

//! Class files as data: constant pool, members, and code decoded for execution.

mod constant;
mod decode;
mod descriptor;
mod liveness;
mod op;
mod parse;
mod reader;

pub(crate) use constant::{CallSite, Constant, HandleKind, Member};
pub(crate) use descriptor::{Descriptor, Kind, Type};
pub(crate) use op::{Arithmetic, Condition, Conversion, Element, Handler, InvokeKind, Op};
pub(crate) use parse::{ClassFile, Code, FieldInfo, parse};

/// Access flags of classes, fields and methods that matter here (JVMS tables 4.1, 4.5, 4.6).
pub(crate) mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ENUM: u16 = 0x4000;
}

//! From the bytes of a `Code` attribute to [`Op`]s.

use super::constant::Constant;
use super::descriptor::Kind;
use super::op::{Arithmetic, Condition, Conversion, Element, InvokeKind, Op, SwitchTable};
use super::reader::{Malformed, Reader};
use crate::value::Value;

/// Instructions of a method, and the index of the instruction at each byte.
pub(crate) struct Decoded {
    pub ops: Vec<Op>,
    index_at: Vec<Option<u32>>,
}

impl Decoded {
    /// The instruction that begins at byte `offset`.
    pub fn index(&self, offset: usize) -> Result<u32, Malformed> {
        self.index_at
            .get(offset)
            .copied()
            .flatten()
            .ok_or_else(|| format!("no instruction begins at byte {offset} of the code"))
    }

    /// As [`Decoded::index`], but the end of the code is allowed too.
    pub fn end_index(&self, offset: usize) -> Result<u32, Malformed> {
        if offset == self.index_at.len() { Ok(self.ops.len() as u32) } else { self.index(offset) }
    }
}

/// Decodes `code`; branch targets become instruction indices.
pub(crate) fn decode(code: &[u8], pool: &[Constant]) -> Result<Decoded, Malformed> {
    let mut decoder = Decoder { reader: Reader::new(code), pool, start: 0 };
    let mut decoded = Decoded { ops: Vec::new(), index_at: vec![None; code.len()] };
    while !decoder.reader.is_empty() {
        decoder.start = decoder.reader.position();
        decoded.index_at[decoder.start] = Some(decoded.ops.len() as u32);
        let op = decoder.instruction()?;
        decoded.ops.push(op);
    }
    match decoded.ops.last() {
        None => return Err("a method has no instructions".into()),
        Some(last) if last.falls_through() => return Err("control runs off the code's end".into()),
        Some(_) => {}
    }
    let mut ops = std::mem::take(&mut decoded.ops);
    for op in &mut ops {
        link(op, &decoded)?;
    }
    decoded.ops = ops;
    Ok(decoded)
}

/// Replaces byte offsets by instruction indices.
fn link(op: &mut Op, decoded: &Decoded) -> Result<(), Malformed> {
    match op {
        Op::If(_, target)
        | Op::IfInts(_, target)
        | Op::IfReferences(_, target)
        | Op::IfNull(_, target)
        | Op::Goto(target) => *target = decoded.index(*target as usize)?,
        Op::Switch(table) => {
            for case in &mut table.cases {
                case.1 = decoded.index(case.1 as usize)?;
            }
            table.default = decoded.index(table.default as usize)?;
        }
        _ => {}
    }
    Ok(())
}

struct Decoder<'a> {
    reader: Reader<'a>,
    pool: &'a [Constant],
    start: usize,
}

const CONDITIONS: [Condition; 6] = [
    Condition::Equal,
    Condition::NotEqual,
    Condition::Less,
    Condition::GreaterOrEqual,
    Condition::Greater,
    Condition::LessOrEqual,
];

/// Order of the array instructions.
const ELEMENTS: [Element; 8] = [
    Element::Int,
    Element::Long,
    Element::Float,
    Element::Double,
    Element::Reference,
    Element::Byte,
    Element::Char,
    Element::Short,
];

/// Order of the arithmetic instructions, each in the forms int, long, float, double.
const ARITHMETIC: [Arithmetic; 6] = [
    Arithmetic::Add,
    Arithmetic::Sub,
    Arithmetic::Mul,
    Arithmetic::Div,
    Arithmetic::Rem,
    Arithmetic::Neg,
];

/// Order of the bit instructions, each in the forms int, long.
const BITS: [Arithmetic; 6] = [
    Arithmetic::ShiftLeft,
    Arithmetic::ShiftRight,
    Arithmetic::UnsignedShiftRight,
    Arithmetic::And,
    Arithmetic::Or,
    Arithmetic::Xor,
];

const CONVERSIONS: [(Kind, Kind); 15] = [
    (Kind::Int, Kind::Long),
    (Kind::Int, Kind::Float),
    (Kind::Int, Kind::Double),
    (Kind::Long, Kind::Int),
    (Kind::Long, Kind::Float),
    (Kind::Long, Kind::Double),
    (Kind::Float, Kind::Int),
    (Kind::Float, Kind::Long),
    (Kind::Float, Kind::Double),
    (Kind::Double, Kind::Int),
    (Kind::Double, Kind::Long),
    (Kind::Double, Kind::Float),
    (Kind::Int, Kind::Byte),
    (Kind::Int, Kind::Char),
    (Kind::Int, Kind::Short),
];

impl Decoder<'_> {
    fn instruction(&mut self) -> Result<Op, Malformed> {
        let opcode = self.reader.u8()?;
        Ok(match opcode {
            0x00 => Op::Nop,
            0x01 => Op::Push(Value::Null),
            0x02..=0x08 => Op::Push(Value::Int(i32::from(opcode) - 3)),
            0x09 | 0x0A => Op::Push(Value::Long(i64::from(opcode) - 9)),
            0x0B..=0x0D => Op::Push(Value::Float(f32::from(opcode - 0x0B).to_bits())),
            0x0E | 0x0F => Op::Push(Value::Double(f64::from(opcode - 0x0E).to_bits())),
            0x10 => Op::Push(Value::Int(i32::from(self.reader.i8()?))),
            0x11 => Op::Push(Value::Int(i32::from(self.reader.i16()?))),
            0x12 => {
                let index = self.reader.u8()?;
                self.constant(u16::from(index))?
            }
            0x13 | 0x14 => {
                let index = self.reader.u16()?;
                self.constant(index)?
            }
            0x15..=0x19 => Op::Load(u16::from(self.reader.u8()?)),
            0x1A..=0x2D => Op::Load(u16::from((opcode - 0x1A) % 4)),
            0x2E..=0x35 => Op::ArrayLoad(ELEMENTS[usize::from(opcode - 0x2E)]),
            0x36..=0x3A => Op::Store(u16::from(self.reader.u8()?)),
            0x3B..=0x4E => Op::Store(u16::from((opcode - 0x3B) % 4)),
            0x4F..=0x56 => Op::ArrayStore(ELEMENTS[usize::from(opcode - 0x4F)]),
            0x57..=0x5F => stack_op(opcode),
            0x60..=0x77 => {
                let operation = ARITHMETIC[usize::from((opcode - 0x60) / 4)];
                match (opcode - 0x60) % 4 {
                    0 => Op::Int(operation),
                    1 => Op::Long(operation),
                    2 => Op::Float(operation),
                    _ => Op::Double(operation),
                }
            }
            0x78..=0x83 => {
                let operation = BITS[usize::from((opcode - 0x78) / 2)];
                if opcode % 2 == 0 { Op::Int(operation) } else { Op::Long(operation) }
            }
            0x84 => Op::Increment(u16::from(self.reader.u8()?), i32::from(self.reader.i8()?)),
            0x85..=0x93 => {
                let (from, to) = CONVERSIONS[usize::from(opcode - 0x85)];
                Op::Convert(Conversion { from, to })
            }
            0x94 => Op::CompareLong,
            0x95 | 0x96 => Op::CompareFloat(opcode == 0x96),
            0x97 | 0x98 => Op::CompareDouble(opcode == 0x98),
            0x99..=0x9E => Op::If(CONDITIONS[usize::from(opcode - 0x99)], self.near_target()?),
            0x9F..=0xA4 => Op::IfInts(CONDITIONS[usize::from(opcode - 0x9F)], self.near_target()?),
            0xA5 | 0xA6 => Op::IfReferences(opcode == 0xA5, self.near_target()?),
            0xA7 => Op::Goto(self.near_target()?),
            0xA8 => {
                self.reader.i16()?;
                Op::Subroutine
            }
            0xA9 => {
                self.reader.u8()?;
                Op::Subroutine
            }
            0xAA => self.table_switch()?,
            0xAB => self.lookup_switch()?,
            0xAC..=0xB0 => Op::ReturnValue,
            0xB1 => Op::Return,
            0xB2..=0xB5 => self.field_access(opcode)?,
            0xB6..=0xBA => self.invocation(opcode)?,
            0xBB => Op::New(self.class()?),
            0xBC => Op::NewArray(self.primitive()?),
            0xBD => Op::NewReferenceArray(self.class()?),
            0xBE => Op::ArrayLength,
            0xBF => Op::Throw,
            0xC0 => Op::CheckCast(self.class()?),
            0xC1 => Op::InstanceOf(self.class()?),
            0xC2 => Op::MonitorEnter,
            0xC3 => Op::MonitorExit,
            0xC4 => self.wide()?,
            0xC5 => Op::NewMultiArray(self.class()?, self.reader.u8()?.max(1)),
            0xC6 | 0xC7 => Op::IfNull(opcode == 0xC6, self.near_target()?),
            0xC8 => {
                let offset = self.reader.i32()?;
                Op::Goto(self.target(offset)?)
            }
            0xC9 => {
                self.reader.i32()?;
                Op::Subroutine
            }
            _ => return Err(format!("unknown instruction {opcode:#04x}")),
        })
    }

    fn constant(&self, index: u16) -> Result<Op, Malformed> {
        Ok(match self.pool.get(usize::from(index)) {
            Some(Constant::Int(value)) => Op::Push(Value::Int(*value)),
            Some(Constant::Float(value)) => Op::Push(Value::Float(value.to_bits())),
            Some(Constant::Long(value)) => Op::Push(Value::Long(*value)),
            Some(Constant::Double(value)) => Op::Push(Value::Double(value.to_bits())),
            Some(
                Constant::String(_)
                | Constant::Class(_)
                | Constant::Handle(..)
                | Constant::MethodType(_)
                | Constant::Dynamic(_),
            ) => Op::PushConstant(index),
            _ => return Err(format!("constant {index} cannot be loaded")),
        })
    }

    fn class(&mut self) -> Result<u16, Malformed> {
        let index = self.reader.u16()?;
        match self.pool.get(usize::from(index)) {
            Some(Constant::Class(_)) => Ok(index),
            _ => Err(format!("constant {index} is not a class")),
        }
    }

    fn field_access(&mut self, opcode: u8) -> Result<Op, Malformed> {
        let index = self.reader.u16()?;
        let Some(Constant::Field(_)) = self.pool.get(usize::from(index)) else {
            return Err(format!("constant {index} is not a field"));
        };
        Ok(match opcode {
            0xB2 => Op::GetStatic(index),
            0xB3 => Op::PutStatic(index),
            0xB4 => Op::GetField(index),
            _ => Op::PutField(index),
        })
    }

    fn invocation(&mut self, opcode: u8) -> Result<Op, Malformed> {
        let index = self.reader.u16()?;
        if opcode >= 0xB9 {
            // `count 0` after invokeinterface, `0 0` after invokedynamic.
            self.reader.u16()?;
        }
        match (self.pool.get(usize::from(index)), opcode) {
            (Some(Constant::InvokeDynamic(_)), 0xBA) => Ok(Op::InvokeDynamic(index)),
            (Some(Constant::Method(_)), 0xB6) => Ok(Op::Invoke(InvokeKind::Virtual, index)),
            (Some(Constant::Method(_)), 0xB7) => Ok(Op::Invoke(InvokeKind::Special, index)),
            (Some(Constant::Method(_)), 0xB8) => Ok(Op::Invoke(InvokeKind::Static, index)),
            (Some(Constant::Method(_)), 0xB9) => Ok(Op::Invoke(InvokeKind::Interface, index)),
            _ => Err(format!("constant {index} is not a method")),
        }
    }

    fn primitive(&mut self) -> Result<Element, Malformed> {
        Ok(match self.reader.u8()? {
            4 => Element::Boolean,
            5 => Element::Char,
            6 => Element::Float,
            7 => Element::Double,
            8 => Element::Byte,
            9 => Element::Short,
            10 => Element::Int,
            11 => Element::Long,
            other => return Err(format!("unknown array type {other}")),
        })
    }

    fn wide(&mut self) -> Result<Op, Malformed> {
        let opcode = self.reader.u8()?;
        let index = self.reader.u16()?;
        Ok(match opcode {
            0x15..=0x19 => Op::Load(index),
            0x36..=0x3A => Op::Store(index),
            0x84 => Op::Increment(index, i32::from(self.reader.i16()?)),
            0xA9 => Op::Subroutine,
            _ => return Err(format!("instruction {opcode:#04x} has no wide form")),
        })
    }

    fn near_target(&mut self) -> Result<u32, Malformed> {
        let offset = self.reader.i16()?;
        self.target(i32::from(offset))
    }

    fn target(&self, offset: i32) -> Result<u32, Malformed> {
        u32::try_from(self.start as i64 + i64::from(offset))
            .map_err(|_| "a branch leaves the method".to_owned())
    }

    fn skip_padding(&mut self) -> Result<(), Malformed> {
        while !self.reader.position().is_multiple_of(4) {
            self.reader.u8()?;
        }
        Ok(())
    }

    fn table_switch(&mut self) -> Result<Op, Malformed> {
        self.skip_padding()?;
        let default = self.reader.i32()?;
        let (low, high) = (self.reader.i32()?, self.reader.i32()?);
        let mut cases = Vec::new();
        for key in low..=high {
            // Reading fails at the end of the code, so a lying range costs nothing.
            let offset = self.reader.i32()?;
            cases.push((key, self.target(offset)?));
        }
        Ok(Op::Switch(Box::new(SwitchTable { cases, default: self.target(default)? })))
    }

    fn lookup_switch(&mut self) -> Result<Op, Malformed> {
        self.skip_padding()?;
        let default = self.reader.i32()?;
        let mut cases = Vec::new();
        for _ in 0..self.reader.u32()? {
            let (key, offset) = (self.reader.i32()?, self.reader.i32()?);
            cases.push((key, self.target(offset)?));
        }
        cases.sort_by_key(|case| case.0);
        Ok(Op::Switch(Box::new(SwitchTable { cases, default: self.target(default)? })))
    }
}

fn stack_op(opcode: u8) -> Op {
    match opcode {
        0x57 => Op::Pop,
        0x58 => Op::Pop2,
        0x59 => Op::Dup,
        0x5A => Op::DupX1,
        0x5B => Op::DupX2,
        0x5C => Op::Dup2,
        0x5D => Op::Dup2X1,
        0x5E => Op::Dup2X2,
        _ => Op::Swap,
    }
}

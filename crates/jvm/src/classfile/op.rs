//! Instructions in the form in which they are executed: operands decoded,
//! branch targets as indices, short forms unified.

use super::descriptor::Kind;
use crate::value::Value;

/// One instruction. A number named `constant` indexes the class's constant pool.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Op {
    Nop,
    /// Pushes a number or null.
    Push(Value),
    /// Pushes a string, a class, or another constant that needs resolution.
    PushConstant(u16),
    Load(u16),
    Store(u16),
    Increment(u16, i32),
    ArrayLoad(Element),
    ArrayStore(Element),
    ArrayLength,
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    Int(Arithmetic),
    Long(Arithmetic),
    Float(Arithmetic),
    Double(Arithmetic),
    Convert(Conversion),
    CompareLong,
    /// The flag says what a comparison with NaN gives: 1 if set, else -1.
    CompareFloat(bool),
    CompareDouble(bool),
    /// Compares an int with zero.
    If(Condition, u32),
    IfInts(Condition, u32),
    /// The flag says whether to jump if both are equal.
    IfReferences(bool, u32),
    /// The flag says whether to jump on null.
    IfNull(bool, u32),
    Goto(u32),
    Switch(Box<SwitchTable>),
    Return,
    ReturnValue,
    GetStatic(u16),
    PutStatic(u16),
    GetField(u16),
    PutField(u16),
    Invoke(InvokeKind, u16),
    InvokeDynamic(u16),
    New(u16),
    NewArray(Element),
    NewReferenceArray(u16),
    NewMultiArray(u16, u8),
    Throw,
    CheckCast(u16),
    InstanceOf(u16),
    MonitorEnter,
    MonitorExit,
    /// `jsr` and `ret`, which compilers stopped to emit in 2006.
    Subroutine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Neg,
    ShiftLeft,
    ShiftRight,
    UnsignedShiftRight,
    And,
    Or,
    Xor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
}

/// From one kind of number to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conversion {
    pub from: Kind,
    pub to: Kind,
}

/// What an array holds; bytes and booleans share their instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Element {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Element {
    /// The kind of values that such an array holds.
    pub fn kind(self) -> Kind {
        match self {
            Self::Boolean => Kind::Boolean,
            Self::Byte => Kind::Byte,
            Self::Char => Kind::Char,
            Self::Short => Kind::Short,
            Self::Int => Kind::Int,
            Self::Long => Kind::Long,
            Self::Float => Kind::Float,
            Self::Double => Kind::Double,
            Self::Reference => Kind::Reference,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SwitchTable {
    /// Sorted by key.
    pub cases: Vec<(i32, u32)>,
    pub default: u32,
}

impl SwitchTable {
    pub fn target(&self, key: i32) -> u32 {
        match self.cases.binary_search_by_key(&key, |case| case.0) {
            Ok(found) => self.cases[found].1,
            Err(_) => self.default,
        }
    }
}

/// One row of the exception table; positions are instruction indices.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Handler {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    /// Constant of the caught class; `None` catches everything.
    pub catches: Option<u16>,
}

impl Op {
    /// Where control may go other than to the next instruction.
    pub fn targets(&self) -> Vec<u32> {
        match self {
            Self::If(_, target)
            | Self::IfInts(_, target)
            | Self::IfReferences(_, target)
            | Self::IfNull(_, target)
            | Self::Goto(target) => vec![*target],
            Self::Switch(table) => {
                table.cases.iter().map(|case| case.1).chain([table.default]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether control can reach the next instruction.
    pub fn falls_through(&self) -> bool {
        !matches!(
            self,
            Self::Goto(_)
                | Self::Switch(_)
                | Self::Return
                | Self::ReturnValue
                | Self::Throw
                | Self::Subroutine
        )
    }
}

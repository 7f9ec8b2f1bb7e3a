//! Atomic access to one cell: what `Unsafe`, `VarHandle` and field updaters have in common.

use crate::action::{Access, Action, ActionKind, Place};
use crate::classfile::Kind;
use crate::interpreter::{Interpreter, Trap};
use crate::object::Object;
use crate::value::{ObjectId, Value};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// The flag says whether the access is plain, that is, orders nothing.
    Get {
        plain: bool,
    },
    Set {
        plain: bool,
    },
    CompareAndSet,
    CompareAndExchange,
    GetAndSet,
    GetAndAdd,
    AddAndGet,
    GetAndAddConstant(i64),
    AddConstantAndGet(i64),
    GetAndOr,
    GetAndAnd,
    GetAndXor,
}

impl Operation {
    /// From the name of a `VarHandle` access mode.
    pub fn from_access_mode(name: &str) -> Option<Self> {
        let trimmed = name
            .trim_end_matches("Acquire")
            .trim_end_matches("Release")
            .trim_end_matches("Plain")
            .trim_end_matches("Volatile")
            .trim_end_matches("Opaque");
        Some(match trimmed {
            "get" => Self::Get { plain: name == "get" },
            "set" => Self::Set { plain: name == "set" },
            "compareAndSet" | "weakCompareAndSet" => Self::CompareAndSet,
            "compareAndExchange" => Self::CompareAndExchange,
            "getAndSet" => Self::GetAndSet,
            "getAndAdd" => Self::GetAndAdd,
            "getAndBitwiseOr" => Self::GetAndOr,
            "getAndBitwiseAnd" => Self::GetAndAnd,
            "getAndBitwiseXor" => Self::GetAndXor,
            _ => return None,
        })
    }

    fn kind_and_access(self) -> (ActionKind, Access) {
        match self {
            Self::Get { plain: true } => (ActionKind::Read, Access::Read),
            Self::Get { plain: false } => (ActionKind::VolatileRead, Access::Read),
            Self::Set { plain: true } => (ActionKind::Write, Access::Write),
            Self::Set { plain: false } => (ActionKind::VolatileWrite, Access::Write),
            _ => (ActionKind::Update, Access::Write),
        }
    }
}

/// A field, static field or array element, or several elements that are accessed as one number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    object: ObjectId,
    slot: usize,
    kind: Kind,
    layout: Layout,
}

/// How a cell lies in its object.
#[derive(Debug, Clone, Copy)]
enum Layout {
    /// The value as it is.
    Whole,
    /// So many elements of so many bytes, the lowest bits first.
    Bytes { elements: usize, size: usize },
}

impl Cell {
    pub fn new(object: ObjectId, slot: usize, kind: Kind) -> Self {
        Self { object, slot, kind, layout: Layout::Whole }
    }

    /// A number that takes `elements` elements of an array, each of `size` bytes.
    pub fn across(object: ObjectId, slot: usize, kind: Kind, elements: usize, size: usize) -> Self {
        Self { layout: Layout::Bytes { elements, size }, ..Self::new(object, slot, kind) }
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    fn read(&self, object: &Object) -> Option<Value> {
        let Layout::Bytes { elements, size } = self.layout else { return object.get(self.slot) };
        let mut bits = 0;
        for element in (0..elements).rev() {
            let (_, part) = object.get(self.slot + element)?.bits();
            bits = u64::checked_shl(bits, 8 * size as u32).unwrap_or(0) | part & mask(size);
        }
        Some(Value::from_bits(self.kind, bits))
    }

    /// `false` if the value does not fit.
    fn write(&self, object: &mut Object, value: Value) -> bool {
        let Layout::Bytes { elements, size } = self.layout else {
            return object.set(self.slot, value);
        };
        let (_, bits) = value.bits();
        (0..elements).all(|element| {
            let part = bits >> (8 * size * element) & mask(size);
            let slot = self.slot + element;
            let kind = object.get(slot).map(Value::number_kind);
            kind.is_some_and(|kind| object.set(slot, Value::from_bits(kind, part)))
        })
    }

    fn more_places(&self, access: Access) -> Vec<(Place, Access)> {
        let Layout::Bytes { elements, .. } = self.layout else { return Vec::new() };
        let slots = self.slot + 1..self.slot + elements;
        slots.map(|slot| (Place::new(self.object, slot as u32), access)).collect()
    }
}

/// As many bits as these bytes have.
fn mask(bytes: usize) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

/// Does the operation; `values` are its arguments without the cell.
pub(crate) fn apply(
    interpreter: &mut Interpreter<'_>,
    operation: Operation,
    cell: Cell,
    values: &[Value],
) -> Result<Value, Trap> {
    let value =
        |index: usize| values.get(index).copied().unwrap_or(Value::Unset).narrowed(cell.kind);
    if interpreter.is_cell_visible(cell.object)? {
        let (kind, access) = operation.kind_and_access();
        let compares =
            matches!(operation, Operation::CompareAndSet | Operation::CompareAndExchange);
        let mut action = Action::new(kind, cell.object, cell.slot as u32, access);
        match cell.layout {
            Layout::Whole => action = action.expecting(compares.then(|| value(0))),
            Layout::Bytes { .. } => action = action.also(cell.more_places(access)),
        }
        interpreter.gate(action)?;
    }
    let Some(current) = cell.read(interpreter.object(cell.object)?) else {
        return Err(interpreter.unsupported("access to a field of a modelled object"));
    };
    let (new, result) = match operation {
        Operation::Get { .. } => (None, current),
        Operation::Set { .. } => (Some(value(0)), Value::Unset),
        Operation::CompareAndSet => {
            let equal = current == value(0);
            (equal.then(|| value(1)), Value::boolean(equal))
        }
        Operation::CompareAndExchange => ((current == value(0)).then(|| value(1)), current),
        Operation::GetAndSet => (Some(value(0)), current),
        Operation::GetAndAdd => (add(current, value(0)), current),
        Operation::AddAndGet => {
            let sum = add(current, value(0));
            (sum, sum.unwrap_or(current))
        }
        Operation::GetAndAddConstant(by) => (add(current, Value::Long(by)), current),
        Operation::AddConstantAndGet(by) => {
            let sum = add(current, Value::Long(by));
            (sum, sum.unwrap_or(current))
        }
        Operation::GetAndOr => (bits(current, value(0), |one, two| one | two), current),
        Operation::GetAndAnd => (bits(current, value(0), |one, two| one & two), current),
        Operation::GetAndXor => (bits(current, value(0), |one, two| one ^ two), current),
    };
    if let Some(new) = new {
        let new = new.narrowed(cell.kind);
        let object = interpreter.object_mut(cell.object)?;
        let shared = object.marks.shared;
        if !cell.write(object, new) {
            return Err(interpreter.invalid("a value does not fit into its cell"));
        }
        if shared {
            interpreter.publish(new);
        }
    }
    Ok(result)
}

fn add(current: Value, by: Value) -> Option<Value> {
    match (current, by) {
        (Value::Int(current), Value::Int(by)) => Some(Value::Int(current.wrapping_add(by))),
        (Value::Int(current), Value::Long(by)) => Some(Value::Int(current.wrapping_add(by as i32))),
        (Value::Long(current), Value::Long(by)) => Some(Value::Long(current.wrapping_add(by))),
        (Value::Float(current), Value::Float(by)) => {
            Some(Value::Float((f32::from_bits(current) + f32::from_bits(by)).to_bits()))
        }
        (Value::Double(current), Value::Double(by)) => {
            Some(Value::Double((f64::from_bits(current) + f64::from_bits(by)).to_bits()))
        }
        _ => None,
    }
}

fn bits(current: Value, with: Value, operation: fn(i64, i64) -> i64) -> Option<Value> {
    match (current, with) {
        (Value::Int(current), Value::Int(with)) => {
            Some(Value::Int(operation(i64::from(current), i64::from(with)) as i32))
        }
        (Value::Long(current), Value::Long(with)) => Some(Value::Long(operation(current, with))),
        _ => None,
    }
}

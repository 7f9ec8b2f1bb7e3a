//! Numbers.

use super::{Interpreter, Trap};
use crate::classfile::{Arithmetic, Condition, Conversion, Kind};
use crate::value::Value;
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

impl Interpreter<'_> {
    pub(super) fn int_arithmetic(&mut self, operation: Arithmetic) -> Result<(), Trap> {
        let right = self.pop_int()?;
        if operation == Arithmetic::Neg {
            self.push(Value::Int(right.wrapping_neg()));
            return Ok(());
        }
        let left = self.pop_int()?;
        if right == 0 && matches!(operation, Arithmetic::Div | Arithmetic::Rem) {
            return Err(self.exception("java/lang/ArithmeticException", "/ by zero"));
        }
        self.push(Value::Int(match operation {
            Arithmetic::Add => left.wrapping_add(right),
            Arithmetic::Sub => left.wrapping_sub(right),
            Arithmetic::Mul => left.wrapping_mul(right),
            Arithmetic::Div => left.wrapping_div(right),
            Arithmetic::Rem => left.wrapping_rem(right),
            Arithmetic::Neg => right,
            Arithmetic::ShiftLeft => left.wrapping_shl(right.cast_unsigned()),
            Arithmetic::ShiftRight => left.wrapping_shr(right.cast_unsigned()),
            Arithmetic::UnsignedShiftRight => {
                left.cast_unsigned().wrapping_shr(right.cast_unsigned()).cast_signed()
            }
            Arithmetic::And => left & right,
            Arithmetic::Or => left | right,
            Arithmetic::Xor => left ^ right,
        }));
        Ok(())
    }

    pub(super) fn long_arithmetic(&mut self, operation: Arithmetic) -> Result<(), Trap> {
        // Shifts take an int.
        let right = match self.pop()? {
            Value::Long(right) => right,
            Value::Int(right) => i64::from(right),
            other => return Err(self.invalid(format!("expected a long, found {other:?}"))),
        };
        if operation == Arithmetic::Neg {
            self.push(Value::Long(right.wrapping_neg()));
            return Ok(());
        }
        let left = self.pop_long()?;
        if right == 0 && matches!(operation, Arithmetic::Div | Arithmetic::Rem) {
            return Err(self.exception("java/lang/ArithmeticException", "/ by zero"));
        }
        self.push(Value::Long(match operation {
            Arithmetic::Add => left.wrapping_add(right),
            Arithmetic::Sub => left.wrapping_sub(right),
            Arithmetic::Mul => left.wrapping_mul(right),
            Arithmetic::Div => left.wrapping_div(right),
            Arithmetic::Rem => left.wrapping_rem(right),
            Arithmetic::Neg => right,
            Arithmetic::ShiftLeft => left.wrapping_shl(right as u32),
            Arithmetic::ShiftRight => left.wrapping_shr(right as u32),
            Arithmetic::UnsignedShiftRight => {
                left.cast_unsigned().wrapping_shr(right as u32).cast_signed()
            }
            Arithmetic::And => left & right,
            Arithmetic::Or => left | right,
            Arithmetic::Xor => left ^ right,
        }));
        Ok(())
    }

    pub(super) fn float_arithmetic(&mut self, operation: Arithmetic) -> Result<(), Trap> {
        let right = self.pop_float()?;
        let left = if operation == Arithmetic::Neg { 0.0 } else { self.pop_float()? };
        let result = fractional(operation, left, right);
        let result = result.ok_or_else(|| self.invalid("floats have no bits"))?;
        self.push(Value::Float(result.to_bits()));
        Ok(())
    }

    pub(super) fn double_arithmetic(&mut self, operation: Arithmetic) -> Result<(), Trap> {
        let right = self.pop_double()?;
        let left = if operation == Arithmetic::Neg { 0.0 } else { self.pop_double()? };
        let result = fractional(operation, left, right);
        let result = result.ok_or_else(|| self.invalid("doubles have no bits"))?;
        self.push(Value::Double(result.to_bits()));
        Ok(())
    }

    /// Rust's `as` rounds and saturates as Java does.
    pub(super) fn convert(&mut self, conversion: Conversion) -> Result<(), Trap> {
        let value = match (conversion.from, conversion.to) {
            (Kind::Int, Kind::Long) => Value::Long(i64::from(self.pop_int()?)),
            (Kind::Int, Kind::Float) => Value::Float((self.pop_int()? as f32).to_bits()),
            (Kind::Int, Kind::Double) => Value::Double(f64::from(self.pop_int()?).to_bits()),
            (Kind::Int, narrow) => Value::Int(self.pop_int()?).narrowed(narrow),
            (Kind::Long, Kind::Int) => Value::Int(self.pop_long()? as i32),
            (Kind::Long, Kind::Float) => Value::Float((self.pop_long()? as f32).to_bits()),
            (Kind::Long, _) => Value::Double((self.pop_long()? as f64).to_bits()),
            (Kind::Float, Kind::Int) => Value::Int(self.pop_float()? as i32),
            (Kind::Float, Kind::Long) => Value::Long(self.pop_float()? as i64),
            (Kind::Float, _) => Value::Double(f64::from(self.pop_float()?).to_bits()),
            (_, Kind::Int) => Value::Int(self.pop_double()? as i32),
            (_, Kind::Long) => Value::Long(self.pop_double()? as i64),
            (_, _) => Value::Float((self.pop_double()? as f32).to_bits()),
        };
        self.push(value);
        Ok(())
    }

    pub(super) fn compare_longs(&mut self) -> Result<(), Trap> {
        let (right, left) = (self.pop_long()?, self.pop_long()?);
        self.push(Value::Int(left.cmp(&right) as i32));
        Ok(())
    }

    pub(super) fn compare_floats(&mut self, with_nan: bool) -> Result<(), Trap> {
        let (right, left) = (self.pop_float()?, self.pop_float()?);
        self.push_ordering(left.partial_cmp(&right), with_nan);
        Ok(())
    }

    pub(super) fn compare_doubles(&mut self, with_nan: bool) -> Result<(), Trap> {
        let (right, left) = (self.pop_double()?, self.pop_double()?);
        self.push_ordering(left.partial_cmp(&right), with_nan);
        Ok(())
    }

    fn push_ordering(&mut self, ordering: Option<std::cmp::Ordering>, with_nan: bool) {
        let result = match ordering {
            Some(ordering) => ordering as i32,
            None if with_nan => 1,
            None => -1,
        };
        self.push(Value::Int(result));
    }
}

/// What an operation gives for floats or doubles; `None` if it is one of bits.
fn fractional<N>(operation: Arithmetic, left: N, right: N) -> Option<N>
where
    N: Add<Output = N> + Sub<Output = N> + Mul<Output = N> + Div<Output = N>,
    N: Rem<Output = N> + Neg<Output = N>,
{
    match operation {
        Arithmetic::Add => Some(left + right),
        Arithmetic::Sub => Some(left - right),
        Arithmetic::Mul => Some(left * right),
        Arithmetic::Div => Some(left / right),
        Arithmetic::Rem => Some(left % right),
        Arithmetic::Neg => Some(-right),
        _ => None,
    }
}

pub(super) fn holds(condition: Condition, left: i32, right: i32) -> bool {
    match condition {
        Condition::Equal => left == right,
        Condition::NotEqual => left != right,
        Condition::Less => left < right,
        Condition::GreaterOrEqual => left >= right,
        Condition::Greater => left > right,
        Condition::LessOrEqual => left <= right,
    }
}

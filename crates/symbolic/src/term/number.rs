//! Numbers that can be compared and hashed.

use std::hash::{Hash, Hasher};

/// A floating-point number with a total equality: all NaNs are equal, and
/// `-0` equals `0`.
#[derive(Clone, Copy, Debug)]
pub struct Number(f64);

impl Number {
    /// Wraps a number.
    pub fn new(value: f64) -> Self {
        Number(if value == 0.0 { 0.0 } else { value })
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    fn bits(self) -> u64 {
        if self.0.is_nan() { f64::NAN.to_bits() } else { self.0.to_bits() }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = self.0;
        if value.fract() == 0.0 && value.abs() < 1e21 {
            write!(f, "{value:.0}")
        } else if value.is_infinite() {
            f.write_str(if value > 0.0 { "Infinity" } else { "-Infinity" })
        } else {
            write!(f, "{value}")
        }
    }
}

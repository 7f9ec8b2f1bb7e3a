//! States as a few machine words.
//!
//! A model checker stores, hashes and compares millions of states. Local states and messages of
//! small bounds fit into some dozens of bits, which is an order of magnitude less than structures.

use std::hash::{Hash, Hasher};

/// `W` words of bits. A state of a model; what is where is the business of its layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bits<const W: usize>([u64; W]);

/// Word by word: what is derived hashes an array as a slice of bytes, with its length.
impl<const W: usize> Hash for Bits<W> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|&word| hasher.write_u64(word));
    }
}

impl<const W: usize> Bits<W> {
    /// How many bits there are.
    pub const SIZE: usize = 64 * W;

    /// All bits are 0.
    pub const ZERO: Self = Self([0; W]);

    /// The number in a field.
    #[inline]
    pub fn get(&self, field: Field) -> u64 {
        // Whether a field lies in two words is not asked: the processor would guess wrong.
        let (word, shift) = (field.at / 64, field.at % 64);
        let both = u128::from(self.0[Self::after(word)]) << 64 | u128::from(self.0[word]);
        (both >> shift) as u64 & field.mask()
    }

    /// Changes the number in a field.
    #[inline]
    pub fn set(&mut self, field: Field, value: u64) {
        debug_assert!(value <= field.mask(), "{value} does not fit into {field:?}");
        let (word, shift) = (field.at / 64, field.at % 64);
        let (mask, value) = (u128::from(field.mask()) << shift, u128::from(value) << shift);
        self.0[word] = self.0[word] & !(mask as u64) | value as u64;
        let after = Self::after(word);
        self.0[after] = self.0[after] & !((mask >> 64) as u64) | (value >> 64) as u64;
    }

    /// The next word, if there is one. The last word has all of a field that begins in it.
    #[inline]
    fn after(word: usize) -> usize {
        (word + 1).min(W - 1)
    }

    /// Sorts the fields that a function gives for 0 up to, but without, `count`.
    pub fn sort(&mut self, count: usize, field: impl Fn(usize) -> Field) {
        // Insertion sort, for there are few.
        for end in 1..count {
            for index in (1..=end).rev() {
                let (left, right) = (self.get(field(index - 1)), self.get(field(index)));
                if left <= right {
                    break;
                }
                self.set(field(index - 1), right);
                self.set(field(index), left);
            }
        }
    }

    /// Sets one bit of a field.
    #[inline]
    pub fn insert(&mut self, field: Field, bit: usize) {
        debug_assert!(bit < field.width);
        let at = field.at + bit;
        self.0[at / 64] |= 1 << (at % 64);
    }
}

/// Something with numbers in fields.
pub trait Fields {
    /// The number in a field.
    fn get(&self, field: Field) -> u64;

    /// Changes the number in a field.
    fn set(&mut self, field: Field, value: u64);

    /// Sets one bit of a field.
    fn insert(&mut self, field: Field, bit: usize);
}

impl<const W: usize> Fields for Bits<W> {
    #[inline]
    fn get(&self, field: Field) -> u64 {
        Bits::get(self, field)
    }

    #[inline]
    fn set(&mut self, field: Field, value: u64) {
        Bits::set(self, field, value);
    }

    #[inline]
    fn insert(&mut self, field: Field, bit: usize) {
        Bits::insert(self, field, bit);
    }
}

/// A part of a state that fits into one word, to be changed in a register and put back.
#[derive(Clone, Copy, Debug)]
pub struct Word(pub u64);

impl Fields for Word {
    #[inline]
    fn get(&self, field: Field) -> u64 {
        field.of_word(self.0)
    }

    #[inline]
    fn set(&mut self, field: Field, value: u64) {
        debug_assert!(value <= field.mask(), "{value} does not fit into {field:?}");
        self.0 = self.0 & !(field.mask() << field.at) | value << field.at;
    }

    #[inline]
    fn insert(&mut self, field: Field, bit: usize) {
        debug_assert!(bit < field.width);
        self.0 |= 1 << (field.at + bit);
    }
}

/// Where a number is: up to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Field {
    at: usize,
    width: usize,
}

impl Field {
    #[inline]
    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// How many bits it has.
    pub fn width(self) -> usize {
        self.width
    }

    /// The number in this field of a single word.
    #[inline]
    pub fn of_word(self, word: u64) -> u64 {
        debug_assert!(self.at + self.width <= 64);
        word >> self.at & self.mask()
    }

    /// So many of its bits, from one on.
    #[inline]
    pub fn part(self, from: usize, width: usize) -> Self {
        debug_assert!(from + width <= self.width);
        Self { at: self.at + from, width }
    }

    /// Where the field is in a word that has all of `outer`.
    #[inline]
    pub fn within(self, outer: Self) -> Self {
        debug_assert!(self.at >= outer.at && self.at + self.width <= outer.at + outer.width);
        Self { at: self.at - outer.at, ..self }
    }

    /// The same field, so many bits further on.
    #[inline]
    pub fn shifted(self, bits: usize) -> Self {
        Self { at: self.at + bits, ..self }
    }
}

/// Hands out fields, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    used: usize,
}

impl Layout {
    /// A field for the numbers up to `largest`.
    pub fn number(&mut self, largest: usize) -> Field {
        self.bits(bits_for(largest))
    }

    /// A field of `width` bits, at most 64.
    pub fn bits(&mut self, width: usize) -> Field {
        let field = Field { at: self.used, width: width.clamp(1, 64) };
        self.used += field.width;
        field
    }

    /// A table of fields of `width` bits.
    pub fn grid<const D: usize>(&mut self, sizes: [usize; D], width: usize) -> Grid<D> {
        let mut strides = [0; D];
        let mut size = width;
        for (stride, count) in strides.iter_mut().zip(sizes).rev() {
            *stride = size;
            size *= count;
        }
        let first = Field { at: self.used, width };
        self.used += size;
        Grid { first, strides }
    }

    /// How many bits are in use.
    pub fn used(self) -> usize {
        self.used
    }

    /// Everything from one bit on, as one field if it is not too long.
    pub fn since(self, at: usize) -> Field {
        Field { at, width: self.used - at }
    }

    /// Leaves room for `times` repetitions of everything so far, which is one field if it is not
    /// too long.
    pub fn columns(&mut self, times: usize) -> Field {
        let column = Field { at: 0, width: self.used };
        self.used *= times;
        column
    }
}

/// A table of fields, indexed from 0.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const D: usize> {
    first: Field,
    strides: [usize; D],
}

impl<const D: usize> Grid<D> {
    /// The field at a place in the table.
    #[inline]
    pub fn at(&self, indices: [usize; D]) -> Field {
        let offset: usize = indices.iter().zip(self.strides).map(|(i, stride)| i * stride).sum();
        self.first.shifted(offset)
    }

    /// The whole table as one field, if it has at most 64 bits.
    pub fn whole(&self, sizes: [usize; D]) -> Field {
        let width = self.first.width * sizes.iter().product::<usize>();
        Field { width, ..self.first }
    }
}

/// How many bits the numbers up to `largest` take; at least one.
pub fn bits_for(largest: usize) -> usize {
    (usize::BITS - largest.max(1).leading_zeros()) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Fields keep what they are given, wherever they lie, and leave others alone.
        #[test]
        fn fields_are_independent(
            fields in prop::collection::vec((1_usize..=64, any::<u64>(), any::<u64>()), 1..5),
        ) {
            let mut layout = Layout::default();
            let fields: Vec<_> =
                fields.into_iter().map(|(width, a, b)| (layout.bits(width), a, b)).collect();
            let mut bits = Bits::<5>::ZERO;
            for &(field, a, _) in &fields {
                bits.set(field, a & field.mask());
            }
            for &(field, _, b) in &fields {
                bits.set(field, b & field.mask());
            }
            for &(field, _, b) in &fields {
                prop_assert_eq!(bits.get(field), b & field.mask());
            }
        }

        /// A word is what one word of bits is.
        #[test]
        fn a_word_is_one_word_of_bits(
            width in 1_usize..=63, at in 0_usize..=63, before: u64, value: u64, bit: usize,
        ) {
            let field = Field { at: at.min(64 - width), width };
            let (mut bits, mut word) = (Bits([before]), Word(before));
            prop_assert_eq!(Fields::get(&word, field), bits.get(field));
            bits.set(field, value & field.mask());
            Fields::set(&mut word, field, value & field.mask());
            prop_assert_eq!(word.0, bits.0[0]);
            bits.insert(field, bit % width);
            Fields::insert(&mut word, field, bit % width);
            prop_assert_eq!(word.0, bits.0[0]);
        }
    }
}

//! Values of variables, fields and operands.

use crate::classfile::Kind;

/// Name of an object: who allocated it, and its number among the live objects of that thread.
///
/// A name stays with an object as long as the object is reachable; then the
/// thread may use it again. Names therefore do not depend on the order in
/// which different threads allocate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(u32);

/// Number of bits for the index within an arena.
const INDEX_BITS: u32 = 24;

/// Who allocated an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arena {
    /// Constructor and setup calls, before the clients start.
    Setup,
    /// A thread, by its number.
    Thread(usize),
    /// The static fields of a class; the index is the class.
    Statics,
    /// Constants of the loaded classes: literals, class mirrors, small boxes.
    Constants,
}

impl ObjectId {
    const SETUP: u32 = 0;
    const STATICS: u32 = 254;
    const CONSTANTS: u32 = 255;

    #[inline]
    pub(crate) fn new(arena: Arena, index: usize) -> Self {
        let high = match arena {
            Arena::Setup => Self::SETUP,
            Arena::Thread(thread) => thread as u32 + 1,
            Arena::Statics => Self::STATICS,
            Arena::Constants => Self::CONSTANTS,
        };
        debug_assert!(index < 1 << INDEX_BITS);
        Self(high << INDEX_BITS | index as u32)
    }

    #[inline]
    pub(crate) fn arena(self) -> Arena {
        match self.0 >> INDEX_BITS {
            Self::SETUP => Arena::Setup,
            Self::STATICS => Arena::Statics,
            Self::CONSTANTS => Arena::Constants,
            thread => Arena::Thread(thread as usize - 1),
        }
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 & ((1 << INDEX_BITS) - 1)) as usize
    }

    /// Whether a thread allocated the object, so that it may have another name in a state that is
    /// the same otherwise.
    #[inline]
    pub(crate) fn is_of_thread(self) -> bool {
        !matches!(self.0 >> INDEX_BITS, Self::SETUP | Self::STATICS | Self::CONSTANTS)
    }

    /// The name as one number, the same for all objects that threads allocated.
    #[inline]
    pub(crate) fn without_name(self) -> u32 {
        if self.is_of_thread() { u32::MAX } else { self.0 }
    }

    /// The name as one number.
    #[must_use]
    #[inline]
    pub fn as_u32(self) -> u32 {
        self.0
    }
}

impl std::fmt::Display for ObjectId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.arena() {
            Arena::Setup => write!(f, "s{}", self.index()),
            Arena::Thread(thread) => write!(f, "t{thread}.{}", self.index()),
            Arena::Statics => write!(f, "class{}", self.index()),
            Arena::Constants => write!(f, "c{}", self.index()),
        }
    }
}

/// One value. Floating point numbers are kept as bits so that states compare exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    /// A variable that holds nothing, or nothing that is read again.
    Unset,
    Null,
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    Ref(ObjectId),
}

impl Value {
    /// What a field of this kind holds before anyone writes it.
    pub fn default_of(kind: Kind) -> Self {
        match kind {
            Kind::Void => Self::Unset,
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => Self::Int(0),
            Kind::Long => Self::Long(0),
            Kind::Float => Self::Float(0),
            Kind::Double => Self::Double(0),
            Kind::Reference => Self::Null,
        }
    }

    pub fn boolean(value: bool) -> Self {
        Self::Int(i32::from(value))
    }

    pub fn reference(id: Option<ObjectId>) -> Self {
        id.map_or(Self::Null, Self::Ref)
    }

    #[inline]
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long(_) | Self::Double(_))
    }

    #[inline]
    pub fn as_ref(self) -> Option<ObjectId> {
        match self {
            Self::Ref(id) => Some(id),
            _ => None,
        }
    }

    /// The value as 64 bits, with its kind in a second number, for hashing.
    #[inline]
    pub fn bits(self) -> (u64, u64) {
        match self {
            Self::Unset => (0, 0),
            Self::Null => (1, 0),
            Self::Int(value) => (2, u64::from(value.cast_unsigned())),
            Self::Long(value) => (3, value.cast_unsigned()),
            Self::Float(bits) => (4, u64::from(bits)),
            Self::Double(bits) => (5, bits),
            Self::Ref(id) => (6, u64::from(id.0)),
        }
    }

    /// As [`Value::bits`], without the names of objects that threads allocated.
    #[inline]
    pub fn bits_without_names(self) -> (u64, u64) {
        match self {
            Self::Ref(id) => (6, u64::from(id.without_name())),
            other => other.bits(),
        }
    }

    /// The number of a kind that has these bits; the opposite of [`Value::bits`].
    pub fn from_bits(kind: Kind, bits: u64) -> Self {
        match kind {
            Kind::Long => Self::Long(bits.cast_signed()),
            Kind::Float => Self::Float(bits as u32),
            Kind::Double => Self::Double(bits),
            _ => Self::Int((bits as u32).cast_signed()).narrowed(kind),
        }
    }

    /// The number of a kind whose bytes come in the opposite order.
    pub fn with_bytes_reversed(self, kind: Kind) -> Self {
        let (_, bits) = self.bits();
        Self::from_bits(kind, bits.swap_bytes() >> (64 - 8 * kind.size().clamp(1, 8)))
    }

    /// The kind that numbers like this have on the operand stack.
    pub fn number_kind(self) -> Kind {
        match self {
            Self::Long(_) => Kind::Long,
            Self::Float(_) => Kind::Float,
            Self::Double(_) => Kind::Double,
            _ => Kind::Int,
        }
    }

    /// Cuts an int down to what a field or array of this kind can hold.
    #[inline]
    pub fn narrowed(self, kind: Kind) -> Self {
        match (self, kind) {
            (Self::Int(value), Kind::Boolean) => Self::Int(value & 1),
            (Self::Int(value), Kind::Byte) => Self::Int(i32::from(value as i8)),
            (Self::Int(value), Kind::Short) => Self::Int(i32::from(value as i16)),
            (Self::Int(value), Kind::Char) => Self::Int(i32::from(value as u16)),
            _ => self,
        }
    }
}

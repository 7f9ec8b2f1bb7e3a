//! Hashes that are computed once per version of a component.

use std::sync::atomic::{AtomicU64, Ordering};

/// A hash kept beside the data it belongs to; copying keeps it, changing must [clear](Fingerprint::clear) it.
#[derive(Debug, Default)]
pub(crate) struct Fingerprint(AtomicU64);

impl Fingerprint {
    pub fn get_or(&self, compute: impl FnOnce(&mut Mixer)) -> u64 {
        match self.0.load(Ordering::Relaxed) {
            0 => {
                let mut mixer = Mixer::default();
                compute(&mut mixer);
                let hash = mixer.finish() | 1;
                self.0.store(hash, Ordering::Relaxed);
                hash
            }
            hash => hash,
        }
    }

    pub fn clear(&mut self) {
        *self.0.get_mut() = 0;
    }
}

impl Clone for Fingerprint {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

/// Mixes numbers by folded multiplication.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mixer(u64);

impl Default for Mixer {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Mixer {
    pub fn add(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number)
            * 0xA076_1D64_78BD_642F_E703_7ED1_A0B4_28DB_u128 as u64 as u128;
        self.0 = (product as u64) ^ ((product >> 64) as u64) ^ number.rotate_left(32);
        self.0 = self.0.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(23);
    }

    pub fn finish(self) -> u64 {
        let product = u128::from(self.0) * u128::from(0xE703_7ED1_A0B4_28DB_u64);
        (product as u64) ^ ((product >> 64) as u64)
    }
}

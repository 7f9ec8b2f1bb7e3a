//! Hashes of state components, 128 bits wide so that explorations that keep only hashes can be
//! trusted. A component's fingerprint is computed once, when a step is over; zero means that the
//! component has changed since.

/// Fingerprint of a component, or zero.
pub(crate) type Fingerprint = u128;

/// Two independent lanes of folded multiplication.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mixer {
    left: u64,
    right: u64,
}

impl Default for Mixer {
    fn default() -> Self {
        Self { left: 0x9E37_79B9_7F4A_7C15, right: 0xD1B5_4A32_D192_ED03 }
    }
}

impl Mixer {
    #[inline]
    pub fn add(&mut self, number: u64) {
        // The rotated number keeps a lane from being stuck at zero.
        self.left = fold(self.left ^ number, 0xA076_1D64_78BD_642F).rotate_left(23)
            ^ number.wrapping_mul(0xE703_7ED1_A0B4_28DB);
        self.right = fold(self.right.wrapping_add(number), 0x8EBC_6AF0_9C88_C6E3)
            .wrapping_add(number.rotate_left(32) ^ 0x5899_65CC_7537_4CC3);
    }

    #[inline]
    pub fn add_fingerprint(&mut self, fingerprint: Fingerprint) {
        self.add(fingerprint as u64);
        self.right ^= (fingerprint >> 64) as u64;
    }

    pub fn finish(self) -> Fingerprint {
        let left = fold(self.left, 0x1D8E_4E27_C47D_124F);
        let right = fold(self.right, 0xEB44_ACCA_B455_D165);
        (u128::from(left) << 64 | u128::from(right)).max(1)
    }
}

fn fold(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn both_halves_tell_small_sequences_apart() {
        let mut halves = (HashSet::new(), HashSet::new());
        for number in 0..100_000u64 {
            let mut mixer = Mixer::default();
            mixer.add(number / 300);
            mixer.add(number % 300);
            let fingerprint = mixer.finish();
            halves.0.insert((fingerprint >> 64) as u64);
            halves.1.insert(fingerprint as u64);
        }
        assert_eq!((halves.0.len(), halves.1.len()), (100_000, 100_000));
    }
}

//! 128-bit fingerprints of states, for hash compaction.

use std::hash::{Hash, Hasher};

/// The fingerprint of `value`; the same in every run.
pub(crate) fn fingerprint<T: Hash>(value: &T) -> u128 {
    let mut hasher = Fingerprint { left: 0x243f_6a88_85a3_08d3, right: 0x1319_8a2e_0370_7344 };
    value.hash(&mut hasher);
    let left = folded_multiply(hasher.left ^ 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89);
    let right = folded_multiply(hasher.right ^ 0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c);
    (u128::from(left) << 64) | u128::from(right)
}

/// Two independent lanes of folded multiplication, with digits of pi as constants.
struct Fingerprint {
    left: u64,
    right: u64,
}

pub(crate) fn folded_multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Hasher for Fingerprint {
    fn write_u64(&mut self, word: u64) {
        // The rotation keeps a lane from being stuck at zero when a word happens to cancel it.
        self.left = folded_multiply(self.left ^ word, 0xc0ac_29b7_c97c_50dd).rotate_left(23)
            ^ word.wrapping_mul(0x3f84_d5b5_b547_0917);
        self.right = folded_multiply(self.right.wrapping_add(word), 0x9216_d5d9_8979_fb1b)
            .wrapping_add(word.rotate_left(32) ^ 0xd131_0ba6_98df_b5ac);
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        let rest = words.remainder();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        // The length keeps "a" and "a\0" apart.
        self.write_u64(u64::from_le_bytes(last) ^ ((bytes.len() as u64) << 57));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn finish(&self) -> u64 {
        self.left ^ self.right
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_half_tells_a_million_small_values_apart() {
        let mut left = HashSet::new();
        let mut right = HashSet::new();
        for value in 0..1_000_000_u64 {
            let print = fingerprint(&[value / 1000, value % 1000, 0]);
            left.insert((print >> 64) as u64);
            right.insert(print as u64);
        }
        assert_eq!((left.len(), right.len()), (1_000_000, 1_000_000));
    }

    #[test]
    fn bytes_and_lengths_matter() {
        let texts = ["", "a", "a\0", "abcdefgh", "abcdefgh\0", "abcdefghi"];
        let prints: HashSet<u128> = texts.iter().map(fingerprint).collect();
        assert_eq!(prints.len(), texts.len());
    }
}

//! How many there are, in words.

use std::fmt;

/// A number of things: `1 run`, `2 runs`, `3 processes`.
pub fn counted<N: fmt::Display + PartialEq + From<u8>>(number: N, one: &str) -> String {
    let ending = match number == N::from(1) {
        true => "",
        false if one.ends_with('s') => "es",
        false => "s",
    };
    format!("{number} {one}{ending}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_not_several() {
        let counts = [counted(0_u64, "run"), counted(1_usize, "run"), counted(2_u8, "process")];
        assert_eq!(counts, ["0 runs", "1 run", "2 processes"]);
    }
}

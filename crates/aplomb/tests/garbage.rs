//! Everything that reads the input of strangers is fed garbage: the seeds of the fuzz targets
//! (`fuzz/`), and mutations of them that are drawn with a fixed seed. Nothing may panic, and
//! nothing may take long. `scripts/fuzz` looks deeper.

// Only the wrappers for cargo-fuzz ask for a target by its name.
#[allow(dead_code)]
#[path = "../../../fuzz/src/lib.rs"]
mod targets;

use std::fs::File;
use std::io::{Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// How many mutations of its seeds a target is fed. For a long run, set `APLOMB_MUTATIONS`.
fn mutations() -> usize {
    let number = std::env::var("APLOMB_MUTATIONS").ok().and_then(|number| number.parse().ok());
    number.unwrap_or(150)
}

/// How long one input may take, in a build for development on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

/// What parsers look for.
const TOKENS: [&[u8]; 16] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b")",
    b"\"",
    b"'",
    b"\\",
    b"${",
    b"\n",
    b"\0",
    b"\xff",
    b"-1",
    b"99999999999999999999",
    b"$ref: &a *a",
];

struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// One seed, changed in a few places.
    fn mutation(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = seeds[self.below(seeds.len())].clone();
        for _ in 0..1 + self.below(4) {
            let at = self.below(bytes.len() + 1);
            let end = (at + self.below(40)).min(bytes.len());
            match self.below(6) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..end)),
                2 => drop(bytes.splice(at..at, TOKENS[self.below(TOKENS.len())].iter().copied())),
                3 if at < bytes.len() => bytes[at] = self.next() as u8,
                4 => {
                    let again = bytes[at..end].repeat(1 + self.below(50));
                    drop(bytes.splice(at..at, again));
                }
                _ => {
                    let other = &seeds[self.below(seeds.len())];
                    let from = self.below(other.len() + 1);
                    drop(bytes.splice(at..end, other[from..].iter().copied()));
                }
            }
        }
        bytes
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let entries = std::fs::read_dir(&folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect("a seed")).collect()
}

/// Writes into a file that stays open: file systems flush one that is closed, which takes long.
fn keep(file: &mut File, input: &[u8]) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(input)
}

#[test]
fn nothing_panics_and_nothing_takes_long() {
    let mut wrong = Vec::new();
    // What is fed, for when a stack overflows, which ends the process without a word.
    let fed = File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join("garbage"));
    let mut fed = fed.expect("a file can be made");
    for (number, (name, target)) in targets::TARGETS.iter().enumerate() {
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name} has no seeds");
        let mut random = Random(number as u64);
        let mutated = (0..mutations()).map(|_| random.mutation(&seeds));
        let inputs: Vec<Vec<u8>> = seeds.iter().cloned().chain(mutated).collect();
        for input in inputs {
            keep(&mut fed, &input).expect("a file can be written");
            let start = Instant::now();
            let ended = catch_unwind(AssertUnwindSafe(|| target(&input)));
            let slow = start.elapsed() > LONGEST;
            if ended.is_err() || slow {
                let what = if slow { "takes long" } else { "panics" };
                wrong.push(format!("{name} {what} for {:?}", String::from_utf8_lossy(&input)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The wrappers for cargo-fuzz are those of the targets, and each has its seeds.
#[test]
fn every_target_has_its_wrapper_and_its_seeds() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let listed = |folder: &str| {
        let entries = std::fs::read_dir(fuzz.join(folder)).expect("a folder");
        let names = entries.flatten().map(|entry| entry.file_name().into_string().expect("UTF-8"));
        let mut names: Vec<String> =
            names.map(|name| name.trim_end_matches(".rs").replace('_', "-")).collect();
        names.sort();
        names
    };
    let targets: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed("fuzz_targets"), targets);
    assert_eq!(listed("seeds"), targets);
}

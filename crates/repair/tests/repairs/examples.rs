//! Executions whose optimal repairs were worked out by hand.

use aplomb_repair::{Decomposition, Limits, optimal_eliminators, repair};

use crate::notation::{execution, shown};

struct Example {
    bad: &'static str,
    good: &'static [&'static str],
    /// Pairs of actions that conflict.
    conflicts: &'static [(usize, usize)],
    /// Optimal sets of segments, by the places of their actions.
    segments: &'static [&'static str],
    /// Ranked sets of blocks, by lines, and how many good executions they forbid.
    blocks: &'static [(&'static str, usize)],
}

impl Example {
    fn check(&self) {
        let bad = execution(self.bad);
        assert_eq!(bad.conflicts(), self.conflicts);
        let eliminators = optimal_eliminators(&bad);
        let segments: Vec<String> = eliminators.iter().map(shown).collect();
        let mut expected = self.segments.to_vec();
        expected.sort_unstable();
        let mut found: Vec<&str> = segments.iter().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
        for eliminator in &eliminators {
            assert!(!Decomposition::by_segments(&bad, eliminator).is_serializable(&bad));
        }
        let good: Vec<_> = self.good.iter().map(|text| execution(text)).collect();
        let repairs = repair(&[bad], &good, &Limits::default()).expect("few repairs");
        let blocks: Vec<(String, usize)> =
            repairs.ranked.iter().map(|it| (shown(&it.repair), it.disabled)).collect();
        let expected: Vec<(String, usize)> =
            self.blocks.iter().map(|&(text, disabled)| (text.to_owned(), disabled)).collect();
        assert_eq!(blocks, expected);
        assert_eq!(repairs.beyond_repair.is_empty(), !self.segments.is_empty());
    }
}

/// Figures 2.21 and 2.22: a push is interrupted, and two pops return the same value. The likely
/// cause is that `pop` reads and clears an element in two steps (lines 8 and 9), because making
/// `push` atomic forbids an execution that is fine.
#[test]
fn stack_of_afek() {
    Example {
        bad: "T2.0@2 w range
              T2.0@3 w items0
              T1.0@2 w range
              T2.1@5 r range
              T2.1@8 r items1
              T2.1@9 w items1
              T2.1@8 r items0
              T3.0@5 r range
              T3.0@8 r items1
              T3.0@9 w items1
              T3.0@8 r items0
              T3.0@9 w items0
              T2.1@9 w items0
              T1.0@3 w items1",
        good: &["T2.0@2 w range
                 T2.0@3 w items0
                 T1.0@2 w range
                 T2.1@5 r range
                 T2.1@8 r items1
                 T2.1@9 w items1
                 T2.1@8 r items0
                 T2.1@9 w items0
                 T1.0@3 w items1
                 T3.0@5 r range
                 T3.0@8 r items1
                 T3.0@9 w items1"],
        conflicts: &[
            (0, 2),
            (0, 7),
            (1, 10),
            (1, 11),
            (2, 3),
            (2, 7),
            (4, 9),
            (4, 13),
            (5, 8),
            (5, 9),
            (5, 13),
            (6, 11),
            (8, 13),
            (9, 13),
            (10, 12),
            (11, 12),
        ],
        segments: &["[2,13]", "[6,12]"],
        blocks: &[("[8,9]", 0), ("[2,3]", 1)],
    }
    .check();
}

#[test]
fn lost_update() {
    Example {
        bad: "T1.0@1 r x
              T2.0@1 r x
              T1.0@2 w x
              T2.0@2 w x",
        good: &["T1.0@1 r x
                 T1.0@2 w x
                 T2.0@1 r x
                 T2.0@2 w x"],
        conflicts: &[(0, 3), (1, 2), (2, 3)],
        segments: &["[1,3]"],
        blocks: &[("[1,2]", 0)],
    }
    .check();
}

/// One block alone is not enough.
#[test]
fn write_skew() {
    Example {
        bad: "T1.0@1 r x
              T2.0@11 r y
              T1.0@2 w y
              T2.0@12 w x",
        good: &[],
        conflicts: &[(0, 3), (1, 2)],
        segments: &["[0,2] [1,3]"],
        blocks: &[("[1,2] [11,12]", 0)],
    }
    .check();
}

/// Figure 2.23: of the three cycles in the text only one is minimal.
#[test]
fn interval_graph_of_figure_2_23() {
    Example {
        bad: "T1.0@1 r x
              T2.0@5 r p
              T2.0@6 w x
              T2.1@7 r q
              T2.1@8 w y
              T1.0@2 r u
              T1.0@3 r y
              T1.0@4 r y",
        good: &[],
        conflicts: &[(0, 2), (4, 6), (4, 7)],
        segments: &["[0,6]"],
        blocks: &[("[1,3]", 0)],
    }
    .check();
}

/// Figure 2.24 with two processes and two conflicts each way: every choice of one conflict each way
/// is a repair of its own.
#[test]
fn parallel_conflicts_of_figure_2_24() {
    Example {
        bad: "T1.0@1 w a1
              T1.0@2 w a2
              T2.0@11 w b1
              T2.0@12 w b2
              T2.0@13 r a1
              T2.0@14 r a2
              T1.0@3 r b1
              T1.0@4 r b2",
        good: &[],
        conflicts: &[(0, 4), (1, 5), (2, 6), (3, 7)],
        segments: &["[0,6] [2,4]", "[0,7] [3,4]", "[1,6] [2,5]", "[1,7] [3,5]"],
        blocks: &[
            ("[1,3] [11,13]", 0),
            ("[1,4] [12,13]", 0),
            ("[2,3] [11,14]", 0),
            ("[2,4] [12,14]", 0),
        ],
    }
    .check();
}

/// The second and the third process are only passed through.
#[test]
fn cycle_through_three_processes() {
    Example {
        bad: "T1.0@1 w x
              T2.0@11 r x
              T2.0@12 w y
              T3.0@21 r y
              T3.0@22 w z
              T1.0@2 r z",
        good: &[],
        conflicts: &[(0, 1), (2, 3), (4, 5)],
        segments: &["[0,5]"],
        blocks: &[("[1,2]", 0)],
    }
    .check();
}

/// What happens between two operations cannot be ruled out by making either atomic.
#[test]
fn interference_between_operations() {
    Example {
        bad: "T1.0@1 r x
              T2.0@11 w x
              T1.1@1 r x",
        good: &[],
        conflicts: &[(0, 1), (1, 2)],
        segments: &[],
        blocks: &[],
    }
    .check();
}

/// The cycle enters and leaves the second process at the same action.
#[test]
fn single_access_in_between() {
    Example {
        bad: "T1.0@1 r x
              T2.0@11 w x
              T1.0@2 w x",
        good: &[],
        conflicts: &[(0, 1), (1, 2)],
        segments: &["[0,2]"],
        blocks: &[("[1,2]", 0)],
    }
    .check();
}

/// `count++` is one line, and no smaller block helps.
#[test]
fn increment_on_one_line() {
    Example {
        bad: "T1.0@5 r n
              T2.0@5 r n
              T1.0@5 w n
              T2.0@5 w n",
        good: &[],
        conflicts: &[(0, 3), (1, 2), (2, 3)],
        segments: &["[1,3]"],
        blocks: &[("[5,5]", 0)],
    }
    .check();
}

/// Executions that differ only in the order of reads, or of what touches different objects, are of
/// one class.
#[test]
fn classes_of_executions() {
    let class = |text: &str| execution(text).class();
    let one = "T1.0@1 r x
               T2.0@1 r x
               T1.0@2 w y
               T2.0@2 w x";
    let same = "T2.0@1 r x
                T1.0@1 r x
                T2.0@2 w x
                T1.0@2 w y";
    let other = "T2.0@1 r x
                 T2.0@2 w x
                 T1.0@1 r x
                 T1.0@2 w y";
    assert_eq!(class(one), class(same));
    assert_ne!(class(one), class(other));
}

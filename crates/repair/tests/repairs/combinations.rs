//! Combining families of repairs, against the product written out.

use aplomb_repair::{Limits, Repair, Section, TooMany, combine};
use proptest::prelude::*;

use crate::notation::{repair, shown};

fn combined(families: &[&[&str]]) -> Vec<String> {
    let families = families.iter().map(|family| family.iter().map(|it| repair(it)).collect());
    combine(families, &Limits::default()).expect("few repairs").iter().map(shown).collect()
}

#[test]
fn what_one_execution_needs_and_what_another_needs() {
    assert_eq!(combined(&[&["[1,2]"], &["[5,6]"]]), ["[1,2] [5,6]"]);
}

#[test]
fn overlapping_blocks_are_merged_before_anything_is_left_out() {
    assert_eq!(combined(&[&["[27,35]"], &["[30,35]"]]), ["[27,35]"]);
    assert_eq!(combined(&[&["[1,3]"], &["[3,5]"]]), ["[1,5]"]);
    // Neighbours do not overlap.
    assert_eq!(combined(&[&["[1,2]"], &["[3,5]"]]), ["[1,2] [3,5]"]);
}

#[test]
fn one_block_for_both_beats_one_for_each() {
    assert_eq!(combined(&[&["[1,2]", "[8,9]"], &["[2,3]", "[8,9]"]]), ["[1,3]", "[8,9]"]);
}

#[test]
fn an_execution_beyond_repair_leaves_nothing() {
    assert!(combined(&[&["[1,2]"], &[]]).is_empty());
}

#[test]
fn too_many_repairs_are_an_error_not_a_shorter_list() {
    let families = (0..10_usize).map(|number| {
        let block = |offset: usize| {
            Repair::new([Section::new(0, 10 * number + offset, 10 * number + offset)])
        };
        vec![block(0), block(5)]
    });
    let limits = Limits { repairs: 1000 };
    assert_eq!(combine(families.clone(), &limits), Err(TooMany(1000)));
    assert_eq!(combine(families, &Limits::default()).map(|all| all.len()), Ok(1024));
}

/// Steps 3 to 5 of the algorithm in 2.3.2.2, as they are written.
fn product(families: &[Vec<Repair>]) -> Vec<Repair> {
    let mut all = vec![Repair::default()];
    for family in families {
        let with = |one: &Repair| family.iter().map(|other| one.flatten(other)).collect::<Vec<_>>();
        all = all.iter().flat_map(with).collect();
    }
    all.sort_unstable();
    all.dedup();
    let minimal = |one: &&Repair| !all.iter().any(|other| other != *one && one.subsumes(other));
    all.iter().filter(minimal).cloned().collect()
}

proptest! {
    #[test]
    fn without_the_product_as_with_it(
        families in prop::collection::vec(
            prop::collection::vec(
                prop::collection::vec((0_usize..2, 0_usize..8, 0_usize..8), 1..3),
                1..4,
            ),
            0..5,
        ),
    ) {
        let section = |&(within, first, last): &(usize, usize, usize)| {
            Section::new(within, first, last)
        };
        let families: Vec<Vec<Repair>> = families
            .iter()
            .map(|family| family.iter().map(|it| Repair::new(it.iter().map(section))).collect())
            .collect();
        let expected = product(&families);
        prop_assert_eq!(combine(families, &Limits::default()), Ok(expected));
    }
}

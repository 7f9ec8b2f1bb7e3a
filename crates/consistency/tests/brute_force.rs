//! Agreement with exhaustive enumeration, for every model, over random
//! programs; and monotony along the lattice.
//!
//! `APLOMB_PROGRAMS` says how many programs to try and `APLOMB_SEED` where to
//! start; the default suits a test run.

#[path = "brute/enumerate.rs"]
mod enumerate;
#[path = "brute/generate.rs"]
#[allow(dead_code, reason = "each test uses one of the two")]
mod generate;
#[path = "brute/operational.rs"]
mod operational;
#[path = "brute/random.rs"]
mod random;
#[path = "brute/result.rs"]
mod result;

use std::collections::BTreeSet;

use aplomb_consistency::execution::Levels;
use aplomb_consistency::program::Transaction;
use aplomb_consistency::{
    Isolation, Model, Options, Program, SessionGuarantees, Verdict, check_levels, fixture,
};
use enumerate::Result;
use random::Random;
use result::excludes;

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The same promises at another model.
fn at(isolation: Isolation, model: Model) -> Levels {
    Levels::uniform(Isolation { model, ..isolation })
}

/// The results of a program under all models, by exhaustion.
fn all_results(
    program: &Program,
    isolation: Isolation,
    every_subset: bool,
) -> Vec<(Model, BTreeSet<Result>)> {
    let mut all = Vec::new();
    let mut add = |models: &[Model]| {
        let levels: Vec<Levels> = models.iter().map(|&model| at(isolation, model)).collect();
        let results = enumerate::results(program, &levels, every_subset);
        all.extend(models.iter().copied().zip(results));
    };
    // The first of each group decides which views are tried.
    add(&[
        Model::RA,
        Model::SER,
        Model::SI,
        Model::PSI,
        Model::US,
        Model::PC,
        Model::CC,
        Model::UA,
    ]);
    add(&[Model::MYRR]);
    add(&[Model::PGRC]);
    add(&[Model::MAV]);
    // An answer from the past, or a rollback among single operations, is what
    // the machines do not know.
    let machines = |model: Model| {
        let known = |t: &Transaction| !t.stale && (model == Model::RC || t.aborts.is_none());
        isolation.session.is_empty() && program.transactions.iter().all(known)
    };
    for (model, atomic) in [(Model::RC, true), (Model::EC, false)] {
        if machines(model) {
            let results = operational::results(program, atomic, every_subset);
            all.extend(results.map(|results| (model, results)));
        }
    }
    all
}

/// Whether a result breaks the invariant that excludes another: equal final
/// values and returned values, whoever wrote them.
fn verdict(program: &Program, levels: &Levels, options: &Options) -> bool {
    match check_levels(program, levels, options).expect("a program") {
        Verdict::Holds => true,
        Verdict::Violated(_) => false,
        other => panic!("{other:?}"),
    }
}

struct Setting {
    isolation: Isolation,
    sessions: String,
    every_subset: bool,
}

fn setting(random: &mut Random, count: usize, has_session: bool) -> Setting {
    let mut isolation = Isolation::from(Model::SER);
    let mut sessions = String::new();
    if random.chance(25) {
        isolation.session = SessionGuarantees {
            read_your_writes: random.chance(40),
            monotonic_reads: random.chance(40),
            monotonic_writes: random.chance(40),
            writes_follow_reads: random.chance(40),
            strong_session: random.chance(30),
        };
        let members = (1..=2 + random.below(count - 1)).map(|t| format!(" T{t}"));
        if !has_session {
            sessions = format!("session{}\n", members.collect::<String>());
        }
    }
    isolation.row_locks = random.chance(25);
    isolation.identity_updates = !random.chance(25);
    Setting { isolation, sessions, every_subset: random.chance(15) }
}

fn compare(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let count = *random.pick(&[2, 2, 2, 3, 3, 3, 4]);
    let (text, has_session) = generate::rich_program(&mut random, count);
    let setting = setting(&mut random, count, has_session);
    let text = format!("{text}{}", setting.sessions);
    let bare = fixture::parse(&format!("{text}inv true")).unwrap_or_else(|e| panic!("{text}{e}"));
    let all = all_results(&bare, setting.isolation, setting.every_subset);
    monotone(&all, &setting, &text);
    // Exclude a result that some model reaches, so that models differ.
    let reached: Vec<&Result> = all.iter().flat_map(|(_, results)| results).collect();
    let target = random.pick(&reached);
    let text = format!("{text}{}\n", excludes(&bare, target));
    let program = fixture::parse(&text).unwrap_or_else(|e| panic!("{text}{e}"));
    let excluded = excludes(&bare, target);
    let options = Options { every_subset: setting.every_subset, ..Options::default() };
    for (model, results) in &all {
        let expected = !results.iter().any(|result| excludes_same(&bare, result, &excluded));
        let levels = at(setting.isolation, *model);
        let found = verdict(&program, &levels, &options);
        assert_eq!(
            found, expected,
            "seed {seed}, {}, every subset: {}\n{text}",
            levels.base, setting.every_subset
        );
    }
    all.len()
}

/// Two results are the same for the invariant if they exclude the same; places
/// that were written their initial value count as untouched.
fn excludes_same(program: &Program, result: &Result, excluded: &str) -> bool {
    let normal = |text: &str| {
        let mut text = text.to_string();
        for (name, initial) in
            [("x", 0), ("y", 0), ("t[0].a", 0), ("t[1].a", 0), ("t[0].b", 1), ("t[1].b", 1)]
        {
            text = text.replace(&format!("{name} == old({name})"), &format!("{name} == {initial}"));
        }
        text
    };
    normal(&excludes(program, result)) == normal(excluded)
}

fn monotone(all: &[(Model, BTreeSet<Result>)], setting: &Setting, text: &str) {
    // Locks, conflicts and what a session has seen mean different things at
    // different models, so only the plain models are ordered.
    let Isolation { row_locks, identity_updates, session, .. } = setting.isolation;
    if row_locks || !identity_updates || !session.is_empty() {
        return;
    }
    let of = |model: Model| all.iter().find(|(m, _)| *m == model).map(|(_, results)| results);
    for (strong, weak) in Model::WEAKER {
        if let (Some(strong_results), Some(weak_results)) = (of(strong), of(weak)) {
            assert!(strong_results.is_subset(weak_results), "{strong} ⊄ {weak}:\n{text}");
        }
    }
}

#[test]
fn the_encoding_agrees_with_enumeration() {
    let seed = environment("APLOMB_SEED", 1);
    let count = environment("APLOMB_PROGRAMS", 30);
    let mut compared = 0;
    for program in 0..count {
        compared += compare(seed + program);
        if count >= 1000 && program % 500 == 499 {
            eprintln!("{} programs, {compared} verdicts compared", program + 1);
        }
    }
    println!("{count} programs, {compared} verdicts compared, no difference");
}

/// Transactions at different levels: some raised above the others.
#[test]
fn mixed_levels_agree_with_enumeration() {
    let seed = environment("APLOMB_SEED", 1);
    let count = environment("APLOMB_PROGRAMS", 30) / 3;
    for seed in seed..seed + count {
        let mut random = Random::new(seed + 7_000_000);
        let transactions = *random.pick(&[2, 2, 3, 3]);
        let (text, _) = generate::rich_program(&mut random, transactions);
        let bare = fixture::parse(&format!("{text}inv true")).unwrap();
        let base = *random.pick(&[Model::PGRC, Model::SI, Model::CC, Model::RA, Model::UA]);
        let mut levels = Levels::uniform(base);
        levels.base.row_locks = random.chance(30);
        for transaction in 0..transactions {
            if random.chance(60) {
                let stronger = if base == Model::PGRC {
                    *random.pick(&[Model::SI, Model::SER])
                } else {
                    Model::SER
                };
                levels.raised.insert(transaction, stronger);
            }
        }
        let results = &enumerate::results(&bare, std::slice::from_ref(&levels), false)[0];
        // Any result of the base model is a candidate, reached or not.
        let all = enumerate::results(&bare, &[Levels::uniform(base)], false);
        let candidates: Vec<&Result> = results.iter().chain(&all[0]).collect();
        let excluded = excludes(&bare, candidates[random.below(candidates.len())]);
        let program = fixture::parse(&format!("{text}{excluded}")).unwrap();
        let expected = !results.iter().any(|result| excludes_same(&bare, result, &excluded));
        let found = verdict(&program, &levels, &Options::default());
        assert_eq!(found, expected, "seed {seed}, {levels:?}\n{text}{excluded}");
    }
}

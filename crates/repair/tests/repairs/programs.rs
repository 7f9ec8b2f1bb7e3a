//! Whole programs: what is left of their executions when the first repair is applied.

use std::collections::BTreeSet;

use aplomb_repair::{Access, Action, Execution, Limits, Position, Repair, repair};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// A statement: adds an object to seven times the accumulator, or writes one more than that.
#[derive(Clone, Copy, Debug)]
struct Statement {
    object: usize,
    writes: bool,
}

const OBJECTS: usize = 3;

/// Routines, and for each process the routines that it calls one after another. A call returns its
/// accumulator.
#[derive(Clone, Debug)]
struct Program {
    routines: Vec<Vec<Statement>>,
    processes: Vec<Vec<usize>>,
}

/// Where a process stands: its call, the statement within it, and the accumulator.
#[derive(Clone, Copy, Default)]
struct Place {
    call: usize,
    statement: usize,
    accumulator: u64,
}

#[derive(Clone)]
struct Run {
    objects: [u64; OBJECTS],
    places: Vec<Place>,
    returned: Vec<Vec<u64>>,
    actions: Vec<Action>,
}

/// What calls return, and the execution behind it.
type End = (Vec<Vec<u64>>, Execution);

impl Program {
    /// All executions in which nobody comes between two statements that `glued` says are one step;
    /// it is asked for the routine and the earlier statement.
    fn executions(&self, glued: &dyn Fn(usize, usize) -> bool) -> Vec<End> {
        let mut ends = Vec::new();
        let places = vec![Place::default(); self.processes.len()];
        let returned = vec![Vec::new(); self.processes.len()];
        let start = Run { objects: [0; OBJECTS], places, returned, actions: Vec::new() };
        self.explore(start, glued, &mut ends);
        ends
    }

    fn explore(&self, run: Run, glued: &dyn Fn(usize, usize) -> bool, ends: &mut Vec<End>) {
        let mut is_over = true;
        for process in 0..self.processes.len() {
            if run.places[process].call == self.processes[process].len() {
                continue;
            }
            is_over = false;
            let mut next = run.clone();
            while let Some((routine, statement)) = self.step(&mut next, process) {
                if !glued(routine, statement) {
                    break;
                }
            }
            self.explore(next, glued, ends);
        }
        if is_over {
            ends.push((run.returned, Execution::new(run.actions).expect("an execution")));
        }
    }

    /// Takes a statement; its routine and number if the call goes on.
    fn step(&self, run: &mut Run, process: usize) -> Option<(usize, usize)> {
        let place = &mut run.places[process];
        let routine = self.processes[process][place.call];
        let statement = place.statement;
        let Statement { object, writes } = self.routines[routine][statement];
        if writes {
            run.objects[object] = place.accumulator + 1;
        } else {
            place.accumulator = 7 * place.accumulator + run.objects[object];
        }
        let access = if writes { Access::Write } else { Access::Read };
        let position = Position::new(routine, statement);
        let action = Action::new(process, place.call, position).touching(object as u64, access);
        run.actions.push(action);
        place.statement += 1;
        if place.statement < self.routines[routine].len() {
            return Some((routine, statement));
        }
        run.returned[process].push(place.accumulator);
        *place = Place { call: place.call + 1, ..Place::default() };
        None
    }
}

fn programs() -> impl Strategy<Value = Program> {
    let statement = (0..OBJECTS, any::<bool>());
    let statement = statement.prop_map(|(object, writes)| Statement { object, writes });
    let routines = prop::collection::vec(prop::collection::vec(statement, 2..4), 2);
    let calls = |most| prop::collection::vec(0_usize..2, 1..most);
    let two = (calls(3), calls(3)).prop_map(|(one, other)| vec![one, other]);
    let three = (calls(2), calls(2), calls(2)).prop_map(|(a, b, c)| vec![a, b, c]);
    (routines, prop_oneof![3 => two, 1 => three])
        .prop_map(|(routines, processes)| Program { routines, processes })
}

/// An execution is wrong if no sequential one returns the same. Then no wrong execution is beyond
/// repair, and with the first repair the program has none (Theorems 3 and 4).
#[test]
fn the_first_repair_leaves_nothing_wrong() {
    let config = Config { cases: 2_000, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let wrong_programs = std::cell::Cell::new(0);
    let result = TestRunner::new_with_rng(config, rng).run(&programs(), |program| {
        let sequential: BTreeSet<Vec<Vec<u64>>> =
            program.executions(&|_, _| true).into_iter().map(|(returned, _)| returned).collect();
        let is_right = |(returned, _): &End| sequential.contains(returned);
        let (good, bad): (Vec<End>, Vec<End>) =
            program.executions(&|_, _| false).into_iter().partition(is_right);
        let executions =
            |ends: Vec<End>| ends.into_iter().map(|(_, it)| it).collect::<Vec<Execution>>();
        if bad.is_empty() {
            return Ok(());
        }
        wrong_programs.set(wrong_programs.get() + 1);
        let repairs = repair(&executions(bad), &executions(good), &Limits::default());
        let repairs = repairs.expect("few repairs");
        prop_assert!(repairs.beyond_repair.is_empty());
        for ranked in &repairs.ranked {
            let left = program.executions(&glued(&ranked.repair));
            prop_assert!(left.iter().all(is_right), "{:?}", ranked.repair);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    // Programs without a mistake would prove nothing.
    assert!(wrong_programs.get() > 400, "only {} programs are wrong", wrong_programs.get());
}

fn glued(repair: &Repair) -> impl Fn(usize, usize) -> bool {
    let sections = repair.sections().to_vec();
    move |routine, statement| {
        sections
            .iter()
            .any(|it| it.within == routine && it.first <= statement && statement < it.last)
    }
}

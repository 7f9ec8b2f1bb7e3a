//! How many states a search keeps in a second: the hottest path of every exploration.
//! `cargo bench -p aplomb-explore`.

// Divan collects the benches in a section of the linker.
#![allow(unsafe_code)]

use aplomb_explore::{ObjectId, Options, PendingActions, ProcessId, Strategy, System, explore};

fn main() {
    divan::main();
}

/// Processes that each count to a bound, and all touch one object: as many states as there
/// are combinations.
struct Counters {
    processes: usize,
    bound: u8,
}

impl System for Counters {
    type State = Vec<u8>;
    type Action = usize;

    fn initial_states(&self) -> Vec<Vec<u8>> {
        vec![vec![0; self.processes]]
    }

    fn pending(&self, state: &Vec<u8>, pending: &mut PendingActions<usize>) {
        for (index, _) in state.iter().enumerate().filter(|(_, count)| **count < self.bound) {
            let process = ProcessId::new(index).expect("few processes");
            pending.push(process, index).writes(ObjectId(0));
        }
    }

    fn next(&self, state: &Vec<u8>, &index: &usize) -> Vec<u8> {
        let mut next = state.clone();
        next[index] += 1;
        next
    }
}

#[divan::bench(args = [Strategy::Full, Strategy::BreadthFirst, Strategy::Lazy])]
fn counters(bencher: divan::Bencher<'_, '_>, strategy: Strategy) {
    let system = Counters { processes: 4, bound: 9 };
    let explored = || explore(&system, strategy, &Options::default(), &mut ());
    let states = explored().statistics.states;
    bencher.counter(divan::counter::ItemsCount::new(states)).bench_local(explored);
}

//! The family of Figure 2.24: `k` parallel conflicts from each of `n` processes to the next, in which
//! every choice of one conflict each is an optimal repair of its own: `k^n` of them (Theorem 7).
//!
//! `cargo bench -p aplomb-repair --bench growth`

use std::time::{Duration, Instant};

use aplomb_repair::{Access, Action, Execution, Position, optimal_eliminators};

/// First every process writes its `k` objects, then each reads those of the one before it.
fn family(processes: usize, parallel: usize) -> Execution {
    let object = |process: usize, number: usize| (process * parallel + number) as u64;
    let action = |process, point, object, access| {
        Action::new(process, 0, Position::new(process, point)).touching(object, access)
    };
    let mut actions = Vec::new();
    for process in 0..processes {
        for number in 0..parallel {
            actions.push(action(process, number, object(process, number), Access::Write));
        }
    }
    for process in 0..processes {
        let before = (process + processes - 1) % processes;
        for number in 0..parallel {
            let point = parallel + number;
            actions.push(action(process, point, object(before, number), Access::Read));
        }
    }
    Execution::new(actions).unwrap_or_else(|error| unreachable!("{error}"))
}

fn main() {
    println!(
        "{:>9}{:>9}{:>10}{:>10}{:>14}",
        "processes", "parallel", "conflicts", "repairs", "milliseconds"
    );
    for (processes, most) in [(2, 64), (3, 16), (4, 8)] {
        let mut parallel = 1;
        while parallel <= most {
            let execution = family(processes, parallel);
            let (elapsed, repairs) = fastest(&execution);
            let conflicts = execution.conflicts().len();
            let milliseconds = elapsed.as_secs_f64() * 1e3;
            println!("{processes:>9}{parallel:>9}{conflicts:>10}{repairs:>10}{milliseconds:>14.3}");
            assert_eq!(repairs, parallel.pow(processes as u32));
            parallel *= 2;
        }
    }
}

/// The fastest of three runs.
fn fastest(execution: &Execution) -> (Duration, usize) {
    let run = || {
        let start = Instant::now();
        let repairs = optimal_eliminators(execution).len();
        (start.elapsed(), repairs)
    };
    (0..3).map(|_| run()).min().unwrap_or_default()
}

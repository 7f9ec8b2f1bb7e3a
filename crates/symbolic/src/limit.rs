//! Limits on Z3 that hold.
//!
//! A proof that is part of a verdict is limited by the work that Z3 counts, so that the
//! verdict is the same on a slow or a busy machine. A limit that the user sets is one of time.
//!
//! Z3's own `timeout` is not used, and neither are its tactics that set timers
//! (`try-for`, and with it the default solver for arithmetic): in Z3 4.8.12,
//! which current distributions ship, a timer that fires while the next one is
//! armed deadlocks the thread that asked. Interrupting from outside takes
//! another path. An interrupt that comes before the search has begun is lost, so
//! it is repeated until the search returns.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use z3::{Config, Context, ContextHandle, Params, SatResult, Solver, Tactic, with_z3_config};

/// Z3's general search, which sets no timers. It belongs to this thread's
/// context.
pub fn untimed_solver() -> Solver {
    Tactic::new("smt").solver()
}

/// How much Z3 may do for one question, in the units that it counts: roughly, a million take
/// it half a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Work(pub u32);

/// Z3 does not count everything that it does. Where it forgets to, this ends the search.
const LONGEST: Duration = Duration::from_secs(60);

/// Checks what was asserted with at most the work given; *unknown* if that was not enough.
pub fn check_with_work(solver: &Solver, work: Work) -> SatResult {
    limit_work(solver, work);
    check_within(solver, LONGEST)
}

/// Lets a solver do no more work than this for each question.
pub fn limit_work(solver: &Solver, work: Work) {
    let mut parameters = Params::new();
    parameters.set_u32("rlimit", work.0);
    solver.set_params(&parameters);
}

/// Runs something with a solver that has no past. What Z3 was asked before decides in which
/// order it looks at things, and so how much work an answer takes: whatever is to have the
/// same answer each time begins here.
pub fn with_fresh_solver<R: Send + Sync>(run: impl FnOnce() -> R + Send + Sync) -> R {
    with_z3_config(&Config::new(), run)
}

/// Checks what was asserted for at most the time given; *unknown* if that was
/// not enough.
pub fn check_within(solver: &Solver, timeout: Duration) -> SatResult {
    if timeout.is_zero() {
        return SatResult::Unknown;
    }
    let context = Context::thread_local();
    let search = Search { handle: context.handle(), over: Mutex::new(false), end: Condvar::new() };
    let deadline = Instant::now() + timeout;
    std::thread::scope(|scope| {
        let watchdog = std::thread::Builder::new().name("solver limit".into());
        if watchdog.spawn_scoped(scope, || search.interrupt_after(deadline)).is_err() {
            return SatResult::Unknown;
        }
        let answer = solver.check();
        *search.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        search.end.notify_one();
        answer
    })
}

/// A search that may be under way.
struct Search<'c> {
    handle: ContextHandle<'c>,
    over: Mutex<bool>,
    end: Condvar,
}

impl Search<'_> {
    /// Waits for the end of the search and, from the deadline on, insists.
    fn interrupt_after(&self, deadline: Instant) {
        const REPEAT: Duration = Duration::from_millis(2);
        let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        while !*over {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                self.handle.interrupt();
            }
            let wait = if left.is_zero() { REPEAT } else { left };
            let waited = self.end.wait_timeout(over, wait);
            over = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::Int;

    fn integer(name: &str) -> Int {
        Int::new_const(name)
    }

    /// Whether a number is the sum of three cubes: nobody waits for this.
    fn hard() -> Solver {
        let solver = untimed_solver();
        let [x, y, z] = ["x", "y", "z"].map(integer);
        let cube = |v: &Int| Int::mul(&[v, v, v]);
        let sum = Int::add(&[cube(&x), cube(&y), cube(&z)]);
        solver.assert(sum.eq(Int::from_i64(114)));
        solver
    }

    #[test]
    fn the_limit_holds_from_the_first_microsecond() {
        for micros in [0, 1, 50, 1000, 20_000] {
            let limit = Duration::from_micros(micros);
            assert_eq!(check_within(&hard(), limit), SatResult::Unknown, "{limit:?}");
        }
    }

    #[test]
    fn the_same_work_gives_the_same_answer() {
        let used = |work| {
            with_fresh_solver(|| {
                let solver = hard();
                let answer = check_with_work(&solver, Work(work));
                (answer, format!("{:?}", solver.get_statistics().value("rlimit count")))
            })
        };
        for work in [1000, 10_000] {
            let first = used(work);
            assert_eq!(first.0, SatResult::Unknown);
            assert_eq!(first, used(work), "{work}");
        }
    }

    #[test]
    fn work_is_counted_for_each_question_alone() {
        for _ in 0..20 {
            let solver = untimed_solver();
            solver.assert(integer("x").gt(Int::from_i64(3)));
            assert_eq!(check_with_work(&solver, Work(10_000)), SatResult::Sat);
        }
    }

    /// An interrupt must not leak into the next question.
    #[test]
    fn questions_after_a_limit_are_answered() {
        for _ in 0..50 {
            check_within(&hard(), Duration::from_micros(200));
            let solver = untimed_solver();
            solver.assert(integer("x").gt(Int::from_i64(3)));
            assert_eq!(check_within(&solver, Duration::from_secs(60)), SatResult::Sat);
        }
    }
}

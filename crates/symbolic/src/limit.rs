//! A time limit on Z3 that holds.
//!
//! Z3's own `timeout` is not used, and neither are its tactics that set timers
//! (`try-for`, and with it the default solver for arithmetic): in Z3 4.8.12,
//! which current distributions ship, a timer that fires while the next one is
//! armed deadlocks the thread that asked. Interrupting from outside takes
//! another path. An interrupt that comes before the search has begun is lost, so
//! it is repeated until the search returns.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use z3::{Context, ContextHandle, SatResult, Solver, Tactic};

/// Z3's general search, which sets no timers. It belongs to this thread's
/// context.
pub fn untimed_solver() -> Solver {
    Tactic::new("smt").solver()
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

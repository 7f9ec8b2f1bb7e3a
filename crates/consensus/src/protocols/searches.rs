//! Searches of every protocol, compiled once for all who search.

use aplomb_explore::{Checked, Options};

use super::{Setup, SetupError, Task, with};
use crate::check::{Watch, check_protocol};
use crate::protocol::Protocol;

/// Searches all runs of the protocol of that name for a breach, as [`check_protocol`] does.
pub fn check(
    name: &str,
    setup: &Setup<'_>,
    watch: Watch,
    options: &Options<'_>,
) -> Result<Checked, SetupError> {
    with(name, setup, Check { watch, options })
}

/// Searches random runs of the protocol of that name for a breach, as [`crate::simulate`] does.
pub fn simulate(
    name: &str,
    setup: &Setup<'_>,
    walks: u64,
    longest: usize,
    options: &Options<'_>,
) -> Result<Checked, SetupError> {
    with(name, setup, Simulate { walks, longest, options })
}

struct Check<'a> {
    watch: Watch,
    options: &'a Options<'a>,
}

impl Task for Check<'_> {
    type Output = Checked;

    fn run<P: Protocol>(self, protocol: &P) -> Checked {
        check_protocol(protocol, self.watch, self.options)
    }
}

struct Simulate<'a> {
    walks: u64,
    longest: usize,
    options: &'a Options<'a>,
}

impl Task for Simulate<'_> {
    type Output = Checked;

    fn run<P: Protocol>(self, protocol: &P) -> Checked {
        crate::simulate(protocol, self.walks, self.longest, self.options)
    }
}

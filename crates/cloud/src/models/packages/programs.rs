//! Other programs that a function starts.

use super::arguments;
use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Stop, Term};

/// Whether a function starts another program.
pub(super) fn is_another_program(path: &str) -> bool {
    let programs = ["child_process", "subprocess", "os.system", "os.popen", "pip"];
    programs.iter().any(|program| path.starts_with(program))
}

/// Runs another program: what it gives and leaves in files may be something else each time. A
/// run with known values does not show that it is, unless the program is known for that: most
/// programs compute the same.
pub(in crate::models) fn run_program(
    machine: &mut Machine<'_>,
    call: &Call,
) -> Result<Option<Term>, Stop> {
    machine.assume(&assumptions::PROGRAMS);
    if machine.is_concrete() && !tells_something_new(machine, call) {
        return Ok(None);
    }
    let given = machine.fresh("what a program gives", call.span, false)?;
    machine.write_file(&[given])?;
    Ok(Some(given))
}

/// Programs that tell the time, chance or the machine.
const TELLING: [&str; 12] = [
    "date", "uuidgen", "mktemp", "hostname", "shuf", "uptime", "openssl", "ps", "whoami", "id",
    "free", "uuid",
];

/// Whether a program that is started is known to say something else each time.
fn tells_something_new(machine: &mut Machine<'_>, call: &Call) -> bool {
    let request = arguments(machine, call);
    let parts = machine.terms().parts(&[request]);
    parts.into_iter().any(|part| {
        let text = machine.terms().as_str(part).cloned().unwrap_or_default();
        let mut words = text.split([' ', '/', ';', '|', '&', '$', '(', ')', '`']);
        words.any(|word| TELLING.contains(&word) || word.contains("random"))
    })
}

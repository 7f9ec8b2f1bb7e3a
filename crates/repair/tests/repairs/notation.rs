//! Executions and repairs as text: `T1.0@27 r head` is thread 1, operation 0, line 27.

use aplomb_repair::{Access, Action, Execution, Position, Repair, Section};

/// One action per line. All operations are of the same routine.
pub fn execution(text: &str) -> Execution {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Execution::new(lines.map(action).collect()).expect("an execution")
}

fn action(line: &str) -> Action {
    let [who, how, object] = line.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("`{line}` is not `T1.0@27 r head`");
    };
    let (operation, line) = who.split_once('@').expect("a line number");
    let (process, operation) = operation.split_once('.').expect("an operation");
    let number = |text: &str| text.trim_start_matches('T').parse::<usize>().expect("a number");
    let access = if how == "w" { Access::Write } else { Access::Read };
    let object = object.bytes().fold(0, |name, byte| name << 8 | u64::from(byte));
    Action::new(number(process), number(operation), Position::new(0, number(line)))
        .touching(object, access)
}

/// `[1,2] [11,12]`: sections of routine 0.
pub fn repair(text: &str) -> Repair {
    Repair::new(text.split_whitespace().map(|section| {
        let bounds = section.trim_matches(['[', ']']);
        let (first, last) = bounds.split_once(',').expect("two lines");
        Section::new(0, first.parse().expect("a line"), last.parse().expect("a line"))
    }))
}

/// A repair as text, without the operations that its sections belong to.
pub fn shown(repair: &Repair) -> String {
    let sections = repair.sections().iter();
    sections.map(|it| format!("[{},{}]", it.first, it.last)).collect::<Vec<_>>().join(" ")
}

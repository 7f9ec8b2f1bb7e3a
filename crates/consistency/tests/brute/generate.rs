//! Random small programs, as text, so that a failure can be read and kept.

use super::random::Random;

/// The declarations and transactions of a program with `count` transactions
/// that read, lock, write and return.
pub fn program(random: &mut Random, count: usize) -> String {
    text(random, count, false).0
}

/// A program whose transactions also tell each other, roll back late, lock for
/// sharing and are answered from the past; whether it says which of them are a
/// session.
pub fn rich_program(random: &mut Random, count: usize) -> (String, bool) {
    text(random, count, true)
}

fn text(random: &mut Random, count: usize, rich: bool) -> (String, bool) {
    let mut text = String::from("x = 0\ny = 0\n");
    let keyed = random.chance(30);
    if keyed {
        text.push_str("table t[int] { a = 0, b = 1 }\n");
    }
    let parameter = random.chance(15);
    if parameter {
        text.push_str("param p\nassume p == 0 || p == 1\n");
    }
    // Many updates of one cell, for what follows about totals and growth.
    let busy = random.chance(25);
    let cells: &[&str] = if busy {
        &["x"]
    } else if keyed {
        &["x", "y", "t[0].a", "t[0].b", "t[1].b"]
    } else {
        &["x", "y"]
    };
    let statements = if count >= 4 { 2 } else { 3 };
    // The second uses what the first returned.
    let told = rich && random.chance(15);
    let mut tells = false;
    for transaction in 1..=count {
        let mut code =
            Code { cells, keyed, parameter, busy, rich, locals: Vec::new(), text: String::new() };
        if told && transaction == 2 && text.contains("return r =") {
            code.locals.push("T1.r".into());
            tells = true;
        } else if random.chance(10) && transaction > 1 {
            // A twin of the first transaction, for symmetry.
            let first = text.lines().find(|line| line.starts_with("T1:")).unwrap_or_default();
            let body = first.trim_start_matches("T1:").to_string();
            text.push_str(&format!("T{transaction}:{body}\n"));
            continue;
        }
        for _ in 0..1 + random.below(statements) {
            code.statement(random, true);
        }
        if let Some(local) = code.locals.last().filter(|local| *local != "T1.r") {
            if rich && random.chance(15) {
                code.text.push_str(&format!(" abort if {local} > {};", random.below(2)));
            }
            code.text.push_str(&format!(" return r = {local};"));
        }
        let reads_only = !code.text.contains(":=");
        text.push_str(&format!("T{transaction}:{}\n", code.text));
        if rich && reads_only && random.chance(20) {
            text.push_str(&format!("stale T{transaction}\n"));
        }
    }
    if tells {
        text.push_str("session T1 T2\n");
    }
    (text, tells)
}

struct Code<'c> {
    cells: &'c [&'c str],
    keyed: bool,
    parameter: bool,
    busy: bool,
    rich: bool,
    locals: Vec<String>,
    text: String,
}

impl Code<'_> {
    fn cell(&self, random: &mut Random) -> String {
        if self.keyed && random.chance(30) {
            let column = random.pick(&["a", "b"]);
            let key = match self.locals.last() {
                Some(local) if random.chance(60) => local.clone(),
                _ if self.parameter => "p".into(),
                _ => random.below(2).to_string(),
            };
            return format!("t[{key}].{column}");
        }
        random.pick(self.cells).to_string()
    }

    fn value(&self, random: &mut Random) -> String {
        match self.locals.last() {
            Some(local) if random.chance(60) => {
                format!("{local} + {}", random.below(3))
            }
            _ if self.parameter && random.chance(40) => "p".into(),
            _ => random.below(4).to_string(),
        }
    }

    fn statement(&mut self, random: &mut Random, nest: bool) {
        let cell = self.cell(random);
        if self.busy && random.chance(60) {
            self.text.push_str(&match random.below(4) {
                0 => format!(" update {cell} := {cell} + {};", random.below(3)),
                1 => format!(" v = {cell}; if v < {0} {{ {cell} := {0} }};", random.below(3) + 1),
                2 => format!(" v = {cell}; if v >= 1 {{ {cell} := v - 1 }};"),
                _ => format!(" v = {cell}; {cell} := v + {};", random.below(3)),
            });
            return;
        }
        match random.below(10) {
            0..=3 => {
                let lock = match random.below(10) {
                    0 => "lock ",
                    1 if self.rich => "share ",
                    _ => "",
                };
                let local = format!("r{}", self.locals.len());
                self.text.push_str(&format!(" {local} = {lock}{cell};"));
                self.locals.push(local);
            }
            4..=6 => {
                let value = self.value(random);
                self.text.push_str(&format!(" {cell} := {value};"));
            }
            7 => self.text.push_str(&format!(" update {cell} := {cell} + 1;")),
            8 => {
                let value = self.value(random);
                self.text.push_str(&format!(" {cell} := {cell} + {value};"));
            }
            _ if nest && !self.locals.is_empty() => {
                let local = random.pick(&self.locals).clone();
                let bound = random.below(3);
                let known = self.locals.len();
                self.text.push_str(&format!(" if {local} == {bound} {{"));
                self.statement(random, false);
                self.text.push_str(" }");
                self.locals.truncate(known);
                if random.chance(30) {
                    self.text.push_str(" else {");
                    self.statement(random, false);
                    self.text.push_str(" }");
                    self.locals.truncate(known);
                }
                self.text.push(';');
            }
            _ => {
                let value = self.value(random);
                self.text.push_str(&format!(" {cell} := {value};"));
            }
        }
    }
}

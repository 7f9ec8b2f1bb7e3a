//! Growth with the number of transactions: distinct and identical, safe and
//! unsafe, for every model.
//!
//! `cargo bench -p aplomb-consistency --bench scaling -- [FAMILY] [N ...]`

use std::time::{Duration, Instant};

use aplomb_consistency::{Model, Options, Verdict, check, fixture};

/// A family of programs: its name and the program with `n` transactions.
type Family = (&'static str, fn(usize) -> String);

const FAMILIES: [Family; 14] = [
    ("increments, identical", |n| {
        let body = (1..=n).map(|i| format!("T{i}: x := x + 1\n")).collect::<String>();
        format!("x = 0\n{body}inv x == {n}")
    }),
    ("increments, distinct", |n| {
        let body = (1..=n).map(|i| format!("T{i}: x := x + {i}\n")).collect::<String>();
        format!("x = 0\n{body}inv x == {}", n * (n + 1) / 2)
    }),
    ("payments, any amounts", |n| {
        let pay = |i| format!("T{i}(a{i}): if b >= a{i} {{ b := b - a{i} }}\nassume a{i} > 0\n");
        format!("free b\nassume b >= 0\n{}inv b >= 0", (1..=n).map(pay).collect::<String>())
    }),
    ("payments, fixed amounts", |n| {
        let pay = |i| format!("T{i}: if b >= {i} {{ b := b - {i} }}\n");
        format!("free b\nassume b >= 0\n{}inv b >= 0", (1..=n).map(pay).collect::<String>())
    }),
    ("receipts, fixed amounts", |n| {
        let pay = |i| {
            format!("T{i}: ok = b >= {i}; if ok {{ b := b - {i} }}; return paid = ok ? {i} : 0\n")
        };
        let sum = (1..=n).map(|i| format!(" + T{i}.paid")).collect::<String>();
        format!("b = {}\n{}inv b{sum} == {}", 3 * n, (1..=n).map(pay).collect::<String>(), 3 * n)
    }),
    ("two accounts, any amounts", |n| {
        let pay = |i| {
            let account = if i % 2 == 0 { "x" } else { "y" };
            format!("T{i}(a{i}): if x + y >= a{i} {{ {account} := {account} - a{i} }}\n")
        };
        let body = (1..=n).map(pay).collect::<String>();
        format!("free x, y\nassume x + y >= 0\n{body}inv x + y >= 0")
    }),
    ("transfers in a ring", |n| {
        let variables = (0..n).map(|i| format!("v{i} = 10\n")).collect::<String>();
        let transfer = |i: usize| {
            let to = (i + 1) % n;
            format!("T{i}: v{i} := v{i} - {}; v{to} := v{to} + {}\n", i + 1, i + 1)
        };
        let body = (0..n).map(transfer).collect::<String>();
        let sum = (0..n).map(|i| format!("v{i}")).collect::<Vec<_>>().join(" + ");
        format!("{variables}{body}inv {sum} == {}", 10 * n)
    }),
    ("deposits, any amounts", |n| {
        let pay = |i| format!("T{i}(a{i}): b := b + a{i}\nassume a{i} >= 0\n");
        let fixed = "U: b := b + 7\n";
        format!("b = 0\n{fixed}{}inv b >= 0", (2..=n).map(pay).collect::<String>())
    }),
    ("numbers from a counter", |n| {
        let take = |i| format!("T{i}: id = next; next := id + {i}; return id = id\n");
        let body = (1..=n).map(take).collect::<String>();
        format!("next = 1\n{body}inv T1.id != T2.id && T1.id != T{n}.id")
    }),
    ("maximum", |n| {
        let body = (1..=n).map(|i| format!("T{i}: if m < {i} {{ m := {i} }}\n"));
        format!("m = 0\n{}inv m == {n}", body.collect::<String>())
    }),
    ("bookings by key", |n| {
        let book = |i| {
            format!(
                "T{i}(s{i}): o = seat[s{i}]; if o == 0 {{ seat[s{i}] := {i} }}; return ok = o == 0\n"
            )
        };
        let body = (1..=n).map(book).collect::<String>();
        format!("table seat[int] = 0\n{body}inv !(T1.ok && T2.ok && s1 == s2)")
    }),
    ("tiered prices", |n| {
        let buy = |i| {
            format!(
                "T{i}: n = sold; sold := n + 1; revenue := revenue + (n < 1 ? 17 : 27); log{i} := {i}\n"
            )
        };
        let logs = (1..=n).map(|i| format!("log{i} = 0\n")).collect::<String>();
        let body = (1..=n).map(buy).collect::<String>();
        format!("sold = 0\nrevenue = 0\n{logs}{body}inv revenue == {}", 17 + 27 * (n - 1))
    }),
    ("doctors on call", |n| {
        let doctors = (1..=n).map(|i| format!("c{i} = 1\n")).collect::<String>();
        let sum = (1..=n).map(|i| format!("c{i}")).collect::<Vec<_>>().join(" + ");
        let leave = |i| format!("T{i}: if {sum} >= 2 {{ c{i} := 0 }}\n");
        format!("{doctors}{}inv {sum} >= 1", (1..=n).map(leave).collect::<String>())
    }),
    ("a shop of five kinds", |n| {
        let mut text = String::from("stock = 3\nsold = 0\nrevenue = 0\nrefunds = 0\nlog = 0\n");
        for i in 0..n {
            text.push_str(&match i % 5 {
                0 => format!("T{i}: s = stock; if s > 0 {{ stock := s - 1; sold := sold + 1; revenue := revenue + {} }}\n", 10 + i),
                1 => format!("T{i}: stock := stock + {}\n", 1 + i),
                2 => format!("T{i}: if sold > 0 {{ sold := sold - 1; stock := stock + 1; refunds := refunds + {} }}\n", i),
                3 => format!("T{i}: log := log + {i}\n"),
                _ => format!("T{i}: s = stock; q = sold; return seen = s + q\n"),
            });
        }
        text.push_str("inv stock >= 0\ninv sold >= 0");
        text
    }),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let sizes: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![4, 8, 12, 16] } else { sizes };
    let words: Vec<&String> = arguments.iter().filter(|a| a.parse::<usize>().is_err()).collect();
    let options = Options { timeout: Duration::from_secs(10), ..Options::default() };
    println!("seconds; ✓ holds, ✗ violated, ? not decided within {:?}", options.timeout);
    for (name, family) in FAMILIES {
        if !words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        print!("\n{name}\n   n ");
        Model::ALL.iter().for_each(|model| print!("{:>9}", model.to_string()));
        println!();
        for &n in &sizes {
            print!("{n:>4} ");
            let program = fixture::parse(&family(n)).expect("a family is a program");
            for model in Model::ALL {
                let start = Instant::now();
                let mark = match check(&program, model, &options).expect("a program") {
                    Verdict::Holds => '✓',
                    Verdict::Violated(_) => '✗',
                    Verdict::Vacuous => '-',
                    Verdict::Unknown { .. } => '?',
                };
                print!(" {:>6.3} {mark}", start.elapsed().as_secs_f64());
                use std::io::Write as _;
                std::io::stdout().flush().expect("a terminal");
            }
            println!();
        }
    }
}

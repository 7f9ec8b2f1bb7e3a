//! Checking recorded histories: growth with their length, and given files.
//!
//! `cargo bench -p aplomb-linearizability --bench histories -- [SPEC FILE...]`
//!
//! Without arguments, histories of up to a million operations are made up and checked. With a
//! specification and files (Jepsen's logs, EDN or JSON lines), each file is checked; a folder
//! stands for the files in it.

use std::{
    collections::{BTreeSet, VecDeque},
    error::Error,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use aplomb_linearizability::{
    Call, CheckAnswer, CheckOptions, Completion, Format, History, HistoryBuilder,
    NamedSpecification, Stamp, Value,
};

const LENGTHS: [usize; 5] = [1_000, 10_000, 100_000, 1_000_000, 4_000_000];
const THREADS: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match &*arguments {
        [] => growth(),
        [specification, files @ ..] => {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            given(&specification.parse()?, &files)
        }
    }
}

/// Milliseconds for histories of growing length.
fn growth() -> Result<(), Box<dyn Error>> {
    println!("milliseconds to check a linearizable history by {THREADS} threads");
    print!("{:<10}", "operations");
    LENGTHS.iter().for_each(|length| print!("{length:>12}"));
    println!("{:>22}", "per operation, last");
    for object in ["set", "queue", "stack", "register"] {
        let specification: NamedSpecification = object.parse()?;
        print!("{object:<10}");
        let mut last = Duration::ZERO;
        for length in LENGTHS {
            let history = made_up(object, length)?;
            let (answer, time) = fastest(&specification, &history)?;
            if !answer {
                return Err(format!("a {object} that was right is refused").into());
            }
            last = time / length as u32;
            print!("{:>12.1}", time.as_secs_f64() * 1e3);
        }
        println!("{:>19} ns", last.as_nanos());
    }
    Ok(())
}

/// Microseconds for each file.
fn given(specification: &NamedSpecification, files: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let mut all = BTreeSet::new();
    for file in files {
        if file.is_dir() {
            for entry in std::fs::read_dir(file)? {
                all.insert(entry?.path());
            }
        } else {
            all.insert(file.clone());
        }
    }
    let mut total = Duration::ZERO;
    for file in &all {
        let text = std::fs::read_to_string(file)?;
        let history = History::read(&text, Format::guess(&text))
            .map_err(|error| format!("{}: {error}", file.display()))?;
        let (answer, time) = fastest(specification, &history)?;
        total += time;
        println!("{} {answer} {:.1} us", name(file), time.as_secs_f64() * 1e6);
    }
    println!("{} histories, {:.1} us", all.len(), total.as_secs_f64() * 1e6);
    Ok(())
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The best of at least three runs, as long as they are short.
fn fastest(
    specification: &NamedSpecification,
    history: &History,
) -> Result<(bool, Duration), Box<dyn Error>> {
    let options = CheckOptions { explain: false, ..CheckOptions::default() };
    let (start, mut runs) = (Instant::now(), 0);
    let mut best: Option<(bool, Duration)> = None;
    while runs < 3 || (start.elapsed() < Duration::from_millis(200) && runs < 1000) {
        let begin = Instant::now();
        let answer = specification.check(history, &options)?;
        let time = begin.elapsed();
        let right = matches!(answer, CheckAnswer::Linearizable { .. });
        if best.is_none_or(|(_, best)| time < best) {
            best = Some((right, time));
        }
        runs += 1;
    }
    Ok(best.unwrap_or_default())
}

/// Threads call at random; each call takes effect at some moment before it returns.
fn made_up(object: &str, length: usize) -> Result<History, Box<dyn Error>> {
    let mut builder = HistoryBuilder::default();
    let mut random = 1u64;
    let mut below = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % limit as u64) as usize
    };
    let names: Vec<String> = (0..THREADS).map(|thread| thread.to_string()).collect();
    let mut state = Object::default();
    let mut open: Vec<Option<(Call, Option<Value>)>> = vec![None; THREADS];
    let mut made = 0;
    while made < length || open.iter().any(Option::is_some) {
        let thread = below(THREADS);
        match &mut open[thread] {
            None if made < length => {
                let call = state.invent(object, made as i64, below(3));
                builder.call(&names[thread], call.clone(), Stamp::default());
                open[thread] = Some((call, None));
                made += 1;
            }
            Some((call, effect @ None)) => *effect = Some(state.apply(call)),
            Some((_, Some(result))) => {
                let result = result.clone();
                builder.complete(
                    &names[thread],
                    Completion::Returned(Some(result)),
                    Stamp::default(),
                );
                open[thread] = None;
            }
            None => {}
        }
    }
    Ok(builder.finish()?)
}

/// All objects in one.
#[derive(Default)]
struct Object {
    items: VecDeque<i64>,
    members: BTreeSet<i64>,
    value: i64,
}

impl Object {
    fn invent(&self, object: &str, number: i64, kind: usize) -> Call {
        let fresh = [Value::from(number + 1)];
        let member = [Value::from(number % 50)];
        match (object, kind) {
            ("set", 0) => Call::new("add", member),
            ("set", 1) => Call::new("remove", member),
            ("set", _) => Call::new("contains", member),
            ("queue", 0 | 1) => Call::new("enqueue", fresh),
            ("queue", _) => Call::new("dequeue", []),
            ("stack", 0 | 1) => Call::new("push", fresh),
            ("stack", _) => Call::new("pop", []),
            (_, 0) => Call::new("write", fresh),
            _ => Call::new("read", []),
        }
    }

    fn apply(&mut self, call: &Call) -> Value {
        let argument = call.arguments.first().and_then(Value::as_integer).unwrap_or_default();
        let taken = |item: Option<i64>| item.map_or(Value::Null, Value::from);
        match &*call.method {
            "add" => self.members.insert(argument).into(),
            "remove" => self.members.remove(&argument).into(),
            "contains" => self.members.contains(&argument).into(),
            "enqueue" | "push" => {
                self.items.push_back(argument);
                Value::Unit
            }
            "dequeue" => taken(self.items.pop_front()),
            "pop" => taken(self.items.pop_back()),
            "write" => {
                self.value = argument;
                Value::Unit
            }
            _ => {
                if self.value == 0 {
                    Value::Null
                } else {
                    self.value.into()
                }
            }
        }
    }
}

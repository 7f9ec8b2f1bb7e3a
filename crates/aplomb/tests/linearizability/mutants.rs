//! Mutants of classes written for this: each is found without any option, and its first repair
//! points at the lines that the mutation touched.
//!
//! A line of a class may end with `//~ NAME: CODE`, several times: the mutant of that name has this
//! code in place of the line. Without `APLOMB_ALL_MUTANTS` some of each kind are tried.

use std::{fmt, fs, path::Path, process::Command};

use serde_json::Value;

use crate::place::{place, run};

struct Mutant {
    class: String,
    name: String,
    source: String,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.class, self.name))
    }
}

/// Mutants that need three threads, three keys, a past or real-time order, and some that do not.
const USUAL: [&str; 9] = [
    "Slots long-way-apart",
    "Slots total-if-idle",
    "Backlog third-late",
    "Snapshot last-only",
    "Tallies sum-unlocked",
    "Handoff take-if",
    "MarkedList contains-marked",
    "SearchTree add-gap",
    "SearchTree successor-unlocked",
];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linearizability/mutants")
}

fn mutants() -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let files = fs::read_dir(folder()).expect("the classes are there");
    let paths = files.map(|entry| entry.expect("the folder can be read").path());
    for path in paths.filter(|path| path.extension().is_some_and(|it| it == "java")) {
        let class = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a class can be read");
        let names = text.split("//~ ").skip(1).filter_map(|rest| rest.split_once(':'));
        let mut names: Vec<&str> = names.map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let source = text.lines().map(|line| mutated(line, name) + "\n").collect();
            mutants.push(Mutant { class: class.clone(), name: name.to_owned(), source });
        }
    }
    mutants.sort_by(|one, other| (&one.class, &one.name).cmp(&(&other.class, &other.name)));
    mutants
}

/// The line as the mutant has it.
fn mutated(line: &str, mutant: &str) -> String {
    let mut parts = line.split("//~ ");
    let original = parts.next().unwrap_or_default();
    let changes = parts.filter_map(|change| change.split_once(':'));
    changes
        .filter(|(name, _)| *name == mutant)
        .map(|(_, code)| code.trim())
        .next()
        .unwrap_or(original)
        .to_owned()
}

fn package(mutant: &Mutant) -> String {
    format!("{}_{}", mutant.class.to_lowercase(), mutant.name.replace('-', "_"))
}

/// The mutants to try: all, or some of each kind.
fn chosen() -> Vec<Mutant> {
    let everything = std::env::var_os("APLOMB_ALL_MUTANTS").is_some();
    let all = mutants();
    assert!(all.len() >= 40, "{} mutants", all.len());
    let is_chosen = |it: &Mutant| everything || USUAL.contains(&&*it.to_string());
    let chosen: Vec<Mutant> = all.into_iter().filter(is_chosen).collect();
    assert!(chosen.len() >= USUAL.len(), "{}", chosen.len());
    chosen
}

/// Compiles mutants into a folder, each into a package of its own.
fn compile(folder: &str, mutants: &[Mutant]) {
    let sources = place().join(folder);
    let mut files = Vec::new();
    for mutant in mutants {
        let package = package(mutant);
        let file = sources.join(&package).join(format!("{}.java", mutant.class));
        fs::create_dir_all(sources.join(&package)).expect("a folder for the mutant");
        let source = mutant.source.replace("package original;", &format!("package {package};"));
        fs::write(&file, source).expect("the mutant can be written");
        files.push(file);
    }
    let compiled = Command::new("javac").arg("-g").arg("-d").arg(&sources).args(&files).output();
    let compiled = compiled.expect("these tests need `javac` on the PATH: install a JDK");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}

#[test]
fn mutants_are_found_without_options() {
    let chosen = chosen();
    compile("mutants", &chosen);
    let missed: Vec<String> = chosen
        .iter()
        .filter_map(|mutant| {
            let class = format!("{}.{}", package(mutant), mutant.class);
            let run = run(&["--classpath", "mutants", "--class", &class, "--quiet", "--no-repair"]);
            (run.code != 1).then(|| format!("{class}: {run:?}"))
        })
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Mutants whose first repair leaves out lines that the mutation touched, and why.
const NOT_COVERED: [(&str, &str); 8] = [
    ("Handoff no-signal", "threads wait for each other, which no block repairs"),
    ("Handoff signal-other", "threads wait for each other, which no block repairs"),
    (
        "MarkedList contains-marked",
        "leaves out a check: marking and unlinking in one step would do",
    ),
    ("SearchTree successor-unlocked", "is said of line 78, which calls the lines that it touched"),
    ("Snapshot first-only", "leaves out a check of what line 28 reads, and line 28 would do"),
    ("Snapshot last-only", "leaves out a check of what line 28 reads, and line 28 would do"),
    ("Snapshot one-collect", "leaves out a check of what line 28 reads, and line 28 would do"),
    ("Tallies reset-unlocked", "line 21 writes a field that nobody reads, which does no harm"),
];

/// A line of a method.
type Line = (String, u64);

/// The lines of blocks, as the report has them.
fn lines(blocks: &Value) -> Vec<Line> {
    let of_block = |block: &Value| {
        let method = block["method"].as_str().and_then(|it| it.rsplit('.').next());
        let (first, last) = (block["first"].as_u64(), block["last"].as_u64());
        let lines = first.expect("a line")..=last.expect("a line");
        let method = method.expect("a method").to_owned();
        lines.map(move |line| (method.clone(), line)).collect::<Vec<_>>()
    };
    blocks.as_array().into_iter().flatten().flat_map(of_block).collect()
}

/// The lines that a mutation touches, as `touched.txt` has them.
fn touched(mutant: &Mutant) -> Vec<Line> {
    let text = fs::read_to_string(folder().join("touched.txt")).expect("the list");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{mutant} ")));
    let line = line.unwrap_or_else(|| panic!("{mutant} is not in the list"));
    let (method, lines) = line.split_once(' ').expect("a method and lines");
    let (first, last) = lines.split_once('-').expect("first and last line");
    let number = |text: &str| text.parse::<u64>().expect("a number");
    (number(first)..=number(last)).map(|line| (method.to_owned(), line)).collect()
}

/// The first repair covers the lines that the mutation touched: they are in its blocks, or among
/// those that must hold the same lock.
#[test]
fn the_first_repair_covers_what_the_mutation_touched() {
    let chosen = chosen();
    compile("repaired", &chosen);
    let (mut in_blocks, mut covered, mut differ) = (0, 0, 0);
    let mut table = String::new();
    for mutant in &chosen {
        let class = format!("{}.{}", package(mutant), mutant.class);
        let options = ["--classpath", "repaired", "--class", &class, "--format", "json"];
        let report = run(&options).report();
        let first = &report["data"]["repairs"][0];
        let (blocks, others) = (lines(&first["blocks"]), lines(&first["sameLock"]));
        let touched = touched(mutant);
        let is_in_blocks = touched.iter().all(|line| blocks.contains(line));
        let is_covered = touched.iter().all(|line| blocks.contains(line) || others.contains(line));
        let excuse = NOT_COVERED.iter().find(|(name, _)| *name == mutant.to_string());
        in_blocks += usize::from(is_in_blocks);
        covered += usize::from(is_covered);
        differ += usize::from(is_covered == excuse.is_some());
        let answer = match (is_in_blocks, is_covered, excuse) {
            (true, ..) => "in its blocks",
            (false, true, _) => "with the lines that must hold the same lock",
            (false, false, Some((_, why))) => why,
            (false, false, None) => "NOT COVERED",
        };
        let shown: Vec<String> = first["blocks"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|it| format!("{}-{}", it["first"], it["last"]))
            .collect();
        table += &format!(
            "{mutant:<34} {:>3}-{:<3} {:<28} {:>5} {:>8} ms  {answer}\n",
            touched[0].1,
            touched[touched.len() - 1].1,
            shown.join(" "),
            first["sufficient"],
            report["data"]["repairSearch"]["time_ms"].as_f64().unwrap_or_default().round(),
        );
    }
    let all = chosen.len();
    table += &format!("{in_blocks} of {all} in blocks, {covered} of {all} covered\n");
    println!("mutant, lines touched, blocks of the first repair, enough, time, covered\n{table}");
    assert_eq!(differ, 0, "{table}");
}

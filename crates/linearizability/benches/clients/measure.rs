//! One run: a client, a strategy, a process.

use std::{error::Error, process::Command, time::Duration};

use aplomb_explore::{Limits, Strategy};
use aplomb_jvm::{ClassPath, Jvm};
use aplomb_linearizability::{
    ClassUnderTest, Client,
    class::{Mode, Onlooker, SearchOptions},
};

use crate::Arguments;

/// How long a run that takes less is repeated.
const REPETITION_TIME: Duration = Duration::from_millis(100);

/// What a run took that came to its end.
#[derive(Clone, Debug)]
pub struct Measured {
    pub states: u64,
    pub seconds: f64,
    pub megabytes: u64,
}

/// Runs this program for one client; nothing if it takes too long.
pub fn measure(
    arguments: &Arguments,
    class: &str,
    client: &Client,
    strategy: Strategy,
) -> Result<Option<Measured>, Box<dyn Error>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--one", class, &client.to_string(), strategy.name()]);
    command.args(["--seconds", &arguments.seconds.to_string()]);
    if !arguments.classpath.is_empty() {
        command.arg("--classpath").arg(std::env::join_paths(&arguments.classpath)?);
    }
    let output = command.output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{class}, {client}, {strategy}: {message}").into());
    }
    let text = String::from_utf8(output.stdout)?;
    let mut figures = text.split_whitespace();
    let mut figure = || figures.next().ok_or("a figure is missing");
    if figure()? == "unfinished" {
        return Ok(None);
    }
    Ok(Some(Measured {
        states: figure()?.parse()?,
        seconds: figure()?.parse()?,
        megabytes: figure()?.parse()?,
    }))
}

/// The other side of [`measure`].
pub fn run_one(
    arguments: &Arguments,
    class: &str,
    client: &str,
    strategy: &str,
) -> Result<(), Box<dyn Error>> {
    let jvm = Jvm::new(ClassPath::new(&arguments.classpath)?, aplomb_jvm::Options::default())?;
    let time = Some(Duration::from_secs(arguments.seconds));
    let search = SearchOptions {
        strategies: vec![strategy.parse()?],
        limits: Limits { time, ..Limits::default() },
        livelocks: false,
        races: false,
        ..SearchOptions::default()
    };
    let class = ClassUnderTest { mode: Mode::Outcome, ..ClassUnderTest::new(jvm, class) };
    let client = client.parse()?;
    let mut report = class.check_client(&client, &search, &Onlooker::default())?;
    if report.complete {
        let megabytes = peak_megabytes();
        // Short runs are repeated, and the fastest counts.
        let mut left = REPETITION_TIME.saturating_sub(report.elapsed);
        while !left.is_zero() {
            let again = class.check_client(&client, &search, &Onlooker::default())?;
            left = left.saturating_sub(again.elapsed.max(Duration::from_millis(1)));
            if again.elapsed < report.elapsed {
                report = again;
            }
        }
        println!("finished {} {} {megabytes}", report.states, report.elapsed.as_secs_f64());
    } else {
        println!("unfinished");
    }
    Ok(())
}

/// The most physical memory that this process has occupied; 0 where it is not told.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kilobytes.unwrap_or(0u64) / 1024
}

//! Table 2: what each application is found to be, and in which time.

use crate::{check, verdict};
use aplomb_idempotence::{Environment, Protections, advisor, simulate};
use serde_json::Value;
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// A row of the paper. Times are seconds on a Core i7-8700; where the paper has
/// none, there is none here.
struct Published {
    name: &'static str,
    folder: &'static str,
    /// Whether functions run beside each other (the paper's C and S).
    concurrent: bool,
    /// Functions without and with issues.
    functions: (usize, usize),
    /// Operations that must be protected.
    protect: Option<usize>,
    verifier: Option<f64>,
    heuristic: Option<f64>,
    exhaustive: Option<f64>,
}

const fn holds(
    name: &'static str,
    folder: &'static str,
    functions: usize,
    verifier: f64,
) -> Published {
    Published {
        name,
        folder,
        concurrent: false,
        functions: (functions, 0),
        protect: Some(0),
        verifier: Some(verifier),
        heuristic: None,
        exhaustive: None,
    }
}

const fn violated(
    name: &'static str,
    folder: &'static str,
    concurrent: bool,
    functions: (usize, usize),
    protect: usize,
    seconds: [f64; 3],
) -> Published {
    Published {
        name,
        folder,
        concurrent,
        functions,
        protect: Some(protect),
        verifier: Some(seconds[0]),
        heuristic: Some(seconds[1]),
        exhaustive: Some(seconds[2]),
    }
}

const TABLE: [Published; 27] = [
    holds("Data Analysis", "data-analysis", 7, 5.45),
    holds("Image-Processing", "image-processing", 5, 3.24),
    holds("Mapreduce", "mapreduce", 3, 2.06),
    holds("FaaSImage", "faas-image", 1, 104.31),
    holds("Video", "video", 1, 2.19),
    holds("Image-Resizer", "image-resizer", 1, 2.40),
    holds("Replicator", "replicator", 1, 2.40),
    holds("Receive-Email-Body", "receive-email-body", 1, 0.74),
    holds("Fetch-And-Store", "fetch-and-store", 1, 1.49),
    holds("FFmpeg", "ffmpeg", 1, 2.23),
    holds("DynamoDB-backup", "dynamodb-backup", 1, 2.44),
    holds("Lambda-Image-Resizer", "lambda-image-resizer", 1, 1.12),
    holds("Uploader", "uploader", 1, 1.95),
    holds("FFmpeg-Lambda-Layer", "ffmpeg-lambda-layer", 1, 2.30),
    holds("Image-magick", "image-magick", 1, 2.49),
    Published {
        name: "SPECjbb2015",
        folder: "specjbb",
        concurrent: true,
        functions: (5, 4),
        protect: None,
        verifier: None,
        heuristic: Some(6.23),
        exhaustive: Some(11.87),
    },
    violated("Alexa", "alexa", true, (9, 1), 1, [2.13, 2.60, 4.25]),
    violated("Hotel", "hotel", true, (8, 2), 3, [2.26, 17.70, 68.94]),
    violated("Media", "media", true, (6, 1), 7, [14.79, 86.04, 344.77]),
    violated("Pynamodb-S3-URL", "pynamodb-s3-url", true, (2, 4), 9, [9.91, 22.85, 69.71]),
    violated("Rest-API", "rest-api", true, (1, 3), 3, [4.90, 5.98, 23.72]),
    violated("GraphQL", "graphql", true, (0, 1), 1, [2.07, 4.34, 12.17]),
    violated("Mongodb-Atlas", "mongodb-atlas", false, (0, 1), 1, [2.28, 14.25, 72.67]),
    violated("Express", "express", true, (0, 1), 1, [1.90, 1.92, 4.28]),
    violated("Flask", "flask", true, (0, 1), 1, [2.31, 2.80, 3.64]),
    violated("Save", "save", false, (0, 1), 1, [2.14, 5.61, 12.57]),
    violated("HttpEP", "http-endpoint", true, (0, 1), 3, [2.42, 11.73, 44.5]),
];

/// How long the parts of the engine take.
#[derive(Default)]
struct Times {
    verifier: Duration,
    heuristic: Duration,
    exhaustive: Duration,
}

/// Executes and proves all functions, and advises on those that are not safe.
fn measure(folder: &Path, environment: Environment) -> Times {
    let mut times = Times::default();
    for application in aplomb_retry::discover(folder).expect("the application is there") {
        let start = Instant::now();
        let mut app = aplomb_retry::load(&application).app;
        let nothing = Protections::new();
        let mut open = Vec::new();
        for function in 0..app.functions.len() {
            let unmet = simulate(&mut app, function, environment, &nothing);
            if !unmet.is_empty() {
                open.push((function, unmet));
            }
        }
        times.verifier += start.elapsed();
        for (function, unmet) in open {
            let start = Instant::now();
            advisor::heuristic(&mut app, function, environment, &unmet);
            times.heuristic += start.elapsed();
            let start = Instant::now();
            advisor::exhaustive(&mut app, function, environment, &unmet);
            times.exhaustive += start.elapsed();
        }
    }
    times
}

/// Prints the table.
pub fn print() {
    println!(
        "Table 2: ours / published. I: safe, N: unsafe, ?: unknown (functions); #S: operations"
    );
    println!("to protect + fresh values to keep (where the paper protects what uses the value);");
    println!("times in ms, the published ones in s; `check` is the whole command, with the search");
    println!("for violations and the advice.\n");
    println!(
        "{:<21} {:<3} {:>14} {:>10} {:>17} {:>17} {:>17} {:>9}",
        "application",
        "C/S",
        "I N ? / I N",
        "#S",
        "verifier",
        "advisor (H)",
        "advisor (B)",
        "check"
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/applications");
    let mut total = Duration::ZERO;
    let mut slowest = (Duration::ZERO, "");
    for row in &TABLE {
        let folder = root.join(row.folder);
        let environment = if row.concurrent { Environment::Concurrent } else { Environment::Alone };
        let options: &[&str] = if row.concurrent { &[] } else { &["--sequential"] };
        let (functions, elapsed) = check(&folder, options).unwrap_or_default();
        let times = measure(&folder, environment);
        total += elapsed;
        slowest = slowest.max((elapsed, row.name));
        let count =
            |wanted: fn(&str) -> bool| functions.iter().filter(|f| wanted(verdict(f))).count();
        let found = format!(
            "{} {} {} / {} {}",
            count(|v| v == "safe"),
            count(|v| v.starts_with("unsafe")),
            count(|v| v == "unknown"),
            row.functions.0,
            row.functions.1,
        );
        let protect = protect(&functions);
        let published = row.protect.map_or("-".into(), |n| n.to_string());
        println!(
            "{:<21} {:<3} {:>14} {:>10} {:>17} {:>17} {:>17} {:>9.1}",
            row.name,
            if row.concurrent { "C" } else { "S" },
            found,
            format!("{protect} / {published}"),
            beside(times.verifier, row.verifier),
            beside(times.heuristic, row.heuristic),
            beside(times.exhaustive, row.exhaustive),
            elapsed.as_secs_f64() * 1e3,
        );
    }
    println!(
        "\nwhole table: {:.2} s; slowest row: {}, {:.0} ms\n",
        total.as_secs_f64(),
        slowest.1,
        slowest.0.as_secs_f64() * 1e3,
    );
}

/// How many operations are to be protected, and how many values to be kept.
fn protect(functions: &[Value]) -> String {
    let protections = functions.iter().filter_map(|f| f["protect"].as_array()).flatten();
    let (values, operations): (Vec<_>, Vec<_>) =
        protections.partition(|protection| protection["kind"] == "log-source");
    match values.len() {
        0 => operations.len().to_string(),
        kept => format!("{}+{kept}", operations.len()),
    }
}

fn beside(ours: Duration, published: Option<f64>) -> String {
    let published = published.map_or("-".into(), |seconds| format!("{seconds:.2} s"));
    format!("{:.1} / {published}", ours.as_secs_f64() * 1e3)
}

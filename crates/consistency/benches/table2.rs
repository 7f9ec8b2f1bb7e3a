//! The paper's Table 2: our time beside the published one, per cell.
//!
//! `cargo bench -p aplomb-consistency --bench table2`

use std::time::{Duration, Instant};

use aplomb_consistency::{Model, Options, Verdict, check, fixture};

const MODELS: [Model; 5] = [Model::SER, Model::SI, Model::PSI, Model::PC, Model::CC];

/// Benchmark, program, and the seconds published for the five models
/// (2.6 GHz Core i7, 16 GB).
const TABLE: [(&str, &str, [u32; 5]); 8] = [
    (
        "Auction V1",
        include_str!("../tests/programs/table2/auction_v1.txt"),
        [360, 490, 418, 381, 300],
    ),
    (
        "Auction V2",
        include_str!("../tests/programs/table2/auction_v2.txt"),
        [1578, 1393, 1653, 1495, 1533],
    ),
    (
        "Courseware B1",
        include_str!("../tests/programs/table2/courseware_b1.txt"),
        [23, 19, 13, 15, 9],
    ),
    (
        "Courseware B2",
        include_str!("../tests/programs/table2/courseware_b2.txt"),
        [353, 95, 62, 94, 34],
    ),
    (
        "Courseware B3",
        include_str!("../tests/programs/table2/courseware_b3.txt"),
        [509, 298, 323, 160, 82],
    ),
    (
        "FusionTicket B1",
        include_str!("../tests/programs/table2/fusionticket_b1.txt"),
        [35, 35, 34, 35, 31],
    ),
    (
        "FusionTicket B2",
        include_str!("../tests/programs/table2/fusionticket_b2.txt"),
        [31, 24, 21, 22, 17],
    ),
    (
        "SimpleBank B1",
        include_str!("../tests/programs/table2/simplebank_b1.txt"),
        [26, 16, 12, 12, 8],
    ),
];

fn main() {
    println!("seconds: ours / published; ✓ holds, ✗ violated");
    print!("{:<16}", "");
    MODELS.iter().for_each(|model| print!("{:>20}", model.to_string()));
    println!();
    let (mut ours, mut published, mut slowest) = (Duration::ZERO, 0, Duration::ZERO);
    for (name, text, times) in TABLE {
        print!("{name:<16}");
        let program = fixture::parse(text).expect("a benchmark is a program");
        for (model, seconds) in MODELS.into_iter().zip(times) {
            let start = Instant::now();
            let mark = match check(&program, model, &Options::default()).expect("a program") {
                Verdict::Holds => '✓',
                Verdict::Violated(_) => '✗',
                Verdict::Vacuous | Verdict::Unknown { .. } => '?',
            };
            let elapsed = start.elapsed();
            print!("{:>11.4} / {seconds:>4} {mark}", elapsed.as_secs_f64());
            ours += elapsed;
            published += seconds;
            slowest = slowest.max(elapsed);
        }
        println!();
    }
    println!(
        "whole table: {:.3} s / {published} s; slowest cell {:.4} s",
        ours.as_secs_f64(),
        slowest.as_secs_f64()
    );
}

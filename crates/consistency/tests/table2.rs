//! The eight benchmarks of the paper's Table 2: all forty verdicts.

use aplomb_consistency::{Model, Options, Verdict, check, fixture};

/// Benchmark and expected verdicts under SER, SI, PSI, PC, CC.
const TABLE: [(&str, &str, &str); 8] = [
    ("auction_v1", include_str!("programs/table2/auction_v1.txt"), "✓✗✗✗✗"),
    ("auction_v2", include_str!("programs/table2/auction_v2.txt"), "✓✓✓✓✓"),
    ("courseware_b1", include_str!("programs/table2/courseware_b1.txt"), "✓✗✗✗✗"),
    ("courseware_b2", include_str!("programs/table2/courseware_b2.txt"), "✓✓✓✗✗"),
    ("courseware_b3", include_str!("programs/table2/courseware_b3.txt"), "✓✓✓✓✓"),
    ("fusionticket_b1", include_str!("programs/table2/fusionticket_b1.txt"), "✓✓✓✗✗"),
    ("fusionticket_b2", include_str!("programs/table2/fusionticket_b2.txt"), "✓✓✓✗✗"),
    ("simplebank_b1", include_str!("programs/table2/simplebank_b1.txt"), "✓✗✗✗✗"),
];

#[test]
fn all_forty_verdicts() {
    for (name, text, expected) in TABLE {
        let program = fixture::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let models = [Model::SER, Model::SI, Model::PSI, Model::PC, Model::CC];
        let verdicts: String = models
            .iter()
            .map(|&model| match check(&program, model, &Options::default()).unwrap() {
                Verdict::Holds => '✓',
                Verdict::Violated(_) => '✗',
                other => panic!("{name} {model}: {other:?}"),
            })
            .collect();
        assert_eq!(verdicts, expected, "{name} under SER, SI, PSI, PC, CC");
    }
}

/// The price tiers matter: an expectation that only relates revenue to the
/// number sold is kept by every snapshot, because a lost update loses both.
#[test]
fn revenue_as_a_function_of_sales_survives_lost_updates() {
    let text = TABLE[5]
        .1
        .replace("inv rev == 17 + 27 + 27", "inv rev == (sold == 0 ? 0 : 17 + 27 * (sold - 1))");
    let program = fixture::parse(&text).unwrap();
    for model in [Model::SER, Model::SI, Model::PSI, Model::PC, Model::CC] {
        assert!(check(&program, model, &Options::default()).unwrap().holds(), "{model}");
    }
}

//! Models in TypeScript and Python: from the file to the verdicts.

mod files;

use aplomb_consistency::{Model, Options, Verdict, check};
use files::{examples, summarize};

/// The benchmarks of the paper's Table 2, with the verdicts under SER, SI,
/// PSI, PC and CC.
const TABLE2: [(&str, &str); 8] = [
    ("auction_v1", "✓✗✗✗✗"),
    ("auction_v2", "✓✓✓✓✓"),
    ("courseware_b1", "✓✗✗✗✗"),
    ("courseware_b2", "✓✓✓✗✗"),
    ("courseware_b3", "✓✓✓✓✓"),
    ("fusionticket_b1", "✓✓✓✗✗"),
    ("fusionticket_b2", "✓✓✓✗✗"),
    ("simplebank", "✓✗✗✗✗"),
];

#[test]
fn all_forty_verdicts_in_both_languages() {
    let models = [Model::SER, Model::SI, Model::PSI, Model::PC, Model::CC];
    for (name, expected) in TABLE2 {
        for extension in ["ts", "py"] {
            let file = format!("{name}.{extension}");
            let text = std::fs::read_to_string(examples().join(&file)).unwrap();
            let summary = summarize(&file, &text);
            assert_eq!(summary.problems, [], "{file}");
            let verdict = |&model: &Model| match check(&summary.program, model, &Options::default())
                .unwrap()
            {
                Verdict::Holds => '✓',
                Verdict::Violated(_) => '✗',
                other => panic!("{file} {model}: {other:?}"),
            };
            let verdicts: String = models.iter().map(verdict).collect();
            assert_eq!(verdicts, expected, "{file} under SER, SI, PSI, PC, CC");
        }
    }
}

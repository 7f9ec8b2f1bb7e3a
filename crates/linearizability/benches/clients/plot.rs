//! Quantile plots: for each strategy, the runs that it finished, cheapest first.

use std::fmt::Write;

const SIZE: (f64, f64) = (640.0, 400.0);
const MARGIN: f64 = 60.0;
const COLOURS: [&str; 5] = ["#888888", "#1f77b4", "#2ca02c", "#d62728", "#9467bd"];

/// Draws values in ascending order on a logarithmic axis, one line each.
pub fn quantiles(unit: &str, lines: &[(&str, Vec<f64>)]) -> String {
    let all = || lines.iter().flat_map(|(_, values)| values).map(|value| value.max(1e-4));
    let low = all().fold(f64::INFINITY, f64::min).log10().floor();
    let high = all().fold(0.0, f64::max).log10().ceil().max(low + 1.0);
    let most = lines.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(2);
    let x = |rank: usize| MARGIN + rank as f64 / (most - 1) as f64 * (SIZE.0 - 2.0 * MARGIN);
    let y =
        |exponent: f64| SIZE.1 - MARGIN - (exponent - low) / (high - low) * (SIZE.1 - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        SIZE.0, SIZE.1
    );
    let mut add = |text: String| {
        let _ = writeln!(svg, "{text}");
    };
    for exponent in low as i32..=high as i32 {
        let at = y(f64::from(exponent));
        add(format!(
            "<line x1=\"{MARGIN}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"#dddddd\"/>",
            SIZE.0 - MARGIN
        ));
        let value = 10f64.powi(exponent);
        add(format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            MARGIN - 6.0,
            at + 4.0
        ));
    }
    add(format!("<text x=\"{MARGIN}\" y=\"{:.1}\">{unit}</text>", MARGIN - 30.0));
    add(format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">clients, cheapest first</text>",
        SIZE.0 / 2.0,
        SIZE.1 - 20.0
    ));
    for (index, (name, values)) in lines.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(rank, value)| format!("{:.1},{:.1}", x(rank), y(value.max(1e-4).log10())))
            .collect();
        add(format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>",
            points.join(" ")
        ));
        add(format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name} ({})</text>",
            MARGIN + 12.0,
            MARGIN + 16.0 * index as f64,
            values.len()
        ));
    }
    svg + "</svg>\n"
}

//! What to change so that the invariants hold.

use std::time::Instant;

use aplomb_consistency::remedy::{Remedies, remedies};
use aplomb_consistency::{Database, Model, Options, Program};
use aplomb_report::{Finding, Suggestion};
use serde_json::{Value, json};

use super::level::Level;

/// The most remedies that are shown.
const SHOWN: usize = 5;

/// Ways out, all of them checked.
pub struct Advice {
    remedies: Vec<Vec<String>>,
    settings: Vec<&'static str>,
    models: Vec<Model>,
    caveats: Vec<String>,
}

/// Looks for ways out at a level; `program` is the source as it runs there.
pub fn find(source: &Program, program: &Program, level: &Level, options: &Options) -> Advice {
    let deadline = Instant::now() + options.timeout;
    // Stronger settings are the advice that must not be missing.
    let half = Options { timeout: options.timeout / 2, ..*options };
    let Remedies { remedies, caveats } =
        remedies(program, level.isolation, &half).unwrap_or_default();
    let remedies = remedies
        .iter()
        .map(|remedy| remedy.changes.iter().map(|change| change.describe(program)).collect());
    let suffices = |level: &Level| {
        let timeout = deadline.saturating_duration_since(Instant::now());
        let options = Options { timeout, ..*options };
        level.check(source, &options).is_ok_and(|checked| checked.verdict.holds())
    };
    let (mut settings, mut models) = (Vec::new(), Vec::new());
    match &level.database {
        Some(database) => {
            let same = |other: &&Database| {
                other.name != database.name && product(other.name) == product(database.name)
            };
            let others = Database::all().iter().filter(same);
            let enough = others.filter(|it| suffices(&Level::of_database(**it)));
            settings.extend(enough.map(|it| it.name));
        }
        None => {
            let stronger = Model::ALL.into_iter().filter(|&model| {
                model != level.isolation.model && model.at_least(level.isolation.model)
            });
            let enough: Vec<Model> = stronger
                .filter(|&model| suffices(&Level::of_model(model, level.isolation.session)))
                .collect();
            let weaker = |model: Model| enough.iter().any(|&it| it != model && model.at_least(it));
            models = enough.iter().copied().filter(|&model| !weaker(model)).collect();
        }
    }
    Advice { remedies: remedies.collect(), settings, models, caveats }
}

fn product(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

impl Advice {
    /// Adds it to a finding.
    pub fn attach(&self, mut finding: Finding) -> Finding {
        for changes in self.remedies.iter().take(SHOWN) {
            finding = finding.suggest(Suggestion::new(changes.join(", and ")));
        }
        for setting in &self.settings {
            finding = finding.suggest(Suggestion::new(format!("run all of them at {setting}")));
        }
        for model in &self.models {
            let message = format!("run all of them at {model} ({})", model.title());
            finding = finding.suggest(Suggestion::new(message));
        }
        for caveat in &self.caveats {
            finding = finding.because(format!("{caveat}."));
        }
        finding
    }

    /// For programs that read the report.
    pub fn data(&self) -> Value {
        let models: Vec<String> = self.models.iter().map(ToString::to_string).collect();
        json!({
            "changes": self.remedies,
            "settings": self.settings,
            "models": models,
            "caveats": self.caveats,
        })
    }
}

//! The levels at which a question is asked.

use std::fmt::{self, Write};
use std::str::FromStr;

use aplomb_consistency::model::UnknownModel;
use aplomb_consistency::{
    Checked, Database, Isolation, Model, Options, Program, ProgramError, SessionGuarantees, check,
};

/// A level, under the name that the user gave.
#[derive(Clone, Debug)]
pub struct Level {
    /// What it promises.
    pub isolation: Isolation,
    /// The database whose level it is.
    pub database: Option<Database>,
}

impl Level {
    /// A model.
    pub fn of_model(model: Model, session: SessionGuarantees) -> Level {
        let isolation = Isolation { session, ..Isolation::from(model) };
        Level { isolation, database: None }
    }

    /// A setting of a database.
    pub fn of_database(database: Database) -> Level {
        Level { isolation: database.isolation, database: Some(database) }
    }

    /// Whether it is what its database has unless somebody changes it.
    pub fn is_default(&self) -> bool {
        self.database.is_some_and(|database| database.is_default())
    }

    /// The level as the database writes it, and whether it is the default.
    pub fn in_words(&self) -> String {
        match &self.database {
            Some(database) if database.is_default() => format!("{} (default)", database.level()),
            Some(database) => database.level(),
            None => self.isolation.to_string(),
        }
    }

    /// The name of the product.
    pub fn product(&self) -> &'static str {
        let name = self.database.map_or("", |database| database.name);
        match name.split(':').next().unwrap_or_default() {
            "postgres" => "PostgreSQL",
            "mysql" => "MySQL",
            "dynamodb" => "DynamoDB",
            _ => "the database",
        }
    }

    /// The level that counts for a program: the one that its code asks for in
    /// every transaction, or this one.
    pub fn asked_by(self, program: &Program) -> Level {
        match self.database {
            Some(database) => Level::of_database(database.asked_by(program)),
            None => self,
        }
    }

    /// Checks a program at this level.
    pub fn check(&self, program: &Program, options: &Options) -> Result<Checked, ProgramError> {
        match &self.database {
            Some(database) => database.check(program, options),
            None => {
                let verdict = check(program, self.isolation, options)?;
                Ok(Checked { program: program.clone(), verdict })
            }
        }
    }

    /// The program as it runs at this level; why nothing is promised of it, if
    /// that is so.
    pub fn adapt(&self, program: &Program) -> Result<Program, String> {
        match &self.database {
            Some(database) => database.adapt(program),
            None => Ok(program.clone()),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.database {
            Some(database) => write!(f, "{} ({})", database.name, self.isolation.model.title()),
            None => write!(f, "{} ({})", self.isolation, self.isolation.model.title()),
        }
    }
}

/// A model, or all of them.
#[derive(Clone, Copy, Debug)]
pub enum ModelChoice {
    /// All models.
    All,
    /// One model.
    One(Model),
}

impl ModelChoice {
    /// The models chosen.
    pub fn models(&self) -> Vec<Model> {
        match self {
            ModelChoice::All => Model::ALL.to_vec(),
            ModelChoice::One(model) => vec![*model],
        }
    }
}

impl FromStr for ModelChoice {
    type Err = UnknownModel;

    fn from_str(name: &str) -> Result<ModelChoice, UnknownModel> {
        match name {
            "all" => Ok(ModelChoice::All),
            _ => name.parse().map(ModelChoice::One),
        }
    }
}

/// The databases whose levels are known, what each one is, and who says so.
pub fn list() -> String {
    let mut text = String::new();
    for Database { name, title, isolation, note, sources, .. } in Database::all() {
        let _ = writeln!(text, "{name}: {isolation}");
        let _ = writeln!(text, "    {title}; {note}");
        for source in *sources {
            let _ = writeln!(text, "    {source}");
        }
    }
    text
}

/// An address as it may be shown.
pub fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.into() };
    match rest.rsplit_once('@') {
        Some((login, place)) => {
            let user = login.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{place}")
        }
        None => address.into(),
    }
}

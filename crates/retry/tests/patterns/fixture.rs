//! A fixture: a program whose first lines say what is expected of it.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use aplomb_retry::{Application, Environment, Loaded, Options, Row, load};

/// The verdicts on one function: alone (`--sequential`), and together with all
/// functions of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    pub alone: String,
    pub together: String,
}

/// One file in `table`, `applications` or `figures`.
pub struct Fixture {
    pub path: PathBuf,
    /// What is checked, in one line.
    pub title: String,
    /// The function that is checked.
    pub function: String,
    /// What is true of it.
    pub expected: Verdicts,
    /// What Aplomb says today, if that falls short.
    pub today: Option<Verdicts>,
    /// All functions of the file; they run beside the one that is checked.
    functions: Vec<String>,
}

impl Fixture {
    /// All fixtures of a folder, in order of their names.
    pub fn all(folder: &str) -> Vec<Fixture> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/patterns").join(folder);
        let entries = std::fs::read_dir(&folder).expect("the fixtures are there");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| Fixture::read(path)).collect()
    }

    fn read(path: &Path) -> Fixture {
        let text = std::fs::read_to_string(path).unwrap();
        let mut header = text.lines().map_while(|line| line.strip_prefix(comment(path)));
        let title = header.next().expect("a title").to_string();
        let (function, expected) = header
            .next()
            .and_then(|line| line.split_once(": "))
            .unwrap_or_else(|| panic!("{}: the second line says what to expect", path.display()));
        let today = header.next().and_then(|line| line.strip_prefix("today: "));
        Fixture {
            path: path.into(),
            title,
            function: function.into(),
            expected: Verdicts::parse(expected),
            today: today.map(Verdicts::parse),
            functions: text.lines().filter_map(declared).map(str::to_string).collect(),
        }
    }

    /// The name of the file without its language.
    pub fn name(&self) -> &str {
        self.path.file_stem().unwrap().to_str().unwrap()
    }

    /// What Aplomb is expected to say: the truth, or what falls short of it.
    pub fn promised(&self) -> &Verdicts {
        self.today.as_ref().unwrap_or(&self.expected)
    }

    /// What Aplomb says.
    pub fn check(&self) -> Verdicts {
        let verdict = |environment| {
            let options = Options { environment, ..Options::default() };
            self.row(options).verdict.to_string()
        };
        Verdicts { alone: verdict(Environment::Alone), together: verdict(Environment::Concurrent) }
    }

    /// The row of the function.
    pub fn row(&self, options: Options) -> Row {
        let mut loaded = self.load();
        assert!(loaded.diagnostics().is_empty(), "{}", self.path.display());
        let function = self.functions.iter().position(|name| *name == self.function);
        loaded.check(function.expect("the file declares it"), options).row
    }

    /// All functions of the file, in its order.
    pub fn load(&self) -> Loaded {
        load(&Application::of_handlers(Path::new("."), &self.handlers()).unwrap())
    }

    /// The functions as `--handler` takes them.
    fn handlers(&self) -> Vec<String> {
        let path = self.path.display();
        self.functions.iter().map(|function| format!("{path}:{function}")).collect()
    }

    /// Rewrites the line that says what Aplomb says today.
    pub fn write_today(&self, today: &Verdicts) {
        let comment = comment(&self.path);
        let text = std::fs::read_to_string(&self.path).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        if self.today.is_some() {
            lines.remove(2);
        }
        if *today != self.expected {
            lines.insert(2, format!("{comment}today: {today}"));
        }
        std::fs::write(&self.path, lines.join("\n") + "\n").unwrap();
    }
}

impl Verdicts {
    fn parse(text: &str) -> Verdicts {
        let (alone, together) = text.split_once(" alone, ").expect("`... alone, ... together`");
        let together = together.strip_suffix(" together").expect("`... alone, ... together`");
        Verdicts { alone: alone.into(), together: together.into() }
    }

    /// Whether this does not know what the other knows.
    pub fn forgets(&self, other: &Verdicts) -> bool {
        let pairs = [(&self.alone, &other.alone), (&self.together, &other.together)];
        pairs.into_iter().any(|(found, known)| found == "unknown" && known != "unknown")
    }

    /// Whether one says what the other denies; not knowing denies nothing.
    pub fn contradicts(&self, other: &Verdicts) -> bool {
        let pairs = [(&self.alone, &other.alone), (&self.together, &other.together)];
        pairs.into_iter().any(|(a, b)| a != b && a != "unknown" && b != "unknown")
    }
}

impl fmt::Display for Verdicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} alone, {} together", self.alone, self.together)
    }
}

/// How a comment begins in the language of a file.
fn comment(path: &Path) -> &'static str {
    if path.extension().is_some_and(|extension| extension == "py") { "# " } else { "// " }
}

/// The handler that a line declares.
fn declared(line: &str) -> Option<&str> {
    let python = line.strip_prefix("def ").filter(|rest| rest.contains("(event, context)"));
    let rest = line.strip_prefix("export const ").or(python)?;
    rest.split([' ', '(']).next()
}

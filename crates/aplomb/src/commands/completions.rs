//! `aplomb completions`: scripts that complete arguments.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::Cli;

/// Which shell.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// The script for a shell.
pub fn run(arguments: &Arguments) -> String {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "aplomb", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

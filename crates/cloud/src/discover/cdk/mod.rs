//! Applications of the AWS Cloud Development Kit, in JavaScript, TypeScript and Python.
//!
//! Such an application is a program. It is executed like a handler; what it makes is written
//! down, and read like the template that the CDK would make of it.

mod constructs;
mod template;

use super::{Application, Places, Programs, sam};
use constructs::Constructs;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The file that says which program it is.
pub(super) const FILE: &str = "cdk.json";

/// The folder into which `cdk synth` writes templates.
pub(super) const SYNTHESIZED: &str = "cdk.out";

/// Reads the application of a `cdk.json`.
pub(super) fn read(document: &Value, application: &mut Application, programs: &dyn Programs) {
    let name = application.source.display().to_string();
    let Some(command) = document["app"].as_str() else {
        return application.not_read(&name, "it does not say which program the application is");
    };
    let Some(entry) = entry(&application.root, command) else {
        let why = format!(
            "no program in JavaScript, TypeScript or Python is known for {command:?}; run \
             `cdk synth`, and check {SYNTHESIZED}"
        );
        return application.not_read(&name, &why);
    };
    let root = application.root.clone();
    let constructs = Constructs::new(&root);
    let sites = match programs.execute(&root, &entry, &constructs) {
        Ok(sites) => sites,
        Err(why) => return application.not_read(&name, &why),
    };
    let inventory = constructs.into_inventory();
    sam::read(&template::of(&inventory, &Places { root: &root }), application);
    for class in &inventory.strange {
        application.not_read(class, "what this construct deploys is not known");
    }
    // What is written and was not made may be made by what is not known of the program.
    for site in sites {
        if template::FUNCTIONS.contains(&&*site.class) && !inventory.reached.contains(&site.span) {
            let why = format!("it is not known whether this {} is made", site.class);
            application.not_read(&site.place, &why);
        }
    }
}

/// The program that a command runs: `npx ts-node --prefer-ts-exts bin/app.ts`, `python3 app.py`.
fn entry(root: &Path, command: &str) -> Option<PathBuf> {
    let files = command.split_whitespace().rev().map(|word| word.trim_matches(['"', '\'']));
    files.into_iter().find_map(|word| {
        let file = root.join(word);
        // What is compiled before it is run is read in its source.
        let sources = ["ts", "js", "mjs", "cjs", "mts", "py"];
        let is_program = sources.contains(&super::extension_of(&file));
        let source = file.with_extension("ts");
        match () {
            () if is_program && source.is_file() => Some(source),
            () if is_program && file.is_file() => Some(file),
            () => {
                let bare = sources.iter().map(|it| root.join(format!("{word}.{it}")));
                let mut bare = bare.filter(|_| !word.starts_with('-') && word.contains('/'));
                bare.find(|it| it.is_file())
            }
        }
    })
}

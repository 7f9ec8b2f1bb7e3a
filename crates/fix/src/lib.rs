//! Which edits make a function safe to retry?
//!
//! [`plan`] takes the advice that `check` gives for every function that is not safe, writes it
//! down as edits of the source (the retry runtime around the handler, and at the operations
//! that need it, nothing else), and *checks the edited source again, in memory*. Only what then
//! verifies as safe is a fix; what does not is listed with the reason. [`Plan::write`] changes
//! the files, all of them or none.
//!
//! ```
//! use aplomb_fix::{Outcome, Settings, plan};
//! use aplomb_retry::Application;
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("app.mjs");
//!
//! std::fs::write(&file, r#"
//! import { randomUUID } from "node:crypto";
//! import { DynamoDB } from "@aws-sdk/client-dynamodb";
//! import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
//! const db = DynamoDBDocument.from(new DynamoDB());
//! export const create = async ({ title }) => {
//!   await db.put({ TableName: "notes", Item: { id: randomUUID(), title } });
//! };
//! "#)?;
//! let application = Application::of_handlers(folder.path(), &[format!("{}:create", file.display())])?;
//! let settings = Settings { identity: Some("http".into()), ..Settings::default() };
//! let plan = plan(&application, &settings, |_| true, |_| {});
//! assert!(matches!(plan.functions[0].outcome, Outcome::Fixed(_)));
//! assert!(plan.diff().contains(r#"+  await db.put({ TableName: "notes", Item: { id: derivedUuid("create.id"), title } });"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Invariants
//!
//! - Nothing is printed anew: edits replace stretches of the text, and the rest stays as it is.
//! - A function is called fixed only if `check` calls the edited function safe, and if no
//!   function that was safe has become anything else.
//! - Nothing here knows a parser or a solver: places come from the program that `check` read.

mod choose;
mod condition;
mod deployment;
mod edit;
mod handler;
mod identity;
mod imports;
mod native;
mod patch;
mod plan;
mod source;
mod verify;
mod write;

pub use plan::{Effects, Fixed, Outcome, Plan, Planned, Settings, WriteError, plan};

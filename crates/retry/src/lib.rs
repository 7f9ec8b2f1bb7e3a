//! Which functions of this application are safe to retry, and how do the others break?
//!
//! This crate puts the parts together: a deployed application is read and its functions are
//! executed symbolically ([`load`]), each is judged beside the others ([`Loaded::check`]), and
//! what comes out is a finding for people, a [`Row`] for scripts, and the engine's judgement
//! with its advice ([`Loaded::advised`]) for whoever wants to change the source. Whether a
//! change helps can be asked before it is made ([`Edited`]).
//!
//! ```
//! use aplomb_retry::{Application, Edited, Options, Word, load_from};
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("app.mjs");
//!
//! let count = r#"
//!     import { DynamoDB } from "@aws-sdk/client-dynamodb";
//!     import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
//!     const db = DynamoDBDocument.from(new DynamoDB());
//!     export const visit = async ({ page }) => {
//!       await db.update({
//!         TableName: "visits", Key: { page },
//!         UpdateExpression: "ADD visits :one", ExpressionAttributeValues: { ":one": 1 },
//!       });
//!     };"#;
//! std::fs::write(&file, count)?;
//! let application = Application::of_handlers(folder.path(), &[format!("{}:visit", file.display())])?;
//! let verdict = |source: &str| {
//!     let mut loaded = load_from(&application, &Edited::default().with(&file, source));
//!     loaded.check(0, Options::default()).row.verdict
//! };
//! assert_eq!(verdict(count), Word::Unsafe);
//! assert_eq!(verdict(&count.replace("ADD visits :one", "SET visited = :one")), Word::Safe);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Invariants
//!
//! - Nothing is decided here: verdicts come from `aplomb-idempotence`, and a violation that its
//!   replay does not confirm is reported as *unknown*.
//! - Nothing here knows arguments, terminals or exit codes.

use std::path::Path;

mod application;
mod check;
mod code;
mod description;
mod finding;
mod instance;
mod places;
mod replay;
mod row;
mod witness;

pub use aplomb_cloud::{Application, DiscoverError, Handler, read_description};
pub use aplomb_idempotence::{Environment, Judgement, Options, Protection};
pub use aplomb_symbolic::AssumptionKind;
pub use application::{Edited, Loaded, Operation, load, load_from};
pub use check::Checked;
pub use instance::Programs;
pub use places::Places;
pub use row::{Advised, ProtectRow, ProtectionKind, Row, ViolationRow, Word};

/// All applications in a folder, or in a deployment description given directly.
pub fn discover(path: &Path) -> Result<Vec<Application>, DiscoverError> {
    aplomb_cloud::discover(path, &description::Descriptions)
}

/// Everything that a verdict of `check` can take for granted, from all crates that do.
pub fn assumptions() -> impl Iterator<Item = &'static AssumptionKind> {
    let interpreter = aplomb_symbolic::assumptions::ALL;
    let models = [aplomb_cloud::sql_assumptions::ALL, aplomb_cloud::assumptions::ALL];
    let proofs = aplomb_idempotence::assumptions::ALL;
    [interpreter].into_iter().chain(models).chain([proofs]).flatten().copied()
}

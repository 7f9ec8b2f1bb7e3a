//! An *unknown* points at its cause, and nobody advises on a function that is not known
//! completely.

use aplomb_retry::{Application, Checked, Options, Word, load};

const NOTES: &str = r#"import { Pool } from "pg";
const pool = new Pool();
const keep = (id) =>
  pool.query("INSERT INTO notes (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
const count = (id) => pool.query("UPDATE notes SET n = n + 1 WHERE id = $1", [id]);
export const any = async ({ id, statement }) => {
  await keep(id);
  await pool.query(statement);
};
export const counted = async ({ id, statement }) => {
  await count(id);
  await pool.query(statement);
};
export const complete = async ({ id }) => {
  await count(id);
};
"#;

fn check(name: &str) -> Checked {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.js");
    std::fs::write(&path, NOTES).unwrap();
    let handlers = [format!("{}:{name}", path.display())];
    let application = Application::of_handlers(folder.path(), &handlers).unwrap();
    load(&application).check(0, Options::default())
}

#[test]
fn an_unknown_points_at_its_cause() {
    let Checked { finding, row, .. } = check("any");
    assert_eq!(row.verdict, Word::Unknown, "{}", row.reason);
    let primary = finding.primary().expect("a place");
    assert_eq!(primary.span.line, 8, "{primary:?}");
    assert!(row.reason.starts_with(&primary.message), "{} / {}", primary.message, row.reason);
    assert!(finding.suggestions().is_empty() && row.protect.is_empty());
}

#[test]
fn only_what_is_known_completely_gets_advice() {
    for (name, verdict, advised) in
        [("counted", Word::Unknown, false), ("complete", Word::Unsafe, true)]
    {
        let Checked { finding, row, .. } = check(name);
        assert_eq!(row.verdict, verdict, "{name}: {}", row.reason);
        assert_eq!(!row.protect.is_empty(), advised, "{name}");
        assert_eq!(!finding.suggestions().is_empty(), advised, "{name}");
    }
}

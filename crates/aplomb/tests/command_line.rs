//! The program as users run it: what it writes, where, and its exit code.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use aplomb_report::render::{html, json, sarif, terminal};
use serde_json::Value;

/// What a run leaves behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// A directory of its own for each test, with the reports of the golden tests.
struct Place(PathBuf);

impl Place {
    fn new(test: &str) -> Place {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).unwrap();
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/tests/golden");
        for report in ["payment.json", "withdrawals.json", "lazy-list.json"] {
            fs::copy(golden.join(report), place.join(report)).unwrap();
        }
        let holds = fs::read_to_string(place.join("withdrawals.json")).unwrap();
        let mut holds: Value = serde_json::from_str(&holds).unwrap();
        holds["findings"].as_array_mut().unwrap().remove(0);
        fs::write(place.join("holds.json"), holds.to_string()).unwrap();
        holds["findings"] = Value::Array(Vec::new());
        fs::write(place.join("nothing.json"), holds.to_string()).unwrap();
        Place(place)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aplomb"));
        command.args(arguments).current_dir(&self.0);
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let output = self.command(arguments).stdin(Stdio::null()).output().unwrap();
        Run {
            code: output.status.code().expect("no signal"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.join(file)).unwrap()
    }
}

impl std::ops::Deref for Place {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

#[test]
fn the_exit_code_is_the_verdict() {
    let place = Place::new("exit-code");
    for (report, code) in
        [("payment.json", 1), ("withdrawals.json", 1), ("holds.json", 0), ("nothing.json", 3)]
    {
        for format in ["human", "json", "sarif", "html"] {
            let run = place.run(&["render", report, "--format", format]);
            assert_eq!((run.code, run.err.as_str()), (code, ""), "{report} as {format}");
            assert!(!run.out.is_empty());
        }
    }
}

#[test]
fn every_format_is_what_it_says() {
    let place = Place::new("formats");
    let report = json::read(&place.read("payment.json")).unwrap();
    for (format, expected) in [
        ("human", terminal::render(&report, &Default::default())),
        ("json", place.read("payment.json")),
        ("sarif", sarif::render(&report)),
        ("html", html::render(&report)),
    ] {
        let run = place.run(&["render", "payment.json", "--format", format]);
        assert_eq!(run.out, expected, "{format}");
    }
}

#[test]
fn a_folder_of_reports_is_one_report() {
    let place = Place::new("folder-of-reports");
    fs::create_dir(place.join("reports")).unwrap();
    for name in ["holds.json", "payment.json"] {
        fs::copy(place.join(name), place.join("reports").join(name)).unwrap();
    }
    let run = place.run(&["render", "reports", "--format", "json"]);
    let whole = json::read(&run.out).unwrap();
    let parts = ["holds.json", "payment.json"].map(|name| json::read(&place.read(name)).unwrap());
    let findings: Vec<_> = parts.iter().flat_map(|part| part.findings().to_vec()).collect();
    assert_eq!((run.code, whole.findings()), (1, &findings[..]));
    assert_eq!(whole.data()["parts"].as_array().map(Vec::len), Some(2));
}

#[test]
fn bad_input_gives_one_message_and_exit_code_2() {
    let place = Place::new("bad-input");
    fs::write(place.join("broken.json"), "{\"schema\": 1,").unwrap();
    fs::write(place.join("other.json"), "{\"schema\": 9}").unwrap();
    fs::write(place.join("binary.json"), [0xff, 0xfe, 0x00, 0x80]).unwrap();
    fs::write(place.join("empty.json"), "").unwrap();
    fs::create_dir(place.join("folder")).unwrap();
    for (arguments, message) in [
        (&["render", "missing.json"][..], "cannot read missing.json: No such file or directory"),
        (&["render", "folder"], "no .json files in folder"),
        (&["render", "binary.json"], "cannot read binary.json: stream did not contain valid UTF-8"),
        (&["render", "empty.json"], "empty.json is not a JSON file: EOF"),
        (&["render", "-"], "standard input is not a JSON file: EOF"),
        (&["render", "broken.json"], "broken.json is not a JSON file"),
        (&["render", "other.json"], "other.json is a report with schema 9"),
        (&["explain", "AP999"], "there is no code `AP999`"),
        (&["explain", "frsh-key-on-retry"], "did you mean `fresh-key-on-retry`?"),
        (&["explain", "zzz"], "`aplomb explain` lists all codes"),
        (&["explain", "--format", "html"], "`aplomb explain` does not write html"),
        (&["render", "holds.json", "--output", "folder"], "cannot write folder: is a directory"),
        (
            &["render", "holds.json", "-o", "no/such/x.html"],
            "cannot write no/such/x.html: there is no directory no/such",
        ),
        (
            &["render", "holds.json", "-o", "/dev/full"],
            "cannot write /dev/full: No space left on device",
        ),
        (&["render", "holds.json", "-o", ""], "a value is required for '--output"),
        (&["render"], "required arguments were not provided"),
        (
            &["render", "holds.json", "--format", "pdf"],
            "invalid value 'pdf' for '--format <FORMAT>'",
        ),
        (&["render", "holds.json", "--color", "blue"], "invalid value 'blue'"),
        (&["render", "holds.json", "--frobnicate"], "unexpected argument '--frobnicate'"),
        (&["chekc"], "unrecognized subcommand 'chekc'"),
        (&["completions", "dos"], "invalid value 'dos'"),
    ] {
        let run = place.run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(run.err.contains(message), "{arguments:?}: {}", run.err);
        assert_eq!(run.err.matches("error: ").count(), 1, "{arguments:?}: {}", run.err);
        assert!(!run.err.contains("panicked"), "{arguments:?}: {}", run.err);
    }
    let leftovers = fs::read_dir(&*place)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains(".part"));
    assert_eq!(leftovers.count(), 0);
}

#[test]
fn files_are_replaced_as_a_whole() {
    let place = Place::new("output");
    let run = place.run(&["render", "payment.json", "--output", "report.html"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "", ""));
    assert!(place.read("report.html").starts_with("<!DOCTYPE html>"), "format by ending");

    place.run(&["render", "payment.json", "-o", "report.html", "--format", "json"]);
    assert_eq!(place.read("report.html"), place.read("payment.json"), "the option wins");

    let run = place.run(&["render", "holds.json", "-o", "-", "--format", "json"]);
    assert!(run.out.starts_with('{'), "- is standard output");
}

#[cfg(unix)]
#[test]
fn what_exists_is_respected() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let place = Place::new("output-unix");
    fs::write(place.join("kept.txt"), "before").unwrap();
    fs::set_permissions(place.join("kept.txt"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("kept.txt", place.join("link.txt")).unwrap();
    place.run(&["render", "holds.json", "-o", "link.txt"]);
    assert!(place.join("link.txt").is_symlink(), "a link stays a link");
    assert!(place.read("kept.txt").contains("1 holds"));
    let mode = fs::metadata(place.join("kept.txt")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "permissions stay");

    fs::write(place.join("locked.txt"), "before").unwrap();
    fs::set_permissions(place.join("locked.txt"), fs::Permissions::from_mode(0o400)).unwrap();
    let run = place.run(&["render", "holds.json", "-o", "locked.txt"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cannot write locked.txt: permission denied"), "{}", run.err);
    assert_eq!(place.read("locked.txt"), "before");
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_may_be_full_or_gone() {
    let place = Place::new("stdout");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = place.command(&["render", "payment.json"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        err,
        "error: cannot write to standard output: No space left on device (os error 28)\n"
    );

    // A reader that goes away after the first bytes, as `head` does.
    let mut long: Value = serde_json::from_str(&place.read("payment.json")).unwrap();
    long["data"] = Value::String("x".repeat(1 << 20));
    fs::write(place.join("long.json"), long.to_string()).unwrap();
    let mut child = place
        .command(&["render", "long.json", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "the verdict, as if somebody had read on");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn a_report_is_read_from_standard_input() {
    let place = Place::new("stdin");
    let mut child = place
        .command(&["render", "-", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(place.read("lazy-list.json").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "LazyList.java:10:13: violated[AP301]: LazyList: an element that was added is not found \
         by the same thread\n"
    );
}

#[test]
fn a_saved_report_does_not_make_the_program_read_other_files() {
    let place = Place::new("curious");
    fs::write(place.join("secret.txt"), "the secret\n").unwrap();
    let mut report: Value = serde_json::from_str(&place.read("withdrawals.json")).unwrap();
    report["findings"][0]["primary"]["file"] = "secret.txt".into();
    report["findings"][0]["primary"]["line"] = 1.into();
    fs::write(place.join("report.json"), report.to_string()).unwrap();
    for format in ["human", "html", "json", "sarif"] {
        let run = place.run(&["render", "report.json", "--format", format]);
        assert!(run.out.contains("secret.txt") && !run.out.contains("the secret"), "{format}");
    }
}

#[test]
fn colours_are_used_when_asked_for() {
    let place = Place::new("colour");
    let colourful = |arguments: &[&str]| place.run(arguments).out.contains('\u{1b}');
    assert!(!colourful(&["render", "payment.json"]), "not a terminal");
    assert!(colourful(&["render", "payment.json", "--color", "always"]));
    assert!(!colourful(&["render", "payment.json", "--color", "never"]));
    assert!(colourful(&["explain", "AP101", "--color", "always"]));
    let output = place
        .command(&["render", "payment.json"])
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(!output.stdout.contains(&0x1b), "NO_COLOR is respected");
    place.run(&["render", "payment.json", "--output", "plain.txt"]);
    assert!(!place.read("plain.txt").contains('\u{1b}'));
}

#[test]
fn codes_are_explained() {
    let place = Place::new("explain");
    for given in ["AP101", "ap101", "101", "fresh-key-on-retry", "Fresh-Key-On-Retry"] {
        let run = place.run(&["explain", given]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{given}");
        assert!(run.out.starts_with("AP101: fresh-key-on-retry\n"), "{}", run.out);
        for heading in ["What it means", "Why it matters", "Example", "What to do"] {
            assert!(run.out.contains(&format!("\n{heading}\n")), "{heading}");
        }
    }
    let list = place.run(&["explain"]).out;
    assert!(list.contains("  AP101  fresh-key-on-retry"), "{list}");
    assert!(list.contains("\nConsistency\n  AP200"), "{list}");

    let one: Value =
        serde_json::from_str(&place.run(&["explain", "AP202", "--format", "json"]).out).unwrap();
    assert_eq!((&one["schema"], &one["codes"][0]["name"]), (&1.into(), &"write-skew".into()));
    let all: Value =
        serde_json::from_str(&place.run(&["explain", "--format", "json"]).out).unwrap();
    assert_eq!(all["codes"].as_array().unwrap().len(), list.matches("  AP").count());

    let reference = place.run(&["explain", "--markdown"]).out;
    assert!(reference.starts_with("# Codes\n") && reference.contains("\n### AP390: "));
    assert!(place.run(&["explain", "AP303", "--markdown"]).out.starts_with("# AP303: deadlock\n"));
}

#[test]
fn shells_get_their_completions() {
    let place = Place::new("completions");
    for (shell, sign) in [
        ("bash", "complete -F _aplomb"),
        ("zsh", "#compdef aplomb"),
        ("fish", "complete -c aplomb"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let run = place.run(&["completions", shell]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains(sign) && run.out.contains("explain"), "{shell}");
    }
}

#[test]
fn help_and_version_answer() {
    let place = Place::new("help");
    let version = env!("CARGO_PKG_VERSION");
    let run = place.run(&["--version"]);
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with(&format!("aplomb {version} (")), "{}", run.out);
    assert_eq!(place.run(&["-V"]).out, format!("aplomb {version}\n"));
    let run = place.run(&["--help"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for word in ["explain", "render", "completions", "--format", "--output", "Exit codes"] {
        assert!(run.out.contains(word), "{word}");
    }
    assert_eq!(place.run(&[]).code, 2, "no command is bad usage");
}

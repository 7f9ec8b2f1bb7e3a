//! What cannot be run gets a clear answer.

use std::fs;

use crate::place::{file, place, run};

/// A class file in a folder of its own, changed.
fn changed(folder: &str, change: impl FnOnce(&mut Vec<u8>)) -> String {
    let path = place().join(folder).join("samples");
    fs::create_dir_all(&path).expect("a folder");
    let mut bytes = fs::read(place().join("classes/samples/Tally.class")).expect("it was compiled");
    change(&mut bytes);
    fs::write(path.join("Tally.class"), bytes).expect("a class file");
    folder.to_owned()
}

#[test]
fn classes_that_cannot_be_loaded() {
    let java_40 = changed("newer", |bytes| bytes[7] = 84);
    let cut = changed("cut", |bytes| bytes.truncate(200));
    let renamed = changed("noise", |bytes| bytes[10..].fill(0xff));
    let jar = file("broken.jar", "this is not a jar");
    for (classpath, class, words) in [
        (
            &*java_40,
            "samples.Tally",
            "samples.Tally was compiled for Java 40, but the JDK in use is",
        ),
        (&cut, "samples.Tally", "class file of samples.Tally is malformed: ends early"),
        (&renamed, "samples.Tally", "class file of samples.Tally is malformed"),
        (&jar, "samples.Tally", "cannot read class path entry broken.jar: not a jar"),
        ("nowhere", "samples.Tally", "cannot read class path entry nowhere: No such file"),
        ("classes", "samples.Nothing", "class samples.Nothing was not found"),
        ("classes", "samples.Needing", "class samples.Missing was not found"),
        ("classes", "java.util.Map", "the class is abstract or an interface"),
        ("classes", "../../etc/passwd", "was not found"),
        ("classes", "", "was not found"),
        ("classes", "classes", "classes is a folder: --history classes checks the histories in it"),
    ] {
        let run = run(&["--classpath", classpath, "--class", class, "--client", "value()"]);
        assert_eq!(run.code, 2, "{classpath} {class}: {run:?}");
        assert!(run.err.contains(words), "{classpath} {class}: {}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn methods_that_cannot_be_run() {
    for (method, words) in [
        ("outside", &["native method samples.Unrunnable.outside()I is not supported"][..]),
        (
            "throughAnother",
            &["outside()I is not supported", "at samples.Unrunnable.throughAnother (Unr"],
        ),
        ("forever", &["an infinite loop?", "at samples.Unrunnable.forever (Unrunnable.java:1"]),
        ("waiting", &["an infinite loop?", "at samples.Unrunnable.waiting (Unrunnable.java:2"]),
        ("reflection", &["reflection (java.lang.Class.getMethods) is not supported"]),
        ("files", &["java.io.", "is not supported", "at samples.Unrunnable.files"]),
        ("memory", &["the number of array elements that a call allocates exceeds the limit"]),
    ] {
        let client = format!("{method}() || {method}()");
        let run = run(&[
            "--classpath",
            "classes",
            "--class",
            "samples.Unrunnable",
            "--client",
            &client,
            "--format",
            "json",
        ]);
        // Not supported, or a limit: unknown, and no mistake of the user.
        assert_eq!(run.code, 3, "{method}: {run:?}");
        let report: serde_json::Value = serde_json::from_str(&run.out).expect("a report");
        let reason = report["findings"][0]["reason"].as_str().expect("a reason");
        for word in words {
            assert!(reason.contains(word), "{method}: {reason}");
        }
    }
}

#[test]
fn a_method_that_is_not_there() {
    let client = "missing() || missing()";
    let run = run(&["--classpath", "classes", "--class", "samples.Unrunnable", "--client", client]);
    assert_eq!(run.code, 2, "{run:?}");
    let words = "samples.Unrunnable has no public method missing(); it has: ";
    assert!(run.err.contains(words), "{}", run.err);
}

/// What only some executions meet leaves the question open.
#[test]
fn executions_that_cannot_be_run() {
    let arguments = ["--classpath", "classes", "--class", "samples.Unrunnable"];
    let run = run(&[&arguments[..], &["--client", "together() || together()"]].concat());
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.contains("unknown[AP390]"), "{}", run.out);
    assert!(run.out.contains("native method samples.Unrunnable.outside()I is not"), "{}", run.out);
}

#[test]
fn arguments_that_make_no_sense() {
    let tally = ["--classpath", "classes", "--class", "samples.Tally"];
    for (arguments, words) in [
        (&["--client", "get() || get("][..], "expected a value"),
        (&["--client", ""], "expected the name of a method"),
        (&["--client", "get(1)"], "samples.Tally has no public method get(1); it has: get()"),
        (&["--client", "get() get()"], "get() get()"),
        (&["--methods", "put"], "samples.Tally has no public method `put`; it has get, increment"),
        (&["--methods", "get/x"], "is not a method: write `add`, `remove/1`"),
        (&["--spec", "bag"], "there is no specification `bag`; there are set, map,"),
        (&["--spec", "queue"], "which methods of samples.Tally are meant?"),
        (
            &["--spec", "queue", "--client", "get()"],
            "name the method that is meant (--methods addInt",
        ),
        (&["--spec", "class:samples.None"], "class samples.None was not found"),
        (&["--initial", "3"], "--initial needs --spec register or --spec counter"),
        (&["--strategy", "magic"], "there is no strategy `magic`; there are full, bfs,"),
        (&["--order", "backwards"], "`backwards` is no order: write guided, random:7, or 1,0,2"),
        (&["--threads", "0"], "0 is not in 1..=16"),
        (&["--constructor", "true"], "no public method"),
        (&["--setup", "get() || get()"], "the setup runs on one thread"),
        (&["--setup", "nothing()"], "no public method nothing()"),
        (&["--schedule", "0"], "--client"),
        (&["--client", "get()", "--schedule", "0.x"], "in the schedule is not a number"),
        (&["--client", "get()", "--schedule", "0^9"], "the schedule does not fit: step"),
        (&["--client", "get()", "--client", "get()", "--schedule", "0"], "belongs to one --client"),
    ] {
        let run = run(&[&tally, arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
    }
    let neither = run(&[]);
    assert_eq!(neither.code, 2);
    assert!(neither.err.contains("<CLASS>"), "{}", neither.err);
}

/// What the constructor does is not supported: nothing is known, and nobody made a mistake.
#[test]
fn a_thread_that_the_constructor_starts() {
    let class = ["--classpath", "classes", "--class", "samples.Starting"];
    let run = run(&[&class[..], &["--format", "json"]].concat());
    assert_eq!(run.code, 3, "{run:?}");
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("a report");
    let finding = &report["findings"][0];
    assert_eq!(
        (&finding["verdict"], &finding["cause"]),
        (&"unknown".into(), &"not-supported".into())
    );
    let words = "a thread that is started by the constructor or the setup is not supported";
    assert!(finding["reason"].to_string().contains(words), "{finding}");
}

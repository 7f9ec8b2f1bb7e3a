//! Every code has a page, and every page is complete.

use std::collections::HashSet;

use aplomb_report::{Code, Page};

#[test]
fn every_code_has_a_complete_page() {
    let mut names = HashSet::new();
    for code in Code::ALL {
        let page = code.page();
        assert!(names.insert(page.name), "{code}: name {} is used twice", page.name);
        assert!(
            page.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
            "{code}: {} is not a name in kebab case",
            page.name
        );
        assert!(!page.title.is_empty() && !page.title.ends_with('.'), "{code}: title");
        for (heading, text) in page.sections() {
            assert!(text.len() > 20, "{code}: section {heading:?} says too little");
            assert_eq!(
                text.matches("```").count() % 2,
                0,
                "{code}: open code block in {heading:?}"
            );
        }
        assert!(page.example.contains("```"), "{code}: the example shows no code");
    }
}

#[test]
fn every_file_of_the_registry_is_a_code() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/codes");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
    files.sort();
    let codes: Vec<String> = Code::ALL.iter().map(|code| format!("{code}.md")).collect();
    assert_eq!(files, codes);
}

#[test]
fn codes_are_read_as_they_are_written() {
    for code in Code::ALL {
        assert_eq!(code.to_string().parse(), Ok(*code));
    }
    for wrong in ["", "AP", "AP0101", "ap101", "AP999", "AP+10", "101", "AP101 "] {
        assert!(wrong.parse::<Code>().is_err(), "{wrong:?} is no code");
    }
}

#[test]
fn the_reference_has_every_code_under_its_family() {
    let reference = Page::reference();
    for code in Code::ALL {
        assert!(reference.contains(&format!("\n### {code}: {}\n", code.page().name)));
    }
    let heading = |text: &str| reference.find(text).unwrap();
    assert!(heading("\n## Retry safety") < heading("### AP100"));
    assert!(heading("### AP190") < heading("\n## Consistency"));
}

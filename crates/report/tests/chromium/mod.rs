//! A real browser: pages in, and what it made of them out.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use serde_json::Value;

/// The width of a window on a desk and that of a phone.
pub const WIDTHS: [u32; 2] = [1280, 390];

/// Where the browser is.
fn chromium() -> PathBuf {
    if let Some(path) = std::env::var_os("APLOMB_CHROMIUM") {
        return path.into();
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|candidate| candidate.is_file())
        .unwrap_or_else(|| {
            panic!(
                "no browser: none of {names:?} is on the PATH. Install one (Debian: apt-get \
                 install chromium) or say where it is with APLOMB_CHROMIUM=/path/to/chromium"
            )
        })
}

/// Opens each page in a frame of each width and returns what `measure.js` found,
/// page by page and width by width.
pub fn measured(test: &str, pages: &[String]) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the page");
    let file = folder.join("page.html");
    fs::write(&file, frames(pages)).expect("a page");
    let address = format!("file://{}", file.canonicalize().expect("a path").display());
    let dom = dump_dom(&address, &folder.join("profile"));
    let start =
        dom.find("<pre id=\"result\">").expect("the script ran") + "<pre id=\"result\">".len();
    let end = start + dom[start..].find("</pre>").expect("the result ends");
    let json = dom[start..end].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let result: Value =
        serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    result.as_array().expect("one result for each frame").clone()
}

/// A page that holds the reports, unchanged, in frames.
fn frames(pages: &[String]) -> String {
    let mut html = "<!DOCTYPE html><meta charset=\"utf-8\"><body>".to_owned();
    for page in pages {
        let source = page.replace('&', "&amp;").replace('"', "&quot;");
        for width in WIDTHS {
            html += &format!(
                "<iframe style=\"border: 0\" width=\"{width}\" height=\"800\" srcdoc=\"{source}\"></iframe>"
            );
        }
    }
    html + "<pre id=\"result\"></pre><script>" + include_str!("measure.js") + "</script>"
}

/// The page at an address, as it is after its scripts have run.
pub fn dump_dom(address: &str, profile: &Path) -> String {
    let mut browser = Command::new(chromium());
    browser.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--hide-scrollbars",
        "--virtual-time-budget=20000",
        "--dump-dom",
    ]);
    browser.arg(format!("--user-data-dir={}", profile.display()));
    browser.arg(address);
    let output = output_in_time(browser, Duration::from_secs(120));
    String::from_utf8(output).expect("the page in UTF-8")
}

/// What a program writes, if it ends in time.
fn output_in_time(mut command: Command, patience: Duration) -> Vec<u8> {
    use std::io::Read;

    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
    let program = format!("{command:?}");
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut stdout = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut output = Vec::new();
        stdout.read_to_end(&mut output).map(|_| output)
    });
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > patience {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{program} did not end within {patience:?}");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    reader.join().expect("a reader").expect("the output")
}

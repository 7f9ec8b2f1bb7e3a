//! What all pages share.

use aplomb_monitor::Time;
use aplomb_report::render::{Escaped, html, svg};

/// Whether a page changes while it is open.
pub(super) enum Script {
    None,
    Live,
}

/// A whole page.
pub(super) fn render(title: &str, body: &str, script: Script) -> String {
    let script = match script {
        Script::None => "",
        Script::Live => "<script src=\"/live.js\" defer></script>",
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'\">\
         <link rel=\"icon\" href=\"data:,\"><title>{}</title>\
         <style>{}{}{}</style>{script}</head><body class=\"aplomb-page\">\
         <nav><a class=\"brand\" href=\"/\">Aplomb</a><a href=\"/violations\">Violations</a></nav>\
         <main>{body}</main></body></html>\n",
        Escaped(title),
        svg::STYLE,
        html::STYLE,
        include_str!("style.css"),
    )
}

/// A point in time, to the millisecond; all of it is in the title.
pub(super) fn time(time: Time) -> String {
    let full = time.to_string();
    let (clock, zone) = full.split_at(full.len() - usize::from(full.ends_with('Z')));
    let shown = match clock.split_once('.') {
        Some((seconds, fraction)) => format!("{seconds}.{}", &fraction[..fraction.len().min(3)]),
        None => clock.to_owned(),
    };
    let shown = format!("{}{zone}", shown.replacen('T', " ", 1));
    format!("<time title=\"{}\">{}</time>", Escaped(&full), Escaped(&shown))
}

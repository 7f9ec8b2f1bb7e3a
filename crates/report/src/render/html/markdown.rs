//! The pages of the registry as HTML: the little Markdown that they use, which
//! is paragraphs, fenced code, `code` and *emphasis*.

use std::fmt::Write;

use crate::render::markup::Escaped;

pub(super) fn html(markdown: &str) -> String {
    let mut html = String::new();
    // Fences stand at the odd places.
    for (index, block) in markdown.split("```").enumerate() {
        if index % 2 == 1 {
            let code = block.split_once('\n').map_or(block, |(_language, code)| code);
            let _ = write!(html, "<pre>{}</pre>", Escaped(code.trim_end()));
        } else {
            for paragraph in block.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
                let _ = write!(html, "<p>{}</p>", inline(paragraph));
            }
        }
    }
    html
}

/// A paragraph with its `code` and *emphasis*; a mark without a partner stays.
pub(super) fn inline(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['`', '*']) {
        let mark = &rest[start..=start];
        let Some(length) = rest[start + 1..].find(mark) else { break };
        let inside = &rest[start + 1..start + 1 + length];
        let element = if mark == "`" { "code" } else { "em" };
        let _ =
            write!(html, "{}<{element}>{}</{element}>", Escaped(&rest[..start]), Escaped(inside));
        rest = &rest[start + length + 2..];
    }
    let _ = write!(html, "{}", Escaped(rest));
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_markdown_of_the_pages_becomes_html() {
        for (given, expected) in [
            ("a `b<c` *d*", "<p>a <code>b&lt;c</code> <em>d</em></p>"),
            ("2 * 3", "<p>2 * 3</p>"),
            ("one\n\ntwo", "<p>one</p><p>two</p>"),
            ("```js\nif (a < b) {}\n```\nafter", "<pre>if (a &lt; b) {}</pre><p>after</p>"),
            ("`<script>`", "<p><code>&lt;script&gt;</code></p>"),
        ] {
            assert_eq!(html(given), expected);
        }
    }
}

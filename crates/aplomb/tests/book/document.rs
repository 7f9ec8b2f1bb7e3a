//! A Markdown document as the tests see it: fenced blocks, links and headings.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A Markdown file of the repository.
pub struct Document {
    /// Path relative to the root of the repository, for messages.
    pub path: PathBuf,
    pub text: String,
    pub blocks: Vec<Block>,
    pub links: Vec<Link>,
    /// Anchors of the headings, as mdBook and GitHub derive them.
    pub anchors: Vec<String>,
}

/// A fenced code block.
pub struct Block {
    pub language: String,
    /// What follows the language in the info string: `file=NAME`, `schema=PATH`, `untested`.
    pub attributes: Vec<String>,
    pub text: String,
    /// Where the text between the fences stands in the document.
    pub body: Range<usize>,
    /// Number of the line with the opening fence.
    pub line: usize,
    /// White space before the opening fence (a block in a list is indented).
    pub indent: String,
}

/// A link or a picture.
pub struct Link {
    pub target: String,
    pub line: usize,
}

impl Block {
    /// The value of `name=value` in the info string.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find_map(|it| it.strip_prefix(name)?.strip_prefix('='))
    }

    /// Whether the info string has the bare word `name`.
    pub fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|it| it == name)
    }
}

impl Document {
    pub fn read(root: &Path, path: &Path) -> Document {
        let text = std::fs::read_to_string(root.join(path))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Document::parse(path, text)
    }

    pub fn parse(path: &Path, text: String) -> Document {
        let mut document = Document {
            path: path.to_owned(),
            text: String::new(),
            blocks: Vec::new(),
            links: Vec::new(),
            anchors: Vec::new(),
        };
        let line_of = |offset: usize| text[..offset].matches('\n').count() + 1;
        let mut heading: Option<String> = None;
        let mut open_block: Option<Block> = None;

        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
        for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    open_block = Some(open(&text, &range, &info, line_of(range.start)));
                }
                Event::End(TagEnd::CodeBlock) => document.blocks.extend(open_block.take()),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    let link = Link { target: dest_url.to_string(), line: line_of(range.start) };
                    document.links.push(link);
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    document.anchors.extend(heading.take().map(|it| anchor(&it)));
                }
                Event::Text(piece) | Event::Code(piece) => {
                    if let Some(block) = &mut open_block {
                        block.text.push_str(&piece);
                    } else if let Some(heading) = &mut heading {
                        heading.push_str(&piece);
                    }
                }
                _ => {}
            }
        }
        document.text = text;
        document
    }
}

fn open(text: &str, range: &Range<usize>, info: &str, line: usize) -> Block {
    let mut words = info.split_whitespace().map(str::to_owned);
    let line_start = text[..range.start].rfind('\n').map_or(0, |it| it + 1);
    let block = text[range.clone()].trim_end();
    let body_start = range.start + block.find('\n').map_or(block.len(), |it| it + 1);
    let body_end = range.start + block.rfind('\n').map_or(block.len(), |it| it + 1);
    Block {
        language: words.next().unwrap_or_default(),
        attributes: words.collect(),
        text: String::new(),
        body: body_start..body_end.max(body_start),
        line,
        indent: text[line_start..range.start].to_owned(),
    }
}

/// The anchor of a heading: lower case, spaces to hyphens, punctuation dropped.
fn anchor(heading: &str) -> String {
    let keep = |it| match it {
        ' ' | '-' => Some('-'),
        '_' => Some('_'),
        it if it.is_alphanumeric() => Some(it),
        _ => None,
    };
    heading.to_lowercase().chars().filter_map(keep).collect()
}

//! Java source, read just far enough to put statements between braces.

/// Java source, line by line.
pub struct Source {
    /// The lines as they are.
    pub lines: Vec<String>,
    /// The lines without comments and without what is in quotes.
    pub code: Vec<String>,
    /// How many braces are open before each line, and after the last.
    depths: Vec<isize>,
}

impl Source {
    /// Reads a file.
    pub fn new(text: &str) -> Source {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let code = without_comments(&lines);
        let mut depths = vec![0];
        for line in &code {
            let change: isize = line.chars().map(brace).sum();
            depths.push(depths[depths.len() - 1] + change);
        }
        Source { lines, code, depths }
    }

    /// Whether a method is named in a line, counted from 1, or above: sources that do not belong to
    /// the classes have other methods there.
    pub fn mentions_above(&self, method: &str, line: usize) -> bool {
        let call = format!("{method}(");
        let above = self.code.get(..line).unwrap_or_default();
        above.iter().any(|code| code.replace(' ', "").contains(&call))
    }

    /// The columns, counted from 1, at which the code of a line begins and has ended; the line is
    /// counted from 1.
    pub fn columns(&self, line: usize) -> Option<(usize, usize)> {
        let code = self.code.get(line.checked_sub(1)?)?;
        let first = code.chars().position(|it| !it.is_whitespace())?;
        Some((first + 1, code.trim_end().chars().count() + 1))
    }

    /// The line, counted from 0, of the brace that closes the one at a place.
    pub fn close(&self, line: usize, column: usize) -> Option<usize> {
        let mut depth = 0;
        for (number, code) in self.code.iter().enumerate().skip(line) {
            let skipped = if number == line { column } else { 0 };
            for character in code.chars().skip(skipped) {
                depth += brace(character);
                if depth == 0 && character == '}' {
                    return Some(number);
                }
            }
        }
        None
    }

    /// The smallest stretch of whole statements, all of one block, that has these lines and the
    /// last use of every variable that it declares.
    pub fn closed(&self, first: usize, last: usize) -> Option<(usize, usize)> {
        let (mut first, mut last) = (first.checked_sub(1)?, last.checked_sub(1)?);
        (last < self.code.len()).then_some(())?;
        // A method's body is within its class, so it is two braces deep at least.
        for _ in 0..2 * self.code.len() {
            let depth = self.depth_before(first);
            if self.continues(first) {
                first = self.code_line_before(first)?;
            } else if (first..=last).any(|line| self.lowest_depth(line) < depth) {
                first = first.checked_sub(1)?;
            } else if depth < 2 {
                return None;
            } else if self.depth_before(last + 1) > depth || !self.ends(last) || self.goes_on(last)
            {
                last += 1;
                (last < self.code.len()).then_some(())?;
            } else if let Some(use_at) = self.last_use_of_declared(first, last, depth) {
                last = use_at;
            } else {
                return Some((first + 1, last + 1));
            }
        }
        None
    }

    /// How many braces are open before a line.
    pub fn depth_before(&self, line: usize) -> isize {
        self.depths[line.min(self.code.len())]
    }

    /// The smallest number of braces that are open somewhere in a line.
    fn lowest_depth(&self, line: usize) -> isize {
        let start = self.depth_before(line);
        let mut depth = start;
        let depths = self.code[line].chars().map(|character| {
            depth += brace(character);
            depth
        });
        depths.min().unwrap_or(start).min(start)
    }

    /// Whether a line belongs to a statement that begins before it.
    fn continues(&self, line: usize) -> bool {
        let Some(before) = self.code_line_before(line) else { return false };
        !self.ends(before) && !self.code[before].trim_end().ends_with([':', '{'])
    }

    fn ends(&self, line: usize) -> bool {
        let code = self.code[line].trim_end();
        code.is_empty() || code.ends_with([';', '}', '{'])
    }

    /// Whether what follows belongs to what ends here: `else`, `catch`, `finally`.
    fn goes_on(&self, line: usize) -> bool {
        let next = self.code[line + 1..].iter().find(|code| !code.trim().is_empty());
        let word = next.map(|code| code.trim().split(|it: char| !it.is_alphanumeric()).next());
        matches!(word.flatten(), Some("else" | "catch" | "finally"))
    }

    /// The last line before a line that has code.
    pub fn code_line_before(&self, line: usize) -> Option<usize> {
        (0..line).rev().find(|&before| !self.code[before].trim().is_empty())
    }

    /// The last line, within the same block, that uses a variable declared in the stretch.
    fn last_use_of_declared(&self, first: usize, last: usize, depth: isize) -> Option<usize> {
        let declared: Vec<&str> = (first..=last)
            .filter(|&line| self.depth_before(line) == depth)
            .filter_map(|line| declared(&self.code[line]))
            .collect();
        let after =
            (last + 1..self.code.len()).take_while(|&line| self.lowest_depth(line) >= depth);
        after.filter(|&line| declared.iter().any(|name| mentions(&self.code[line], name))).last()
    }
}

fn brace(character: char) -> isize {
    match character {
        '{' => 1,
        '}' => -1,
        _ => 0,
    }
}

/// The variable that a line declares: `final Node pred = head;`.
pub fn declared(code: &str) -> Option<&str> {
    let before = code.split(['=', ';']).next()?.trim();
    let (kind, name) = before.rsplit_once([' ', '\t', '>', ']'])?;
    let kind = kind.trim().trim_start_matches("final ");
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|it| it.is_alphanumeric() || "_$".contains(it))
    };
    let is_statement = ["return", "throw", "new", "else", "case", "break", "continue", "assert"];
    let first = kind.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    (is_name(name) && !is_statement.contains(&first) && !kind.contains(['(', '{', '.']))
        .then_some(name)
}

fn mentions(code: &str, name: &str) -> bool {
    code.split(|it: char| !(it.is_alphanumeric() || "_$".contains(it))).any(|word| word == name)
}

/// The lines with blanks for comments and for what is in quotes.
fn without_comments(lines: &[String]) -> Vec<String> {
    let mut in_comment = false;
    lines
        .iter()
        .map(|line| {
            let mut code = String::new();
            let mut rest = line.chars().peekable();
            while let Some(character) = rest.next() {
                match (character, rest.peek()) {
                    ('*', Some('/')) if in_comment => {
                        rest.next();
                        code.push_str("  ");
                        in_comment = false;
                    }
                    _ if in_comment => code.push(' '),
                    ('/', Some('/')) => break,
                    ('/', Some('*')) => {
                        rest.next();
                        code.push_str("  ");
                        in_comment = true;
                    }
                    (quote @ ('"' | '\''), _) => {
                        code.push(quote);
                        while let Some(inside) = rest.next() {
                            if inside == quote {
                                break;
                            }
                            code.push(' ');
                            if inside == '\\' && rest.next().is_some() {
                                code.push(' ');
                            }
                        }
                        code.push(quote);
                    }
                    _ => code.push(character),
                }
            }
            code
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: &str = "class Stack {
    void push(Object x) {
        int i = range.getAndIncrement(); // it's {
        items[i] = x;
    }

    Object pop() {
        Object x = null;
        for (int i = range.get() - 1; i >= 0; i--) {
            x = items[i];
            items[i] = null;
            if (x != null) {
                break;
            } else {
                x = null;
            }
        }
        return x;
    }

    int size() {
        int read = count;
        count =
            read + 1;
        log(\"}\");
        return read;
    }
}";

    #[test]
    fn stretches_are_made_of_whole_statements() {
        let source = Source::new(STACK);
        for (wanted, closed) in [
            ((10, 11), Some((10, 11))),
            // Into the loop.
            ((8, 10), Some((8, 18))),
            ((11, 12), Some((11, 16))),
            // An else belongs to its if.
            ((15, 16), Some((12, 16))),
            // The variable is used later, and a statement goes over two lines.
            ((22, 23), Some((22, 26))),
            ((24, 24), Some((23, 24))),
            ((4, 4), Some((4, 4))),
            ((3, 4), Some((3, 4))),
            // Two methods.
            ((4, 8), None),
            ((4, 400), None),
        ] {
            assert_eq!(source.closed(wanted.0, wanted.1), closed, "{wanted:?}");
        }
    }

    #[test]
    fn columns_are_those_of_the_code() {
        let source = Source::new(STACK);
        assert_eq!(source.columns(3), Some((9, 41)));
        assert_eq!(source.columns(25), Some((9, 18)));
        assert_eq!(source.columns(6), None);
        assert_eq!(source.columns(400), None);
    }

    #[test]
    fn declarations() {
        for (code, name) in [
            ("int i = 0;", Some("i")),
            ("final Node<K, V> pred = head;", Some("pred")),
            ("int[] items;", Some("items")),
            ("items[i] = x;", None),
            ("return x;", None),
            ("this.x = y;", None),
            ("count = read + 1;", None),
            ("call(x);", None),
        ] {
            assert_eq!(declared(code), name, "{code}");
        }
    }
}

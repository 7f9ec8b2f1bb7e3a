//! What is known of the functions of databases, by their names in lower case.

/// Functions that are nothing but functions of their arguments.
const PURE: &str = "lower upper trim ltrim rtrim length char_length octet_length abs round floor ceil \
    ceiling mod power sqrt sign substr substring left right replace reverse repeat lpad \
    rpad split_part strpos position instr locate md5 sha1 sha2 sha256 encode decode hex \
    to_char to_date to_timestamp to_number date_trunc date_part date_add date_sub \
    date_format datediff timestampdiff from_unixtime str_to_date year month day hour \
    jsonb_build_object json_build_object json_object json_extract json_unquote jsonb_set \
    json_set regexp_replace array_append interval like ilike regexp ~ ~*";

/// Functions that give the present time; some do so only without an argument.
const CLOCKS: &str = "now current_timestamp current_date current_time localtime localtimestamp \
    clock_timestamp statement_timestamp transaction_timestamp timeofday sysdate \
    utc_timestamp utc_date curdate curtime unix_timestamp getdate uuid_short";

/// Functions that tell who is connected to what: the same for all functions.
const CONNECTION: &str = "session_user system_user current_user user database schema version \
    current_database current_schema";

/// Functions that give a value like no other.
const UNIQUE: &str = "gen_random_uuid uuid_generate_v4 uuid_generate_v1 uuidv4 uuidv7 uuid nextval newid \
    gen_ulid";

/// Functions that only keep others waiting.
const LOCKS: &str = "pg_advisory_xact_lock pg_advisory_lock pg_advisory_unlock";

/// Functions that draw at random, or tell something of the course of a statement.
const DRAWING: &str = "random rand randomblob lastval currval setval last_insert_id row_count found_rows \
    connection_id last_insert_rowid changes total_changes txid_current pg_backend_pid random_bytes \
    gen_random_bytes gen_salt unixepoch";

/// Words that PostgreSQL and SQLite take for a time where one is wanted.
pub(crate) fn is_word_for_time(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "now" | "today" | "tomorrow" | "yesterday")
}

/// Whether the text of a query says something that is new each time: a clock, chance, what a
/// sequence gives.
pub fn is_new_each_time(text: &str) -> bool {
    let text = text.to_lowercase();
    if text.contains("'now'") || text.contains("tablesample") {
        return true;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_part) {
        let word = &rest[start..];
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        let is_called = after.trim_start().starts_with('(');
        let is_word = word.starts_with("current_") || word.starts_with("local");
        if (is_called || is_word) && is_clock(word)
            || is_called && (is_unique(word) || is_among(DRAWING, word))
        {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether a list of words has a word.
fn is_among(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}

/// Whether a function depends on nothing but its arguments.
pub(crate) fn is_pure(name: &str) -> bool {
    is_among(PURE, name) || is_among(CLOCKS, name) || is_made_of_words(name)
}

/// What the parser knows by more than one word: `extract year`, `similar to`.
fn is_made_of_words(name: &str) -> bool {
    name.starts_with("extract ") || matches!(name, "at time zone" | "similar to")
}

/// Whether a function gives the present time.
pub(crate) fn is_clock(name: &str) -> bool {
    is_among(CLOCKS, name)
}

/// Whether a function gives the time at which its statement began, or its transaction, and so
/// the same time wherever it stands in a statement.
pub fn is_steady_clock(name: &str) -> bool {
    is_clock(name) && !matches!(name, "clock_timestamp" | "timeofday" | "sysdate" | "uuid_short")
}

/// Whether a function gives a value like no other.
pub(crate) fn is_unique(name: &str) -> bool {
    is_among(UNIQUE, name)
}

/// Whether a function tells who is connected to what.
pub(crate) fn is_of_connection(name: &str) -> bool {
    is_among(CONNECTION, name)
}

/// Whether a function only keeps others waiting.
pub fn is_lock(name: &str) -> bool {
    is_among(LOCKS, name)
}

//! What the reader of SQL takes for granted.

aplomb_symbolic::assumptions! {
    ONE_VALUE = "one-value-in-a-statement",
        "what a program puts into the text of a statement is one value",
        "SQL in a template literal or f-string";
}

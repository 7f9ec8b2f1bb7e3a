//! What the reader of SQL takes for granted.

aplomb_symbolic::assumptions! {
    ONE_VALUE = "one-value-in-a-statement",
        "what a program puts into the text of a statement is one value",
        "SQL in a template literal or f-string";
    POSTGRES = "sqlalchemy-speaks-to-postgresql",
        "an engine of SQLAlchemy whose address is not known speaks to PostgreSQL",
        "the address that `create_engine` is given is not known before the program runs";
}

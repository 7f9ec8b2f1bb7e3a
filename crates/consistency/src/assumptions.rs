//! What a verdict about isolation takes for granted.

aplomb_symbolic::assumptions! {
    INTEGERS = "integers",
        "numbers are integers of any size, and texts are only compared",
        "always";
    RETRIED = "retried-until-it-commits",
        "a transaction that the database aborts is run again until it commits",
        "a level holds because it aborts transactions";
    OWN_CONNECTION = "a-connection-per-client",
        "each client has a connection of its own, also where the program opens one for all",
        "several clients use a connection that is opened outside of them";
    COLUMNS_IN_ORDER = "columns-in-the-order-of-the-model",
        "the columns of a table come in the order in which the model declares them",
        "an INSERT names no columns, and no schema says their order";
    TEXTS = "texts-differ-in-their-letters",
        "texts that are not known and differ do so by more than case, accents and blanks at the end",
        "MySQL compares a text that is a parameter, or that a row holds at the start";
    TOLD = "told-what-was-returned",
        "a transaction that uses what an earlier one returned comes after it",
        "a transaction takes what another returns as its parameter";
}

//! What a verdict about isolation takes for granted.

aplomb_symbolic::assumptions! {
    INTEGERS = "integers",
        "numbers are integers of any size, and texts are only compared",
        "always";
    RETRIED = "retried-until-it-commits",
        "a transaction that the database aborts is run again until it commits",
        "a level holds because it aborts transactions";
    TOLD = "told-what-was-returned",
        "a transaction that uses what an earlier one returned comes after it",
        "a transaction takes what another returns as its parameter";
}

//! What a verdict about a class or a history takes for granted.

aplomb_symbolic::assumptions! {
    SEQUENTIAL_MEMORY = "sequential-memory",
        "memory is sequentially consistent",
        "always, for a class; data races are reported";
    TIME_STANDS_STILL = "time-stands-still",
        "time stands still: the class reads the clock, which always shows the same",
        "a class reads the clock";
    CHANCE_IS_FIXED = "chance-is-fixed",
        "chance is fixed: the class draws random numbers, and each thread always draws the same",
        "a class draws random numbers";
    METHOD_LEFT_OUT = "method-left-out",
        "nobody calls {}, for which no arguments can be made up (--client can name some)",
        "a method takes something that no client can make";
    OPAQUE_RESULT = "opaque-result",
        "what {} returns is right: a {} is only compared by its class",
        "a method returns an object whose contents are not compared";
    ALWAYS_THROWS = "always-throws",
        "{} is right, although nothing was shown of it: it always throws {}",
        "a method threw the same exception whenever it was called";
    HARMLESS_RACES = "harmless-races",
        "the data races that are reported do no harm",
        "a class has data races";
    TRUE_RECORD = "true-record",
        "the object is a {}, and the record is true",
        "always, for a history";
}

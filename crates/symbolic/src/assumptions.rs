//! What the interpreter takes for granted.

crate::assumptions! {
    INPUT_SHAPE = "input-shape",
        "inputs have the shape that the function expects",
        "a field of the event is used; an event without it would fail in every attempt";
    JSON = "well-formed-json",
        "texts that are parsed as JSON are well-formed",
        "`JSON.parse`, `json.loads` of an input";
    PAGES = "all-pages",
        "one page of a listing stands for all its pages",
        "a loop goes on as long as there is another page";
    DEPLOYED_FILES = "deployed-files",
        "files that a function reads are part of its deployment, and nobody else sees files it writes",
        "local files, `/tmp`";
    WARM_OBJECTS = "warm-objects",
        "objects made while modules are loaded start every attempt unchanged",
        "a handler changes an object of its module, which a warm instance would keep";
    TIMERS = "timers",
        "timers run their callbacks before the function ends",
        "`setTimeout`";
    GENERATORS = "generators",
        "generators run to their end when they are called",
        "Python and JavaScript generators";
}

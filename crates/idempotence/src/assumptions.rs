//! What a proof of retry safety takes for granted, besides what the traces do.

aplomb_symbolic::assumptions! {
    LEASE = "lease",
        "the platform ends an attempt at its timeout, when its lease ends",
        "`lease: true`, in place of `attempt-ended`";
    ATTEMPT_ENDED = "attempt-ended",
        "an attempt has ended when its retry starts",
        "a function changes something that no key or token recognises: an attempt that hangs while its retry runs (and goes on afterwards) could repeat a `put` after the `delete` of the retry, or after another function's write";
    EVENT_STORE = "event-store",
        "the events of a function come from one store, which it names in no other way",
        "a bucket whose name stands in an S3 event";
    OTHER_FUNCTIONS = "other-functions",
        "functions that were not read completely leave alone what this function uses: {}",
        "another function of the application is missing, or does something that is not supported: what was read of it runs beside this one, and what else it does to the stores is not known; it is said which stores it is known to share with this one";
    DIFFERENT_STORES = "different-stores",
        "these names stand for different stores: {}",
        "a store is named by a setting whose value is not known: two settings could hold one name";
    SHARDS = "shards",
        "what leads to one key comes through one shard of the stream",
        "a function gets batches of a stream and writes under keys that come from its records: two shards are worked on at the same time";
    UNWATCHED_WRITES = "unwatched-writes",
        "nothing that this function writes calls one of these functions: {}",
        "a function writes something new on every attempt that nobody reads, and another function of the application is called for changes of a table or a bucket, which may be that one";
    NOBODY_LOOKS = "nobody-looks",
        "nobody looks at stores that no function reads while a retry is under way",
        "a function writes several things that nobody in the application reads, in a loop for example, or changes and then deletes such an item";
}

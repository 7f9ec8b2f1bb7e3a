//! What verdicts of several commands take for granted.

aplomb_symbolic::assumptions! {
    FINGERPRINTS = "fingerprints",
        "no two states share a fingerprint (probability below {} that some do)",
        "states are remembered by their fingerprints: `--hash-compaction`";
}

//! What a verdict about a trace takes for granted. What a proof takes for granted is part of the
//! description of its protocol.

use aplomb_consensus::trace;
use aplomb_symbolic::AssumptionKind;

/// All of them.
pub static ALL: [&AssumptionKind; 2] = [
    &AssumptionKind {
        name: "whole-trace",
        sentence: trace::WHOLE_TRACE,
        appears: "always, for a trace",
    },
    &AssumptionKind {
        name: "values-of-rounds",
        sentence: trace::VALUES_OF_ROUNDS,
        appears: "a trace is read without `--single-decree`",
    },
];

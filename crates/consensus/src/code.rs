//! The codes under which broken laws are reported.

use aplomb_report::Code;

use crate::qtree::Law;

/// The code of a finding that says that `law` is broken.
pub fn code(law: Law) -> Code {
    match law {
        Law::P1 => Code::ROUND_ACTS_TWICE,
        Law::P2 => Code::COMMIT_WITHOUT_ADD,
        Law::P3 => Code::PARENT_NOT_ADDED,
        Law::P3a => Code::VALUE_DIFFERS_FROM_PARENT,
        Law::P4 => Code::COMMIT_PASSED_BY,
    }
}

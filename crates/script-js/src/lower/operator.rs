//! Operators, one to one.

use aplomb_script::{BinaryOperator, LogicalOperator, UnaryOperator, UpdateOperator};
use oxc_ast::ast as js;

/// `delete` is not an operation on a value and has its own node.
pub(super) fn unary(operator: js::UnaryOperator) -> Option<UnaryOperator> {
    Some(match operator {
        js::UnaryOperator::UnaryPlus => UnaryOperator::Number,
        js::UnaryOperator::UnaryNegation => UnaryOperator::Negate,
        js::UnaryOperator::LogicalNot => UnaryOperator::Not,
        js::UnaryOperator::BitwiseNot => UnaryOperator::BitNot,
        js::UnaryOperator::Typeof => UnaryOperator::TypeOf,
        js::UnaryOperator::Void => UnaryOperator::Void,
        js::UnaryOperator::Delete => return None,
    })
}

pub(super) fn binary(operator: js::BinaryOperator) -> BinaryOperator {
    use js::BinaryOperator as Js;
    match operator {
        Js::Equality => BinaryOperator::LooseEqual,
        Js::Inequality => BinaryOperator::LooseNotEqual,
        Js::StrictEquality => BinaryOperator::Equal,
        Js::StrictInequality => BinaryOperator::NotEqual,
        Js::LessThan => BinaryOperator::Less,
        Js::LessEqualThan => BinaryOperator::LessEqual,
        Js::GreaterThan => BinaryOperator::Greater,
        Js::GreaterEqualThan => BinaryOperator::GreaterEqual,
        Js::Addition => BinaryOperator::Add,
        Js::Subtraction => BinaryOperator::Subtract,
        Js::Multiplication => BinaryOperator::Multiply,
        Js::Division => BinaryOperator::Divide,
        Js::Remainder => BinaryOperator::Remainder,
        Js::Exponential => BinaryOperator::Power,
        Js::ShiftLeft => BinaryOperator::ShiftLeft,
        Js::ShiftRight => BinaryOperator::ShiftRight,
        Js::ShiftRightZeroFill => BinaryOperator::ShiftRightUnsigned,
        Js::BitwiseOR => BinaryOperator::BitOr,
        Js::BitwiseXOR => BinaryOperator::BitXor,
        Js::BitwiseAnd => BinaryOperator::BitAnd,
        Js::In => BinaryOperator::In,
        Js::Instanceof => BinaryOperator::InstanceOf,
    }
}

pub(super) fn logical(operator: js::LogicalOperator) -> LogicalOperator {
    match operator {
        js::LogicalOperator::And => LogicalOperator::And,
        js::LogicalOperator::Or => LogicalOperator::Or,
        js::LogicalOperator::Coalesce => LogicalOperator::Coalesce,
    }
}

/// `None` for the plain `=`.
pub(super) fn update(operator: js::AssignmentOperator) -> Option<UpdateOperator> {
    let arithmetic = operator.to_binary_operator().map(binary).map(UpdateOperator::Binary);
    arithmetic.or_else(|| operator.to_logical_operator().map(logical).map(UpdateOperator::Logical))
}

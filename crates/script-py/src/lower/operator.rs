//! Operators, one to one.

use aplomb_script::{BinaryOperator, LogicalOperator, UnaryOperator};
use ruff_python_ast as py;

/// Matrix multiplication has no counterpart.
pub(super) fn binary(operator: py::Operator) -> Option<BinaryOperator> {
    Some(match operator {
        py::Operator::Add => BinaryOperator::Add,
        py::Operator::Sub => BinaryOperator::Subtract,
        py::Operator::Mult => BinaryOperator::Multiply,
        py::Operator::Div => BinaryOperator::Divide,
        py::Operator::FloorDiv => BinaryOperator::FloorDivide,
        py::Operator::Mod => BinaryOperator::Remainder,
        py::Operator::Pow => BinaryOperator::Power,
        py::Operator::LShift => BinaryOperator::ShiftLeft,
        py::Operator::RShift => BinaryOperator::ShiftRight,
        py::Operator::BitOr => BinaryOperator::BitOr,
        py::Operator::BitXor => BinaryOperator::BitXor,
        py::Operator::BitAnd => BinaryOperator::BitAnd,
        py::Operator::MatMult => return None,
    })
}

pub(super) fn comparison(operator: py::CmpOp) -> BinaryOperator {
    match operator {
        py::CmpOp::Eq => BinaryOperator::Equal,
        py::CmpOp::NotEq => BinaryOperator::NotEqual,
        py::CmpOp::Lt => BinaryOperator::Less,
        py::CmpOp::LtE => BinaryOperator::LessEqual,
        py::CmpOp::Gt => BinaryOperator::Greater,
        py::CmpOp::GtE => BinaryOperator::GreaterEqual,
        py::CmpOp::Is => BinaryOperator::Identical,
        py::CmpOp::IsNot => BinaryOperator::NotIdentical,
        py::CmpOp::In => BinaryOperator::In,
        py::CmpOp::NotIn => BinaryOperator::NotIn,
    }
}

pub(super) fn unary(operator: py::UnaryOp) -> UnaryOperator {
    match operator {
        py::UnaryOp::Not => UnaryOperator::Not,
        py::UnaryOp::Invert => UnaryOperator::BitNot,
        py::UnaryOp::UAdd => UnaryOperator::Number,
        py::UnaryOp::USub => UnaryOperator::Negate,
    }
}

pub(super) fn logical(operator: py::BoolOp) -> LogicalOperator {
    match operator {
        py::BoolOp::And => LogicalOperator::And,
        py::BoolOp::Or => LogicalOperator::Or,
    }
}

//! A constant pool for code that is made here.

use crate::classfile::{Constant, InvokeKind, Member, Op};

#[derive(Debug)]
pub(super) struct Pool(Vec<Constant>);

impl Pool {
    pub fn new() -> Self {
        Self(vec![Constant::Unused])
    }

    pub fn add(&mut self, constant: Constant) -> u16 {
        if let Some(found) = self.0.iter().position(|known| *known == constant) {
            return found as u16;
        }
        self.0.push(constant);
        (self.0.len() - 1) as u16
    }

    pub fn class(&mut self, name: &str) -> u16 {
        self.add(Constant::Class(name.into()))
    }

    pub fn invoke(&mut self, kind: InvokeKind, class: &str, name: &str, descriptor: &str) -> Op {
        let index = self.add(Constant::method(class, name, descriptor));
        Op::Invoke(kind, index)
    }

    pub fn field(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.add(Constant::Field(Member {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
            of_interface: false,
        }))
    }

    pub fn into_constants(self) -> Vec<Constant> {
        self.0
    }
}

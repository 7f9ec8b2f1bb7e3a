//! Blocks of methods that are to run in one step.

use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::world::{MethodId, World};

/// Lines of a method that run as if nobody else did: one step of the thread from the first visible
/// action to the last, however they are left. A thread takes that step only when it can take it
/// whole: if something in the block has to wait, the block waits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomicBlock {
    /// The class that declares the method, with dots.
    pub class: String,
    /// The name of the method. Of methods with the same name, the lines tell which is meant.
    pub method: String,
    /// The first line.
    pub first: u16,
    /// The last line.
    pub last: u16,
}

/// For the methods that have blocks: in which block, if any, each instruction is.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    by_method: FxHashMap<MethodId, Vec<Option<u32>>>,
}

impl Sections {
    pub fn new(world: &World, blocks: &[AtomicBlock]) -> Result<Self> {
        let mut by_method: FxHashMap<MethodId, Vec<Option<u32>>> = FxHashMap::default();
        for (number, block) in blocks.iter().enumerate() {
            let class = world.class(world.load(&block.class.replace('.', "/"))?);
            let named = class.methods.iter().map(|id| world.method(*id));
            for method in named.filter(|method| *method.name == *block.method) {
                let Some(code) = &method.code else { continue };
                let sections =
                    by_method.entry(method.id).or_insert_with(|| vec![None; code.ops.len()]);
                for (index, section) in sections.iter_mut().enumerate() {
                    let line = code.line(index as u32);
                    if line.is_some_and(|line| (block.first..=block.last).contains(&line)) {
                        *section = Some(number as u32);
                    }
                }
            }
        }
        Ok(Self { by_method })
    }

    pub fn is_empty(&self) -> bool {
        self.by_method.is_empty()
    }

    /// The sections of a method that has some.
    pub fn of(&self, method: MethodId) -> Option<&[Option<u32>]> {
        self.by_method.get(&method).map(Vec::as_slice)
    }

    /// The section that an instruction of a method is in.
    pub fn at(&self, method: MethodId, pc: u32) -> Option<u32> {
        *self.of(method)?.get(pc as usize)?
    }
}

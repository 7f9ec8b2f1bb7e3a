//! A tree that grows along an execution.

use serde::{Deserialize, Serialize};

use super::WitnessError;

/// A tree that grows while the execution runs: one frame for each change, so that it can be
/// followed step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree {
    /// What it is.
    pub title: String,
    /// The tree after each change, in time order.
    pub frames: Vec<Frame>,
}

/// The tree after some step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// After how many steps of the witness.
    pub after: usize,
    /// What has changed it.
    pub caption: String,
    /// Its nodes besides the root; a parent comes before its children.
    pub nodes: Vec<TreeNode>,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// What it is called: a round.
    pub name: String,
    /// What is in it.
    pub text: String,
    /// The position of its parent among the nodes; the root if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// What has become of it.
    pub status: NodeStatus,
    /// Whether it lies on the part of the tree that is settled for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trunk: bool,
}

/// What has become of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeStatus {
    /// Everything is possible.
    Open,
    /// It cannot be settled any more.
    Lost,
    /// It is settled.
    Settled,
    /// It is what breaks the property.
    Offending,
}

impl NodeStatus {
    /// The name used in JSON and in HTML classes.
    pub fn slug(self) -> &'static str {
        match self {
            NodeStatus::Open => "open",
            NodeStatus::Lost => "lost",
            NodeStatus::Settled => "settled",
            NodeStatus::Offending => "offending",
        }
    }

    /// The word a report uses.
    pub fn word(self) -> &'static str {
        match self {
            NodeStatus::Open => "added",
            NodeStatus::Lost => "ghost",
            NodeStatus::Settled => "committed",
            NodeStatus::Offending => "breaks the law",
        }
    }
}

impl Tree {
    pub(super) fn check(&self, steps: usize) -> Result<(), WitnessError> {
        for frame in &self.frames {
            if frame.after > steps {
                let step = frame.after;
                return Err(WitnessError::NoSuchStep { what: "a tree", step, steps });
            }
            let orphan = frame
                .nodes
                .iter()
                .enumerate()
                .find(|(index, node)| node.parent.is_some_and(|parent| parent >= *index));
            if let Some((_, node)) = orphan {
                return Err(WitnessError::MisplacedNode { name: node.name.clone() });
            }
        }
        Ok(())
    }
}

impl Frame {
    /// The nodes below the root (`None`) or a node, by position.
    pub(crate) fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(_, node)| node.parent == parent).map(|(index, _)| index)
    }
}

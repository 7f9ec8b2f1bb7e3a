//! The quorum trees of a run, as pictures that a report can show.

use std::collections::BTreeMap;
use std::fmt::Display;

use aplomb_report::{Frame, NodeStatus, Tree, TreeNode};

use crate::protocol::{Instance, Value};
use crate::qtree::{Branch, Event, QTree, Status, Version};

/// Trees that grow, and a picture of each after every change.
#[derive(Clone, Debug)]
pub struct Drawing<R> {
    version: Version,
    trees: BTreeMap<Instance, (QTree<R, Value>, Vec<Frame>)>,
}

impl<R: Ord + Clone + Display> Drawing<R> {
    /// Nothing has happened yet.
    pub fn new(version: Version) -> Self {
        Self { version, trees: BTreeMap::new() }
    }

    /// Draws what an event does, `after` so many steps. An event that the tree refuses is drawn as
    /// what breaks it.
    pub fn event(&mut self, instance: Instance, event: &Event<R, Value>, after: usize) {
        let empty = || (QTree::new(self.version), Vec::new());
        let (tree, frames) = self.trees.entry(instance).or_insert_with(empty);
        let refused = tree.apply(event.clone()).is_err();
        let mut nodes = nodes(tree);
        if refused {
            offend(tree, event, &mut nodes);
        }
        frames.push(Frame { after, caption: event.to_string(), nodes });
    }

    /// The pictures.
    pub fn finish(self) -> impl Iterator<Item = Tree> {
        let several = self.trees.len() > 1;
        self.trees.into_iter().map(move |(instance, (_, frames))| {
            let title = match several {
                true => format!("The quorum tree of sequence number {}", instance + 1),
                false => "The quorum tree".to_owned(),
            };
            Tree { title, frames }
        })
    }
}

/// In ascending order of rounds, so that parents come first.
fn nodes<R: Ord + Clone + Display>(tree: &QTree<R, Value>) -> Vec<TreeNode> {
    let nodes = tree.nodes().map(|(round, node)| TreeNode {
        name: round.to_string(),
        text: node.value.to_string(),
        parent: position(tree, node.parent.as_ref()),
        status: match node.status {
            Status::Added => NodeStatus::Open,
            Status::Ghost => NodeStatus::Lost,
            Status::Committed => NodeStatus::Settled,
        },
        trunk: tree.branch(round) == Branch::Trunk,
    });
    nodes.collect()
}

fn position<R: Ord + Clone>(tree: &QTree<R, Value>, round: Option<&R>) -> Option<usize> {
    tree.nodes().position(|(other, _)| Some(other) == round)
}

fn offend<R: Ord + Clone + Display>(
    tree: &QTree<R, Value>,
    event: &Event<R, Value>,
    nodes: &mut Vec<TreeNode>,
) {
    match event {
        Event::Add { round, value, parent } => nodes.push(TreeNode {
            name: round.to_string(),
            text: value.to_string(),
            parent: position(tree, parent.as_ref()),
            status: NodeStatus::Offending,
            trunk: false,
        }),
        Event::Commit { round } => {
            if let Some(index) = position(tree, Some(round)) {
                nodes[index].status = NodeStatus::Offending;
            }
        }
    }
}

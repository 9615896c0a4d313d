//! A random walk from the root of the execution tree to a leaf: states that
//! took few branches are likelier, so no loop keeps the search for itself.
//!
//! Leaves are the states that wait. Nodes without a leaf below are removed,
//! and nodes with one child are spliced out, so walks stay short.

use super::{Search, Strategy};
use crate::context::Context;
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;

/// A random walk from the root of the execution tree.
pub const TREE: Strategy = Strategy {
    name: "tree",
    help: "a random walk from the root of the execution tree",
    search: || Box::<Tree>::default(),
};

type NodeId = usize;

#[derive(Default)]
struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    state: Option<StateId>,
}

/// The execution tree.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    root: Option<NodeId>,
    leaves: FxHashMap<StateId, NodeId>,
    /// The state that is executed now: what it forks into comes below its node.
    running: Option<(StateId, NodeId)>,
}

impl Search for Tree {
    fn add(&mut self, _: &mut Context<'_>, parent: Option<StateId>, states: &[State]) {
        let node = match self.running.take() {
            Some((id, node)) if Some(id) == parent => node,
            other => {
                self.running = other;
                self.new_root()
            }
        };
        if let [only] = states {
            self.set_leaf(node, only.id);
            return;
        }
        for state in states {
            let child = self.new_node(Some(node));
            self.nodes[node].children.push(child);
            self.set_leaf(child, state.id);
        }
        self.prune(node);
    }

    fn pick(&mut self, context: &mut Context<'_>) -> Option<StateId> {
        self.settle();
        let mut node = self.root?;
        while !self.nodes[node].children.is_empty() {
            let children = &self.nodes[node].children;
            node = children[context.random.below(children.len())];
        }
        let id = self.nodes[node].state?;
        self.start(id, node);
        Some(id)
    }

    fn remove(&mut self, id: StateId) {
        self.settle();
        if let Some(node) = self.leaves.get(&id) {
            self.start(id, *node);
        }
    }
}

impl Tree {
    fn start(&mut self, id: StateId, node: NodeId) {
        self.leaves.remove(&id);
        self.nodes[node].state = None;
        self.running = Some((id, node));
    }

    /// The state that ran has ended without children: its node goes.
    fn settle(&mut self) {
        if let Some((_, node)) = self.running.take() {
            self.prune(node);
        }
    }

    fn set_leaf(&mut self, node: NodeId, id: StateId) {
        self.nodes[node].state = Some(id);
        self.leaves.insert(id, node);
    }

    fn new_node(&mut self, parent: Option<NodeId>) -> NodeId {
        let node = Node { parent, ..Node::default() };
        match self.free.pop() {
            Some(id) => {
                self.nodes[id] = node;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    /// A node for states without a parent, beside all that is there.
    fn new_root(&mut self) -> NodeId {
        let Some(old) = self.root else {
            let root = self.new_node(None);
            self.root = Some(root);
            return root;
        };
        let root = self.new_node(None);
        let node = self.new_node(Some(root));
        self.nodes[old].parent = Some(root);
        self.nodes[root].children = vec![old, node];
        self.root = Some(root);
        node
    }

    /// Removes nodes without leaves, from this one upward, and splices out a node with one child.
    fn prune(&mut self, mut node: NodeId) {
        while self.nodes[node].children.is_empty() && self.nodes[node].state.is_none() {
            let parent = self.nodes[node].parent;
            self.free.push(node);
            let Some(parent) = parent else {
                self.root = None;
                return;
            };
            self.nodes[parent].children.retain(|child| *child != node);
            node = parent;
        }
        if let [only] = self.nodes[node].children[..]
            && self.nodes[node].state.is_none()
        {
            let parent = self.nodes[node].parent;
            self.nodes[only].parent = parent;
            match parent {
                Some(parent) => {
                    let siblings = &mut self.nodes[parent].children;
                    siblings.iter_mut().filter(|child| **child == node).for_each(|child| *child = only);
                }
                None => self.root = Some(only),
            }
            self.free.push(node);
        }
    }
}

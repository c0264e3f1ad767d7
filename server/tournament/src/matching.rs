//! Maximum-weight matching in a general graph, by Edmonds' blossoms with dual variables (in the form of Galil's survey of 1986): O(n³) steps, and the same
//! result each time.
//!
//! Libraries weigh an edge by a machine word. The criteria of the Dutch system need several hundred bits, one field for each, so that the first of them
//! outweighs all later ones together.

use std::collections::VecDeque;

use bnum::types::U1024;

/// Weight of an edge. Zero is no edge.
pub(crate) type Weight = U1024;

/// Sign of a node in a phase: free, at an even or at an odd distance from an unmatched vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Free,
    Even,
    Odd,
}

/// An edge between two vertices, counted from 1; zeros are no edge.
type Edge = (usize, usize);

/// Vertices are 1 to `n`, blossoms come behind them, and 0 is nothing.
struct Graph {
    n: usize,
    /// Number of the highest blossom that is or was in use.
    top: usize,
    weights: Vec<Vec<Weight>>,
    /// The best edge between two nodes.
    edges: Vec<Vec<Edge>>,
    duals: Vec<Weight>,
    mates: Vec<usize>,
    /// The vertex with the least slack to a node.
    slack: Vec<usize>,
    /// The outermost blossom of a node.
    roots: Vec<usize>,
    parents: Vec<usize>,
    /// The part of a blossom that holds a vertex.
    part_with: Vec<Vec<usize>>,
    labels: Vec<Label>,
    visited: Vec<usize>,
    visit: usize,
    parts: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

/// Returns the partner of each vertex in a matching of the greatest weight. `weight` is asked for each pair once, the smaller index first.
pub(crate) fn matching(count: usize, weight: impl Fn(usize, usize) -> Weight) -> Vec<Option<usize>> {
    let mut graph = Graph::new(count, weight);
    while graph.augment_once() {}
    graph.mates.iter().skip(1).take(count).map(|mate| mate.checked_sub(1)).collect()
}

// Every index is of a node, and the tables have a place for each.
#[expect(clippy::indexing_slicing, clippy::needless_range_loop, reason = "tables of nodes, by nodes")]
impl Graph {
    fn new(n: usize, weight: impl Fn(usize, usize) -> Weight) -> Graph {
        let size = 2 * n + 1;
        let mut weights = vec![vec![Weight::ZERO; n + 1]; n + 1];
        let edge = |u, v| if (1..=n).contains(&u) && (1..=n).contains(&v) { (u, v) } else { (0, 0) };
        let edges = (0..size).map(|u| (0..size).map(|v| edge(u, v)).collect()).collect();
        let mut part_with = vec![vec![0; n + 1]; size];
        let mut heaviest = Weight::ZERO;
        for u in 1..=n {
            part_with[u][u] = u;
            for v in 1..u {
                let weight = weight(v - 1, u - 1);
                heaviest = heaviest.max(weight);
                weights[u][v] = weight;
                weights[v][u] = weight;
            }
        }
        let mut duals = vec![Weight::ZERO; size];
        duals[1..=n].fill(heaviest);
        Graph {
            n,
            top: n,
            weights,
            edges,
            duals,
            mates: vec![0; size],
            slack: vec![0; size],
            roots: (0..size).map(|node| if node <= n { node } else { 0 }).collect(),
            parents: vec![0; size],
            part_with,
            labels: vec![Label::Free; size],
            visited: vec![0; size],
            visit: 0,
            parts: vec![Vec::new(); size],
            queue: VecDeque::new(),
        }
    }

    fn has_edge(&self, (u, v): Edge) -> bool {
        !self.weights[u][v].is_zero()
    }

    /// Returns by how much the duals of an edge's ends exceed twice its weight.
    fn excess(&self, (u, v): Edge) -> Weight {
        self.duals[u] + self.duals[v] - (self.weights[u][v] << 1_u32)
    }

    fn update_slack(&mut self, u: usize, node: usize) {
        let best = self.slack[node];
        if best == 0 || self.excess(self.edges[u][node]) < self.excess(self.edges[best][node]) {
            self.slack[node] = u;
        }
    }

    fn set_slack(&mut self, node: usize) {
        self.slack[node] = 0;
        for u in 1..=self.n {
            let edge = self.edges[u][node];
            let root = self.roots[u];
            if self.has_edge(edge) && root != node && self.labels[root] == Label::Even {
                self.update_slack(u, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.n {
            self.queue.push_back(node);
        } else {
            for at in 0..self.parts[node].len() {
                self.enqueue(self.parts[node][at]);
            }
        }
    }

    fn set_root(&mut self, node: usize, root: usize) {
        self.roots[node] = root;
        if node > self.n {
            for at in 0..self.parts[node].len() {
                self.set_root(self.parts[node][at], root);
            }
        }
    }

    /// Returns the place of a part in its blossom by an even way around it, turning the blossom if need be.
    fn even_place(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let place = parts.iter().position(|other| *other == part).unwrap_or_default();
        if place.is_multiple_of(2) {
            return place;
        }
        parts[1..].reverse();
        parts.len() - place
    }

    fn set_mate(&mut self, node: usize, other: usize) {
        let (inner, outer) = self.edges[node][other];
        self.mates[node] = outer;
        if node <= self.n {
            return;
        }
        let part = self.part_with[node][inner];
        let place = self.even_place(node, part);
        for at in 0..place {
            let (one, two) = (self.parts[node][at], self.parts[node][at ^ 1]);
            self.set_mate(one, two);
        }
        self.set_mate(part, other);
        self.parts[node].rotate_left(place);
    }

    fn augment(&mut self, mut u: usize, mut v: usize) {
        loop {
            let next = self.roots[self.mates[u]];
            self.set_mate(u, v);
            if next == 0 {
                return;
            }
            let parent = self.roots[self.parents[next]];
            self.set_mate(next, parent);
            (u, v) = (parent, next);
        }
    }

    /// Returns the node where the ways from two nodes to their roots meet, or 0.
    fn common_ancestor(&mut self, mut u: usize, mut v: usize) -> usize {
        self.visit += 1;
        while u != 0 || v != 0 {
            if u != 0 {
                if self.visited[u] == self.visit {
                    return u;
                }
                self.visited[u] = self.visit;
                u = self.roots[self.mates[u]];
                if u != 0 {
                    u = self.roots[self.parents[u]];
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        0
    }

    fn add_blossom(&mut self, u: usize, ancestor: usize, v: usize) {
        let free = (self.n + 1..=self.top).find(|blossom| self.roots[*blossom] == 0);
        let blossom = free.unwrap_or(self.top + 1);
        self.top = self.top.max(blossom);
        self.duals[blossom] = Weight::ZERO;
        self.labels[blossom] = Label::Even;
        self.mates[blossom] = self.mates[ancestor];
        let mut parts = vec![ancestor];
        for (end, is_first) in [(u, true), (v, false)] {
            let mut node = end;
            while node != ancestor {
                parts.push(node);
                let mate = self.roots[self.mates[node]];
                parts.push(mate);
                self.enqueue(mate);
                node = self.roots[self.parents[mate]];
            }
            if is_first {
                parts[1..].reverse();
            }
        }
        self.parts[blossom] = parts;
        self.set_root(blossom, blossom);
        for node in 1..=self.top {
            self.edges[blossom][node] = (0, 0);
            self.edges[node][blossom] = (0, 0);
        }
        self.part_with[blossom].fill(0);
        for at in 0..self.parts[blossom].len() {
            let part = self.parts[blossom][at];
            for node in 1..=self.top {
                let edge = self.edges[part][node];
                // Within a blossom an edge may be worth more than its ends. A number without a root is of no blossom now.
                if ![0, blossom].contains(&self.roots[node])
                    && self.has_edge(edge)
                    && (!self.has_edge(self.edges[blossom][node])
                        || self.excess(edge) < self.excess(self.edges[blossom][node]))
                {
                    self.edges[blossom][node] = edge;
                    self.edges[node][blossom] = self.edges[node][part];
                }
            }
            for vertex in 1..=self.n {
                if self.part_with[part][vertex] != 0 {
                    self.part_with[blossom][vertex] = part;
                }
            }
        }
        self.set_slack(blossom);
    }

    fn expand_blossom(&mut self, blossom: usize) {
        let parts = self.parts[blossom].clone();
        for part in &parts {
            self.set_root(*part, *part);
        }
        let entry = self.part_with[blossom][self.edges[blossom][self.parents[blossom]].0];
        let place = self.even_place(blossom, entry);
        let parts = self.parts[blossom].clone();
        for pair in parts[..place].chunks_exact(2) {
            let (part, next) = (pair[0], pair[1]);
            self.parents[part] = self.edges[next][part].0;
            self.labels[part] = Label::Odd;
            self.labels[next] = Label::Even;
            self.slack[part] = 0;
            self.set_slack(next);
            self.enqueue(next);
        }
        self.labels[entry] = Label::Odd;
        self.parents[entry] = self.parents[blossom];
        for part in &parts[place + 1..] {
            self.labels[*part] = Label::Free;
            self.set_slack(*part);
        }
        self.roots[blossom] = 0;
    }

    /// Grows the forest by a tight edge. Returns whether the matching has become larger.
    fn use_edge(&mut self, edge: Edge) -> bool {
        let (u, v) = (self.roots[edge.0], self.roots[edge.1]);
        match self.labels[v] {
            Label::Free => {
                self.parents[v] = edge.0;
                self.labels[v] = Label::Odd;
                let mate = self.roots[self.mates[v]];
                self.slack[v] = 0;
                self.slack[mate] = 0;
                self.labels[mate] = Label::Even;
                self.enqueue(mate);
            }
            Label::Even => {
                let ancestor = self.common_ancestor(u, v);
                if ancestor == 0 {
                    self.augment(u, v);
                    self.augment(v, u);
                    return true;
                }
                self.add_blossom(u, ancestor, v);
            }
            Label::Odd => {}
        }
        false
    }

    fn is_root(&self, node: usize) -> bool {
        self.roots[node] == node
    }

    /// Adds one pair to the matching. Returns whether that makes it heavier.
    fn augment_once(&mut self) -> bool {
        self.labels.fill(Label::Free);
        self.slack.fill(0);
        self.queue.clear();
        for node in 1..=self.top {
            if self.is_root(node) && self.mates[node] == 0 {
                self.parents[node] = 0;
                self.labels[node] = Label::Even;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(u) = self.queue.pop_front() {
                if self.labels[self.roots[u]] == Label::Odd {
                    continue;
                }
                for v in 1..=self.n {
                    if self.weights[u][v].is_zero() || self.roots[u] == self.roots[v] {
                        continue;
                    }
                    if !self.excess((u, v)).is_zero() {
                        self.update_slack(u, self.roots[v]);
                    } else if self.use_edge((u, v)) {
                        return true;
                    }
                }
            }
            let Some(step) = self.step() else { return false };
            if !self.change_duals(step) {
                return false;
            }
            self.queue.clear();
            for node in 1..=self.top {
                let best = self.slack[node];
                if self.is_root(node) && best != 0 && self.roots[best] != node {
                    let edge = self.edges[best][node];
                    if self.excess(edge).is_zero() && self.use_edge(edge) {
                        return true;
                    }
                }
            }
            for blossom in self.n + 1..=self.top {
                if self.is_root(blossom)
                    && self.labels[blossom] == Label::Odd
                    && self.duals[blossom].is_zero()
                {
                    self.expand_blossom(blossom);
                }
            }
        }
    }

    /// Returns the greatest change of the duals at which none becomes wrong, as far as edges and blossoms bound it.
    fn step(&self) -> Option<Weight> {
        let blossoms = (self.n + 1..=self.top)
            .filter(|blossom| self.is_root(*blossom) && self.labels[*blossom] == Label::Odd)
            .map(|blossom| self.duals[blossom] >> 1_u32);
        let edges =
            (1..=self.top).filter(|node| self.is_root(*node) && self.slack[*node] != 0).filter_map(|node| {
                let excess = self.excess(self.edges[self.slack[node]][node]);
                match self.labels[node] {
                    Label::Free => Some(excess),
                    Label::Even => Some(excess >> 1_u32),
                    Label::Odd => None,
                }
            });
        let vertices = (1..=self.n)
            .filter(|vertex| self.labels[self.roots[*vertex]] == Label::Even)
            .map(|vertex| self.duals[vertex]);
        blossoms.chain(edges).chain(vertices).min()
    }

    /// Changes the duals. Returns false if an unmatched vertex is worth nothing any more: then the matching is the heaviest.
    fn change_duals(&mut self, step: Weight) -> bool {
        for vertex in 1..=self.n {
            match self.labels[self.roots[vertex]] {
                Label::Even if self.duals[vertex] <= step => return false,
                Label::Even => self.duals[vertex] -= step,
                Label::Odd => self.duals[vertex] += step,
                Label::Free => {}
            }
        }
        for blossom in self.n + 1..=self.top {
            if self.is_root(blossom) {
                match self.labels[blossom] {
                    Label::Even => self.duals[blossom] += step << 1_u32,
                    Label::Odd => self.duals[blossom] -= step << 1_u32,
                    Label::Free => {}
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The greatest weight of a matching, by trying every one.
    fn best(weights: &[Vec<u32>], used: &mut Vec<bool>) -> u32 {
        let Some(first) = used.iter().position(|used| !used) else { return 0 };
        used[first] = true;
        let mut result = best(weights, used);
        for other in first + 1..used.len() {
            if !used[other] && weights[first][other] > 0 {
                used[other] = true;
                result = result.max(weights[first][other] + best(weights, used));
                used[other] = false;
            }
        }
        used[first] = false;
        result
    }

    proptest! {
        #[test]
        fn a_matching_is_as_heavy_as_the_best_of_all(
            count in 0_usize..9,
            values in proptest::collection::vec(prop_oneof![Just(0_u32), 0..4_u32, 0..1000_u32], 81),
        ) {
            let weights: Vec<Vec<u32>> = (0..count).map(|u| (0..count).map(|v| values[u.min(v) * 9 + u.max(v)]).collect()).collect();
            let mates = matching(count, |u, v| Weight::from(weights[u][v]));
            let mut total = 0;
            for (vertex, mate) in mates.iter().enumerate() {
                let Some(mate) = mate else { continue };
                prop_assert_eq!(mates[*mate], Some(vertex));
                prop_assert!(weights[vertex][*mate] > 0);
                total += weights[vertex][*mate];
            }
            prop_assert_eq!(total / 2, best(&weights, &mut vec![false; count]));
        }
    }
}

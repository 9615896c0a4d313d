//! Graphs written as pairs of letters, and paths printed as letters.

use kyklos_base::Span;
use kyklos_flow::{EdgeId, ErrorKind, Instruction, LocationId, Procedure, ProcedureBuilder};

/// A procedure whose locations have one-letter names.
pub struct Sketch {
    pub procedure: Procedure,
    names: Vec<char>,
}

impl Sketch {
    /// Makes a graph of edges like `sa ab bt`: `s` is the entry, `t` the exit, and
    /// capital letters are error locations.
    pub fn new(edges: &str) -> Self {
        let span = Span::nowhere();
        let mut builder = ProcedureBuilder::new("main", span, None);
        let mut names = vec!['s', 't'];
        let mut location = |builder: &mut ProcedureBuilder, name: char| {
            if let Some(known) = names.iter().position(|other| *other == name) {
                return LocationId(known as u32);
            }
            names.push(name);
            match name.is_uppercase() {
                true => builder.error(ErrorKind::Assertion, "fails", span),
                false => builder.plain(span),
            }
        };
        for pair in edges.split_whitespace() {
            let ends: Vec<LocationId> = pair.chars().map(|name| location(&mut builder, name)).collect();
            builder.edge(ends[0], ends[1], Instruction::Skip, span);
        }
        Self { procedure: builder.finish(), names }
    }

    /// A location's letter.
    pub fn name(&self, location: LocationId) -> char {
        self.names[location.0 as usize]
    }

    /// A location of this letter.
    pub fn location(&self, name: char) -> LocationId {
        LocationId(self.names.iter().position(|other| *other == name).expect("a letter of the graph") as u32)
    }

    /// The edges of a path of letters, the first one where there are several.
    pub fn path(&self, letters: &str) -> Vec<EdgeId> {
        let names: Vec<char> = letters.chars().collect();
        let edge = |pair: &[char]| {
            let [from, to] = [self.location(pair[0]), self.location(pair[1])];
            let mut leaving = self.procedure.outgoing(from).iter();
            *leaving.find(|edge| self.procedure.edges[**edge].to == to).expect("an edge of the graph")
        };
        names.windows(2).map(edge).collect()
    }

    /// A path's locations as letters; nothing for a path without edges.
    pub fn letters(&self, path: &[EdgeId]) -> String {
        let first = path.first().map(|edge| self.name(self.procedure.edges[*edge].from));
        let further = path.iter().map(|edge| self.name(self.procedure.edges[*edge].to));
        first.into_iter().chain(further).collect()
    }

    /// Edges as pairs of letters.
    pub fn pairs(&self, edges: &[EdgeId]) -> String {
        let pairs: Vec<String> = edges.iter().map(|edge| self.letters(&[*edge])).collect();
        pairs.join(" ")
    }
}

//! Export to Graphviz.
//!
//! One cluster for each procedure, one node for each location, one arrow for
//! each edge. The entry has a bold border, the exit a double one, and error
//! locations are red boxes that tell how runs fail there. The program's
//! variables and their first values stand on a note.

use crate::text::{global_text, instruction_text};
use crate::{Location, LocationId, LocationKind, Procedure, Program};
use std::fmt::Write;

/// The program as a Graphviz graph.
pub fn dot(program: &Program) -> String {
    let mut out = String::from("digraph program {\n  node [shape=ellipse, fontname=\"monospace\"];\n");
    out.push_str("  edge [fontname=\"monospace\"];\n");
    if !program.globals.is_empty() {
        let lines = program.globals.rows().map(|global| escape(&global_text(program, global)) + "\\l");
        let _ = writeln!(out, "  globals [label=\"{}\", shape=note];", lines.collect::<String>());
    }
    for (id, procedure) in program.procedures.iter() {
        let title = if program.main == Some(id) { " (main)" } else { "" };
        let _ = writeln!(out, "  subgraph cluster_{id} {{");
        let _ = writeln!(out, "    label=\"{}{title}\";", escape(&procedure.name));
        for (at, location) in procedure.locations.iter() {
            let attributes = node(program, procedure, at, location);
            let _ = writeln!(out, "    {id}_{at} [{attributes}];");
        }
        for edge in procedure.edges.rows() {
            let label = escape(&instruction_text(program, procedure, &edge.instruction));
            let _ = writeln!(out, "    {id}_{} -> {id}_{} [label=\"{label}\"];", edge.from, edge.to);
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn node(program: &Program, procedure: &Procedure, id: LocationId, location: &Location) -> String {
    let mut lines = vec![id.to_string()];
    if id == procedure.entry {
        lines[0].push_str(" entry");
    }
    lines.extend(location.label.as_ref().map(|label| format!("{label}:")));
    let style = match &location.kind {
        LocationKind::Exit => {
            lines[0].push_str(" exit");
            ", shape=doublecircle"
        }
        LocationKind::Error(site) => {
            lines.extend([format!("error: {}", site.kind.name()), site.message.clone()]);
            if !location.span.is_nowhere() {
                let file = program.sources.name(location.span.file);
                lines.push(format!("{file}:{}", location.span.start.line));
            }
            ", shape=box, style=filled, color=red, fillcolor=mistyrose"
        }
        LocationKind::Plain if id == procedure.entry => ", style=bold, penwidth=3",
        LocationKind::Plain => "",
    };
    let label: Vec<String> = lines.iter().map(|line| escape(line)).collect();
    format!("label=\"{}\"{style}", label.join("\\n"))
}

/// The text inside a quoted string, where a backslash would start an escape.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

//! How names are written: by themselves where that is clear, else by number or in quotes.

use super::{is_reserved, is_word_part, is_word_start};
use crate::{Global, GlobalId, Procedure, Program};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// How variables and procedures are referred to.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub variables: &'a [String],
    pub globals: &'a [String],
    pub procedures: &'a [String],
}

/// How a procedure refers to the program's variables: by number where one of its own has the name.
pub(super) fn visible_globals(program: &Program, procedure: &Procedure, globals: &[String]) -> Vec<String> {
    let own: HashSet<&String> = procedure.variables.rows().map(|variable| &variable.name).collect();
    let reference = |((id, global), reference): ((GlobalId, &Global), &String)| {
        if own.contains(&global.name) { format!("$g{}", id.0) } else { reference.clone() }
    };
    program.globals.iter().zip(globals).map(reference).collect()
}

/// How each of these names is referred to: by itself where no other is like it, else by its
/// number behind `prefix`.
pub(super) fn references<'a>(names: impl Iterator<Item = &'a String>, prefix: &str) -> Vec<String> {
    let names: Vec<&String> = names.collect();
    let mut uses: HashMap<&String, u32> = HashMap::new();
    for name in &names {
        *uses.entry(name).or_default() += 1;
    }
    let reference = |(index, name): (usize, &&String)| match uses.get(*name) {
        Some(1) => name_text(name),
        _ => format!("{prefix}{index}"),
    };
    names.iter().enumerate().map(reference).collect()
}

pub(super) fn name_text(name: &str) -> String {
    let is_word = name.starts_with(is_word_start) && name.chars().all(is_word_part);
    if is_word && !is_reserved(name) { name.to_owned() } else { quoted(name) }
}

pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            _ => push_visible(&mut out, c),
        }
    }
    out.push('"');
    out
}

/// Control characters, which would tear a line apart, as escapes.
pub(super) fn push_visible(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c.is_control() => {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
        c => out.push(c),
    }
}

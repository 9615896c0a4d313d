//! Places that users name: `LINE`, `LINE:COLUMN`, each with `FILE:` before it, a label or a function.

use kyklos_base::{FileId, Position, Span};
use kyklos_exec::Point;
use kyklos_flow::{EdgeId, ProcedureId, Program};
use thiserror::Error;

/// Why a place is not there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// Nothing is executed on the line.
    #[error("line {line} has no code{}", near(*.before, *.after))]
    NoCode {
        /// The line.
        line: u32,
        /// The last line before it that has.
        before: Option<u32>,
        /// The first line after it that has.
        after: Option<u32>,
    },
    /// There is nothing of this name.
    #[error("`{name}` is no line, LINE:COLUMN, label or function of the program")]
    NoName {
        /// The name.
        name: String,
    },
}

fn near(before: Option<u32>, after: Option<u32>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => format!("; the nearest lines that have are {before} and {after}"),
        (Some(only), None) | (None, Some(only)) => format!("; the nearest line that has is {only}"),
        (None, None) => String::new(),
    }
}

/// The points of a place. A run comes to a line when it is about to execute
/// anything that starts there, or fails there; to a column, when it is about to execute the
/// smallest piece of code around it. The line on which a function begins is its first piece of code. There are none where no run comes for a simple reason, as in a function that nobody
/// calls.
pub fn find_place(program: &Program, place: &str) -> Result<Vec<Point>, PlaceError> {
    if let Some(points) = named(program, place) {
        return Ok(points);
    }
    if program.unreached.iter().any(|piece| piece.name.as_deref() == Some(place)) {
        return Ok(Vec::new());
    }
    let unknown = || PlaceError::NoName { name: place.to_owned() };
    let (file, numbers) = in_file(program, place);
    let (line, column) = match numbers.split_once(':') {
        Some((line, column)) => (line, Some(column.parse::<u32>().map_err(|_| unknown())?)),
        None => (numbers, None),
    };
    let line: u32 = line.parse().map_err(|_| unknown())?;
    let is_there = |span: &Span| file.is_none_or(|file| span.file == file);
    let mut found = match column {
        Some(column) => smallest_around(program, file, Position::new(line, column)),
        None => starting_on(program, file, line),
    };
    if found.is_empty() {
        found = failures(program, |span| {
            is_there(span)
                && match column {
                    Some(column) => span.contains(Position::new(line, column)),
                    None => span.start.line == line,
                }
        });
    }
    if found.is_empty() && column.is_none() {
        found = beginning(program, |span| is_there(span) && span.start.line == line);
    }
    let is_unreached = |span: &Span| {
        is_there(span)
            && match column {
                Some(column) => span.contains(Position::new(line, column)),
                None => span.start.line <= line && line <= span.end.line,
            }
    };
    match found.is_empty() && !program.unreached.iter().any(|piece| is_unreached(&piece.span)) {
        true => Err(no_code(program, line)),
        false => Ok(found),
    }
}

/// The file that a place begins with, if it does, and what is behind it. A file may be named by the end of its path.
fn in_file<'a>(program: &Program, place: &'a str) -> (Option<FileId>, &'a str) {
    for (at, _) in place.match_indices(':') {
        let (name, rest) = (&place[..at], &place[at + 1..]);
        let is_it = |full: &str| {
            full == name
                || full.strip_suffix(name).is_some_and(|folder| !name.is_empty() && folder.ends_with('/'))
        };
        if let Some((file, _)) = program.sources.iter().find(|(_, file)| is_it(file.name())) {
            return (Some(file), rest);
        }
    }
    (None, place)
}

fn named(program: &Program, name: &str) -> Option<Vec<Point>> {
    // The C front end reads some functions anew for different results, `f as int *`, and has several of one name.
    let another = |rest: &str| rest.starts_with(" as ") || rest.starts_with(" of ");
    let instance = |full: &str| full.strip_prefix(name).is_some_and(another);
    let called = program.procedures.iter().filter(|(_, row)| row.name == name || instance(&row.name));
    let mut points: Vec<Point> =
        called.map(|(procedure, row)| Point { procedure, location: row.entry }).collect();
    if !points.is_empty() {
        return Some(points);
    }
    for (id, procedure) in program.procedures.iter() {
        for (location, row) in procedure.locations.iter() {
            if row.label.as_deref() == Some(name) {
                points.push(Point { procedure: id, location });
            }
        }
    }
    (!points.is_empty()).then_some(points)
}

fn edges(program: &Program) -> impl Iterator<Item = (ProcedureId, EdgeId, Span)> {
    program
        .procedures
        .iter()
        .flat_map(|(id, procedure)| procedure.edges.iter().map(move |(edge, row)| (id, edge, row.span)))
}

fn points(program: &Program, edges: impl Iterator<Item = (ProcedureId, EdgeId)>) -> Vec<Point> {
    let mut points: Vec<Point> = edges
        .map(|(procedure, edge)| Point {
            procedure,
            location: program.procedures[procedure].edges[edge].from,
        })
        .collect();
    points.sort_unstable();
    points.dedup();
    points
}

fn starting_on(program: &Program, file: Option<FileId>, line: u32) -> Vec<Point> {
    let there = edges(program)
        .filter(|(_, _, span)| span.start.line == line && file.is_none_or(|file| span.file == file));
    points(program, there.map(|(procedure, edge, _)| (procedure, edge)))
}

fn smallest_around(program: &Program, file: Option<FileId>, position: Position) -> Vec<Point> {
    let size =
        |span: &Span| (span.end.line - span.start.line, span.end.column.wrapping_sub(span.start.column));
    let is_there = |span: &Span| file.is_none_or(|file| span.file == file);
    let around: Vec<_> =
        edges(program).filter(|(_, _, span)| is_there(span) && span.contains(position)).collect();
    let Some(least) = around.iter().map(|(_, _, span)| size(span)).min() else { return Vec::new() };
    let smallest = around.iter().filter(|(_, _, span)| size(span) == least);
    points(program, smallest.map(|(procedure, edge, _)| (*procedure, *edge)))
}

/// The failures there: where a branch leads to one at once, no piece of code stands before it.
fn failures(program: &Program, is_there: impl Fn(&Span) -> bool) -> Vec<Point> {
    let errors = program.errors().map(|(procedure, location, _)| Point { procedure, location });
    let span = |point: &Point| program.procedures[point.procedure].locations[point.location].span;
    errors.filter(|point| is_there(&span(point))).collect()
}

/// The entries of functions that begin there.
fn beginning(program: &Program, is_there: impl Fn(&Span) -> bool) -> Vec<Point> {
    let begin = program.procedures.iter().filter(|(_, row)| is_there(&row.span));
    begin.map(|(procedure, row)| Point { procedure, location: row.entry }).collect()
}

fn no_code(program: &Program, line: u32) -> PlaceError {
    let lines = || edges(program).map(|(_, _, span)| span.start.line).filter(|line| *line > 0);
    let before = lines().filter(|other| *other < line).max();
    let after = lines().filter(|other| *other > line).min();
    PlaceError::NoCode { line, before, after }
}

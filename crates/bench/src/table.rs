//! The tables that a suite asks for, with the papers' own figures beside ours.

use crate::plan::Plan;
use crate::result::{Outcome, RunResult, total};
use crate::suite::{Metric, Rows, Table};
use std::collections::BTreeMap;

/// A table, filled in.
#[derive(Clone, Debug)]
pub struct Filled {
    /// Its title.
    pub title: String,
    /// Groups of columns: a title, and how many columns.
    pub groups: Vec<(String, usize)>,
    /// The columns behind the first one.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its title.
    pub title: String,
    /// Whether a paper says the figures.
    pub is_paper: bool,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// Whether it is a paper's.
    pub is_paper: bool,
    /// The program it shows, if it shows one.
    pub program: Option<usize>,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// What it is sorted by; what has nothing to sort by comes last.
    pub number: Option<f64>,
    /// What the run that it shows was worth.
    pub outcome: Option<Outcome>,
}

/// Fills in a table.
pub fn fill(table: &Table, plan: &Plan, results: &[RunResult]) -> Filled {
    match table.rows {
        Rows::Configurations => by_configuration(table, plan, results),
        Rows::Programs | Rows::Groups => side_by_side(table, plan, results),
    }
}

/// The configurations that a table shows, those that this build does not know among them.
fn shown<'t>(table: &'t Table, plan: &'t Plan) -> Vec<&'t str> {
    let asked = |name: &str| {
        table.configurations.is_empty() || table.configurations.iter().any(|other| other == name)
    };
    let run = |name: &str| plan.configurations.iter().any(|configuration| configuration.name == name);
    let names = plan.suite.configurations.iter().map(|configuration| configuration.name.as_str());
    names.filter(|name| asked(name) && run(name)).collect()
}

fn side_by_side(table: &Table, plan: &Plan, results: &[RunResult]) -> Filled {
    let configurations = shown(table, plan);
    let mut groups = Vec::new();
    let mut columns = Vec::new();
    if !table.paper.is_empty() {
        groups.push(("Paper".to_owned(), table.paper.len()));
        columns.extend(table.paper.iter().map(|title| Column { title: title.clone(), is_paper: true }));
    }
    for name in &configurations {
        groups.push(((*name).to_owned(), table.ours.len()));
        columns.extend(
            table.ours.iter().map(|metric| Column { title: metric.title().to_owned(), is_paper: false }),
        );
    }
    let mut rows = Vec::new();
    let subjects = subjects(table.rows, plan);
    for Subject { name, program, paper, holds } in &subjects {
        let mut cells: Vec<Cell> = table.paper.iter().map(|title| paper_cell(paper.get(title))).collect();
        for configuration in &configurations {
            let runs: Vec<&RunResult> = results
                .iter()
                .filter(|result| result.configuration == *configuration && holds(result))
                .collect();
            cells.extend(table.ours.iter().map(|metric| cell(&runs, *metric, program.is_some())));
        }
        rows.push(Row { name: name.clone(), is_paper: false, program: *program, cells });
    }
    Filled { title: table.title.clone(), groups, columns, rows }
}

/// What a row is about.
struct Subject<'p> {
    name: String,
    program: Option<usize>,
    paper: &'p BTreeMap<String, String>,
    holds: Box<dyn Fn(&RunResult) -> bool + 'p>,
}

fn subjects(rows: Rows, plan: &Plan) -> Vec<Subject<'_>> {
    static NOTHING: BTreeMap<String, String> = BTreeMap::new();
    if rows == Rows::Programs {
        return plan
            .jobs
            .iter()
            .enumerate()
            .map(|(index, job)| {
                let holds = Box::new(move |result: &RunResult| result.job.name == job.name);
                Subject { name: job.name.clone(), program: Some(index), paper: &job.paper, holds }
            })
            .collect();
    }
    let mut names: Vec<&str> = Vec::new();
    for job in &plan.jobs {
        if !names.contains(&job.group.as_str()) {
            names.push(&job.group);
        }
    }
    let paper =
        |name: &str| plan.suite.sets.iter().find(|set| set.name == name).map_or(&NOTHING, |set| &set.paper);
    names
        .into_iter()
        .map(|name| Subject {
            name: name.to_owned(),
            program: None,
            paper: paper(name),
            holds: Box::new(move |result: &RunResult| result.job.group == name),
        })
        .collect()
}

fn by_configuration(table: &Table, plan: &Plan, results: &[RunResult]) -> Filled {
    let columns =
        table.ours.iter().map(|metric| Column { title: metric.title().to_owned(), is_paper: false });
    let mut rows: Vec<Row> = table
        .paper_rows
        .iter()
        .map(|(name, figures)| {
            let cells = table.ours.iter().map(|metric| {
                let key = format!("{metric:?}").to_lowercase();
                paper_cell(figures.get(&key))
            });
            Row { name: name.clone(), is_paper: true, program: None, cells: cells.collect() }
        })
        .collect();
    for configuration in shown(table, plan) {
        let runs: Vec<&RunResult> =
            results.iter().filter(|result| result.configuration == configuration).collect();
        let cells = table.ours.iter().map(|metric| cell(&runs, *metric, false)).collect();
        rows.push(Row { name: configuration.to_owned(), is_paper: false, program: None, cells });
    }
    Filled { title: table.title.clone(), groups: Vec::new(), columns: columns.collect(), rows }
}

fn paper_cell(text: Option<&String>) -> Cell {
    let Some(text) = text else { return Cell { text: "–".to_owned(), ..Cell::default() } };
    Cell { text: text.clone(), number: paper_number(text), outcome: None }
}

/// A paper's figure as a number, to sort by: `12.5`, or a time such as `37m 0s`.
fn paper_number(text: &str) -> Option<f64> {
    if let Ok(number) = text.replace(' ', "").parse() {
        return Some(number);
    }
    let part = |word: &str| {
        let unit = match word.chars().last()? {
            's' => 1.0,
            'm' => 60.0,
            'h' => 3600.0,
            _ => return None,
        };
        Some(word[..word.len() - 1].parse::<f64>().ok()? * unit)
    };
    text.split_whitespace().map(part).sum()
}

/// A figure of ours, of one run or of many.
fn cell(runs: &[&RunResult], metric: Metric, single: bool) -> Cell {
    let outcome = if single { runs.first().map(|run| run.outcome) } else { None };
    let number = total(runs, metric);
    let text = match (runs.first(), number) {
        (Some(run), _) if single && metric == Metric::Verdict => match run.outcome {
            Outcome::Unsupported | Outcome::Error => run.outcome.name().to_owned(),
            _ => run.verdict.to_owned(),
        },
        (Some(run), Some(_)) if single && run.timed_out && metric == Metric::Time => "T/O".to_owned(),
        (Some(_), Some(number)) => metric.text(number),
        _ => "–".to_owned(),
    };
    let outcome = if matches!(metric, Metric::Verdict) { outcome } else { None };
    let outcome = match metric {
        Metric::Wrong | Metric::Errors if number.is_some_and(|number| number > 0.0) => Some(Outcome::Wrong),
        _ => outcome,
    };
    Cell { text, number, outcome }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_papers_can_be_sorted() {
        for (text, number) in [
            ("12.5", Some(12.5)),
            ("1 175 992", Some(1_175_992.0)),
            ("0.093s", Some(0.093)),
            ("37m 0s", Some(2220.0)),
            ("1h", Some(3600.0)),
            ("T/O", None),
            ("8 / 36", None),
            ("20 kB", None),
        ] {
            assert_eq!(paper_number(text), number, "{text}");
        }
    }
}

//! The page: one HTML file that needs nothing else.
//!
//! Tables are made here, so that they are there without scripts; plots and the details of runs are made in the
//! browser, from data that the page carries.

use crate::plan::Plan;
use crate::result::{Outcome, RunResult, disagreements, total};
use crate::schedule::arguments;
use crate::suite::{Expected, Metric};
use crate::summary::TOTALS;
use crate::table::{Cell, Column, Filled, Row, fill};
use serde_json::{Value, json};
use std::fmt::Write;

/// The page of these results.
pub fn page(plan: &Plan, results: &[RunResult], left_out: &[(String, String)]) -> String {
    let suite = &plan.suite;
    let mut body = String::new();
    head(&mut body, plan, results, left_out);
    body.push_str("<main>\n");
    overview(&mut body, plan, results);
    sets(&mut body, plan);
    for table in &suite.tables {
        let filled = fill(table, plan, results);
        if !filled.rows.is_empty() {
            print_table(&mut body, &filled);
        }
    }
    body.push_str(include_str!("page/sections.html"));
    body.push_str("</main>\n");
    let data = data(plan, results);
    // Inside a script only `<` can end it.
    let data = data.to_string().replace('<', "\\u003c");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title} – Kyklos</title>\n<style>\n{style}</style>\n\
         </head>\n<body>\n{body}<script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{script}\
         </script>\n</body>\n</html>\n",
        title = escape(&suite.title),
        style = include_str!("page/page.css"),
        script = include_str!("page/page.js"),
    )
}

fn head(out: &mut String, plan: &Plan, results: &[RunResult], left_out: &[(String, String)]) {
    let suite = &plan.suite;
    let _ = writeln!(
        out,
        "<header>\n<p class=\"brand\">Kyklos experiments</p>\n<h1>{}</h1>",
        escape(&suite.title)
    );
    let planned = plan.jobs.len() * plan.configurations.len();
    let _ = writeln!(
        out,
        "<p class=\"facts\">{} programs, {} configurations, {} of {planned} runs · {} s and {} MB for each · {}</p>",
        plan.jobs.len(),
        plan.configurations.len(),
        results.len(),
        plan.limits.timeout,
        plan.limits.memory,
        escape(&plan.identity.binary)
    );
    if !suite.notes.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape(suite.notes.trim()));
    }
    for (name, reason) in left_out {
        let _ = writeln!(
            out,
            "<p class=\"notice\">Configuration <b>{}</b> was left out: this build does not accept its options \
             ({}).</p>",
            escape(name),
            escape(reason)
        );
    }
    for name in disagreements(results) {
        let _ = writeln!(
            out,
            "<p class=\"notice bad\">Configurations contradict each other on <b>{}</b>: one of them is wrong.</p>",
            escape(name)
        );
    }
    out.push_str("</header>\n");
}

/// What each configuration did over all programs.
fn overview(out: &mut String, plan: &Plan, results: &[RunResult]) {
    let rows = plan.configurations.iter().map(|configuration| {
        let runs: Vec<&RunResult> =
            results.iter().filter(|result| result.configuration == configuration.name).collect();
        let decided = runs.iter().filter(|run| run.outcome == Outcome::Decided).count();
        let mut cells: Vec<Cell> = TOTALS
            .iter()
            .map(|metric| {
                let number = total(&runs, *metric);
                let text = number.map_or("–".to_owned(), |number| metric.text(number));
                let is_bad =
                    matches!(metric, Metric::Wrong | Metric::Errors) && number.is_some_and(|n| n > 0.0);
                Cell { text, number, outcome: is_bad.then_some(Outcome::Wrong) }
            })
            .collect();
        let decided = Cell { text: decided.to_string(), number: Some(decided as f64), outcome: None };
        cells.insert(3, decided);
        Row { name: configuration.name.clone(), is_paper: false, program: None, cells }
    });
    let mut titles: Vec<String> = TOTALS.iter().map(|metric| metric.title().to_owned()).collect();
    titles.insert(3, "Unchecked".to_owned());
    let columns = titles.into_iter().map(|title| Column { title, is_paper: false }).collect();
    let filled = Filled { title: "Overview".to_owned(), groups: Vec::new(), columns, rows: rows.collect() };
    print_table(out, &filled);
}

/// How the sets of generated programs are made.
fn sets(out: &mut String, plan: &Plan) {
    if plan.suite.sets.is_empty() {
        return;
    }
    let titles = ["Programs", "For loops", "While loops", "Block depth", "Guaranteed error", "Divisions"];
    let columns = titles.iter().map(|title| Column { title: (*title).to_owned(), is_paper: false });
    let rows = plan.suite.sets.iter().map(|set| {
        let knobs = &set.knobs;
        let number = |number: f64| Cell { text: number.to_string(), number: Some(number), outcome: None };
        let truth =
            |holds: bool| Cell { text: if holds { "yes" } else { "no" }.to_owned(), ..Cell::default() };
        let cells = vec![
            number(plan.jobs.iter().filter(|job| job.group == set.name).count() as f64),
            number(knobs.for_loops),
            number(knobs.while_loops),
            number(knobs.max_depth as f64),
            truth(knobs.guaranteed_error),
            truth(knobs.divisions),
        ];
        Row { name: set.name.clone(), is_paper: false, program: None, cells }
    });
    let title = "Definitions of program sets".to_owned();
    print_table(out, &Filled { title, groups: Vec::new(), columns: columns.collect(), rows: rows.collect() });
}

fn print_table(out: &mut String, table: &Filled) {
    let _ = writeln!(
        out,
        "<section>\n<h2>{}</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">\n<table class=\"sortable\">",
        escape(&table.title)
    );
    out.push_str("<thead>\n");
    if !table.groups.is_empty() {
        out.push_str("<tr><td></td>");
        for (title, width) in &table.groups {
            let _ = write!(
                out,
                "<th scope=\"colgroup\" colspan=\"{width}\" class=\"group\">{}</th>",
                escape(title)
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("<tr class=\"heads\"><th scope=\"col\"></th>");
    let starts = group_starts(table);
    for (at, column) in table.columns.iter().enumerate() {
        let class = class(column.is_paper, starts.contains(&at), None);
        let _ = write!(out, "<th scope=\"col\"{class}>{}</th>", escape(&column.title));
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    for row in &table.rows {
        let name = escape(&row.name);
        let shown = match row.program {
            Some(program) => format!("<button class=\"link\" data-program=\"{program}\">{name}</button>"),
            None if row.is_paper => format!("{name} <span class=\"tag\">paper</span>"),
            None => name,
        };
        let _ = write!(out, "<tr><th scope=\"row\">{shown}</th>");
        for (at, cell) in row.cells.iter().enumerate() {
            let is_paper = row.is_paper || table.columns.get(at).is_some_and(|column| column.is_paper);
            let class = class(is_paper, starts.contains(&at), cell.outcome);
            let sort = cell.number.map_or(String::new(), |number| format!(" data-sort=\"{number}\""));
            let _ = write!(out, "<td{class}{sort}>{}</td>", escape(&cell.text));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n</section>\n");
}

/// The columns with which groups start.
fn group_starts(table: &Filled) -> Vec<usize> {
    let mut at = 0;
    let starts = table.groups.iter().map(|(_, width)| {
        let start = at;
        at += width;
        start
    });
    starts.collect()
}

fn class(is_paper: bool, is_start: bool, outcome: Option<Outcome>) -> String {
    let mut names = Vec::new();
    if is_paper {
        names.push("paper");
    }
    if is_start {
        names.push("start");
    }
    names.extend(outcome.map(Outcome::name));
    if names.is_empty() { String::new() } else { format!(" class=\"{}\"", names.join(" ")) }
}

/// What the scripts of the page need.
fn data(plan: &Plan, results: &[RunResult]) -> Value {
    let programs = plan.jobs.iter().map(|job| {
        json!({
            "name": job.name,
            "group": job.group,
            "file": job.file.display().to_string(),
            "expected": job.expected.map(|expected| match expected {
                Expected::Safe => "safe",
                Expected::Unsafe => "unsafe",
            }),
        })
    });
    let job_index: std::collections::HashMap<&str, usize> =
        plan.jobs.iter().enumerate().map(|(index, job)| (job.name.as_str(), index)).collect();
    let runs = results.iter().map(|result| {
        let configuration = plan.configurations.iter().position(|known| known.name == result.configuration);
        let report = result.record.report.as_ref();
        json!({
            "program": job_index.get(result.job.name.as_str()),
            "configuration": configuration,
            "verdict": result.verdict,
            "outcome": result.outcome.name(),
            "seconds": result.record.wall_ms as f64 / 1000.0,
            "timeout": result.timed_out,
            "points": result.points(),
            "reason": result.reason(),
            "stats": report.map_or(Value::Null, |report| report["stats"].clone()),
            "finding": result.finding().map(finding),
            "incomplete": report.map_or(Value::Null, |report| shortened(&report["incomplete"], 20)),
        })
    });
    let configurations = plan
        .configurations
        .iter()
        .map(|configuration| json!({ "name": configuration.name, "flags": configuration.flags }));
    json!({
        "programs": programs.collect::<Vec<_>>(),
        "configurations": configurations.collect::<Vec<_>>(),
        "runs": runs.collect::<Vec<_>>(),
        "limit": plan.limits.timeout,
        "commands": plan.jobs.iter().map(|job| {
            plan.configurations.iter().map(|configuration| {
                arguments(job, configuration, plan.limits).join(" ")
            }).collect::<Vec<_>>()
        }).collect::<Vec<_>>(),
    })
}

/// How many inputs and branches of a finding are shown.
const SHOWN: usize = 40;

/// What is shown of a finding: its beginning, where it is long.
fn finding(finding: &Value) -> Value {
    json!({
        "kind": finding["kind"],
        "message": finding["message"],
        "file": finding["file"],
        "line": finding["line"],
        "column": finding["column"],
        "function": finding["function"],
        "replay": finding["replay"],
        "inputs": shortened(&finding["inputs"], SHOWN),
        "more_inputs": left(&finding["inputs"], SHOWN),
        "path": shortened(&finding["path"], SHOWN),
        "more_path": left(&finding["path"], SHOWN),
    })
}

fn shortened(list: &Value, most: usize) -> Value {
    match list {
        Value::Array(values) => Value::Array(values.iter().take(most).cloned().collect()),
        other => other.clone(),
    }
}

/// How many values are not shown.
fn left(list: &Value, most: usize) -> usize {
    list.as_array().map_or(0, |values| values.len().saturating_sub(most))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

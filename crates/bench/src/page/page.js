"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const { programs, configurations, runs, limit } = data;
const solved = run => run.outcome === "right" || run.outcome === "decided";
const colour = index => `var(--c${index % 6})`;
const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; strings become text, never markup. */
function element(name, attributes = {}, ...children) {
  const is_svg = ["svg", "g", "path", "line", "rect", "circle", "text", "title"].includes(name);
  const made = is_svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

const seconds = value => (value < 10 ? value.toFixed(2) : value.toFixed(1));

/* Sorting: a click on a head sorts by its column; what has no number comes last. */
function sortable(table) {
  const heads = [...table.tHead.querySelectorAll(".heads th")];
  heads.forEach((head, at) => {
    const title = head.textContent;
    head.textContent = "";
    head.append(element("button", { type: "button", onclick: () => sort(at) }, title || "Name"));
  });
  function sort(at) {
    const was = heads[at].getAttribute("aria-sort");
    const falling = was === "ascending";
    heads.forEach(head => head.removeAttribute("aria-sort"));
    heads[at].setAttribute("aria-sort", falling ? "descending" : "ascending");
    const key = row => {
      const cell = row.cells[at];
      return cell.dataset.sort === undefined ? null : Number(cell.dataset.sort);
    };
    const rows = [...table.tBodies[0].rows];
    const numeric = rows.some(row => key(row) !== null);
    rows.sort((one, other) => {
      if (!numeric) {
        const order = one.cells[at].textContent.localeCompare(other.cells[at].textContent, "en", { numeric: true });
        return falling ? -order : order;
      }
      const [left, right] = [key(one), key(other)];
      if (left === null || right === null) return (left === null) - (right === null);
      return falling ? right - left : left - right;
    });
    table.tBodies[0].append(...rows);
  }
}

/* Logarithmic scales from the least time that matters to the limit. */
const least = Math.max(0.001, Math.min(1, ...runs.filter(solved).map(run => Math.max(run.seconds, 0.001))));
const low = Math.pow(10, Math.floor(Math.log10(least)));
const high = Math.max(limit, low * 10, ...runs.filter(solved).map(run => run.seconds));
function log_scale(from, to) {
  const span = Math.log10(high) - Math.log10(low);
  return value => from + (to - from) * (Math.log10(Math.max(value, low)) - Math.log10(low)) / span;
}
function ticks() {
  const all = [];
  for (let value = low; value <= high * 1.0001; value *= 10) all.push(value);
  return all;
}
const tick_text = value => `${Number(value.toPrecision(3))} s`;

function quantile_plot() {
  const section = document.getElementById("quantile");
  const figure = section.querySelector(".plot");
  const legend = section.querySelector(".legend");
  const hidden = new Set();
  configurations.forEach((configuration, index) => {
    const count = runs.filter(run => run.configuration === index && solved(run)).length;
    const box = element("input", { type: "checkbox", checked: "", onchange: event => {
      if (event.target.checked) hidden.delete(index); else hidden.add(index);
      draw();
    } });
    const dash = index % 3;
    const line = element("i", { style: `border-color: ${colour(index)}; border-top-style: ${["solid", "dashed", "dotted"][dash]}` });
    legend.append(element("label", {}, box, line, `${configuration.name} (${count})`));
  });
  function draw() {
    const [width, height, left, right, top, bottom] = [900, 380, 64, 20, 12, 44];
    const curves = configurations.map((_, index) =>
      runs.filter(run => run.configuration === index && solved(run)).sort((a, b) => a.seconds - b.seconds));
    const most = Math.max(1, ...curves.map(curve => curve.length));
    const x = count => left + (width - left - right) * count / most;
    const y = log_scale(height - bottom, top);
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Quantile plot: solved runs by time" });
    for (const tick of ticks()) {
      svg.append(element("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }));
      svg.append(element("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, tick_text(tick)));
    }
    const step = Math.max(1, Math.ceil(most / 10));
    for (let count = 0; count <= most; count += step)
      svg.append(element("text", { x: x(count), y: height - bottom + 18, "text-anchor": "middle" }, String(count)));
    svg.append(element("text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, "solved runs"));
    svg.append(element("rect", { class: "frame", x: left, y: top, width: width - left - right, height: height - top - bottom }));
    curves.forEach((curve, index) => {
      if (hidden.has(index) || curve.length === 0) return;
      const path = curve.map((run, at) => `${at === 0 ? "M" : "L"}${x(at + 1).toFixed(1)},${y(run.seconds).toFixed(1)}`).join("");
      const dash = [null, "7 4", "2 4"][index % 3];
      svg.append(element("path", { d: path, fill: "none", stroke: colour(index), "stroke-width": 2, "stroke-dasharray": dash }));
      curve.forEach((run, at) => svg.append(point(x(at + 1), y(run.seconds), 3, index, run,
        `${programs[run.program].name}, ${configurations[index].name}: ${seconds(run.seconds)} s`)));
    });
    figure.replaceChildren(svg);
  }
  draw();
}

/** A point that opens its program's details. */
function point(cx, cy, r, index, run, text) {
  const open = () => details(run.program);
  return element("circle", { cx: cx.toFixed(1), cy: cy.toFixed(1), r, fill: colour(index), "fill-opacity": 0.75,
    tabindex: runs.length > 400 ? null : 0, role: "button", "aria-label": text, onclick: open,
    onkeydown: event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } },
  }, element("title", {}, text));
}

function scatter_plot() {
  const section = document.getElementById("scatter");
  if (configurations.length < 2) { section.remove(); return; }
  const [across, up] = section.querySelectorAll("select");
  for (const select of [across, up]) {
    configurations.forEach((configuration, index) => select.append(element("option", { value: index }, configuration.name)));
    select.addEventListener("change", draw);
  }
  up.value = 1;
  function draw() {
    const [first, second] = [Number(across.value), Number(up.value)];
    const [size, left, bottom, top] = [520, 64, 48, 22];
    const x = log_scale(left, size - top);
    const y = log_scale(size - bottom, top);
    const edge = high * Math.pow(high / low, 0.04);
    const svg = element("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `Time of ${configurations[first].name} against ${configurations[second].name}` });
    for (const tick of ticks()) {
      svg.append(element("line", { class: "grid", x1: left, x2: size - top, y1: y(tick), y2: y(tick) }));
      svg.append(element("line", { class: "grid", x1: x(tick), x2: x(tick), y1: top, y2: size - bottom }));
      svg.append(element("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, tick_text(tick)));
      svg.append(element("text", { x: x(tick), y: size - bottom + 18, "text-anchor": "middle" }, tick_text(tick)));
    }
    svg.append(element("rect", { class: "frame", x: left, y: top, width: size - top - left, height: size - bottom - top }));
    svg.append(element("line", { class: "frame", x1: x(low), y1: y(low), x2: x(high), y2: y(high) }));
    svg.append(element("text", { x: (left + size - top) / 2, y: size - 8, "text-anchor": "middle" }, configurations[first].name));
    svg.append(element("text", { x: 14, y: size / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${size / 2})` }, configurations[second].name));
    const by = index => new Map(runs.filter(run => run.configuration === index).map(run => [run.program, run]));
    const [ones, others] = [by(first), by(second)];
    const place = run => (solved(run) ? run.seconds : edge);
    for (const [program, one] of ones) {
      const other = others.get(program);
      if (!other) continue;
      const text = `${programs[program].name}: ${describe(one)}, ${describe(other)}`;
      svg.append(point(x(place(one)), y(place(other)), 4, one.outcome === "wrong" || other.outcome === "wrong" ? 5 : 0, one, text));
    }
    figure().replaceChildren(svg);
  }
  const figure = () => section.querySelector(".plot");
  const describe = run => (solved(run) ? `${seconds(run.seconds)} s` : run.timeout ? "out of time" : run.outcome);
  draw();
}

function all_runs() {
  const section = document.getElementById("runs");
  const body = section.querySelector("tbody");
  const name = section.querySelector("input");
  const [which, outcome] = section.querySelectorAll("select");
  which.append(element("option", { value: "" }, "all"));
  configurations.forEach((configuration, index) => which.append(element("option", { value: index }, configuration.name)));
  outcome.append(element("option", { value: "" }, "all"));
  for (const known of new Set(runs.map(run => run.outcome))) outcome.append(element("option", {}, known));
  const rows = runs.map(run => {
    const program = programs[run.program];
    const stats = run.stats || {};
    const number = value => element("td", { "data-sort": value }, value === undefined || value === null ? "–" : String(value));
    const row = element("tr", {},
      element("th", { scope: "row" }, element("button", { class: "link", type: "button", "data-program": run.program }, program.name)),
      element("td", { class: "text" }, configurations[run.configuration].name),
      element("td", { class: "text" }, program.expected || "–"),
      element("td", { class: "text" }, run.verdict),
      element("td", { class: `text ${run.outcome}` }, run.timeout ? `${run.outcome} (time)` : run.outcome),
      element("td", { "data-sort": run.seconds }, seconds(run.seconds)),
      number(stats.paths), number(stats.states), number(stats.queries), number(stats.peak_mb));
    body.append(row);
    return row;
  });
  function filter() {
    let shown = 0;
    runs.forEach((run, at) => {
      const fits = programs[run.program].name.toLowerCase().includes(name.value.toLowerCase())
        && (which.value === "" || run.configuration === Number(which.value))
        && (outcome.value === "" || run.outcome === outcome.value);
      rows[at].hidden = !fits;
      shown += fits ? 1 : 0;
    });
    section.querySelector(".count").textContent = `${shown} of ${runs.length} runs`;
  }
  for (const control of [name, which, outcome]) control.addEventListener("input", filter);
  filter();
}

const STATISTICS = [["Time (s)", run => seconds(run.seconds)], ["In the solver (s)", run => run.stats && seconds(run.stats.solver_ms / 1000)],
  ["Paths", run => run.stats?.paths], ["States", run => run.stats?.states], ["Forks", run => run.stats?.forks],
  ["Instructions", run => run.stats?.instructions], ["Queries", run => run.stats?.queries], ["Without an answer", run => run.stats?.failures],
  ["Paths these stand for", run => run.stats?.stands_for], ["From the cache", run => run.stats?.cache_hits],
  ["Edges covered", run => run.stats && `${run.stats.covered_edges} of ${run.stats.edges}`], ["Memory (MB)", run => run.stats?.peak_mb]];

// What techniques have counted, by the names that they give it.
function counted(runs) {
  return [...new Set(runs.flatMap(run => Object.keys(run.stats?.techniques || {})))].sort();
}

function details(index) {
  const program = programs[index];
  const here = runs.filter(run => run.program === index);
  const dialog = document.getElementById("details");
  dialog.querySelector("h2").textContent = program.name;
  const heads = here.map(run => element("th", { scope: "col" }, configurations[run.configuration].name));
  const row = (title, cell) => element("tr", {}, element("th", { scope: "row" }, title), ...here.map(cell));
  const table = element("table", {},
    element("thead", {}, element("tr", {}, element("th", {}, ""), ...heads)),
    element("tbody", {},
      row("Verdict", run => element("td", { class: run.outcome }, `${run.verdict} (${run.outcome})`)),
      ...STATISTICS.map(([title, value]) => row(title, run => element("td", {}, String(value(run) ?? "–")))),
      ...counted(here).map(name => row(name, run => element("td", {}, String(run.stats?.techniques?.[name] ?? "–"))))));
  const content = [
    element("p", { class: "facts" }, `${program.file} · expected: ${program.expected || "not known"}`),
    element("div", { class: "scroll", tabindex: 0 }, table),
  ];
  for (const run of here) content.push(...details_of_run(run));
  dialog.querySelector(".content").replaceChildren(...content);
  dialog.showModal();
}

function details_of_run(run) {
  const name = configurations[run.configuration].name;
  const content = [element("h3", {}, name)];
  const found = run.finding;
  if (found) {
    content.push(element("p", {}, `${found.message} [${found.kind}], ${found.file}:${found.line}:${found.column} in ${found.function}, replay: ${found.replay}`));
    if (found.inputs?.length) content.push(element("p", {}, "Inputs:"), element("ul", {}, ...found.inputs.map(input =>
      element("li", {}, element("code", {}, `${input.name} = ${value_text(input.value)}`), ` (line ${input.line})`)), more(found.more_inputs)));
    if (found.path?.length) content.push(element("p", {}, "Path:"), element("ul", {}, ...found.path.map(branch =>
      element("li", {}, `line ${branch.line}: `, element("code", {}, branch.condition), ` is ${branch.holds}${branch.times > 1 ? `, ${branch.times} times` : ""}`)), more(found.more_path)));
  }
  for (const open of run.incomplete || [])
    content.push(element("p", {}, `${open.loop ? "loop at " : ""}${open.where}: ${open.why} (${open.paths} paths)`));
  if (run.reason) content.push(element("pre", {}, run.reason));
  content.push(element("pre", {}, `kyklos ${data.commands[run.program][run.configuration]}`));
  return content;
}

const more = count => (count > 0 ? element("li", {}, `… ${count} more`) : null);

function value_text(value) {
  if (value === null || typeof value !== "object") return String(value);
  const elements = Object.entries(value.elements || {}).map(([at, element]) => `${at} = ${element}`);
  return `{${elements.join(", ")}${elements.length ? ", " : ""}otherwise ${value.otherwise}}`;
}

document.addEventListener("click", event => {
  const link = event.target.closest("[data-program]");
  if (link) details(Number(link.dataset.program));
});
quantile_plot();
scatter_plot();
all_runs();
document.querySelectorAll("table.sortable").forEach(sortable);
document.documentElement.dataset.ready = "yes";

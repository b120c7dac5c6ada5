"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function draw(parent, tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent.append(node);
  return node;
}

/* Early is blue, late is orange. */
const STOPS = [[62, 76, 196], [199, 60, 138], [246, 150, 40]];
function colourAt(share) {
  const at = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const i = Math.min(Math.floor(at), STOPS.length - 2);
  const mixed = STOPS[i].map((c, k) => Math.round(c + (STOPS[i + 1][k] - c) * (at - i)));
  return `rgb(${mixed.join(" ")})`;
}

/* Paths are stored as differences of x, y and step. */
function unpack(numbers) {
  const points = [];
  let x = 0, y = 0, step = 0;
  for (let i = 0; i < numbers.length; i += 3) {
    x += numbers[i]; y += numbers[i + 1]; step += numbers[i + 2];
    points.push([x, y, step]);
  }
  return points;
}

function frameOf(episode, points) {
  const box = data.homes[episode.home].box;
  if (box) return box;
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  const x = Math.min(...xs) - 50, y = Math.min(...ys) - 50;
  return [x, y, Math.max(...xs) + 50 - x, Math.max(...ys) + 50 - y].join(" ");
}

function drawPath(svg, points) {
  draw(svg, "polyline", { class: "under", points: points.map((p) => `${p[0]},${p[1]}`).join(" ") });
  const last = points[points.length - 1][2] || 1;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    draw(svg, "path", { class: "leg", stroke: colourAt(b[2] / last), d: `M${a[0]} ${a[1]}L${b[0]} ${b[1]}` });
  }
}

function picture(episode, trial) {
  const points = unpack(trial.path || []);
  if (!points.length) return make("p", { class: "fine" }, trial.error || "no replay, so no picture");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", frameOf(episode, points));
  draw(svg, "use", { href: `#plan-${episode.home}` });
  for (const d of episode.goals || []) draw(svg, "path", { class: "target", "fill-rule": "evenodd", d });
  for (const [cx, cy] of episode.spots || []) draw(svg, "circle", { class: "halo", cx, cy, r: 34 });
  if (episode.point) {
    const [cx, cy] = episode.point;
    draw(svg, "circle", { class: "target", cx, cy, r: 14 });
    draw(svg, "circle", { class: "halo", cx, cy, r: 30 });
  }
  if (episode.shortest) draw(svg, "path", { class: "shortest", d: episode.shortest });
  drawPath(svg, points);
  for (const [cx, cy] of trial.collisions || []) draw(svg, "circle", { class: "bump", cx, cy, r: 9 });
  const [x, y, yaw] = episode.start;
  const turn = (yaw * 180) / Math.PI;
  draw(svg, "path", { class: "end", fill: colourAt(0), d: "M22 0L-14 15L-14 -15Z", transform: `translate(${x} ${y}) rotate(${turn})` });
  const [cx, cy] = points[points.length - 1];
  draw(svg, "circle", { class: `end e${trial.ending}`, cx, cy, r: 15 });
  return svg;
}

const chip = (trial) => make("span", { class: `chip e${trial.ending}` }, data.endings[trial.ending]);
const percent = (value) => (value == null ? "–" : `${(100 * value).toFixed(0)} %`);
const metres = (value) => (value == null ? "–" : `${value.toFixed(1)} m`);

function caption(trial, run) {
  const m = trial.metrics;
  const facts = [`SPL ${percent(m.spl)}`, `${m.steps ?? "–"} steps`, `${metres(m.path_length)} driven`];
  const label = data.runs.length > 1 ? data.runs[run] : "";
  const read = (trial.read || []).map((text) => make("q", {}, text));
  if (read.length) read.unshift(make("b", {}, "read:"));
  return make("figcaption", {}, chip(trial), label, make("small", {}, facts.join(" · ")), ...read);
}

function figure(episode, run) {
  const trial = episode.trials[run];
  const view = trial.frame ? [make("img", { src: trial.frame, alt: "what the robot saw at its end" })] : [];
  const maps = trial.maps ? [make("img", { class: "maps", src: trial.maps, alt: "what its map knew of the goal" })] : [];
  return make("figure", {}, picture(episode, trial), ...view, ...maps, caption(trial, run));
}

/* One card for each goal, the runs side by side. */
function card(episode) {
  const shots = make("div", { class: "side" });
  episode.trials.forEach((trial, run) => { if (trial) shots.append(figure(episode, run)); });
  return make("section", { class: "goalcard" }, make("h3", {}, episode.goal), shots);
}

for (const index of data.examples) byId("examples").append(card(data.episodes[index]));
if (data.runs.length > 1) byId("examples").classList.add("wide-cards");

/* The table of episodes: columns know how to show and how to sort. */
const columns = [
  { title: "goal", value: (e) => e.goal },
  { title: "shortest", value: (e) => e.distance, show: (e) => metres(e.distance), right: true },
  ...tagColumns(),
  { title: "home", value: (e) => data.homes[e.home].name },
  ...data.runs.flatMap((label, k) => [
    { title: label, value: (e) => e.trials[k]?.ending, show: (e) => (e.trials[k] ? chip(e.trials[k]) : "–") },
    { title: "SPL", value: (e) => e.trials[k]?.metrics.spl, show: (e) => percent(e.trials[k]?.metrics.spl), right: true },
  ]),
];

function tagColumns() {
  const names = [...new Set(data.episodes.flatMap((e) => Object.keys(e.tags)))];
  const telling = names.filter((n) => data.episodes.some((e) => e.tags[n] !== e.goal));
  return telling.map((name) => ({ title: name, value: (e) => e.tags[name] ?? "" }));
}

const body = byId("rows").tBodies[0];
const rows = data.episodes.map((episode) => {
  const cells = columns.map((c) => make("td", c.right ? { class: "n" } : {}, (c.show || c.value)(episode) ?? "–"));
  const row = make("tr", { class: "row", tabindex: 0 }, ...cells);
  row.addEventListener("click", () => toggle(row, episode));
  row.addEventListener("keydown", (event) => { if (event.key === "Enter") toggle(row, episode); });
  const endings = episode.trials.map((t) => t?.ending);
  const words = [episode.id, episode.goal, data.homes[episode.home].name, ...Object.values(episode.tags)];
  const solved = new Set(episode.trials.filter(Boolean).map((t) => t.ending === 0));
  return { row, episode, endings, text: words.join(" ").toLowerCase(), flipped: solved.size > 1 };
});

/* Pictures are drawn when a row is opened, and dropped when it is closed. */
function toggle(row, episode) {
  if (row.classList.toggle("open")) {
    const shots = make("div", { class: "shots" });
    episode.trials.forEach((trial, run) => { if (trial) shots.append(figure(episode, run)); });
    const cell = make("td", { colspan: columns.length }, shots, make("code", {}, episode.id));
    row.after(make("tr", { class: "more" }, cell));
  } else {
    row.nextSibling.remove();
  }
}

function show() {
  const wanted = byId("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const ending = byId("ending").value;
  const flipped = byId("flipped").checked;
  let count = 0;
  for (const item of rows) {
    const fits = wanted.every((word) => item.text.includes(word))
      && (ending === "" || item.endings.includes(Number(ending)))
      && (!flipped || item.flipped);
    item.row.hidden = !fits;
    if (item.row.classList.contains("open")) item.row.nextSibling.hidden = !fits;
    count += fits;
  }
  byId("count").textContent = count === rows.length ? `${count}` : `${count} of ${rows.length}`;
}

function compare(a, b) {
  if (a == null || b == null) return (a == null) - (b == null);
  return typeof a === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
}

const heads = columns.map((column) => {
  const head = make("th", column.right ? { class: "n" } : {}, column.title);
  head.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((h) => h.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    rows.sort((a, b) => compare(column.value(a.episode), column.value(b.episode)) * (down ? -1 : 1));
    for (const item of rows) {
      const more = item.row.classList.contains("open") ? [item.row.nextSibling] : [];
      body.append(item.row, ...more);
    }
  });
  return head;
});

byId("rows").tHead.rows[0].append(...heads);
body.append(...rows.map((item) => item.row));
new Set(rows.flatMap((item) => item.endings)).forEach((k) => {
  if (k !== undefined) byId("ending").append(make("option", { value: k }, data.endings[k]));
});
byId("flips").hidden = data.runs.length < 2;
byId("find").addEventListener("input", show);
byId("ending").addEventListener("change", show);
byId("flipped").addEventListener("change", show);
byId("theme").addEventListener("click", () => {
  const style = document.documentElement.style;
  const dark = style.colorScheme ? style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  style.colorScheme = dark ? "light" : "dark";
});
show();

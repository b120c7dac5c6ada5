// The episodes of a run as a table with filters, which the address remembers.
import { chrome } from "../chrome";
import { readIndex, readTable } from "../data";
import { h, number, percent } from "../dom";
import type { RowInfo, RunTable } from "../messages";
import { link, remember, route } from "../route";

/** Rows that are put on the page at once; more come on request. */
const SHOWN = 300;
const FEW = 40;
const MOST_METRICS = 6;
const INKS = ["#c0392f", "#e08e45", "#8a63c9", "#3c7fb8", "#b5a642", "#9a6b4f", "#cc6f9c", "#6b7480"];

export async function runPage(host: HTMLElement, key: string): Promise<void> {
  const [table, index] = await Promise.all([readTable(key), readIndex()]);
  const { run, rows } = table;
  const query = route().query;
  const facets = facetsOf(rows);
  const chosen = new Map<string, string>();
  for (const name of facets.keys()) if (query.get(name)) chosen.set(name, query.get(name)!);
  let words = query.get("search") ?? "", order = query.get("sort") ?? "", shown = SHOWN;
  const metrics = metricsOf(table), goals = rows.some((row) => row.goal);
  const body = h("tbody"), count = h("span", { class: "quiet", "data-test": "count" });
  const more = h("button", { class: "more", onclick: () => { shown += SHOWN; fill(); } }, "Show more");
  const tiles = h("div", { class: "tiles" }), endings = h("div", {});

  const matching = (): RowInfo[] => {
    const wanted = words.toLowerCase();
    const found = rows.filter((row) =>
      [...chosen].every(([name, value]) => valuesOf(row, name).includes(value)) &&
      (!wanted || `${row.episode} ${row.goal} ${row.home}`.toLowerCase().includes(wanted)));
    if (!order) return found;
    const down = order.startsWith("-"), name = order.replace(/^-/, "");
    return [...found].sort((a, b) => (down ? -1 : 1) * ((a.metrics[name] ?? -1e9) - (b.metrics[name] ?? -1e9)));
  };
  const choose = (name: string, value: string): void => {
    if (value) chosen.set(name, value);
    else chosen.delete(name);
    fill();
  };
  const open = (row: RowInfo) => (event: MouseEvent) => {
    if (row.shown && !(event.target instanceof HTMLAnchorElement)) location.hash = link(["runs", key, row.key]);
  };
  const fill = (): void => {
    const found = matching();
    count.textContent = `${found.length} of ${rows.length} episodes`;
    tiles.replaceChildren(...tilesOf(found, run.agent ? table.headline : []).map(([name, value]) => h("div", { class: "tile" }, h("b", {}, value), h("span", {}, name))));
    endings.replaceChildren(...endingsOf(found, facets.has("ending") ? chosen.get("ending") ?? "" : null, choose));
    body.replaceChildren(...found.slice(0, shown).map((row) => h("tr", { "data-test": "row", class: row.shown ? "link" : "", onclick: open(row) },
      h("td", {}, row.shown ? h("a", { href: link(["runs", key, row.key]) }, row.episode) : row.episode),
      goals && h("td", { title: row.goal }, row.goal || "–"),
      run.agent && h("td", {}, badge(row)),
      metrics.map((name) => h("td", { class: "number" }, number(row.metrics[name]))),
    )));
    more.hidden = found.length <= shown;
    for (const [name, select] of selects) {
      select.value = chosen.get(name) ?? "";
      select.classList.toggle("set", chosen.has(name));
    }
    for (const head of heads) head.querySelector("button")!.classList.toggle("on", order.replace(/^-/, "") === head.dataset.metric);
    remember({ ...Object.fromEntries(chosen), search: words, sort: order });
  };

  const selects = new Map([...facets].map(([name, values]) => [name, h("select", {
    "data-test": `filter-${name}`, "aria-label": name, onchange: (event: Event) => choose(name, (event.target as HTMLSelectElement).value),
  }, h("option", { value: "" }, `any ${name.replaceAll("_", " ")}`), [...values].sort().map((value) => h("option", { value }, value)))]));
  const heads = metrics.map((name) => h("th", { class: "number", "data-metric": name }, h("button", {
    class: "plain", title: "Sort by this", onclick: () => { order = order === `-${name}` ? name : `-${name}`; fill(); },
  }, name.replaceAll("_", " "))));
  const others = index.runs.filter((other) => other.key !== key && other.suite === run.suite && other.agent);
  chrome(host, [run.title]);
  host.append(h("main", { class: "page" },
    h("h1", {}, run.agent ? `${run.agent} on ${run.suite}` : run.suite),
    h("p", { class: "quiet" }, run.definition, run.conditions && ` Broken: ${run.conditions}.`),
    others.length > 0 && h("p", { class: "quiet" }, "Other runs of this suite: ", others.flatMap((other, k) => [k > 0 && ", ", h("a", { href: link(["runs", other.key]) }, other.title)])),
    tiles, endings,
    h("div", { class: "filters" },
      h("input", { type: "search", value: words, placeholder: "Search goals, homes, ids", "aria-label": "search", "data-test": "search", oninput: (event: Event) => { words = (event.target as HTMLInputElement).value; fill(); } }),
      [...selects.values()], count),
    h("div", { class: "scroll" }, h("table", { class: "rows" },
      h("thead", {}, h("tr", {}, h("th", {}, "episode"), goals && h("th", {}, "goal"), run.agent && h("th", {}, "ending"), heads)), body)),
    more,
  ));
  fill();
}

export function badge(row: Pick<RowInfo, "ending" | "status" | "error">): HTMLElement {
  const each = row.ending.split(", "), good = each.filter((ending) => ending === "success").length;
  const kind = row.status !== "ok" || !row.ending ? "grey" : good === each.length ? "good" : "bad";
  const text = each.length > 1 ? `${good} of ${each.length} goals` : row.ending || row.status;
  return h("span", { class: `badge ${kind}`, title: row.error || row.ending }, text);
}

/** Means of the metrics that matter most, as tiles. */
function tilesOf(rows: readonly RowInfo[], headline: readonly string[]): [string, string][] {
  const mean = (name: string): number | null => {
    const known = rows.map((row) => row.metrics[name]).filter((value): value is number => typeof value === "number");
    return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
  };
  const tiles: [string, string][] = [["episodes", String(rows.length)]];
  for (const name of headline) {
    const value = mean(name);
    if (value !== null) tiles.push([name.replaceAll("_", " "), percent(value)]);
  }
  const steps = mean("episode_steps") ?? mean("steps");
  if (steps !== null) tiles.push(["steps on average", number(steps, 0)]);
  return tiles;
}

/** How episodes and goals ended: a bar and its legend, both of which filter. */
function endingsOf(rows: readonly RowInfo[], chosen: string | null, choose: (name: string, value: string) => void): HTMLElement[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const ending of row.ending ? row.ending.split(", ") : []) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => Number(b[0] === "success") - Number(a[0] === "success") || b[1] - a[1]);
  if (!sorted.length) return [];
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const ink = (name: string, k: number) => (name === "success" ? "#57a773" : INKS[k % INKS.length]);
  const pick = (name: string) => () => { if (chosen !== null) choose("ending", chosen === name ? "" : name); };
  return [
    h("div", { class: "endings" }, sorted.map(([name, count], k) => h("button", { style: `flex:${count};background:${ink(name, k)}`, title: `${name}: ${count}`, "aria-label": name, onclick: pick(name) }))),
    h("div", { class: "legend-row" }, sorted.map(([name, count], k) => h("button", { class: chosen === name ? "on" : "", onclick: pick(name) },
      h("i", { style: `background:${ink(name, k)}` }), `${name} ${count} (${percent(count / total)})`))),
  ];
}

/** What a row is of some kind; it may have ended in several ways, one for each goal. */
function valuesOf(row: RowInfo, name: string): string[] {
  return (name === "ending" ? row.ending.split(", ") : [name === "status" ? row.status : row.tags[name] ?? ""]).filter(Boolean);
}

/** What rows differ in: name -> values, where these are few. */
function facetsOf(rows: readonly RowInfo[]): Map<string, Set<string>> {
  const names = new Set(["ending", "status", ...rows.flatMap((row) => Object.keys(row.tags))]);
  const facets = new Map<string, Set<string>>();
  for (const name of names) {
    const values = new Set(rows.flatMap((row) => valuesOf(row, name)));
    if (values.size > 1 && values.size <= FEW) facets.set(name, values);
  }
  return facets;
}

/** Metrics that some row has, the most important first. */
function metricsOf({ rows, headline }: RunTable): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row.metrics).filter((name) => typeof row.metrics[name] === "number")));
  const first = [...headline, "steps", "distance_to_goal"].filter((name) => names.delete(name));
  return [...first, ...names].slice(0, MOST_METRICS);
}

// The episodes of a run as a table with filters, which the address remembers.
import { readIndex, readTable } from "../data";
import { h, number, percent } from "../dom";
import type { RowInfo } from "../messages";
import { link, remember, route } from "../route";

/** Rows that are put on the page at once; more come on request. */
const SHOWN = 300;
const FEW = 40;

export async function runPage(host: HTMLElement, key: string): Promise<void> {
  const [table, index] = await Promise.all([readTable(key), readIndex()]);
  const { run, rows } = table;
  const query = route().query;
  const facets = facetsOf(rows);
  const chosen = new Map<string, string>();
  for (const name of facets.keys()) if (query.get(name)) chosen.set(name, query.get(name)!);
  let words = query.get("search") ?? "", order = query.get("sort") ?? "", shown = SHOWN;
  const metrics = metricsOf(rows);
  const body = h("tbody"), count = h("span", { class: "quiet", "data-test": "count" });
  const more = h("button", { onclick: () => { shown += SHOWN; fill(); } }, "Show more");

  const matching = (): RowInfo[] => {
    const wanted = words.toLowerCase();
    const found = rows.filter((row) =>
      [...chosen].every(([name, value]) => valueOf(row, name) === value) &&
      (!wanted || `${row.episode} ${row.goal} ${row.home}`.toLowerCase().includes(wanted)));
    if (!order) return found;
    const down = order.startsWith("-"), name = order.replace(/^-/, "");
    return [...found].sort((a, b) => (down ? -1 : 1) * ((a.metrics[name] ?? -1e9) - (b.metrics[name] ?? -1e9)));
  };
  const fill = (): void => {
    const found = matching();
    const wins = found.map((row) => row.metrics.success).filter((value) => value !== null && value !== undefined);
    const mean = wins.length ? wins.reduce((sum, value) => sum + value, 0) / wins.length : null;
    count.textContent = `${found.length} of ${rows.length} episodes` + (mean === null ? "" : `, success ${percent(mean)}`);
    body.replaceChildren(...found.slice(0, shown).map((row) => h("tr", { "data-test": "row" },
      h("td", {}, row.shown ? h("a", { href: link(["runs", key, row.key]) }, row.episode) : row.episode),
      h("td", {}, row.goal),
      h("td", {}, badge(row)),
      metrics.map((name) => h("td", { class: "number" }, number(row.metrics[name]))),
    )));
    more.hidden = found.length <= shown;
    remember({ ...Object.fromEntries(chosen), search: words, sort: order });
  };

  const filters = [...facets].map(([name, values]) => h("label", {}, name,
    h("select", {
      "data-test": `filter-${name}`,
      onchange: (event: Event) => {
        const value = (event.target as HTMLSelectElement).value;
        if (value) chosen.set(name, value);
        else chosen.delete(name);
        fill();
      },
    }, h("option", { value: "" }, "all"), [...values].sort().map((value) => h("option", { value, selected: chosen.get(name) === value }, value)))));
  const heads = metrics.map((name) => h("th", { class: "number" }, h("button", {
    class: "plain", onclick: () => { order = order === `-${name}` ? name : `-${name}`; fill(); },
  }, name.replaceAll("_", " "))));
  const others = index.runs.filter((other) => other.key !== key && other.suite === run.suite && other.agent);
  host.append(h("main", { class: "page" },
    h("h1", {}, run.agent ? `${run.agent} on ${run.suite}` : run.suite),
    h("p", { class: "quiet" }, run.definition, run.conditions && ` Broken: ${run.conditions}.`),
    others.length > 0 && h("p", { class: "quiet" }, "Other runs: ", others.flatMap((other) => [h("a", { href: link(["runs", other.key]) }, other.title), " "])),
    h("div", { class: "filters" },
      h("label", {}, "search", h("input", { type: "search", value: words, "data-test": "search", oninput: (event: Event) => { words = (event.target as HTMLInputElement).value; fill(); } })),
      filters, count),
    h("div", { class: "scroll" }, h("table", { class: "rows" },
      h("thead", {}, h("tr", {}, h("th", {}, "episode"), h("th", {}, "goal"), h("th", {}, "ending"), heads)), body)),
    more,
  ));
  fill();
}

export function badge(row: Pick<RowInfo, "ending" | "status" | "error">): HTMLElement {
  const good = row.ending.split(", ").every((ending) => ending === "success");
  const kind = row.status !== "ok" ? "grey" : good ? "good" : "bad";
  return h("span", { class: `badge ${kind}`, title: row.error }, row.ending || row.status);
}

function valueOf(row: RowInfo, name: string): string {
  return name === "ending" ? row.ending : name === "status" ? row.status : row.tags[name] ?? "";
}

/** What rows differ in: name -> values, where these are few. */
function facetsOf(rows: readonly RowInfo[]): Map<string, Set<string>> {
  const names = new Set(["ending", "status", ...rows.flatMap((row) => Object.keys(row.tags))]);
  const facets = new Map<string, Set<string>>();
  for (const name of names) {
    const values = new Set(rows.map((row) => valueOf(row, name)).filter(Boolean));
    if (values.size > 1 && values.size <= FEW) facets.set(name, values);
  }
  return facets;
}

function metricsOf(rows: readonly RowInfo[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row.metrics)));
  const first = ["success", "spl", "steps", "distance_to_goal"].filter((name) => names.delete(name));
  return [...first, ...names].slice(0, 8);
}

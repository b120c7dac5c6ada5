// The first page: what there is to see.
import { chrome } from "../chrome";
import { readIndex } from "../data";
import { h, percent } from "../dom";
import { link } from "../route";

export async function indexPage(host: HTMLElement): Promise<void> {
  const index = await readIndex();
  if (index.runs.length + index.homes.length === 1) {
    location.replace(index.runs.length ? link(["runs", index.runs[0].key]) : link(["homes", index.homes[0].key]));
    return;
  }
  // While somebody plays there is nothing else to see yet.
  if (!index.runs.length && !index.homes.length && index.live && (await fetch("play/state")).ok) return location.replace(link(["play"]));
  chrome(host, [], [h("span", { class: "quiet" }, `version ${index.meadow}`)]);
  const runs = index.runs.filter((run) => run.agent), suites = index.runs.filter((run) => !run.agent);
  const open = (path: string[]) => (event: MouseEvent) => { if (!(event.target instanceof HTMLAnchorElement)) location.hash = link(path); };
  host.append(h("main", { class: "page" },
    runs.length > 0 && h("section", {},
      h("h1", {}, "Runs"),
      h("div", { class: "scroll" }, h("table", { class: "rows", "data-test": "runs" },
        h("thead", {}, h("tr", {}, ["run", "agent", "suite", "condition", "episodes", "success"].map((name) => h("th", { class: name === "episodes" || name === "success" ? "number" : "" }, name)))),
        h("tbody", {}, runs.map((run) => h("tr", { class: "link", onclick: open(["runs", run.key]) },
          h("td", {}, h("a", { href: link(["runs", run.key]) }, run.title)),
          h("td", {}, run.agent), h("td", {}, run.suite), h("td", { class: run.conditions ? "" : "quiet" }, run.conditions || "clean"),
          h("td", { class: "number" }, `${run.finished} of ${run.episodes}`),
          h("td", { class: "number" }, run.success !== null && h("span", { class: "meter" }, h("i", { style: `width:${100 * run.success}%` })), percent(run.success)),
        ))),
      ))),
    suites.length > 0 && h("section", {},
      h("h1", {}, "Suites"),
      h("div", { class: "scroll" }, h("table", { class: "rows" },
        h("thead", {}, h("tr", {}, h("th", {}, "suite"), h("th", {}, "task"), h("th", { class: "number" }, "episodes"))),
        h("tbody", {}, suites.map((run) => h("tr", { class: "link", onclick: open(["runs", run.key]) },
          h("td", {}, h("a", { href: link(["runs", run.key]) }, run.title)), h("td", {}, run.task), h("td", { class: "number" }, run.episodes)))),
      ))),
    index.homes.length > 0 && h("section", {},
      h("h1", {}, "Homes"),
      h("div", { class: "scroll" }, h("table", { class: "rows" },
        h("thead", {}, h("tr", {}, ["home", "rooms", "objects", "people"].map((name, k) => h("th", { class: k ? "number" : "" }, name)))),
        h("tbody", {}, index.homes.map((home) => h("tr", { class: "link", onclick: open(["homes", home.key]) },
          h("td", {}, h("a", { href: link(["homes", home.key]) }, home.title)),
          [home.rooms, home.objects, home.people].map((count) => h("td", { class: "number" }, count)),
        ))),
      ))),
    index.runs.length + index.homes.length === 0 && h("p", { class: "quiet" }, "Nothing was named to look at."),
  ));
}

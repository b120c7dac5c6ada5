// The first page: what there is to see.
import { readIndex } from "../data";
import { h, percent } from "../dom";
import { link } from "../route";

export async function indexPage(host: HTMLElement): Promise<void> {
  const index = await readIndex();
  if (index.runs.length + index.homes.length === 1) {
    location.replace(index.runs.length ? link(["runs", index.runs[0].key]) : link(["homes", index.homes[0].key]));
    return;
  }
  host.append(h("main", { class: "page" },
    index.runs.length > 0 && h("section", {},
      h("h1", {}, "Runs"),
      h("table", { class: "rows", "data-test": "runs" },
        h("thead", {}, h("tr", {}, ["run", "agent", "suite", "condition", "episodes", "success"].map((name) => h("th", {}, name)))),
        h("tbody", {}, index.runs.map((run) => h("tr", {},
          h("td", {}, h("a", { href: link(["runs", run.key]) }, run.title)),
          h("td", {}, run.agent || "–"), h("td", {}, run.suite), h("td", {}, run.conditions || "clean"),
          h("td", { class: "number" }, run.agent ? `${run.finished} of ${run.episodes}` : run.episodes),
          h("td", { class: "number" }, percent(run.success)),
        ))),
      )),
    index.homes.length > 0 && h("section", {},
      h("h1", {}, "Homes"),
      h("table", { class: "rows" },
        h("thead", {}, h("tr", {}, ["home", "rooms", "objects", "people"].map((name) => h("th", {}, name)))),
        h("tbody", {}, index.homes.map((home) => h("tr", {},
          h("td", {}, h("a", { href: link(["homes", home.key]) }, home.title)),
          [home.rooms, home.objects, home.people].map((count) => h("td", { class: "number" }, count)),
        ))),
      )),
  ));
}

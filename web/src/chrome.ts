// What all pages share: the line at the top, and the list of keys.
import { h } from "./dom";
import { link } from "./route";

/** Fill the line at the top: where one is, and what can be done here. */
export function chrome(host: HTMLElement, crumbs: (Node | string)[], actions: (Node | false)[] = []): void {
  const path = h("nav", { class: "crumbs", "aria-label": "where this is" });
  crumbs.forEach((crumb, k) => path.append(h("span", { class: "slash" }, "/"), k === crumbs.length - 1 ? h("span", { class: "here" }, crumb) : crumb));
  host.querySelector("header")!.replaceChildren(mark(), path, h("span", { class: "grow" }), ...actions.filter((one): one is Node => one !== false));
}

function mark(): HTMLElement {
  // Three blades of grass.
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  for (const [d, ink] of [["M12 21C12 13 11 8 8 3", "#57a773"], ["M12 21C12 14 13 9 17 5", "#2f7d4f"], ["M12 21C11 17 8 14 3.5 13", "#8cc99d"]]) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d);
    path.setAttribute("stroke", ink);
    svg.append(path);
  }
  return h("a", { href: link([]), class: "name" }, svg, "Meadow");
}

/** A button that copies the address of what is shown. */
export function copyLink(): HTMLElement {
  const button = h("button", { class: "ghost", title: "Copy the address of this moment", "data-test": "copy", onclick: async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy it from the address bar";
    }
    window.setTimeout(() => { button.textContent = "Copy link"; }, 1500);
  } }, "Copy link");
  return button;
}

/** A button, and the key ?, that show what keys do. */
export function keysHelp(keys: readonly (readonly [string, string])[]): { button: HTMLElement; toggle: () => void } {
  const dialog = h("dialog", { class: "sheet" },
    h("h2", {}, "Keys"),
    h("dl", {}, keys.map(([key, what]) => h("div", { class: "fact" }, h("dt", {}, what), h("dd", {}, key.split(" ").map((one) => h("kbd", {}, one)))))),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")));
  const toggle = (): void => { if (dialog.open) dialog.close(); else { document.body.append(dialog); dialog.showModal(); } };
  dialog.addEventListener("close", () => dialog.remove());
  return { button: h("button", { class: "ghost", title: "What keys do (?)", onclick: toggle }, "Keys"), toggle };
}

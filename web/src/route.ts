// Addresses of pages: #/runs/KEY/EPISODE?step=12&view=eyes&with=OTHER.

export interface Route {
  path: string[];
  query: URLSearchParams;
}

export function route(): Route {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path ? path.split("/").map(decodeURIComponent) : [], query: new URLSearchParams(query ?? "") };
}

export function link(path: readonly string[], query: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

/** Write the present state into the address without a new entry in the history. */
export function remember(query: Record<string, string | number | undefined>): void {
  history.replaceState(null, "", link(route().path, query));
}

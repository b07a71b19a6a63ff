/** What the page keeps in the browser, where that is allowed. */

/** A kept value by its name; undefined if nothing is kept. */
export function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return undefined;
  }
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The page works without it.
  }
}

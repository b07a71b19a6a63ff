/** Moving between places by keys, and along the squares of a move. */
import type { WayView } from "../../src/views/answers";

export interface Spot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** The places row by row from the top, each row from the left. */
export function rows<S extends Spot>(spots: readonly S[]): S[][] {
  const found = new Map<number, S[]>();
  for (const spot of spots) {
    const row = found.get(spot.y);
    if (row) row.push(spot);
    else found.set(spot.y, [spot]);
  }
  const sorted = [...found].sort(([a], [b]) => a - b);
  return sorted.map(([, row]) => row.sort((a, b) => a.x - b.x));
}

/** The target of a key from a place. Up and down stay as near to a column as possible. */
export function walked<S extends Spot>(
  all: readonly (readonly S[])[],
  from: S,
  key: string,
  column: number,
): S | undefined {
  const number = all.findIndex((row) => row.includes(from));
  const row = all[number];
  if (!row) return undefined;
  const at = row.indexOf(from);
  const targets: Readonly<Record<string, S | undefined>> = {
    ArrowLeft: row[at - 1],
    ArrowRight: row[at + 1],
    ArrowUp: nearest(all[number - 1], column),
    ArrowDown: nearest(all[number + 1], column),
    Home: row[0],
    End: row.at(-1),
    PageUp: nearest(all[0], column),
    PageDown: nearest(all.at(-1), column),
  };
  return targets[key];
}

function nearest<S extends Spot>(row: readonly S[] | undefined, column: number): S | undefined {
  return row?.reduce((best, one) =>
    Math.abs(one.x - column) < Math.abs(best.x - column) ? one : best,
  );
}

/** The squares of a move up to a step, without those beyond the edge. */
export function walkedTo(way: WayView, number: number): readonly string[] {
  const steps = way.steps.slice(0, number + 1);
  // From afar only in the end.
  const squares = steps.flatMap((step, at) => (step.stays && at < number ? [] : step.squares));
  return [...way.path.slice(0, 1), ...squares].filter((one) => one !== "-");
}

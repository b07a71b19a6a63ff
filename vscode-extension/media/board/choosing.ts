/** Actions are chosen by pointing at their places one after another. */
import type { ActionView, Side } from "../../src/views/answers";

/** The sign for a piece in a hand or a reserve. */
export function heldName(letter: string): string {
  return `@${letter}`;
}

/**
 * The name of the shape of a piece in the server's pictures. A castle's shape has its next step.
 */
export function shapeOf(side: Side, letter: string): string {
  const step = { "+": "s", x: "d", "?": "e" }[letter.slice(1)] ?? "";
  return `${side === "white" ? "w" : "k"}${letter.slice(0, 1)}${step}`;
}

/** The places of an action, in the order in which they are chosen. */
export function chain(action: ActionView): readonly string[] {
  const first =
    action.by === null && action.origin === null && action.target !== null && action.piece !== "";
  const places = [action.by, action.origin, action.target].filter((one) => one !== null);
  const letter = action.piece.replace(/^\+/, "").slice(0, 1);
  return first ? [heldName(letter), ...places] : places;
}

/**
 * The actions that begin with the chosen places, which of them are complete, and the places that
 * may be chosen next.
 */
export function narrowed(actions: readonly ActionView[], pointed: readonly string[]) {
  const chains = actions.map((action) => [action, chain(action)] as const);
  const open = chains.filter(([, places]) => pointed.every((one, at) => places[at] === one));
  const complete = pointed.length
    ? open.filter(([, places]) => places.length === pointed.length)
    : [];
  const next = open.flatMap(([, places]) => places.slice(pointed.length, pointed.length + 1));
  return {
    open: open.map(([one]) => one),
    complete: complete.map(([one]) => one),
    next: new Set(next),
  };
}

/** The chosen places after one more: they continue, begin again, or become empty. */
export function pointedAt(
  actions: readonly ActionView[],
  pointed: readonly string[],
  place: string,
): readonly string[] {
  if (pointed.at(-1) === place && !narrowed(actions, [...pointed, place]).open.length) {
    return pointed.slice(0, -1);
  }
  for (const tried of [[...pointed, place], [place]]) {
    if (narrowed(actions, tried).open.length) return tried;
  }
  return [];
}

/** The only possible action, if there is exactly one. */
export function meant(
  actions: readonly ActionView[],
  pointed: readonly string[],
): ActionView | undefined {
  const { open, complete } = narrowed(actions, pointed);
  return open.length === 1 && complete.length === 1 ? complete[0] : undefined;
}

/** The actions whose notation or description contains all words of a filter. */
export function matching(actions: readonly ActionView[], filter: string): readonly ActionView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return actions.filter(({ spelled, words: description }) => {
    const text = `${spelled} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

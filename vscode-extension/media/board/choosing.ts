/** How actions are chosen by pointing at places one after another. */
import type { Action, Held, Side } from "../../src/views/answers";

/** The sign for a piece that is held beside the board. */
export function heldName(letter: string): string {
  return `@${letter}`;
}

/** The places to point at for an action, in this order. */
export function chain(action: Action): readonly string[] {
  const first = action.by === null && action.origin === null && action.target !== null && action.piece !== "";
  const places = [action.by, action.origin, action.target].filter((one) => one !== null);
  return first ? [heldName(action.piece.slice(0, 1)), ...places] : places;
}

export interface Choice {
  /** The actions that go on from what was pointed at. */
  readonly open: readonly Action[];
  /** Those of them for which nothing more need be pointed at. */
  readonly complete: readonly Action[];
  /** What may be pointed at next. */
  readonly next: ReadonlySet<string>;
}

/** What is left after some places were pointed at. */
export function narrowed(actions: readonly Action[], pointed: readonly string[]): Choice {
  const chains = actions.map((action) => [action, chain(action)] as const);
  const open = chains.filter(([, places]) => pointed.every((one, at) => places[at] === one));
  const complete = pointed.length ? open.filter(([, places]) => places.length === pointed.length) : [];
  const next = open.flatMap(([, places]) => places.slice(pointed.length, pointed.length + 1));
  return { open: open.map(([one]) => one), complete: complete.map(([one]) => one), next: new Set(next) };
}

/** What is pointed at after one more place: it goes on, or a new choice begins, or nothing is chosen. */
export function pointedAt(actions: readonly Action[], pointed: readonly string[], place: string): readonly string[] {
  if (pointed.at(-1) === place && !narrowed(actions, [...pointed, place]).open.length) return pointed.slice(0, -1);
  for (const tried of [[...pointed, place], [place]]) if (narrowed(actions, tried).open.length) return tried;
  return [];
}

/** The one action that is meant, if there is but one. */
export function meant(actions: readonly Action[], pointed: readonly string[]): Action | undefined {
  const { open, complete } = narrowed(actions, pointed);
  return open.length === 1 && complete.length === 1 ? complete[0] : undefined;
}

/** The actions whose spelling or words have all words of a filter. */
export function matching(actions: readonly Action[], filter: string): readonly Action[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return actions.filter(({ spelled, words: said }) => {
    const text = `${spelled} ${said}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Whether what a side holds can be pointed at. */
export function canBeHeld(next: ReadonlySet<string>, held: Held, side: Side, turn: Side): boolean {
  return side === turn && next.has(heldName(held.letter));
}

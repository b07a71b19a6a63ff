/** The results of the custom requests that the views send. docs/protocol.md describes them. */

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Span {
  readonly start: Place;
  readonly end: Place;
}

/** The text that a result describes. */
export interface OfText {
  readonly uri: string;
  readonly version: number | null;
}

export interface Step {
  readonly squares: readonly string[];
  readonly act: string;
  readonly stays: boolean;
  readonly words: string;
  readonly span: Span | null;
}

export interface Way {
  readonly words: string;
  readonly to: string | null;
  readonly takes: readonly string[];
  readonly path: readonly string[];
  readonly steps: readonly Step[];
}

export interface PieceSquare {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly why: string;
  readonly blockers: readonly string[];
  readonly spans: readonly Span[];
  readonly ways: readonly Way[];
  readonly moreWays: number;
}

export interface Problem {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly span: Span;
}

/** A shape of a picture, by its name there. */
export interface Legend {
  readonly sign: string;
  readonly words: string;
}

/** Where a board is in its picture, in units of the picture. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly square: number;
}

export interface PieceAnswer extends OfText {
  readonly name: string | null;
  readonly title: string;
  readonly span: Span;
  readonly moves: Span;
  readonly broken: boolean;
  readonly problems: readonly Problem[];
  readonly sentence: string;
  readonly notes: readonly string[];
  readonly board: string;
  readonly boardWords: string;
  readonly lattice: "square" | "hex";
  readonly square: string;
  readonly side: "white" | "black";
  readonly moved: boolean;
  readonly friends: readonly string[];
  readonly foes: readonly string[];
  /** The pieces of the position of a variant, by their squares. */
  readonly men: Readonly<Record<string, string>>;
  /** The letters of those in hand by side; none without hands. */
  readonly hands: Readonly<Partial<Record<Side, string>>>;
  /** The rules of the variant in words. */
  readonly rules: readonly { readonly title: string; readonly sentences: readonly string[]; readonly pieces: readonly string[] }[];
  readonly squares: readonly PieceSquare[];
  readonly legend: readonly Legend[];
  readonly played: string;
  readonly svg: string;
  readonly frame: Frame;
}

/** The figures of a piece. */
export interface FiguresAnswer extends OfText {
  readonly lines: readonly string[];
  readonly maps: readonly { readonly title: string; readonly svg: string }[];
  readonly hasTable: boolean;
}

/** A definition that reaches exactly some squares. */
export interface FoundText {
  readonly notation: string;
  /** The names of the notation and the dialect. */
  readonly title: string;
  readonly source: string;
  /** The well-known names of the piece. */
  readonly known: string;
  readonly sentence: string;
  /** The source with a name. */
  readonly definition: string;
  readonly name: string;
}

export interface FindAnswer {
  readonly found: readonly FoundText[];
  readonly board: {
    readonly squares: readonly { readonly name: string; readonly x: number; readonly y: number }[];
    readonly svg: string;
    readonly frame: Frame;
  };
}

/** The moves of a piece in every dialect and engine. */
export interface ReadingsAnswer extends OfText {
  readonly readings: readonly { readonly names: readonly string[]; readonly isOfFile: boolean; readonly sentence: string; readonly svg: string }[];
}

/** A piece in the gallery. */
export interface ListedPiece {
  readonly name: string;
  readonly text: string;
  readonly position: Place;
}

export interface ListAnswer extends OfText {
  readonly title: string;
  readonly kind: "pieces" | "games";
  readonly note: string | null;
  readonly sections: readonly { readonly title: string; readonly pieces: readonly ListedPiece[] }[];
}

export interface Card {
  readonly name: string;
  readonly text: string;
  readonly notation: string;
  readonly sentence: string;
  readonly figures: string;
  readonly broken: boolean;
  readonly svg: string;
}

export interface CardsAnswer extends OfText {
  readonly cards: readonly (Card | null)[];
}

export type Side = "white" | "black";

export interface Action {
  readonly kind: string;
  readonly spelled: string;
  readonly words: string;
  readonly piece: string;
  readonly by: string | null;
  readonly origin: string | null;
  readonly target: string | null;
  readonly takes: readonly string[];
}

export interface Played {
  readonly spelled: string;
  readonly words: string;
  readonly side: Side;
  readonly number: number;
  readonly span: Span | null;
}

export interface Held {
  readonly letter: string;
  readonly name: string;
  readonly count: number;
}

export type Stores = Readonly<Record<Side, readonly Held[]>>;

export interface BoardSquare {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly movable: boolean;
  readonly exists: boolean;
}

export interface Report {
  readonly depth: number;
  readonly seconds: number;
  readonly nodes: number;
  readonly done: boolean;
  /** Why the analysis says otherwise; or empty. */
  readonly note: string;
  readonly lines: readonly {
    readonly words: string;
    readonly pv: readonly string[];
  }[];
}

/** The verdict of an analysis about an action. */
export interface Verdict {
  /** The number of actions before it. */
  readonly ply: number;
  readonly number: string;
  readonly action: string;
  /** The sign of a mistake, such as `?!`. */
  readonly sign: string;
  readonly words: string;
  /** All of it. */
  readonly sentence: string;
}

/** What the engine plays. */
export interface Reply {
  readonly action: string;
  readonly words: string;
  /** Its evaluation. */
  readonly summary: string;
}

/** The analysis of a game so far. */
export interface Analysis {
  readonly actions: readonly Verdict[];
  /** The number of actions that are not analysed. */
  readonly missing: number;
  readonly summary: readonly string[];
  /** The curve of the chances. */
  readonly svg: string;
}

export interface Clock {
  readonly white: number;
  readonly black: number;
  readonly fallen: Side | null;
  readonly result: string;
}

export interface PositionAnswer extends OfText {
  readonly name: string | null;
  readonly span: Span;
  readonly broken: boolean;
  readonly at: number;
  readonly length: number;
  readonly record: readonly Played[];
  readonly played: readonly Played[];
  readonly refused: { readonly text: string; readonly reason: string } | null;
  readonly turn: Side;
  readonly status: string;
  readonly checked: readonly Side[];
  readonly svg: string;
  readonly frame: Frame;
  readonly board: {
    readonly squares: readonly BoardSquare[];
    readonly intersections: readonly { readonly name: string; readonly x: number; readonly y: number }[];
  };
  readonly pieces: readonly {
    readonly place: string;
    readonly side: Side;
    readonly letter: string;
    readonly name: string;
    readonly immobilized: boolean;
  }[];
  readonly movable: readonly string[];
  readonly hands: Stores;
  readonly reserves: Stores;
  readonly control: readonly { readonly square: string; readonly side: Side | null; readonly words: string }[];
  readonly actions: readonly Action[];
  readonly clock: Clock | null;
  readonly problems: readonly { readonly message: string }[];
  readonly fen: string;
  readonly facts: readonly string[];
  readonly sentence: string;
  /** The program that plays. */
  readonly program: string;
  /** Its strengths, the weakest first. */
  readonly levels: readonly string[];
  readonly evaluation: Report | null;
  readonly analysis: Analysis;
}

/** The results of the custom requests that the views send. docs/protocol.md describes them. */
import type {
  Card,
  Copied,
  LookupBoard,
  PieceView,
  Place,
  PositionView,
  ReadingsView,
} from "../../generated/answers";

export type * from "../../generated/answers";

/** A value of which no part changes. */
type Frozen<Of> = Of extends object ? { readonly [Key in keyof Of]: Frozen<Of[Key]> } : Of;

/** The text that a result describes. */
export type OfText = Frozen<{ uri: string; version: number | null }>;

export type PieceAnswer = PieceView & OfText;
export type ReadingsAnswer = ReadingsView & OfText;
export type FiguresAnswer = Frozen<
  OfText & { lines: string[]; maps: { title: string; svg: string }[]; hasTable: boolean }
>;

/** The wins in one and two moves from the start of a variant. */
export type WinsAnswer = Frozen<OfText & { sentences: string[] }>;

/** A definition that reaches exactly some squares. */
export type FoundText = Frozen<{
  notation: string;
  /** The names of the notation and the dialect. */
  title: string;
  source: string;
  /** The well-known names of the piece. */
  known: string;
  sentence: string;
  /** The source with a name. */
  definition: string;
  name: string;
}>;

export type FindAnswer = Frozen<{ found: FoundText[]; board: LookupBoard }>;

/** A piece in the gallery. */
export type ListedPiece = Frozen<{ name: string; text: string; position: Place }>;

export type ListAnswer = Frozen<
  OfText & {
    title: string;
    kind: "pieces" | "games";
    note: string | null;
    sections: { title: string; pieces: ListedPiece[] }[];
  }
>;

export type CardsAnswer = Frozen<OfText & { cards: (Card | null)[] }>;

/** An evaluation. The note says why the analysis says otherwise. */
export type Report = Frozen<{
  depth: number;
  seconds: number;
  nodes: number;
  note: string;
  lines: { words: string; pv: string[] }[];
}>;

/**
 * The verdict of an analysis about the action after *ply* others. Mistakes have a sign, such as
 * `?!`.
 */
export type Verdict = Frozen<{
  ply: number;
  number: string;
  action: string;
  sign: string;
  words: string;
  sentence: string;
}>;

/** What the engine plays, and its evaluation. */
export type Reply = Frozen<{ action: string; words: string; summary: string }>;

/**
 * The analysis of a game so far: the number of actions without a verdict, and the curve of the
 * chances.
 */
export type Analysis = Frozen<{
  actions: Verdict[];
  missing: number;
  summary: string[];
  svg: string;
}>;

export type PositionAnswer = Omit<PositionView, "evaluation" | "analysis"> &
  OfText & { readonly evaluation: Report | null; readonly analysis: Analysis };

/**
 * The games that a variant has played by itself. A partial result lacks the page or the problem.
 */
export type Playtest = Frozen<{
  played: number;
  games: number;
  html?: string;
  /** The report as the command prints it in JSON. */
  report?: unknown;
  problem?: string;
  /** Who can play. The first partial result has it. */
  players?: string[];
  /** The variants of the text to compare with. The first partial result has them. */
  others?: string[];
}>;

/** A converted text. The reason explains why it is missing or incomplete. */
export type Conversion = Copied & OfText;

/** Formats to which a file can be converted. */
export type Forms = Frozen<{
  forms: { name: string; title: string; language: string; isOwn: boolean }[];
}>;

/** A piece or a position in every format. The description is the text if it is short. */
export type CopiesAnswer = Frozen<{
  copies: { label: string; description: string; text: string }[];
}>;

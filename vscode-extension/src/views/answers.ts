/** The results of the custom requests that the views send. docs/protocol.md describes them. */

/** A value of which no part changes. */
type Frozen<Of> = Of extends object ? { readonly [Key in keyof Of]: Frozen<Of[Key]> } : Of;

export type Side = "white" | "black";
export type Place = Frozen<{ line: number; character: number }>;
export type Span = Frozen<{ start: Place; end: Place }>;
/** The text that a result describes. */
export type OfText = Frozen<{ uri: string; version: number | null }>;
/** Where a board is in its picture, in units of the picture. */
export type Frame = Frozen<{ left: number; top: number; square: number }>;
/** A place of a board. */
export type Spot = Frozen<{ name: string; x: number; y: number }>;

/** A way to a square, with the path that is drawn, in steps. A step that stays is a capture from afar. */
export type Way = Frozen<{
  words: string;
  path: string[];
  steps: { squares: string[]; stays: boolean; words: string; span: Span | null }[];
}>;

export type PieceAnswer = Frozen<OfText & {
  title: string;
  span: Span;
  broken: boolean;
  problems: { severity: string; message: string }[];
  sentence: string;
  /** How an engine plays the piece. */
  played: string;
  notes: string[];
  board: string;
  boardWords: string;
  lattice: "square" | "hex";
  square: string;
  side: Side;
  /** The pieces of the position of a variant, by their squares. */
  men: Record<string, string>;
  /** The letters of those in hand by side; none without hands. */
  hands: Partial<Record<Side, string>>;
  /** The rules of the variant in words. */
  rules: { title: string; sentences: string[]; pieces: string[] }[];
  squares: (Spot & { label: string; why: string; blockers: string[]; spans: Span[]; ways: Way[]; moreWays: number })[];
  /** Shapes of the picture, by their names there. */
  legend: { sign: string; words: string }[];
  svg: string;
  frame: Frame;
}>;

export type FiguresAnswer = Frozen<OfText & { lines: string[]; maps: { title: string; svg: string }[]; hasTable: boolean }>;

/** The moves of a piece in every dialect and engine. */
export type ReadingsAnswer = Frozen<OfText & { readings: { names: string[]; isOfFile: boolean; sentence: string; svg: string }[] }>;

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

export type FindAnswer = Frozen<{ found: FoundText[]; board: { squares: Spot[]; svg: string; frame: Frame } }>;

/** A piece in the gallery. */
export type ListedPiece = Frozen<{ name: string; text: string; position: Place }>;

export type ListAnswer = Frozen<OfText & {
  title: string;
  kind: "pieces" | "games";
  note: string | null;
  sections: { title: string; pieces: ListedPiece[] }[];
}>;

export type Card = Frozen<{ name: string; notation: string; sentence: string; figures: string; broken: boolean; svg: string }>;
export type CardsAnswer = Frozen<OfText & { cards: (Card | null)[] }>;

/** A legal action. */
export type Action = Frozen<{
  spelled: string;
  words: string;
  piece: string;
  by: string | null;
  origin: string | null;
  target: string | null;
  takes: string[];
}>;

export type Played = Frozen<{ spelled: string; words: string; side: Side; number: number; span: Span | null }>;

/** Pieces beside the board. */
export type Held = Frozen<{ letter: string; name: string; count: number }>;

/** An evaluation. The note says why the analysis says otherwise. */
export type Report = Frozen<{ depth: number; seconds: number; nodes: number; note: string; lines: { words: string; pv: string[] }[] }>;

/** The verdict of an analysis about the action after *ply* others. Mistakes have a sign, such as `?!`. */
export type Verdict = Frozen<{ ply: number; number: string; action: string; sign: string; words: string; sentence: string }>;

/** What the engine plays, and its evaluation. */
export type Reply = Frozen<{ action: string; words: string; summary: string }>;

/** The analysis of a game so far: the number of actions without a verdict, and the curve of the chances. */
export type Analysis = Frozen<{ actions: Verdict[]; missing: number; summary: string[]; svg: string }>;

export type Clock = Frozen<{ white: number; black: number; fallen: Side | null; result: string }>;

export type PositionAnswer = Frozen<OfText & {
  name: string | null;
  span: Span;
  broken: boolean;
  at: number;
  length: number;
  record: Played[];
  played: Played[];
  refused: { text: string; reason: string } | null;
  turn: Side;
  svg: string;
  frame: Frame;
  board: { squares: (Spot & { movable: boolean; exists: boolean })[]; intersections: Spot[] };
  pieces: { place: string; side: Side; letter: string; name: string; immobilized: boolean }[];
  movable: string[];
  hands: Record<Side, Held[]>;
  reserves: Record<Side, Held[]>;
  control: { square: string; words: string }[];
  actions: Action[];
  clock: Clock | null;
  problems: { message: string }[];
  fen: string;
  /** What was played of a variant. */
  pgn: string;
  facts: string[];
  sentence: string;
  /** The program that plays, and its strengths, the weakest first. */
  program: string;
  levels: string[];
  evaluation: Report | null;
  analysis: Analysis;
}>;

/** A converted text. The reason explains why it is missing or incomplete. */
export type Conversion = Frozen<{ version: number; text: string | null; reason: string | null }>;

/** Formats to which a file can be converted, and whether it has games. */
export type Forms = Frozen<{ hasGames: boolean; forms: { name: string; title: string; language: string; isOwn: boolean }[] }>;

/** A piece or a position in every format. The description is the text if it is short. */
export type CopiesAnswer = Frozen<{ copies: { label: string; description: string; text: string }[] }>;

/**
 * Made from the dataclasses of the server by `make generate`. docs/protocol.md describes them.
 */

export type Side = "white" | "black";
export interface Place { readonly line: number; readonly character: number }
export interface Span { readonly start: Place; readonly end: Place }

export interface PieceView {
  readonly name: string | null;
  readonly title: string;
  readonly notation: string;
  readonly dialect: string;
  readonly span: Span;
  readonly moves: Span;
  readonly broken: boolean;
  readonly problems: readonly PieceProblem[];
  readonly sentence: string;
  readonly notes: readonly string[];
  readonly board: string;
  readonly boardWords: string;
  readonly lattice: string;
  readonly width: number;
  readonly height: number;
  readonly square: string;
  readonly side: Side;
  readonly moved: boolean;
  readonly friends: readonly string[];
  readonly foes: readonly string[];
  readonly men: Readonly<Record<string, string>>;
  readonly hands: Readonly<Record<string, string>>;
  readonly rules: readonly RulesView[];
  readonly squares: readonly SquareView[];
  readonly legend: readonly Legend[];
  readonly frame: Frame;
  readonly played: string;
  readonly results: number;
  readonly incomplete: boolean;
  readonly text: string;
  readonly svg: string;
}

export interface PieceProblem {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly span: Span;
}

export interface RulesView {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly pieces: readonly string[];
}

export interface SquareView {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly holds: string;
  readonly mark: string;
  readonly deviation: string;
  readonly reached: boolean;
  readonly does: readonly string[];
  readonly why: string;
  readonly blockers: readonly string[];
  readonly spans: readonly Span[];
  readonly ways: readonly WayView[];
  readonly moreWays: number;
}

export interface WayView {
  readonly words: string;
  readonly to: string | null;
  readonly takes: readonly string[];
  readonly puts: Readonly<Record<string, string>>;
  readonly becomes: readonly string[];
  readonly when: readonly string[];
  readonly path: readonly string[];
  readonly steps: readonly StepView[];
}

export interface StepView {
  readonly squares: readonly string[];
  readonly act: string;
  readonly stays: boolean;
  readonly words: string;
  readonly span: Span | null;
}

export interface Legend {
  readonly sign: string;
  readonly words: string;
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly square: number;
}

export interface ReadingsView {
  readonly title: string;
  readonly board: string;
  readonly span: Span;
  readonly readings: readonly ReadingCard[];
}

export interface ReadingCard {
  readonly names: readonly string[];
  readonly isOfFile: boolean;
  readonly sentence: string;
  readonly svg: string;
}

export interface LookupBoard {
  readonly squares: readonly LookupSquare[];
  readonly svg: string;
  readonly frame: Frame;
}

export interface LookupSquare {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

export interface PositionView {
  readonly name: string | null;
  readonly span: Span;
  readonly broken: boolean;
  readonly at: number;
  readonly length: number;
  readonly record: readonly PlayedAction[];
  readonly played: readonly PlayedAction[];
  readonly refused: NotPlayed | null;
  readonly turn: Side;
  readonly status: string;
  readonly winner: string | null;
  readonly checked: readonly string[];
  readonly board: BoardView;
  readonly pieces: readonly PieceOnBoard[];
  readonly movable: readonly string[];
  readonly hands: Stores;
  readonly reserves: Stores;
  readonly immobilized: readonly string[];
  readonly control: readonly ControlView[];
  readonly actions: readonly ActionView[];
  readonly clock: ClockView | null;
  readonly problems: readonly PositionProblem[];
  readonly facts: readonly string[];
  readonly sentence: string;
  readonly program: string;
  readonly levels: readonly string[];
  readonly evaluation: Readonly<Record<string, unknown>> | null;
  readonly analysis: Readonly<Record<string, unknown>>;
  readonly fen: string;
  readonly text: string;
  readonly svg: string;
  readonly frame: Frame;
  readonly pgn: string;
}

export interface PlayedAction {
  readonly spelled: string;
  readonly words: string;
  readonly side: Side;
  readonly number: number;
  readonly span: Span | null;
}

export interface NotPlayed {
  readonly number: number;
  readonly text: string;
  readonly reason: string;
  readonly nearest: readonly string[];
}

export interface BoardView {
  readonly squares: readonly BoardSquareView[];
  readonly intersections: readonly PlaceView[];
}

export interface BoardSquareView {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly movable: boolean;
  readonly exists: boolean;
}

export interface PlaceView {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface PieceOnBoard {
  readonly place: string;
  readonly side: Side;
  readonly letter: string;
  readonly name: string;
  readonly immobilized: boolean;
}

export interface Stores {
  readonly white: readonly Held[];
  readonly black: readonly Held[];
}

export interface Held {
  readonly letter: string;
  readonly name: string;
  readonly count: number;
  readonly shape: string;
}

export interface ControlView {
  readonly square: string;
  readonly side: Side | null;
  readonly white: number;
  readonly black: number;
  readonly words: string;
}

export interface ActionView {
  readonly kind: string;
  readonly spelled: string;
  readonly words: string;
  readonly piece: string;
  readonly by: string | null;
  readonly origin: string | null;
  readonly target: string | null;
  readonly turns: string | null;
  readonly takes: readonly string[];
  readonly carries: readonly string[];
}

export interface ClockView {
  readonly white: number;
  readonly black: number;
  readonly fallen: Side | null;
  readonly result: string;
}

export interface PositionProblem {
  readonly severity: number;
  readonly code: string;
  readonly message: string;
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

export interface Copied {
  readonly text: string | null;
  readonly reason: string | null;
}

export interface RenderedFence {
  readonly code: string;
  readonly pictures: string;
}

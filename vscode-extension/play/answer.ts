/**
 * A position of a variant as the board view shows it, from what ffish says and what the page holds.
 */
import type { Level } from "../src/engine/reply";
import type {
  ActionView,
  Frame,
  Held,
  PieceOnBoard,
  PositionAnswer,
  Side,
} from "../src/views/answers";

/** A piece of a side, and its shape in the picture. */
interface Piece {
  readonly name: string;
  readonly side: Side;
  /** In upper case; a promoted piece has a `+` before it. */
  readonly letter: string;
  readonly shape: string;
}

/** The board of a variant, as `wazir page --playable` writes it. */
export interface Playable {
  readonly name: string;
  /** The position at the start in FEN. */
  readonly start: string;
  /** The text for the engine that defines the variant. */
  readonly config: string;
  /** The name of the engine as an opponent, its strengths, and its seconds for a move. */
  readonly program: string;
  readonly levels: readonly Level[];
  readonly seconds: number;
  readonly squares: readonly { readonly name: string; readonly x: number; readonly y: number }[];
  readonly frame: Frame;
  /** By their letters in FEN. */
  readonly pieces: Readonly<Record<string, Piece>>;
  /** The empty board as SVG, with the shapes of the pieces, `wall` and `highlight`. */
  readonly picture: string;
}

/** A position as `position` of src/engine answers. */
export interface EngineState {
  readonly fen: string;
  /** The moves in the notation of UCI and in algebraic notation. */
  readonly played: readonly (readonly [move: string, san: string])[];
  readonly legal: readonly (readonly [move: string, san: string, captures: boolean])[];
  readonly isCheck: boolean;
  /**
   * 1 if the side to move has won, -1 if it has lost, 0 for a draw; null while the game goes on.
   */
  readonly result: number | null;
  readonly canClaim: boolean;
}

/** The moves that the visitor has played, and from where. */
export interface Asked {
  readonly played: readonly string[];
  readonly start: string;
}

const SIDES = ["white", "black"] as const;
const WORDS = { white: "White", black: "Black" };
const SCORES = { white: "1-0", black: "0-1", none: "1/2-1/2" };
const NOWHERE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const CELL = /\d+|\*|\+?[A-Za-z]~?/g;
/** A drop or a move, what it becomes or brings in, and the square of a wall. */
const MOVE = /^(?:(\+?[A-Z])@|([a-z]\d+))([a-z]\d+)[^,]*(?:,[a-z]\d+([a-z]\d+))?$/;

export function answer(board: Playable, state: EngineState, asked: Asked): PositionAnswer {
  const [placement = "", mover = "w"] = state.fen.split(" ");
  const turn = SIDES[mover === "b" ? 1 : 0];
  const winner = winnerOf(state.result, turn);
  const { men, walls } = placed(board, placement);
  const first = (mover === "b" ? 1 : 0) + state.played.length;
  const played = state.played.map(([spelled, words], number) => ({
    spelled,
    words,
    side: SIDES[(first + number) % 2] ?? turn,
    number,
    span: null,
  }));
  const refused = asked.played[played.length];
  const pieces = new Map(
    [...men].map(([place, piece]) => [place, { place, immobilized: false, ...piece }]),
  );
  return {
    name: board.name,
    uri: "",
    version: null,
    span: NOWHERE,
    broken: false,
    at: 0,
    length: 0,
    record: [],
    played,
    refused:
      refused === undefined
        ? null
        : { number: played.length, text: refused, reason: "There is no such move.", nearest: [] },
    turn,
    status: statusOf(state),
    winner,
    checked: state.isCheck ? [turn] : [],
    board: {
      squares: board.squares.map((square) => ({ ...square, exists: true, movable: false })),
      intersections: [],
    },
    pieces: [...pieces.values()],
    movable: [],
    hands: { white: held(board, placement, "white"), black: held(board, placement, "black") },
    reserves: { white: [], black: [] },
    immobilized: [],
    control: [],
    actions: state.legal.map((move) => action(pieces, move)),
    clock: null,
    problems: [],
    facts: [],
    sentence: sentence(state, turn, winner),
    program: board.program,
    levels: board.levels.map(({ words }) => words),
    evaluation: null,
    analysis: { actions: [], missing: 0, summary: [], svg: "" },
    fen: state.fen,
    text: "",
    svg: drawn(board, men, walls, MOVE.exec(state.played.at(-1)?.[0] ?? "")?.[3]),
    frame: board.frame,
    pgn: pgn(board, state, asked.start, winner),
  };
}

/** The side that has won. */
function winnerOf(result: number | null, turn: Side): Side | null {
  if (!result) return null;
  const other = turn === "white" ? "black" : "white";
  return result > 0 ? turn : other;
}

function statusOf({ result, isCheck }: EngineState): PositionAnswer["status"] {
  if (result !== null) return "ended";
  return isCheck ? "check" : "none";
}

/** The pieces and the walls of a position by their squares. */
function placed(board: Playable, placement: string) {
  const men = new Map<string, Piece>();
  const walls: string[] = [];
  const cells = placement
    .replace(/\[.*/, "")
    .split("/")
    .flatMap((rank) => [...rank.matchAll(CELL)].map(([cell]) => cell));
  let at = 0;
  for (const cell of cells) {
    const square = board.squares[at]?.name ?? "";
    const piece = board.pieces[cell.replace("~", "")];
    if (piece) men.set(square, piece);
    else if (cell === "*") walls.push(square);
    at += /^\d/.test(cell) ? Number(cell) : 1;
  }
  return { men, walls };
}

/** The pieces in the hand of a side. */
function held(board: Playable, placement: string, side: Side): Held[] {
  const letters = /\[(.*)\]/.exec(placement)?.[1]?.match(/\+?[A-Za-z]/g) ?? [];
  const own = letters
    .flatMap((letter) => board.pieces[letter] ?? [])
    .filter((piece) => piece.side === side);
  return [...new Set(own)].map((piece) => ({
    letter: piece.letter,
    name: piece.name,
    shape: piece.shape,
    count: own.filter((other) => other === piece).length,
  }));
}

/** A legal move. The squares of one that places a wall are chosen in turn: origin, target, wall. */
function action(
  men: ReadonlyMap<string, PieceOnBoard>,
  [move, san, captures]: EngineState["legal"][number],
): ActionView {
  const [, drop, from, to = null, wall] = MOVE.exec(move) ?? [];
  const origin = wall === undefined ? (from ?? null) : to;
  const takes = captures && to !== null ? [to] : [];
  const piece = drop ?? men.get(from ?? "")?.letter ?? "";
  const by = wall === undefined ? null : (from ?? null);
  return {
    kind: drop ? "drop" : "move",
    spelled: move,
    words: san,
    piece,
    by,
    origin,
    target: wall ?? to,
    turns: null,
    takes,
    carries: [],
  };
}

function sentence(state: EngineState, turn: Side, winner: Side | null): string {
  if (state.result !== null) return winner ? `${WORDS[winner]} wins.` : "The game is a draw.";
  const claim = state.canClaim ? " The game may be ended as a repetition or by the move rule." : "";
  return `${WORDS[turn]} to move.${state.isCheck ? ` ${WORDS[turn]} is in check.` : ""}${claim}`;
}

/** The picture of a position: the shapes of its pieces are placed on the empty board. */
function drawn(
  board: Playable,
  men: ReadonlyMap<string, Piece>,
  walls: readonly string[],
  last: string | undefined,
): string {
  const { left, top, square } = board.frame;
  const places = new Map(
    board.squares.map(({ name, x, y }) => [
      name,
      `x="${left + x * square}" y="${top + y * square}"`,
    ]),
  );
  const shapes = [
    ...walls.map((name) => [name, "wall"]),
    ...(last && men.has(last) ? [[last, "highlight"]] : []),
    ...[...men].map(([name, { shape }]) => [name, shape]),
  ];
  const uses = shapes.map(
    ([name = "", shape = ""]) => `<use href="#${shape}" ${places.get(name) ?? ""}/>`,
  );
  return board.picture.replace(/<\/svg>$/, `${uses.join("")}</svg>`);
}

/** The moves in PGN; empty before the first one. */
function pgn(
  { name, start: usual }: Playable,
  { played, result }: EngineState,
  start: string,
  winner: Side | null,
): string {
  if (!played.length) return "";
  const fen = start || usual;
  const score = result === null ? "*" : SCORES[winner ?? "none"];
  const tags = Object.entries({ Variant: name, SetUp: "1", FEN: fen, Result: score }).map(
    ([tag, value]) => `[${tag} "${value.replaceAll(/[\\"]/g, "\\$&")}"]`,
  );
  const isBlack = fen.split(" ")[1] === "b" ? 1 : 0;
  const moves = played.flatMap(([move, san], at) => {
    const number = Math.floor((at + isBlack) / 2) + 1;
    const written = san || move;
    if ((at + isBlack) % 2 === 0) return [`${number}.`, written];
    return at === 0 ? [`${number}...`, written] : [written];
  });
  return `${[...tags, "", [...moves, score].join(" ")].join("\n")}\n`;
}

/**
 * Games that a variant plays by itself, by the rules of ffish. `wazir/engines/playing.py` plays the
 * same ones by pyffish: what it says of players and ends holds here.
 */
import type { Board, FairyStockfish } from "ffish-es6";
import { Chance } from "./chance";
import { unknown } from "./position";
import { ENGINE, type Searcher } from "./searcher";

/** What is played, as the server sends it. */
export interface GameSetup {
  readonly name: string;
  /** `random`, `greedy` or `engine`, White first. */
  readonly players: readonly [string, string];
  /** The seeds of the opening and of the game. */
  readonly seeds: readonly [opening: readonly number[], game: readonly number[]];
  /** The number of random plies at the start. */
  readonly opening: number;
  /** The game is cut off after this many. */
  readonly plies: number;
  /** Values of pieces by letter, in pawns. */
  readonly values: Readonly<Record<string, number>>;
  /** The plies of the move rule; 0 without one. */
  readonly clock: number;
  /** The game may be ended when a position occurs this often; 0 for never. */
  readonly folds: number;
  /** The game may end by a rule of counting. */
  readonly isClaimed: boolean;
  /** Pieces may change without a capture. */
  readonly changesSides: boolean;
  /** The nodes that the player `engine` searches for a move. */
  readonly nodes: number;
}

/** A game that has ended, or was cut off. */
export interface PlayedGame {
  readonly moves: readonly string[];
  /** The moves in algebraic notation. */
  readonly sans: readonly string[];
  /** The number of legal moves before each move. */
  readonly legal: readonly number[];
  /** The positions at the start, after each move by which pieces come or go, and at the end. */
  readonly fens: readonly (readonly [ply: number, fen: string])[];
  readonly end: End;
  /** 1 if White has won, -1 if Black has won, 0 for a draw, null if the game was cut off. */
  readonly result: number | null;
  /** The side to move is in check at the end. */
  readonly isCheck: boolean;
  /** How often the last position has occurred before, if the game may be ended there. */
  readonly repeats: number;
  /** The score of the engine for each of its moves, from White's side, in hundredths of a pawn. */
  readonly scores: readonly (number | null)[];
}

type End = "moves" | "material" | "claim" | "cut";

/** Chooses one of the legal moves. */
type Player = (
  game: OngoingGame,
  legal: readonly string[],
  chance: Chance,
) => string | Promise<string>;

const MOVE = /^([a-z]\d+)([a-z]\d+)(.*)$/;
const TARGET = /^[a-z]\d+([a-z]\d+)/;
const SIGN = /\d+|\*|\+?[A-Za-z]/g;
/** The points of White in a game that somebody has won. */
const RESULTS: Readonly<Record<string, number>> = { "1-0": 1, "0-1": -1 };

/** A game that is being played. */
class OngoingGame {
  readonly moves: string[] = [];
  readonly sans: string[] = [];
  readonly legalCounts: number[] = [];
  /** The scores of the engine by ply, from White's side. */
  readonly scores = new Map<number, number>();
  /** The positions that were asked for, by ply. */
  readonly fens = new Map<number, string>();
  /** The plies at which the same moves were legal: a position can have occurred only there. */
  readonly pliesByLegalMoves = new Map<string, number[]>();
  /** The squares that seem to have pieces. */
  private occupied = new Set<string>();

  constructor(
    readonly board: Board,
    readonly setup: GameSetup,
    readonly searcher?: Searcher,
  ) {}

  legal(): string[] {
    return legalMoves(this.board);
  }

  fen(): string {
    const ply = this.moves.length;
    const found = this.fens.get(ply) ?? this.board.fen();
    this.fens.set(ply, found);
    this.occupied = new Set(pieces(found).keys());
    return found;
  }

  /** Plays a move, and returns whether pieces may have come or gone. */
  play(move: string): boolean {
    this.sans.push(this.board.sanMove(move));
    this.moves.push(move);
    this.board.push(move);
    const match = MOVE.exec(move);
    if (!match) return true;
    const [, origin = "", target = "", suffix = ""] = match;
    const isCapture = this.occupied.has(target);
    const isChange = suffix !== "" && !suffix.startsWith(",");
    this.occupied.delete(origin);
    this.occupied.add(target);
    return isCapture || isChange || this.setup.changesSides;
  }
}

// Players

const PLAYERS: Readonly<Record<string, Player>> = {
  random: (_, legal, chance) => chance.choice(legal),
  greedy: playGreedily,
  [ENGINE]: playBest,
};

/** The move of the engine, whose score is kept. */
async function playBest(game: OngoingGame, legal: readonly string[]): Promise<string> {
  const { board, moves, searcher, setup } = game;
  if (!searcher) throw new Error("There is no engine.");
  const { move, score } = await searcher.bestMove(moves, setup.nodes);
  if (!legal.includes(move)) {
    throw new Error(`Fairy-Stockfish plays \`${move}\`, which ffish calls illegal.`);
  }
  if (score !== null) game.scores.set(moves.length, board.turn() ? score : -score);
  return move;
}

/**
 * A winning move; else the capture of the dearest piece after which nothing dearer is lost, or any
 * move.
 */
function playGreedily(game: OngoingGame, legal: readonly string[], chance: Chance): string {
  const { board, setup } = game;
  const before = pieces(board.fen());
  const isWhite = board.turn();
  const replies = new Map<string, readonly string[]>();
  for (const move of legal) {
    const answers = after(board, move, () =>
      isWon(board, isWhite) ? undefined : legalMoves(board),
    );
    if (answers === undefined) return move;
    replies.set(move, answers);
  }
  const captures = new Map<number, string[]>();
  for (const move of legal) {
    const taken = before.get(target(move)) ?? "";
    if (!isOf(taken, !isWhite)) continue;
    const gain = value(taken, setup.values);
    captures.set(gain, [...(captures.get(gain) ?? []), move]);
  }
  for (const [gain, moves] of [...captures].sort(([a], [b]) => b - a)) {
    for (const move of chance.shuffled(moves)) {
      const later = after(board, move, () => pieces(board.fen()));
      const lost = (replies.get(move) ?? [])
        .map((answer) => later.get(target(answer)) ?? "")
        .filter((sign) => isOf(sign, isWhite));
      if (lost.every((sign) => value(sign, setup.values) <= gain)) return move;
    }
  }
  return chance.choice(legal);
}

/** What is found after a move, which is taken back. */
function after<Found>(board: Board, move: string, find: () => Found): Found {
  board.push(move);
  const found = find();
  board.pop();
  return found;
}

/** Whether a side has won because its opponent has no move, or by a goal. */
function isWon(board: Board, isWhite: boolean): boolean {
  return board.numberLegalMoves() === 0 && RESULTS[board.result()] === (isWhite ? 1 : -1);
}

function target(move: string): string {
  return TARGET.exec(move)?.[1] ?? "";
}

/** Whether there is a piece, and it is of a side. */
function isOf(sign: string, isWhite: boolean): boolean {
  return sign !== "" && /[A-Z]$/.test(sign) === isWhite;
}

/** The value of a piece; one without an estimate counts as a pawn. */
function value(sign: string, values: Readonly<Record<string, number>>): number {
  return values[sign.toLowerCase()] ?? values[sign.slice(-1).toLowerCase()] ?? 1;
}

/** The signs of the pieces on the board of a FEN, by square. */
function pieces(fen: string): Map<string, string> {
  const found = new Map<string, string>();
  const rows = (/^[^ []*/.exec(fen)?.[0] ?? "").split("/");
  rows.forEach((row, at) => {
    let file = 0;
    for (const [sign] of row.matchAll(SIGN)) {
      if (/[A-Za-z]$/.test(sign)) {
        found.set(`${String.fromCharCode(97 + file)}${rows.length - at}`, sign);
      }
      file += Number(sign) || 1;
    }
  });
  return found;
}

// A game

/** A game of the variants of a file. */
export interface GameQuestion extends GameSetup {
  /** The text of the file. */
  readonly config: string;
}

/** A game, or the problem with its variant. The searcher is there if the engine plays. */
export async function played(
  library: FairyStockfish,
  setup: GameSetup,
  searcher?: Searcher,
): Promise<PlayedGame | { readonly problem: string }> {
  return unknown(library, setup.name) ?? play(library, setup, searcher);
}

/** A game, whose seeds decide all chances. */
async function play(
  library: FairyStockfish,
  setup: GameSetup,
  searcher?: Searcher,
): Promise<PlayedGame> {
  const board = new library.Board(setup.name);
  try {
    const game = new OngoingGame(board, setup, searcher);
    const start = game.fen();
    searcher?.begin(setup.name);
    return record(library, game, { start, ...(await playOut(game)) });
  } finally {
    board.delete();
  }
}

/** Plays until the game ends, and returns how. */
async function playOut(game: OngoingGame): Promise<{ readonly end: End; readonly plies: number }> {
  const { board, setup } = game;
  const opening = new Chance(setup.seeds[0]);
  const chance = new Chance(setup.seeds[1]);
  const claims = new Claims(game);
  let hasChangedPieces = false;
  for (;;) {
    const plies = game.moves.length;
    const legal = game.legal();
    game.legalCounts.push(legal.length);
    const end = endBefore(game, legal, claims, hasChangedPieces);
    if (end) return { end, plies };
    const player = PLAYERS[setup.players[board.turn() ? 0 : 1]];
    if (!player) throw new Error("There is no such player.");
    const move = plies < setup.opening ? opening.choice(legal) : await player(game, legal, chance);
    hasChangedPieces = game.play(move);
  }
}

/** When a side may claim that a game ends: by repetition, the move rule, or counting. */
class Claims {
  /** The ply at which the clock of the move rule is read next. */
  private nextClock: number;

  constructor(private readonly game: OngoingGame) {
    this.nextClock = game.setup.clock;
  }

  /** Whether the engine is asked for a claim. It is called once a ply. */
  arePossible(legal: readonly string[]): boolean {
    const { setup, moves } = this.game;
    const ply = moves.length;
    const plies = this.pliesWith(legal);
    plies.push(ply);
    const isPossible = setup.isClaimed || (setup.folds > 0 && setup.folds <= plies.length);
    if (!setup.clock || ply < this.nextClock) return isPossible;
    const clock = Number(this.game.fen().split(" ").at(-2)) || 0;
    this.nextClock = ply + Math.max(1, setup.clock - clock);
    return isPossible || clock >= setup.clock;
  }

  /** The plies at which the same moves were legal. */
  private pliesWith(legal: readonly string[]): number[] {
    const { pliesByLegalMoves } = this.game;
    const key = legal.join(" ");
    const plies = pliesByLegalMoves.get(key) ?? [];
    pliesByLegalMoves.set(key, plies);
    return plies;
  }
}

/** How a game ends before the next move; null if it goes on. */
function endBefore(
  game: OngoingGame,
  legal: readonly string[],
  claims: Claims,
  hasChangedPieces: boolean,
): End | null {
  const { board, setup } = game;
  if (!legal.length) return "moves";
  if (hasChangedPieces) game.fen();
  // No sign announces a capture on an empty square but that of its notation.
  const mayBeGone = hasChangedPieces || game.sans.at(-1)?.includes("x");
  if (mayBeGone && board.isInsufficientMaterial()) return "material";
  if (claims.arePossible(legal) && board.isGameOver(true) && !board.isInsufficientMaterial()) {
    return "claim";
  }
  return game.moves.length >= setup.plies ? "cut" : null;
}

/** A game that has ended, with the positions that it lacks: after captures on empty squares. */
function record(
  library: FairyStockfish,
  game: OngoingGame,
  { start, end, plies }: { start: string; end: End; plies: number },
): PlayedGame {
  const { board, setup, moves, sans, fens } = game;
  game.fen();
  const others = sans.flatMap((san, at) =>
    san.includes("x") && !fens.has(at + 1) ? [at + 1] : [],
  );
  const alike = [...game.pliesByLegalMoves.values()].find((each) => each.at(-1) === plies);
  const pliesBefore = end === "claim" && alike ? alike.slice(0, -1) : [];
  const known = positions(
    library,
    { name: setup.name, start, moves },
    new Set([...others, ...pliesBefore]),
  );
  for (const ply of others) fens.set(ply, known.get(ply) ?? "");
  const last = bare(game.fen());
  return {
    moves,
    sans,
    legal: game.legalCounts.slice(0, plies),
    fens: [...fens].sort(([a], [b]) => a - b),
    end,
    result: result(board, end),
    isCheck: board.isCheck(),
    scores: moves.map((_, ply) => game.scores.get(ply) ?? null),
    repeats: pliesBefore.filter((ply) => bare(known.get(ply) ?? "") === last).length,
  };
}

/** 1 if White has won, -1 if Black has won, 0 for a draw, null for a game that was cut off. */
function result(board: Board, end: End): number | null {
  if (end === "cut") return null;
  if (end === "material") return 0;
  return RESULTS[board.result(end === "claim")] ?? 0;
}

/** The positions of a game at some plies. */
function positions(
  library: FairyStockfish,
  {
    name,
    start,
    moves,
  }: { readonly name: string; readonly start: string; readonly moves: readonly string[] },
  plies: ReadonlySet<number>,
): Map<number, string> {
  const found = new Map<number, string>();
  const board = new library.Board(name, start);
  moves.forEach((move, ply) => {
    if (plies.has(ply)) found.set(ply, board.fen());
    board.push(move);
  });
  if (plies.has(moves.length)) found.set(moves.length, board.fen());
  board.delete();
  return found;
}

/** The legal moves in alphabetical order; none at the end of the game. */
function legalMoves(board: Board): string[] {
  return [...new Set(board.legalMoves().split(" ").filter(Boolean))].sort();
}

/** A FEN without its clocks. */
function bare(fen: string): string {
  return fen.split(" ").slice(0, -2).join(" ");
}

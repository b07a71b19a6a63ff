// Plays random games of one variant with ffish, and repeats them in another one.
//
// Reads JSON from standard input: `library` (the folder of ffish), `text` (sections), `names` (of
// two variants), `games`, `plies`, and `seconds` of the processor, after which no game begins.
// Prints JSON with the number of games and the first `difference`. A board of its own for each
// variant is much faster than pyffish, which prepares the variant for each question.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const input = JSON.parse(readFileSync(0, "utf-8"));
const { default: load } = await import(join(input.library, "ffish.js"));
const ffish = await load({ wasmBinary: readFileSync(join(input.library, "ffish.wasm")) });

/** A generator of numbers below a bound, always the same ones. */
function numbers(seed) {
  let state = seed * 2 + 1;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * bound);
  };
}

/** A position without the marks that mean nothing where no piece comes into a hand: those of
 * promoted pieces, and the files on which pieces may gate. */
function plain(fen) {
  const [board, side, rights, ...rest] = fen.replace("[]", "").replaceAll("~", "").split(" ");
  return [board, side, rights.replace(/[^KQkq]/g, "") || "-", ...rest].join(" ");
}

/** What a player meets in a position. */
function met(board) {
  const moves = board.legalMoves().split(" ").sort();
  return { moves, result: board.result(true), position: plain(board.fen()) };
}

/** The moves that a game chooses from: all, captures, or moves back to where a piece was. */
function choices(board, { moves, game, ply, before }) {
  let preferred = [];
  if (game % 3 === 1) preferred = moves.filter((move) => board.isCapture(move));
  if (game % 3 === 2 && ply % 16 > 3) {
    const back = before.slice(2, 4) + before.slice(0, 2);
    preferred = moves.filter((move) => move === back);
  }
  return preferred.length ? preferred : moves;
}

/** A random game. */
function played(board, game) {
  const below = numbers(game);
  const positions = [];
  board.reset();
  for (let ply = 0; ply < input.plies; ply++) {
    const position = met(board);
    positions.push(position);
    if (!position.moves[0] || board.isGameOver()) break;
    const before = positions[ply - 2]?.played ?? "";
    const from = choices(board, { moves: position.moves, game, ply, before });
    position.played = from[below(from.length)];
    board.push(position.played);
  }
  return positions;
}

/** How a game that is played again in another variant differs, or an empty text. */
function difference(board, positions) {
  board.reset();
  for (const position of positions) {
    const { moves, result, position: fen } = met(board);
    const legal = new Set(moves);
    const other = position.moves.filter((move) => !legal.delete(move));
    if (other.length || legal.size) {
      return `moves ${[...other, ...legal].slice(0, 3).join(" ")} in ${fen}`;
    }
    if (result !== position.result) return `results ${position.result} and ${result} in ${fen}`;
    if (fen !== position.position) return `positions ${position.position} and ${fen}`;
    if (position.played) board.push(position.played);
  }
  return "";
}

function answer(games, found) {
  process.stdout.write(JSON.stringify({ games, difference: found }));
}

ffish.loadVariantConfig(input.text);
const known = new Set(ffish.variants().split(" "));
for (const name of input.names) {
  if (!known.has(name)) {
    answer(0, `ffish does not load ${name}`);
    process.exit();
  }
}
const [first, second] = input.names;
const spent = () => process.cpuUsage().user / 1e6;
const board = new ffish.Board(first);
const games = [];
while (games.length < input.games && spent() < input.seconds) {
  games.push(played(board, games.length));
}
board.delete();
const again = new ffish.Board(second);
const found = games.map((positions) => difference(again, positions)).find(Boolean);
answer(games.length, found ?? "");

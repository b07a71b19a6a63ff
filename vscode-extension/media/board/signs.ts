/** Drawings on places, with the shapes of all pictures. They differ by shape, not by colour alone. */
import type { PieceSquare, Side } from "../../src/views/answers";
import { svg } from "./dom";
import shapes from "./shapes.json";

type Shapes = Readonly<Record<string, string>>;

const SPACE = "http://www.w3.org/2000/svg";
const { piece, position } = shapes;
/** The width of the drawing of an intersection in the units of a square's. */
const CROSSING = position.cell * 0.46;
const known = new Map<string, Node>();

/** The elements of a shape. */
function elements(shape: string): readonly Node[] {
  const made = known.get(shape) ?? new DOMParser().parseFromString(`<g xmlns="${SPACE}">${shape}</g>`, "image/svg+xml").documentElement;
  known.set(shape, made);
  return [...made.childNodes].map((one) => document.importNode(one, true));
}

/** Some shapes around the middle of a square drawing. */
function drawing(side: number, found: readonly (string | undefined)[], more: readonly SVGElement[] = []): SVGElement {
  const viewBox = `${-side / 2} ${-side / 2} ${side} ${side}`;
  return svg("svg", { viewBox, "aria-hidden": "true", focusable: "false" }, [...found.flatMap((one) => (one ? elements(one) : [])), ...more]);
}

function markOf(sign: string): string | undefined {
  return (piece.marks as Shapes)[sign];
}

function deviationOf(sign: string): string | undefined {
  return (piece.deviations as Shapes)[sign];
}

/** The sign of the moves to a square; on another piece, only of what happens to it. */
export function signOf({ holds, mark, done }: Pick<PieceSquare, "holds" | "mark" | "done">): string {
  return holds === "" ? mark || done : done;
}

/** The content of a square, and the moves to it. */
export function ofSquare(square: PieceSquare, side: Side, letter: string): SVGElement {
  const stays = square.does.includes("stays") ? piece.stays : undefined;
  const sign = markOf(signOf(square));
  if (square.holds === "mover") return drawing(piece.cell, [stays, piece.movers[side]], letterOf(side, letter));
  const man = square.holds === "" ? undefined : piece.men[sideOf(square.holds, side)];
  return drawing(piece.cell, [man, sign, deviationOf(square.deviation)]);
}

/** The side of a friend or a foe. */
function sideOf(holds: "friend" | "foe", side: Side): Side {
  return (holds === "friend") === (side === "white") ? "white" : "black";
}

function letterOf(side: Side, letter: string): SVGElement[] {
  if (!letter) return [];
  return [svg("text", { y: 4.3, fill: `var(--on-${side})`, "font-size": 12, "font-weight": 700, "text-anchor": "middle" }, [letter])];
}

/** A mark by its sign, for the legend. */
export function ofMark(sign: string): SVGElement {
  return drawing(piece.cell, [markOf(sign)]);
}

/** A deviation of an engine by its sign, for the legend. */
export function ofDeviation(sign: string): SVGElement {
  return drawing(piece.cell, [deviationOf(sign)]);
}

/** The content of a square, for the legend. */
export function ofHolding(holds: "mover" | "friend" | "foe", side: Side, letter: string): SVGElement {
  if (holds === "mover") return drawing(piece.cell, [piece.movers[side]], letterOf(side, letter));
  return drawing(piece.cell, [piece.men[sideOf(holds, side)]]);
}

/** The sign of a move that ends where it began, for the legend. */
export function ofStaying(): SVGElement {
  return drawing(piece.cell + 2, [piece.stays]);
}

/** A piece of a game, crossed out if it is immobilized, with a ring if it is in check. */
export function ofPiece(letter: string, side: Side, is: { readonly stuck?: boolean; readonly checked?: boolean } = {}): SVGElement {
  const own: Shapes = position.letters[side];
  const stuck = is.stuck ? [position.marks.bar, own[letter]] : [];
  const checked = is.checked ? [position.marks.check] : [];
  return drawing(letter in own ? position.cell : CROSSING, [(position.men[side] as Shapes)[letter], ...stuck, ...checked]);
}

/** A movable square. */
export function ofTile(): SVGElement {
  return drawing(position.cell, [position.marks.tile]);
}

/** The sign of a place that can be chosen: a piece to move, a capture, or a target. */
export function target(isTaken: boolean, isHeld: boolean): SVGElement {
  if (isTaken) return drawing(position.cell, [position.marks.taken]);
  return isHeld ? drawing(position.cell, [position.marks.new]) : drawing(piece.cell, [markOf("X")]);
}

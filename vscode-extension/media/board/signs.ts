/** Drawings on places. All differ by their shape, not by colour alone. */
import { svg } from "./dom";

/** A drawing of a hundred by a hundred. */
function drawing(...content: readonly SVGElement[]): SVGElement {
  return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, content);
}

const CORNERS = "M10 32V10H32M68 10H90V32M90 68V90H68M32 90H10V68";

const SHAPES: Readonly<Record<string, () => SVGElement>> = {
  moves: () => svg("circle", { cx: 50, cy: 50, r: 15, class: "moves" }),
  takes: () => svg("path", { d: CORNERS, class: "takes" }),
  takesFriend: () => svg("circle", { cx: 50, cy: 50, r: 42, class: "takes friendly" }),
  takesFromAfar: () => svg("path", { d: "M50 3V24M50 76V97M3 50H24M76 50H97", class: "takes" }),
  hops: () => svg("path", { d: "M28 30Q50 -2 72 30L60 27M72 30L75 17", class: "hops" }),
  stays: () => svg("circle", { cx: 50, cy: 50, r: 46, class: "stays" }),
  onCondition: () => svg("text", { x: 16, y: 32, class: "condition" }, ["?"]),
};

/** What the piece does on a square, what it could do there, and what stands there. */
export function ofSquare(parts: {
  readonly does: readonly string[];
  readonly mark: string;
  readonly holds: string;
  readonly letter: string;
  readonly isDown: boolean;
  readonly isBlocking: boolean;
}): SVGElement {
  const { does, mark, holds, letter, isDown, isBlocking } = parts;
  const content = [
    ...token(holds, letter, isDown),
    ...does.flatMap((one) => SHAPES[one]?.() ?? []),
    ...(isBlocking ? [svg("path", { d: "M6 94L94 6M6 6L94 94", class: "blocking" })] : []),
    ...(mark ? [svg("text", { x: 92, y: 93, class: does.length ? "sign" : "sign faint" }, [mark])] : []),
  ];
  return drawing(...content);
}

/** The drawing of one thing that a piece does, for the legend. */
export function ofDoing(one: string): SVGElement {
  return drawing(...(SHAPES[one] ? [SHAPES[one]()] : []));
}

/** The drawing of what stands on a square, for the legend. */
export function ofHolding(holds: string, letter: string, isDown: boolean): SVGElement {
  return drawing(...token(holds, letter, isDown));
}

/** The mover is round and has its letter; the others point to where they go, and foes are full. */
function token(holds: string, letter: string, isDown: boolean): SVGElement[] {
  if (holds === "mover") {
    const text = svg("text", { x: 50, y: 51, class: "letter" }, [letter]);
    const point = isDown ? "M38 86L50 97L62 86Z" : "M38 14L50 3L62 14Z";
    return [svg("circle", { cx: 50, cy: 50, r: 36, class: "mover" }), svg("path", { d: point, class: "mover" }), text];
  }
  if (holds !== "friend" && holds !== "foe") return [];
  const up = "M50 20L72 40L68 80H32L28 40Z";
  const down = "M50 80L28 60L32 20H68L72 60Z";
  return [svg("path", { d: (holds === "friend") === isDown ? down : up, class: holds })];
}

/** A piece of a game: white ones are empty and round, black ones full and square; a line through those that cannot move. */
export function ofPiece(letter: string, side: string, isStuck: boolean): SVGElement {
  const shape =
    side === "white"
      ? svg("circle", { cx: 50, cy: 50, r: 36, class: "man white" })
      : svg("rect", { x: 16, y: 16, width: 68, height: 68, rx: 10, class: "man black" });
  const text = svg("text", { x: 50, y: 51, class: letter.length > 1 ? `letter long ${side}` : `letter ${side}` }, [letter]);
  const stuck = isStuck ? [svg("path", { d: "M18 88L88 18", class: "stuck" })] : [];
  return drawing(shape, text, ...stuck);
}

/** That something can be done here: with what stands here, to take it, or to go here. */
export function target(isTaken: boolean, isHeld: boolean): SVGElement {
  if (isTaken) return drawing(svg("path", { d: CORNERS, class: "takes" }));
  return drawing(svg("circle", isHeld ? { cx: 50, cy: 50, r: 46, class: "stays" } : { cx: 50, cy: 50, r: 17, class: "moves" }));
}

/** Messages between the extension and the pages of views. */
import type { FoundText, Place, Span } from "./answers";

/** A position in a version of a document. */
export interface Cursor {
  readonly uri: string;
  readonly version: number;
  readonly position: Place;
}

/** The requests that a page may send. */
export const ASKED = [
  "wazir/view",
  "wazir/play",
  "wazir/evaluate",
  "wazir/reply",
  "wazir/analyse",
  "wazir/playtest",
  "wazir/wins",
  "wazir/figures",
  "wazir/readings",
  "wazir/find",
  "wazir/gallery",
  "wazir/cards",
] as const;
export type Method = (typeof ASKED)[number];

/** The user's choices in the page, as parameters of requests. */
export type Choices = Readonly<Record<string, unknown>>;

/** Moves after the position at the cursor, as parameters of requests. */
export type Line = Readonly<{ at?: number; played?: readonly string[] }>;

/** The moves among the user's choices. */
export function lineOf({ at, played }: Choices): Line {
  return { ...(at !== undefined && { at }), ...(played !== undefined && { played }) } as Line;
}

/** A part of the board view that is opened. */
export type Part = "piece" | "readings" | "lookup" | "analysis";

export type ToPage =
  | { readonly kind: "cursor"; readonly cursor: Cursor }
  | { readonly kind: "part"; readonly part: Part }
  | { readonly kind: "written" }
  /** The variant at the cursor is to play itself, or Ben39 after the moves of a line. */
  | { readonly kind: "play"; readonly line: Line }
  /** Another text takes the place of the shown one: what is played there ends. */
  | { readonly kind: "replaced" }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "partial"; readonly id: number; readonly answer: unknown }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly reason: string;
      readonly isRefused: boolean;
    };

/** The commands of the editor for the shown position. */
export type BoardCommand = "copy" | "write" | "sheet" | "print" | "playtest";

export type ToHost =
  | { readonly kind: "ready" }
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly method: Method;
      readonly cursor: Cursor;
      readonly choices: Choices;
    }
  | { readonly kind: "cancel"; readonly id: number }
  | {
      readonly kind: "highlight";
      readonly uri: string;
      readonly version: number | null;
      readonly spans: readonly Span[];
    }
  | { readonly kind: "insert"; readonly text: FoundText }
  | { readonly kind: "copyText"; readonly text: string }
  | { readonly kind: "save"; readonly uri: string; readonly html: string; readonly json: string }
  | { readonly kind: "open"; readonly uri: string; readonly span: Span }
  | { readonly kind: BoardCommand; readonly cursor: Cursor; readonly choices: Choices };

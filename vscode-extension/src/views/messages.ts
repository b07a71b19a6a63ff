/** What the extension and the page of a view tell each other. */
import type { Place, Span } from "./answers";

/** Where the cursor is, in which state of which text. */
export interface Cursor {
  readonly uri: string;
  readonly version: number;
  readonly position: Place;
}

/** The requests that a page may ask. */
export const ASKED = ["wazir/piece", "wazir/position", "wazir/evaluate", "wazir/analyse", "wazir/figures", "wazir/readings", "wazir/gallery", "wazir/cards"] as const;
export type Method = (typeof ASKED)[number];

/** What is chosen in the page, in the words of the requests. */
export type Choices = Readonly<Record<string, unknown>>;

export type ToPage =
  | { readonly kind: "cursor"; readonly cursor: Cursor }
  | { readonly kind: "readings" }
  | { readonly kind: "written" }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "partial"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string; readonly isRefused: boolean };

/** What the editor does with the position that is shown. */
export type Told = "copy" | "write" | "sheet" | "print";

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
  | { readonly kind: "light"; readonly uri: string; readonly version: number | null; readonly spans: readonly Span[] }
  | { readonly kind: Told; readonly cursor: Cursor; readonly choices: Choices };

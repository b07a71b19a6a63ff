/** What all parts of a page share: its element, its texts, and its requests to the extension. */
import type { Span } from "../../src/views/answers";
import type { Choices, Cursor, Method, ToHost, ToPage } from "../../src/views/messages";
import type { Texts } from "../../src/views/texts";
import { messageOf } from "./dom";

declare function acquireVsCodeApi(): {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
};

interface Waiting {
  readonly done: (answer: unknown) => void;
  readonly failed: (reason: Error) => void;
  readonly partial: ((answer: unknown) => void) | undefined;
}

/** A pending request. */
export interface Asked<Answer> {
  readonly answer: Promise<Answer | null>;
  cancel(): void;
}

/** An error for choices that do not fit the document. */
export class Refused extends Error {}

export const main = document.getElementById("view") ?? document.body;
export const texts = JSON.parse(main.dataset.texts ?? "{}") as Texts;
export const editor = acquireVsCodeApi();

const NOWHERE: Cursor = { uri: "", version: 0, position: { line: 0, character: 0 } };
const waiting = new Map<number, Waiting>();
let count = 0;

/** The state of the page: the place that it shows, and how it is rendered. */
export const page = {
  cursor: undefined as Cursor | undefined,
  draw: (): void => undefined,
};

let isDue = false;

/** Renders the page again, once for all changes that are made together. */
export function refresh(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    page.draw();
  });
}

/** Takes the messages of the extension other than results. */
export function listen(hear: (message: Exclude<ToPage, { readonly id: number }>) => void): void {
  window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if (!("id" in data)) {
      hear(data);
      return;
    }
    const request = waiting.get(data.id);
    if (data.kind !== "partial") waiting.delete(data.id);
    if (data.kind === "partial") request?.partial?.(data.answer);
    else if (data.kind === "answer") request?.done(data.answer);
    else request?.failed(data.isRefused ? new Refused(data.reason) : new Error(data.reason));
  });
  editor.postMessage({ kind: "ready" });
}

/** Sends a request about the shown place. *partial* receives partial results, which may have another type. */
export function ask<Answer>(method: Method, choices: Choices, partial?: (answer: never) => void): Asked<Answer> {
  const id = ++count;
  const answer = new Promise<Answer | null>((done, failed) => {
    waiting.set(id, { done: done as Waiting["done"], failed, partial: partial as Waiting["partial"] });
  });
  editor.postMessage({ kind: "ask", id, method, cursor: page.cursor ?? NOWHERE, choices });
  const cancel = (): void => {
    if (waiting.has(id)) editor.postMessage({ kind: "cancel", id });
  };
  return { answer, cancel };
}

/** Highlights parts of the text. */
export function light({ uri, version }: { readonly uri: string; readonly version: number | null }, spans: readonly Span[]): void {
  editor.postMessage({ kind: "highlight", uri, version, spans });
}

/** Requests of which only the last one counts. */
export class Request<Answer> {
  /** The last answer; undefined before it. */
  answer: Answer | null | undefined;
  /** Why the last request failed. */
  problem = "";
  private going: Asked<Answer> | undefined;

  constructor(private readonly changed: () => void) {}

  get isGoing(): boolean {
    return this.going !== undefined;
  }

  /** Sends a request and cancels the one before. Returns undefined if it failed or no longer counts. */
  async send(method: Method, choices: Choices, partial?: (answer: never) => void): Promise<Answer | null | undefined> {
    this.going?.cancel();
    const going = ask<Answer>(method, choices, (found: never) => {
      if (this.going === going) partial?.(found);
    });
    this.going = going;
    this.problem = "";
    this.changed();
    try {
      const answer = await going.answer;
      if (this.going !== going) return undefined;
      this.answer = answer;
      return answer;
    } catch (problem) {
      if (this.going === going) this.problem = messageOf(problem);
      return undefined;
    } finally {
      if (this.going === going) {
        this.going = undefined;
        this.changed();
      }
    }
  }

  /** Asks the server to end the request. Its result or its error still counts. */
  cancel(): void {
    this.going?.cancel();
  }

  /** Ends the request: its result no longer counts. */
  drop(): void {
    this.going?.cancel();
    this.going = undefined;
    this.changed();
  }
}

/** What all parts of a page share: its element, its texts, and its requests to the extension. */
import type { OfText, Span } from "../../src/views/answers";
import type { Choices, Cursor, Method, ToHost, ToPage } from "../../src/views/messages";
import type { Texts } from "../../src/views/page";

declare function acquireVsCodeApi(): {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** A message about a request. */
type Result = Extract<ToPage, { readonly id: number }>;

export const main = document.getElementById("view") ?? document.body;
export const texts = JSON.parse(main.dataset.texts ?? "{}") as Texts;
export const editor = acquireVsCodeApi();

/** The state of the page: the place that it shows, and how it is rendered. */
export const page = {
  cursor: undefined as Cursor | undefined,
  draw: (): void => undefined,
};

const NOWHERE: Cursor = { uri: "", version: 0, position: { line: 0, character: 0 } };
/** What takes the results of pending requests. */
const pending = new Map<number, (result: Result) => void>();
let count = 0;
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
export function listen(hear: (message: Exclude<ToPage, Result>) => void): void {
  window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if ("id" in data) pending.get(data.id)?.(data);
    else hear(data);
  });
  editor.postMessage({ kind: "ready" });
}

/** Highlights parts of the text. */
export function light({ uri, version }: OfText, spans: readonly Span[]): void {
  editor.postMessage({ kind: "highlight", uri, version, spans });
}

/** Requests about the shown place, of which only the last one counts. */
export class Request<Answer> {
  /** The last answer; undefined before it. */
  answer: Answer | null | undefined;
  /** Why the last request failed. */
  problem = "";
  /** It failed because its choices do not fit the document. */
  isRefused = false;
  private going: number | undefined;

  get isGoing(): boolean {
    return this.going !== undefined;
  }

  /**
   * Sends a request and cancels the one before. Returns undefined if it failed or no longer counts.
   * *partial* receives partial results, which may have another type.
   */
  async send(
    method: Method,
    choices: Choices,
    partial?: (answer: never) => void,
  ): Promise<Answer | null | undefined> {
    this.cancel();
    const id = ++count;
    this.going = id;
    this.problem = "";
    refresh();
    const result = await new Promise<Exclude<Result, { readonly kind: "partial" }>>((done) => {
      pending.set(id, (message) => {
        if (message.kind !== "partial") done(message);
        else if (this.going === id) partial?.(message.answer as never);
      });
      editor.postMessage({ kind: "ask", id, method, cursor: page.cursor ?? NOWHERE, choices });
    });
    pending.delete(id);
    if (this.going !== id) return undefined;
    this.going = undefined;
    refresh();
    if (result.kind === "answer") return (this.answer = result.answer as Answer | null);
    this.problem = result.reason;
    this.isRefused = result.isRefused;
    return undefined;
  }

  /** Asks the server to end the request. Its result or its error still counts. */
  cancel(): void {
    if (this.going !== undefined) editor.postMessage({ kind: "cancel", id: this.going });
  }

  /** Ends the request: its result no longer counts. */
  drop(): void {
    this.cancel();
    this.going = undefined;
    this.problem = "";
    refresh();
  }
}

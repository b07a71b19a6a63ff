/** The connection to the extension, which sends requests to the server. */
import type { Span } from "../../src/views/answers";
import type { Choices, Cursor, Method, Part, ToHost, ToPage } from "../../src/views/messages";

export interface Editor {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}

interface Waiting {
  readonly done: (answer: unknown) => void;
  readonly failed: (reason: Error) => void;
  readonly partial: ((answer: unknown) => void) | undefined;
}

/** An error for choices that do not fit the document. */
export class Refused extends Error {}

/** A pending request. */
export interface Asked<Answer> {
  readonly answer: Promise<Answer | null>;
  cancel(): void;
}

export class Bridge {
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  constructor(
    private readonly editor: Editor,
    moved: (cursor: Cursor) => void,
    opened: (part: Part) => void = () => undefined,
    written: () => void = () => undefined,
  ) {
    window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === "cursor") moved(data.cursor);
      else if (data.kind === "part") opened(data.part);
      else if (data.kind === "written") written();
      else this.hear(data);
    });
  }

  /** Sends a request. *partial* receives partial results, which may have another type. */
  ask<Answer>(method: Method, cursor: Cursor, choices: Choices, partial?: (answer: never) => void): Asked<Answer> {
    const id = ++this.count;
    const answer = new Promise<Answer | null>((done, failed) => {
      this.waiting.set(id, { done: done as Waiting["done"], failed, partial: partial as Waiting["partial"] });
    });
    this.editor.postMessage({ kind: "ask", id, method, cursor, choices });
    const cancel = (): void => {
      if (this.waiting.has(id)) this.editor.postMessage({ kind: "cancel", id });
    };
    return { answer, cancel };
  }

  /** Highlights parts of the text. */
  light(of: { readonly uri: string; readonly version: number | null }, spans: readonly Span[]): void {
    this.editor.postMessage({ kind: "highlight", uri: of.uri, version: of.version, spans });
  }

  post(message: ToHost): void {
    this.editor.postMessage(message);
  }

  private hear(message: Exclude<ToPage, { kind: "part" | "cursor" | "written" }>): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    if (message.kind === "partial") {
      waiting.partial?.(message.answer);
      return;
    }
    this.waiting.delete(message.id);
    if (message.kind === "answer") waiting.done(message.answer);
    else waiting.failed(message.isRefused ? new Refused(message.reason) : new Error(message.reason));
  }
}

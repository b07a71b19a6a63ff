/** The frames beside the text, with the views of the extension in them. */
import type { LSPClient } from "@codemirror/lsp-client";
import { Asking, type Request } from "../src/views/asking";
import type { ListAnswer } from "../src/views/answers";
import type { Cursor, Told, ToHost, ToPage } from "../src/views/messages";

/** Sends the requests of views; what comes before their answers is given to `hear`. */
export class Requests {
  private readonly partial = new Map<unknown, (value: unknown) => void>();
  private count = 0;

  /** Takes what comes before an answer. */
  readonly hear = (token: unknown, value: unknown): void => this.partial.get(token)?.(value);

  /** What sends requests to the server of a client. */
  to(client: LSPClient): Request {
    return (method, params, partial) => {
      const partialResultToken = `view-${++this.count}`;
      const sent = { ...params, partialResultToken };
      this.partial.set(partialResultToken, partial);
      const answer = client.request<object, unknown>(method, sent).finally(() => this.partial.delete(partialResultToken));
      return {
        answer,
        cancel: () => {
          client.cancelRequest(sent);
        },
      };
    };
  }
}

/** What a view is told and asks for. */
export interface Host {
  readonly request: Request;
  readonly cursor: () => Cursor | undefined;
  /** Takes what the view says, besides questions; true if that was written into the text. */
  readonly hear: (message: Extract<ToHost, { kind: "light" | Told }>) => Promise<boolean>;
}

/** A view in a frame. It is told of the cursor while it is shown. */
export class View {
  private readonly asking: Asking;
  private isReady = false;

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly host: Host,
  ) {
    this.asking = new Asking(host.request, (message) => {
      this.tell(message);
    });
    window.addEventListener("message", ({ source, origin, data }: MessageEvent<ToHost>) => {
      if (source === frame.contentWindow && origin === location.origin) this.hear(data);
    });
  }

  /** Tells the view where the cursor is now. */
  follow(): void {
    if (!this.frame.checkVisibility()) return;
    if (!this.frame.src) this.frame.src = this.frame.dataset.src ?? "";
    const cursor = this.host.cursor();
    if (cursor && this.isReady) this.tell({ kind: "cursor", cursor });
  }

  private hear(message: ToHost): void {
    if (message.kind === "ready") {
      this.isReady = true;
      this.follow();
    } else if (message.kind === "ask") void this.asking.ask(message);
    else if (message.kind === "cancel") this.asking.cancel(message.id);
    else {
      void this.host.hear(message).then((isWritten) => {
        if (isWritten) this.tell({ kind: "written" });
      });
    }
  }

  private tell(message: ToPage): void {
    this.frame.contentWindow?.postMessage(message, location.origin);
  }
}

/** How long the text is left alone before its games are shown anew, in milliseconds. */
const REST = 400;

/** The gallery of a text: the frame with a view of its pieces, or one with the page of its games, which may do nothing else. */
export class Gallery {
  private readonly pieces: View;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Of which text the page of games is. */
  private drawn = "";

  constructor(
    private readonly frames: { readonly pieces: HTMLIFrameElement; readonly games: HTMLIFrameElement },
    private readonly host: Host,
  ) {
    this.pieces = new View(frames.pieces, host);
  }

  follow(): void {
    this.pieces.follow();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), REST);
  }

  private async look(): Promise<void> {
    const cursor = this.host.cursor();
    const { pieces, games } = this.frames;
    const text = `${cursor?.uri ?? ""} ${cursor?.version ?? 0}`;
    if (!cursor || text === this.drawn || !games.parentElement?.checkVisibility()) return;
    const ask = (form: string) => this.host.request("wazir/gallery", { textDocument: { uri: cursor.uri }, form }, () => undefined).answer;
    const isGames = ((await ask("list")) as ListAnswer | null)?.kind === "games";
    if (isGames) games.srcdoc = ((await ask("html")) as { readonly html: string } | null)?.html ?? "";
    this.drawn = text;
    [pieces.hidden, games.hidden] = [isGames, !isGames];
    this.pieces.follow();
  }
}

/** Frames with the views of the extension. */
import type { LSPClient } from "@codemirror/lsp-client";
import { PageRequests, type Request } from "../src/views/requests";
import type { ListAnswer } from "../src/views/answers";
import type { Cursor, BoardCommand, Line, ToHost, ToPage } from "../src/views/messages";
import { onTheme, theme } from "./theme";

/** Sends the requests of views, and passes partial results on. */
export class Requests {
  private readonly partial = new Map<unknown, (value: unknown) => void>();
  private count = 0;

  /** Receives a partial result. */
  readonly hear = (token: unknown, value: unknown): void => this.partial.get(token)?.(value);

  /** A function that sends requests of a client. */
  to(client: LSPClient): Request {
    return (method, params, partial, signal) => {
      const partialResultToken = `view-${++this.count}`;
      const sent = { ...params, partialResultToken };
      this.partial.set(partialResultToken, partial);
      signal.addEventListener("abort", () => {
        client.cancelRequest(sent);
      });
      return client
        .request<object, unknown>(method, sent)
        .finally(() => this.partial.delete(partialResultToken));
    };
  }
}

/** The events of a view. */
export interface Host {
  readonly request: Request;
  readonly cursor: () => Cursor | undefined;
  /** Handles messages of the view other than requests. Returns whether the text was changed. */
  readonly hear: (
    message: Extract<
      ToHost,
      { kind: "highlight" | "insert" | "copyText" | "save" | "open" | BoardCommand }
    >,
  ) => Promise<boolean>;
}

/** A view in a frame, which follows the cursor while it is shown. */
export class View {
  private readonly asking: PageRequests;
  private isReady = false;
  /** Where games are to begin when the view is ready. */
  private wanted: Line | undefined;

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly host: Host,
  ) {
    this.asking = new PageRequests(host.request, (message) => {
      this.tell(message);
    });
    window.addEventListener("message", ({ source, origin, data }: MessageEvent<ToHost>) => {
      if (source === frame.contentWindow && origin === location.origin) this.hear(data);
    });
  }

  /** Sends the cursor to the view. */
  follow(): void {
    if (!this.frame.checkVisibility()) return;
    if (!this.frame.src) this.frame.src = this.frame.dataset.src ?? "";
    const cursor = this.host.cursor();
    if (cursor && this.isReady) this.tell({ kind: "cursor", cursor });
  }

  /** Starts the games of the variant at the cursor, or of Ben39. */
  play(line: Line): void {
    this.wanted = this.isReady ? undefined : line;
    if (this.isReady) this.tell({ kind: "play", line });
  }

  /** Announces that another text takes the place of the shown one. */
  replace(): void {
    if (this.isReady) this.tell({ kind: "replaced" });
  }

  private hear(message: ToHost): void {
    if (message.kind === "ready") {
      this.isReady = true;
      this.follow();
      if (this.wanted) this.play(this.wanted);
    } else if (message.kind === "ask") {
      void this.asking.ask(message);
    } else if (message.kind === "cancel") {
      this.asking.cancel(message.id);
    } else {
      void this.host.hear(message).then((isWritten) => {
        if (isWritten) this.tell({ kind: "written" });
      });
    }
  }

  private tell(message: ToPage): void {
    this.frame.contentWindow?.postMessage(message, location.origin);
  }
}

/** Milliseconds without an edit after which the games are updated. */
const REST = 400;

/** The gallery of a text: a view of its pieces, or a page of its games in a sandboxed frame. */
export class Gallery {
  private readonly pieces: View;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The text of the page of games. */
  private drawn = "";

  constructor(
    private readonly frames: {
      readonly pieces: HTMLIFrameElement;
      readonly games: HTMLIFrameElement;
    },
    private readonly host: Host,
  ) {
    this.pieces = new View(frames.pieces, host);
    onTheme(() => {
      this.follow();
    });
  }

  follow(): void {
    this.pieces.follow();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), REST);
  }

  private async look(): Promise<void> {
    const cursor = this.host.cursor();
    const { pieces, games } = this.frames;
    const text = `${cursor?.uri ?? ""} ${cursor?.version ?? 0} ${theme()}`;
    if (!cursor || text === this.drawn || !games.parentElement?.checkVisibility()) return;
    const ask = (form: string) =>
      this.host.request(
        "wazir/gallery",
        { textDocument: { uri: cursor.uri }, form },
        () => undefined,
        new AbortController().signal,
      );
    const isGames = ((await ask("list")) as ListAnswer | null)?.kind === "games";
    const html = isGames
      ? ((await ask("html")) as { readonly html: string } | null)?.html
      : undefined;
    if (html) games.srcdoc = html.replace("<body>", `<body class="vscode-${theme()}">`);
    this.drawn = text;
    [pieces.hidden, games.hidden] = [isGames, !isGames];
    this.pieces.follow();
  }
}

/** Wazir in a page: the language server in a worker, and its answers. */
import { start } from "../playground/server";

/** A fenced block as HTML, which is escaped. */
export interface Fence {
  /** The text with the classes of highlight.js. */
  readonly code: string;
  /** Figures of its pieces or positions; empty if there are none. */
  readonly pictures: string;
}

export interface Options {
  /** The address of the files of this package; by default beside this script. */
  readonly files?: string | URL;
  /**
   * Parameters of `initialize` of the Language Server Protocol, such as `capabilities` and
   * `initializationOptions`.
   */
  readonly initialize?: Readonly<Record<string, unknown>>;
  /**
   * Receives the notifications and the requests of the server, as diagnostics. The result answers a
   * request.
   */
  readonly hear?: (method: string, params: unknown) => unknown;
  /** Is called with the reason when the server stops. */
  readonly ended?: (reason: string) => void;
}

/** A running server. */
export interface Wazir {
  /** Sends a request of the protocol, or one of Wazir's own, and resolves to its answer. */
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** Colours and draws a text in a notation, such as `betza`; null for another language. */
  draw(language: string, text: string, theme?: "light" | "dark"): Promise<Fence | null>;
  /** Ends the server. */
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Starts the server, which loads 16 megabytes once. */
export async function open(options: Options = {}): Promise<Wazir> {
  const { hear = () => null, ended = () => undefined } = options;
  const connection = await start(ended, String(options.files ?? import.meta.url));
  const waiting = new Map<
    number,
    { readonly done: (result: unknown) => void; readonly failed: (reason: Error) => void }
  >();
  let count = 0;
  const send = (message: object): void => {
    connection.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  };
  connection.subscribe((text) => {
    const { id, method, params, result, error } = JSON.parse(text) as Message;
    if (method !== undefined) {
      const answer = hear(method, params);
      if (id !== undefined) send({ id, result: answer ?? null });
      return;
    }
    const asked = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error) asked?.failed(new Error(error.message));
    else asked?.done(result);
  });
  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((done, failed) => {
      waiting.set(++count, { done, failed });
      send({ id: count, method, params });
    });
  const notify = (method: string, params: unknown): void => {
    send({ method, params });
  };
  await request("initialize", {
    processId: null,
    rootUri: null,
    capabilities: {},
    ...options.initialize,
  });
  notify("initialized", {});
  return {
    request,
    notify,
    draw: async (language, text, theme = "light") =>
      (await request("wazir/fence", { language, text, theme })) as Fence | null,
    close: () => {
      connection.close();
    },
  };
}

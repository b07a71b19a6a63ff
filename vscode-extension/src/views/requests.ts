/** The requests of a page to the server, which can be cancelled. */
import { ASKED, type ToHost, type ToPage } from "./messages";

type Ask = Extract<ToHost, { kind: "ask" }>;
/** The error code for parameters that do not fit the document. */
const INVALID_PARAMS = -32602;

/** A pending request. */
export interface Requested {
  readonly answer: Promise<unknown>;
  cancel(): void;
}

/** Sends a request to the server. *partial* receives partial results. */
export type Request = (method: string, params: Readonly<Record<string, unknown>>, partial: (answer: unknown) => void) => Requested;

/** The pending requests of one page. */
export class PageRequests {
  private readonly pending = new Map<number, Requested>();

  constructor(
    private readonly request: Request,
    private readonly post: (message: ToPage) => void,
  ) {}

  async ask({ id, method, cursor, choices }: Ask): Promise<void> {
    if (!ASKED.includes(method)) return;
    try {
      const params = { ...choices, textDocument: { uri: cursor.uri }, position: cursor.position };
      const requested = this.request(method, params, (answer) => { this.post({ kind: "partial", id, answer }); });
      this.pending.set(id, requested);
      this.post({ kind: "answer", id, answer: await requested.answer });
    } catch (problem) {
      const { code, message } = problem as { readonly code?: unknown; readonly message?: unknown };
      this.post({ kind: "failed", id, reason: String(message ?? problem), isRefused: code === INVALID_PARAMS });
    } finally {
      this.pending.delete(id);
    }
  }

  cancel(id: number): void {
    this.pending.get(id)?.cancel();
  }

  dispose(): void {
    for (const requested of this.pending.values()) requested.cancel();
  }
}

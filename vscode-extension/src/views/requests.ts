/** The requests of a page to the server, which can be cancelled. */
import { ASKED, type ToHost, type ToPage } from "./messages";

type Ask = Extract<ToHost, { kind: "ask" }>;
/** The error code for parameters that do not fit the document. */
const INVALID_PARAMS = -32602;

/** Sends a request to the server. *partial* receives partial results; *signal* cancels it. */
export type Request = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  partial: (answer: unknown) => void,
  signal: AbortSignal,
) => Promise<unknown>;

/** The pending requests of one page. */
export class PageRequests {
  private readonly pending = new Map<number, AbortController>();

  constructor(
    private readonly request: Request,
    private readonly post: (message: ToPage) => void,
  ) {}

  async ask({ id, method, cursor, choices }: Ask): Promise<void> {
    if (!ASKED.includes(method)) return;
    const controller = new AbortController();
    this.pending.set(id, controller);
    try {
      const params = { ...choices, textDocument: { uri: cursor.uri }, position: cursor.position };
      const partial = (answer: unknown): void => {
        this.post({ kind: "partial", id, answer });
      };
      this.post({
        kind: "answer",
        id,
        answer: await this.request(method, params, partial, controller.signal),
      });
    } catch (problem) {
      const { code, message } = problem as { readonly code?: unknown; readonly message?: unknown };
      this.post({
        kind: "failed",
        id,
        reason: String(message ?? problem),
        isRefused: code === INVALID_PARAMS,
      });
    } finally {
      this.pending.delete(id);
    }
  }

  cancel(id: number): void {
    this.pending.get(id)?.abort();
  }

  dispose(): void {
    for (const controller of this.pending.values()) controller.abort();
  }
}

/** Asks the server for a page, and lets it be stopped. */
import { ASKED, type ToHost, type ToPage } from "./messages";

type Ask = Extract<ToHost, { kind: "ask" }>;
/** The code of an error: what was asked for cannot be. */
const INVALID_PARAMS = -32602;

/** A request that is under way. */
export interface Requested {
  readonly answer: Promise<unknown>;
  cancel(): void;
}

/** Sends a request to the server; *partial* takes what comes before the answer. */
export type Request = (method: string, params: Readonly<Record<string, unknown>>, partial: (answer: unknown) => void) => Requested;

/** The requests of one page that are under way. */
export class Asking {
  private readonly going = new Map<number, Requested>();

  constructor(
    private readonly request: Request,
    private readonly tell: (message: ToPage) => void,
  ) {}

  async ask({ id, method, cursor, choices }: Ask): Promise<void> {
    if (!ASKED.includes(method)) return;
    try {
      const params = { ...choices, textDocument: { uri: cursor.uri }, position: cursor.position };
      const requested = this.request(method, params, (answer) => {
        this.tell({ kind: "partial", id, answer });
      });
      this.going.set(id, requested);
      this.tell({ kind: "answer", id, answer: await requested.answer });
    } catch (problem) {
      const { code, message } = problem as { readonly code?: unknown; readonly message?: unknown };
      this.tell({ kind: "failed", id, reason: String(message ?? problem), isRefused: code === INVALID_PARAMS });
    } finally {
      this.going.delete(id);
    }
  }

  cancel(id: number): void {
    this.going.get(id)?.cancel();
  }

  dispose(): void {
    for (const requested of this.going.values()) requested.cancel();
  }
}

/** Asks the server for a page, and lets it be stopped. */
import * as vscode from "vscode";
import { ErrorCodes, ProgressType, ResponseError } from "vscode-languageclient";
import type { Views } from "./index";
import { ASKED, type ToHost, type ToPage } from "./messages";

type Ask = Extract<ToHost, { kind: "ask" }>;

/** The requests of one page that are under way. */
export class Asking implements vscode.Disposable {
  private readonly going = new Map<number, vscode.CancellationTokenSource>();
  private count = 0;

  constructor(
    private readonly views: Views,
    private readonly tell: (message: ToPage) => void,
  ) {}

  async ask({ id, method, cursor, choices }: Ask): Promise<void> {
    if (!ASKED.includes(method)) return;
    const { client } = this.views;
    const source = new vscode.CancellationTokenSource();
    this.going.set(id, source);
    const token = `wazir-view-${Date.now()}-${++this.count}`;
    const partial = client.onProgress(new ProgressType<unknown>(), token, (answer) => {
      this.tell({ kind: "partial", id, answer });
    });
    try {
      const { uri, position } = cursor;
      const params = { ...choices, textDocument: { uri }, position, partialResultToken: token };
      const answer = await client.sendRequest<unknown>(method, params, source.token);
      this.tell({ kind: "answer", id, answer });
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : String(problem);
      const isRefused = problem instanceof ResponseError && problem.code === ErrorCodes.InvalidParams;
      this.tell({ kind: "failed", id, reason, isRefused });
    } finally {
      partial.dispose();
      source.dispose();
      this.going.delete(id);
    }
  }

  cancel(id: number): void {
    this.going.get(id)?.cancel();
  }

  dispose(): void {
    for (const source of this.going.values()) source.cancel();
  }
}

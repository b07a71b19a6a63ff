/** What all views have, and how they ask the server. */
import * as vscode from "vscode";
import { ProgressType, State, type BaseLanguageClient } from "vscode-languageclient";
import type { Request } from "./asking";

/** What all views have. */
export interface Views {
  readonly context: vscode.ExtensionContext;
  /** That of now: one that could not start is replaced. */
  readonly client: BaseLanguageClient;
  /** The languages of the server, as the manifest names them. */
  readonly ours: readonly { readonly id: string; readonly name: string }[];
  /** Whether the server has something to say about a document. */
  readonly isOurs: (document: vscode.TextDocument) => boolean;
}

/** Asks the server, which must run: a question does not start it. */
export async function ask<Answer>(
  { client }: Views,
  method: string,
  params: object,
  token?: vscode.CancellationToken,
): Promise<Answer | null> {
  if (!client.isRunning()) throw new Error(vscode.l10n.t("The server is not running yet."));
  // An absent token would be sent as a second parameter.
  return token ? client.sendRequest<Answer | null>(method, params, token) : client.sendRequest<Answer | null>(method, params);
}

let asked = 0;

/** What sends the requests of a page, whatever client there is then. */
export function requests(views: Views): Request {
  return (method, params, partial) => {
    const { client } = views;
    const source = new vscode.CancellationTokenSource();
    const token = `wazir-view-${Date.now()}-${++asked}`;
    const heard = client.onProgress(new ProgressType<unknown>(), token, partial);
    const sent = client.sendRequest<unknown>(method, { ...params, partialResultToken: token }, source.token);
    const answer = sent.finally(() => {
      heard.dispose();
      source.dispose();
    });
    return {
      answer,
      cancel: () => {
        source.cancel();
      },
    };
  };
}

/** Waits until the server runs. */
export async function running({ client }: Views): Promise<void> {
  if (client.isRunning()) return;
  await new Promise<void>((done) => {
    const watched = client.onDidChangeState(({ newState }) => {
      if (newState !== State.Running) return;
      watched.dispose();
      done();
    });
  });
}

/** Tells when the server runs again, also when it was replaced by another. */
export class Restarts implements vscode.Disposable {
  private client: BaseLanguageClient | undefined;
  private heard: { dispose(): void } | undefined;

  constructor(
    private readonly views: Views,
    private readonly tell: () => void,
  ) {}

  /** Watches the client of now. */
  watch(): void {
    const { client } = this.views;
    if (this.client === client) return;
    this.client = client;
    this.heard?.dispose();
    this.heard = client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.tell();
    });
  }

  dispose(): void {
    this.heard?.dispose();
  }
}

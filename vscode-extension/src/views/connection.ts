/** What views share: the client, and requests to the server. */
import * as vscode from "vscode";
import { ProgressType } from "vscode-languageclient";
import type { Server } from "../server";
import type { Request } from "./requests";

/** What views share. */
export interface Views {
  readonly context: vscode.ExtensionContext;
  readonly server: Server;
  /** The supported languages in the manifest. */
  readonly languages: readonly { readonly id: string; readonly name: string }[];
  /** Whether the server supports a document. */
  readonly isSupported: (document: vscode.TextDocument) => boolean;
}

/** Sends a request. Throws if the server is not running. */
export async function ask<Answer>(
  { server: { client } }: Views,
  method: string,
  params: object,
  token?: vscode.CancellationToken,
): Promise<Answer | null> {
  if (!client.isRunning()) throw new Error(vscode.l10n.t("The server is not running yet."));
  // An undefined token would be sent as a second parameter.
  return token
    ? client.sendRequest<Answer | null>(method, params, token)
    : client.sendRequest<Answer | null>(method, params);
}

let asked = 0;

/** A function that sends requests of a page by the current client. */
export function requests(views: Views): Request {
  return async (method, params, partial, signal) => {
    const { client } = views.server;
    const source = new vscode.CancellationTokenSource();
    signal.addEventListener("abort", () => {
      source.cancel();
    });
    const partialResultToken = `wazir-view-${Date.now()}-${++asked}`;
    const listener = client.onProgress(new ProgressType<unknown>(), partialResultToken, partial);
    try {
      return await client.sendRequest<unknown>(
        method,
        { ...params, partialResultToken },
        source.token,
      );
    } finally {
      listener.dispose();
      source.dispose();
    }
  };
}

/** Waits until the server runs. */
export async function running({ server: { client, onRunning } }: Views): Promise<void> {
  if (client.isRunning()) return;
  await new Promise<void>((done) => {
    const listener = onRunning(() => {
      listener.dispose();
      done();
    });
  });
}

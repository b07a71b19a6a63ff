/**
 * The page of a view in a webview: it is told what is shown, and its requests are sent to the
 * server.
 */
import * as vscode from "vscode";
import { requests, type Views } from "./connection";
import { goTo } from "./highlights";
import type { Cursor, ToHost, ToPage } from "./messages";
import { nonce, page, texts } from "./page";
import { PageRequests } from "./requests";

/** A message that is no request. */
export type ViewMessage = Exclude<ToHost, { readonly kind: "ready" | "ask" | "cancel" | "open" }>;

interface Shown {
  /** The name of the script and the style. */
  readonly name: "board" | "gallery" | "playtest";
  readonly title: string;
  /** The shown place. Its document is open, because the server knows open files only. */
  cursor(): Promise<Cursor | undefined>;
  /** The page is loaded, which it is again whenever it was hidden. */
  loaded?(): void;
  hear?(message: ViewMessage): void;
}

export class WebviewPage implements vscode.Disposable {
  private readonly requests: PageRequests;
  private readonly listeners: vscode.Disposable;

  constructor(
    private readonly webview: vscode.Webview,
    private readonly views: Views,
    private readonly shown: Shown,
  ) {
    this.requests = new PageRequests(requests(views), (message) => {
      this.post(message);
    });
    this.listeners = vscode.Disposable.from(
      webview.onDidReceiveMessage((message: ToHost) => void this.receive(message)),
      views.server.onRunning(() => void this.follow()),
    );
    const folder = vscode.Uri.joinPath(views.context.extensionUri, "dist", "media");
    const address = (file: string): string =>
      String(webview.asWebviewUri(vscode.Uri.joinPath(folder, file)));
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = page({
      script: address(`${shown.name}.js`),
      style: address(`${shown.name}.css`),
      source: webview.cspSource,
      nonce: nonce(),
      language: vscode.l10n.bundle ? vscode.env.language : "en",
      title: shown.title,
      texts: texts((text) => vscode.l10n.t(text)),
    });
  }

  post(message: ToPage): void {
    void this.webview.postMessage(message);
  }

  /** Tells the page what is shown. */
  async follow(): Promise<void> {
    const cursor = await this.shown.cursor();
    if (cursor && this.views.server.client.isRunning()) this.post({ kind: "cursor", cursor });
  }

  dispose(): void {
    this.requests.dispose();
    this.listeners.dispose();
  }

  private async receive(message: ToHost): Promise<void> {
    if (message.kind === "ready") {
      await this.follow();
      this.shown.loaded?.();
    } else if (message.kind === "ask") {
      await this.shown.cursor();
      await this.requests.ask(message);
    } else if (message.kind === "cancel") {
      this.requests.cancel(message.id);
    } else if (message.kind === "open") {
      await goTo(message.uri, message.span);
    } else {
      this.shown.hear?.(message);
    }
  }
}

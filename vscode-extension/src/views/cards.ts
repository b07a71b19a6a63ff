/** The gallery page with the pieces of a file. */
import * as vscode from "vscode";
import { PageRequests } from "./requests";
import { requests, Restarts, type Views } from "./connection";
import { goTo } from "./highlights";
import type { ToHost, ToPage } from "./messages";
import { nonce, page } from "./page";
import { galleryTexts } from "./texts";

/** The folder of the scripts and styles of pages. */
export function media(context: vscode.ExtensionContext): vscode.Uri {
  return vscode.Uri.joinPath(context.extensionUri, "dist", "media");
}

/** Shows the pieces of a file and updates them when it changes. */
export function showPieces(webview: vscode.Webview, views: Views, uri: vscode.Uri): vscode.Disposable {
  const post = (message: ToPage): void => void webview.postMessage(message);
  const pageRequests = new PageRequests(requests(views), post);
  /** Opens the file again if it was closed, because the server knows open files only. */
  const opened = (): Thenable<vscode.TextDocument> => vscode.workspace.openTextDocument(uri);
  const postVersion = async (): Promise<void> => {
    restarts.watch();
    const { version } = await opened();
    const cursor = { uri: uri.toString(), version, position: { line: 0, character: 0 } };
    if (views.client.isRunning()) post({ kind: "cursor", cursor });
  };
  const restarts = new Restarts(views, () => void postVersion());
  const receive = async (message: ToHost): Promise<void> => {
    if (message.kind === "ready") await postVersion();
    else if (message.kind === "cancel") pageRequests.cancel(message.id);
    else if (message.kind === "open") await goTo(message.uri, message.span);
    else if (message.kind === "ask") {
      await opened();
      await pageRequests.ask(message);
    }
  };
  const subscriptions = vscode.Disposable.from(
    pageRequests,
    restarts,
    webview.onDidReceiveMessage((message: ToHost) => void receive(message)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() === uri.toString()) void postVersion();
    }),
  );
  const folder = media(views.context);
  webview.html = page({
    script: String(webview.asWebviewUri(vscode.Uri.joinPath(folder, "gallery.js"))),
    style: String(webview.asWebviewUri(vscode.Uri.joinPath(folder, "gallery.css"))),
    source: webview.cspSource,
    nonce: nonce(),
    language: vscode.l10n.bundle ? vscode.env.language : "en",
    title: vscode.l10n.t("Gallery"),
    texts: galleryTexts((text) => vscode.l10n.t(text)),
  });
  return subscriptions;
}

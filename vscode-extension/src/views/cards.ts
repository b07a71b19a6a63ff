/** The page of the gallery with the pieces of a file, and what it is told and asks. */
import * as vscode from "vscode";
import { Asking } from "./asking";
import { requests, Restarts, type Views } from "./connection";
import type { ToHost, ToPage } from "./messages";
import { nonce, page } from "./page";
import { galleryTexts } from "./texts";

/** The folder of what pages load. */
export function media(context: vscode.ExtensionContext): vscode.Uri {
  return vscode.Uri.joinPath(context.extensionUri, "dist", "media");
}

/** Shows the pieces of a file, and follows its changes. */
export function showPieces(webview: vscode.Webview, views: Views, uri: vscode.Uri): vscode.Disposable {
  const tell = (message: ToPage): void => void webview.postMessage(message);
  const asking = new Asking(requests(views), tell);
  /** The file may be closed since, and the server knows only those that are open. */
  const opened = (): Thenable<vscode.TextDocument> => vscode.workspace.openTextDocument(uri);
  const tellVersion = async (): Promise<void> => {
    restarts.watch();
    const { version } = await opened();
    const cursor = { uri: uri.toString(), version, position: { line: 0, character: 0 } };
    if (views.client.isRunning()) tell({ kind: "cursor", cursor });
  };
  const restarts = new Restarts(views, () => void tellVersion());
  const hear = async (message: ToHost): Promise<void> => {
    if (message.kind === "ready") await tellVersion();
    else if (message.kind === "cancel") asking.cancel(message.id);
    else if (message.kind === "ask") {
      await opened();
      await asking.ask(message);
    }
  };
  const heard = vscode.Disposable.from(
    asking,
    restarts,
    webview.onDidReceiveMessage((message: ToHost) => void hear(message)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() === uri.toString()) void tellVersion();
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
  return heard;
}

/** The view beside the text: the piece or the position at the cursor, on a board. */
import * as vscode from "vscode";
import { Asking } from "./asking";
import { media } from "./cards";
import { requests, Restarts, type Views } from "./connection";
import { Following } from "./following";
import { Lights } from "./lights";
import type { ToHost, ToPage } from "./messages";
import { nonce, page } from "./page";
import { texts } from "./texts";
import { printSheet, showSheet, write } from "./written";

const TYPE = "wazir.board";

/** Registers the view. There is at most one, which comes back when the window is loaded anew. */
export function registerBoard(views: Views): vscode.Disposable[] {
  let shown: vscode.WebviewPanel | undefined;
  let open = (): void => undefined;
  const adopt = (panel: vscode.WebviewPanel): void => {
    shown = panel;
    open = fill(panel, views);
    panel.onDidDispose(() => {
      if (shown === panel) shown = undefined;
    });
  };
  const show = (): void => {
    if (shown) {
      shown.reveal(undefined, true);
      return;
    }
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    adopt(vscode.window.createWebviewPanel(TYPE, vscode.l10n.t("Wazir: Board"), place, {}));
  };
  const showReadings = (): void => {
    show();
    open();
  };
  const restore: vscode.WebviewPanelSerializer = {
    deserializeWebviewPanel: (panel) => {
      adopt(panel);
      return Promise.resolve();
    },
  };
  return [
    vscode.commands.registerCommand("wazir.showPiece", show),
    vscode.commands.registerCommand("wazir.showReadings", showReadings),
    vscode.window.registerWebviewPanelSerializer(TYPE, restore),
  ];
}

/** Fills a panel. Returns a function that opens the readings of the piece in it. */
function fill(panel: vscode.WebviewPanel, views: Views): () => void {
  const { context, isOurs } = views;
  const { webview } = panel;
  const folder = media(context);
  const tell = (message: ToPage): void => void webview.postMessage(message);
  const asking = new Asking(requests(views), tell);
  const lights = new Lights();
  let isReady = false;
  let opens = false;
  const tellCursor = (): void => {
    restarts.watch();
    const cursor = following.cursor;
    if (cursor && views.client.isRunning()) tell({ kind: "cursor", cursor });
  };
  const following = new Following(isOurs, () => {
    tellCursor();
  });
  const restarts = new Restarts(views, tellCursor);
  const hear = (message: ToHost): void => {
    if (message.kind === "ready") {
      isReady = true;
      tellCursor();
      if (opens) tell({ kind: "readings" });
    } else if (message.kind === "ask") void asking.ask(message);
    else if (message.kind === "cancel") asking.cancel(message.id);
    else if (message.kind === "light") lights.show(message.uri, message.version, message.spans);
    else if (message.kind === "copy") void vscode.commands.executeCommand("wazir.copyAs", message.cursor, message.choices);
    else if (message.kind === "print") void printSheet(views, message.cursor, message.choices);
    else if (message.kind === "sheet") void showSheet(views, message.cursor, message.choices);
    else void write(views, message.cursor, message.choices).then((isDone) => { if (isDone) tell({ kind: "written" }); });
  };
  const heard = webview.onDidReceiveMessage(hear);
  panel.onDidDispose(() => {
    for (const one of [heard, following, asking, lights, restarts]) one.dispose();
  });
  panel.iconPath = vscode.Uri.joinPath(context.extensionUri, "media", "icon.svg");
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  webview.html = page({
    script: String(webview.asWebviewUri(vscode.Uri.joinPath(folder, "board.js"))),
    style: String(webview.asWebviewUri(vscode.Uri.joinPath(folder, "board.css"))),
    source: webview.cspSource,
    nonce: nonce(),
    language: vscode.l10n.bundle ? vscode.env.language : "en",
    title: panel.title,
    texts: texts((text) => vscode.l10n.t(text)),
  });
  return () => {
    opens = true;
    if (isReady) tell({ kind: "readings" });
  };
}

/** The board view: the piece or the position at the cursor. */
import * as vscode from "vscode";
import { PageRequests } from "./requests";
import { media } from "./cards";
import { requests, Restarts, type Views } from "./connection";
import { CursorTracker } from "./cursor";
import { goTo, Highlights } from "./highlights";
import type { Part, ToHost, ToPage } from "./messages";
import { nonce, page } from "./page";
import { texts } from "./texts";
import { insert, printSheet, showSheet, write } from "./written";

const TYPE = "wazir.board";

/** Registers the view. There is at most one, and it is restored when the window is reloaded. */
export function registerBoard(views: Views): vscode.Disposable[] {
  let shown: vscode.WebviewPanel | undefined;
  let open: (part: Part) => void = () => undefined;
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
  const showPart = (part: Part) => (): void => {
    show();
    open(part);
  };
  const restore: vscode.WebviewPanelSerializer = {
    deserializeWebviewPanel: (panel) => {
      adopt(panel);
      return Promise.resolve();
    },
  };
  return [
    vscode.commands.registerCommand("wazir.showPiece", show),
    vscode.commands.registerCommand("wazir.showReadings", showPart("readings")),
    vscode.commands.registerCommand("wazir.findPiece", showPart("lookup")),
    vscode.commands.registerCommand("wazir.analyseRecord", showPart("analysis")),
    vscode.window.registerWebviewPanelSerializer(TYPE, restore),
  ];
}

/** Fills a panel. Returns a function that opens a part of the view in it. */
function fill(panel: vscode.WebviewPanel, views: Views): (part: Part) => void {
  const { context, isSupported } = views;
  const { webview } = panel;
  const folder = media(context);
  const post = (message: ToPage): void => void webview.postMessage(message);
  const pageRequests = new PageRequests(requests(views), post);
  const highlights = new Highlights();
  let isReady = false;
  let opens: Part | undefined;
  const postCursor = (): void => {
    restarts.watch();
    const cursor = tracker.cursor;
    if (cursor && views.client.isRunning()) post({ kind: "cursor", cursor });
  };
  const tracker = new CursorTracker(isSupported, () => {
    postCursor();
  });
  const restarts = new Restarts(views, postCursor);
  const receive = (message: ToHost): void => {
    if (message.kind === "ready") {
      isReady = true;
      postCursor();
      if (opens) post({ kind: "part", part: opens });
      opens = undefined;
    } else if (message.kind === "ask") void pageRequests.ask(message);
    else if (message.kind === "cancel") pageRequests.cancel(message.id);
    else if (message.kind === "highlight") highlights.show(message.uri, message.version, message.spans);
    else if (message.kind === "open") void goTo(message.uri, message.span);
    else if (message.kind === "insert") void insert(views, message.text);
    else if (message.kind === "copy") void vscode.commands.executeCommand("wazir.copyAs", message.cursor, message.choices);
    else if (message.kind === "print") void printSheet(views, message.cursor, message.choices);
    else if (message.kind === "sheet") void showSheet(views, message.cursor, message.choices);
    else void write(views, message.cursor, message.choices).then((isDone) => { if (isDone) post({ kind: "written" }); });
  };
  const subscriptions = webview.onDidReceiveMessage(receive);
  // The page of a hidden view is gone, and is loaded again when it is shown.
  const visibility = panel.onDidChangeViewState(() => { isReady &&= panel.visible; });
  panel.onDidDispose(() => {
    for (const one of [subscriptions, visibility, tracker, pageRequests, highlights, restarts]) one.dispose();
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
  return (part) => {
    if (isReady) post({ kind: "part", part });
    else opens = part;
  };
}

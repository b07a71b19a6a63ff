/** The board view: the piece or the position at the cursor. */
import * as vscode from "vscode";
import type { Views } from "./connection";
import { CursorTracker } from "./cursor";
import { Highlights } from "./highlights";
import type { Part } from "./messages";
import { WebviewPage, type BoardMessage } from "./webview";
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
  const show = (part: Part) => async (): Promise<void> => {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const isNew = !shown;
    if (shown) shown.reveal(undefined, true);
    else adopt(vscode.window.createWebviewPanel(TYPE, vscode.l10n.t("Wazir: Board"), place, {}));
    open(part);
    if (isNew && shown) await lock(shown);
  };
  const restore: vscode.WebviewPanelSerializer = {
    deserializeWebviewPanel: (panel) => {
      adopt(panel);
      return Promise.resolve();
    },
  };
  return [
    vscode.commands.registerCommand("wazir.showPiece", show("piece")),
    vscode.commands.registerCommand("wazir.showReadings", show("readings")),
    vscode.commands.registerCommand("wazir.findPiece", show("lookup")),
    vscode.commands.registerCommand("wazir.analyseRecord", show("analysis")),
    vscode.window.registerWebviewPanelSerializer(TYPE, restore),
  ];
}

/** Locks the group of a new panel, if nothing else is in it: files that are opened do not cover the board. */
async function lock(panel: vscode.WebviewPanel): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const group = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn === panel.viewColumn);
  if (!editor?.viewColumn || !group || group.tabs.length > 1 || group.viewColumn === editor.viewColumn) return;
  // The command is for the group with the focus, which returns to the text.
  await vscode.commands.executeCommand("workbench.action.focusNextGroup");
  await vscode.commands.executeCommand("workbench.action.lockEditorGroup");
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn, selection: editor.selection });
}

/** Fills a panel. Returns a function that opens a part of the view in it. */
function fill(panel: vscode.WebviewPanel, views: Views): (part: Part) => void {
  const highlights = new Highlights();
  const tracker = new CursorTracker(views.isSupported, () => void page.follow());
  let isLoaded = false;
  let opens: Part | undefined;
  const open = (part: Part | undefined): void => {
    if (isLoaded && part) page.post({ kind: "part", part });
    opens = isLoaded ? undefined : part;
  };
  const run = async (message: BoardMessage): Promise<void> => {
    if (message.kind === "highlight") highlights.show(message.uri, message.version, message.spans);
    else if (message.kind === "insert") await insert(views, message.text);
    else if (message.kind === "copyText") await vscode.env.clipboard.writeText(message.text);
    else if (message.kind === "copy") await vscode.commands.executeCommand("wazir.copyAs", message.cursor, message.choices);
    else if (message.kind === "print") await printSheet(views, message.cursor, message.choices);
    else if (message.kind === "sheet") await showSheet(views, message.cursor, message.choices);
    else if (await write(views, message.cursor, message.choices)) page.post({ kind: "written" });
  };
  const page = new WebviewPage(panel.webview, views, {
    name: "board",
    title: panel.title,
    cursor: () => Promise.resolve(tracker.cursor),
    loaded: () => {
      isLoaded = true;
      open(opens);
    },
    hear: (message) => {
      run(message).catch((problem: unknown) => vscode.window.showErrorMessage(problem instanceof Error ? problem.message : String(problem)));
    },
  });
  // The page of a hidden view is gone, and is loaded again when it is shown.
  const visibility = panel.onDidChangeViewState(() => { isLoaded &&= panel.visible; });
  const parts = vscode.Disposable.from(page, visibility, tracker, highlights);
  panel.onDidDispose(() => { parts.dispose(); });
  panel.iconPath = vscode.Uri.joinPath(views.context.extensionUri, "media", "icon.svg");
  return open;
}

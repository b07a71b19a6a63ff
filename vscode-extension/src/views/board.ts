/** The board view: the piece or the position at the cursor. */
import * as vscode from "vscode";
import type { Views } from "./connection";
import { CursorTracker } from "./cursor";
import { Highlights } from "./highlights";
import { lineOf, type Part } from "./messages";
import { WebviewPage, type ViewMessage } from "./webview";
import { insert, printSheet, showSheet, write } from "./written";

const TYPE = "wazir.board";

/**
 * The column of the board view, or the one beside the text. A locked group is only taken by its
 * column.
 */
export function columnOfBoard(): vscode.ViewColumn {
  const isBoard = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview && input.viewType.endsWith(TYPE);
  const group = vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isBoard));
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

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
  const show = (part: Part) => (): void => {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    if (shown) shown.reveal(undefined, true);
    else adopt(vscode.window.createWebviewPanel(TYPE, vscode.l10n.t("Wazir: Board"), place, {}));
    open(part);
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
  const run = async (message: ViewMessage): Promise<void> => {
    if (message.kind === "highlight") {
      highlights.show(message.uri, message.version, message.spans);
    } else if (message.kind === "insert") {
      await insert(views, message.text);
    } else if (message.kind === "copyText") {
      await vscode.env.clipboard.writeText(message.text);
    } else if (message.kind === "copy") {
      await vscode.commands.executeCommand("wazir.copyAs", message.cursor, message.choices);
    } else if (message.kind === "print") {
      await printSheet(views, message.cursor, message.choices);
    } else if (message.kind === "sheet") {
      await showSheet(views, message.cursor, message.choices);
    } else if (message.kind === "playtest") {
      await vscode.commands.executeCommand(
        "wazir.playtest",
        message.cursor.uri,
        message.cursor.position,
        lineOf(message.choices),
      );
    } else if (message.kind === "write" && (await write(views, message.cursor, message.choices))) {
      page.post({ kind: "written" });
    }
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
      run(message).catch((problem: unknown) =>
        vscode.window.showErrorMessage(
          problem instanceof Error ? problem.message : String(problem),
        ),
      );
    },
  });
  // The page of a hidden view is gone, and is loaded again when it is shown.
  const visibility = panel.onDidChangeViewState(() => {
    isLoaded &&= panel.visible;
  });
  const parts = vscode.Disposable.from(page, visibility, tracker, highlights);
  panel.onDidDispose(() => {
    parts.dispose();
  });
  panel.iconPath = vscode.Uri.joinPath(views.context.extensionUri, "media", "icon.svg");
  return open;
}

/** The gallery of a file: its pieces, drawn when they come into view, or its games. */
import * as vscode from "vscode";
import type { ListAnswer } from "./answers";
import { columnOfBoard } from "./board";
import { ask, running, type Views } from "./connection";
import { WebviewPage } from "./webview";
import { chooseFile } from "./written";

const TYPE = "wazir.gallery";
/** The key of the workspace state with the file of the gallery, for reloaded windows. */
const KEPT = "wazir.gallery";

/** Registers the gallery and its export. There is at most one gallery. */
export function registerGallery(views: Views): vscode.Disposable[] {
  const { context } = views;
  let shown: vscode.WebviewPanel | undefined;
  let pieces: vscode.Disposable | undefined;
  const adopt = (panel: vscode.WebviewPanel): void => {
    shown = panel;
    panel.iconPath = vscode.Uri.joinPath(context.extensionUri, "media", "icon.svg");
    panel.onDidDispose(() => {
      pieces?.dispose();
      if (shown === panel) shown = undefined;
    });
  };
  const fill = async (uri: string): Promise<void> => {
    const found = await ask<ListAnswer>(views, "wazir/gallery", {
      textDocument: { uri },
      form: "list",
    });
    const games = found?.kind === "games" ? await pageOf(views, uri, "html") : undefined;
    if (!found || !shown) return;
    pieces?.dispose();
    pieces = undefined;
    shown.title = vscode.l10n.t("Gallery: {0}", found.title);
    if (games) {
      // The page of games has its own policy, which allows its script by hash.
      shown.webview.options = { enableScripts: true, localResourceRoots: [] };
      shown.webview.html = games;
    } else {
      pieces = showPieces(shown.webview, views, vscode.Uri.parse(uri));
    }
    if (found.note) void vscode.window.showInformationMessage(found.note);
    await context.workspaceState.update(KEPT, uri);
  };
  const show = async (): Promise<void> => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !views.isSupported(document)) return;
    if (!shown) {
      adopt(vscode.window.createWebviewPanel(TYPE, vscode.l10n.t("Gallery"), columnOfBoard(), {}));
    }
    shown?.reveal();
    await fill(document.uri.toString());
  };
  const restore: vscode.WebviewPanelSerializer = {
    async deserializeWebviewPanel(panel) {
      const uri = context.workspaceState.get<string>(KEPT);
      adopt(panel);
      try {
        await vscode.workspace.openTextDocument(vscode.Uri.parse(uri ?? "", true));
        await running(views);
        await fill(uri ?? "");
      } catch {
        panel.dispose(); // The file was deleted or never saved.
      }
    },
  };
  return [
    vscode.commands.registerCommand("wazir.showGallery", show),
    vscode.commands.registerCommand("wazir.exportGallery", () => exportPage(views)),
    vscode.window.registerWebviewPanelSerializer(TYPE, restore),
  ];
}

/** Shows the pieces of a file and updates them when it changes. */
function showPieces(webview: vscode.Webview, views: Views, uri: vscode.Uri): vscode.Disposable {
  const page = new WebviewPage(webview, views, {
    name: "gallery",
    title: vscode.l10n.t("Gallery"),
    cursor: async () => {
      const { version } = await vscode.workspace.openTextDocument(uri); // It may be closed.
      return { uri: uri.toString(), version, position: { line: 0, character: 0 } };
    },
  });
  const changes = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.toString() === uri.toString()) void page.follow();
  });
  return vscode.Disposable.from(page, changes);
}

/** A page or a sheet of pictures. */
async function pageOf(
  views: Views,
  uri: string,
  form: "html" | "svg",
): Promise<string | undefined> {
  const found = await ask<{ readonly html?: string; readonly svg?: string }>(
    views,
    "wazir/gallery",
    { textDocument: { uri }, form },
  );
  return found?.[form];
}

/** Exports the gallery of the active file, or else of the file whose gallery is shown. */
async function exportPage(views: Views): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const uri =
    document && views.isSupported(document)
      ? document.uri.toString()
      : views.context.workspaceState.get<string>(KEPT);
  const target = uri && (await chooseFile(uri, { HTML: ["html"], SVG: ["svg"] }));
  if (!target) return;
  // The file may be closed, and the server knows open files only.
  await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const content = await pageOf(views, uri, /\.svg$/i.test(target.path) ? "svg" : "html");
  if (!content) throw new Error(vscode.l10n.t("There is no gallery of this file."));
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(content));
  void vscode.window.showInformationMessage(
    vscode.l10n.t("The gallery was exported to {0}.", target.path),
  );
}

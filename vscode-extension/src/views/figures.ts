/** The page with the figures of the piece at the cursor. */
import * as vscode from "vscode";
import { theme } from "../client";
import { media } from "./cards";
import { running, type Views } from "./connection";
import { figuresPage, type Figures } from "./page";

/** Registers both commands. There is at most one page. */
export function registerFigures(views: Views): vscode.Disposable[] {
  let shown: vscode.WebviewPanel | undefined;
  const show = async (mate: boolean): Promise<void> => {
    const found = await figuresAtCursor(views, mate);
    if (!found) return;
    const title = vscode.l10n.t("Figures: {0}", found.title);
    if (!shown) {
      const folder = media(views.context);
      const options = { localResourceRoots: [folder] };
      shown = vscode.window.createWebviewPanel("wazir.figures", title, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, options);
      shown.iconPath = vscode.Uri.joinPath(views.context.extensionUri, "media", "icon.svg");
      shown.onDidDispose(() => (shown = undefined));
    }
    shown.title = title;
    const style = shown.webview.asWebviewUri(vscode.Uri.joinPath(media(views.context), "gallery.css"));
    shown.webview.html = figuresPage(found, title, String(style), shown.webview.cspSource);
    shown.reveal(undefined, true);
  };
  return [
    vscode.commands.registerCommand("wazir.showFigures", () => show(false)),
    vscode.commands.registerCommand("wazir.showMates", () => show(true)),
  ];
}

/** Requests the figures with progress that can be cancelled. The user is notified if there are none. */
async function figuresAtCursor(views: Views, mate: boolean): Promise<Figures | null> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !views.isSupported(editor.document)) return null;
  await running(views);
  const { line, character } = editor.selection.active;
  const params = { textDocument: { uri: editor.document.uri.toString() }, position: { line, character }, mate, theme: theme() };
  const title = mate ? vscode.l10n.t("Computing all positions of king and piece") : vscode.l10n.t("Computing figures");
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  try {
    const found = await vscode.window.withProgress(options, (_, token) =>
      views.client.sendRequest<Figures | null>("wazir/figures", params, token),
    );
    if (!found) void vscode.window.showInformationMessage(vscode.l10n.t("There is no piece at the cursor."));
    return found;
  } catch (problem) {
    const isCancelled = problem instanceof Error && /cancel/i.test(problem.message);
    if (!isCancelled) void vscode.window.showInformationMessage(String(problem instanceof Error ? problem.message : problem));
    return null;
  }
}

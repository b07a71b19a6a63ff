/** Copies the piece or the position at the cursor, and converts files. */
import * as vscode from "vscode";
import type { Conversion, CopiesAnswer, Forms } from "./answers";
import { ask, type Views } from "./connection";
import { cursorOf } from "./cursor";
import type { Choices, Cursor } from "./messages";

/** Registers both commands. */
export function registerConverting(views: Views): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("wazir.copyAs", (given?: unknown, choices?: Choices) =>
      copyAs(views, isCursor(given) ? given : here(views), choices),
    ),
    vscode.commands.registerCommand("wazir.convertTo", () => convertTo(views)),
  ];
}

/** Whether an argument is a cursor; menus call commands with the URI of the file. */
function isCursor(given: unknown): given is Cursor {
  return typeof given === "object" && given !== null && "uri" in given && "position" in given;
}

function here(views: Views): Cursor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && views.isSupported(editor.document) ? cursorOf(editor) : undefined;
}

async function copyAs(views: Views, cursor?: Cursor, choices: Choices = {}): Promise<void> {
  const params = cursor && { ...choices, textDocument: { uri: cursor.uri }, position: cursor.position, theme: "auto" };
  const items = (params && (await ask<CopiesAnswer>(views, "wazir/copy", params)))?.copies ?? [];
  if (!items.length) {
    void vscode.window.showInformationMessage(vscode.l10n.t("No piece or position is at the cursor."));
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Select a format to copy") });
  if (!chosen) return;
  await vscode.env.clipboard.writeText(chosen.text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied: {0}", chosen.label), 4_000);
}

/** Lets the user choose another format of a file. Returns undefined if the file has no other format or the user cancels. */
export async function formToShow(views: Views, document: vscode.TextDocument): Promise<Forms["forms"][number] | undefined> {
  if (!views.isSupported(document)) return undefined;
  const known = await ask<Forms>(views, "wazir/forms", { textDocument: { uri: document.uri.toString() } });
  const items = (known?.forms ?? []).filter((one) => !one.isOwn).map((one) => ({ ...one, label: one.title }));
  if (items.length) return vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Select a format to convert the file to") });
  void vscode.window.showInformationMessage(vscode.l10n.t("This file cannot be converted to another format."));
  return undefined;
}

async function convertTo(views: Views): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const chosen = editor && (await formToShow(views, editor.document));
  if (!chosen) return;
  const { document } = editor;
  const made = await ask<Conversion>(views, "wazir/convert", { textDocument: { uri: document.uri.toString() }, form: chosen.name });
  if (made?.reason) void vscode.window.showWarningMessage(made.reason);
  const text = made?.text;
  if (typeof text !== "string" || made?.version !== document.version) return;
  if (chosen.language !== document.languageId) {
    const other = await vscode.workspace.openTextDocument({ language: chosen.language, content: text });
    await vscode.window.showTextDocument(other, vscode.ViewColumn.Beside);
    return;
  }
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  await editor.edit((edit) => { edit.replace(all, text); });
}

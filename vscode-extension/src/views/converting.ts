/** Copies the piece or the position at the cursor, and converts files. */
import * as vscode from "vscode";
import { copies, type Form, type Forms, type Known, type Conversion } from "./formats";
import { ask, type Views } from "./connection";
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

function t(text: string, ...values: string[]): string {
  return vscode.l10n.t(text, ...values);
}

async function copyAs(views: Views, cursor?: Cursor, choices: Choices = {}): Promise<void> {
  const known: Known = { ask: (method, params) => ask(views, method, params), notations: views.languages, translate: t };
  const items = cursor ? await copies(known, cursor, choices) : [];
  if (!items.length) {
    void vscode.window.showInformationMessage(t("There is no piece or position at the cursor."));
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: t("Select a format to copy") });
  if (!chosen) return;
  await vscode.env.clipboard.writeText(chosen.text);
  vscode.window.setStatusBarMessage(t("Copied: {0}", chosen.label), 4_000);
}

function here(views: Views): Cursor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !views.isSupported(editor.document)) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), version: editor.document.version, position: { line, character } };
}

/** Lets the user choose another format of a file. Returns undefined if the file has no other format or the user cancels. */
export async function formToShow(views: Views, document: vscode.TextDocument): Promise<Form | undefined> {
  if (!views.isSupported(document)) return undefined;
  const known = await ask<Forms>(views, "wazir/forms", { textDocument: { uri: document.uri.toString() } });
  const items = (known?.forms ?? []).filter((one) => !one.isOwn).map((one) => ({ ...one, label: one.title }));
  if (!items.length) {
    void vscode.window.showInformationMessage(t("This file cannot be converted to another format."));
    return undefined;
  }
  return vscode.window.showQuickPick(items, { placeHolder: t("Select a format to convert the file to") });
}

async function convertTo(views: Views): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const chosen = editor && (await formToShow(views, editor.document));
  if (!editor || !chosen) return;
  const { document } = editor;
  const params = { textDocument: { uri: document.uri.toString() }, form: chosen.name };
  const made = await ask<Conversion & { version: number }>(views, "wazir/convert", params);
  if (made?.reason) void vscode.window.showWarningMessage(made.reason);
  if (typeof made?.text !== "string" || made.version !== document.version) return;
  const { text } = made;
  if (chosen.language !== document.languageId) {
    const other = await vscode.workspace.openTextDocument({ language: chosen.language, content: text });
    await vscode.window.showTextDocument(other, vscode.ViewColumn.Beside);
    return;
  }
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  await editor.edit((edit) => {
    edit.replace(all, text);
  });
}

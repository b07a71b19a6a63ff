/**
 * Writes the moves, the position, or a found piece of the board view into files, and shows score
 * sheets.
 */
import * as vscode from "vscode";
import type { Conversion, FoundText, Span } from "./answers";
import { ask, type Views } from "./connection";
import { range } from "./highlights";
import type { Choices, Cursor } from "./messages";

interface Written {
  readonly version: number | null;
  readonly edits: readonly { readonly range: Span; readonly newText: string }[];
  readonly lost: number;
}

/**
 * Writes into the record at a place. Returns whether it was written; the user confirms the removal
 * of moves.
 */
export async function write(
  views: Views,
  { uri, position }: Cursor,
  choices: Choices,
): Promise<boolean> {
  const found = await ask<Written>(views, "wazir/write", {
    ...choices,
    textDocument: { uri },
    position,
  });
  if (!found) return false;
  if (found.lost) {
    const words =
      found.lost === 1
        ? vscode.l10n.t("1 move of the record is removed.")
        : vscode.l10n.t("{0} moves of the record are removed.", found.lost);
    const yes = vscode.l10n.t("Write");
    if ((await vscode.window.showWarningMessage(words, { modal: true }, yes)) !== yes) return false;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (found.version !== null && found.version !== document.version) return false;
  const changes = new vscode.WorkspaceEdit();
  for (const edit of found.edits) changes.replace(document.uri, range(edit.range), edit.newText);
  return vscode.workspace.applyEdit(changes);
}

/**
 * Adds a definition as the last line of a visible file in its notation, else of a new one. Its name
 * is selected.
 */
export async function insert(
  views: Views,
  { notation, definition, name }: FoundText,
): Promise<void> {
  const visible = vscode.window.visibleTextEditors.find(
    ({ document }) => document.languageId === notation && views.isSupported(document),
  );
  const editor =
    visible ??
    (await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: notation }),
      vscode.ViewColumn.One,
    ));
  const { document } = editor;
  const last = document.lineAt(document.lineCount - 1);
  const at = definition.indexOf(name);
  const snippet = new vscode.SnippetString().appendText(
    `${last.isEmptyOrWhitespace ? "" : "\n"}${definition.slice(0, at)}`,
  );
  snippet.appendPlaceholder(name).appendText(`${definition.slice(at + name.length)}\n`);
  await vscode.window.showTextDocument(document, editor.viewColumn);
  await editor.insertSnippet(snippet, last.range.end);
}

/** The score sheet of the shown game in a format. */
async function sheet(
  views: Views,
  { uri, position }: Cursor,
  choices: Choices,
  form: "sheet" | "page",
): Promise<string | undefined> {
  const found = await ask<Conversion>(views, "wazir/copy", {
    ...choices,
    form,
    textDocument: { uri },
    position,
  });
  return found?.text ?? undefined;
}

/** Opens the score sheet of the shown game as text. */
export async function showSheet(views: Views, cursor: Cursor, choices: Choices): Promise<void> {
  const content = await sheet(views, cursor, choices, "sheet");
  if (content === undefined) return;
  const document = await vscode.workspace.openTextDocument({ language: "plaintext", content });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}

/** Lets the user choose a file to write, by default a page beside another file. */
export function chooseFile(
  beside: string,
  filters: Record<string, string[]>,
): Thenable<vscode.Uri | undefined> {
  const uri = vscode.Uri.parse(beside);
  const defaultUri = uri.with({
    path: uri.path.replace(/(?:\.[^./]*)?$/, ".html"),
    query: "",
    fragment: "",
  });
  return vscode.window.showSaveDialog({ defaultUri, filters });
}

/**
 * Saves the score sheet of the shown game as a page and opens it in a local browser, which can
 * print it.
 */
export async function printSheet(views: Views, cursor: Cursor, choices: Choices): Promise<void> {
  const content = await sheet(views, cursor, choices, "page");
  if (content === undefined) return;
  const target = await chooseFile(cursor.uri, { HTML: ["html"] });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(content));
  const isHere =
    vscode.env.uiKind === vscode.UIKind.Desktop &&
    !vscode.env.remoteName &&
    target.scheme === "file";
  if (isHere) {
    await vscode.env.openExternal(target);
  } else {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        "The score sheet was saved to {0}. Open it in a browser to print it.",
        target.path,
      ),
    );
  }
}

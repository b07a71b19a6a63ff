/** The contexts of commands: a command is offered only in files in which it works. */
import * as vscode from "vscode";
import type { Forms } from "./answers";
import { ask, type Views } from "./connection";
import { cursorOf } from "./cursor";

/** Milliseconds without an edit after which the contexts are updated. */
const SILENCE = 500;

/** Updates the contexts when the document or the cursor changes. */
export function registerContexts(views: Views): vscode.Disposable[] {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void update(views), SILENCE);
  };
  return [
    views.onRunning(schedule),
    vscode.window.onDidChangeActiveTextEditor(schedule),
    // In Markdown the block at the cursor decides.
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor && isMarkdown(textEditor)) schedule();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) schedule();
    }),
    new vscode.Disposable(() => { clearTimeout(waiting); }),
  ];
}

async function update(views: Views): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const isKnown = editor !== undefined && views.isSupported(editor.document);
  const known = isKnown ? await formsOf(views, editor) : null;
  const converts = isKnown && !isMarkdown(editor) && (known?.forms.some(({ isOwn }) => !isOwn) ?? false);
  await vscode.commands.executeCommand("setContext", "wazir.converts", converts);
  await vscode.commands.executeCommand("setContext", "wazir.evaluates", known?.hasGames ?? false);
}

function isMarkdown({ document }: vscode.TextEditor): boolean {
  return document.languageId === "markdown";
}

/** The forms of a document; null if the server does not run. */
async function formsOf(views: Views, editor: vscode.TextEditor): Promise<Forms | null> {
  const { uri, position } = cursorOf(editor);
  return ask<Forms>(views, "wazir/forms", { textDocument: { uri }, position }).catch(() => null);
}

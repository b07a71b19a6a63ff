/** The contexts of commands: a command is offered only in files in which it works. */
import * as vscode from "vscode";
import type { Server } from "../server";
import { ask, type Views } from "./connection";

interface Forms {
  readonly hasGames: boolean;
  readonly forms: readonly { readonly isOwn: boolean }[];
}

/** Milliseconds without an edit after which the contexts are updated. */
const SILENCE = 500;

/** Updates the contexts when the document or the cursor changes. */
export function registerContexts(views: Views, server: Server): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void update(views), SILENCE);
  };
  server.onRunning(schedule);
  views.context.subscriptions.push(
    vscode.window.onDidChangeActiveTextEditor(schedule),
    // In Markdown the block at the cursor decides.
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor && isMarkdown(textEditor.document)) schedule();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) schedule();
    }),
    new vscode.Disposable(() => {
      clearTimeout(waiting);
    }),
  );
}

async function update(views: Views): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const known = editor && views.isSupported(editor.document) && views.client.isRunning() ? await formsOf(views, editor) : null;
  const isWhole = editor !== undefined && !isMarkdown(editor.document);
  const converts = isWhole && (known?.forms.some(({ isOwn }) => !isOwn) ?? false);
  await vscode.commands.executeCommand("setContext", "wazir.converts", converts);
  await vscode.commands.executeCommand("setContext", "wazir.evaluates", known?.hasGames ?? false);
}

function isMarkdown({ languageId }: vscode.TextDocument): boolean {
  return languageId === "markdown";
}

async function formsOf(views: Views, { document, selection }: vscode.TextEditor): Promise<Forms | null> {
  const { line, character } = selection.active;
  const params = { textDocument: { uri: document.uri.toString() }, position: { line, character } };
  return ask<Forms>(views, "wazir/forms", params).catch(() => null);
}

/** Tells the editor which commands can work in the file that is looked at, so that it offers no others. */
import * as vscode from "vscode";
import type { Server } from "../server";
import { ask, type Views } from "./connection";

interface Forms {
  readonly hasGames: boolean;
  readonly forms: readonly { readonly isOwn: boolean }[];
}

/** How long a text has to be left alone before it is asked about, in milliseconds. */
const SILENCE = 500;

/** Keeps the contexts of the commands up to date. */
export function registerOffers(views: Views, server: Server): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void tell(views), SILENCE);
  };
  server.onRunning(soon);
  views.context.subscriptions.push(
    vscode.window.onDidChangeActiveTextEditor(soon),
    // In Markdown the block at the cursor decides.
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor && isMarkdown(textEditor.document)) soon();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) soon();
    }),
    new vscode.Disposable(() => {
      clearTimeout(waiting);
    }),
  );
}

async function tell(views: Views): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const known = editor && views.isOurs(editor.document) && views.client.isRunning() ? await formsOf(views, editor) : null;
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

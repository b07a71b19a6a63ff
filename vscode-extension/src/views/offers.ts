/** Tells the editor which commands can work in the file that is looked at, so that it offers no others. */
import * as vscode from "vscode";
import type { Server } from "../server";
import { ask, type Views } from "./index";

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
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) soon();
    }),
    new vscode.Disposable(() => {
      clearTimeout(waiting);
    }),
  );
}

async function tell(views: Views): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const isOurs = document !== undefined && views.isOurs(document);
  const isMarkdown = document?.languageId === "markdown";
  const known = isOurs && !isMarkdown && views.client.isRunning() ? await formsOf(views, document) : null;
  const converts = known?.forms.some(({ isOwn }) => !isOwn) ?? false;
  await vscode.commands.executeCommand("setContext", "wazir.converts", converts);
  await vscode.commands.executeCommand("setContext", "wazir.evaluates", known?.hasGames ?? (isOurs && isMarkdown));
}

async function formsOf(views: Views, { uri }: vscode.TextDocument): Promise<Forms | null> {
  return ask<Forms>(views, "wazir/forms", { textDocument: { uri: uri.toString() } }).catch(() => null);
}

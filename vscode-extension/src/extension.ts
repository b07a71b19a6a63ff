import * as vscode from "vscode";
import { clientOptions, languages, named } from "./client";
import { registerActions } from "./actions";
import { registerCommands } from "./commands";
import { Server, type MakeClient } from "./server";
import type { Choose } from "./servers/start";
import { Status } from "./status";
import { registerBoard } from "./views/board";
import type { Views } from "./views/connection";
import { registerConverted } from "./views/converted";
import { registerGallery } from "./views/gallery";
import { registerContexts } from "./views/contexts";
import { Preview, type MarkdownIt } from "./views/preview";
import { registerConverting } from "./views/converting";
import { isSupported } from "./supported";

/** What differs between desktop and browser: the client, and the available servers. */
export interface Platform {
  readonly make: MakeClient;
  choose(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): ReturnType<Choose>;
  /** Calls back when another server may be the better choice. */
  watch?(changed: () => void): vscode.Disposable | undefined;
}

/** The interface that VS Code's Markdown extension expects. */
export interface Exports {
  extendMarkdownIt(md: MarkdownIt): MarkdownIt;
}

/** The features with commands and views of their own. */
const VIEWS = [
  registerBoard,
  registerConverted,
  registerGallery,
  registerConverting,
];

let server: Server | undefined;

/** Activates the extension. The server starts with the first supported document. */
export function activate(context: vscode.ExtensionContext, platform: Platform): Exports {
  const log = vscode.window.createOutputChannel("Wazir", { log: true });
  const ids = languages(context);
  const isShown = (): boolean => {
    const document = vscode.window.activeTextEditor?.document;
    return document !== undefined && isSupported(document, ids);
  };
  const status = new Status(isShown);
  const options = clientOptions(ids, log, context.extensionUri);
  const made = new Server(platform.make, options, () => platform.choose(context, log), status, log);
  server = made;
  context.subscriptions.push(log, status, made, registerActions());
  registerCommands(context, { server: made, status, log });
  const views: Views = {
    context,
    get client() {
      return made.client;
    },
    languages: named(context),
    isSupported: (document) => isSupported(document, ids),
  };
  context.subscriptions.push(...VIEWS.flatMap((register) => register(views)));
  registerContexts(views, made);
  const preview = new Preview(views);
  context.subscriptions.push(preview);

  const start = (document: vscode.TextDocument): void => {
    if (isSupported(document, ids)) made.start();
  };
  const updateContext = (): void => {
    void vscode.commands.executeCommand("setContext", "wazir.shown", isShown());
  };
  void vscode.commands.executeCommand("setContext", "wazir.languages", ids);
  vscode.workspace.textDocuments.forEach(start);
  updateContext();
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(start),
    vscode.workspace.onDidSaveTextDocument(start),
    vscode.window.onDidChangeActiveTextEditor(updateContext),
  );
  const watched = platform.watch?.(() => void made.restart());
  if (watched) context.subscriptions.push(watched);
  return { extendMarkdownIt: (md) => preview.extend(md) };
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}

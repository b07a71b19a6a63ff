import * as vscode from "vscode";
import { registerActions } from "./actions";
import { clientOptions, named } from "./client";
import { registerCommands } from "./commands";
import { serveEngine, type Engine } from "./engine/serve";
import { serveFiles } from "./files";
import { Server, type Choice, type MakeClient } from "./server";
import { Status } from "./status";
import { isSupported } from "./supported";
import { registerBoard } from "./views/board";
import { registerConverting } from "./views/converting";
import { registerGallery } from "./views/gallery";
import { registerPlaytest } from "./views/playtest";
import { Preview, type MarkdownIt } from "./views/preview";

/** What differs between desktop and browser: the client, and the available servers. */
export interface Platform {
  readonly make: MakeClient;
  /** Plays variants, if it can be started. */
  engine?(context: vscode.ExtensionContext): Engine & { dispose(): void };
  choose(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<Choice>;
  /** Calls back when another server may be the better choice. */
  watch?(changed: () => void): vscode.Disposable | undefined;
}

/** The interface that VS Code's Markdown extension expects. */
export interface Exports {
  extendMarkdownIt(md: MarkdownIt): MarkdownIt;
}

let running: Server | undefined;

/** Activates the extension. The server starts with the first supported document. */
export function activate(context: vscode.ExtensionContext, platform: Platform): Exports {
  const log = vscode.window.createOutputChannel("Wazir", { log: true });
  const languages = named(context);
  const ids = languages.map(({ id }) => id);
  const isKnown = (document: vscode.TextDocument): boolean => isSupported(document, ids);
  const status = new Status();
  const follow = (editor: vscode.TextEditor | undefined): void => {
    const isShown = editor !== undefined && isKnown(editor.document);
    status.show(isShown);
    void vscode.commands.executeCommand("setContext", "wazir.shown", isShown);
  };
  const engine = platform.engine?.(context);
  const options = clientOptions({ ids, log, home: context.extensionUri, games: engine?.games });
  const make: MakeClient = (start, given) => {
    const client = platform.make(start, given);
    serveFiles(client);
    if (engine) serveEngine(client, engine);
    return client;
  };
  const server = new Server(make, options, () => platform.choose(context, log), status, log);
  running = server;
  const views = { context, server, languages, isSupported: isKnown };
  const preview = new Preview(views);
  const start = (document: vscode.TextDocument): void => {
    if (isKnown(document)) server.start();
    follow(vscode.window.activeTextEditor);
  };
  context.subscriptions.push(
    log,
    status,
    server,
    registerActions(),
    ...registerCommands(views, status, log),
    ...[registerBoard, registerGallery, registerPlaytest, registerConverting].flatMap((register) =>
      register(views),
    ),
    preview,
    vscode.workspace.onDidOpenTextDocument(start),
    vscode.workspace.onDidSaveTextDocument(start),
    vscode.window.onDidChangeActiveTextEditor(follow),
  );
  void vscode.commands.executeCommand("setContext", "wazir.languages", ids);
  vscode.workspace.textDocuments.forEach(start);
  const watched = platform.watch?.(() => void server.restart());
  if (watched) context.subscriptions.push(watched);
  if (engine) context.subscriptions.push(engine);
  return { extendMarkdownIt: (md) => preview.extend(md) };
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await running?.stop();
}

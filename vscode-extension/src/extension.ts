import * as vscode from "vscode";
import { clientOptions, languages, named } from "./client";
import { registerCommands } from "./commands";
import { Server, type MakeClient } from "./server";
import type { Choose } from "./servers/start";
import { Status } from "./status";
import { registerAnalysis } from "./views/analysis";
import { registerBoard } from "./views/board";
import type { Views } from "./views/connection";
import { registerConverted } from "./views/converted";
import { registerFigures } from "./views/figures";
import { registerGallery } from "./views/gallery";
import { registerLookup } from "./views/lookup";
import { registerOffers } from "./views/offers";
import { Preview, type MarkdownIt } from "./views/preview";
import { registerRewriting } from "./views/rewriting";
import { isWanted } from "./wanted";

/** Where the extension runs decides how a client is made, and among which servers it may choose. */
export interface Platform {
  readonly make: MakeClient;
  choose(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): ReturnType<Choose>;
  /** Calls back when another server might be chosen now. */
  watch?(changed: () => void): vscode.Disposable | undefined;
}

/** What the Markdown extension asks of ours. */
export interface Exports {
  extendMarkdownIt(md: MarkdownIt): MarkdownIt;
}

/** What is shown beside the text, and what writes pictures and texts. */
const VIEWS = [
  registerAnalysis,
  registerBoard,
  registerConverted,
  registerFigures,
  registerGallery,
  registerLookup,
  registerRewriting,
];

let server: Server | undefined;

/** Sets everything up. The server is started with the first document that it has something to say about. */
export function activate(context: vscode.ExtensionContext, platform: Platform): Exports {
  const log = vscode.window.createOutputChannel("Wazir", { log: true });
  const ours = languages(context);
  const isShown = (): boolean => {
    const document = vscode.window.activeTextEditor?.document;
    return document !== undefined && isWanted(document, ours);
  };
  const status = new Status(isShown);
  const options = clientOptions(ours, log, context.extensionUri);
  const made = new Server(platform.make, options, () => platform.choose(context, log), status, log);
  server = made;
  context.subscriptions.push(log, status, made);
  registerCommands(context, { server: made, status, log });
  const views: Views = {
    context,
    get client() {
      return made.client;
    },
    ours: named(context),
    isOurs: (document) => isWanted(document, ours),
  };
  context.subscriptions.push(...VIEWS.flatMap((register) => register(views)));
  registerOffers(views, made);
  const preview = new Preview(views);
  context.subscriptions.push(preview);

  const look = (document: vscode.TextDocument): void => {
    if (isWanted(document, ours)) made.start();
  };
  const tell = (): void => {
    void vscode.commands.executeCommand("setContext", "wazir.shown", isShown());
  };
  void vscode.commands.executeCommand("setContext", "wazir.languages", ours);
  vscode.workspace.textDocuments.forEach(look);
  tell();
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(look),
    vscode.window.onDidChangeActiveTextEditor(tell),
  );
  const watched = platform.watch?.(() => void made.restart());
  if (watched) context.subscriptions.push(watched);
  return { extendMarkdownIt: (md) => preview.extend(md) };
}

/** Ends the server. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}

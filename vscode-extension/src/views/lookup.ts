/** The page that finds definitions by the squares that a piece reaches. */
import * as vscode from "vscode";
import { media } from "./cards";
import { ask, running, type Views } from "./connection";
import { nonce, page } from "./page";
import { lookupTexts } from "./texts";

/** A definition that reaches exactly the squares. */
export interface FoundText {
  readonly notation: string;
  /** The name of the notation in the editor. */
  readonly title?: string | undefined;
  readonly dialect?: string;
  readonly style?: string;
  readonly source: string;
  /** The source with a name. */
  readonly definition: string;
  readonly name: string;
  readonly names: readonly { readonly name: string; readonly relation: string }[];
}

/** The squares by kind of move. *on* are squares at the edge beyond which rides continue; if it is absent, both are found. */
export type Squares = Readonly<Record<"quiet" | "capture" | "both", readonly string[]>> & { readonly on?: readonly string[] };
export type FromLookup =
  | { readonly kind: "find"; readonly id: number; readonly squares: Squares }
  | { readonly kind: "write"; readonly text: FoundText };
export interface ToLookup { readonly kind: "found"; readonly id: number; readonly found: readonly FoundText[] }

/** The board, with room for leaps of four squares, and its middle square. */
export const [BOARD, MIDDLE] = ["9x9", "e5"];

/** Registers the command. There is at most one page. */
export function registerLookup(views: Views): vscode.Disposable[] {
  let shown: vscode.WebviewPanel | undefined;
  const show = (): void => {
    if (shown) {
      shown.reveal();
      return;
    }
    const title = vscode.l10n.t("Find Piece by Squares");
    const options = { enableScripts: true, localResourceRoots: [media(views.context)], retainContextWhenHidden: true };
    const panel = vscode.window.createWebviewPanel("wazir.lookup", title, vscode.ViewColumn.Beside, options);
    shown = panel;
    panel.iconPath = vscode.Uri.joinPath(views.context.extensionUri, "media", "icon.svg");
    panel.onDidDispose(() => (shown = undefined));
    panel.webview.onDidReceiveMessage((message: FromLookup) => void receive(views, panel.webview, message));
    panel.webview.html = pageOf(views, panel.webview, title);
  };
  return [vscode.commands.registerCommand("wazir.findPiece", show)];
}

async function receive(views: Views, webview: vscode.Webview, message: FromLookup): Promise<void> {
  if (message.kind === "write") {
    await write(views, message.text);
    return;
  }
  await running(views);
  const answer = await ask<{ found: readonly FoundText[] }>(views, "wazir/find", { square: MIDDLE, board: BOARD, ...message.squares });
  const found = (answer?.found ?? []).map((text) => ({ ...text, title: views.languages.find(({ id }) => id === text.notation)?.name }));
  const reply: ToLookup = { kind: "found", id: message.id, found };
  void webview.postMessage(reply);
}

/** Adds a definition as the last line of a visible file in its notation, else of a new one. Its name is selected. */
async function write(views: Views, { notation, definition, name }: FoundText): Promise<void> {
  const visible = vscode.window.visibleTextEditors.find(({ document }) => document.languageId === notation && views.isSupported(document));
  const editor = visible ?? (await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: notation }), vscode.ViewColumn.One));
  const { document } = editor;
  const last = document.lineAt(document.lineCount - 1);
  const at = definition.indexOf(name);
  const snippet = new vscode.SnippetString().appendText(`${last.isEmptyOrWhitespace ? "" : "\n"}${definition.slice(0, at)}`);
  snippet.appendPlaceholder(name).appendText(`${definition.slice(at + name.length)}\n`);
  await vscode.window.showTextDocument(document, editor.viewColumn);
  await editor.insertSnippet(snippet, last.range.end);
}

function pageOf(views: Views, webview: vscode.Webview, title: string): string {
  const at = (name: string): string => String(webview.asWebviewUri(vscode.Uri.joinPath(media(views.context), name)));
  return page({
    script: at("lookup.js"),
    style: at("lookup.css"),
    source: webview.cspSource,
    nonce: nonce(),
    language: vscode.l10n.bundle ? vscode.env.language : "en",
    title,
    texts: lookupTexts((text) => vscode.l10n.t(text)),
  });
}

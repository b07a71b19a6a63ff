/** A read-only view of a file in another format, updated after edits. */
import * as vscode from "vscode";
import type { Conversion } from "./formats";
import { ask, running, type Views } from "./connection";
import { formToShow } from "./converting";

const SCHEME = "wazir-converted";
/** Milliseconds without an edit after which the file is converted again. */
const SILENCE = 300;

/** Registers the command and its documents. */
export function registerConverted(views: Views): vscode.Disposable[] {
  const documents = new ConvertedDocuments(views);
  return [
    new vscode.Disposable(() => {
      documents.dispose();
    }),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, documents),
    vscode.commands.registerCommand("wazir.showConverted", () => show(views)),
  ];
}

async function show(views: Views): Promise<void> {
  const source = vscode.window.activeTextEditor?.document;
  const form = source && (await formToShow(views, source));
  if (!source || !form) return;
  const name = source.uri.path.replace(/^.*\//, "").replace(/\.\w+$/, "");
  const query = new URLSearchParams({ source: source.uri.toString(), form: form.name }).toString();
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}: ${form.title}`, query });
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, form.language);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false });
}

/** The file and the format that a document shows. */
function shownBy(uri: vscode.Uri): { source: string; form: string } {
  const query = new URLSearchParams(uri.query);
  return { source: query.get("source") ?? "", form: query.get("form") ?? "" };
}

/** The converted documents. If a conversion fails, the document contains the error message. */
class ConvertedDocuments implements vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly watched: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor(private readonly views: Views) {
    this.watched = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const source = document.uri.toString();
      clearTimeout(this.waiting.get(source));
      const shown = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === SCHEME && shownBy(uri).source === source);
      if (!shown.length) return;
      const tell = (): void => {
        this.waiting.delete(source);
        for (const { uri } of shown) this.changed.fire(uri);
      };
      this.waiting.set(source, setTimeout(tell, SILENCE));
    });
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const { source, form } = shownBy(uri);
    await running(this.views);
    try {
      const made = await ask<Conversion>(this.views, "wazir/convert", { textDocument: { uri: source }, form }, token);
      return made?.text ?? made?.reason ?? vscode.l10n.t("The file is not open.");
    } catch (problem) {
      return problem instanceof Error ? problem.message : String(problem);
    }
  }

  dispose(): void {
    this.watched.dispose();
    this.changed.dispose();
    for (const one of this.waiting.values()) clearTimeout(one);
  }
}

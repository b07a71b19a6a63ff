/** A read-only view of a file in another format, updated after edits. */
import * as vscode from "vscode";
import type { Conversion } from "./answers";
import { ask, running, type Views } from "./connection";
import { formToShow } from "./converting";

const SCHEME = "wazir-converted";
/** Milliseconds without an edit after which the file is converted again. */
const SILENCE = 300;

/** Registers the command and its documents. */
export function registerConverted(views: Views): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const shown = (): vscode.Uri[] => vscode.workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === SCHEME);
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri, token) => content(views, uri, token),
  };
  return [
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.commands.registerCommand("wazir.showConverted", () => show(views)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!shown().some((uri) => shownBy(uri).source === document.uri.toString())) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => { for (const uri of shown()) changed.fire(uri); }, SILENCE);
    }),
    new vscode.Disposable(() => {
      clearTimeout(waiting);
      changed.dispose();
    }),
  ];
}

async function show(views: Views): Promise<void> {
  const source = vscode.window.activeTextEditor?.document;
  const form = source && (await formToShow(views, source));
  if (!form) return;
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

/** The text of a converted document: an error message if the conversion fails. */
async function content(views: Views, uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
  const { source, form } = shownBy(uri);
  await running(views);
  try {
    const made = await ask<Conversion>(views, "wazir/convert", { textDocument: { uri: source }, form }, token);
    return made?.text ?? made?.reason ?? vscode.l10n.t("The file is not open.");
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}

/**
 * Copies the piece or the position at the cursor, converts files, and shows read-only conversions,
 * updated after edits.
 */
import * as vscode from "vscode";
import type { Conversion, CopiesAnswer, Forms } from "./answers";
import { ask, running, type Views } from "./connection";
import { cursorOf } from "./cursor";
import type { Choices, Cursor } from "./messages";

const SCHEME = "wazir-converted";
/** Milliseconds without an edit after which the file is converted again. */
const SILENCE = 300;

/** Registers the commands. */
export function registerConverting(views: Views): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("wazir.copyAs", (given?: unknown, choices?: Choices) =>
      copyAs(views, isCursor(given) ? given : here(views), choices),
    ),
    vscode.commands.registerCommand("wazir.convertTo", () => convertTo(views)),
    ...registerConverted(views),
  ];
}

/** Whether an argument is a cursor; menus call commands with the URI of the file. */
function isCursor(given: unknown): given is Cursor {
  return typeof given === "object" && given !== null && "uri" in given && "position" in given;
}

function here(views: Views): Cursor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && views.isSupported(editor.document) ? cursorOf(editor) : undefined;
}

async function copyAs(views: Views, cursor?: Cursor, choices: Choices = {}): Promise<void> {
  const params = cursor && {
    ...choices,
    textDocument: { uri: cursor.uri },
    position: cursor.position,
    theme: "auto",
  };
  const items = (params && (await ask<CopiesAnswer>(views, "wazir/copy", params)))?.copies ?? [];
  if (!items.length) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No piece or position is at the cursor."),
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t("Select a format to copy"),
  });
  if (!chosen) return;
  await vscode.env.clipboard.writeText(chosen.text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied: {0}", chosen.label), 4_000);
}

/**
 * Lets the user choose another format of a file. Returns undefined if the file has no other format
 * or the user cancels.
 */
async function formToShow(
  views: Views,
  document: vscode.TextDocument,
): Promise<Forms["forms"][number] | undefined> {
  if (!views.isSupported(document)) return undefined;
  const known = await ask<Forms>(views, "wazir/forms", {
    textDocument: { uri: document.uri.toString() },
  });
  const items = (known?.forms ?? [])
    .filter((one) => !one.isOwn)
    .map((one) => ({ ...one, label: one.title }));
  if (items.length) {
    return vscode.window.showQuickPick(items, {
      placeHolder: vscode.l10n.t("Select a format to convert the file to"),
    });
  }
  void vscode.window.showInformationMessage(
    vscode.l10n.t("This file cannot be converted to another format."),
  );
  return undefined;
}

async function convertTo(views: Views): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const chosen = editor && (await formToShow(views, editor.document));
  if (!chosen) return;
  const { document } = editor;
  const made = await ask<Conversion>(views, "wazir/convert", {
    textDocument: { uri: document.uri.toString() },
    form: chosen.name,
  });
  if (made?.reason) void vscode.window.showWarningMessage(made.reason);
  const text = made?.text;
  if (typeof text !== "string" || made?.version !== document.version) return;
  if (chosen.language !== document.languageId) {
    const other = await vscode.workspace.openTextDocument({
      language: chosen.language,
      content: text,
    });
    await vscode.window.showTextDocument(other, vscode.ViewColumn.Beside);
    return;
  }
  const all = new vscode.Range(
    document.positionAt(0),
    document.positionAt(document.getText().length),
  );
  await editor.edit((edit) => {
    edit.replace(all, text);
  });
}

/** The command that shows a converted file, and its documents. */
function registerConverted(views: Views): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const shown = (): vscode.Uri[] =>
    vscode.workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === SCHEME);
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
      waiting = setTimeout(() => {
        for (const uri of shown()) changed.fire(uri);
      }, SILENCE);
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
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: false,
  });
}

/** The file and the format that a document shows. */
function shownBy(uri: vscode.Uri): { source: string; form: string } {
  const query = new URLSearchParams(uri.query);
  return { source: query.get("source") ?? "", form: query.get("form") ?? "" };
}

/** The text of a converted document: an error message if the conversion fails. */
async function content(
  views: Views,
  uri: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<string> {
  const { source, form } = shownBy(uri);
  await running(views);
  try {
    const made = await ask<Conversion>(
      views,
      "wazir/convert",
      { textDocument: { uri: source }, form },
      token,
    );
    return made?.text ?? made?.reason ?? vscode.l10n.t("The file is not open.");
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}

/** The analysis of the record at the cursor: the marks of its actions in a table, and a curve of White's chances. */
import * as vscode from "vscode";
import { theme } from "../client";
import type { Analysis } from "./answers";
import { ask, running, type Views } from "./connection";

const SCHEME = "wazir-analysis";

/** The result of `wazir/analyse`. */
interface AnalysisAnswer extends Analysis {
  readonly record: string | null;
  readonly svg: string;
}

/** Registers the command and its pages. */
export function registerAnalysis(views: Views): vscode.Disposable[] {
  const pages = new Pages();
  return [
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, pages),
    vscode.commands.registerCommand("wazir.analyseRecord", () => analyse(views, pages)),
  ];
}

/** Analyses the record at the cursor and shows the result. The server shows progress and can be stopped. */
async function analyse(views: Views, pages: Pages): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { line, character } = editor.selection.active;
  const textDocument = { uri: editor.document.uri.toString() };
  await running(views);
  const found = await ask<AnalysisAnswer>(views, "wazir/analyse", { textDocument, position: { line, character }, theme: theme() });
  if (!found?.actions.length) {
    void vscode.window.showInformationMessage(vscode.l10n.t("There are no actions to analyse at the cursor."));
    return;
  }
  views.analysed.fire();
  const title = found.record ?? editor.document.uri.path.replace(/^.*\//, "");
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title.replaceAll("/", " ")}.md`, query: textDocument.uri });
  pages.put(uri, page(title, found));
  await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
}

/** An analysis as Markdown. Names are escaped; actions have no backquotes. */
function page(title: string, { actions, missing, summary, svg }: AnalysisAnswer): string {
  const rows = actions.map((one) =>
    ["", one.number, `\`${one.action}\``, one.scoreText, one.depth || "", one.loss || "", one.words && `\`${one.words}\``, ""].join("|"),
  );
  const left = missing ? [vscode.l10n.t("Not analysed: {0}", missing), ""] : [];
  return [
    `# ${title.replaceAll(/[^\p{L}\p{N} ]/gu, "\\$&")}`,
    "",
    `![${vscode.l10n.t("The chances of White")}](data:image/svg+xml;base64,${base64(svg)})`,
    "",
    ...summary.flatMap((sentence) => [sentence, ""]),
    ...left,
    `||${[vscode.l10n.t("action"), vscode.l10n.t("score"), vscode.l10n.t("depth"), vscode.l10n.t("loss")].join("|")}||`,
    "|---:|---|---:|---:|---:|---|",
    ...rows,
    "",
  ].join("\n");
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(""));
}

/** The texts of the pages. */
class Pages implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  put(uri: vscode.Uri, text: string): void {
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }
}

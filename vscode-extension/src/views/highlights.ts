/** Highlights the parts of a text that a view refers to. */
import * as vscode from "vscode";
import type { Span } from "./answers";

export class Highlights implements vscode.Disposable {
  private readonly style = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
    border: "1px solid",
    borderColor: new vscode.ThemeColor("focusBorder"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.findMatchForeground"),
  });

  /** Highlights some spans and clears all others. Spans of an outdated version are ignored. */
  show(uri: string, version: number | null, spans: readonly Span[]): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const isMeant =
        document.uri.toString() === uri && (version === null || document.version === version);
      editor.setDecorations(this.style, isMeant ? spans.map(range) : []);
    }
  }

  dispose(): void {
    this.style.dispose();
  }
}

/** Shows a part of a text in its editor. */
export async function goTo(uri: string, span: Span): Promise<void> {
  const visible = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri,
  );
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const start = range(span).start;
  await vscode.window.showTextDocument(document, {
    viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(start, start),
  });
}

export function range({ start, end }: Span): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
